import { latinDigits } from '#lib/digits.ts'
import type { Market } from '#lib/market.ts'
import { scaleHalfUp } from '#lib/money.ts'

/** Longer than any code, however it is spaced out; what is longer is refused unread. */
export const MAX_CODE_LENGTH = 64
/**
 * How long nobody else gets the place that an order has taken, from the last time its buyer priced
 * or paid it.
 */
export const HOLD_SECONDS = 30 * 60

const HOUR = 3600
/** Codes that may be tried (CPN-5). An address may be that of many stores. */
export const COUPON_LIMITS = {
  store: { most: 30, seconds: HOUR },
  ip: { most: 600, seconds: HOUR },
} as const

/**
 * The one form of a code, or null for what can be none (CPN-6): capital letters and digits of
 * ASCII. Case, spaces, hyphens, marks and the width of letters do not matter, nor does which of the
 * four i a Turkish keyboard wrote; nothing here asks for a locale.
 */
export function couponCode(text: string): string | null {
  if (text.length > MAX_CODE_LENGTH) return null
  const code = latinDigits(text)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\s‐-―-]/gu, '')
    .replaceAll('ı', 'i')
    .replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 32))
  return /^[A-Z0-9]{3,40}$/.test(code) ? code : null
}

/** What a coupon is worth. `percentBp`: basis points of the net price. */
export type CouponValue =
  | { kind: 'percent'; percentBp: number }
  | { kind: 'amount'; amountMinor: number; currency: string }

/** What a coupon takes off a net price, in minor units: half up, never more than there is. */
export function discountOf(value: CouponValue, subtotalMinor: number): number {
  const wanted =
    value.kind === 'percent'
      ? scaleHalfUp(subtotalMinor, value.percentBp, 10_000)
      : value.amountMinor
  return Math.max(0, Math.min(wanted, subtotalMinor))
}

export interface CouponTerms {
  value: CouponValue
  active: boolean
  validFrom: Date
  validUntil: Date | null
  platformId: number | null
  market: string | null
  itemId: string | null
  partnerId: string | null
  totalLimit: number | null
  storeLimit: number | null
  firstPurchase: boolean
}

/** How far a coupon has been used up, from this order's side. */
export interface CouponUsage {
  used: number
  usedByStore: number
  /** This order has its place already. */
  held: boolean
  /** The store has bought something, or is about to with another coupon for first purchases. */
  hasBought: boolean
}

/** What is to be bought. */
export interface CouponTarget {
  platformId: number
  market: Market
  itemId: string
  partnerId: string
  currency: string
  subtotalMinor: number
}

export type CouponFault =
  | 'inactive'
  | 'too_early'
  | 'over'
  | 'elsewhere'
  | 'other_currency'
  | 'not_first'
  | 'used_up'
  | 'nothing_off'

/**
 * Why a coupon does not apply; null when it does. Only we learn which it is: whoever asks is told
 * that it is not valid (CPN-5).
 */
export function couponFault(
  terms: CouponTerms,
  usage: CouponUsage,
  target: CouponTarget,
  now: Date,
): CouponFault | null {
  if (!terms.active) return 'inactive'
  if (now < terms.validFrom) return 'too_early'
  if (terms.validUntil !== null && now >= terms.validUntil) return 'over'
  const outside = (scope: string | number | null, its: string | number) =>
    scope !== null && scope !== its
  if (
    outside(terms.platformId, target.platformId) ||
    outside(terms.market, target.market) ||
    outside(terms.itemId, target.itemId) ||
    outside(terms.partnerId, target.partnerId)
  )
    return 'elsewhere'
  if (terms.value.kind === 'amount' && terms.value.currency !== target.currency)
    return 'other_currency'
  if (terms.firstPurchase && usage.hasBought) return 'not_first'
  if (!usage.held && isFull(terms, usage)) return 'used_up'
  return discountOf(terms.value, target.subtotalMinor) === 0 ? 'nothing_off' : null
}

/** I7: no place is left, at all or for this store. */
export const isFull = (
  terms: Pick<CouponTerms, 'totalLimit' | 'storeLimit'>,
  usage: Pick<CouponUsage, 'used' | 'usedByStore'>,
): boolean =>
  (terms.totalLimit !== null && usage.used >= terms.totalLimit) ||
  (terms.storeLimit !== null && usage.usedByStore >= terms.storeLimit)
