import { newId, randomCode } from '#lib/ids.ts'
import type { Services } from '#kernel/context.ts'
import { couponCode, type CouponTerms } from './coupon-rules.ts'

/** 80 random bits: nobody finds a code like this by trying (CPN-5). */
const CODE_LENGTH = 16

/**
 * A coupon as it is made: what is left out does not limit it. Without a code it gets one that
 * cannot be guessed.
 */
export type NewCoupon = Pick<CouponTerms, 'value'> &
  Partial<Omit<CouponTerms, 'value'>> & { code?: string }

/** The row of a coupon that begins now. */
export function couponRow({ value, code: given, ...terms }: NewCoupon, now: Date) {
  const code = given === undefined ? randomCode(CODE_LENGTH) : couponCode(given)
  if (code === null) throw new Error(`"${given}" cannot be a coupon's code`)
  return {
    id: newId('cpn'),
    code,
    created_at: now,
    kind: value.kind,
    percent_bp: value.kind === 'percent' ? value.percentBp : null,
    amount_minor: value.kind === 'amount' ? value.amountMinor : null,
    currency: value.kind === 'amount' ? value.currency : null,
    platform_id: terms.platformId ?? null,
    market: terms.market ?? null,
    item_id: terms.itemId ?? null,
    partner_id: terms.partnerId ?? null,
    valid_from: terms.validFrom ?? now,
    valid_until: terms.validUntil ?? null,
    total_limit: terms.totalLimit ?? null,
    store_limit: terms.firstPurchase ? 1 : (terms.storeLimit ?? null),
    first_purchase: terms.firstPurchase ?? false,
    active: terms.active ?? true,
  }
}

/**
 * Makes a coupon, or gives the one with this code other terms; what has been used of it stays. A
 * first purchase happens once a store.
 */
export async function writeCoupon(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  coupon: NewCoupon,
): Promise<{ id: string; code: string }> {
  const row = couponRow(coupon, clock.now())
  const { id: _id, code: _code, created_at: _at, ...known } = row
  return db
    .insertInto('coupons')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doUpdateSet(known))
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}
