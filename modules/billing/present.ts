import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { type Locale, pickText, type Text } from '#lib/locale.ts'
import { readMarket } from '#lib/market.ts'
import { type Currency, scaleHalfUp, toMajor } from '#lib/money.ts'
import { dayAfter, dayIn } from '#lib/time-zone.ts'
import type { RequestContext } from '#kernel/context.ts'
import {
  type AgreedDiscount,
  couponValue,
  findOrderBasis,
  type OrderBasis,
  plainCouponValue,
  priceParts,
  type StoredCoupon,
} from '#modules/orders/public.ts'
import type { coming, planOffer, SubscriptionSummary } from './contract.ts'
import { type AgreedCoupon, discountFor, endDayOf } from './coupons.ts'
import {
  anchorOf,
  findVersion,
  planKeyOf,
  type PlanVersion,
  selectSubscriptions,
  type SubscriptionRow,
} from './data.ts'
import type { Plan } from './plan-versions.ts'
import {
  type Anchor,
  comingCharges,
  type EndReason,
  GRACE_DAYS,
  periodDay,
  type SubscriptionState,
} from './rules.ts'

/** A year ahead is shown before anybody agrees. */
export const MONTHS_AHEAD = 12

/** What a list price comes to with this store's tax. */
export type Taxing = Pick<OrderBasis, 'terms'>
export const taxed = (
  { terms }: Taxing,
  listMinor: number,
  coupon: Pick<AgreedDiscount, 'value' | 'part'> | null = null,
) => priceParts(terms, [{ kind: 'plan', amount_minor: listMinor }], coupon)

/** A charge of a plan in a period, with tax and what a coupon takes off. */
export function periodCharge(
  taxing: Taxing,
  version: Pick<PlanVersion, 'amountMinor' | 'period' | 'currency'>,
  no: number,
  coupon: AgreedCoupon | null,
): { totalMinor: number; taxMinor: number; offMinor: number } {
  const charged = taxed(taxing, version.amountMinor, discountFor(coupon, version, no))
  return {
    ...charged,
    offMinor: taxed(taxing, version.amountMinor).totalMinor - charged.totalMinor,
  }
}

export const presentPlan = (
  version: Omit<PlanVersion, 'id'>,
  locale: Locale,
  offer: Plan['offer'] = undefined,
): z.output<typeof planOffer> => ({
  id: planKeyOf(version),
  name: pickText(version.name, locale),
  kind: version.kind,
  period: version.period,
  price: toMajor(version.amountMinor, version.currency),
  currency: version.currency as Currency,
  rate_date: version.converted?.day ?? null,
  trial_days: version.trialDays,
  cap: version.capMinor === null ? null : toMajor(version.capMinor, version.currency),
  offer: offer ? { note: offer.note, until: offer.expiresAt.toISOString() } : null,
  meters: version.meters.map(({ key, name, included, tiers }) => ({
    key,
    name: pickText(name, locale),
    included,
    tiers: tiers.map(({ upTo, priceMinor, per }) => ({
      up_to: upTo,
      price: toMajor(priceMinor, version.currency),
      per,
    })),
  })),
})

/** The charges of the next twelve months, with tax. */
export function presentComing(
  taxing: Taxing,
  version: Omit<PlanVersion, 'id'>,
  anchor: Anchor,
  from: {
    no: number
    capMinor: number
    isPreliminary: boolean
    /** Nothing was used before the first of these charges. */
    isFirst?: boolean
    coupon: AgreedCoupon | null
  },
): z.output<typeof coming> {
  const { currency } = version
  const charges = comingCharges(anchor, version, {
    firstNo: from.no,
    firstDay: periodDay(anchor, version.period, from.no),
    months: MONTHS_AHEAD,
    capMinor: version.meters.length > 0 ? from.capMinor : 0,
  })
  const cap = taxed(taxing, version.meters.length > 0 ? from.capMinor : 0)
  const priced = charges.map(({ no, day }) => ({
    day,
    ...periodCharge(taxing, version, no, from.coupon),
  }))
  const end = endDayOf(from.coupon, version, anchor, from.no)
  return {
    currency: currency as Currency,
    charges: priced.map(({ day, totalMinor, taxMinor, offMinor }, index) => ({
      day,
      plan: toMajor(totalMinor, currency),
      tax: toMajor(taxMinor, currency),
      discount: toMajor(offMinor, currency),
      cap: from.isFirst && index === 0 ? 0 : toMajor(cap.totalMinor, currency),
    })),
    total: toMajor(
      priced.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
      currency,
    ),
    coupon_ends: end && {
      day: end.day,
      plan: toMajor(taxed(taxing, version.amountMinor).totalMinor, currency),
    },
    is_preliminary: from.isPreliminary,
  }
}

