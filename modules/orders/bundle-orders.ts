import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Orders } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId, randomCode } from '#lib/ids.ts'
import { type Ctx, inTransaction, type Services, type StoreCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  findBundleForSale,
  isBuyable,
  type ListedItem,
  saleItemOf,
  selectSaleItem,
} from '#modules/catalog/public.ts'
import { priceFor, type Pricing, pricingOf } from '#modules/currencies/public.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { startBundleOrder as contract } from './contract.ts'
import {
  findLiveAttempt,
  findShownOrder,
  insertEvent,
  insertOrderOfLines,
  listLines,
  type LineRow,
  lockOrder,
  moveOrder,
  type NewLine,
  type OrderRow,
} from './data.ts'
import { isValid } from './entitlements.ts'
import { refuse } from './errors.ts'
import { presentOrder, requireSeller, shownItem } from './order-facts.ts'
import {
  addressColumns,
  findPriceFacts,
  findTaxRate,
  findTaxRates,
  homePrice,
  isRepriced,
  pricedFacts,
  type PricingPlatform,
} from './price-order.ts'
import {
  type Amounts,
  DRAFT_SECONDS,
  isMoving,
  ORDER_SECONDS,
  orderCan,
  priceLines,
  priceOrder,
} from './rules.ts'

type LeftOut = { item: ListedItem; reason: 'owned' | 'chosen' | 'not_for_sale' }

/** What of a bundle the store buys, with the plan of each item. */
interface Choice {
  chosen: { item: ListedItem; plan: ListedItem['plans'][number] }[]
  leftOut: LeftOut[]
}

export const startBundleOrder = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const bundle = await findBundleForSale(ctx.db, params.slug, ctx)
    if (!bundle) throw refuse('checkout.bundle_not_found')
    if (ctx.actor.platformClosed) throw refuse('platform.paused')
    if (body.leave_out.some((slug) => bundle.items.every((one) => one.slug !== slug)))
      throw refuse('input.invalid', { fields: { leave_out: { code: 'field.invalid' } } })
    const { chosen, leftOut } = await chooseItems(ctx, bundle.items, body.leave_out)
    const [first, second] = chosen
    if (!first) throw refuse('checkout.bundle_owned')
    if (!second)
      throw refuse('checkout.bundle_too_small', {
        params: { item: first.item.name, slug: first.item.slug },
      })
    const wanted = await priceBundle(ctx, { id: bundle.id, percentOff: bundle.percentOff }, chosen)
    if (wanted.order.total_minor > 0) requireSeller(ctx)
    const open = () => inTransaction(ctx, (trx) => openOrder(trx, wanted, ctx.clock.now()))
    // Another tab has just opened it: the second time it is found.
    const number = await open().catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== '23505') throw error
      return open()
    })
    const row = await findShownOrder(ctx.db, number, ctx.actor.storeId)
    if (!row) throw refuse('checkout.order_not_found')
    return {
      data: {
        ...presentOrder(row, shownItem(row, ctx.locale), ctx.locale),
        left_out: leftOut.map(({ item: { id, slug, name }, reason }) => ({
          item: { id, slug, name },
          reason,
        })),
      },
    }
  },
})

/** What the store owns, does not want or cannot get is left out. */
async function chooseItems(
  ctx: StoreCtx,
  wanted: readonly { itemId: string; planId: string }[],
  leaveOut: readonly string[],
): Promise<Choice> {
  const ids = wanted.map((one) => one.itemId)
  const [rows, owned] = await Promise.all([
    selectSaleItem(ctx.db)
      .where('items.id', '=', sql<string>`any(${ids}::text[])`)
      .execute(),
    listOwned(ctx.db, ctx.actor.storeId, ids, ctx.clock.now()),
  ])
  const items = new Map(rows.map((row) => [row.id, saleItemOf(row, ctx.locale)]))
  const choice: Choice = { chosen: [], leftOut: [] }
  for (const { itemId, planId } of wanted) {
    const item = items.get(itemId)
    if (!item) continue
    const plan = item.plans.find((one) => one.id === planId && isBuyable(one.kind))
    if (owned.has(itemId)) choice.leftOut.push({ item, reason: 'owned' })
    else if (leaveOut.includes(item.slug)) choice.leftOut.push({ item, reason: 'chosen' })
    // Do not sell what cannot be delivered.
    else if (!plan || !item.latest) choice.leftOut.push({ item, reason: 'not_for_sale' })
    else choice.chosen.push({ item, plan })
  }
  return choice
}

const listOwned = async (
  db: Db,
  storeId: string,
  itemIds: readonly string[],
  now: Date,
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('entitlements')
    .select('item_id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', sql<string>`any(${[...itemIds]}::text[])`)
    .where(isValid('entitlements', now))
    .execute()
  return new Set(rows.map((row) => row.item_id))
}

