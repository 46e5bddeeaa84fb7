import type { Db } from '#db/client.ts'
import { discountOf } from './coupons/coupon-rules.ts'
import type { FoundCoupon } from './coupons/coupon-data.ts'
import { changeOrder, type OrderChange, type OrderRow } from './data.ts'
import { priceOrder } from './rules.ts'

interface Terms {
  /** Basis points: the home country's, and those of the invoice's country. */
  homeRateBp: number
  rateBp: number
  coupon: Pick<FoundCoupon, 'id' | 'code' | 'terms'> | null
  /** What else changes with the price. */
  change?: OrderChange
  at: Date
}

export interface PricingPlatform {
  home_country: string
  prices_include_tax: boolean
}

/**
 * What an order begins with, until an invoice address is chosen: the list price with the tax that
 * the home country asks for on that day.
 */
export function priceAtHome(
  platform: PricingPlatform,
  {
    listPriceMinor,
    currency,
    homeRateBp: rateBp,
  }: { listPriceMinor: number; currency: string; homeRateBp: number },
) {
  const amounts = priceOrder({
    listPriceMinor,
    includesTax: platform.prices_include_tax,
    homeRateBp: rateBp,
    rateBp,
  })
  return {
    currency,
    list_price_minor: listPriceMinor,
    prices_include_tax: platform.prices_include_tax,
    subtotal_minor: amounts.subtotalMinor,
    discount_minor: amounts.discountMinor,
    tax_minor: amounts.taxMinor,
    total_minor: amounts.totalMinor,
    tax_rate_bp: rateBp,
  }
}

/**
 * Works out what an order costs now and writes it down, with an event when anything of it is other
 * than before. The order is locked.
 */
export async function repriceOrder(
  db: Db,
  order: OrderRow,
  { homeRateBp, rateBp, coupon, change = {}, at }: Terms,
): Promise<OrderRow> {
  const price = {
    listPriceMinor: order.list_price_minor,
    includesTax: order.prices_include_tax,
    homeRateBp,
    rateBp,
  }
  const discountMinor = coupon ? discountOf(coupon.terms.value, priceOrder(price).subtotalMinor) : 0
  const amounts = priceOrder({ ...price, discountMinor })
  const priced = {
    subtotal_minor: amounts.subtotalMinor,
    discount_minor: amounts.discountMinor,
    tax_minor: amounts.taxMinor,
    total_minor: amounts.totalMinor,
    tax_rate_bp: rateBp,
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? null,
  }
  const now: OrderRow = { ...order, ...change, ...priced }
  const isTold = WATCHED.some((name) => now[name] !== order[name])
  return changeOrder(
    db,
    order.id,
    { ...change, ...priced },
    isTold ? { kind: 'repriced', facts: pricedFacts(order, now), at } : null,
  )
}

const WATCHED = [
  'subtotal_minor',
  'discount_minor',
  'tax_minor',
  'total_minor',
  'tax_rate_bp',
  'coupon_code',
  'address_id',
] as const

/**
 * What an event says of a price: enough to see every price an order ever had. No personal data: the
 * address by its id.
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
  coupon: now.coupon_code,
  address: now.address_id,
})
