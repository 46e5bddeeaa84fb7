import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { divide, toMinor } from '#lib/money.ts'
import { personOf } from '#kernel/actor.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { endDisputed } from '#modules/billing/public.ts'
import {
  findTaxRate,
  returnableUntil,
  selectOrderLines,
  wasReturned,
} from '#modules/orders/public.ts'
import {
  adjustEarnings as adjustContract,
  noteChargeback as chargebackContract,
} from './contract.ts'
import {
  type EntryRow,
  findEntry,
  findPartnerByName,
  insertEntry,
  insertHold,
  listEntriesOfOrders,
  listRulesFor,
  lockEarnings,
  waitForEarnings,
} from './data.ts'
import { refuse } from './errors.ts'
import { balanceOf, refundShares, ruleFor, saleShares, type Shares } from './rules.ts'

const BATCH = 200
/** Bounds one run after a long stop; the next run continues. */
const MOST_BATCHES = 50

type RecordServices = Pick<Services, 'db' | 'clock' | 'returnDays'>

/**
 * Records partners' shares of new sales and refunds. The share follows from the time of payment and
 * from rules that can no longer change, so it may run at any time and repeatedly.
 */
export async function recordEarnings(services: RecordServices): Promise<void> {
  for (let batches = 0; batches < MOST_BATCHES; batches += 1)
    if ((await recordBatch(services)) < BATCH) return
}

const recordBatch = (services: RecordServices): Promise<number> =>
  inTransaction(services, async (trx) => {
    if (!(await lockEarnings(trx))) return 0
    const { rows: noted } = await sql<{ order_id: string }>`
    delete from earnings_due where id in (select id from earnings_due order by id limit ${BATCH}) returning order_id`.execute(
      trx,
    )
    await recordOrders(services, trx, [...new Set(noted.map((one) => one.order_id))])
    return noted.length
  })

const listSoldLines = (db: Db, orderIds: readonly string[]) =>
  selectOrderLines(db)
    .innerJoin('items', 'items.id', 'order_lines.item_id')
    .innerJoin('platforms', 'platforms.id', 'orders.platform_id')
    .select([
      'order_lines.order_id',
      'order_lines.place',
      'order_lines.item_id',
      'items.partner_id',
      'items.market',
      'platforms.home_country',
      'orders.currency',
      'order_lines.subtotal_minor',
      'order_lines.discount_minor',
      'order_lines.tax_minor',
      'order_lines.total_minor',
      'order_lines.refunded_minor',
      'paid_at',
      'orders.state',
      'order_lines.product_id',
      'orders.plan_version_id',
      wasReturned,
      sql<string>`figure_day(paid_at)::text`.as('paid_day'),
    ])
    .where('orders.id', '=', sql<string>`any(${[...orderIds]}::text[])`)
    .orderBy('order_lines.order_id')
    .orderBy('order_lines.place')
    .execute()
type SoldLine = Awaited<ReturnType<typeof listSoldLines>>[number]

/** Refunds in the order of credit notes, without refunds of unwanted payments. */
const listRefunds = (
  db: Db,
  orderIds: readonly string[],
  states: readonly string[] = ['succeeded'],
) =>
  db
    .selectFrom('refunds')
    .select(['id', 'order_id', 'line_place', 'amount_minor', 'ended_at'])
    .where('order_id', '=', sql<string>`any(${[...orderIds]}::text[])`)
    .where('state', '=', sql<string>`any(${[...states]}::text[])`)
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
const shareColumns = (shares: Shares) => ({
  gross_minor: shares.grossMinor,
  net_minor: shares.netMinor,
  commission_minor: shares.commissionMinor,
  tax_minor: shares.taxMinor,
  amount_minor: balanceOf(shares),
})

/** Rates that sales of one batch have in common, each read once. */
interface Rates {
  rules: Map<string, Awaited<ReturnType<typeof listRulesFor>>>
  taxes: Map<string, number>
}

/**
 * Records the sales of these orders and their new refunds, all of them read at once. The caller
 * holds the earnings lock.
 */
async function recordOrders(
  services: Omit<RecordServices, 'db'>,
  trx: Db,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return
  const known = Map.groupBy(await listEntriesOfOrders(trx, orderIds), lineKey)
  const refunds = Map.groupBy(await listRefunds(trx, orderIds), lineKey)
  const rates: Rates = { rules: new Map(), taxes: new Map() }
  for (const line of await listSoldLines(trx, orderIds)) {
    if (line.paid_at === null || line.subtotal_minor <= line.discount_minor) continue
    const key = lineKey({ order_id: line.order_id, line_place: line.place })
    await recordLine(trx, rates, {
      line,
      paidAt: line.paid_at,
      heldUntil: returnableUntil(line, services, services.clock.now()),
      known: known.get(key) ?? [],
      refunds: refunds.get(key) ?? [],
    })
  }
}

const lineKey = (one: Pick<EntryRow, 'order_id' | 'line_place'>): string =>
  `${one.order_id} ${one.line_place}`

