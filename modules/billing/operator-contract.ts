import { z } from 'zod'
import { amountField, textField } from '#lib/field-schema.ts'
import { LIST_SORTS } from '#lib/list-sort.ts'
import { amount, currency, day } from '#lib/wire.ts'
import { confirmed, declareOperation } from '#kernel/operation.ts'
import { done } from '#modules/identity/contract.ts'
import { coming, planOffer, SHOWN_STATES, subscriptionUsage } from './contract.ts'
import {
  END_REASONS,
  EVENT_KINDS,
  EXTENDABLE,
  MAIL_KINDS,
  MOST_EXTRA_DAYS,
  NOTE_RULES,
  PLAN_PERIODS,
  SUBSCRIPTION_STATES,
} from './rules.ts'

const TAG = 'Operator: money'
/** Support reads; money is moved by those who answer for it. */
const READ = { who: 'operator', roles: ['admin', 'support', 'finance'] } as const
const WRITE = { who: 'operator', roles: ['admin', 'finance'] } as const

const at = z.iso.datetime()
const id = z.string().max(60)
const named = z.object({ id: z.string(), name: z.string() })
const after = z.string().max(200).optional().describe('`next` of the page before')

/** What lists of the console show of a subscription, without personal data. */
export const subscriptionLine = z.object({
  id: z.string(),
  store: z.object({ id: z.string(), domain: z.string() }),
  item: named,
  plan: z.object({ name: z.string(), period: z.enum(PLAN_PERIODS) }),
  state: z.enum(SHOWN_STATES).describe('`ending`: cancelled, works to the end of its period'),
  currency,
  next: z
    .object({
      day,
      amount: amount.describe('as listed: without use, before a coupon'),
      has_coupon: z.boolean().describe('one takes something off'),
    })
    .nullable()
    .describe('null: nothing is charged any more, or an amount is open'),
  since: at,
  ends: day.nullable(),
  end_reason: z.enum(END_REASONS).nullable(),
  due: z
    .object({
      order: z.string(),
      amount: amount.describe('with tax'),
      currency,
      reason: z.string().nullable().describe('why the last charge failed, by the bank’s code'),
      works_until: day,
    })
    .nullable()
    .describe('an open amount'),
})
export type SubscriptionLine = z.output<typeof subscriptionLine>

export const listAllSubscriptions = declareOperation({
  id: 'listOperatorSubscriptions',
  summary: 'Subscriptions of all stores, the newest first',
  tag: TAG,
  source: 'S3.4 D10',
  method: 'get',
  path: '/operator/subscriptions',
  policy: READ,
  query: z.object({
    q: z
      .string()
      .trim()
      .max(253)
      .optional()
      .describe("an id, or the beginning of a store's domain"),
    state: z
      .enum([...SUBSCRIPTION_STATES, 'unpaid'])
      .optional()
      .describe('`unpaid`: with an open amount'),
    item: id.optional(),
    store: id.optional(),
    partner: id.optional(),
    sort: z.enum(LIST_SORTS).default('newest'),
    after,
  }),
  output: z.object({ subscriptions: z.array(subscriptionLine), next: z.string().nullable() }),
  refusals: [],
})

const timelineEntry = z.object({
  id: z.string(),
  kind: z.enum([...EVENT_KINDS, 'charge_paid', 'charge_waiting']),
  at,
  order: z.string().nullable(),
  amount: amount.nullable(),
  cap: amount.nullable(),
  day: day.nullable().describe('of the next charge, or until when something holds'),
  turn: z.int().nullable().describe('which try of a charge it was'),
  days: z.int().nullable(),
  reason: z.string().nullable().describe('a bank’s code, or why a subscription ended'),
  plan: z.string().nullable(),
  mail: z.enum(MAIL_KINDS).nullable(),
  mail_state: z.enum(['queued', 'sent', 'failed']).nullable(),
  note: z.string().nullable().describe('of whoever did it'),
})
export type TimelineEntry = z.output<typeof timelineEntry>

