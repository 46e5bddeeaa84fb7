import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId, randomCode } from '#lib/ids.ts'
import type { Services } from '#kernel/context.ts'
import type { AppProduct } from '#modules/catalog/public.ts'
import { hasPrice, priceFor, pricingFor } from '#modules/currencies/public.ts'
import { findStoreCurrency, requirePlatform } from '#modules/stores/platforms/public.ts'
import { findLiveAttempt, insertOrder, lockOrder, moveOrder, type OrderRow } from './data.ts'
import { refuse } from './errors.ts'
import type { OrderedProduct } from './order-facts.ts'
import { findTaxRate, homePrice, pricedFacts } from './price-order.ts'
import { DRAFT_SECONDS, isMoving } from './rules.ts'

const isProductOwned = async (
  db: Db,
  storeId: string,
  itemId: string,
  productId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('order_lines')
    .select('order_id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('product_id', '=', productId)
    .where('claim', '=', 'owned')
    .executeTakeFirst()) !== undefined

interface ProductRequest {
  storeId: string
  platformId: number
  itemId: string
  product: AppProduct
  quantity: number
  returnTo: string
}

/**
 * Cancels the open product orders of an app that leaves the store. A running payment decides for
 * itself.
 */
export async function cancelProductOrders(
  trx: Db,
  storeId: string,
  itemId: string,
  now: Date,
): Promise<void> {
  const open = await trx
    .selectFrom('order_lines')
    .select('order_id as id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('product_id', 'is not', null)
    .where('claim', '=', 'open')
    .orderBy('order_id')
    .execute()
  for (const { id } of open) {
    await lockOrder(trx, { id })
    const live = await findLiveAttempt(trx, id)
    if (!isMoving(live)) await moveOrder(trx, id, 'cancelled', now)
  }
}

/**
 * Today's price in the store's billing currency with the home country's tax, until an invoice
 * address is chosen. Null when its currency is none of the market's.
 */
export async function priceProduct(
  services: Pick<Services, 'db' | 'cache' | 'clock'>,
  {
    platformId,
    storeId,
    itemId,
    product,
    quantity,
  }: Pick<ProductRequest, 'platformId' | 'storeId' | 'itemId' | 'product' | 'quantity'>,
) {
  const [platform, storeCurrency] = await Promise.all([
    requirePlatform(services, platformId),
    findStoreCurrency(services.db, storeId),
  ])
  const payer = { platformId, storeCurrency }
  const pricing = await pricingFor(services, payer)
  if (!hasPrice(pricing, product.price)) return null
  const price = priceFor(pricing, {
    ...product.price,
    amountMinor: product.price.amount_minor,
    prices: product.prices,
  })
  const homeRateBp = await findTaxRate(
    services.db,
    platform.home_country,
    services.clock.now(),
    itemId,
  )
  return homePrice(platform, { price, quantity, homeRateBp })
}

/**
 * Opens a product order and cancels an open one for the same product, unless its payment is
 * running. The caller serializes requests per store and item.
 */
export async function placeProductOrder(
  trx: Db,
  request: ProductRequest,
  price: NonNullable<Awaited<ReturnType<typeof priceProduct>>>,
  now: Date,
): Promise<OrderRow> {
  const { storeId, platformId, itemId, product, quantity, returnTo } = request
  const open = await trx
    .selectFrom('order_lines')
    .select('order_id as id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('product_id', '=', product.id)
    .where('claim', '=', 'open')
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
    price_minor: price.list_price_minor / quantity,
    return_to: returnTo,
  }
  const fresh = {
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
    coupon_code: null,
    address_id: null,
    created_at: now,
    expires_at: secondsAfter(now, DRAFT_SECONDS),
  }
  const order = await insertOrder(trx, fresh, {
    facts: { ...pricedFacts(fresh, fresh), product: product.id, quantity },
    at: now,
  })
  if (!order) throw new Error(`Another request opened an order of ${itemId} ${product.id}`)
  return order
}
