import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { FALLBACK_LOCALE, readLocale } from '#lib/locale.ts'
import { dayIn, startOfDay } from '#lib/time-zone.ts'
import type { Services } from '#kernel/context.ts'
import { zoneAt } from '#lib/market-days.ts'
import {
  endUseOfSubscription,
  findConsentLocale,
  findSubscriptionOrder,
  linkOrder,
  requestRefundIn,
  type PaidSubscriptionOrder,
} from '#modules/orders/public.ts'
import {
  type AgreedCoupon,
  bindCoupon,
  couponOfOrder,
  endsWith,
  findAgreedCoupon,
} from './coupons.ts'
import {
  changeSubscription,
  findLiveSubscription,
  findUsage,
  findVersion,
  insertEvent,
  insertSubscription,
  lockSubscription,
  type PlanVersion,
  standingOf,
  type SubscriptionRow,
  timeOf,
} from './data.ts'
import { columnsOf, grantPeriod, nextPeriod, periodAfterTrial } from './periods.ts'
import { findAmount } from './present.ts'
import { advance, capAfter, periodStart, usageCharges } from './rules.ts'

type Now = Awaited<ReturnType<typeof timeOf>>
type Paid = PaidSubscriptionOrder & { savedCardId: string | null }

/** An order of a subscription was paid; in the transaction of the payment. */
export const subscriptionOrderPaid: Services['subscriptionOrderPaid'] = async (
  services,
  trx,
  { orderId, savedCardId },
) => {
  const order = { ...(await findSubscriptionOrder(trx, orderId)), savedCardId }
  const time = await timeOf(services, trx, order.store_id)
  if (order.purpose === 'start') return startPaid(services, trx, order, time)
  if (order.subscription_id === null) return
  const row = await lockSubscription(trx, order.subscription_id)
  if (order.purpose === 'final') return row && finalPaid(services, trx, row, order, time)
  if (!row || row.state === 'ended') return giveBack(services, trx, order)
  if (order.purpose === 'renewal') return renewalPaid(services, trx, row, order, time)
  return changePaid(services, trx, row, order, time)
}

/** Nobody has any use of what was paid. */
async function giveBack(services: Services, trx: Db, order: Paid): Promise<void> {
  await requestRefundIn(
    { ...services, db: trx },
    {
      orderNumber: order.number,
      amountMinor: null,
      reason: 'not_delivered',
      askedBy: 'system',
      key: `subscription-over-${order.id}`,
    },
    0,
  )
}

/** What was used last is paid, and perhaps days after a trial: then its coupon is redeemed. */
async function finalPaid(
  services: Services,
  trx: Db,
  row: SubscriptionRow,
  order: Paid,
  { now }: Now,
): Promise<void> {
  if (row.period_no === 0) await endUseOfSubscription(trx, row.id, 'redeemed', services.clock.now())
  await changeSubscription(
    trx,
    row.id,
    row.due_order_id === order.id ? { due_order_id: null, next_action_at: null } : {},
    { kind: 'use_paid', facts: { order: order.number }, at: now },
  )
}

async function startPaid(services: Services, trx: Db, order: Paid, time: Now): Promise<void> {
  const live = await findLiveSubscription(trx, order.store_id, order.item_id)
  const row = live && (await lockSubscription(trx, live.id))
  // The order of the first period may be due when a trial is over: it is paid only once.
  if (row && row.state !== 'ended' && (row.state !== 'trialing' || row.due_order_id !== null))
    return giveBack(services, trx, order)
  const version = await findVersion(trx, order.plan_version_id)
  const coupon = couponOfOrder(order, version.period)
  const started =
    row?.state === 'trialing'
      ? await continueTrial(services, trx, row, version, { order, coupon, time })
      : await insertPaid(services, trx, version, { order, coupon, time })
  // A coupon that the trial was agreed to with stays, and is redeemed now.
  await endUseOfSubscription(trx, started.id, 'redeemed', services.clock.now())
  await linkOrder(trx, order.id, { subscriptionId: started.id, periodNo: 1 })
  await grantPeriod(trx, started, started.period_until, { ...time, now: services.clock.now() })
  await services.subscriptionChanged(services, trx, started.id, 'subscription.started')
}

