import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Clock } from '#lib/clock.ts'
import { inTransaction } from '#lib/transaction.ts'
import type { Transaction } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { drawInvoice } from './draw-invoice.ts'
import type { InvoiceProvider } from './provider.ts'

/** `ARS` + 2026 + 7 → `ARS2026000000007`: the form that Turkish invoice numbers have. */
const numberOf = (series: string, year: number, sequence: number) => `${series}${year}${String(sequence).padStart(9, '0')}`

/** The year of an invoice is that of its day in Türkiye. */
const yearIn = (at: Date) => Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Istanbul' }).format(at))

/**
 * A book of our own: numbers without a gap per series and year. The counter's row stays locked until the number is written down beside its
 * key, so that a crash loses neither; documents are drawn here.
 */
export function createLocalInvoices({ db, clock, series }: { db: Db; clock: Clock; series: string }): InvoiceProvider {
  const find = (within: Db, key: string) => within.selectFrom('local_invoices').selectAll().where('key', '=', key).executeTakeFirst()
  const issuedOf = (row: { series: string; year: number; sequence: number; issued_at: Date }) =>
    ({ number: numberOf(row.series, row.year, row.sequence), issuedAt: row.issued_at })
  return {
    name: 'local',
    async issue(key) {
      const known = await find(db, key)
      if (known) return issuedOf(known)
      return inTransaction<Transaction<DB>, { number: string; issuedAt: Date }>(db, async trx => {
        const issuedAt = clock.now()
        const year = yearIn(issuedAt)
        const counter = await trx.insertInto('invoice_counters').values({ series, year, last: 1 })
          .onConflict(conflict => conflict.columns(['series', 'year']).doUpdateSet({ last: sql<number>`invoice_counters.last + 1` }))
          .returning('last').executeTakeFirstOrThrow()
        // Looked at again behind the lock: somebody may have asked for the same one meanwhile, and then no number may be lost.
        const other = await find(trx, key)
        if (other) {
          await trx.updateTable('invoice_counters').set({ last: counter.last - 1 }).where('series', '=', series).where('year', '=', year).execute()
          return issuedOf(other)
        }
        const row = { key, series, year, sequence: counter.last, issued_at: issuedAt }
        await trx.insertInto('local_invoices').values(row).execute()
        return issuedOf(row)
      })
    },
    async cancel(key) {
      const { numUpdatedRows } = await db.updateTable('local_invoices').set({ cancelled_at: sql<Date>`coalesce(cancelled_at, ${clock.now()})` }).where('key', '=', key).executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async status(key) {
      const row = await find(db, key)
      return row ? (row.cancelled_at === null ? 'issued' : 'cancelled') : null
    },
    pdf: drawInvoice,
  }
}
