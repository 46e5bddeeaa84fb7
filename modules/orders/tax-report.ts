import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { marketDay, marketDayStart } from '#lib/market-days.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import { dayAfter } from '#lib/time-zone.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from './errors.ts'
import { getTaxReport as contract } from './operator-contract.ts'
import { openAddress } from './order-facts.ts'
import type { TaxExemption } from './rules.ts'

/** Five years, which is how long most countries ask about. */
const MOST_DAYS = 5 * 366

/**
 * Sums the documents of a period as they were issued; what was not charged has none. Reads all of
 * them by their day: a million take about a second.
 */
export const getTaxReport = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const today = marketDay(ctx.zones, ctx.clock.now())
    const to = query.to ?? today
    const from = query.from ?? `${to.slice(0, 7)}-01`
    if (from > to || dayAfter(from, MOST_DAYS) < to)
      throw refuse('input.invalid', { fields: { from: { code: 'field.invalid' } } })
    const [begins, ends] = [
      marketDayStart(ctx.zones, from),
      marketDayStart(ctx.zones, dayAfter(to)),
    ]
    const rows = await sumDocuments(ctx.db, begins, ends)
    const proofs = rows.some((row) => row.tax_exemption === 'reverse_charge')
      ? await listReverseCharge(ctx.db, begins, ends)
      : []
    return {
      from,
      to,
      lines: rows.map(present),
      reverse_charge: proofs.map((row) => presentProof(ctx, row)),
    }
  },
})

type Row = Awaited<ReturnType<typeof sumDocuments>>[number]

const present = (row: Row): z.input<typeof contract.output>['lines'][number] => {
  const major = (minor: string) => toMajor(Number(minor), row.currency)
  return {
    country: row.buyer_country,
    currency: row.currency as Currency,
    rate: row.tax_rate_bp / 100,
    exemption: row.tax_exemption as TaxExemption | null,
    invoices: row.invoices,
    net: major(row.net_minor),
    tax: major(row.tax_minor),
    credit_notes: row.credit_notes,
    credited_net: major(row.credited_net_minor),
    credited_tax: major(row.credited_tax_minor),
    net_left: toMajor(Number(row.net_minor) - Number(row.credited_net_minor), row.currency),
    tax_left: toMajor(Number(row.tax_minor) - Number(row.credited_tax_minor), row.currency),
  }
}

/** The address is that of the order when it was priced, with what the VAT service had said. */
function presentProof(
  ctx: Pick<ConsoleCtx, 'sealing' | 'zones'>,
  row: Awaited<ReturnType<typeof listReverseCharge>>[number],
) {
  const address = openAddress(ctx, row)
  return {
    invoice: row.number,
    day: marketDay(ctx.zones, row.issued_at),
    country: row.buyer_country,
    vat_id: address?.tax_number ?? null,
    consultation: address?.vat_consultation ?? null,
    confirmed_on: address?.vat_answered_at
      ? marketDay(ctx.zones, new Date(address.vat_answered_at))
      : null,
    net: toMajor(row.net_minor, row.currency),
    currency: row.currency as Currency,
  }
}

const MOST_PROOFS = 5_000
const listReverseCharge = (db: Db, from: Date, before: Date) =>
  db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select(['invoices.number', 'invoices.issued_at', 'invoices.buyer_country'])
    .select(['invoices.net_minor', 'invoices.currency', 'orders.address_sealed'])
    .where('invoices.issued_at', '>=', from)
    .where('invoices.issued_at', '<', before)
    .where('invoices.state', '=', 'issued')
    .where('invoices.kind', '=', 'invoice')
    .where('invoices.tax_exemption', '=', 'reverse_charge')
    .orderBy('invoices.issued_at')
    .orderBy('invoices.number')
    .limit(MOST_PROOFS)
    .execute()

const sumDocuments = (db: Db, from: Date, before: Date) => {
  const sumOf = (column: 'net_minor' | 'tax_minor', kind: 'invoice' | 'credit_note') =>
    sql<string>`coalesce(sum(invoice_taxes.${sql.ref(column)}) filter (where kind = ${kind}), 0)`
  const countOf = (kind: 'invoice' | 'credit_note') =>
    sql<number>`(count(*) filter (where kind = ${kind}))::integer`
  return db
    .selectFrom('invoices')
    .innerJoin('invoice_taxes', 'invoice_taxes.invoice_id', 'invoices.id')
    .select(['buyer_country', 'currency', 'tax_rate_bp', 'tax_exemption'])
    .select([
      countOf('invoice').as('invoices'),
      sumOf('net_minor', 'invoice').as('net_minor'),
      sumOf('tax_minor', 'invoice').as('tax_minor'),
      countOf('credit_note').as('credit_notes'),
      sumOf('net_minor', 'credit_note').as('credited_net_minor'),
      sumOf('tax_minor', 'credit_note').as('credited_tax_minor'),
    ])
    .where('issued_at', '>=', from)
    .where('issued_at', '<', before)
    .where('state', '=', 'issued')
    .groupBy(['buyer_country', 'currency', 'tax_rate_bp', 'tax_exemption'])
    .orderBy('buyer_country')
    .orderBy('currency')
    .orderBy('tax_rate_bp', 'desc')
    .orderBy('tax_exemption')
    .execute()
}
