import { z } from 'zod'
import { amountField, hundredths, textField } from '#lib/field-schema.ts'
import { COUPON_KINDS, MOST_COUPON_PERIODS, MARKETS, TAX_KINDS } from '#lib/market.ts'
import { CURRENCIES } from '#lib/money.ts'
import { LIST_SORTS } from '#lib/list-sort.ts'
import { countryCode, day, fileAnswer } from '#lib/wire.ts'
import { declareOperation } from '#kernel/operation.ts'
import { done } from '#modules/identity/contract.ts'
import {
  ORDER_STATES,
  REFUND_REQUEST_REASONS,
  REFUND_REQUEST_RULES,
  REFUND_REQUEST_STATES,
  RESOLUTION_NOTE_RULES,
  TAX_EXEMPTIONS,
} from './rules.ts'

const TAG = 'Operator: money'

const FINANCE = { who: 'operator', roles: ['admin', 'finance'] } as const

const at = z.iso.datetime()

const next = z.string().nullable()

const after = z.string().max(200).optional().describe('`next` of the page before')

const currency = z.enum(CURRENCIES)

/** Major units. */
const amount = z.number()

const given = amountField(0.001, 10_000_000)

const orderLine = z.object({
  number: z.string(),
  state: z.enum(ORDER_STATES),
  item: z.object({ id: z.string(), name: z.string() }),
  items: z.int().describe('how many it sells; `item` is the first'),
  store: z.object({ id: z.string(), domain: z.string() }),
  total: amount,
  refunded: amount,
  currency,
  created_at: at,
  paid_at: at.nullable(),
})

export const listOrders = declareOperation({
  id: 'listOperatorOrders',
  summary: 'Orders of all stores, the newest first',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/orders',
  policy: FINANCE,
  query: z.object({
    q: z
      .string()
      .trim()
      .max(253)
      .optional()
      .describe("a number, or the beginning of a store's domain"),
    state: z
      .enum([...ORDER_STATES, 'refund_asked'])
      .optional()
      .describe('refund_asked: the store waits for an answer to its request'),
    item: z.string().max(60).optional(),
    store: z.string().max(60).optional(),
    sort: z.enum(LIST_SORTS).default('newest'),
    after,
  }),
  output: z.object({ orders: z.array(orderLine), next }),
  refusals: [],
})

export const getOrder = declareOperation({
  id: 'getOperatorOrder',
  summary: 'An order with its payments, refunds, documents and everything that happened to it',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/orders/{order}',
  policy: FINANCE,
  params: z.object({ order: z.string().max(60).describe('its number') }),
  output: orderLine.extend({
    subtotal: amount,
    discount: amount,
    tax: amount,
    tax_rate: z.number().describe('per cent'),
    tax_exemption: z.enum(TAX_EXEMPTIONS).nullable(),
    coupon: z.string().nullable(),
    refund_request: z
      .object({
        reason: z.enum(REFUND_REQUEST_REASONS),
        text: z.string(),
        state: z.enum(REFUND_REQUEST_STATES),
        at,
        answer: z.string().nullable(),
        decided_at: at.nullable(),
      })
      .nullable()
      .describe('of the store'),
    left: amount.describe('of the payment that has not gone back and is not on its way'),
    lines: z.array(
      z.object({
        id: z.string().describe('its place'),
        item: z.object({ id: z.string(), name: z.string() }),
        total: amount,
        tax_rate: z.number().describe('per cent'),
        refunded: amount,
        left: amount.describe('of what was charged for it, as of the payment'),
      }),
    ),
    attempts: z.array(
      z.object({
        id: z.string(),
        gateway: z.string(),
        state: z.string(),
        amount,
        card: z.string().nullable(),
        reason: z.string().nullable(),
        at,
      }),
    ),
    refunds: z.array(
      z.object({
        id: z.string(),
        state: z.enum(['requested', 'succeeded', 'refused', 'unknown']),
        amount,
        reason: z.string(),
        refusal: z.string().nullable(),
        asked_by: z.string(),
        at,
      }),
    ),
    documents: z.array(
      z.object({ number: z.string(), kind: z.enum(['invoice', 'credit_note']), total: amount, at }),
    ),
    events: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        from: z.string().nullable(),
        to: z.string().nullable(),
        facts: z.record(z.string(), z.unknown()),
        at,
      }),
    ),
  }),
  refusals: [],
})

