import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Currency } from '#lib/currencies.ts'

export interface MarketCurrency {
  code: Currency
  isUsed: boolean
  stepMinor: number
  endingMinor: number
  /** The newest rate; '1' of the euro itself. */
  perEuro: string
  /** From which day on; null of the euro. */
  day: string | null
}

/** The market's currencies with their rates in force, those that are no longer used included. */
export const listMarketCurrencies = async (db: Db): Promise<MarketCurrency[]> =>
  (
    await db
      .selectFrom('currencies')
      .leftJoinLateral(
        (on) =>
          on
            .selectFrom('exchange_rates')
            .select(['per_euro', sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day')])
            .whereRef('currency', '=', 'currencies.code')
            .orderBy('exchange_rates.day', 'desc')
            .limit(1)
            .as('newest'),
        (join) => join.onTrue(),
      )
      .select([
        'code',
        'is_used as isUsed',
        'step_minor as stepMinor',
        'ending_minor as endingMinor',
        sql<string>`coalesce(per_euro, 1)::text`.as('perEuro'),
        'newest.day',
      ])
      .orderBy('code')
      .execute()
  ).map((row) => ({ ...row, code: row.code as Currency }))

export interface RateRow {
  currency: string
  day: string
  perEuro: string
}

/** Writes rates; one of the same day replaces the earlier one. Returns how many changed. */
export async function saveRates(
  trx: Db,
  rates: readonly RateRow[],
  { source, by, at }: { source: 'operator' | 'ecb'; by: string; at: Date },
): Promise<number> {
  const written = await sql`
    insert into exchange_rates as known (currency, day, per_euro, source, entered_by, entered_at)
    select currency, day, per_euro, ${source}::text, ${by}::text, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(
      rates.map(({ currency, day, perEuro }) => ({ currency, day, per_euro: perEuro })),
    )}::jsonb) as said (currency text, day date, per_euro numeric)
    on conflict (currency, day) do update set per_euro = excluded.per_euro, source = excluded.source,
      entered_by = excluded.entered_by, entered_at = excluded.entered_at
    where known.per_euro <> excluded.per_euro`.execute(trx)
  return Number(written.numAffectedRows ?? 0)
}

/** The newest first. `until`: those of this day and before it. */
export const listRates = (db: Db, currency: string, most: number, until?: string) =>
  db
    .selectFrom('exchange_rates')
    .select([
      sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'),
      sql<string>`trim_scale(per_euro)::text`.as('perEuro'),
      'source',
      'entered_at',
    ])
    .where('currency', '=', currency)
    .$if(until !== undefined, (query) => query.where(sql<boolean>`day <= ${until}::date`))
    .orderBy('exchange_rates.day', 'desc')
    .limit(most)
    .execute()

export const hasRate = async (db: Db, currency: string): Promise<boolean> =>
  currency === 'EUR' || (await listRates(db, currency, 1)).length > 0

export const findCurrency = (db: Db, code: string) =>
  db
    .selectFrom('currencies')
    .select(['code', 'is_used', 'step_minor', 'ending_minor'])
    .where('code', '=', code)
    .executeTakeFirst()

export const saveCurrency = (
  trx: Db,
  {
    code,
    isUsed,
    stepMinor,
    endingMinor,
  }: Pick<MarketCurrency, 'code' | 'isUsed' | 'stepMinor' | 'endingMinor'>,
) => {
  const row = { is_used: isUsed, step_minor: stepMinor, ending_minor: endingMinor }
  return trx
    .insertInto('currencies')
    .values({ code, ...row })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(row))
    .execute()
}
