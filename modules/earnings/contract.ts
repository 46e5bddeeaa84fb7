import { partnersWho } from '#kernel/actor.ts'
import { z } from 'zod'
import { day } from '#lib/wire.ts'
import { amountField, hundredths, textField } from '#lib/field-schema.ts'
import { MARKETS } from '#lib/market.ts'
import { CURRENCIES } from '#lib/money.ts'
import { declareOperation } from '#kernel/operation.ts'
import { confirmed } from '#kernel/operation.ts'
import { done } from '#modules/identity/contract.ts'
import { EARNINGS_RULES, ENTRY_KINDS } from './rules.ts'

const TAG = 'Earnings'
const FINANCE = { who: 'operator', roles: ['admin', 'finance'] } as const
const OWN_MONEY = partnersWho('money')

const at = z.iso.datetime()
const id = z.string().max(60)
const next = z.string().nullable()
const after = z.string().max(200).optional().describe('`next` of the page before')
const currency = z.enum(CURRENCIES)
/** Major units with at most two decimals, as they change the partner's balance. */
const amount = z.number()
const percent = hundredths(0, 100)

const sums = z.object({
  currency,
  opening: amount,
  sales: amount.describe("without the buyer's tax"),
  refunds: amount,
  commission: amount,
  tax: amount.describe('on the commission'),
  adjustments: amount,
  paid_out: amount,
  closing: amount,
})
const line = z.object({
  id: z.string(),
  number: z.string(),
  month: day.describe('its first day'),
  currency,
  closing: amount,
  closed_at: at,
  state: z
    .enum(['due', 'paid', 'carried', 'settled'])
    .describe('due: to be paid out; carried: stands in the next one; settled: nothing is due'),
  paid: z.object({ on: day, reference: z.string() }).nullable(),
})
const entry = z.object({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  at,
  order: z.string().nullable(),
  item: z.string().nullable(),
  rate: z.number().nullable().describe("the market's share, per cent"),
  net: amount,
  commission: amount,
  tax: amount,
  amount,
  reason: z.string().nullable(),
  reference: z.string().nullable(),
})
const statement = line.extend(sums.shape).extend({
  partner: z.object({ id: z.string(), name: z.string() }),
  entries: z.array(entry),
  next,
})
const file = z.object({ name: z.string(), csv: z.string() })

export const listEarnings = declareOperation({
  id: 'listEarnings',
  summary: "A partner's statements of earnings, the latest first, and what has come since",
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/partners/{partner}/earnings',
  policy: OWN_MONEY,
  params: z.object({ partner: id }),
  query: z.object({ after }),
  output: z.object({ open: z.array(sums), statements: z.array(line), next }),
  refusals: [],
})
export const getEarnings = declareOperation({
  id: 'getEarnings',
  summary: 'A statement of earnings and what it is made of',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/partners/{partner}/earnings/{statement}',
  policy: OWN_MONEY,
  params: z.object({ partner: id, statement: id }),
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional()
      .describe('`next` of the page before'),
  }),
  output: statement,
  refusals: [],
})
export const getEarningsFile = declareOperation({
  id: 'getEarningsFile',
  summary: 'A statement of earnings for a spreadsheet',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/partners/{partner}/earnings/{statement}/file',
  policy: OWN_MONEY,
  params: z.object({ partner: id, statement: id }),
  output: file,
  refusals: [],
})

