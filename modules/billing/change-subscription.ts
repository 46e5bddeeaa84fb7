import type { Db } from '#db/client.ts'
import { toMinor } from '#lib/money.ts'
import { dayIn, startOfDay } from '#lib/time-zone.ts'
import { inTransaction, type Services, type StoreCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findItem } from '#modules/catalog/public.ts'
import { pricingOf } from '#modules/currencies/public.ts'
import {
  cancelOpenOrders,
  chargeWithoutBuyer,
  findSubscriptionOrder,
  limitCouponGuesses,
  lockOpenOrders,
  lockPaidOrders,
  type OrderBasis,
  placeSubscriptionOrder,
  requireChargeableCard,
} from '#modules/orders/public.ts'
import { agreeToCoupon } from './agree-to-coupon.ts'
import * as contract from './contract.ts'
import { findAgreedCoupon } from './coupons.ts'
import {
  changeSubscription,
  findSubscription,
  findUsage,
  findVersion,
  lockSubscription,
  planKeyOf,
  periodOf,
  type PlanVersion,
  type SubscriptionRow,
  timeOf,
  usagePeriodOf,
} from './data.ts'
import { refuse } from './errors.ts'
import { changeParts, priceOfParts, sumOf, usageParts } from './order-parts.ts'
import { nextPeriod } from './periods.ts'
import { keyOf, listPlans, offerEnd, recordPlanVersion } from './offers.ts'
import { termsOf } from './plan-versions.ts'
import { findAmount, periodCharge, taxed, taxingOf } from './present.ts'
import { recordAgreement } from './record-agreement.ts'
import { chargeDue } from './charge-due.ts'
import { changesIn, endSubscription } from './run-subscription.ts'
import { grantTrial } from './start-subscription.ts'
import { refundPeriod } from './refund-period.ts'
import { presentById, quoteChange, requireSubscription } from './store-subscriptions.ts'
import { findUnusedDays } from './unused-days.ts'
import { findLeaving } from './leaving.ts'

/** Of a store, in an hour. */
const MAX_CARD_CHANGES = 10

export interface Locked {
  changes: readonly string[]
  row: SubscriptionRow
  version: PlanVersion
  time: Awaited<ReturnType<typeof timeOf>>
}

/** The store's own subscription. */
async function lockOwn(
  ctx: StoreCtx,
  trx: Db,
  id: string,
  { refunds = false } = {},
): Promise<Locked> {
  await requireSubscription(ctx, id, trx)
  return lockWithOrders(ctx, trx, id, { refunds })
}

/**
 * A subscription, locked after its orders: those that a refund takes from, where it `refunds`, then
 * the open ones. A refund that ends locks its order before the subscription.
 */
export async function lockWithOrders(
  services: Pick<Services, 'clock' | 'gateway'>,
  trx: Db,
  id: string,
  { refunds }: { refunds: boolean },
): Promise<Locked> {
  if (refunds) await lockPaidOrders(trx, id)
  const open = await lockOpenOrders(trx, id)
  const row = await lockSubscription(trx, id)
  if (!row) throw refuse('billing.not_found')
  return {
    row,
    changes: changesIn(open),
    version: await findVersion(trx, row.plan_version_id),
    time: await timeOf(services, trx, row.store_id),
  }
}

export const agreeToSubscription = defineOperation({
  ...contract.agreeToSubscription,
  run: async (ctx, { params, body }) => {
    await requireChargeableCard(ctx, ctx.actor.storeId, body.saved_card_id)
    if (body.coupon !== undefined) await limitCouponGuesses(ctx, ctx.actor.storeId)
    await inTransaction(ctx, async (trx) => {
      const { row, version, time } = await lockOwn(ctx, trx, params.id)
      if (row.state !== 'trialing' || row.cancelled_at !== null) throw refuse('billing.not_now')
      const taxing = await taxingOf({ ...ctx, db: trx }, row)
      const { address } = taxing.facts
      if (!address) throw refuse('checkout.address_required')
      const coupon = await agreeToCoupon(ctx, trx, row, { taxing, version, code: body.coupon })
      const amount = periodCharge(taxing, version, 1, coupon).totalMinor
      if (
        toMinor(body.amount, version.currency) !== amount ||
        body.day !== dayIn(row.time_zone, row.period_until)
      )
        throw refuse('billing.changed')
      await recordAgreement(
        trx,
        ctx,
        { id: row.item_id, name: '' },
        { version, amountMinor: amount, day: body.day, cardId: body.saved_card_id, coupon },
      )
      const change = {
        agreed_at: row.agreed_at ?? time.now,
        saved_card_id: body.saved_card_id,
        address_id: address.id,
        // Without the coupon, whose end the owner knows: what a tax may change.
        told_minor: taxed(taxing, version.amountMinor).totalMinor,
        next_action_at: time.now,
      }
      await changeSubscription(trx, row.id, change, {
        kind: 'agreed',
        facts: { amount_minor: amount, day: body.day, ...(coupon && { coupon: coupon.code }) },
        at: time.now,
      })
      await grantTrial(trx, { ...row, ...change }, time.isTest, ctx.clock.now())
    })
    return presentById(ctx, params.id)
  },
})

