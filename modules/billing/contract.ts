import { z } from 'zod'
import { amount, currency, day, list, one, pageNumber, perPage, time } from '#lib/wire.ts'
import { declareOperation, type InputParsed } from '#kernel/operation.ts'
import { MAX_COUPON_CODE_LENGTH } from '#lib/market.ts'
import { END_REASONS, PLAN_PERIODS, SUBSCRIPTION_STATES } from './rules.ts'

const TAG = 'Subscriptions'
const policy = { who: 'store' } as const
const id = z.string().max(60)

const tier = z.object({
  up_to: z.int().nullable().describe('units after the included ones; null: without an end'),
  price: amount,
  per: z.int().describe('units for that price'),
})
const meter = z.object({
  key: z.string(),
  name: z.string().describe('what is counted, in the plural'),
  included: z.int(),
  tiers: z.array(tier),
})

export const planOffer = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['recurring', 'usage']),
  period: z.enum(PLAN_PERIODS),
  price: amount,
  currency,
  rate_date: day.nullable(),
  trial_days: z.int(),
  cap: amount.nullable(),
  meters: z.array(meter),
  offer: z
    .object({ note: z.string(), until: time })
    .nullable()
    .describe('a private plan for this store alone, and until when it can be taken'),
})

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

const couponText = z.string().trim().min(1).max(MAX_COUPON_CODE_LENGTH)
const shownCoupon = z.object({
  code: z.string(),
  percent: z.number().nullable(),
  amount: amount.nullable().describe('before tax, off each period'),
  periods: z.int().nullable().describe('how many in all; null: every one'),
})

/** What a charge consists of; amounts with tax, as the card is charged. */
const charge = z.object({
  day,
  plan: amount,
  tax: amount.describe('contained in `plan`'),
  discount: amount.describe('what a coupon took off `plan`'),
  cap: amount.describe('the most that use of the period before may add'),
})
export const coming = z.object({
  currency,
  charges: z
    .array(charge)
    .describe('of the next twelve months, if nothing changes; of a trial: if the owner agrees'),
  total: amount.describe('of the plan, without use'),
  coupon_ends: z
    .object({ day, plan: amount })
    .nullable()
    .describe('the first charge after the coupon, also when it is later than these months'),
  is_preliminary: z
    .boolean()
    .describe('no invoice address yet: with the tax of the seller’s country'),
})

export const previewSubscription = declareOperation({
  id: 'previewSubscription',
  summary: 'What subscribing to a plan costs today and in the next twelve months',
  tag: TAG,
  source: 'S3.4',
  method: 'get',
  path: '/subscriptions/preview',
  policy,
  query: z.object({
    slug: z.string().max(80),
    plan: id.optional().describe('the first one that is sold by period unless said'),
    coupon: couponText.optional(),
    order: z
      .string()
      .max(40)
      .optional()
      .describe(
        'the number of an open order: its plan is shown, and it may have the coupon already',
      ),
  }),
  output: one(
    z.object({
      plan: planOffer,
      plans: z.array(planOffer),
      trial: z.object({
        days: z.int().describe('0: none, or used in the last 180 days'),
        needs_card: z.boolean(),
        until: day.nullable(),
      }),
      today: amount.describe('what is charged today without a trial'),
      renews: day.describe('when the plan is charged again if it is paid today'),
      coupon: shownCoupon
        .extend({ valid: z.boolean() })
        .nullable()
        .describe('of the code that was given; nobody is told why one is not valid'),
      coming,
      owed: z
        .object({ subscription_id: z.string(), amount, currency })
        .nullable()
        .describe('open from an earlier subscription to the item: to be paid before a new one'),
    }),
  ),
  refusals: ['catalog.item_not_found', 'billing.plan_not_found', 'checkout.too_many_attempts'],
})

export const startSubscription = declareOperation({
  id: 'startSubscription',
  summary: 'Begin a trial, or open the order of the first period',
  tag: TAG,
  source: 'S3.4',
  method: 'post',
  path: '/subscriptions',
  policy,
  idempotency: 'form',
  body: z.object({
    slug: z.string().max(80),
    plan: id.optional(),
    coupon: couponText.optional().describe('for what is agreed to or ordered now'),
    trial: z.boolean().default(false),
    agree: z
      .object({ amount, day, saved_card_id: id })
      .optional()
      .describe('what the owner agrees to be charged after the trial, and when'),
  }),
  output: one(
    z.object({
      subscription_id: z.string().nullable().describe('null: an order is to be paid first'),
      order_number: z.string().nullable(),
    }),
  ),
  refusals: [
    'catalog.item_not_found',
    'catalog.not_installable',
    'billing.plan_not_found',
    'billing.already_subscribed',
    'billing.owed',
    'billing.no_trial',
    'billing.trial_used',
    'billing.card_needed',
    'billing.changed',
    'checkout.card_not_found',
    'checkout.address_required',
    'checkout.already_owned',
    'checkout.no_seller',
    'checkout.payment_in_flight',
    'checkout.coupon_invalid',
    'checkout.too_many_attempts',
    'platform.paused',
  ],
})

