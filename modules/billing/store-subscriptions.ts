import type { Db } from '#db/client.ts'
import type { Locale } from '#lib/locale.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import { dayIn } from '#lib/time-zone.ts'
import type { StoreCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findItem } from '#modules/catalog/public.ts'
import { pricingOf } from '#modules/currencies/public.ts'
import {
  describePart,
  findCard,
  listSubscriptionOrders,
  type OrderPart,
  priceParts,
} from '#modules/orders/public.ts'
import * as contract from './contract.ts'
import { type AgreedCoupon, discountFor } from './coupons.ts'
import {
  findUsage,
  findVersion,
  planKeyOf,
  type PlanVersion,
  type SubscriptionRow,
  timeOf,
  usagePeriodOf,
  usageSince,
} from './data.ts'
import { refuse } from './errors.ts'
import { findLeaving, presentLeft } from './leaving.ts'
import { keyOf, listPlans } from './offers.ts'
import { termsOf } from './plan-versions.ts'
import {
  couponOf,
  nextAnchor,
  periodCharge,
  presentComing,
  presentPlan,
  presentSubscription,
  selectShown,
  type ShownSubscription,
  type Taxing,
  taxed,
  taxingOf,
} from './present.ts'
import { changeNow, isUpgrade, usageCharges, usageMinor } from './rules.ts'
import { findUnusedDays, type UnusedDays } from './unused-days.ts'

/** Those that need the owner first: unpaid, trials that end, running, over. */
const URGENCY = ['past_due', 'paused', 'trialing', 'active', 'ended']

export const listSubscriptions = defineOperation({
  ...contract.listSubscriptions,
  run: async (ctx, { query: { page, per_page: perPage } }) => {
    const { storeId } = ctx.actor
    const [{ total }, rows, all] = await Promise.all([
      ctx.db
        .selectFrom('subscriptions')
        .select((on) => on.fn.countAll<number>().as('total'))
        .where('store_id', '=', storeId)
        .executeTakeFirstOrThrow(),
      selectShown(ctx.db, storeId)
        .orderBy((on) => on.fn('array_position', [on.val(URGENCY), 'subscriptions.state']))
        .orderBy('subscriptions.created_at', 'desc')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute(),
      selectShown(ctx.db, storeId)
        .where('subscriptions.state', '<>', 'ended')
        .where('subscriptions.cancelled_at', 'is', null)
        .where('subscriptions.agreed_at', 'is not', null)
        .execute(),
    ])
    const data = await Promise.all(rows.map((row) => presentSubscription(ctx, row)))
    const agreed = await Promise.all(all.map((row) => presentSubscription(ctx, row)))
    const monthly = new Map<Currency, number>()
    for (const one of agreed)
      monthly.set(one.plan.currency, (monthly.get(one.plan.currency) ?? 0) + one.monthly)
    return {
      data,
      meta: { total, page, per_page: perPage },
      monthly: [...monthly].map(([currency, amount]) => ({
        currency,
        amount: Math.round(amount * 1000) / 1000,
      })),
    }
  },
})

/** The next charge of a store that its owner agreed to. */
export async function findNextCharge(
  ctx: StoreCtx,
  storeId: string,
): Promise<{ day: string; amount: number; currency: Currency } | null> {
  const row = await selectShown(ctx.db, storeId)
    .where('subscriptions.state', '<>', 'ended')
    .where('subscriptions.cancelled_at', 'is', null)
    .where('subscriptions.agreed_at', 'is not', null)
    .where('subscriptions.due_order_id', 'is', null)
    .orderBy('subscriptions.period_until')
    .limit(1)
    .executeTakeFirst()
  const next = row && (await presentSubscription(ctx, row)).next
  return next ? { day: next.day, amount: next.plan, currency: next.currency } : null
}

