import { z } from 'zod'
import { day } from '#lib/wire.ts'
import { CURRENCIES } from '#lib/currencies.ts'
import { amountField } from '#lib/field-schema.ts'
import { declareOperation } from '#kernel/operation.ts'

const TAG = 'Operator: money'
const FINANCE = { who: 'operator', roles: ['admin', 'finance'] } as const
const currency = z.enum(CURRENCIES)
const done = z.object({ success: z.literal(true) })

/** Rates of a currency that the screen shows. */
export const RATES_SHOWN = 60

export const getCurrencies = declareOperation({
  id: 'getCurrencies',
  summary: 'Currencies of the market: how converted prices are rounded, and the rates in force',
  tag: TAG,
  source: 'D27',
  method: 'get',
  path: '/operator/currencies',
  policy: FINANCE,
  query: z.object({ currency: currency.optional().describe('whose rates to list') }),
  output: z.object({
    currencies: z.array(
      z.object({
        code: currency,
        used: z.boolean(),
        step: z.number().describe('converted prices are multiples of it, in major units'),
        ending: z.number().describe('plus this'),
        per_euro: z.string(),
        day: day.nullable().describe('from which the rate holds; null of the euro'),
      }),
    ),
    rates: z
      .array(
        z.object({
          day,
          per_euro: z.string(),
          source: z.enum(['initial', 'operator', 'ecb']),
          entered_at: z.iso.datetime(),
        }),
      )
      .describe('of the asked currency, the newest first'),
  }),
  refusals: [],
})

export const saveCurrency = declareOperation({
  id: 'saveCurrency',
  summary: 'Use a currency, or no longer, and round what is converted into it',
  tag: TAG,
  source: 'D27',
  method: 'put',
  path: '/operator/currencies/{currency}',
  policy: FINANCE,
  params: z.object({ currency }),
  body: z.object({
    used: z.boolean(),
    step: amountField(0.001, 10_000).describe('in major units'),
    ending: amountField(0, 10_000).describe('below the step: 0.90 of a step of 1'),
  }),
  output: done,
  refusals: ['backoffice.rate_missing', 'backoffice.currency_needed'],
})

export const saveExchangeRate = declareOperation({
  id: 'saveExchangeRate',
  summary: 'What one euro costs in a currency from a day on',
  tag: TAG,
  source: 'D27',
  method: 'put',
  path: '/operator/currencies/{currency}/rates/{day}',
  policy: FINANCE,
  params: z.object({ currency, day }),
  body: z.object({
    per_euro: z.string().trim().max(20).describe('a decimal: 48.2150'),
    confirmed: z
      .boolean()
      .default(false)
      .describe(
        'needed where it is more than a fifth off the rate in force, which is often a typing error',
      ),
  }),
  output: done,
  refusals: [],
})