export const SHOWN_STATES = [...SUBSCRIPTION_STATES, 'ending'] as const

const summary = z.object({
  id: z.string(),
  item: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    icon: z.string().nullable(),
    market: z.enum(['app', 'theme']),
  }),
  state: z.enum(SHOWN_STATES).describe('`ending`: cancelled, works to the end of its period'),
  plan: planOffer,
  since: time,
  period_from: time,
  period_until: time,
  /** Of days in these answers. */
  time_zone: z.string(),
  trial_until: time.nullable(),
  is_agreed: z.boolean().describe('false: a trial that ends without a charge'),
  next: charge
    .extend({ currency: currency.describe('of the plan from then on; use is never of another') })
    .nullable()
    .describe('null: nothing is charged any more'),
  due: z
    .object({
      order_number: z.string(),
      amount,
      currency,
      works_until: day,
      charges_on: day
        .nullable()
        .describe('not charged before, because it is dearer than the owner was told'),
      is_charging: z
        .boolean()
        .describe('of an ended one: the card is about to be charged, there is nothing to do'),
      reason: z.string().nullable().describe('why the last charge failed, in words'),
    })
    .nullable()
    .describe('an open amount'),
  ends: day.nullable(),
  end_reason: z.enum(END_REASONS).nullable(),
  coupon: shownCoupon.nullable().describe('that the owner agreed to and that still takes off'),
  monthly: amount.describe('of the plan, a year counted as twelve months'),
})
export type SubscriptionSummary = z.output<typeof summary>

export const listSubscriptions = declareOperation({
  id: 'listSubscriptions',
  summary: 'The store’s subscriptions, those that need the owner first',
  tag: TAG,
  source: 'S3.4',
  method: 'get',
  path: '/subscriptions',
  policy,
  query: z.object({ page: pageNumber, per_page: perPage }),
  output: list(summary).extend({
    monthly: z
      .array(z.object({ currency, amount }))
      .describe('what all agreed subscriptions cost a month, without use'),
  }),
  refusals: [],
})

export const listOffers = declareOperation({
  id: 'listOffers',
  summary: 'Private plans that partners offer to the store',
  tag: TAG,
  source: 'S3.4',
  method: 'get',
  path: '/subscriptions/offers',
  policy,
  query: z.object({ slug: z.string().max(80).optional().describe('of one item only') }),
  output: list(
    z.object({
      item: z.object({
        slug: z.string(),
        name: z.string(),
        icon: z.string().nullable(),
        market: z.enum(['app', 'theme']),
      }),
      partner: z.string(),
      plan: planOffer,
      subscription: z
        .string()
        .nullable()
        .describe('the running one to the item, which can be changed to the plan'),
    }),
  ),
  refusals: [],
})

export const subscriptionUsage = z.object({
  meter,
  used: z.int(),
  cost: amount,
  forecast: z.int().describe('at the end of the period at this rate'),
})
const change = z.object({
  plan: planOffer,
  is_now: z.boolean().describe('false: from the next period on, nothing is charged today'),
  from: day,
  new_part: amount,
  credit: amount,
  discount: amount.describe('what the coupon takes off the new part'),
  today: amount.describe('with tax'),
  days_left: z.int(),
  next: amount.describe('the charge of the next period, with the coupon where it goes on'),
  ends_coupon: z.boolean().describe('the coupon is for periods of another length or money'),
})
const invoice = z.object({
  order_number: z.string(),
  day,
  lines: z.array(z.string()),
  total: amount,
  refunded: amount,
  currency,
  state: z.enum(['paid', 'open', 'failed', 'refunded', 'cancelled']),
  receipt: z.boolean(),
})

