import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { toMajor } from '#lib/money.ts'
import { seal } from '#lib/sealed.ts'
import { type Ctx, inTransaction, type Services } from '#kernel/context.ts'
import type { Price } from '#modules/currencies/public.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import {
  COUPON_LIMITS,
  couponCode,
  couponColumns,
  type CouponFault,
  couponFault,
  type CouponTarget,
  type CouponUse,
  discountOf,
  endUse,
  extendUse,
  findCoupon,
  type FoundCoupon,
  HOLD_SECONDS,
  isFull,
  lockCoupons,
  lockStore,
  releaseExpiredUses,
  reserveUse,
} from './coupons.ts'
import {
  ADDRESS_COLUMNS,
  ADDRESS_PURPOSE,
  type AddressRow,
  changeOrder,
  findLiveAttempt,
  insertEvent,
  literals,
  lockOrder,
  ORDER_COLUMNS,
  type OrderChange,
  type OrderRow,
} from './data.ts'
import { isValid } from './entitlements.ts'
import { refuse } from './errors.ts'
import {
  isMoving,
  LIVE_ATTEMPTS,
  orderCan,
  priceOrder,
  type TaxCase,
  type TaxExemption,
  taxOf,
} from './rules.ts'
import { buyerTaxFacts } from './vat-ids.ts'

/** Basis points of a country at `at`, of the item's kind; null without a rate. */
export const rateIn = (
  country: RawBuilder<string | null>,
  at: Date,
  itemId: RawBuilder<string> | string | null,
) =>
  sql<number | null>`(select rate_bp from tax_rates where tax_rates.country = ${country}
    and valid_from <= ${at}
    and kind in ('standard', (select tax_kind from items where items.id = ${itemId}))
    order by kind = 'standard', valid_from desc limit 1)`

/** The standard rate, or that of an item's kind; 0 without one. */
export const findTaxRate = async (
  db: Db,
  country: string,
  at: Date,
  itemId: string | null = null,
): Promise<number> =>
  (
    await db
      .selectNoFrom(rateIn(sql`${country}::char(2)`, at, itemId).as('rate_bp'))
      .executeTakeFirstOrThrow()
  ).rate_bp ?? 0

/** The same for several items, by their ids. */
export async function findTaxRates(
  db: Db,
  country: string,
  at: Date,
  itemIds: readonly string[],
): Promise<Map<string, number>> {
  if (itemIds.length === 0) return new Map()
  const rows = await db
    .selectFrom(
      sql<{ id: string }>`unnest(${[...new Set(itemIds)]}::text[])`.as<'asked'>(sql`asked (id)`),
    )
    .select('asked.id')
    .select(rateIn(sql`${country}::char(2)`, at, sql<string>`asked.id`).as('rate_bp'))
    .execute()
  return new Map(rows.map((row) => [row.id, row.rate_bp ?? 0]))
}

/** What starting an order needs: the platform's pricing, ownership and the open order. */
export async function findStartFacts(
  db: Db,
  { platformId, storeId, itemId }: { platformId: number; storeId: string; itemId: string },
  at: Date,
) {
  const row = await db
    .selectFrom('platforms')
    .leftJoin('order_lines', (join) =>
      join
        .on('order_lines.store_id', '=', storeId)
        .on('order_lines.item_id', '=', itemId)
        .on('order_lines.product_id', 'is', null)
        .on('order_lines.claim', '=', 'open'),
    )
    .leftJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(ORDER_COLUMNS)
    .select([
      'home_country',
      'platforms.prices_include_tax as platform_includes_tax',
      rateIn(sql`home_country`, at, itemId).as('home_rate_bp'),
    ])
    .select((on) =>
      on
        .exists(
          on
            .selectFrom('entitlements')
            .select('entitlements.id')
            .where('entitlements.store_id', '=', storeId)
            .where('entitlements.item_id', '=', itemId)
            .where(isValid('entitlements', at)),
        )
        .as('is_owned'),
    )
    .where('platforms.id', '=', platformId)
    .executeTakeFirst()
  if (!row) throw new Error(`Platform ${platformId} is not configured`)
  const {
    home_country,
    platform_includes_tax: pricesIncludeTax,
    home_rate_bp: homeRateBp,
    is_owned: isOwned,
    ...open
  } = row
  return {
    platform: { home_country, prices_include_tax: pricesIncludeTax },
    homeRateBp: homeRateBp ?? 0,
    isOwned: Boolean(isOwned),
    open: open.id === null ? undefined : (open as OrderRow),
  }
}

/**
 * What pricing a locked order needs: tax rates of the day it was made, the chosen address
 * (undefined if the store has none of that id) and a live attempt.
 */