export const listAllEarnings = declareOperation({
  id: 'listAllEarnings',
  summary: 'Statements of earnings of all partners, the latest first',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/earnings',
  policy: FINANCE,
  query: z.object({
    state: z.enum(['due']).optional(),
    partner: z.string().trim().max(80).optional().describe('id, name, or its part of an address'),
    after,
  }),
  output: z.object({
    statements: z.array(line.extend({ partner: z.object({ id: z.string(), name: z.string() }) })),
    next,
    open: z.array(sums).describe('of the one partner that was asked for'),
  }),
  refusals: [],
})
export const getAnyEarnings = declareOperation({
  id: 'getAnyEarnings',
  summary: 'A statement of earnings and what it is made of',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/earnings/{statement}',
  policy: FINANCE,
  params: z.object({ statement: id }),
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
  }),
  output: statement,
  refusals: [],
})
export const getAnyEarningsFile = declareOperation({
  id: 'getAnyEarningsFile',
  summary: 'A statement of earnings for a spreadsheet',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/earnings/{statement}/file',
  policy: FINANCE,
  params: z.object({ statement: id }),
  output: file,
  refusals: [],
})

const given = amountField(-10_000_000, 10_000_000)

export const adjustEarnings = declareOperation({
  id: 'adjustEarnings',
  summary: "Add to a partner's balance, or take from it, with a reason that the partner reads",
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/operator/earnings',
  policy: FINANCE,
  body: z.object({
    partner: textField(EARNINGS_RULES.who),
    currency,
    amount: given.refine((value) => value !== 0),
    reason: textField(EARNINGS_RULES.reason),
    confirmed,
  }),
  output: z.object({ id: z.string() }),
  refusals: [],
})
export const payEarnings = declareOperation({
  id: 'payEarnings',
  summary: 'Write down that what a statement left was sent to the partner',
  tag: TAG,
  source: 'D10',
  method: 'put',
  path: '/operator/earnings/{statement}/payout',
  policy: FINANCE,
  params: z.object({ statement: id }),
  body: z.object({ day, reference: textField(EARNINGS_RULES.reference), confirmed }),
  output: done,
  refusals: ['earnings.not_due', 'payouts.not_confirmed', 'payouts.under_way'],
})
export const noteChargeback = declareOperation({
  id: 'noteChargeback',
  summary:
    'Write down that a bank took a payment back: the shares of the sale are reversed, and a subscription ends',
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/operator/orders/{order}/chargebacks',
  policy: FINANCE,
  params: z.object({ order: id.describe('its number') }),
  body: z.object({
    amount: amountField(0.001, 10_000_000)
      .nullable()
      .describe("of the buyer's money; null: all that is left"),
    reference: textField(EARNINGS_RULES.reference),
    confirmed,
  }),
  output: z.object({ id: z.string() }),
  refusals: ['earnings.nothing_left', 'checkout.payment_in_flight'],
})

export const listShareRules = declareOperation({
  id: 'listShareRules',
  summary: "The market's share of sales by day, the latest first",
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/share-rules',
  policy: FINANCE,
  output: z.object({
    rules: z.array(
      z.object({
        id: z.string(),
        partner: z.object({ id: z.string(), name: z.string() }).nullable(),
        market: z.enum(MARKETS).nullable(),
        from: day,
        rate: z.number().nullable().describe('per cent; null: the wider rule holds again'),
        state: z.enum(['coming', 'in_force', 'past']),
        set_by: z.string().nullable(),
      }),
    ),
  }),
  refusals: [],
})
export const setShareRule = declareOperation({
  id: 'setShareRule',
  summary: 'What share holds from a day on',
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/operator/share-rules',
  policy: FINANCE,
  body: z.object({
    partner: z.string().trim().max(80).nullable(),
    market: z.enum(MARKETS).nullable(),
    from: day,
    rate: percent
      .nullable()
      .describe('per cent of the net price; null: the wider rule holds again'),
  }),
  output: z.object({ id: z.string() }),
  refusals: ['earnings.day_begun', 'earnings.rule_there'],
})
export const deleteShareRule = declareOperation({
  id: 'deleteShareRule',
  summary: 'Take a rule back that has not begun',
  tag: TAG,
  source: 'D10',
  method: 'delete',
  path: '/operator/share-rules/{rule}',
  policy: FINANCE,
  params: z.object({ rule: id }),
  output: done,
  refusals: ['earnings.rule_begun'],
})
