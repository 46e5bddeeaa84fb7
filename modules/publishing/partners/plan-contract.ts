import { byLocale } from '#lib/field-schema.ts'
import {
  METER_KEY,
  MOST_METERS,
  MOST_TIERS,
  MOST_TRIAL_DAYS,
  MOST_UNITS,
  SOLD_TO,
  MOST_PLANS,
} from '#modules/catalog/contract.ts'
import { z } from 'zod'
import { day } from '#lib/wire.ts'
import { COUPON_KINDS, MOST_COUPON_PERIODS } from '#lib/market.ts'
import { CURRENCIES } from '#lib/money.ts'
import { plainText } from '#lib/text.ts'
import { partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'

const TAG = 'Partners'
const MEMBERS = partnersWho('view')
const MONEY = partnersWho('money')
const partner = z.string().max(60)
const item = z.string().max(60)
const words = (max: number) => z.string().max(max).transform(plainText)
const inLanguages = (max: number) => byLocale(words(max))

/** More is a typing error. */
const MOST_MINOR = 1_000_000_000

const amount = (min: number) =>
  z
    .int({ error: 'field.amount' })
    .min(min, { error: 'field.amount' })
    .max(MOST_MINOR, { error: 'field.amount' })
const units = (min: number) =>
  z
    .int({ error: 'field.units' })
    .min(min, { error: 'field.units' })
    .max(MOST_UNITS, { error: 'field.units' })

const meter = z.object({
  key: z
    .string()
    .regex(METER_KEY, { error: 'field.meter_key' })
    .describe('under which the app reports use'),
  name: inLanguages(40).describe('plural, as in "12,400 notifications"'),
  included: units(0).describe("units of a period that the plan's price covers"),
  tiers: z
    .array(
      z.object({
        up_to: units(1)
          .nullable()
          .describe('counts units after the included ones; null in the last tier only'),
        price_minor: amount(1).describe('of `per` units'),
        per: units(1),
      }),
    )
    .min(1)
    .max(MOST_TIERS),
})

export const changePlans = declareOperation({
  id: 'changePlans',
  summary: 'Write what an item costs: its plans, in their order',
  tag: TAG,
  source: 'D9 S3.3',
  method: 'put',
  path: '/partners/{partner}/items/{item}/listing/plans',
  policy: { ...MONEY, token: 'upload' },
  params: z.object({ partner, item }),
  body: z.object({
    revision: z.int().min(0),
    currency: z.enum(CURRENCIES).describe('of all plans of an item'),
    plans: z
      .array(
        z.object({
          kind: z.enum(['free', 'one_time', 'recurring', 'usage']),
          period: z.enum(['month', 'year']).nullable().describe('of a recurring plan, else null'),
          amount_minor: amount(0),
          prices: z
            .partialRecord(z.enum(CURRENCIES), amount(1))
            .default({})
            .describe('minor units in other currencies; where there is none, a rate converts'),
          name: inLanguages(60),
          features: inLanguages(1_000).describe('one in a line'),
          trial_days: z
            .int({ error: 'field.trial_days' })
            .min(0, { error: 'field.trial_days' })
            .max(MOST_TRIAL_DAYS, { error: 'field.trial_days' })
            .default(0)
            .describe('free days before the first charge of a recurring or usage plan'),
          trial_needs_card: z
            .boolean()
            .default(false)
            .describe('the trial begins only after the owner agreed to what follows it'),
          meters: z
            .array(meter)
            .max(MOST_METERS)
            .default([])
            .describe('what a recurring or usage plan charges by use'),
          cap_minor: amount(1)
            .nullable()
            .default(null)
            .describe('the most that use costs in a period unless the owner chooses otherwise'),
          sold_to: z
            .enum(SOLD_TO)
            .default('everybody')
            .describe('offers: a private plan. nobody: it is ended for new subscriptions'),
        }),
      )
      .max(MOST_PLANS),
  }),
  output: z.object({ revision: z.int() }),
  refusals: ['partners.draft_changed'],
})

const coupon = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.enum(COUPON_KINDS),
  percent: z.number().nullable(),
  amount_minor: z.int().nullable(),
  currency: z.enum(CURRENCIES).nullable(),
  from: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
  total_limit: z.int().nullable(),
  store_limit: z.int().nullable(),
  first_purchase: z.boolean(),
  periods: z.int().nullable().describe('of a subscription; null: every one'),
  used: z.int(),
  active: z.boolean(),
  over: z.boolean(),
})

export const listItemCoupons = declareOperation({
  id: 'listItemCoupons',
  summary: 'The coupons that a partner has made for an item, the newest first',
  tag: TAG,
  source: 'S3.3',
  method: 'get',
  path: '/partners/{partner}/items/{item}/coupons',
  policy: MEMBERS,
  params: z.object({ partner, item }),
  output: z.object({ currency: z.enum(CURRENCIES), coupons: z.array(coupon) }),
  refusals: [],
})

const limit = z.int().min(1).max(1_000_000).nullable()

export const createItemCoupon = declareOperation({
  id: 'createItemCoupon',
  summary: 'A coupon for one item; without a code it gets one that nobody guesses',
  tag: TAG,
  source: 'S3.3 CPN-5',
  method: 'post',
  path: '/partners/{partner}/items/{item}/coupons',
  policy: MONEY,
  params: z.object({ partner, item }),
  body: z.object({
    code: z.string().max(64).default(''),
    kind: z.enum(COUPON_KINDS),
    percent: z
      .number()
      .min(1, { error: 'field.percent' })
      .max(100, { error: 'field.percent' })
      .multipleOf(0.01, { error: 'field.percent' })
      .nullable(),
    amount_minor: z
      .int({ error: 'field.amount' })
      .min(1, { error: 'field.amount' })
      .max(MOST_MINOR, { error: 'field.amount' })
      .nullable()
      .describe("in the item's currency"),
    until: day.nullable().describe('the last day'),
    total_limit: limit,
    store_limit: limit,
    first_purchase: z.boolean(),
    periods: z
      .int({ error: 'field.periods' })
      .min(1, { error: 'field.periods' })
      .max(MOST_COUPON_PERIODS, { error: 'field.periods' })
      .nullable()
      .default(1)
      .describe('how many periods of a subscription it takes off; null: every one'),
  }),
  output: z.object({ id: z.string(), code: z.string() }),
  refusals: [],
})

export const endItemCoupon = declareOperation({
  id: 'endItemCoupon',
  summary: 'End a coupon: orders that hold it keep it, nobody else gets it',
  tag: TAG,
  source: 'S3.3',
  method: 'delete',
  path: '/partners/{partner}/items/{item}/coupons/{coupon}',
  policy: MONEY,
  params: z.object({ partner, item, coupon: z.string().max(60) }),
  output: z.object({ success: z.literal(true) }),
  refusals: [],
})