export const changePlan = defineOperation({
  ...contract.changePlan,
  run: async (ctx, { params, body }) => {
    const seen = await requireSubscription(ctx, params.id)
    const item = await findItem(ctx, { id: seen.item_id }, ctx.locale)
    const plans =
      item?.status === 'published'
        ? await listPlans(ctx.db, item, { storeId: seen.store_id, now: ctx.clock.now() })
        : []
    const plan = plans.find((one) => keyOf(one) === body.plan)
    const terms = plan && termsOf(plan, await pricingOf(ctx))
    const opened = await inTransaction(ctx, async (trx) => {
      const locked = await lockOwn(ctx, trx, params.id)
      const { row, version, time } = locked
      if (row.due_order_id !== null) throw refuse('billing.unpaid')
      if (row.state !== 'active' || row.cancelled_at !== null) throw refuse('billing.not_now')
      if (body.plan === planKeyOf(version)) return keepPlan(ctx, trx, locked)
      if (!terms) throw refuse('billing.plan_not_found')
      // One order has one currency, and the next one has this period's use too.
      if (terms.currency !== version.currency && version.meters.length > 0)
        throw refuse('billing.not_now')
      const unused = await findUnusedDays(trx, row, version, time.now)
      const used = await findUsage(trx, row.id, row.period_no)
      const taxing = await taxingOf({ ...ctx, db: trx }, row)
      const coupon = await findAgreedCoupon(trx, row.id)
      const quote = quoteChange(version, terms, { unused, used, taxing, coupon, row })
      if (toMinor(body.today, version.currency) !== (quote?.todayMinor ?? 0))
        throw refuse('billing.changed')
      const next = await recordPlanVersion(ctx, trx, terms)
      if (!quote) {
        await changeSubscription(
          trx,
          row.id,
          {
            pending_version_id: next.id,
            told_minor: taxed(taxing, next.amountMinor).totalMinor,
            reminded_period: null,
            next_action_at: time.now,
          },
          { kind: 'change_planned', facts: { to: next.id }, at: time.now },
        )
        return null
      }
      return openChange(ctx, trx, locked, { next, quote, basis: taxing })
    })
    if (opened !== null && seen.saved_card_id !== null)
      await chargeWithoutBuyer(ctx, {
        orderId: opened,
        savedCardId: seen.saved_card_id,
        locale: ctx.locale,
        note: async () => {},
      })
    const order = opened === null ? null : await findSubscriptionOrder(ctx.db, opened)
    return {
      data: {
        subscription: (await presentById(ctx, params.id)).data,
        order_number: order === null || order.state === 'paid' ? null : order.number,
      },
    }
  },
})

/** Takes a pending change back. */
async function keepPlan(ctx: StoreCtx, trx: Db, { row, version, time }: Locked): Promise<null> {
  await changeSubscription(
    trx,
    row.id,
    { pending_version_id: null, told_minor: await findAmount(ctx, trx, row, version) },
    { kind: 'change_taken_back', at: time.now },
  )
  return null
}

/** Opens the order of a change that begins at once; an earlier one that is not paid is cancelled. */
async function openChange(
  ctx: StoreCtx,
  trx: Db,
  { row, version, time }: Locked,
  {
    next,
    quote,
    basis,
  }: {
    next: PlanVersion
    quote: NonNullable<ReturnType<typeof quoteChange>>
    basis: OrderBasis
  },
): Promise<string> {
  const now = ctx.clock.now()
  if (!(await cancelOpenOrders(trx, row.id, 'change', now))) throw refuse('billing.not_now')
  const today = startOfDay(row.time_zone, dayIn(row.time_zone, time.now))
  const left = { from: today, until: row.period_until }
  const nextLeft = quote.restarts ? nextPeriod(row, version, next, today).period : left
  const parts = changeParts(version, next, quote, { old: left, next: nextLeft }, row.time_zone)
  const order = await placeSubscriptionOrder(
    ctx,
    trx,
    {
      storeId: row.store_id,
      platformId: row.platform_id,
      itemId: row.item_id,
      planId: next.planId,
      planVersionId: next.id,
      purpose: 'change',
      subscriptionId: row.id,
      periodNo: quote.restarts ? row.period_no + 1 : row.period_no,
      parts,
      price: priceOfParts(next, parts),
      coupon: quote.discount,
      expiresBy: await offerEnd(trx, next),
      basis,
    },
    now,
  )
  return order.id
}

