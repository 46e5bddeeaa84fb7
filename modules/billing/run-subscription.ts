import type { Db } from '#db/client.ts'
import { formatDay, secondsAfter } from '#lib/clock.ts'
import type { Locale } from '#lib/locale.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import { dayAfter, dayIn, startOfDay } from '#lib/time-zone.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import {
  type AgreedDiscount,
  asksVatIds,
  cancelOrder,
  completeFreeSubscriptionOrder,
  endSubscriptionAccess,
  endUseOfSubscription,
  lockOpenOrders,
  type OrderBasis,
  type OrderPurpose,
  placeSubscriptionOrder,
  renewVatCheck,
} from '#modules/orders/public.ts'
import { chargeDue, recordLostAnswer } from './charge-due.ts'
import { type AgreedCoupon, discountFor, endsWith, findAgreedCoupon } from './coupons.ts'
import {
  addressOf,
  changeSubscription,
  findFrozen,
  findSubscription,
  findVersion,
  insertEvent,
  lockSubscription,
  type PlanVersion,
  standingOf,
  type SubscriptionRow,
  timeOf,
} from './data.ts'
import { queueMail } from './mails.ts'
import { findLastCharge, usedParts } from './last-order.ts'
import { planPart, priceOfParts, sumOf, type usageParts } from './order-parts.ts'
import { grantPeriod, nextPeriod } from './periods.ts'
import { periodCharge, taxed, taxingOf } from './present.ts'
import { advance, type EndReason, LOOK_AGAIN_SECONDS, REMINDER_DAYS, type Step } from './rules.ts'
import { grantTrial } from './start-subscription.ts'
import { beginPeriod } from './settle-order.ts'

type Now = Awaited<ReturnType<typeof timeOf>>
interface Turn {
  services: Services
  trx: Db
  row: SubscriptionRow
  version: PlanVersion
  time: Now
  /** Open orders of changes, locked. */
  changes: readonly string[]
  /** What the next period costs, when that is more than the owner was told. */
  dearer?: Dearer | null
  /** Read once (`basisOf`). */
  basis?: OrderBasis
}
interface Dearer {
  beforeMinor: number
  nowMinor: number
}

interface Renewing extends Turn {
  coupon: AgreedCoupon | null
}

/** More steps than any real delay needs; the rest is done by the next job. */
const MOST_STEPS = 40

/**
 * The job `advance-subscription`: does what is due, one step at a time, each in a transaction of
 * its own. A crash between two of them loses nothing: what is due stays due.
 */
export async function advanceSubscription(services: Services, id: string): Promise<void> {
  for (let steps = 0; steps < MOST_STEPS; steps += 1) if (!(await takeStep(services, id))) return
}

/** Returns false when nothing more is due. */
async function takeStep(services: Services, id: string): Promise<boolean> {
  const seen = await findSubscription(services.db, id)
  const time = seen && (await findDueTime(services, services.db, seen))
  if (!seen || !time) return false
  if (await recordLostAnswer(services, seen)) return true
  if (isToBeCharged(seen) && asksVatIds(services.operator))
    await renewVatCheck(services, await addressOf(services.db, seen))
  const step = await inTransaction(services, async (trx): Promise<Step | null> => {
    // Orders are locked before subscriptions everywhere.
    const open = await lockOpenOrders(trx, id)
    const row = await lockSubscription(trx, id)
    if (!row || !isDue(row, time) || row.due_order_id !== seen.due_order_id) return null
    const isFrozen = await findFrozen(trx, row)
    const version = await findVersion(trx, row.plan_version_id)
    const coupon = await findAgreedCoupon(trx, id)
    const turn: Renewing = { services, trx, row, version, time, coupon, changes: changesIn(open) }
    if (isFrozen !== (row.frozen_since !== null)) {
      await (isFrozen ? freeze(turn) : thaw(turn))
      turn.row = (await lockSubscription(trx, id)) ?? row
    }
    turn.dearer = isFrozen ? null : await findDearer(turn)
    const priceRises = endsWith(coupon, row.period_no, {
      current: version,
      next: await pendingOf(turn),
    })
    const standing = standingOf(turn.row, version.period, {
      isFrozen,
      isDearer: turn.dearer !== null,
      priceRises,
    })
    return doStep(turn, advance(standing, time.now), priceRises)
  })
  if (step === null) return true
  if (step.kind === 'charge') await chargeDue(services, id, step.turn)
  return step.kind !== 'wait'
}

