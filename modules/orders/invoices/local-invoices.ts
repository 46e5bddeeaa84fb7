import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { LocalInvoices } from '#db/types.gen.ts'
import type { Clock } from '#lib/clock.ts'
import { marketDay, type MarketZones } from '#lib/market-days.ts'
import { inTransaction } from '#kernel/context.ts'
import type { InvoiceContent, InvoiceProvider, Issued } from './provider.ts'
import { FIRST_HASH, nextLink, qrText } from './zatca.ts'

const NUMBERED = [
  'series',
  'year',
  'sequence',
  'issued_at',
  'cancelled_at',
  'uuid',
  'hash',
  'previous_hash',
] as const

type NumberedRow = Pick<Selectable<LocalInvoices>, (typeof NUMBERED)[number]>

/** `ARS` + 2026 + 7 → `ARS2026000000007`: the form of Turkish invoice numbers. */
const numberOf = (series: string, year: number, sequence: number) =>
  `${series}${year}${String(sequence).padStart(9, '0')}`

const issuedOf = (row: NumberedRow) => ({
  number: numberOf(row.series, row.year, row.sequence),
  issuedAt: row.issued_at,
})

/**
 * A book of our own: numbers without a gap per series and year. The counter's row stays locked
 * until the number is written down beside its key, so that a crash loses neither; documents are
 * drawn here.
 */
export function createLocalInvoices({
  db,
  clock,
  zones,
  series,
}: {
  db: Db
  clock: Clock
  /** The year of a number is that of the market's day. */
  zones: MarketZones
  series: string
}): InvoiceProvider {
  const find = (key: string) =>
    db.selectFrom('local_invoices').select(NUMBERED).where('key', '=', key).executeTakeFirst()
  /** One statement: finds the number of this key or takes the next one. */
  const findOrNumber = (trx: Db, key: string, issuedAt: Date) => {
    const year = Number(marketDay(zones, issuedAt).slice(0, 4))
    return trx
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
  const chain: Chain = { series, number: (trx, key) => findOrNumber(trx, key, clock.now()) }
  return {
    name: 'local',
    async issue(key, content) {
      // A concurrent call with this key was first; this one takes no number.
      if (content.seller.country === 'SA')
        return inTransaction({ db }, (trx) => issueInChain(trx, chain, key, content))
      const row = await findOrNumber(db, key, clock.now()).catch((error: unknown) => {
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

/** What the chain needs of the book: the series and the row of a key. */
interface Chain {
  series: string
  number(trx: Db, key: string): Promise<NumberedRow | undefined>
}

/** Documents of a series one after the other, because each names the one before. */
async function issueInChain(
  trx: Db,
  { series, number }: Chain,
  key: string,
  content: InvoiceContent,
): Promise<Issued> {
  await sql`select pg_advisory_xact_lock(hashtext(${`invoices ${series}`}))`.execute(trx)
  const row = await number(trx, key)
  if (!row) throw new Error(`No invoice number for ${key}`)
  const issued = issuedOf(row)
  const qr = qrText(content, issued.issuedAt)
  if (row.uuid !== null && row.hash !== null && row.previous_hash !== null)
    return {
      ...issued,
      zatca: { uuid: row.uuid, hash: row.hash, previousHash: row.previous_hash, qr },
    }
  const before = await trx
    .selectFrom('local_invoices')
    .select('hash')
    .where('series', '=', series)
    .where(sql<boolean>`(year, sequence) < (${row.year}, ${row.sequence})`)
    .where('hash', 'is not', null)
    .orderBy('year', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  const link = nextLink(content, { ...issued, previousHash: before?.hash ?? FIRST_HASH })
  await trx
    .updateTable('local_invoices')
    .set({ uuid: link.uuid, hash: link.hash, previous_hash: link.previousHash })
    .where('key', '=', key)
    .execute()
  return { ...issued, zatca: { ...link, qr } }
}