export const fetchOrderDocument = declareOperation({
  id: 'fetchOrderDocument',
  idempotency: 'none',
  summary: 'An invoice or credit note of an order, as a PDF; whoever takes it stands in the log',
  tag: TAG,
  source: 'D9 D10 D23',
  method: 'post',
  path: '/operator/orders/{order}/documents/{document}',
  policy: FINANCE,
  params: z.object({
    order: z.string().max(60).describe('its number'),
    document: z.string().regex(/^[A-Za-z0-9-]{1,40}$/),
  }),
  output: fileAnswer,
  file: true,
  refusals: [],
})

export const declineRefundRequest = declareOperation({
  id: 'declineRefundRequest',
  summary: 'Decline what a store asked for, and say why; a refund grants it',
  tag: TAG,
  source: 'D10',
  method: 'put',
  path: '/operator/orders/{order}/refund-request/declined',
  policy: FINANCE,
  params: z.object({ order: z.string().max(60).describe('its number') }),
  body: z.object({ answer: textField(REFUND_REQUEST_RULES.answer) }),
  output: done,
  refusals: ['backoffice.refund_decided'],
})

const coupon = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.enum(COUPON_KINDS),
  value: z.number().describe('per cent, or major units'),
  currency: currency.nullable(),
  market: z.enum(MARKETS).nullable(),
  item: z.object({ id: z.string(), name: z.string() }).nullable(),
  partner: z.object({ id: z.string(), name: z.string() }).nullable(),
  valid_from: at,
  valid_until: at.nullable(),
  total_limit: z.int().nullable(),
  store_limit: z.int().nullable(),
  first_purchase: z.boolean(),
  periods: z.int().nullable().describe('of a subscription; null: every one'),
  active: z.boolean(),
  used: z.int(),
  now: z.boolean().describe('can be used at this moment'),
})

export const listCoupons = declareOperation({
  id: 'listCoupons',
  summary: 'Coupons, the newest first',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/coupons',
  policy: FINANCE,
  query: z.object({
    q: z.string().trim().max(64).optional().describe('a code'),
    state: z.enum(['active', 'ended']).optional(),
    after,
  }),
  output: z.object({ coupons: z.array(coupon), next }),
  refusals: [],
})

export const createCoupon = declareOperation({
  id: 'createCoupon',
  summary: 'A new coupon; without a code it gets one that nobody guesses',
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/operator/coupons',
  policy: FINANCE,
  body: z.object({
    code: z.string().trim().max(64).default(''),
    kind: z.enum(COUPON_KINDS),
    value: given,
    currency: currency.nullable(),
    market: z.enum(MARKETS).nullable(),
    item: z.string().trim().toLowerCase().max(200).nullable().describe('its slug'),
    valid_from: z.iso.datetime({ offset: true }).nullable(),
    valid_until: z.iso.datetime({ offset: true }).nullable(),
    total_limit: z.coerce.number().int().min(1).max(1_000_000).nullable(),
    store_limit: z.coerce.number().int().min(1).max(1000).nullable(),
    first_purchase: z.boolean(),
    periods: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_COUPON_PERIODS)
      .nullable()
      .default(1)
      .describe('how many periods of a subscription it takes off; null: every one'),
  }),
  output: z.object({ id: z.string(), code: z.string() }),
  refusals: ['backoffice.code_taken'],
})

export const changeCoupon = declareOperation({
  id: 'changeCoupon',
  summary: 'End a coupon, let it begin again, or move its end and its limit',
  tag: TAG,
  source: 'D10',
  method: 'put',
  path: '/operator/coupons/{coupon}',
  policy: FINANCE,
  params: z.object({ coupon: z.string().max(60) }),
  body: z.object({
    active: z.boolean(),
    valid_until: z.iso.datetime({ offset: true }).nullable(),
    total_limit: z.coerce.number().int().min(1).max(1_000_000).nullable(),
  }),
  output: done,
  refusals: [],
})

const taxKind = z
  .enum(TAX_KINDS)
  .describe('which of the rates of the country; items are taxed with the standard one by default')

const rate = z.object({
  id: z.string(),
  country: z.string(),
  kind: taxKind,
  from: at,
  zone: z.string().describe("the country's time zone"),
  rate: z.number().describe('per cent'),
  in_force: z.boolean(),
  coming: z.boolean(),
})

const country = z.string().trim().toUpperCase().pipe(countryCode)

export const listTaxRates = declareOperation({
  id: 'listTaxRates',
  summary: 'Tax rates by invoice country and kind, each from a moment on',
  tag: TAG,
  source: 'D9',
  method: 'get',
  path: '/operator/tax-rates',
  policy: FINANCE,
  output: z.object({ rates: z.array(rate) }),
  refusals: [],
})