export async function findPriceFacts(
  db: Db,
  order: Pick<OrderRow, 'id' | 'store_id' | 'item_id' | 'created_at' | 'platform_id'>,
  addressId: string | null | RawBuilder<string | null>,
  seller: TaxCase['seller'],
) {
  const row = await db
    .selectFrom('platforms')
    .leftJoin('addresses', (join) =>
      join
        .on('addresses.id', '=', addressId)
        .on('addresses.store_id', '=', order.store_id)
        .on('deleted_at', 'is', null),
    )
    .select(ADDRESS_COLUMNS)
    .select([
      rateIn(sql`home_country`, order.created_at, order.item_id).as('home_rate_bp'),
      rateIn(sql`${seller.country}::char(2)`, order.created_at, order.item_id).as('seller_rate_bp'),
      rateIn(sql`addresses.country`, order.created_at, order.item_id).as('address_rate_bp'),
    ])
    .select((on) =>
      on
        .selectFrom('payment_attempts')
        .select('state')
        .where('order_id', '=', order.id)
        .where('state', 'in', literals(LIVE_ATTEMPTS))
        .as('live_state'),
    )
    .where('platforms.id', '=', order.platform_id)
    .executeTakeFirstOrThrow()
  const {
    home_rate_bp: homeRateBp,
    seller_rate_bp: sellerRateBp,
    address_rate_bp: rateBp,
    live_state: liveState,
    ...found
  } = row
  const address = found.id === null ? undefined : (found as AddressRow)
  return {
    homeRateBp: homeRateBp ?? 0,
    live: liveState === null ? undefined : { state: liveState },
    address,
    tax:
      address &&
      taxOf({
        seller,
        buyer: buyerTaxFacts(address),
        rateBp,
        sellerRateBp: sellerRateBp ?? homeRateBp ?? 0,
      }),
  }
}

/** The address that an order is priced with, as it keeps it. */
export const addressColumns = (
  { sealing }: Pick<Services, 'sealing'>,
  address: AddressRow | undefined,
): Pick<OrderChange, 'address_id' | 'address_sealed'> =>
  address
    ? {
        address_id: address.id,
        address_sealed: seal(sealing, ADDRESS_PURPOSE, JSON.stringify(address)),
      }
    : {}

interface Terms {
  /** Basis points of the home country and of the invoice's country. */
  homeRateBp: number
  rateBp: number
  exemption: TaxExemption | null
  /** Null takes the order's coupon away; `agreed` keeps it with its discount. */
  coupon: Pick<FoundCoupon, 'id' | 'code' | 'terms'> | 'agreed' | null
  /** Other columns to change with the price. */
  change?: OrderChange
  at: Date
}

export interface PricingPlatform {
  home_country: string
  prices_include_tax: boolean
}

/**
 * The price until an invoice address is chosen: list price with the home country's tax. A converted
 * one says from what.
 */
export function homePrice(
  platform: PricingPlatform,
  {
    price,
    quantity = 1,
    homeRateBp: rateBp,
  }: { price: Price; quantity?: number; homeRateBp: number },
) {
  const listPriceMinor = price.amountMinor * quantity
  const { converted } = price
  const amounts = priceOrder({
    listPriceMinor,
    includesTax: platform.prices_include_tax,
    homeRateBp: rateBp,
    rateBp,
  })
  return {
    currency: price.currency,
    list_price_minor: listPriceMinor,
    source_price_minor: converted && converted.sourceMinor * quantity,
    source_currency: converted && converted.sourceCurrency,
    exchange_rate: converted && converted.rate,
    rate_day: converted && converted.day,
    prices_include_tax: platform.prices_include_tax,
    subtotal_minor: amounts.subtotalMinor,
    discount_minor: amounts.discountMinor,
    tax_minor: amounts.taxMinor,
    total_minor: amounts.totalMinor,
    tax_rate_bp: rateBp,
    tax_exemption: null,
  }
}

/** Prices an order and stores it, with an event if anything changed. The order must be locked. */
export async function repriceOrder(
  db: Db,
  order: OrderRow,
  { homeRateBp, rateBp, exemption, coupon, change = {}, at }: Terms,
): Promise<OrderRow> {
  const price = {
    listPriceMinor: order.list_price_minor,
    includesTax: order.prices_include_tax,
    homeRateBp,
    rateBp,
  }
  const discounted = coupon === 'agreed' ? order : discountedBy(order, price, coupon)
  const amounts = priceOrder({ ...price, discountMinor: discounted.discount_minor })
  const priced = {
    subtotal_minor: amounts.subtotalMinor,
    discount_minor: amounts.discountMinor,
    tax_minor: amounts.taxMinor,
    total_minor: amounts.totalMinor,
    tax_rate_bp: rateBp,
    tax_exemption: exemption,
    coupon_id: discounted.coupon_id,
    coupon_code: discounted.coupon_code,
    coupon_terms: discounted.coupon_terms,
  }
  const now: OrderRow = { ...order, ...change, ...priced }
  return changeOrder(
    db,
    order.id,
    { ...change, ...priced },
    isRepriced(order, now) ? { kind: 'repriced', facts: pricedFacts(order, now), at } : null,
  )
}

