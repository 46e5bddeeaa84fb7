import type { Db } from '#db/client.ts'
import { toMajor, toMinor } from '#lib/money.ts'
import { latinDigits } from '#lib/text.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { personOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { isDefaultCurrency } from '#modules/stores/platforms/public.ts'
import * as contract from './contract.ts'
import {
  findCurrency,
  hasRate,
  listMarketCurrencies,
  listRates,
  saveCurrency as writeCurrency,
  saveRates,
} from './data.ts'
import { isRate } from './ecb-rates.ts'
import { refuse } from './errors.ts'

const done = { success: true as const }

export const getCurrencies = defineOperation({
  ...contract.getCurrencies,
  run: async (ctx, { query }) => {
    const [currencies, rates] = await Promise.all([
      listMarketCurrencies(ctx.db),
      query.currency ? listRates(ctx.db, query.currency, contract.RATES_SHOWN) : [],
    ])
    return {
      currencies: currencies.map((one) => ({
        code: one.code,
        used: one.isUsed,
        step: toMajor(one.stepMinor, one.code),
        ending: toMajor(one.endingMinor, one.code),
        per_euro: String(Number(one.perEuro)),
        day: one.day,
      })),
      rates: rates.map((one) => ({
        day: one.day,
        per_euro: one.perEuro,
        source: one.source as 'operator',
        entered_at: one.entered_at.toISOString(),
      })),
    }
  },
})

const refuseFields = (fields: Record<string, FieldMessage>) => refuse('input.invalid', { fields })

const audit = {
  kind: 'currency',
  id: ({ params }: { params: { currency: string } }) => params.currency,
  read: findCurrency,
}

export const saveCurrency = defineOperation({
  ...contract.saveCurrency,
  audit,
  run: async (ctx, { params: { currency: code }, body }) => {
    const [stepMinor, endingMinor] = [toMinor(body.step, code), toMinor(body.ending, code)]
    if (stepMinor === null) throw refuseFields({ step: { code: 'field.invalid' } })
    if (endingMinor === null || endingMinor >= stepMinor)
      throw refuseFields({ ending: { code: 'field.invalid' } })
    // The database refuses it, too: whatever is sold must have a price in every currency.
    if (!(await hasRate(ctx.db, code)))
      throw refuse('backoffice.rate_missing', {
        params: { currency: code },
        fields: { currency: { code: 'backoffice.rate_missing', params: { currency: code } } },
      })
    if (!body.used && (await isDefaultCurrency(ctx.db, code)))
      throw refuse('backoffice.currency_needed', { params: { currency: code } })
    await writeCurrency(ctx.db, { code, isUsed: body.used, stepMinor, endingMinor })
    return done
  },
})

/** More than a fifth up or down: stores pay and subscribe at this rate at once. */
const isJump = (before: number, now: number): boolean => now > before * 1.2 || now * 1.2 < before

/** `id`: currency and day. */
const readRate = async (db: Db, id: string) => {
  const [currency = '', day] = id.split(' ')
  const found = (await listRates(db, currency, 1, day)).find((one) => one.day === day)
  return found ? { per_euro: found.perEuro, source: found.source } : null
}

export const saveExchangeRate = defineOperation({
  ...contract.saveExchangeRate,
  audit: {
    kind: 'exchange_rate',
    id: ({ params }) => `${params.currency} ${params.day}`,
    read: readRate,
  },
  run: async (ctx, { params: { currency, day }, body }) => {
    const now = ctx.clock.now()
    const perEuro = latinDigits(body.per_euro).replace(/[٫,]/, '.')
    if (!isRate(perEuro)) throw refuseFields({ per_euro: { code: 'field.rate' } })
    if (day > now.toISOString().slice(0, 10)) throw refuseFields({ day: { code: 'field.future' } })
    if (currency === 'EUR') throw refuseFields({ currency: { code: 'field.invalid' } })
    const [before] = await listRates(ctx.db, currency, 1, day)
    if (before && !body.confirmed && isJump(Number(before.perEuro), Number(perEuro)))
      throw refuseFields({
        confirmed: { code: 'field.rate_jump', params: { before: before.perEuro } },
      })
    await saveRates(ctx.db, [{ currency, day, perEuro }], {
      source: 'operator',
      by: personOf(ctx).id,
      at: now,
    })
    return done
  },
})