/** Whether the next period is going to be charged and is not ordered yet. */
const isToBeCharged = ({ state, agreed_at, cancelled_at, due_order_id }: SubscriptionRow) =>
  state !== 'ended' && agreed_at !== null && cancelled_at === null && due_order_id === null

/** What this subscription's orders are priced by. */
const basisOf = async (turn: Turn): Promise<OrderBasis> =>
  (turn.basis ??= await taxingOf({ ...turn.services, db: turn.trx }, turn.row))

/** Compares what the next period costs now with what its owner was told. */
async function findDearer(turn: Turn): Promise<Dearer | null> {
  const { trx, row } = turn
  if (!isToBeCharged(row)) return null
  const basis = await basisOf(turn)
  const nowMinor = taxed(basis, (await pendingOf(turn)).amountMinor).totalMinor
  if (row.told_minor === null) {
    await changeSubscription(trx, row.id, { told_minor: nowMinor }, null)
    return null
  }
  return nowMinor > row.told_minor ? { beforeMinor: row.told_minor, nowMinor } : null
}

export const changesIn = (open: Awaited<ReturnType<typeof lockOpenOrders>>): string[] =>
  open.filter(({ purpose }) => purpose === 'change').map(({ id }) => id)

const isDue = ({ next_action_at: at }: SubscriptionRow, { now }: Now): boolean =>
  at !== null && at <= now

/** The time of the subscription when something is due by it. */
async function findDueTime(services: Services, db: Db, row: SubscriptionRow): Promise<Now | null> {
  if (row.next_action_at === null) return null
  const time = await timeOf(services, db, row.store_id)
  return isDue(row, time) ? time : null
}

/** Answers what was done: a new order is charged at once. */
async function doStep(turn: Renewing, step: Step, priceRises: boolean): Promise<Step> {
  const { trx, row, time } = turn
  // Looked at again if the process dies before the gateway has answered.
  const lookAgain = secondsAfter(time.now, LOOK_AGAIN_SECONDS)
  switch (step.kind) {
    case 'wait':
      await changeSubscription(trx, row.id, { next_action_at: step.until }, null)
      return step
    case 'remind':
      await remind(turn, priceRises)
      return step
    case 'ask_again':
      await askAgain(turn)
      return step
    case 'renew':
      return (await openNextPeriod(turn, lookAgain)) ? { kind: 'charge', turn: 1 } : step
    case 'pause':
      await pause(turn)
      return step
    case 'end':
      await endSubscription(turn, step.reason)
      return step
    case 'charge':
      await changeSubscription(trx, row.id, { next_action_at: lookAgain }, null)
      return step
  }
}

/** The store was closed, or an operator stopped the item. */
const freeze = ({ trx, row, time: { now } }: Turn): Promise<void> =>
  changeSubscription(trx, row.id, { frozen_since: now }, { kind: 'frozen', at: now })

/**
 * The store was opened, or the stop lifted. The time until then is not charged: what was over
 * begins anew today, with another order in place of one that is not paid.
 */