/** The store's own subscription. */
export async function requireSubscription(
  ctx: StoreCtx,
  id: string,
  db: Db = ctx.db,
): Promise<ShownSubscription> {
  const row = await selectShown(db, ctx.actor.storeId)
    .where('subscriptions.id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse('billing.not_found')
  return row
}

export const presentById = async (ctx: StoreCtx, id: string) => ({
  data: await presentSubscription(ctx, await requireSubscription(ctx, id)),
})

export const getSubscription = defineOperation({
  ...contract.getSubscription,
  run: async (ctx, { params }) => {
    const row = await requireSubscription(ctx, params.id)
    const version = await findVersion(ctx.db, row.plan_version_id)
    const pending = row.pending_version_id
      ? await findVersion(ctx.db, row.pending_version_id)
      : null
    const { now } = await timeOf(ctx, ctx.db, row.store_id)
    const [taxing, shown, orders, used, card] = await Promise.all([
      taxingOf(ctx, row),
      presentSubscription(ctx, row, version),
      listSubscriptionOrders(ctx.db, row.id),
      findUsage(ctx.db, row.id, usagePeriodOf(row)),
      row.saved_card_id === null
        ? undefined
        : findCard(ctx.db, row.store_id, row.saved_card_id, ctx.clock.now()),
    ])
    const next = pending ?? version
    const anchor = nextAnchor(row, version, next)
    const usage = presentUsage(ctx.locale, { row, version, used, taxing, now })
    return {
      data: {
        ...shown,
        now: now.toISOString(),
        card: card ?? null,
        coming:
          shown.next === null && shown.state !== 'trialing'
            ? emptyComing(version)
            : presentComing(taxing, next, anchor, {
                no: row.period_no + 1,
                capMinor: row.cap_minor ?? 0,
                isPreliminary: taxing.facts.address === undefined,
                coupon: couponOf(row),
              }),
        cap: row.cap_minor === null ? null : toMajor(row.cap_minor, version.currency),
        usage,
        usage_since: dayIn(row.time_zone, usageSince(row)),
        usage_cost: toMajor(costOf(version, used), version.currency),
        pending: pending && presentPlan(pending, ctx.locale),
        ...(await presentChanges(ctx, { row, version, used, taxing, now })),
        leaving: await presentLeaving(ctx.db, { row, version, taxing, now }),
        left: await presentLeft(ctx.db, row, version, orders),
        invoices: orders
          .filter((order) => order.paid_at !== null || order.attempt_state !== null)
          .map((order) => presentInvoice(order, row, ctx.locale)),
      },
    }
  },
})

const emptyComing = ({ currency }: PlanVersion) => ({
  currency: currency as Currency,
  charges: [],
  total: 0,
  coupon_ends: null,
  is_preliminary: false,
})

export const costOf = (version: PlanVersion, used: ReadonlyMap<string, number>): number =>
  version.meters.reduce((sum, meter) => sum + usageMinor(meter, used.get(meter.key) ?? 0), 0)

interface Seen {
  row: SubscriptionRow
  version: PlanVersion
  taxing: Taxing
  now: Date
}

const DAY_MS = 86_400_000

export function presentUsage(
  locale: Locale,
  { row, version, used, taxing, now }: Seen & { used: ReadonlyMap<string, number> },
) {
  // What a first hour was used says little of a month.
  const passed = Math.max(DAY_MS, now.getTime() - usageSince(row).getTime())
  const length = row.period_until.getTime() - row.period_from.getTime()
  return presentPlan(version, locale).meters.map((meter, index) => {
    const quantity = used.get(meter.key) ?? 0
    const priced = version.meters[index]
    return {
      meter,
      used: quantity,
      cost: toMajor(
        taxed(taxing, priced ? usageMinor(priced, quantity) : 0).totalMinor,
        version.currency,
      ),
      forecast: Math.max(quantity, Math.round((quantity * length) / passed)),
    }
  })
}

/** What changing to each other plan of the item costs today; none that costs other money. */
async function presentChanges(
  ctx: StoreCtx,
  {
    row,
    version,
    used,
    taxing,
    now,
  }: Seen & { row: ShownSubscription; used: ReadonlyMap<string, number> },
) {
  const none = { changes: [], other_currency: null }
  if (row.state !== 'active' || row.cancelled_at !== null || row.due_order_id !== null) return none
  const item = await findItem(ctx, { id: row.item_id }, ctx.locale)
  if (!item || item.status !== 'published') return none
  const [pricing, unused, plans] = await Promise.all([
    pricingOf(ctx),
    findUnusedDays(ctx.db, row, version, now),
    listPlans(ctx.db, item, { storeId: row.store_id, now: ctx.clock.now() }),
  ])
  const day = (at: Date) => dayIn(row.time_zone, at)
  const coupon = couponOf(row)
  const others = plans
    .filter((plan) => keyOf(plan) !== planKeyOf(version))
    .map((plan) => ({ plan, terms: termsOf(plan, pricing) }))
  // One order has one currency, and the next one has this period's use too.
  const isOther = ({ terms }: (typeof others)[number]) =>
    version.meters.length > 0 && terms.currency !== version.currency
  const changes = others
    .filter((one) => !isOther(one))
    .map(({ plan, terms }) => {
      const change = quoteChange(version, terms, { unused, used, taxing, coupon, row })
      const part = (minor: number) => toMajor(minor, terms.currency)
      const nextNo = row.period_no + (change?.restarts ? 2 : 1)
      return {
        plan: presentPlan(terms, ctx.locale, plan.offer),
        is_now: change !== null,
        from: change === null ? day(row.period_until) : day(now),
        new_part: part(taxed(taxing, change?.newMinor ?? 0).totalMinor),
        // What the lines add up to is what is charged, also where tax is rounded.
        credit: part(taxed(taxing, change?.newMinor ?? 0).totalMinor - (change?.fullMinor ?? 0)),
        discount: part(change?.offMinor ?? 0),
        today: part(change?.todayMinor ?? 0),
        days_left: unused.days.left,
        next: part(periodCharge(taxing, terms, nextNo, coupon).totalMinor),
        ends_coupon:
          discountFor(coupon, version, row.period_no + 1) !== null &&
          discountFor(coupon, terms, row.period_no + 1) === null,
      }
    })
  const other = changes.length === 0 ? others.find(isOther) : undefined
  return { changes, other_currency: (other?.terms.currency ?? null) as Currency | null }
}

interface Quoting {
  unused: UnusedDays
  used: ReadonlyMap<string, number>
  taxing: Taxing
  coupon: AgreedCoupon | null
  row: Pick<SubscriptionRow, 'period_no'>
}

/** A change that begins at once, and what it costs; null when it begins with the next period. */
export function quoteChange(
  from: Omit<PlanVersion, 'id'>,
  to: Omit<PlanVersion, 'id'>,
  { unused: { days, listMinor }, used, taxing, coupon, row }: Quoting,
) {
  if (from.currency !== to.currency || !isUpgrade(from, to)) return null
  // What was used is charged when its period ends, at the prices at which it was used.
  if (from.period !== to.period && from.meters.length > 0) return null
  if (usageCharges(from, used).length > 0) return null
  const change = changeNow(from, to, { days, creditMinor: listMinor })
  // The coupon of a period that is under way takes off the days that are left of it.
  const whole = discountFor(coupon, to, row.period_no + (change.restarts ? 1 : 0))
  const discount = whole && { ...whole, ...(!change.restarts && { part: days }) }
  const parts = [
    { kind: 'plan' as const, amount_minor: change.newMinor },
    { kind: 'credit' as const, amount_minor: -change.creditMinor },
  ]
  if (change.dueMinor === 0) return null
  const priced = priceParts(taxing.terms, parts, discount)
  const full = priceParts(taxing.terms, parts, null)
  if (priced.totalMinor === 0) return null
  return {
    ...change,
    discount,
    fullMinor: full.totalMinor,
    todayMinor: priced.totalMinor,
    offMinor: full.totalMinor - priced.totalMinor,
  }
}

async function presentLeaving(db: Db, { row, version, taxing, now }: Seen) {
  if (row.state === 'ended') return null
  const { refundMinor, chargeMinor, chargeCurrency } = await findLeaving(db, row, version, {
    taxing,
    now,
  })
  return {
    ends: dayIn(row.time_zone, row.period_until),
    refund: toMajor(refundMinor, version.currency),
    charge: toMajor(chargeMinor, chargeCurrency),
    charge_currency: chargeCurrency,
  }
}

type Order = Awaited<ReturnType<typeof listSubscriptionOrders>>[number]

const INVOICE_STATES = {
  paid: 'paid',
  partially_refunded: 'paid',
  refunded: 'refunded',
  cancelled: 'cancelled',
  expired: 'cancelled',
} as const

const presentInvoice = (order: Order, row: SubscriptionRow, locale: Locale) => ({
  order_number: order.number,
  day: dayIn(row.time_zone, order.paid_at ?? order.created_at),
  lines: ((order.parts ?? []) as unknown as OrderPart[]).map((part) => describePart(part, locale)),
  total: toMajor(order.total_minor, order.currency),
  refunded: toMajor(order.refunded_minor, order.currency),
  currency: order.currency as Currency,
  state:
    INVOICE_STATES[order.state as 'paid'] ??
    (order.attempt_state === 'declined' ? ('failed' as const) : ('open' as const)),
  receipt: order.paid_at !== null && order.total_minor > 0 && order.address_sealed !== null,
})
