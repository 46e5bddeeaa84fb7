import type { Message } from '#lib/locale.ts'
import { checkout } from './checkout.ts'
import { coupons } from './coupons.ts'
import { errors } from './errors.ts'
import { fit } from './fit.ts'
import { inApp } from './in-app.ts'
import { installs } from './installs.ts'
import { leaving } from './leaving.ts'
import { lifecycle } from './lifecycle.ts'
import { orderSteps } from './order-steps.ts'
import { paying } from './paying.ts'
import { plan } from './plan.ts'
import { updates } from './updates.ts'

/** Messages for buying and installing, loaded with those pages. */
export const messages: Record<string, Message> = {
  ...errors,
  ...checkout,
  ...coupons,
  ...fit,
  ...inApp,
  ...installs,
  ...leaving,
  ...lifecycle,
  ...orderSteps,
  ...paying,
  ...plan,
  ...updates,
}