interface Sold {
  line: SoldLine
  paidAt: Date
  /** While the purchase may be returned, its sale is not payable. */
  heldUntil: Date | null
  known: EntryRow[]
  refunds: Awaited<ReturnType<typeof listRefunds>>
}

async function recordLine(
  trx: Db,
  rates: Rates,
  { line, paidAt, heldUntil, known, refunds }: Sold,
): Promise<void> {
  const recorded = known.find((one) => one.kind === 'sale')
  // The trigger that posts the sale looks for it.
  if (!recorded && heldUntil !== null)
    await insertHold(trx, {
      order_id: line.order_id,
      line_place: line.place,
      partner_id: line.partner_id,
      currency: line.currency,
      until: heldUntil,
    })
  const sale = recorded ?? (await recordSale(trx, rates, line, paidAt))
  for (const { refund, shares } of newRefundShares(sharesOf(sale), line, known, refunds))
    await insertEntry(
      {
        ...saleColumns(sale),
        id: newId('ere'),
        kind: 'refund',
        at: refund.ended_at ?? paidAt,
        refund_id: refund.id,
        ...shareColumns(shares),
      },
      trx,
    )
}

/** The shares of refunds that have no entry, each after those before it. */
function newRefundShares<Refund extends { id: string; amount_minor: number }>(
  sale: Shares,
  line: Pick<SoldLine, 'tax_minor'>,
  known: readonly EntryRow[],
  refunds: readonly Refund[],
): { refund: Refund; shares: Shares }[] {
  let before = wentBack(known)
  return refunds
    .filter((refund) => !known.some((one) => one.refund_id === refund.id))
    .map((refund) => {
      const shares = refundShares(sale, line.tax_minor, before, refund.amount_minor)
      before -= shares.grossMinor
      return { refund, shares }
    })
}

/**
 * What a refund of this amount would take from whom, after all that are recorded or on their way.
 * Null when nobody has a share of the line. Records nothing.
 */
export async function previewRefundShares(
  db: Db,
  { orderId, place, amountMinor }: { orderId: string; place: number; amountMinor: number },
): Promise<{ partnerId: string; rateBp: number; shares: Shares } | null> {
  const line = (await listSoldLines(db, [orderId])).find((one) => one.place === place)
  if (!line || line.paid_at === null || line.subtotal_minor <= line.discount_minor) return null
  const ofLine = (one: { line_place: number | null }) => one.line_place === place
  const known = (await listEntriesOfOrders(db, [orderId])).filter(ofLine)
  const recorded = known.find((one) => one.kind === 'sale')
  const sale = recorded
    ? { rateBp: recorded.rate_bp ?? 0, shares: sharesOf(recorded) }
    : await sharesOfSale(db, { rules: new Map(), taxes: new Map() }, line, line.paid_at)
  const before = (await listRefunds(db, [orderId], ['succeeded', 'requested', 'unknown'])).filter(
    ofLine,
  )
  const all = [...before, { id: '', amount_minor: amountMinor }]
  const last = newRefundShares(sale.shares, line, known, all).at(-1)
  return last
    ? {
        partnerId: recorded?.partner_id ?? line.partner_id,
        rateBp: sale.rateBp,
        shares: last.shares,
      }
    : null
}

/** What refunds and chargebacks took of a sale. */
const wentBack = (entries: readonly EntryRow[]): number =>
  -entries.filter((one) => one.kind !== 'sale').reduce((sum, one) => sum + one.gross_minor, 0)

async function remembered<V>(
  values: Map<string, V>,
  key: string,
  read: () => Promise<V>,
): Promise<V> {
  const known = values.get(key)
  if (known !== undefined) return known
  const value = await read()
  values.set(key, value)
  return value
}

/** The shares of a sale by the rule and the tax of its day. */
async function sharesOfSale(
  trx: Db,
  { rules, taxes }: Rates,
  line: SoldLine,
  paidAt: Date,
): Promise<{ ruleId: string | null; rateBp: number; taxBp: number; shares: Shares }> {
  const about = { partnerId: line.partner_id, market: line.market }
  const rule = ruleFor(
    await remembered(rules, `${about.partnerId} ${about.market}`, () => listRulesFor(trx, about)),
    { ...about, day: line.paid_day },
  )
  // Rates begin with a full minute.
  const taxBp = await remembered(
    taxes,
    `${line.home_country} ${paidAt.toISOString().slice(0, 16)}`,
    () => findTaxRate(trx, line.home_country, paidAt),
  )
  const rateBp = rule?.rateBp ?? 0
  const shares = saleShares({
    grossMinor: line.total_minor,
    netMinor: line.subtotal_minor - line.discount_minor,
    rateBp,
    taxBp,
  })
  return { ruleId: rule?.id ?? null, rateBp, taxBp, shares }
}

