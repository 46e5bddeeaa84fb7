import { partnersWho } from '#kernel/actor.ts'
import { z } from 'zod'
import { amountField, textField } from '#lib/field-schema.ts'
import { CURRENCIES } from '#lib/money.ts'
import { countryCode, day } from '#lib/wire.ts'
import { confirmed, declareOperation } from '#kernel/operation.ts'
import { done } from '#modules/identity/contract.ts'
import { EARNINGS_RULES } from '../rules.ts'
import {
  BATCH_STATES,
  COMPANY_KINDS,
  CONNECTION_STATES,
  IDENTITY_STATES,
  LINE_STATES,
  MISSING_KINDS,
  PAYOUT_CURRENCIES,
  PAYOUT_RULES,
  PROVIDER_NAMES,
  READINESS,
  TRANSFER_FAILURES,
} from './rules.ts'

const TAG = 'Payouts'
const FINANCE = { who: 'operator', roles: ['admin', 'finance'] } as const
const OWN_MONEY = partnersWho('money')

const at = z.iso.datetime()
const id = z.string().max(60)
const next = z.string().nullable()
const after = z.string().max(200).optional().describe('`next` of the page before')
const amount = z.number().describe('major units')
const currency = z.enum(PAYOUT_CURRENCIES)
const named = z.object({ id: z.string(), name: z.string() })
const provider = z.enum(PROVIDER_NAMES)

const connection = z.object({
  state: z.enum(CONNECTION_STATES),
  missing: z.array(z.enum(MISSING_KINDS)).describe('what the provider still asks for'),
  checked_at: at,
})
const account = z.object({
  provider: provider.nullable().describe('null: paid by a bank, to the IBAN'),
  connection: connection.nullable(),
  identity: z.enum(IDENTITY_STATES),
  reason: z.string().nullable().describe('why it was refused'),
  holder: z.string().nullable(),
  iban: z
    .string()
    .nullable()
    .describe('its country and last four characters; null where only the provider knows it'),
  bic: z.string().nullable(),
  country: z.string().nullable(),
  tax_number: z.string().nullable(),
  changed_at: at.nullable(),
  settles_at: at.nullable().describe('nothing is paid to the account before; null once it is over'),
})
const balance = z.object({
  currency: z.enum(CURRENCIES),
  held: amount.describe('of purchases that may still be returned'),
  held_until: at.nullable().describe('when the last of them becomes payable'),
  payable: amount.describe('negative: refunds after a payout; the next one is less'),
  reserved: amount.describe('in batches under way'),
  paid_out: amount,
})
const line = z.object({
  id: z.string(),
  batch: z.object({ id: z.string(), number: z.string(), day, currency }),
  partner: named,
  amount,
  iban: z.string().nullable(),
  provider: provider.nullable().describe('who carries it out; null: a bank, from the file'),
  failure: z.enum(TRANSFER_FAILURES).nullable().describe('why the provider refused it'),
  taken_back: amount.describe('of it, by reversals'),
  state: z.enum(LINE_STATES),
  paid_on: day.nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  statement: z
    .object({ id: z.string(), number: z.string() })
    .nullable()
    .describe('the statement of earnings that shows it'),
})
const batch = z.object({
  id: z.string(),
  number: z.string(),
  currency,
  day,
  state: z.enum(BATCH_STATES),
  lines: z.number().int(),
  total: amount,
  created_at: at,
  created_by: z.string(),
  exported_at: at.nullable(),
  exported_by: z.string().nullable(),
})

export const getPayouts = declareOperation({
  id: 'getPayouts',
  summary: "A partner's balances, account and payouts, the latest first",
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/partners/{partner}/payouts',
  policy: OWN_MONEY,
  params: z.object({ partner: id }),
  query: z.object({ after }),
  output: z.object({
    account,
    ways: z
      .array(
        z.object({
          provider,
          asks_here: z.boolean().describe('our form asks for all; there is no page to go to'),
          countries: z.array(z.string()).nullable().describe('null: any'),
          currencies: z.array(currency),
        }),
      )
      .describe('providers that the partner may choose instead of a bank'),
    balances: z.array(balance),
    payouts: z.array(line),
    next,
  }),
  refusals: [],
})
export const setPayoutAccount = declareOperation({
  id: 'setPayoutAccount',
  summary: 'Say where the partner is paid and who it is; nothing is paid there for three days',
  tag: TAG,
  source: 'D10',
  method: 'put',
  path: '/partners/{partner}/payout-account',
  policy: OWN_MONEY,
  params: z.object({ partner: id }),
  body: z.object({
    holder: textField(PAYOUT_RULES.holder),
    iban: textField(PAYOUT_RULES.iban),
    bic: textField(PAYOUT_RULES.bic),
    country: countryCode,
    tax_number: textField(PAYOUT_RULES.taxNumber),
  }),
  output: done,
  refusals: [],
})

