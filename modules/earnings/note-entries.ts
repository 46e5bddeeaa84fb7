import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { findTaxRate } from '#modules/orders/public.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import {
  insertEntry,
  listEntriesOfOrder,
  listRulesFor,
  lockEarnings,
  type EntryRow,
} from './data.ts'
import { balanceOf, dayThere, ruleFor, sharesBack, sharesOfSale, type Shares } from './rules.ts'

const BATCH = 200
/** Bounds one run after a long stop; the next run continues. */
const MOST_BATCHES = 50

/**
 * Records partners' shares of new sales and refunds. The share follows from the time of payment and
 * from rules that can no longer change, so it may run at any time and repeatedly.
 */
export async function noteEarnings(services: Pick<Services, 'db'>): Promise<void> {
  for (let batches = 0; batches < MOST_BATCHES; batches += 1)
    if ((await noteBatch(services)) === 0) return
}

const noteBatch = (services: Pick<Services, 'db'>): Promise<number> =>
  inTransaction(services, async (trx) => {
    if (!(await lockEarnings(trx))) return 0
    const { rows: noted } = await sql<{ order_id: string }>`
    delete from earnings_due where id in (select id from earnings_due order by id limit ${BATCH}) returning order_id`.execute(
      trx,
    )
    for (const orderId of new Set(noted.map((one) => one.order_id))) await noteOrder(trx, orderId)
    return noted.length
  })

const findOrder = (db: Db, id: string) =>
  db
    .selectFrom('orders')
    .innerJoin('items', 'items.id', 'orders.item_id')
    .innerJoin('platforms', 'platforms.id', 'orders.platform_id')
    .select([
      'orders.id',
      'orders.item_id',
      'items.partner_id',
      'items.market',
      'platforms.home_country',
      'orders.currency',
      'subtotal_minor',
      'discount_minor',
      'tax_minor',
      'total_minor',
      'paid_at',
    ])
    .where('orders.id', '=', id)
    .executeTakeFirst()
type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** Refunds in the order of credit notes, without refunds of unwanted payments. */
const listRefunds = (db: Db, orderId: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'amount_minor', 'ended_at'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'succeeded')
    .where('reason', '!=', 'money_back')
    .orderBy('ended_at')
    .orderBy('turn')
    .execute()

const sharesOf = (row: EntryRow): Shares => ({
  grossMinor: row.gross_minor,
  netMinor: row.net_minor,
  commissionMinor: row.commission_minor,
  taxMinor: row.tax_minor,
})
const columnsOf = (shares: Shares) => ({
  gross_minor: shares.grossMinor,
  net_minor: shares.netMinor,
  commission_minor: shares.commissionMinor,
  tax_minor: shares.taxMinor,
  amount_minor: balanceOf(shares),
})

/** Records the sale and its new refunds. The caller holds the earnings lock. */
export async function noteOrder(trx: Db, orderId: string): Promise<void> {
  const order = await findOrder(trx, orderId)
  if (!order?.paid_at || order.subtotal_minor <= order.discount_minor) return
  const known = await listEntriesOfOrder(trx, orderId)
  const sale =
    known.find((one) => one.kind === 'sale') ?? (await noteSale(trx, order, order.paid_at))
  let before = -known
    .filter((one) => one.kind !== 'sale')
    .reduce((sum, one) => sum + one.gross_minor, 0)
  for (const refund of await listRefunds(trx, orderId)) {
    if (known.some((one) => one.refund_id === refund.id)) continue
    const back = sharesBack(sharesOf(sale), order.tax_minor, before, refund.amount_minor)
    before -= back.grossMinor
    await insertEntry(
      {
        ...likeSale(sale),
        id: newId('ere'),
        kind: 'refund',
        at: refund.ended_at ?? order.paid_at,
        refund_id: refund.id,
        ...columnsOf(back),
      },
      trx,
    )
  }
}

async function noteSale(trx: Db, order: Order, paidAt: Date): Promise<EntryRow> {
  const rule = ruleFor(
    await listRulesFor(trx, { partnerId: order.partner_id, market: order.market }),
    { partnerId: order.partner_id, market: order.market, day: dayThere(paidAt) },
  )
  const [rateBp, taxBp] = [rule?.rateBp ?? 0, await findTaxRate(trx, order.home_country, paidAt)]
  const shares = sharesOfSale({
    grossMinor: order.total_minor,
    netMinor: order.subtotal_minor - order.discount_minor,
    rateBp,
    taxBp,
  })
  await insertEntry(
    {
      id: newId('ere'),
      partner_id: order.partner_id,
      currency: order.currency,
      kind: 'sale',
      at: paidAt,
      order_id: order.id,
      item_id: order.item_id,
      rule_id: rule?.id ?? null,
      rate_bp: rateBp,
      tax_bp: taxBp,
      ...columnsOf(shares),
    },
    trx,
  )
  const [sale] = (await listEntriesOfOrder(trx, order.id)).filter((one) => one.kind === 'sale')
  if (!sale) throw new Error(`Order ${order.id} has no sale entry`)
  return sale
}

/** Refunds use the sale's rates and partner. */
const likeSale = (sale: EntryRow) => ({
  partner_id: sale.partner_id,
  currency: sale.currency,
  order_id: sale.order_id,
  item_id: sale.item_id,
  rule_id: sale.rule_id,
  rate_bp: sale.rate_bp,
  tax_bp: sale.tax_bp,
})

/**
 * Reverses the share of a chargeback like a refund's. `amountMinor` null: all that is left of the
 * sale. Returns the entry's id, or null when nothing is left. The caller holds the earnings lock.
 */
export async function noteChargedBack(
  trx: Db,
  {
    orderId,
    amountMinor,
    reference,
    by,
    at,
  }: { orderId: string; amountMinor: number | null; reference: string; by: string; at: Date },
): Promise<string | null> {
  await noteOrder(trx, orderId)
  const [order, known] = [await findOrder(trx, orderId), await listEntriesOfOrder(trx, orderId)]
  const sale = known.find((one) => one.kind === 'sale')
  if (!order || !sale) return null
  const before = -known
    .filter((one) => one.kind !== 'sale')
    .reduce((sum, one) => sum + one.gross_minor, 0)
  const left = sale.gross_minor - before
  if (left <= 0 || (amountMinor ?? left) > left) return null
  const id = newId('ere')
  await insertEntry(
    {
      ...likeSale(sale),
      id,
      kind: 'chargeback',
      at,
      reference,
      noted_by: by,
      ...columnsOf(sharesBack(sharesOf(sale), order.tax_minor, before, amountMinor ?? left)),
    },
    trx,
  )
  return id
}
