import type { Message } from '#lib/messages.ts'
import { checkout } from './ar/checkout.ts'
import { common } from './ar/common.ts'
import { errors } from './ar/errors.ts'
import { installs } from './ar/installs.ts'
import { screens } from './ar/screens.ts'

export const messages: Record<string, Message> = { ...common, ...errors, ...screens, ...checkout, ...installs }
