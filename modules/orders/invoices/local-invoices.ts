import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Clock } from '#lib/clock.ts'
import type { InvoiceProvider } from './provider.ts'

const NUMBERED = ['series', 'year', 'sequence', 'issued_at', 'cancelled_at'] as const

/** `ARS` + 2026 + 7 → `ARS2026000000007`: the form of Turkish invoice numbers. */
const numberOf = (series: string, year: number, sequence: number) =>
  `${series}${year}${String(sequence).padStart(9, '0')}`

/** The year in Türkiye. */
const yearIn = (at: Date) => Number(YEAR.format(at))
const YEAR = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Istanbul' })

/**
 * A book of our own: numbers without a gap per series and year. The counter's row stays locked
 * until the number is written down beside its key, so that a crash loses neither; documents are
 * drawn here.
 */
export function createLocalInvoices({
  db,
  clock,
  series,
}: {
  db: Db
  clock: Clock
  series: string
}): InvoiceProvider {
  const find = (key: string) =>
    db.selectFrom('local_invoices').select(NUMBERED).where('key', '=', key).executeTakeFirst()
  const issuedOf = (row: { series: string; year: number; sequence: number; issued_at: Date }) => ({
    number: numberOf(row.series, row.year, row.sequence),
    issuedAt: row.issued_at,
  })
  /** One statement: finds the number of this key or takes the next one. */
  const findOrNumber = (key: string, issuedAt: Date) => {
    const year = yearIn(issuedAt)
    return db
      .with('known', (query) =>
        query.selectFrom('local_invoices').select(NUMBERED).where('key', '=', key),
      )
      .with('counter', (query) =>
        query
          .insertInto('invoice_counters')
          .columns(['series', 'year', 'last'])
          .expression(
            query
              .selectNoFrom([
                sql<string>`${series}::text`.as('series'),
                sql<number>`${year}::smallint`.as('year'),
                sql<number>`1`.as('last'),
              ])
              .where((is) => is.not(is.exists(is.selectFrom('known').select('series')))),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['series', 'year'])
              .doUpdateSet({ last: sql<number>`invoice_counters.last + 1` }),
          )
          .returning(['series', 'year', 'last']),
      )
      .with('made', (query) =>
        query
          .insertInto('local_invoices')
          .columns(['key', 'series', 'year', 'sequence', 'issued_at'])
          .expression((on) =>
            on
              .selectFrom('counter')
              .select([
                sql<string>`${key}::text`.as('key'),
                'series',
                'year',
                'last',
                sql<Date>`${issuedAt}::timestamptz`.as('issued_at'),
              ]),
          )
          .returning(NUMBERED),
      )
      .selectFrom('known')
      .select(NUMBERED)
      .unionAll((query) => query.selectFrom('made').select(NUMBERED))
      .executeTakeFirst()
  }
  return {
    name: 'local',
    async issue(key) {
      // A concurrent call with this key was first; this one takes no number.
      const row = await findOrNumber(key, clock.now()).catch((error: unknown) => {
        if ((error as { code?: string }).code === '23505') return find(key)
        throw error
      })
      if (!row) throw new Error(`No invoice number for ${key}`)
      return issuedOf(row)
    },
    async cancel(key) {
      const { numUpdatedRows } = await db
        .updateTable('local_invoices')
        .set({ cancelled_at: sql<Date>`coalesce(cancelled_at, ${clock.now()})` })
        .where('key', '=', key)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async status(key) {
      const row = await find(key)
      return row ? (row.cancelled_at === null ? 'issued' : 'cancelled') : null
    },
    // Not at the start: it reads pdfkit and fonts.
    pdf: async (drawn) => (await import('./draw-invoice.ts')).drawInvoice(drawn),
  }
}