export const cancelSubscription = defineOperation({
  ...contract.cancelSubscription,
  run: async (ctx, { params, body }) => {
    await inTransaction(ctx, async (trx) => {
      const { row, version, time, changes } = await lockOwn(ctx, trx, params.id, {
        refunds: body.when === 'now',
      })
      if (row.state === 'ended') throw refuse('billing.not_now')
      const facts = { when: body.when, reason: body.reason }
      if (body.when === 'period_end') {
        // A trial ends without a charge; what is unpaid, with the days on which it worked.
        await changeSubscription(
          trx,
          row.id,
          {
            cancelled_at: time.now,
            pending_version_id: null,
            ...(row.pending_version_id !== null && {
              told_minor: await findAmount(ctx, trx, row, version),
            }),
            next_action_at: time.now,
          },
          { kind: 'cancelled', facts, at: time.now },
        )
        await ctx.subscriptionChanged(ctx, trx, row.id, 'subscription.changed')
        return
      }
      const taxing = await taxingOf({ ...ctx, db: trx }, row)
      const leaving = await findLeaving(trx, row, version, { taxing, now: time.now })
      const { refundMinor: shown, chargeMinor, chargeCurrency } = leaving
      if (
        toMinor(body.refund, version.currency) !== shown ||
        (toMinor(body.charge, chargeCurrency) ?? 0) < chargeMinor
      )
        throw refuse('billing.changed')
      await refundPeriod(ctx, trx, row, {
        amountMinor: shown,
        reason: 'buyer_request',
        askedBy: `store:${row.store_id}`,
      })
      await changeSubscription(
        trx,
        row.id,
        { cancelled_at: time.now },
        { kind: 'cancelled', facts: { ...facts, refund_minor: shown }, at: time.now },
      )
      await endSubscription({ services: ctx, trx, row, version, time, changes }, 'cancelled', shown)
      // Its renewal is being paid right now: what the owner would leave is not known yet.
      if ((await findSubscription(trx, row.id))?.state !== 'ended')
        throw refuse('checkout.payment_in_flight')
    })
    return presentById(ctx, params.id)
  },
})

export const keepSubscription = defineOperation({
  ...contract.keepSubscription,
  run: async (ctx, { params }) => {
    await inTransaction(ctx, async (trx) => {
      const { row, time } = await lockOwn(ctx, trx, params.id)
      if (row.state === 'ended' || row.cancelled_at === null) throw refuse('billing.not_now')
      await changeSubscription(
        trx,
        row.id,
        { cancelled_at: null, next_action_at: time.now },
        { kind: 'kept', at: time.now },
      )
      await ctx.subscriptionChanged(ctx, trx, row.id, 'subscription.changed')
    })
    return presentById(ctx, params.id)
  },
})

export const setSubscriptionCap = defineOperation({
  ...contract.setSubscriptionCap,
  run: async (ctx, { params, body }) => {
    await inTransaction(ctx, async (trx) => {
      const { row, version, time } = await lockOwn(ctx, trx, params.id)
      if (row.state === 'ended' || version.meters.length === 0) throw refuse('billing.not_now')
      const capMinor = toMinor(body.cap, version.currency)
      if (capMinor === null || capMinor === 0)
        throw refuse('input.invalid', { fields: { cap: { code: 'field.amount' } } })
      const used = await findUsage(trx, row.id, usagePeriodOf(row))
      const cost = sumOf(usageParts(version, periodOf(row), row.time_zone, used))
      if (cost > capMinor)
        throw refuse('billing.cap_too_low', { fields: { cap: { code: 'billing.cap_too_low' } } })
      await changeSubscription(
        trx,
        row.id,
        { cap_minor: capMinor },
        { kind: 'cap_set', facts: { from: row.cap_minor, to: capMinor }, at: time.now },
      )
    })
    return presentById(ctx, params.id)
  },
})

export const setSubscriptionCard = defineOperation({
  ...contract.setSubscriptionCard,
  // Each may be a charge at once.
  limits: (ctx) => [
    {
      key: `subscription card ${ctx.actor.kind === 'store' ? ctx.actor.storeId : ''}`,
      most: MAX_CARD_CHANGES,
      seconds: 3_600,
    },
  ],
  run: async (ctx, { params, body }) => {
    await requireChargeableCard(ctx, ctx.actor.storeId, body.saved_card_id)
    const due = await inTransaction(ctx, async (trx) => {
      const { row, time } = await lockOwn(ctx, trx, params.id)
      if (row.state === 'ended' && row.due_order_id === null) throw refuse('billing.not_now')
      await changeSubscription(
        trx,
        row.id,
        {
          saved_card_id: body.saved_card_id,
          stops_charging: false,
          ...(row.due_order_id !== null && { next_action_at: time.now }),
        },
        { kind: 'card_changed', at: time.now },
      )
      return row.due_order_id === null ? null : row.charges_tried + 1
    })
    if (due !== null) await chargeDue(ctx, params.id, due)
    return presentById(ctx, params.id)
  },
})