interface ShownItem {
  slug: string
  icon: string | null
  market: string
  item_name: string
  names: Text | null
  due_number: string | null
  due_total: number | null
  due_currency: string | null
  due_reason: string | null
  coupon: ShownCoupon | null
}
type ShownCoupon = StoredCoupon & { id: string; code: string; plan_period: string }
export type ShownSubscription = SubscriptionRow & ShownItem

/** A store's subscriptions with what a list shows of their item and their open order. */
export const selectShown = (db: Db, storeId: string) =>
  selectAllShown(db).where('subscriptions.store_id', '=', storeId)

export const selectAllShown = (db: Db) =>
  selectSubscriptions(db)
    .innerJoin('items', 'items.id', 'subscriptions.item_id')
    .leftJoin('orders as due', 'due.id', 'subscriptions.due_order_id')
    .select(['items.slug', 'items.icon', 'items.market', 'items.name as item_name'])
    .select([
      'due.number as due_number',
      'due.total_minor as due_total',
      'due.currency as due_currency',
    ])
    .select((on) => [
      on
        .selectFrom('item_texts')
        .select((texts) => texts.fn<Text>('json_object_agg', ['locale', 'name']).as('names'))
        .whereRef('item_texts.item_id', '=', 'items.id')
        .as('names'),
      on
        .selectFrom('payment_attempts')
        .select('decline_reason')
        .whereRef('order_id', '=', 'subscriptions.due_order_id')
        .orderBy('turn', 'desc')
        .limit(1)
        .as('due_reason'),
      jsonObjectFrom(
        on
          .selectFrom('subscription_coupons')
          .select(['coupon_id as id', 'code', 'kind', 'percent_bp', 'amount_minor', 'currency'])
          .select(['periods', 'plan_period'])
          .whereRef('subscription_id', '=', 'subscriptions.id'),
      )
        .$castTo<ShownCoupon | null>()
        .as('coupon'),
    ])

/** The coupon of a subscription that was selected with it. */
export const couponOf = ({ coupon }: Pick<ShownSubscription, 'coupon'>): AgreedCoupon | null =>
  coupon && {
    id: coupon.id,
    code: coupon.code,
    value: couponValue(coupon),
    periods: coupon.periods,
    planPeriod: coupon.plan_period as AgreedCoupon['planPeriod'],
  }

/** The coupon while it takes something off period `no`. */
const presentGoingOn = (coupon: AgreedCoupon | null, plan: PlanVersion, no: number) =>
  coupon && discountFor(coupon, plan, no) ? presentCoupon(coupon) : null

/** A coupon as its owner reads it. */
export function presentCoupon({ code, value, periods }: Omit<AgreedCoupon, 'planPeriod'>) {
  const { kind, amount } = plainCouponValue(value)
  return {
    code,
    percent: kind === 'percent' ? amount : null,
    amount: kind === 'amount' ? amount : null,
    periods,
  }
}

/** How an order of this subscription would be taxed today: by `addressOf`, as the order is. */
export const taxingOf = (
  ctx: Pick<RequestContext, 'db' | 'cache' | 'clock' | 'operator'>,
  row: Pick<SubscriptionRow, 'store_id' | 'item_id' | 'platform_id' | 'address_id'>,
): Promise<OrderBasis> => findOrderBasis(ctx, row)

/** What a period of a plan would cost the store today: with tax, without use. */
export const findAmount = async (
  ctx: Pick<RequestContext, 'cache' | 'clock' | 'operator'>,
  db: Db,
  row: Parameters<typeof taxingOf>[1],
  { amountMinor }: Pick<PlanVersion, 'amountMinor'>,
): Promise<number> => taxed(await taxingOf({ ...ctx, db }, row), amountMinor).totalMinor

