import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

/**
 * Basis points by invoice country, each from a day on (D9); the newest that has begun is in force.
 */
export interface TaxRate {
  country: string
  validFrom: string
  rateBp: number
}

export const listTaxRates = async (db: Db): Promise<TaxRate[]> =>
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

/** Sets what holds in a country from a day on. What orders were priced by stands in them. */
export const setTaxRate = (db: Db, { country, validFrom, rateBp }: TaxRate) =>
  db
    .insertInto('tax_rates')
    .values({ country, valid_from: sql<Date>`${validFrom}::date`, rate_bp: rateBp })
    .onConflict((conflict) =>
      conflict.columns(['country', 'valid_from']).doUpdateSet({ rate_bp: rateBp }),
    )
    .execute()

/** Takes one back. False when there is none. */
export const deleteTaxRate = async (
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