interface PricedBundle {
  order: Insertable<Orders> & Parameters<typeof pricedFacts>[1]
  lines: NewLine[]
}

/** The lines with the tax of the home country, until an invoice address is chosen. */
async function priceBundle(
  ctx: StoreCtx,
  bundle: { id: string; percentOff: number },
  chosen: Choice['chosen'],
): Promise<PricedBundle> {
  const now = ctx.clock.now()
  const [platform, pricing] = await Promise.all([
    requirePlatform(ctx, ctx.platformId),
    pricingOf(ctx),
  ])
  const atHome: HomeLine[] = []
  for (const { item, plan } of chosen) {
    const homeRateBp = await findTaxRate(ctx.db, platform.home_country, now, item.id)
    atHome.push({
      item_id: item.id,
      plan_id: plan.id,
      homeRateBp,
      price: planPriceAtHome(platform, pricing, plan, homeRateBp),
    })
  }
  const lines = discountLines(platform, atHome, bundle.percentOff)
  const sums = sumLines(lines)
  return {
    lines,
    order: {
      id: newId('ord'),
      number: `AR${randomCode(16)}`,
      store_id: ctx.actor.storeId,
      platform_id: ctx.platformId,
      bundle_id: bundle.id,
      state: 'draft',
      currency: pricing.currency,
      prices_include_tax: platform.prices_include_tax,
      ...sums,
      tax_rate_bp: lines[0]?.tax_rate_bp ?? 0,
      tax_exemption: null,
      coupon_code: null,
      address_id: null,
      created_at: now,
      expires_at: secondsAfter(now, DRAFT_SECONDS),
    },
  }
}

/** Prices of bundles before there is an order: to the minor unit what its lines come to. */
export const pricesInBundles: Services['pricesInBundles'] = async (
  services,
  platformId,
  bundles,
) => {
  const { home_country: home, prices_include_tax: includesTax } = await requirePlatform(
    services,
    platformId,
  )
  const ids = bundles.flatMap(({ lines }) => lines.map(({ itemId }) => itemId))
  const rates = await findTaxRates(services.db, home, services.clock.now(), ids)
  return bundles.map(({ percentOff, lines }) =>
    priceLines(
      { includesTax, percentOff },
      lines.map(({ itemId, listPriceMinor }) => {
        const rateBp = rates.get(itemId) ?? 0
        return { listPriceMinor, homeRateBp: rateBp, rateBp }
      }),
    ).map((line) => (includesTax ? line.totalMinor : line.subtotalMinor - line.discountMinor)),
  )
}

const planPriceAtHome = (
  platform: PricingPlatform,
  pricing: Pricing,
  { priceMinor: amountMinor, currency, prices }: ListedItem['plans'][number],
  homeRateBp: number,
) =>
  homePrice(platform, { price: priceFor(pricing, { amountMinor, currency, prices }), homeRateBp })

interface HomeLine {
  item_id: string
  plan_id: string
  homeRateBp: number
  price: ReturnType<typeof homePrice>
}

function discountLines(
  platform: PricingPlatform,
  lines: readonly HomeLine[],
  percentOff: number,
): NewLine[] {
  const amounts = priceLines(
    { includesTax: platform.prices_include_tax, percentOff },
    lines.map(({ homeRateBp, price }) => ({
      listPriceMinor: price.list_price_minor,
      homeRateBp,
      rateBp: homeRateBp,
    })),
  )
  return lines.map(({ item_id, plan_id, homeRateBp, price }, place) => ({
    item_id,
    plan_id,
    list_price_minor: price.list_price_minor,
    source_price_minor: price.source_price_minor,
    source_currency: price.source_currency,
    exchange_rate: price.exchange_rate,
    rate_day: price.rate_day,
    tax_rate_bp: homeRateBp,
    ...amountColumns(amounts[place] as Amounts),
  }))
}

const amountColumns = (amounts: Amounts): Sums => ({
  subtotal_minor: amounts.subtotalMinor,
  discount_minor: amounts.discountMinor,
  tax_minor: amounts.taxMinor,
  total_minor: amounts.totalMinor,
})

const SUMMED = ['subtotal_minor', 'discount_minor', 'tax_minor', 'total_minor'] as const
type Sums = Record<(typeof SUMMED)[number], number>

const sumLines = (lines: readonly Pick<NewLine, (typeof SUMMED)[number]>[]): Sums =>
  Object.fromEntries(
    SUMMED.map((name) => [name, lines.reduce((sum, line) => sum + Number(line[name] ?? 0), 0)]),
  ) as Sums

/**
 * The open order that sells exactly this, or a new one in place of those that are open for one of
 * the items. Its number.
 */