const PROVIDER_REFUSALS = ['payouts.no_provider', 'payouts.provider_away'] as const
const url = z.string().nullable().describe("the provider's page, for one visit within minutes")
export const connectPayoutAccount = declareOperation({
  id: 'connectPayoutAccount',
  summary: 'Be paid to an account at a provider; nothing is paid there for three days',
  tag: TAG,
  source: 'D10',
  method: 'put',
  path: '/partners/{partner}/payout-account/connection',
  policy: OWN_MONEY,
  params: z.object({ partner: id }),
  body: z.object({
    provider,
    holder: textField(PAYOUT_RULES.holder),
    country: countryCode,
    tax_number: textField(PAYOUT_RULES.taxNumber),
    kind: z.enum(COMPANY_KINDS).optional().describe('where the provider asks here'),
    iban: textField({ max: PAYOUT_RULES.iban.max }).optional(),
    phone: textField(PAYOUT_RULES.phone).optional(),
    address: textField(PAYOUT_RULES.address).optional(),
    tax_office: textField(PAYOUT_RULES.taxOffice).optional(),
  }),
  output: z.object({ url }),
  refusals: [...PROVIDER_REFUSALS, 'payouts.provider_refused'],
})
export const continueConnection = declareOperation({
  id: 'continueConnection',
  summary: "A new link to the provider's page, where the partner goes on",
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/partners/{partner}/payout-account/link',
  policy: OWN_MONEY,
  params: z.object({ partner: id }),
  output: z.object({ url }),
  refusals: [...PROVIDER_REFUSALS, 'payouts.provider_refused'],
})
export const checkConnection = declareOperation({
  id: 'checkConnection',
  summary: 'Ask the provider now how the connected account stands',
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/partners/{partner}/payout-account/check',
  policy: OWN_MONEY,
  params: z.object({ partner: id }),
  output: done,
  refusals: [...PROVIDER_REFUSALS],
})

export const listPayoutAccounts = declareOperation({
  id: 'listPayoutAccounts',
  summary: 'Partners with a balance or an account, those that wait for a decision first',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/payout-accounts',
  policy: FINANCE,
  query: z.object({
    state: z.enum(IDENTITY_STATES).optional(),
    partner: z.string().trim().max(80).optional().describe('id, name, or its part of an address'),
  }),
  output: z.object({
    partners: z.array(
      named.extend({ identity: z.enum(IDENTITY_STATES), balances: z.array(balance) }),
    ),
  }),
  refusals: [],
})
export const getPayoutAccount = declareOperation({
  id: 'getPayoutAccount',
  summary: 'What a partner submitted, its balances and payouts',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/payout-accounts/{partner}',
  policy: FINANCE,
  params: z.object({ partner: id }),
  query: z.object({ after }),
  output: z.object({
    partner: named,
    account,
    balances: z.array(balance),
    payouts: z.array(line),
    next,
  }),
  refusals: [],
})
export const decideIdentity = declareOperation({
  id: 'decideIdentity',
  summary: 'Confirm or refuse who a partner says it is',
  tag: TAG,
  source: 'D10',
  method: 'put',
  path: '/operator/payout-accounts/{partner}/identity',
  policy: FINANCE,
  params: z.object({ partner: id }),
  body: z.object({
    identity: z.enum(['confirmed', 'refused']),
    reason: textField({ ...PAYOUT_RULES.reason, required: false, min: 0 }).describe(
      'of a refusal; the partner reads it',
    ),
    changed_at: at.describe('of the account that was looked at'),
  }),
  output: done,
  refusals: ['payouts.changed'],
})