export async function presentSubscription(
  ctx: RequestContext,
  row: ShownSubscription,
  version?: PlanVersion,
): Promise<SubscriptionSummary> {
  const plan = version ?? (await findVersion(ctx.db, row.plan_version_id))
  const pending =
    row.pending_version_id === null ? plan : await findVersion(ctx.db, row.pending_version_id)
  const state = row.state as SubscriptionState
  const isEnding = row.cancelled_at !== null && state !== 'ended'
  const taxing = await taxingOf(ctx, row)
  const day = (at: Date) => dayIn(row.time_zone, at)
  const coupon = couponOf(row)
  const nextAmount = periodCharge(taxing, pending, row.period_no + 1, coupon)
  const goesOn = state !== 'ended' && !isEnding && row.agreed_at !== null
  const monthly = periodCharge(taxing, plan, Math.max(1, row.period_no), coupon)
  return {
    id: row.id,
    item: {
      id: row.item_id,
      slug: row.slug,
      name: pickText(row.names ?? {}, ctx.locale) || row.item_name,
      icon: row.icon,
      market: readMarket(row.market),
    },
    state: isEnding ? 'ending' : state,
    plan: presentPlan(plan, ctx.locale),
    since: row.created_at.toISOString(),
    period_from: row.period_from.toISOString(),
    period_until: row.period_until.toISOString(),
    time_zone: row.time_zone,
    trial_until: row.trial_until?.toISOString() ?? null,
    is_agreed: row.agreed_at !== null,
    next:
      goesOn && row.due_order_id === null
        ? {
            day: day(row.period_until),
            currency: pending.currency as Currency,
            plan: toMajor(nextAmount.totalMinor, pending.currency),
            tax: toMajor(nextAmount.taxMinor, pending.currency),
            discount: toMajor(nextAmount.offMinor, pending.currency),
            cap: toMajor(
              taxed(taxing, plan.meters.length > 0 ? (row.cap_minor ?? 0) : 0).totalMinor,
              plan.currency,
            ),
          }
        : null,
    due: presentDue(ctx, row, plan.currency),
    ends:
      state === 'ended'
        ? row.ended_at && day(row.ended_at)
        : isEnding || row.agreed_at === null
          ? day(row.period_until)
          : null,
    end_reason: row.end_reason as EndReason | null,
    coupon: presentGoingOn(coupon, pending, row.period_no + 1),
    monthly: toMajor(
      scaleHalfUp(monthly.totalMinor, 1, plan.period === 'year' ? 12 : 1),
      plan.currency,
    ),
  }
}

/** The open order, in its own currency. */
function presentDue(
  ctx: Pick<RequestContext, 't'>,
  row: ShownSubscription,
  planCurrency: string,
): SubscriptionSummary['due'] {
  if (row.due_number === null || row.due_total === null) return null
  const day = (at: Date) => dayIn(row.time_zone, at)
  const currency = row.due_currency ?? planCurrency
  const isPutOff = row.charge_from !== null && row.charges_tried === 0
  return {
    order_number: row.due_number,
    amount: toMajor(row.due_total, currency),
    currency: currency as Currency,
    works_until: dayAfter(day(row.past_due_since ?? row.period_until), GRACE_DAYS),
    charges_on: isPutOff && row.charge_from ? day(row.charge_from) : null,
    is_charging: isChargedLast(row),
    reason: row.due_reason === null ? null : declineText(ctx, row.due_reason),
  }
}

/** The last order of an ended subscription is charged at once, where a card can be. */
const isChargedLast = (row: SubscriptionRow): boolean =>
  row.state === 'ended' &&
  row.charges_tried === 0 &&
  !row.stops_charging &&
  row.frozen_since === null &&
  row.saved_card_id !== null

/** Why a charge failed, in words. */
export const declineText = (ctx: Pick<RequestContext, 't'>, reason: string): string =>
  ctx.t(`errors.decline.${reason}` as 'errors.decline.card_declined')

/** Where period `row.period_no + 1` begins, with the plan that it will have. */
export const nextAnchor = (
  row: SubscriptionRow,
  current: Pick<PlanVersion, 'period'>,
  next: Pick<PlanVersion, 'period'>,
): Anchor =>
  current.period === next.period
    ? anchorOf(row)
    : {
        anchorDay: dayIn(row.time_zone, row.period_until),
        anchorPeriod: row.period_no + 1,
        timeZone: row.time_zone,
      }
