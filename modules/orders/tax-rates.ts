import type { Db } from '#db/client.ts'
import { zoneOfCountry } from '#lib/countries.ts'
import { newId } from '#lib/ids.ts'
import type { TaxKind } from '#lib/market.ts'
import { momentIn } from '#lib/time-zone.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { changeTaxKind, findTaxKind } from '#modules/catalog/public.ts'
import { refuse } from './errors.ts'
import {
  deleteTaxRate as deleteContract,
  setItemTaxKind as kindContract,
  listTaxRates as ratesContract,
  setTaxRate as setContract,
} from './operator-contract.ts'

const done = { success: true as const }

const MINUTE_MS = 60_000

/**
 * The next full minute that is some seconds away: orders that are made until then still find the
 * rate before it, also in transactions that run now.
 */
const nextMinute = (now: Date): Date => fullMinute(new Date(now.getTime() + 5_000))

const fullMinute = (at: Date): Date => new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS)

/** The full minute that has begun. */
const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)

/** When a rate begins that was asked for in the words of `setTaxRate`. */
function beginningOf(country: string, from: string | null, now: Date): Date | null {
  if (from === null) return nextMinute(now)
  const at = /(Z|[+-]\d\d:?\d\d)$/.test(from.slice(10))
    ? new Date(from)
    : momentIn(zoneOfCountry(country), from.length === 10 ? `${from}T00:00` : from)
  return at && fullMinute(at)
}

export const listTaxRates = defineOperation({
  ...ratesContract,
  run: async (ctx) => {
    const rates = await listRates(ctx.db)
    const now = ctx.clock.now()
    return {
      rates: rates.map((one) => ({
        id: one.id,
        country: one.country,
        kind: one.kind as TaxKind,
        from: one.valid_from.toISOString(),
        zone: zoneOfCountry(one.country),
        rate: one.rate_bp / 100,
        coming: one.valid_from > now,
        in_force:
          one.valid_from <= now &&
          !rates.some(
            (other) =>
              other.country === one.country &&
              other.kind === one.kind &&
              other.valid_from > one.valid_from &&
              other.valid_from <= now,
          ),
      })),
    }
  },
})

const audit = {
  kind: 'tax_rate',
  id: ({ params }: { params: { country: string } }) => params.country,
  read: (db: ConsoleCtx['db'], country: string) =>
    listRates(db).then((rates) =>
      Object.fromEntries(
        rates
          .filter((one) => one.country === country)
          .map((one) => [`${one.valid_from.toISOString()} ${one.kind}`, one.rate_bp]),
      ),
    ),
}

export const setTaxRate = defineOperation({
  ...setContract,
  audit,
  run: async (ctx, { params: { country }, body: { kind, from, rate } }) => {
    const now = ctx.clock.now()
    const begins =
      from === null && (await canHaveBegun(ctx.db, country, minuteOf(now)))
        ? minuteOf(now)
        : beginningOf(country, from, now)
    if (!begins || (begins <= now && !(await canHaveBegun(ctx.db, country, begins))))
      throw refuse('backoffice.rate_begun', { fields: { from: { code: 'backoffice.rate_begun' } } })
    // A rate to come at the same moment is replaced.
    await ctx.db
      .deleteFrom('tax_rates')
      .where('country', '=', country)
      .where('kind', '=', kind)
      .where('valid_from', '=', begins)
      .execute()
    await ctx.db
      .insertInto('tax_rates')
      .values({
        id: newId('txr'),
        country,
        kind,
        valid_from: begins,
        rate_bp: Math.round(rate * 100),
      })
      .execute()
    return done
  },
})

export const deleteTaxRate = defineOperation({
  ...deleteContract,
  audit,
  run: async (ctx, { params: { country, rate: id } }) => {
    const found = (await listRates(ctx.db)).find((one) => one.country === country && one.id === id)
    if (!found) throw refuse('not_found')
    if (found.valid_from <= ctx.clock.now()) throw refuse('backoffice.rate_begun')
    await ctx.db.deleteFrom('tax_rates').where('id', '=', id).execute()
    return done
  },
})

export const setItemTaxKind = defineOperation({
  ...kindContract,
  audit: { kind: 'item', id: ({ params }) => params.item, read: readKind },
  run: async (ctx, { params, body }) => {
    if (!(await changeTaxKind(ctx.db, params.item, body.kind))) throw refuse('not_found')
    return done
  },
})

async function readKind(db: Db, itemId: string) {
  const kind = await findTaxKind(db, itemId)
  return kind === undefined ? undefined : { tax_kind: kind }
}

/** The first rate of a country may begin in the past, as long as nothing was sold there since. */
async function canHaveBegun(db: Db, country: string, at: Date): Promise<boolean> {
  const { isFree } = await db
    .selectNoFrom((on) =>
      on
        .not(
          on.or([
            on.exists(on.selectFrom('tax_rates').select('id').where('country', '=', country)),
            on.exists(
              on
                .selectFrom('orders')
                .innerJoin('addresses', 'addresses.id', 'orders.address_id')
                .select('orders.id')
                .where('paid_at', '>=', at)
                .where('addresses.country', '=', country),
            ),
          ]),
        )
        .as('isFree'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(isFree)
}

/** Basis points of an invoice country from a moment on (D9); the newest that has begun applies. */
const listRates = (db: Db) =>
  db
    .selectFrom('tax_rates')
    .select(['id', 'country', 'kind', 'valid_from', 'rate_bp'])
    .orderBy('country')
    .orderBy('kind', 'desc')
    .orderBy('valid_from', 'desc')
    .execute()