/** The order's coupon and discount; a subscription keeps the terms for its later periods. */
function discountedBy(
  { plan_version_id: version }: OrderRow,
  price: Parameters<typeof priceOrder>[0],
  coupon: Pick<FoundCoupon, 'id' | 'code' | 'terms'> | null,
): Pick<OrderRow, 'discount_minor' | 'coupon_id' | 'coupon_code' | 'coupon_terms'> {
  return {
    discount_minor: coupon ? discountOf(coupon.terms.value, priceOrder(price).subtotalMinor) : 0,
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? null,
    coupon_terms:
      coupon && version !== null
        ? { ...couponColumns(coupon.terms.value), periods: coupon.terms.periods }
        : null,
  }
}

const WATCHED = [
  'subtotal_minor',
  'discount_minor',
  'tax_minor',
  'total_minor',
  'tax_rate_bp',
  'tax_exemption',
  'coupon_code',
  'address_id',
] as const

export const isRepriced = (before: OrderRow, now: OrderRow): boolean =>
  WATCHED.some((name) => now[name] !== before[name])

/**
 * Facts of a price event. The address is named by id only, because events hold no personal data.
 */
export const pricedFacts = (
  before: Pick<OrderRow, 'total_minor'>,
  now: Pick<OrderRow, (typeof WATCHED)[number]>,
) => ({
  from: before.total_minor,
  to: now.total_minor,
  subtotal: now.subtotal_minor,
  discount: now.discount_minor,
  tax: now.tax_minor,
  rate_bp: now.tax_rate_bp,
  exemption: now.tax_exemption,
  coupon: now.coupon_code,
  address: now.address_id,
})

/** Limits guesses of coupon codes (CPN-5). Valid codes count too. */
export const limitCouponGuesses = (ctx: Ctx, storeId: string): Promise<void> =>
  consumeRateLimits(ctx, [
    { key: `coupon store ${storeId}`, ...COUPON_LIMITS.store },
    { key: `coupon ip ${ctx.ip}`, ...COUPON_LIMITS.ip },
  ])

const invalid = () =>
  refuse('checkout.coupon_invalid', {
    fields: { coupon_code: { code: 'checkout.coupon_invalid' } },
  })

/**
 * Normalizes the typed code; null when empty. A code that the order does not have yet consumes the
 * rate limit.
 */
export async function readCouponCode(
  ctx: Ctx,
  order: Pick<
    OrderRow,
    'bundle_id' | 'coupon_code' | 'store_id' | 'product_id' | 'subscription_id'
  >,
  given: string | undefined,
): Promise<string | null> {
  if (!given) return null
  if (order.bundle_id !== null)
    throw refuse('checkout.coupon_not_with_bundle', {
      fields: { coupon_code: { code: 'checkout.coupon_not_with_bundle' } },
    })
  // The coupon of a subscription was agreed to with its first order.
  if (order.subscription_id !== null && given === order.coupon_code) return given
  // Products inside an app have the price that the app requested (S3.4); later periods of a
  // subscription have the price that was agreed to.
  if (order.product_id !== null || order.subscription_id !== null) throw invalid()
  const code = couponCode(given)
  if (code === null || code !== order.coupon_code) await limitCouponGuesses(ctx, order.store_id)
  if (code === null) throw invalid()
  return code
}

const useOf = (order: OrderRow): CouponUse & { orderId: string } => ({
  storeId: order.store_id,
  itemId: order.item_id,
  orderId: order.id,
})

const faultOf = (coupon: FoundCoupon, order: OrderRow, now: Date) =>
  couponFault(
    coupon.terms,
    coupon.usage,
    {
      ...coupon.item,
      platformId: order.platform_id,
      currency: order.currency,
      subtotalMinor: order.subtotal_minor,
    },
    now,
  )

/** Locks the store (first purchases) and then both coupons. The order must be locked. */
async function lockForCoupon(db: Db, order: OrderRow, code: string | null): Promise<void> {
  const seen = code === null ? undefined : await findCoupon(db, code, useOf(order))
  if (seen?.terms.firstPurchase) await lockStore(db, order.store_id)
  if (seen || order.coupon_id !== null) await lockCoupons(db, { code, id: order.coupon_id })
}

/**
 * Reserves a use for a trial that its owner agrees to, which no order has yet. Throws when the
 * coupon does not apply to the first paid period. The subscription must be locked.
 */
