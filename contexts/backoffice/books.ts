import { toMajor } from '#lib/money.ts'
import { pageOf } from '#lib/page-key.ts'
import { deleteTaxRate as deleteRate, handleDifference, listTaxRates as listRates, setTaxRate as setRate } from '../checkout/public.ts'
import { personOf, type ConsoleCtx } from '../console.ts'
import { implementConsole } from '../people/public.ts'
import { refuse } from './errors.ts'
import {
  deleteTaxRate as deleteContract, listDifferences as differencesContract, listTaxRates as ratesContract, setTaxRate as setContract, settleDifference as settleContract,
} from './money-contract.ts'
import { listComparedDays, listDifferenceRows, readDifference } from './money-data.ts'
import { keyOf, PAGE } from './page-keys.ts'

const done = { success: true as const }
/** A rate that has begun somewhere on earth is not touched: orders were priced by it. */
const tomorrow = (now: Date): string => new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)

export const listTaxRates = implementConsole(ratesContract, null, async ctx => {
  const rates = await listRates(ctx.db)
  const today = ctx.clock.now().toISOString().slice(0, 10)
  return { rates: rates.map(one => ({
    country: one.country, from: one.validFrom, rate: one.rateBp / 100, coming: one.validFrom > today,
    in_force: one.validFrom <= today && !rates.some(other => other.country === one.country && other.validFrom > one.validFrom && other.validFrom <= today),
  })) }
})

const readRate = (db: ConsoleCtx['db'], country: string) => listRates(db).then(rates => Object.fromEntries(rates.filter(one => one.country === country).map(one => [one.validFrom, one.rateBp])))
const audit = { kind: 'tax_rate', id: ({ params }: { params: { country: string } }) => params.country, read: readRate }

export const setTaxRate = implementConsole(setContract, { audit }, async (ctx, { params, body }) => {
  if (body.from <= tomorrow(ctx.clock.now())) throw refuse('backoffice.day_begun', { fields: { from: { code: 'backoffice.day_begun' } } })
  await setRate(ctx.db, { country: params.country, validFrom: body.from, rateBp: Math.round(body.rate * 100) })
  return done
})

export const deleteTaxRate = implementConsole(deleteContract, { audit }, async (ctx, { params }) => {
  if (params.from <= tomorrow(ctx.clock.now())) throw refuse('backoffice.day_begun')
  if (!await deleteRate(ctx.db, { country: params.country, validFrom: params.from })) throw refuse('not_found')
  return done
})

const sum = (minor: number | null, currency: string | null) => (minor === null || currency === null ? null : { amount: toMajor(minor), currency })

export const listDifferences = implementConsole(differencesContract, null, async (ctx, { query }) => {
  const [found, compared] = await Promise.all([listDifferenceRows(ctx.db, { state: query.state ?? null, after: keyOf(query.after), most: PAGE + 1 }), listComparedDays(ctx.db)])
  const { rows, next } = pageOf(found, PAGE, row => ({ at: row.found_at, id: row.id }))
  return {
    differences: rows.map(row => ({
      id: row.id, gateway: row.gateway, day: row.on_day, kind: row.kind, order: row.order_number, reference: row.gateway_ref, ours: sum(row.ours_minor, row.ours_currency), theirs: sum(row.theirs_minor, row.theirs_currency),
      state: row.state as 'open', note: row.note, handled_by: row.handled_by, found_at: row.found_at.toISOString(), handled_at: row.handled_at?.toISOString() ?? null,
    })),
    next, compared,
  }
})

export const settleDifference = implementConsole(settleContract, { audit: { kind: 'difference', id: ({ params }) => params.difference, read: readDifference } }, async (ctx, { params, body }) => {
  if (!await readDifference(ctx.db, params.difference)) throw refuse('not_found')
  if (!await handleDifference(ctx.db, params.difference, { ...body, by: personOf(ctx).id }, ctx.clock.now())) throw refuse('backoffice.settled_already')
  return done
})