async function thaw(turn: Renewing): Promise<void> {
  const { services, trx, row, time } = turn
  const due = row.due_order_id
  // Opened on the day on which the period ended: nothing was free, and its days stay as they are.
  const day = (at: Date) => dayIn(row.time_zone, at)
  const isOver = row.state !== 'ended' && day(row.period_until) < day(time.now)
  const beginsAnew = isOver && (due === null || (await cancelOrder(trx, due, services.clock.now())))
  const change = {
    frozen_since: null,
    ...(beginsAnew && {
      charge_from: null,
      period_until: time.now,
      anchor_day: day(time.now),
      anchor_period: row.period_no + 1,
    }),
    ...(row.past_due_since !== null && { past_due_since: time.now }),
  }
  const isPaused = row.state === 'paused'
  await changeSubscription(trx, row.id, change, {
    kind: 'thawed',
    facts: { paused: isPaused },
    at: time.now,
  })
  if (beginsAnew && !isPaused)
    await grantPeriod(trx, row, time.now, { ...time, now: services.clock.now() })
  if (beginsAnew && due !== null)
    await openNextPeriod({ ...turn, row: { ...row, ...change } }, time.now)
}

/** Names the amount of the next charge, which is then what the owner was told. */
async function remind(turn: Renewing, priceRises: boolean): Promise<void> {
  const { services, trx, row, time, dearer, coupon } = turn
  const next = await pendingOf(turn)
  const ending = priceRises ? 'coupon_ends' : 'renewal_soon'
  const renewing = dearer ? 'amount_changed' : ending
  const about = row.state === 'trialing' ? 'trial_ends' : renewing
  // What was told is without the coupon, whose end the owner knows: what a tax may change.
  const taxing = await basisOf(turn)
  const amountMinor = taxed(taxing, next.amountMinor).totalMinor
  const { totalMinor } = periodCharge(taxing, next, row.period_no + 1, coupon)
  await changeSubscription(
    trx,
    row.id,
    { reminded_period: row.period_no, told_minor: amountMinor, next_action_at: time.now },
    { kind: 'reminded', facts: { about, amount_minor: amountMinor }, at: time.now },
  )
  await queueMail(services, trx, {
    row,
    version: next,
    kind: about,
    key: `${row.period_no}`,
    // A tax is told by the whole price, before coupons.
    charged: { total_minor: dearer ? amountMinor : totalMinor, currency: next.currency },
    ...(dearer && { facts: beforeOf(dearer, next) }),
  })
}

const beforeOf = ({ beforeMinor }: Dearer, { currency }: PlanVersion) => ({
  before: formatAmount(beforeMinor, currency as Currency),
})

/** The owner agreed to less than the first period costs now: nothing is charged without a new yes. */
async function askAgain(turn: Turn): Promise<void> {
  const { services, trx, row, version, time, dearer } = turn
  if (!dearer) return
  const change = { agreed_at: null, told_minor: null, next_action_at: time.now }
  await changeSubscription(trx, row.id, change, {
    kind: 'agreement_lapsed',
    facts: { amount_minor: dearer.nowMinor },
    at: time.now,
  })
  await grantTrial(trx, { ...row, ...change }, time.isTest, services.clock.now())
  await queueMail(services, trx, {
    row: { ...row, ...change },
    version,
    kind: 'agree_again',
    key: `${dearer.nowMinor}`,
    charged: { total_minor: dearer.nowMinor, currency: version.currency },
    facts: beforeOf(dearer, version),
  })
}

const pendingOf = async ({ trx, row, version }: Turn): Promise<PlanVersion> =>
  row.pending_version_id === null ? version : findVersion(trx, row.pending_version_id)

/**
 * Opens the order of the next period with what was used in this one; nothing is charged yet.
 * Answers whether there is anything to charge.
 */