export const getAnySubscription = declareOperation({
  id: 'getOperatorSubscription',
  summary: 'A subscription with its terms, orders, use and everything that happened to it',
  tag: TAG,
  source: 'S3.4 D10',
  method: 'get',
  path: '/operator/subscriptions/{subscription}',
  policy: READ,
  params: z.object({ subscription: id }),
  output: subscriptionLine.extend({
    partner: named,
    terms: planOffer.describe('as the store agreed to them'),
    version: z.object({ id: z.string(), at }),
    pending: planOffer.nullable().describe('the plan from the next period on'),
    time_zone: z.string(),
    period_no: z.int().describe('0: the trial'),
    period_from: at,
    period_until: at,
    trial_until: at.nullable(),
    agreed_at: at.nullable(),
    cancelled_at: at.nullable(),
    frozen_since: at
      .nullable()
      .describe('the store is closed or the item stopped: nothing is charged'),
    is_test: z.boolean().describe('of a store with a test clock'),
    card: z.object({ brand: z.string(), last_four: z.string(), expired: z.boolean() }).nullable(),
    coming,
    cap: amount.nullable(),
    usage: z.array(subscriptionUsage),
    usage_cost: amount,
    charges_tried: z.int().describe('of the open order'),
    orders: z.array(
      z.object({
        number: z.string(),
        purpose: z.string(),
        period_no: z.int().nullable(),
        lines: z.array(z.string()),
        total: amount,
        refunded: amount,
        currency,
        state: z.string(),
        at,
        documents: z.array(z.string()).describe('numbers of its invoice and credit notes'),
      }),
    ),
    timeline: z.array(timelineEntry).describe('the newest first'),
    can: z.object({
      charge: z.boolean(),
      extend: z.enum(EXTENDABLE).nullable().describe('what `extend` moves'),
      credit: amount.describe('the most that can go back'),
      end: z.boolean(),
      write_off: z.boolean().describe('the open amount of an ended one'),
      refund: amount.describe('of the days that are left, when it ends now'),
    }),
  }),
  refusals: ['billing.not_found'],
})

const params = z.object({ subscription: id })
const note = textField(NOTE_RULES)

export const chargeNow = declareOperation({
  id: 'chargeSubscriptionNow',
  summary: 'Try the charge of an open amount again at once; a worker does it',
  tag: TAG,
  source: 'S3.4 D10',
  method: 'post',
  path: '/operator/subscriptions/{subscription}/charge',
  policy: WRITE,
  params,
  body: z.object({ note, confirmed }),
  output: done,
  refusals: ['billing.not_found', 'billing.not_now', 'billing.charge_useless'],
})

export const extendSubscription = declareOperation({
  id: 'extendSubscription',
  summary: 'Move the end of a trial, a period or the days of grace, without a charge',
  tag: TAG,
  source: 'S3.4 D10',
  method: 'post',
  path: '/operator/subscriptions/{subscription}/extend',
  policy: WRITE,
  params,
  body: z.object({ days: z.coerce.number().int().min(1).max(MOST_EXTRA_DAYS), note, confirmed }),
  output: z.object({ until: day }),
  refusals: ['billing.not_found', 'billing.not_now'],
})

export const creditSubscription = declareOperation({
  id: 'creditSubscription',
  summary: 'Give an amount back from the newest paid orders; the subscription stays as it is',
  tag: TAG,
  source: 'S3.4 D10',
  method: 'post',
  path: '/operator/subscriptions/{subscription}/credit',
  policy: WRITE,
  params,
  body: z.object({
    amount: amountField(0.001, 10_000_000),
    key: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,60}$/)
      .describe('the same again is the same credit'),
    note,
    confirmed,
  }),
  output: done,
  refusals: ['billing.not_found', 'backoffice.refund_refused'],
})

export const endSubscriptionNow = declareOperation({
  id: 'endSubscriptionNow',
  summary: 'End a subscription at once, with or without a refund of the days that are left',
  tag: TAG,
  source: 'S3.4 D10',
  method: 'post',
  path: '/operator/subscriptions/{subscription}/end',
  policy: WRITE,
  params,
  body: z.object({ refund: z.boolean(), note, confirmed }),
  output: done,
  refusals: ['billing.not_found', 'billing.not_now', 'checkout.payment_in_flight'],
})

export const writeOffSubscription = declareOperation({
  id: 'writeOffSubscription',
  summary: 'Give up what an ended subscription still owes: the store may subscribe again',
  tag: TAG,
  source: 'S3.4 D10',
  method: 'post',
  path: '/operator/subscriptions/{subscription}/write-off',
  policy: WRITE,
  params,
  body: z.object({ note, confirmed }),
  output: done,
  refusals: ['billing.not_found', 'billing.not_now', 'checkout.payment_in_flight'],
})
