import { z } from 'zod'
import { amountField } from '#lib/field-schema.ts'
import { amount, currency } from '#lib/wire.ts'
import { confirmed, declareOperation } from '#kernel/operation.ts'
import { operatorRefundReason } from '#modules/orders/contract.ts'
import { REFUND_SIZES } from './rules.ts'

const TAG = 'Operator: money'
const FINANCE = { who: 'operator', roles: ['admin', 'finance'] } as const

const at = z.iso.datetime()
const params = z.object({ order: z.string().max(60).describe('its number') })
const reason = operatorRefundReason.describe(
  'goodwill: of a subscription’s order, which then goes on whatever goes back',
)

const happens = z.object({
  amount: amount.describe('back to the card'),
  net: amount.describe('of the amount, without tax'),
  tax: amount.describe('of the amount'),
  tax_rate: z.number().describe('per cent'),
  surcharge: amount.describe('of the amount: the bank’s for installments, which no invoice names'),
  credit_note: z
    .object({ of: z.string().nullable().describe('number of the invoice; null: not issued yet') })
    .nullable()
    .describe('over net and tax; null when nobody is invoiced'),
  partner: z
    .object({ id: z.string(), name: z.string(), amount: amount.describe('off its balance') })
    .nullable(),
  market: amount.describe('off its share, with the tax on it'),
  rate: z.number().describe('the market’s share of the sale, per cent'),
  taken_before: amount.describe('of the net: what a chargeback took from both before'),
  subscription: z
    .enum(['none', 'goes_on', 'ended_before', 'ends_now', 'ends_when_back'])
    .describe('ends_when_back: when the bank has confirmed, as all of its period has gone back'),
  last_charge: z.object({ amount, currency }).nullable().describe('for what was used until now'),
  use: z.enum(['goes_on', 'ends']),
  installation: z.enum(['none', 'stays', 'removed']),
  ends_at: at.nullable().describe('when use ends and the item is removed; null: at once'),
})

export const previewRefund = declareOperation({
  id: 'previewRefund',
  summary: 'What a refund would do now, to the minor unit; nothing is changed',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/orders/{order}/refund-preview',
  policy: FINANCE,
  params,
  query: z.object({
    size: z.enum(REFUND_SIZES).default('all'),
    amount: z.string().trim().max(20).optional().describe('major units, of a part'),
    line: z.coerce.number().int().min(1).max(100).optional().describe('its place'),
    reason: reason.default('buyer_request'),
    end: z.literal('1').optional().describe('end the subscription too'),
  }),
  output: z.object({
    currency,
    line: z.int().describe('the place of the line'),
    left: amount.describe('of the line: the most that can go back'),
    unused: z
      .object({ amount, days_left: z.int(), days: z.int() })
      .nullable()
      .describe('days of a subscription’s period'),
    can_end: z.boolean().describe('it is of a subscription that runs'),
    is_subscription: z.boolean(),
    earlier: z.array(
      z.object({
        id: z.string(),
        amount,
        state: z.enum(['requested', 'succeeded', 'refused', 'unknown']),
        by: z.string().nullable().describe('an operator’s name'),
        at,
      }),
    ),
    happens: happens.nullable(),
    fault: z
      .enum(['nothing_left', 'too_much', 'amount_invalid', 'whole_only'])
      .nullable()
      .describe('why nothing would happen'),
  }),
  refusals: [],
})

export const refundAnOrder = declareOperation({
  id: 'refundAnOrder',
  summary: 'Give money back, all that is left or a part; the gateway is asked by a worker',
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/operator/orders/{order}/refunds',
  policy: FINANCE,
  params,
  body: z.object({
    amount: amountField(0.001, 10_000_000).nullable().describe('null: all that is left'),
    line: z
      .int()
      .min(1)
      .max(100)
      .nullable()
      .default(null)
      .describe('place of the line; must be named in an order with several'),
    reason,
    ends_subscription: z.boolean().default(false).describe('at once, in the same step'),
    key: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,100}$/)
      .describe('the same again is the same refund'),
    confirmed,
  }),
  output: z.object({
    id: z.string(),
    state: z.enum(['requested', 'succeeded', 'refused', 'unknown']),
  }),
  refusals: ['backoffice.refund_refused', 'checkout.payment_in_flight'],
})

export const listDocuments = declareOperation({
  id: 'listDocuments',
  summary: 'Invoices and credit notes, the newest first; of one store or one partner',
  tag: TAG,
  source: 'D9 D10',
  method: 'get',
  path: '/operator/documents',
  policy: FINANCE,
  query: z.object({
    store: z.string().max(60).optional(),
    partner: z.string().max(60).optional().describe('what its items were sold with'),
    after: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    documents: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        kind: z.enum(['invoice', 'credit_note']),
        order: z.string(),
        store: z.object({ id: z.string(), domain: z.string() }),
        total: amount,
        currency,
        at,
      }),
    ),
    next: z.string().nullable(),
  }),
  refusals: [],
})