async function openNextPeriod(turn: Renewing, lookAt: Date): Promise<boolean> {
  const { services, trx, row, version, time } = turn
  // A change that was not paid in time was priced by the period that is over.
  await cancelChanges(turn)
  const next = await pendingOf(turn)
  const begun = nextPeriod(row, version, next)
  const parts = [
    ...(next.amountMinor > 0 ? [planPart(next, begun.period, row.time_zone)] : []),
    ...(await usedParts(trx, row, version, row.period_no)),
  ]
  if (sumOf(parts) === 0) {
    await beginPeriod(services, trx, row, { current: version, next, begun, time })
    await insertEvent(trx, row.id, {
      kind: 'renewed',
      facts: { period: begun.period.no, amount_minor: 0 },
      at: time.now,
    })
    return false
  }
  const order = await placeOrder(turn, {
    version: next,
    purpose: 'renewal',
    periodNo: begun.period.no,
    parts,
    coupon: discountFor(turn.coupon, next, begun.period.no),
  })
  await changeSubscription(
    trx,
    row.id,
    { due_order_id: order.id, charges_tried: 0, charge_asked: null, next_action_at: lookAt },
    { kind: 'order_opened', facts: { order: order.number, lines: parts }, at: time.now },
  )
  if (order.total_minor === 0) {
    // A coupon took off all of it: there is nothing to charge.
    await completeFreeSubscriptionOrder(services, trx, order)
    return false
  }
  if (!turn.dearer) return true
  await tellLate(turn, turn.dearer, next, order)
  return false
}

/** The tax changed after the last day on which the owner could be told in time. */
async function tellLate(
  { services, trx, row, time }: Turn,
  dearer: Dearer,
  next: PlanVersion,
  order: { id: string; total_minor: number; currency: string },
): Promise<void> {
  const day = dayAfter(dayIn(row.time_zone, time.now), REMINDER_DAYS)
  const from = startOfDay(row.time_zone, day)
  await changeSubscription(
    trx,
    row.id,
    { charge_from: from, told_minor: dearer.nowMinor, next_action_at: from },
    {
      kind: 'reminded',
      facts: { about: 'amount_changed', amount_minor: dearer.nowMinor, day },
      at: time.now,
    },
  )
  await queueMail(services, trx, {
    row,
    version: next,
    kind: 'amount_changed',
    key: order.id,
    charged: { total_minor: dearer.nowMinor, currency: next.currency },
    facts: { ...beforeOf(dearer, next), day: formatDay(from, row.locale as Locale, row.time_zone) },
  })
}

/** One that is being paid now is given back when it is. */
async function cancelChanges({ services, trx, changes }: Turn): Promise<void> {
  for (const id of changes) await cancelOrder(trx, id, services.clock.now())
}

const placeOrder = async (
  turn: Turn,
  {
    version,
    parts,
    ...about
  }: {
    version: PlanVersion
    purpose: OrderPurpose
    periodNo: number
    parts: ReturnType<typeof usageParts>
    coupon: AgreedDiscount | null
  },
) => {
  const { services, trx, row } = turn
  return placeSubscriptionOrder(
    services,
    trx,
    {
      ...about,
      parts,
      storeId: row.store_id,
      platformId: row.platform_id,
      itemId: row.item_id,
      planId: version.planId,
      planVersionId: version.id,
      subscriptionId: row.id,
      price: priceOfParts(version, parts),
      basis: await basisOf(turn),
    },
    services.clock.now(),
  )
}

async function pause({ services, trx, row, version, time }: Turn): Promise<void> {
  await changeSubscription(
    trx,
    row.id,
    { state: 'paused', next_action_at: time.now },
    { kind: 'paused', at: time.now },
  )
  await endSubscriptionAccess(trx, row.id, services.clock.now())
  await queueMail(services, trx, { row, version, kind: 'paused', key: `${row.due_order_id}` })
  await services.subscriptionChanged(services, trx, row.id, 'subscription.paused')
}

/**
 * Ends a subscription and the store's access, and opens an order for what is owed. After an unpaid
 * end the card is not tried any more: the owner pays it. While a payment of its open order may be
 * running, the payment decides.
 */
