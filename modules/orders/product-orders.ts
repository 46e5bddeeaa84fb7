import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId, randomCode } from '#lib/ids.ts'
import { pickText, type Locale, type Text } from '#lib/locale.ts'
import { toMajor } from '#lib/money.ts'
import {
  productsOf,
  releaseHere,
  type AppProduct,
  type AskingRelease,
  type ListedItem,
  type SaleItem,
} from '#modules/catalog/public.ts'
import type { Services } from '#kernel/context.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import type { PRODUCT_KINDS } from './contract.ts'
import { findLiveAttempt, insertEvent, lockOrder, moveOrder, type OrderRow } from './data.ts'
import { refuse } from './errors.ts'
import { findTaxRate } from './price-data.ts'
import { priceAtHome, pricedFacts } from './reprice-order.ts'
import { DRAFT_SECONDS } from './rules.ts'
import { isMoving, OPEN_ORDERS } from './transitions.ts'

/**
 * An item with the release whose permissions are approved by name; none where there are none to
 * approve.
 */
export type Agreeable = Pick<SaleItem, 'id' | 'name'> & { latest: AskingRelease | null }

/**
 * Orders of what is sold inside an app (S3.4). They go through the same machine as every other
 * order; what differs stands here: there is a product in the place of a plan, its price stands in
 * the newest release's manifest, and none of them makes the item itself owned.
 */

/** `orders.product`: as it was when it was asked for. */
interface OrderedProduct {
  name: Text
  quantity: number
  price_minor: number
  return_to: string
}

type OfProduct = Pick<OrderRow, 'product_id' | 'product_kind' | 'product'>
const productOf = (row: Pick<OrderRow, 'product'>) => row.product as OrderedProduct | null

export function presentProduct(row: OfProduct, locale: Locale) {
  const product = productOf(row)
  if (row.product_id === null || !product) return null
  return {
    id: row.product_id,
    name: pickText(product.name, locale),
    kind: row.product_kind as (typeof PRODUCT_KINDS)[number],
    quantity: product.quantity,
    price: toMajor(product.price_minor),
    return_to: product.return_to,
  }
}

/** What the order's one line is called: to the bank, on papers. */
export function lineName(row: OfProduct, item: { name: string }, locale: Locale): string {
  const product = productOf(row)
  if (!product) return item.name
  return `${item.name}: ${pickText(product.name, locale)}${product.quantity > 1 ? ` × ${product.quantity}` : ''}`
}

/** What the order's line costs today; undefined when it is not sold any more. */
export function priceNow(
  row: Pick<OrderRow, 'product_id' | 'product' | 'plan_id' | 'currency'>,
  item: SaleItem,
): number | undefined {
  if (row.product_id === null) return item.plans.find((one) => one.id === row.plan_id)?.priceMinor
  const product = productsOf(item.latest?.manifest).find((one) => one.id === row.product_id)
  if (!product || product.price.currency !== row.currency) return undefined
  return product.price.amount_minor * (productOf(row)?.quantity ?? 1)
}

/**
 * An item that was taken down while its order was open is sold to nobody; what is sold inside an
 * app stays with the app.
 */
export function requireListed(row: Pick<OrderRow, 'product_id'>, item: ListedItem): void {
  if (row.product_id === null && item.status !== 'published')
    throw refuse('checkout.order_not_payable')
}

/**
 * The item as its buyer agrees to it: the release that this store gets, which may not be the
 * newest; a product inside brings no permissions of its own.
 */
export const asSold = (
  {
    product_id,
    offer,
  }: Pick<OrderRow, 'product_id'> & { offer: Parameters<typeof releaseHere>[0] },
  item: SaleItem,
): Agreeable => ({
  id: item.id,
  name: item.name,
  latest: product_id === null ? (releaseHere(offer) ?? item.latest) : null,
})

export const isProductOwned = async (
  db: Db,
  storeId: string,
  itemId: string,
  productId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('orders')
    .select('id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('product_id', '=', productId)
    .where('product_kind', '=', 'permanent')
    .where('state', 'in', ['paid', 'partially_refunded'])
    .executeTakeFirst()) !== undefined

export interface ProductWish {
  storeId: string
  platformId: number
  itemId: string
  product: AppProduct
  quantity: number
  returnTo: string
}

/**
 * The app leaves the store: what it asked for and nobody has paid is over. Where money may be
 * moving, the payment's end decides.
 */
export async function cancelProductOrders(
  trx: Db,
  storeId: string,
  itemId: string,
  now: Date,
): Promise<void> {
  const open = await trx
    .selectFrom('orders')
    .select('id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('product_id', 'is not', null)
    .where('state', 'in', OPEN_ORDERS)
    .orderBy('id')
    .execute()
  for (const { id } of open) {
    await lockOrder(trx, { id })
    const live = await findLiveAttempt(trx, id)
    if (!isMoving(live)) await moveOrder(trx, id, 'cancelled', now)
  }
}

/**
 * What stands until an invoice address is chosen: the price of today with the home country's tax.
 */
export async function priceProduct(
  services: Pick<Services, 'db' | 'cache' | 'clock'>,
  { platformId, product, quantity }: Pick<ProductWish, 'platformId' | 'product' | 'quantity'>,
) {
  const platform = await requirePlatform(services, platformId)
  const homeRateBp = await findTaxRate(services.db, platform.home_country, services.clock.now())
  return priceAtHome(platform, {
    listPriceMinor: product.price.amount_minor * quantity,
    currency: product.price.currency,
    homeRateBp,
  })
}

/**
 * Opens an order of a product; one that is open for the same product makes way, unless money may be
 * moving for it. The caller lets only one request of a store and item come here at a time.
 */
export async function placeProductOrder(
  trx: Db,
  wish: ProductWish,
  price: Awaited<ReturnType<typeof priceProduct>>,
  now: Date,
): Promise<OrderRow> {
  const { storeId, platformId, itemId, product, quantity, returnTo } = wish
  const open = await trx
    .selectFrom('orders')
    .select('id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('product_id', '=', product.id)
    .where('state', 'in', OPEN_ORDERS)
    .executeTakeFirst()
  if (open) {
    await lockOrder(trx, { id: open.id })
    const live = await findLiveAttempt(trx, open.id)
    if (isMoving(live)) throw refuse('checkout.payment_in_flight')
    await moveOrder(trx, open.id, 'cancelled', now)
  }
  if (product.kind === 'permanent' && (await isProductOwned(trx, storeId, itemId, product.id)))
    throw refuse('checkout.already_owned')
  const ordered: OrderedProduct = {
    name: product.name,
    quantity,
    price_minor: product.price.amount_minor,
    return_to: returnTo,
  }
  const order = await trx
    .insertInto('orders')
    .values({
      id: newId('ord'),
      number: `AR${randomCode(16)}`,
      store_id: storeId,
      item_id: itemId,
      platform_id: platformId,
      plan_id: null,
      state: 'draft',
      ...price,
      product_id: product.id,
      product_kind: product.kind,
      product: JSON.stringify(ordered),
      created_at: now,
      expires_at: secondsAfter(now, DRAFT_SECONDS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertEvent(trx, {
    order_id: order.id,
    kind: 'order',
    from_state: null,
    to_state: 'draft',
    facts: { ...pricedFacts(order, order), product: product.id, quantity },
    at: now,
  })
  return order
}
