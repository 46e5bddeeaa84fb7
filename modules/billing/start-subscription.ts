import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { zoneAt } from '#lib/market-days.ts'
import { type Currency, formatAmount, toMajor, toMinor } from '#lib/money.ts'
import { dayAfter, dayIn, startOfDay } from '#lib/time-zone.ts'
import type { StoreActor } from '#kernel/actor.ts'
import { dayInWords, inTransaction, siteOrigin, type StoreCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { requireItem, type SaleItem } from '#modules/catalog/public.ts'
import { pricingOf } from '#modules/currencies/public.ts'
import {
  applyCoupon,
  findDefaultAddress,
  findOwnership,
  grantSubscription,
  limitCouponGuesses,
  lockStore,
  placeSubscriptionOrder,
  requireChargeableCard,
} from '#modules/orders/public.ts'
import * as contract from './contract.ts'
import {
  findLiveSubscription,
  findOwed,
  insertEvent,
  insertSubscription,
  planKeyOf,
  type PlanVersion,
  type SubscriptionRow,
  timeOf,
} from './data.ts'
import { refuse } from './errors.ts'
import { planPart, priceOfParts } from './order-parts.ts'
import { grantPeriod, periodAfterTrial } from './periods.ts'
import { agreeToCoupon, checkCoupon } from './agree-to-coupon.ts'
import { type AgreedCoupon, findAgreedCoupon } from './coupons.ts'
import { keyOf, listPlans, recordPlanVersion } from './offers.ts'
import { type Plan, termsOf } from './plan-versions.ts'
import { periodCharge, presentComing, presentPlan, taxed, taxingOf } from './present.ts'
import { recordAgreement } from './record-agreement.ts'
import { periodDay, TRIAL_MEMORY_DAYS } from './rules.ts'
import { insertStarted } from './settle-order.ts'

type Terms = Omit<PlanVersion, 'id'>

/** The plan that is named by its id or that of an offer; the first one unless it is named. */
function requirePlan(plans: readonly Plan[], wanted: string | undefined): Plan {
  const plan = plans.find((one) => wanted === undefined || keyOf(one) === wanted)
  if (!plan) throw refuse('billing.plan_not_found')
  return plan
}

/** The plan, or the offer, of an open order of the store. */
async function findOrdered(ctx: StoreCtx, number: string): Promise<string | undefined> {
  const order = await ctx.db
    .selectFrom('orders')
    .innerJoin('plan_versions', 'plan_versions.id', 'orders.plan_version_id')
    .select(['plan_versions.plan_id as planId', 'plan_versions.offer_id as offerId'])
    .where('orders.number', '=', number)
    .where('orders.store_id', '=', ctx.actor.storeId)
    .executeTakeFirst()
  return order && planKeyOf(order)
}

const TRIAL_MEMORY_SECONDS = TRIAL_MEMORY_DAYS * 86_400

/** When the store began its last trial of the item that counts; null without one. */
async function findRecentTrial(
  db: Db,
  { storeId, itemId }: { storeId: string; itemId: string },
  now: Date,
): Promise<Date | null> {
  const trial = await db
    .selectFrom('subscriptions')
    .select('created_at')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('trial_until', 'is not', null)
    .where('created_at', '>', secondsAfter(now, -TRIAL_MEMORY_SECONDS))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return trial?.created_at ?? null
}

export const previewSubscription = defineOperation({
  ...contract.previewSubscription,
  run: async (ctx, { query }) => {
    const item = await requireItem(ctx, ctx.market, { slug: query.slug }, ctx.locale)
    const plans = await listPlans(ctx.db, item, {
      storeId: ctx.actor.storeId,
      now: ctx.clock.now(),
    })
    const ordered = query.order === undefined ? undefined : await findOrdered(ctx, query.order)
    const plan = requirePlan(plans, ordered ?? query.plan)
    const pricing = await pricingOf(ctx)
    const terms = termsOf(plan, pricing)
    const { now } = await timeOf(ctx, ctx.db, ctx.actor.storeId)
    const [addressId, tried, live, owed] = await Promise.all([
      findDefaultAddress(ctx.db, ctx.actor.storeId),
      findRecentTrial(ctx.db, { storeId: ctx.actor.storeId, itemId: item.id }, now),
      findLiveSubscription(ctx.db, ctx.actor.storeId, item.id),
      findOwed(ctx.db, ctx.actor.storeId, item.id),
    ])
    const days = tried === null ? plan.trialDays : 0
    const timeZone = zoneAt(ctx.zones, now)
    const today = dayIn(timeZone, now)
    const taxing = await taxingOf(ctx, {
      store_id: ctx.actor.storeId,
      item_id: item.id,
      platform_id: ctx.platformId,
      address_id: addressId,
    })
    const coupon =
      query.coupon === undefined
        ? null
        : await checkCoupon(ctx, item.id, {
            taxing,
            terms,
            code: query.coupon,
            orderNumber: query.order,
          })
    const agreed = coupon?.agreed ?? null
    // The days of a trial that are left come before the first paid period.
    const firstDay =
      live?.state === 'trialing'
        ? periodAfterTrial(live, terms.period, now).anchor.anchorDay
        : today
    const anchor = { anchorDay: dayAfter(firstDay, days), anchorPeriod: 1, timeZone }
    return {
      data: {
        plan: presentPlan(terms, ctx.locale, plan.offer),
        plans: plans.map((one) => presentPlan(termsOf(one, pricing), ctx.locale, one.offer)),
        trial: {
          days,
          needs_card: plan.trialNeedsCard,
          until: days === 0 ? null : anchor.anchorDay,
        },
        renews: periodDay({ anchorDay: firstDay, anchorPeriod: 1 }, terms.period, 2),
        today: toMajor(periodCharge(taxing, terms, 1, agreed).totalMinor, terms.currency),
        coupon: coupon && coupon.shown,
        coming: presentComing(taxing, terms, anchor, {
          no: 1,
          capMinor: terms.capMinor ?? 0,
          isPreliminary: addressId === null,
          isFirst: anchor.anchorDay === today,
          coupon: agreed,
        }),
        owed: owed
          ? {
              subscription_id: owed.id,
              amount: toMajor(owed.total_minor, owed.currency),
              currency: owed.currency as Currency,
            }
          : null,
      },
    }
  },
})

type Body = contract.StartBody
interface Started {
  subscription_id: string | null
  order_number: string | null
}

export const startSubscription = defineOperation({
  ...contract.startSubscription,
  run: async (ctx, { body }) => {
    const store = ctx.actor
    const item = await requireItem(ctx, ctx.market, { slug: body.slug }, ctx.locale)
    const plans = await listPlans(ctx.db, item, { storeId: store.storeId, now: ctx.clock.now() })
    const plan = requirePlan(plans, body.plan)
    if (!item.latest) throw refuse('catalog.not_installable')
    if (store.platformClosed) throw refuse('platform.paused')
    const live = await findLiveSubscription(ctx.db, store.storeId, item.id)
    if (live && live.state !== 'trialing') throw refuse('billing.already_subscribed')
    if (!live && (await findOwnership(ctx, store.storeId, item.id)))
      throw refuse('checkout.already_owned')
    // Else use and unpaid days would cost nothing to whoever ends and begins again.
    const owed = live ? undefined : await findOwed(ctx.db, store.storeId, item.id)
    if (owed)
      throw refuse('billing.owed', {
        params: {
          amount: formatAmount(owed.total_minor, owed.currency as Currency),
          link: `${siteOrigin(ctx, ctx.market, ctx.platformId)}/account/subscriptions/${owed.id}/pay`,
        },
      })
    const terms = termsOf(plan, await pricingOf(ctx))
    if (terms.amountMinor > 0 && ctx.operator.name === '') throw refuse('checkout.no_seller')
    if (body.coupon !== undefined) await limitCouponGuesses(ctx, store.storeId)
    if (body.trial) {
      if (live) throw refuse('billing.already_subscribed')
      return { data: await startTrial(ctx, { item, plan, terms, body }) }
    }
    // Its coupon and its card are agreed to; it is charged on its day.
    if (live && (await findAgreedCoupon(ctx.db, live.id)))
      throw refuse('billing.already_subscribed')
    return {
      data: await startPaid(ctx, store, {
        item,
        plan,
        terms,
        trial: live ?? null,
        code: body.coupon,
      }),
    }
  },
})

/** Opens the order of the first period; a plan that costs only by use begins at once. */
async function startPaid(
  ctx: StoreCtx,
  store: StoreActor,
  {
    item,
    plan,
    terms,
    trial,
    code,
  }: {
    item: SaleItem
    plan: Plan
    terms: Terms
    trial: SubscriptionRow | null
    code: string | undefined
  },
): Promise<Started> {
  const time = await timeOf(ctx, ctx.db, store.storeId)
  const whose = { store_id: store.storeId, item_id: item.id, platform_id: ctx.platformId }
  return inTransaction(ctx, async (trx) => {
    const version = await recordPlanVersion(ctx, trx, terms)
    if (terms.amountMinor === 0 && trial === null) {
      // One at a time of a store, like trials.
      await lockStore(trx, store.storeId)
      if (await findLiveSubscription(trx, store.storeId, item.id))
        throw refuse('billing.already_subscribed')
      const row = await insertStarted(ctx, trx, version, whose, {
        now: time.now,
        savedCardId: null,
        addressId: await findDefaultAddress(trx, store.storeId),
      })
      await recordAgreement(trx, ctx, item, {
        version,
        amountMinor: 0,
        day: dayIn(row.time_zone, row.period_until),
        cardId: null,
        coupon: null,
      })
      await insertEvent(trx, row.id, { kind: 'started', facts: { amount_minor: 0 }, at: time.now })
      await grantPeriod(trx, row, row.period_until, { ...time, now: ctx.clock.now() })
      await ctx.subscriptionChanged(ctx, trx, row.id, 'subscription.started')
      return { subscription_id: row.id, order_number: null }
    }
    const timeZone = zoneAt(ctx.zones, time.now)
    // The days of a trial that are left come before the first paid period.
    const { from, until } = periodAfterTrial(
      trial ?? { period_until: time.now, time_zone: timeZone },
      version.period,
      time.now,
    )
    const parts = [planPart(version, { from, until }, timeZone)]
    const order = await placeSubscriptionOrder(
      ctx,
      trx,
      {
        storeId: store.storeId,
        platformId: ctx.platformId,
        itemId: item.id,
        planId: version.planId,
        planVersionId: version.id,
        purpose: 'start',
        subscriptionId: null,
        periodNo: null,
        parts,
        price: priceOfParts(version, parts),
        coupon: null,
        basis: null,
        expiresBy: plan.offer?.expiresAt ?? null,
      },
      ctx.clock.now(),
    )
    if (code !== undefined) await applyCoupon(ctx, trx, order, code)
    return { subscription_id: null, order_number: order.number }
  })
}

/** A trial ends without a charge unless the owner agreed to its amount and day. */
async function startTrial(
  ctx: StoreCtx,
  { item, plan, terms, body }: { item: SaleItem; plan: Plan; terms: Terms; body: Body },
): Promise<Started> {
  const { storeId } = ctx.actor
  if (plan.trialDays === 0) throw refuse('billing.no_trial')
  if (plan.trialNeedsCard && !body.agree)
    throw refuse('billing.card_needed', {
      fields: { 'agree.saved_card_id': { code: 'billing.card_needed' } },
    })
  const time = await timeOf(ctx, ctx.db, storeId)
  const timeZone = zoneAt(ctx.zones, time.now)
  const anchorDay = dayAfter(dayIn(timeZone, time.now), plan.trialDays)
  const until = startOfDay(timeZone, anchorDay)
  const addressId = await findDefaultAddress(ctx.db, storeId)
  const whose = { store_id: storeId, item_id: item.id, platform_id: ctx.platformId }
  const taxing = await taxingOf(ctx, { ...whose, address_id: addressId })
  // Without a coupon, whose end the owner knows: what a tax may change.
  const toldMinor = body.agree ? taxed(taxing, terms.amountMinor).totalMinor : null
  if (body.agree) {
    if (body.agree.day !== anchorDay) throw refuse('billing.changed')
    await requireChargeableCard(ctx, storeId, body.agree.saved_card_id)
    if (addressId === null) throw refuse('checkout.address_required')
  }
  return inTransaction(ctx, async (trx) => {
    // One at a time of a store, so that a trial is not begun twice.
    await lockStore(trx, storeId)
    if (await findLiveSubscription(trx, storeId, item.id))
      throw refuse('billing.already_subscribed')
    const tried = await findRecentTrial(trx, { storeId, itemId: item.id }, time.now)
    if (tried)
      throw refuse('billing.trial_used', {
        params: {
          day: dayInWords(ctx, secondsAfter(tried, TRIAL_MEMORY_SECONDS), ctx.locale),
        },
      })
    const version = await recordPlanVersion(ctx, trx, terms)
    const row = await insertSubscription(trx, {
      id: newId('sub'),
      store_id: storeId,
      item_id: item.id,
      platform_id: ctx.platformId,
      plan_version_id: version.id,
      state: 'trialing',
      locale: ctx.locale,
      time_zone: timeZone,
      anchor_day: anchorDay,
      anchor_period: 1,
      period_no: 0,
      period_from: time.now,
      period_until: until,
      trial_until: until,
      agreed_at: body.agree ? time.now : null,
      saved_card_id: body.agree?.saved_card_id ?? null,
      address_id: addressId,
      told_minor: toldMinor,
      cap_minor: version.capMinor,
      next_action_at: time.now,
      created_at: time.now,
    })
    let coupon: AgreedCoupon | null = null
    if (body.agree) {
      coupon = await agreeToCoupon(ctx, trx, row, { taxing, version, code: body.coupon })
      const { totalMinor } = periodCharge(taxing, version, 1, coupon)
      if (toMinor(body.agree.amount, version.currency) !== totalMinor)
        throw refuse('billing.changed')
      await recordAgreement(trx, ctx, item, {
        version,
        amountMinor: totalMinor,
        day: anchorDay,
        cardId: body.agree.saved_card_id,
        coupon,
      })
    }
    await insertEvent(trx, row.id, {
      kind: 'trial_started',
      facts: {
        until: until.toISOString(),
        agreed: body.agree ?? null,
        ...(coupon && { coupon: coupon.code }),
      },
      at: time.now,
    })
    await grantTrial(trx, row, time.isTest, ctx.clock.now())
    await ctx.subscriptionChanged(ctx, trx, row.id, 'subscription.started')
    return { subscription_id: row.id, order_number: null }
  })
}

/** Access to the end of the trial; through the days of grace when a charge follows it. */
export const grantTrial = (
  trx: Db,
  row: SubscriptionRow,
  isTest: boolean,
  now: Date,
): Promise<unknown> =>
  row.agreed_at === null
    ? grantSubscription(
        trx,
        row,
        isTest ? null : secondsAfter(row.period_until, GRACE_SECONDS),
        now,
      )
    : grantPeriod(trx, row, row.period_until, { now, isTest })

/** A trial that is over is ended by a job, at most this late. */
const GRACE_SECONDS = 3_600