export const getSubscription = declareOperation({
  id: 'getSubscription',
  summary: 'A subscription: next charge, use, plans to change to, invoices',
  tag: TAG,
  source: 'S3.4',
  method: 'get',
  path: '/subscriptions/{id}',
  policy,
  params: z.object({ id }),
  output: one(
    summary.extend({
      now: time.describe('by the clock of the store, which may be a test clock'),
      card: z
        .object({
          id: z.string(),
          brand: z.string(),
          last_four: z.string(),
          expiry_month: z.int().nullable(),
          expiry_year: z.int().nullable(),
          expired: z.boolean(),
        })
        .nullable(),
      coming,
      cap: amount.nullable(),
      usage: z.array(subscriptionUsage),
      usage_since: day.describe('since when it counts; while an amount is due: from its period on'),
      usage_cost: amount,
      pending: planOffer.nullable().describe('the plan from the next period on'),
      changes: z.array(change),
      other_currency: currency
        .nullable()
        .describe(
          'the store is charged in this one now: no plan can be changed to, because of use',
        ),
      leaving: z
        .object({
          ends: day.describe('when it is cancelled at the end of its period'),
          refund: amount.describe('when it is removed now'),
          charge: amount.describe(
            'what is charged when it is removed now: use, and days without payment; with tax',
          ),
          charge_currency: currency,
        })
        .nullable(),
      left: z
        .object({
          refund: amount.describe('for the days that were left'),
          charge: amount.describe('one last time, with tax'),
          charge_currency: currency,
        })
        .nullable()
        .describe('what its end gave back and charged; null while it runs'),
      invoices: z.array(invoice),
    }),
  ),
  refusals: ['billing.not_found'],
})

const changed = one(summary)

export const agreeToSubscription = declareOperation({
  id: 'agreeToSubscription',
  summary: 'Agree to what a trial costs from its end on',
  tag: TAG,
  source: 'S3.4',
  method: 'post',
  path: '/subscriptions/{id}/agree',
  policy,
  params: z.object({ id }),
  body: z.object({ amount, day, saved_card_id: id, coupon: couponText.optional() }),
  output: changed,
  refusals: [
    'billing.not_found',
    'billing.not_now',
    'billing.changed',
    'checkout.card_not_found',
    'checkout.address_required',
    'checkout.coupon_invalid',
    'checkout.too_many_attempts',
  ],
})

export const changePlan = declareOperation({
  id: 'changeSubscriptionPlan',
  summary: 'Change to another plan: an upgrade at once, anything else with the next period',
  tag: TAG,
  source: 'S3.4',
  method: 'post',
  path: '/subscriptions/{id}/plan',
  policy,
  idempotency: 'form',
  params: z.object({ id }),
  body: z.object({
    plan: id.describe('the present one takes a pending change back'),
    today: amount.describe('what the owner was shown to be charged today'),
  }),
  output: one(
    z.object({
      subscription: summary,
      order_number: z
        .string()
        .nullable()
        .describe('an order that the owner must pay, because the card was not charged'),
    }),
  ),
  refusals: [
    'billing.not_found',
    'billing.not_now',
    'billing.unpaid',
    'billing.plan_not_found',
    'billing.changed',
  ],
})

export const cancelSubscription = declareOperation({
  id: 'cancelSubscription',
  summary: 'End a subscription with its period, or now with a refund of the days that are left',
  tag: TAG,
  source: 'S3.4',
  method: 'post',
  path: '/subscriptions/{id}/cancel',
  policy,
  idempotency: 'form',
  params: z.object({ id }),
  body: z.object({
    when: z.enum(['period_end', 'now']),
    refund: amount.default(0).describe('what the owner was shown to get back'),
    charge: amount.default(0).describe('what the owner was shown to be charged at most'),
    reason: z.string().trim().max(500).default(''),
  }),
  output: changed,
  refusals: [
    'billing.not_found',
    'billing.not_now',
    'billing.changed',
    'checkout.payment_in_flight',
  ],
})

export const keepSubscription = declareOperation({
  id: 'keepSubscription',
  summary: 'Take back a cancellation whose day has not come',
  tag: TAG,
  source: 'S3.4',
  method: 'post',
  path: '/subscriptions/{id}/keep',
  policy,
  params: z.object({ id }),
  output: changed,
  refusals: ['billing.not_found', 'billing.not_now'],
})

export const setSubscriptionCap = declareOperation({
  id: 'setSubscriptionCap',
  summary: 'The most that use may add to the price in a period',
  tag: TAG,
  source: 'S3.4',
  method: 'put',
  path: '/subscriptions/{id}/cap',
  policy,
  params: z.object({ id }),
  body: z.object({ cap: amount.min(0) }),
  output: changed,
  refusals: ['billing.not_found', 'billing.not_now', 'billing.cap_too_low', 'input.invalid'],
})

export const setSubscriptionCard = declareOperation({
  id: 'setSubscriptionCard',
  summary: 'The saved card that is charged; an open amount is charged at once',
  tag: TAG,
  source: 'S3.4',
  method: 'put',
  path: '/subscriptions/{id}/card',
  policy,
  params: z.object({ id }),
  body: z.object({ saved_card_id: id }),
  output: changed,
  refusals: ['billing.not_found', 'billing.not_now', 'checkout.card_not_found'],
})

export type StartBody = InputParsed<typeof startSubscription>['body']
