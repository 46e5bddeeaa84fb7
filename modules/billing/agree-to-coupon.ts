import type { Db } from '#db/client.ts'
import type { StoreCtx } from '#kernel/context.ts'
import {
  couponCode,
  couponFault,
  findCouponWithPlaces,
  limitCouponGuesses,
  reserveForSubscription,
} from '#modules/orders/public.ts'
import { type AgreedCoupon, bindCoupon, findAgreedCoupon } from './coupons.ts'
import { timeOf, type PlanVersion, type SubscriptionRow } from './data.ts'
import { refuse } from './errors.ts'
import { presentCoupon, taxed, type Taxing } from './present.ts'

type Terms = Omit<PlanVersion, 'id'>

/** What a code would take off a plan. All answers to a code that does not apply are alike. */
export async function checkCoupon(
  ctx: StoreCtx,
  itemId: string,
  {
    taxing,
    terms,
    code: given,
    orderNumber,
  }: { taxing: Taxing; terms: Terms; code: string; orderNumber: string | undefined },
) {
  const { storeId } = ctx.actor
  const code = couponCode(given)
  const order =
    orderNumber === undefined || code === null
      ? undefined
      : await findHolder(ctx.db, { storeId, number: orderNumber, code })
  if (!order) await limitCouponGuesses(ctx, storeId)
  const found =
    code === null
      ? undefined
      : await findCouponWithPlaces(ctx, code, { storeId, itemId, orderId: order?.id ?? null })
  const target = {
    platformId: ctx.platformId,
    currency: terms.currency,
    subtotalMinor: taxed(taxing, terms.amountMinor).subtotalMinor,
  }
  if (
    !found ||
    couponFault(found.terms, found.usage, { ...found.item, ...target }, ctx.clock.now())
  )
    return {
      agreed: null,
      shown: { code: given, percent: null, amount: null, periods: null, valid: false },
    }
  const agreed: AgreedCoupon = {
    id: found.id,
    code: found.code,
    value: found.terms.value,
    periods: found.terms.periods,
    planPeriod: terms.period,
  }
  return { agreed, shown: { ...presentCoupon(agreed), valid: true } }
}

/** The store's order that has the coupon. */
const findHolder = (
  db: Db,
  { storeId, number, code }: { storeId: string; number: string; code: string },
) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number)
    .where('store_id', '=', storeId)
    .where('coupon_code', '=', code)
    .executeTakeFirst()

/**
 * Binds a coupon to a trial whose owner agrees now: its use is counted, and redeemed with the first
 * payment. Answers the coupon of the trial, which a later agreement keeps.
 */
export async function agreeToCoupon(
  ctx: StoreCtx,
  trx: Db,
  row: Pick<SubscriptionRow, 'id' | 'store_id' | 'item_id' | 'platform_id'>,
  { taxing, version, code }: { taxing: Taxing; version: PlanVersion; code: string | undefined },
): Promise<AgreedCoupon | null> {
  const bound = await findAgreedCoupon(trx, row.id)
  if (code === undefined || bound?.code === couponCode(code)) return bound
  if (bound) throw refuse('checkout.coupon_invalid')
  const {
    id,
    code: normal,
    terms,
  } = await reserveForSubscription(
    trx,
    { storeId: row.store_id, itemId: row.item_id, orderId: null, subscriptionId: row.id },
    {
      code,
      platformId: row.platform_id,
      currency: version.currency,
      subtotalMinor: taxed(taxing, version.amountMinor).subtotalMinor,
    },
    ctx.clock.now(),
  )
  const coupon: AgreedCoupon = {
    id,
    code: normal,
    value: terms.value,
    periods: terms.periods,
    planPeriod: version.period,
  }
  const { now } = await timeOf(ctx, trx, row.store_id)
  await bindCoupon(trx, row.id, coupon, now)
  return coupon
}
