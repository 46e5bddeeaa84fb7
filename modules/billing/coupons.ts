import type { Db } from '#db/client.ts'
import {
  type AgreedDiscount,
  couponColumns,
  couponValue,
  type CouponValue,
  type StoredCoupon,
} from '#modules/orders/public.ts'
import { type Anchor, periodDay, type PlanPeriod, type Terms } from './rules.ts'

/** A coupon as the owner of a subscription agreed to it. */
export interface AgreedCoupon {
  id: string
  code: string
  value: CouponValue
  /** The last paid period that it takes off; null: every one. */
  periods: number | null
  /** Periods of another length are not taken off. */
  planPeriod: PlanPeriod
}

/** Whether it takes something off the price of paid period `no`. */
export const coversPeriod = (
  coupon: Pick<AgreedCoupon, 'value' | 'periods' | 'planPeriod'>,
  terms: Pick<Terms, 'period' | 'currency'>,
  no: number,
): boolean =>
  terms.period === coupon.planPeriod &&
  (coupon.value.kind === 'percent' || coupon.value.currency === terms.currency) &&
  (coupon.periods === null || no <= coupon.periods)

/** What it takes off the order of a period; null when nothing. */
export const discountFor = (
  coupon: AgreedCoupon | null,
  terms: Pick<Terms, 'period' | 'currency'>,
  no: number,
): AgreedDiscount | null =>
  coupon && coversPeriod(coupon, terms, no)
    ? { id: coupon.id, code: coupon.code, value: coupon.value }
    : null

/** Whether the price rises after period `no` because the coupon ends with it. */
export const endsWith = (
  coupon: AgreedCoupon | null,
  no: number,
  { current, next }: Record<'current' | 'next', Pick<Terms, 'period' | 'currency'>>,
): boolean =>
  coupon !== null &&
  no > 0 &&
  coversPeriod(coupon, current, no) &&
  !coversPeriod(coupon, next, no + 1)

/** The first day without the coupon, from period `no` on; null: not as far as anybody knows. */
export const endDayOf = (
  coupon: AgreedCoupon | null,
  terms: Pick<Terms, 'period' | 'currency'>,
  anchor: Anchor,
  no: number,
): { no: number; day: string } | null =>
  coupon?.periods && coversPeriod(coupon, terms, no)
    ? { no: coupon.periods + 1, day: periodDay(anchor, terms.period, coupon.periods + 1) }
    : null

const COLUMNS = [
  'subscription_coupons.coupon_id',
  'subscription_coupons.code',
  'subscription_coupons.kind',
  'subscription_coupons.percent_bp',
  'subscription_coupons.amount_minor',
  'subscription_coupons.currency',
  'subscription_coupons.periods',
  'subscription_coupons.plan_period',
] as const

export async function findAgreedCoupon(
  db: Db,
  subscriptionId: string,
): Promise<AgreedCoupon | null> {
  const row = await db
    .selectFrom('subscription_coupons')
    .select(COLUMNS)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst()
  return row
    ? {
        id: row.coupon_id,
        code: row.code,
        value: couponValue(row),
        periods: row.periods,
        planPeriod: row.plan_period as PlanPeriod,
      }
    : null
}

/** Binds a coupon to a subscription; the first one stays. */
export const bindCoupon = (
  trx: Db,
  subscriptionId: string,
  { id, code, value, periods, planPeriod }: AgreedCoupon,
  at: Date,
): Promise<unknown> =>
  trx
    .insertInto('subscription_coupons')
    .values({
      subscription_id: subscriptionId,
      coupon_id: id,
      code,
      ...couponColumns(value),
      periods,
      plan_period: planPeriod,
      agreed_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The coupon of the first order, with the terms that it had when the order got it. */
export function couponOfOrder(
  order: {
    coupon_id: string | null
    coupon_code: string | null
    coupon_terms: StoredCoupon | null
  },
  planPeriod: PlanPeriod,
): AgreedCoupon | null {
  const { coupon_id: id, coupon_code: code, coupon_terms: terms } = order
  if (id === null || code === null || terms === null) return null
  return { id, code, value: couponValue(terms), periods: terms.periods, planPeriod }
}