export async function reserveForSubscription(
  db: Db,
  use: CouponUse & { subscriptionId: string },
  {
    code: given,
    ...target
  }: Pick<CouponTarget, 'platformId' | 'currency' | 'subtotalMinor'> & { code: string },
  at: Date,
): Promise<FoundCoupon> {
  const code = couponCode(given)
  const seen = code === null ? undefined : await findCoupon(db, code, use)
  if (code === null || !seen) throw invalid()
  if (seen.terms.firstPurchase) await lockStore(db, use.storeId)
  await lockCoupons(db, { code, id: null })
  await releaseExpiredUses(db, seen.id, at)
  const coupon = await findCoupon(db, code, use)
  if (!coupon || couponFault(coupon.terms, coupon.usage, { ...coupon.item, ...target }, at))
    throw invalid()
  if (!(await reserveUse(db, coupon, use, at, at))) throw invalid()
  return coupon
}

/** Reserves a place for the order or extends the one it has; otherwise returns why not. */
async function reservePlace(
  db: Db,
  order: OrderRow,
  code: string,
  now: Date,
): Promise<FoundCoupon | CouponFault | 'unknown'> {
  const use = useOf(order)
  let coupon = await findCoupon(db, code, use)
  if (
    coupon &&
    !coupon.usage.held &&
    isFull(coupon.terms, coupon.usage) &&
    (await releaseExpiredUses(db, coupon.id, now)) > 0
  )
    coupon = await findCoupon(db, code, use)
  if (!coupon) return 'unknown'
  const fault = faultOf(coupon, order, now)
  if (fault) return fault
  const heldUntil = secondsAfter(now, HOLD_SECONDS)
  if (coupon.usage.held) await extendUse(db, order.id, heldUntil)
  else if (await reserveUse(db, coupon, use, now, heldUntil))
    await insertEvent(db, {
      order_id: order.id,
      kind: 'coupon',
      to_state: 'reserved',
      facts: { code },
      at: now,
    })
  else return 'used_up'
  return coupon
}

async function releaseCoupon(db: Db, order: OrderRow, why: string, now: Date): Promise<void> {
  if (order.coupon_id === null || !(await endUse(db, order.coupon_id, order.id, 'released', now)))
    return
  await insertEvent(db, {
    order_id: order.id,
    kind: 'coupon',
    to_state: 'released',
    facts: { code: order.coupon_code, why },
    at: now,
  })
}

/**
 * Replaces the order's coupon and reserves a place before payment, so that a buyer who is too late
 * learns it now (CPN-1). Throws without changing anything when the coupon does not apply. The order
 * must be locked; the caller stores the price.
 */
export async function changeCoupon(
  db: Db,
  order: OrderRow,
  code: string | null,
  now: Date,
): Promise<FoundCoupon | 'agreed' | null> {
  if (order.subscription_id !== null) return 'agreed'
  await lockForCoupon(db, order, code)
  if (order.coupon_code !== code) await releaseCoupon(db, order, 'changed', now)
  if (code === null) return null
  const taken = await reservePlace(db, order, code, now)
  if (typeof taken === 'string') throw invalid()
  return taken
}

/**
 * Checks the order's coupon before a payment, in its own transaction: extends its place, or removes
 * an ended coupon, reprices and refuses (CPN-4). A changed value does not affect an agreed
 * discount.
 */
export async function confirmCoupon(
  ctx: Ctx,
  {
    id,
    coupon_id: couponId,
    subscription_id: subscriptionId,
  }: Pick<OrderRow, 'id' | 'coupon_id' | 'subscription_id'>,
): Promise<void> {
  // That of a subscription was agreed to, whatever became of it.
  if (couponId === null || subscriptionId !== null) return
  const now = ctx.clock.now()
  const changed = await inTransaction(ctx, async (trx) => {
    const order = await lockOrder(trx, { id })
    // The payment itself refuses an order that cannot be paid.
    if (!order?.coupon_code || !orderCan.pay(order, now)) return null
    const live = await findLiveAttempt(trx, id)
    if (isMoving(live)) return null
    await lockForCoupon(trx, order, order.coupon_code)
    const taken = await reservePlace(trx, order, order.coupon_code, now)
    if (typeof taken !== 'string') return null
    await releaseCoupon(trx, order, taken, now)
    const { homeRateBp } = await findPriceFacts(trx, order, null, ctx.operator)
    return repriceOrder(trx, order, {
      homeRateBp,
      rateBp: order.tax_rate_bp,
      exemption: order.tax_exemption as TaxExemption | null,
      coupon: null,
      at: now,
    })
  })
  if (changed)
    throw refuse('checkout.coupon_ended', {
      params: { total: toMajor(changed.total_minor, changed.currency), currency: changed.currency },
    })
}

/** Releases the coupon when the order restarts with another price. The order must be locked. */
export const dropCoupon = (db: Db, order: OrderRow, now: Date): Promise<void> =>
  releaseCoupon(db, order, 'repriced', now)
