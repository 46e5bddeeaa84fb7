import { z } from 'zod'
import { amount, currency, time } from '#lib/wire.ts'
import { PLAN_PERIODS, SUBSCRIPTION_STATES } from './rules.ts'

/** What an app may know of its subscription on a store. */
export const subscriptionFacts = z.object({
  id: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  plan_id: z.string(),
  plan_period: z.enum(PLAN_PERIODS),
  price: amount.describe('of a period, as listed'),
  currency,
  period_from: time,
  period_until: time,
  trial_until: time.nullable(),
  is_cancelled: z.boolean().describe('ends with its period'),
  cap: amount.nullable().describe('the most that use may add in a period'),
})
export type SubscriptionFacts = z.output<typeof subscriptionFacts>