export const setTaxRate = declareOperation({
  id: 'setTaxRate',
  summary: 'What holds in a country from now on, or from a moment to come',
  tag: TAG,
  source: 'D9',
  method: 'put',
  path: '/operator/tax-rates/{country}',
  policy: { who: 'operator', roles: ['admin', 'finance'] },
  params: z.object({ country }),
  body: z.object({
    kind: taxKind.default('standard'),
    from: z
      .union([day, z.iso.datetime({ local: true, offset: true })])
      .nullable()
      .describe(
        'a day, which begins at midnight in the country; a time there, or one with an offset; null: the next minute, at once for the first rate of a country',
      ),
    rate: hundredths(0, 100),
  }),
  output: done,
  refusals: ['backoffice.rate_begun'],
})

export const deleteTaxRate = declareOperation({
  id: 'deleteTaxRate',
  summary: 'Take a rate back that has not begun',
  tag: TAG,
  source: 'D9',
  method: 'delete',
  path: '/operator/tax-rates/{country}/{rate}',
  policy: FINANCE,
  params: z.object({ country, rate: z.string().max(60) }),
  output: done,
  refusals: ['backoffice.rate_begun'],
})

export const setItemTaxKind = declareOperation({
  id: 'setItemTaxKind',
  summary: "Which of a country's rates an item is taxed with, in orders from now on",
  tag: TAG,
  source: 'D9',
  method: 'put',
  path: '/operator/items/{item}/tax-kind',
  policy: FINANCE,
  params: z.object({ item: z.string().max(60) }),
  body: z.object({ kind: taxKind }),
  output: done,
  refusals: [],
})

export const getTaxReport = declareOperation({
  id: 'getTaxReport',
  summary: 'Tax of a period by country and rate: documents, net and tax, and what was credited',
  tag: TAG,
  source: 'D9',
  method: 'get',
  path: '/operator/tax-report',
  policy: FINANCE,
  query: z.object({
    from: day.optional().describe('by the day of issue; the first of the month of `to`'),
    to: day.optional().describe('the last day; today'),
  }),
  output: z.object({
    from: day,
    to: day,
    lines: z.array(
      z.object({
        country: z.string().nullable().describe('of the buyer; null: old documents name none'),
        currency,
        rate: z.number().describe('per cent'),
        exemption: z.enum(TAX_EXEMPTIONS).nullable(),
        invoices: z.int(),
        net: amount,
        tax: amount,
        credit_notes: z.int(),
        credited_net: amount,
        credited_tax: amount,
        net_left: amount.describe('invoices less credit notes'),
        tax_left: amount,
      }),
    ),
    reverse_charge: z
      .array(
        z.object({
          invoice: z.string(),
          day: day.describe('of issue'),
          country: z.string().nullable(),
          vat_id: z.string().nullable(),
          consultation: z
            .string()
            .nullable()
            .describe('number of the consultation of the VAT service: the proof that it confirmed'),
          confirmed_on: day.nullable(),
          net: amount,
          currency,
        }),
      )
      .describe('invoices without tax because the buyer owes it, at most 5,000'),
  }),
  refusals: [],
})

export const listDifferences = declareOperation({
  id: 'listDifferences',
  summary: "Where the gateway's book and ours say different things",
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/differences',
  policy: FINANCE,
  query: z.object({ state: z.enum(['open', 'explained', 'resolved']).optional(), after }),
  output: z.object({
    differences: z.array(
      z.object({
        id: z.string(),
        gateway: z.string(),
        day,
        kind: z.string(),
        order: z.string().nullable(),
        reference: z.string().nullable(),
        ours: z.object({ amount, currency: z.string() }).nullable(),
        theirs: z.object({ amount, currency: z.string() }).nullable(),
        state: z.enum(['open', 'explained', 'resolved']),
        note: z.string().nullable(),
        handled_by: z.string().nullable(),
        found_at: at,
        handled_at: at.nullable(),
      }),
    ),
    next,
    compared: z
      .array(z.object({ gateway: z.string(), day }))
      .describe('the last day whose books were held side by side'),
  }),
  refusals: [],
})

export const settleDifference = declareOperation({
  id: 'settleDifference',
  summary: 'Say what a difference was',
  tag: TAG,
  source: 'D10',
  method: 'put',
  path: '/operator/differences/{difference}',
  policy: FINANCE,
  params: z.object({ difference: z.string().max(60) }),
  body: z.object({
    state: z.enum(['explained', 'resolved']),
    note: textField(RESOLUTION_NOTE_RULES),
  }),
  output: done,
  refusals: ['backoffice.settled_already'],
})