export const listPayoutBatches = declareOperation({
  id: 'listPayoutBatches',
  summary: 'Batches of payouts, the latest first, and who can be paid in a currency',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/payouts',
  policy: FINANCE,
  query: z.object({ currency: currency.optional(), after }),
  output: z.object({
    currency,
    minimum: amount,
    iban: z.string().nullable().describe("the market's account"),
    bic: z.string().nullable(),
    partners: z.array(named.extend({ payable: amount, readiness: z.enum(READINESS) })),
    batches: z.array(batch),
    next,
  }),
  refusals: [],
})
export const setPayoutSettings = declareOperation({
  id: 'setPayoutSettings',
  summary: 'The least that is paid out in a currency, and the account that it is sent from',
  tag: TAG,
  source: 'D10',
  method: 'put',
  path: '/operator/payout-settings/{currency}',
  policy: FINANCE,
  params: z.object({ currency }),
  body: z.object({
    minimum: amountField(0.01, 1_000_000),
    iban: textField({ max: PAYOUT_RULES.iban.max }),
    bic: textField(PAYOUT_RULES.bic),
  }),
  output: done,
  refusals: [],
})
export const createPayoutBatch = declareOperation({
  id: 'createPayoutBatch',
  summary: 'Take what is payable to every partner that is ready into a batch',
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/operator/payouts',
  policy: FINANCE,
  body: z.object({ currency, day: day.describe('on which the bank is to send it'), confirmed }),
  output: z.object({ id: z.string() }),
  refusals: ['payouts.nobody_ready'],
})
export const getPayoutBatch = declareOperation({
  id: 'getPayoutBatch',
  summary: 'A batch of payouts with its lines',
  tag: TAG,
  source: 'D10',
  method: 'get',
  path: '/operator/payouts/{batch}',
  policy: FINANCE,
  params: z.object({ batch: id }),
  output: batch.extend({
    mine: z.boolean().describe('whether the reader created it and another must export it'),
    in_file: z.number().int().describe('open lines that the file for the bank has'),
    at_providers: z.number().int().describe('lines that providers carry out'),
    payouts: z.array(
      line.extend({
        may_pay: z.boolean().describe('an operator may write down that it was sent'),
        may_fail: z.boolean(),
        reversible: amount
          .nullable()
          .describe('what its provider can take back for refunds that came after it'),
      }),
    ),
  }),
  refusals: [],
})
export const exportPayoutBatch = declareOperation({
  id: 'exportPayoutBatch',
  summary: 'The file for the bank; the first time, the batch counts as exported',
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/operator/payouts/{batch}/file',
  idempotency: 'none',
  policy: FINANCE,
  params: z.object({ batch: id }),
  output: z.object({ name: z.string(), type: z.enum(['xml', 'csv']), content: z.string() }),
  refusals: ['payouts.second_person', 'payouts.no_bank', 'payouts.ended'],
})
export const sendPayoutBatch = declareOperation({
  id: 'sendPayoutBatch',
  summary: 'Let the providers carry out their lines of a batch',
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/operator/payouts/{batch}/transfers',
  policy: FINANCE,
  params: z.object({ batch: id }),
  body: z.object({ confirmed }),
  output: done,
  refusals: ['payouts.second_person', 'payouts.ended'],
})
export const reversePayout = declareOperation({
  id: 'reversePayout',
  summary: 'Let the provider take back what refunds after the payout left owing',
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/operator/payouts/{batch}/reversals',
  policy: FINANCE,
  params: z.object({ batch: id }),
  body: z.object({ line: id, confirmed }),
  output: z.object({ id: z.string() }),
  refusals: ['payouts.not_reversible', 'payouts.under_way'],
})
const lineParams = z.object({ batch: id })
const which = id.nullable().describe('null: all lines that are open')
export const payPayoutLines = declareOperation({
  id: 'payPayoutLines',
  summary: 'Write down that the bank sent a line, or all that are open',
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/operator/payouts/{batch}/paid',
  policy: FINANCE,
  params: lineParams,
  body: z.object({
    line: which,
    day,
    reference: textField(EARNINGS_RULES.reference),
    confirmed,
  }),
  output: done,
  refusals: ['payouts.not_exported', 'payouts.ended', 'payouts.with_provider'],
})
export const failPayoutLines = declareOperation({
  id: 'failPayoutLines',
  summary:
    'Write down that a line, or all that are open, were not paid: the amount is payable again',
  tag: TAG,
  source: 'D10',
  method: 'post',
  path: '/operator/payouts/{batch}/failed',
  policy: FINANCE,
  params: lineParams,
  body: z.object({ line: which, reason: textField(PAYOUT_RULES.reason), confirmed }),
  output: done,
  refusals: ['payouts.ended', 'payouts.with_provider'],
})