async function recordSale(trx: Db, rates: Rates, line: SoldLine, paidAt: Date): Promise<EntryRow> {
  const { ruleId, rateBp, taxBp, shares } = await sharesOfSale(trx, rates, line, paidAt)
  return insertEntry(
    {
      id: newId('ere'),
      partner_id: line.partner_id,
      currency: line.currency,
      kind: 'sale',
      at: paidAt,
      order_id: line.order_id,
      line_place: line.place,
      item_id: line.item_id,
      rule_id: ruleId,
      rate_bp: rateBp,
      tax_bp: taxBp,
      ...shareColumns(shares),
    },
    trx,
  )
}

/** Refunds use the sale's rates and partner. */
const saleColumns = (sale: EntryRow) => ({
  partner_id: sale.partner_id,
  currency: sale.currency,
  order_id: sale.order_id,
  line_place: sale.line_place,
  item_id: sale.item_id,
  rule_id: sale.rule_id,
  rate_bp: sale.rate_bp,
  tax_bp: sale.tax_bp,
})

/**
 * Reverses the shares of a chargeback like a refund's, divided among the lines of the order by what
 * is left of their sales. `amountMinor` null: all of it. Returns the first entry's id and the
 * amount, or null when nothing is left. The caller holds the earnings lock.
 */
async function recordChargeback(
  services: Omit<RecordServices, 'db'>,
  trx: Db,
  {
    orderId,
    amountMinor,
    reference,
    by,
    at,
  }: { orderId: string; amountMinor: number | null; reference: string; by: string; at: Date },
): Promise<{ id: string; amountMinor: number } | null> {
  await recordOrders(services, trx, [orderId])
  const known = Map.groupBy(await listEntriesOfOrders(trx, [orderId]), (one) => one.line_place)
  const sales = (await listSoldLines(trx, [orderId])).flatMap((line) => {
    const entries = known.get(line.place) ?? []
    const sale = entries.find((one) => one.kind === 'sale')
    return sale ? [{ line, sale, before: wentBack(entries) }] : []
  })
  const lefts = sales.map(({ sale, before }) => Math.max(0, sale.gross_minor - before))
  const left = lefts.reduce((sum, one) => sum + one, 0)
  const backMinor = amountMinor ?? left
  if (backMinor <= 0 || backMinor > left) return null
  const parts = divide(backMinor, lefts)
  const ids: string[] = []
  for (const [index, { line, sale, before }] of sales.entries()) {
    const part = parts[index] ?? 0
    if (part === 0) continue
    const { id } = await insertEntry(
      {
        ...saleColumns(sale),
        id: newId('ere'),
        kind: 'chargeback',
        at,
        reference,
        noted_by: by,
        ...shareColumns(refundShares(sharesOf(sale), line.tax_minor, before, part)),
      },
      trx,
    )
    ids.push(id)
  }
  return { id: ids[0] ?? '', amountMinor: backMinor }
}

export const refuseField = (name: string) =>
  refuse('input.invalid', { fields: { [name]: { code: 'field.invalid' } } })
/** Audit of entries that the operator adds to a partner's balance. */
const audit = {
  kind: 'earnings',
  id: (_input: unknown, _ctx: unknown, answer?: { id: string }) => answer?.id,
  read: findEntry,
}

export const adjustEarnings = defineOperation({
  ...adjustContract,
  audit,
  run: async (ctx, { body }) => {
    const [partner, amountMinor] = [
      await findPartnerByName(ctx.db, body.partner),
      toMinor(body.amount, body.currency),
    ]
    if (!partner) throw refuseField('partner')
    if (!amountMinor) throw refuseField('amount')
    const id = newId('ere')
    await insertEntry(
      {
        id,
        partner_id: partner.id,
        currency: body.currency,
        kind: 'adjustment',
        at: ctx.clock.now(),
        amount_minor: amountMinor,
        reason: body.reason,
        noted_by: personOf(ctx).id,
      },
      ctx.db,
    )
    return { id }
  },
})

export const noteChargeback = defineOperation({
  ...chargebackContract,
  audit,
  run: async (ctx, { params, body }) => {
    const order = await ctx.db
      .selectFrom('orders')
      .select(['id', 'currency', 'plan_version_id'])
      .where('number', '=', params.order)
      .executeTakeFirst()
    if (!order) throw refuse('not_found')
    const amountMinor = body.amount === null ? null : toMinor(body.amount, order.currency)
    if (body.amount !== null && amountMinor === null) throw refuseField('amount')
    await waitForEarnings(ctx.db)
    const by = personOf(ctx).id
    const back = await recordChargeback(ctx, ctx.db, {
      orderId: order.id,
      amountMinor,
      reference: body.reference,
      by,
      at: ctx.clock.now(),
    })
    if (back === null) throw refuse('earnings.nothing_left')
    if (order.plan_version_id !== null)
      await endDisputed(ctx, ctx.db, {
        orderId: order.id,
        amountMinor: back.amountMinor,
        askedBy: `operator ${by}`,
      })
    return { id: back.id }
  },
})
