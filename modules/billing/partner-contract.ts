import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { amount, currency, day, time } from '#lib/wire.ts'
import { partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { MOST_TRIAL_DAYS } from '#modules/catalog/contract.ts'
import { subscriptionLine } from './operator-contract.ts'
import { OFFER_NOTE_RULES, PLAN_PERIODS, SUBSCRIPTION_STATES } from './rules.ts'

const id = z.string().max(60)

export const listPartnerSubscriptions = declareOperation({
  id: 'listPartnerSubscriptions',
  summary: "Subscriptions to a partner's items, the newest first",
  tag: 'Figures',
  source: 'S3.4 D19',
  method: 'get',
  path: '/partners/{partner}/subscriptions',
  policy: partnersWho('view', 'figures'),
  params: z.object({ partner: id }),
  query: z.object({
    item: id.optional(),
    state: z.enum(SUBSCRIPTION_STATES).optional(),
    after: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    subscriptions: z.array(
      subscriptionLine.omit({ due: true, end_reason: true }).extend({
        store: z.object({ domain: z.string() }),
      }),
    ),
    next: z.string().nullable(),
  }),
  refusals: [],
})

const MEMBERS = partnersWho('view', 'status')
const MONEY = partnersWho('money', 'upload')
const ofItem = z.object({ partner: id, item: id })

export const OFFER_STATES = ['open', 'taken', 'withdrawn', 'expired'] as const
export const MOST_OFFER_DAYS = 180

const planVersion = z.object({
  id: z.string(),
  plan: z.string().describe('the plan that it is a version of'),
  name: z.string(),
  period: z.enum(PLAN_PERIODS),
  price: amount,
  currency,
  trial_days: z.int(),
  offered_to: z.string().nullable().describe('the store of a private version; null: public'),
  is_current: z.boolean().describe('what the plan costs now'),
  since: time,
  stores: z.int().describe('subscriptions that have not ended'),
  domains: z.array(z.string()).describe('of some of them, the newest first'),
})

const offer = z.object({
  id: z.string(),
  store: z.object({ domain: z.string() }),
  plan: z.string(),
  name: z.string(),
  period: z.enum(PLAN_PERIODS),
  price: amount,
  currency,
  trial_days: z.int(),
  cap: amount.nullable(),
  note: z.string(),
  state: z.enum(OFFER_STATES),
  created: time,
  until: time,
})

export const listPlanVersions = declareOperation({
  id: 'listPlanVersions',
  summary: 'The terms of an item that stores have agreed to, and which stores are on them',
  tag: 'Plans',
  source: 'S3.4',
  method: 'get',
  path: '/partners/{partner}/items/{item}/plan-versions',
  policy: MEMBERS,
  params: ofItem,
  output: z.object({ versions: z.array(planVersion) }),
  refusals: ['not_found'],
})

export const listPlanOffers = declareOperation({
  id: 'listPlanOffers',
  summary: "A partner's private offers of an item, the newest first, and the plans to offer",
  tag: 'Plans',
  source: 'S3.4',
  method: 'get',
  path: '/partners/{partner}/items/{item}/offers',
  policy: MEMBERS,
  params: ofItem,
  output: z.object({
    plans: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        period: z.enum(PLAN_PERIODS),
        price: amount,
        currency,
        trial_days: z.int(),
        cap: amount.nullable(),
        is_private: z.boolean(),
        has_meters: z.boolean(),
      }),
    ),
    offers: z.array(offer),
  }),
  refusals: ['not_found'],
})

export const makePlanOffer = declareOperation({
  id: 'makePlanOffer',
  summary: 'Offer a plan to one store at a price of its own; its owner gets a mail',
  tag: 'Plans',
  source: 'S3.4',
  method: 'post',
  path: '/partners/{partner}/items/{item}/offers',
  policy: MONEY,
  params: ofItem,
  body: z.object({
    store: z
      .string()
      .trim()
      .toLowerCase()
      .min(1, { error: 'field.required' })
      .max(253)
      .describe('its domain: a store that has used an item of the partner, or asked about one'),
    plan: id.describe('whose period, name and meters the offer has'),
    amount: z
      .number({ error: 'field.amount' })
      .min(0, { error: 'field.amount' })
      .max(10_000_000, { error: 'field.amount' })
      .describe("in the plan's currency"),
    trial_days: z
      .int({ error: 'field.trial_days' })
      .min(0, { error: 'field.trial_days' })
      .max(MOST_TRIAL_DAYS, { error: 'field.trial_days' }),
    cap: z
      .number({ error: 'field.amount' })
      .min(0, { error: 'field.amount' })
      .max(10_000_000, { error: 'field.amount' })
      .nullable()
      .default(null)
      .describe('the most that use costs in a period; null: that of the plan'),
    note: textField(OFFER_NOTE_RULES).default(''),
    until: day.describe('the last day on which it can be taken'),
  }),
  output: z.object({ id: z.string() }),
  refusals: ['not_found', 'input.invalid'],
})

export const withdrawPlanOffer = declareOperation({
  id: 'withdrawPlanOffer',
  summary: 'Withdraw an offer; a store that took it keeps it',
  tag: 'Plans',
  source: 'S3.4',
  method: 'delete',
  path: '/partners/{partner}/items/{item}/offers/{offer}',
  policy: MONEY,
  params: z.object({ partner: id, item: id, offer: id }),
  output: z.object({ success: z.literal(true) }),
  refusals: ['not_found'],
})