export async function endSubscription(
  turn: Turn,
  reason: EndReason,
  /** What goes back for unused days. */
  refundMinor = 0,
): Promise<void> {
  const { services, trx, row, version, time } = turn
  const realNow = services.clock.now()
  const owed = await findLastCharge(trx, row, version, { reason, now: time.now })
  if (row.due_order_id !== null && !(await cancelOrder(trx, row.due_order_id, realNow)))
    return changeSubscription(
      trx,
      row.id,
      { next_action_at: secondsAfter(time.now, LOOK_AGAIN_SECONDS) },
      null,
    )
  await cancelChanges(turn)
  const last =
    sumOf(owed.parts) > 0
      ? await placeOrder(turn, {
          version: owed.version,
          purpose: 'final',
          periodNo: row.period_no,
          parts: owed.parts,
          coupon: owed.coupon,
        })
      : null
  await changeSubscription(
    trx,
    row.id,
    {
      state: 'ended',
      end_reason: reason,
      ended_at: time.now,
      due_order_id: last?.id ?? null,
      past_due_since: null,
      charge_from: null,
      charges_tried: 0,
      charge_asked: null,
      ...(reason === 'unpaid' && { stops_charging: true }),
      next_action_at: last && time.now,
    },
    {
      kind: 'ended',
      facts: {
        reason,
        order: last?.number,
        unpaid_days: owed.unpaidDays,
        refund_minor: refundMinor,
      },
      at: time.now,
    },
  )
  // One that takes off the last order is redeemed by its payment.
  if (row.period_no === 0 && (!last || owed.coupon === null))
    await endUseOfSubscription(trx, row.id, 'released', realNow)
  await endSubscriptionAccess(trx, row.id, realNow)
  // A coupon took off what is less than its smallest coin.
  if (last?.total_minor === 0) await completeFreeSubscriptionOrder(services, trx, last)
  await queueMail(services, trx, {
    row,
    version,
    kind: !last ? `ended_${reason}` : reason === 'unpaid' ? 'ended_owing' : 'ended_last_charge',
    key: 'ended',
    refundMinor,
    ...(last && { charged: last }),
  })
  await services.subscriptionChanged(services, trx, row.id, 'subscription.ended')
}

/**
 * Subscriptions that are due, the longest first. Those of stores whose test clock stands still are
 * not.
 */
const dueSubscriptions = ({ db, clock, gateway }: Pick<Services, 'db' | 'clock' | 'gateway'>) =>
  db
    .selectFrom('subscriptions')
    .where('next_action_at', '<=', clock.now())
    .$if(gateway.capabilities.isTest, (due) =>
      due.where((on) =>
        on.not(
          on.exists(
            on
              .selectFrom('test_clocks')
              .select('test_clocks.store_id')
              .whereRef('test_clocks.store_id', '=', 'subscriptions.store_id'),
          ),
        ),
      ),
    )
    .orderBy('next_action_at')

/**
 * More are found than are done until somebody asks again. What waits in the queue is not put there
 * twice.
 */
export async function findDueSubscriptions(
  services: Pick<Services, 'db' | 'clock' | 'gateway'>,
): Promise<string[]> {
  const rows = await dueSubscriptions(services).select('id').limit(MOST_DUE).execute()
  return rows.map(({ id }) => id)
}
const MOST_DUE = 1_000

/**
 * For monitoring, whether the worker keeps up: how many subscriptions are due, and how many of them
 * for longer than a quarter of an hour. Counts 10,000 at most.
 */
export const countDueRenewals = async (
  services: Pick<Services, 'db' | 'clock' | 'gateway'>,
): Promise<{ due: number; late: number }> =>
  services.db
    .selectFrom(
      dueSubscriptions(services).select('next_action_at').limit(MOST_COUNTED).as('waiting'),
    )
    .select((on) => [
      on.fn.countAll<number>().as('due'),
      on.fn
        .countAll<number>()
        .filterWhere('next_action_at', '<', secondsAfter(services.clock.now(), -LATE_SECONDS))
        .as('late'),
    ])
    .executeTakeFirstOrThrow()
const MOST_COUNTED = 10_000
const LATE_SECONDS = 900