async function openOrder(trx: Db, { order, lines }: PricedBundle, now: Date): Promise<string> {
  for (const id of await listOpenOrders(trx, order.store_id, lines)) {
    const open = await lockOrder(trx, { id })
    if (!open) continue
    const isOpen = orderCan.pay(open, now)
    if (isOpen && sellsSame(open, await listLines(trx, id), { order, lines }, now))
      return open.number
    if (isMoving(await findLiveAttempt(trx, id))) throw refuse('checkout.payment_in_flight')
    await moveOrder(trx, id, isOpen ? 'cancelled' : 'expired', now)
  }
  const { tax_rate_bp: _rate, ...columns } = order
  await insertOrderOfLines(trx, columns, lines, {
    facts: { ...pricedFacts(order, order), bundle: order.bundle_id },
    at: now,
  })
  return order.number
}

const listOpenOrders = async (
  trx: Db,
  storeId: string,
  lines: readonly NewLine[],
): Promise<string[]> => {
  const rows = await trx
    .selectFrom('order_lines')
    .select('order_id')
    .distinct()
    .where('store_id', '=', storeId)
    .where('item_id', '=', sql<string>`any(${lines.map((line) => line.item_id)}::text[])`)
    .where('product_id', 'is', null)
    .where('claim', '=', 'open')
    .orderBy('order_id')
    .execute()
  return rows.map((row) => row.order_id)
}

/** A draft lives for weeks, but its tax is that of one day. */
const sellsSame = (
  open: OrderRow,
  there: readonly LineRow[],
  { order, lines }: PricedBundle,
  now: Date,
): boolean =>
  open.bundle_id === order.bundle_id &&
  open.currency === order.currency &&
  (open.state !== 'draft' || secondsAfter(open.created_at, ORDER_SECONDS) > now) &&
  there.length === lines.length &&
  there.every((line, index) => {
    const wanted = lines[index]
    return (
      line.item_id === wanted?.item_id &&
      line.plan_id === wanted.plan_id &&
      line.list_price_minor === wanted.list_price_minor &&
      line.discount_minor === wanted.discount_minor
    )
  })

/**
 * Prices the lines of a locked order with the tax of an address. The discount stays, for it is
 * taken off the prices without tax.
 */
export async function repriceBundleOrder(
  ctx: Ctx,
  trx: Db,
  order: OrderRow,
  addressId: string | null,
): Promise<OrderRow> {
  const now = ctx.clock.now()
  const lines = await listLines(trx, order.id)
  const priced: Repriced[] = []
  for (const line of lines) {
    const about = { ...order, item_id: line.item_id }
    const facts = await findPriceFacts(trx, about, addressId, ctx.operator)
    if (isMoving(facts.live)) throw refuse('checkout.payment_in_flight')
    if (addressId !== null && !facts.address) throw refuse('checkout.address_not_found')
    const rateBp = facts.tax?.rateBp ?? line.tax_rate_bp
    const amounts = priceOrder({
      listPriceMinor: line.list_price_minor,
      includesTax: order.prices_include_tax,
      homeRateBp: facts.homeRateBp,
      rateBp,
      discountMinor: line.discount_minor,
    })
    priced.push({
      place: line.place,
      address: facts.address,
      exemption: facts.tax ? facts.tax.exemption : order.tax_exemption,
      columns: { ...amountColumns(amounts), tax_rate_bp: rateBp },
    })
  }
  return storePrice(ctx, trx, order, priced, now)
}

interface Repriced {
  place: number
  address: Awaited<ReturnType<typeof findPriceFacts>>['address']
  exemption: string | null
  columns: Pick<LineRow, (typeof SUMMED)[number] | 'tax_rate_bp'>
}

async function storePrice(
  ctx: Ctx,
  trx: Db,
  order: OrderRow,
  priced: readonly Repriced[],
  now: Date,
): Promise<OrderRow> {
  const [first] = priced
  if (!first) throw new Error(`Order ${order.number} sells nothing`)
  for (const { place, columns } of priced)
    await trx
      .updateTable('order_lines')
      .set(columns)
      .where('order_id', '=', order.id)
      .where('place', '=', place)
      .execute()
  const change = {
    ...sumLines(priced.map((one) => one.columns)),
    ...addressColumns(ctx, first.address),
    tax_exemption: first.exemption,
  }
  await trx.updateTable('orders').set(change).where('id', '=', order.id).execute()
  const row: OrderRow = { ...order, ...change, tax_rate_bp: first.columns.tax_rate_bp }
  if (isRepriced(order, row))
    await insertEvent(trx, {
      order_id: order.id,
      kind: 'repriced',
      facts: pricedFacts(order, row),
      at: now,
    })
  return row
}