interface Starting {
  order: Paid
  coupon: AgreedCoupon | null
  time: Now
}

/** The days of the trial that are left come before the first paid period. */
async function continueTrial(
  services: Services,
  trx: Db,
  row: SubscriptionRow,
  version: PlanVersion,
  { order, coupon, time: { now } }: Starting,
): Promise<SubscriptionRow> {
  const { anchor, until } = periodAfterTrial(row, version.period, now)
  const change = {
    ...columnsOf({ period: { no: 1, from: now, until }, anchor }),
    state: 'active' as const,
    plan_version_id: version.id,
    agreed_at: row.agreed_at ?? now,
    saved_card_id: order.savedCardId ?? row.saved_card_id,
    address_id: order.address_id,
    told_minor: await findAmount(services, trx, { ...row, address_id: order.address_id }, version),
    cap_minor: capAfter(row.cap_minor, await findVersion(trx, row.plan_version_id), version),
    cancelled_at: null,
    next_action_at: now,
  }
  if (coupon) await bindCoupon(trx, row.id, coupon, now)
  await changeSubscription(trx, row.id, change, {
    kind: 'started',
    facts: { order: order.number, amount_minor: version.amountMinor },
    at: now,
  })
  return { ...row, ...change }
}

async function insertPaid(
  services: Services,
  trx: Db,
  version: PlanVersion,
  { order, coupon, time: { now } }: Starting,
): Promise<SubscriptionRow> {
  const row = await insertStarted(services, trx, version, order, {
    now,
    savedCardId: order.savedCardId,
    addressId: order.address_id,
  })
  if (coupon) await bindCoupon(trx, row.id, coupon, now)
  await insertEvent(trx, row.id, {
    kind: 'started',
    facts: { order: order.number, amount_minor: version.amountMinor },
    at: now,
  })
  return row
}

export interface Beginning {
  now: Date
  savedCardId: string | null
  addressId: string | null
}

/** A subscription whose first paid period begins now. */
export async function insertStarted(
  services: Services,
  trx: Db,
  version: PlanVersion,
  whose: Pick<Paid, 'store_id' | 'item_id' | 'platform_id'>,
  { now, savedCardId, addressId }: Beginning,
): Promise<SubscriptionRow> {
  const timeZone = zoneAt(services.zones, now)
  const anchorDay = dayIn(timeZone, now)
  return insertSubscription(trx, {
    id: newId('sub'),
    store_id: whose.store_id,
    item_id: whose.item_id,
    platform_id: whose.platform_id,
    plan_version_id: version.id,
    state: 'active',
    locale: readLocale((await findConsentLocale(trx, whose.store_id)) ?? null) ?? FALLBACK_LOCALE,
    time_zone: timeZone,
    anchor_day: anchorDay,
    anchor_period: 1,
    period_no: 1,
    period_from: now,
    period_until: periodStart({ anchorDay, anchorPeriod: 1, timeZone }, version.period, 2),
    agreed_at: now,
    saved_card_id: savedCardId,
    address_id: addressId,
    told_minor: await findAmount(services, trx, { ...whose, address_id: addressId }, version),
    cap_minor: version.capMinor,
    next_action_at: now,
    created_at: now,
  })
}

async function renewalPaid(
  services: Services,
  trx: Db,
  row: SubscriptionRow,
  order: Paid,
  time: Now,
): Promise<void> {
  if (row.due_order_id !== order.id) return giveBack(services, trx, order)
  const [current, next] = await Promise.all([
    findVersion(trx, row.plan_version_id),
    findVersion(trx, order.plan_version_id),
  ])
  const begun = nextPeriod(row, current, next)
  if (row.period_no === 0) await endUseOfSubscription(trx, row.id, 'redeemed', services.clock.now())
  await beginPeriod(services, trx, row, {
    current,
    next,
    begun,
    savedCardId: order.savedCardId,
    time,
  })
  await insertEvent(trx, row.id, {
    kind: 'renewed',
    facts: { order: order.number, period: begun.period.no, paused: row.state === 'paused' },
    at: time.now,
  })
}

