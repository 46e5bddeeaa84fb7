import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from './errors.ts'
import {
  deleteTaxRate as deleteContract,
  listTaxRates as ratesContract,
  setTaxRate as setContract,
} from './operator-contract.ts'

const done = { success: true as const }

/** A rate that has begun anywhere on earth cannot change, because orders were priced with it. */
const tomorrow = (now: Date): string =>
  new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)

export const listTaxRates = defineOperation({
  ...ratesContract,
  run: async (ctx) => {
    const rates = await listRates(ctx.db)
    const today = ctx.clock.now().toISOString().slice(0, 10)
    return {
      rates: rates.map((one) => ({
        country: one.country,
        from: one.validFrom,
        rate: one.rateBp / 100,
        coming: one.validFrom > today,
        in_force:
          one.validFrom <= today &&
          !rates.some(
            (other) =>
              other.country === one.country &&
              other.validFrom > one.validFrom &&
              other.validFrom <= today,
          ),
      })),
    }
  },
})

const readRate = (db: ConsoleCtx['db'], country: string) =>
  listRates(db).then((rates) =>
    Object.fromEntries(
      rates.filter((one) => one.country === country).map((one) => [one.validFrom, one.rateBp]),
    ),
  )

const audit = {
  kind: 'tax_rate',
  id: ({ params }: { params: { country: string } }) => params.country,
  read: readRate,
}

export const setTaxRate = defineOperation({
  ...setContract,
  audit,
  run: async (ctx, { params, body }) => {
    if (body.from <= tomorrow(ctx.clock.now()))
      throw refuse('backoffice.day_begun', { fields: { from: { code: 'backoffice.day_begun' } } })
    await saveRate(ctx.db, {
      country: params.country,
      validFrom: body.from,
      rateBp: Math.round(body.rate * 100),
    })
    return done
  },
})

export const deleteTaxRate = defineOperation({
  ...deleteContract,
  audit,
  run: async (ctx, { params }) => {
    if (params.from <= tomorrow(ctx.clock.now())) throw refuse('backoffice.day_begun')
    if (!(await deleteRate(ctx.db, { country: params.country, validFrom: params.from })))
      throw refuse('not_found')
    return done
  },
})

/** Basis points of an invoice country from a day on (D9); the newest one that has begun applies. */
interface TaxRate {
  country: string
  validFrom: string
  rateBp: number
}

const listRates = async (db: Db): Promise<TaxRate[]> =>
  await db
    .selectFrom('tax_rates')
    .select([
      'country',
      'rate_bp as rateBp',
      sql<string>`to_char(valid_from, 'YYYY-MM-DD')`.as('validFrom'),
    ])
    .orderBy('country')
    .orderBy('valid_from', 'desc')
    .execute()

const saveRate = (db: Db, { country, validFrom, rateBp }: TaxRate) =>
  db
    .insertInto('tax_rates')
    .values({ country, valid_from: sql<Date>`${validFrom}::date`, rate_bp: rateBp })
    .onConflict((conflict) =>
      conflict.columns(['country', 'valid_from']).doUpdateSet({ rate_bp: rateBp }),
    )
    .execute()

/** False when there is none. */
const deleteRate = async (
  db: Db,
  { country, validFrom }: Omit<TaxRate, 'rateBp'>,
): Promise<boolean> =>
  (
    await db
      .deleteFrom('tax_rates')
      .where('country', '=', country)
      .where(sql<boolean>`valid_from = ${validFrom}::date`)
      .executeTakeFirst()
  ).numDeletedRows > 0n