interface Begun {
  current: PlanVersion
  next: PlanVersion
  begun: ReturnType<typeof nextPeriod>
  savedCardId?: string | null
  time: Now
}

/** The subscription is paid up and in its next period. */
export async function beginPeriod(
  services: Services,
  trx: Db,
  row: SubscriptionRow,
  { current, next, begun, savedCardId = null, time }: Begun,
): Promise<void> {
  const change = {
    ...columnsOf(begun),
    state: 'active' as const,
    plan_version_id: next.id,
    pending_version_id: null,
    cap_minor: capAfter(row.cap_minor, current, next),
    due_order_id: null,
    past_due_since: null,
    charge_from: null,
    charges_tried: 0,
    stops_charging: false,
    ...(savedCardId !== null && { saved_card_id: savedCardId }),
  }
  const priceRises = endsWith(await findAgreedCoupon(trx, row.id), begun.period.no, {
    current: next,
    next,
  })
  const coming = advance(
    standingOf({ ...row, ...change }, next.period, {
      isFrozen: false,
      isDearer: false,
      priceRises,
    }),
    time.now,
  )
  const nextAt = coming.kind === 'wait' ? coming.until : time.now
  await changeSubscription(trx, row.id, { ...change, next_action_at: nextAt }, null)
  await grantPeriod(trx, row, begun.period.until, { ...time, now: services.clock.now() })
  const wasPaused = row.state === 'paused'
  await services.subscriptionChanged(services, trx, row.id, 'subscription.renewed', wasPaused)
}

async function changePaid(
  services: Services,
  trx: Db,
  row: SubscriptionRow,
  order: Paid,
  time: Now,
): Promise<void> {
  const [current, next] = await Promise.all([
    findVersion(trx, row.plan_version_id),
    findVersion(trx, order.plan_version_id),
  ])
  // Priced by a period that is over meanwhile, or about to be.
  const restarts = current.period !== next.period
  const isCurrent = order.period_no === (restarts ? row.period_no + 1 : row.period_no)
  // What was used meanwhile would be charged at the new plan's prices, or not at all.
  const owesUse = usageCharges(current, await findUsage(trx, row.id, row.period_no)).length > 0
  if (row.state !== 'active' || row.due_order_id !== null || !isCurrent || owesUse)
    return giveBack(services, trx, order)
  await applyChange(services, trx, row, { current, next, savedCardId: order.savedCardId, time })
  await insertEvent(trx, row.id, {
    kind: 'plan_changed',
    facts: { order: order.number, from: current.id, to: next.id },
    at: time.now,
  })
}

/** The new plan from now on: for the rest of the period, or a whole one of another length. */
export async function applyChange(
  services: Services,
  trx: Db,
  row: SubscriptionRow,
  {
    current,
    next,
    savedCardId,
    time,
  }: { current: PlanVersion; next: PlanVersion; savedCardId: string | null; time: Now },
): Promise<void> {
  if (current.period !== next.period) {
    const begun = nextPeriod(
      row,
      current,
      next,
      startOfDay(row.time_zone, dayIn(row.time_zone, time.now)),
    )
    const told = { told_minor: await findAmount(services, trx, row, next) }
    await changeSubscription(trx, row.id, told, null)
    return beginPeriod(services, trx, row, { current, next, begun, savedCardId, time })
  }
  await changeSubscription(
    trx,
    row.id,
    {
      plan_version_id: next.id,
      pending_version_id: null,
      told_minor: await findAmount(services, trx, row, next),
      next_action_at: time.now,
      ...(savedCardId !== null && { saved_card_id: savedCardId }),
      cap_minor: capAfter(row.cap_minor, current, next),
    },
    null,
  )
  await services.subscriptionChanged(services, trx, row.id, 'subscription.changed')
}
