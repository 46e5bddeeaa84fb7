import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { findSubscriptionOrder, lockOpenOrders, priceParts } from '#modules/orders/public.ts'
import { type Locked, lockWithOrders } from './change-subscription.ts'
import {
  findSubscription,
  findVersion,
  insertEvent,
  lockSubscription,
  type SubscriptionRow,
  timeOf,
} from './data.ts'
import { refuse } from './errors.ts'
import { findLastCharge } from './last-order.ts'
import { taxingOf } from './present.ts'
import { changesIn, endSubscription } from './run-subscription.ts'
import { findPeriodOrders, findUnusedDays } from './unused-days.ts'

/** When all that the current period cost was returned, the subscription is over. */
export const subscriptionOrderRefunded: Services['subscriptionOrderRefunded'] = async (
  services,
  trx,
  { orderId, amountMinor, isReturn },
) => {
  const order = await findSubscriptionOrder(trx, orderId)
  if (order.subscription_id === null) return
  // Orders are locked before subscriptions everywhere.
  const open = await lockOpenOrders(trx, order.subscription_id)
  const row = await lockSubscription(trx, order.subscription_id)
  if (!row) return
  const time = await timeOf(services, trx, row.store_id)
  const facts = { order: order.number, refund_minor: amountMinor }
  await insertEvent(trx, row.id, { kind: 'refunded', facts, at: time.now })
  if (!isReturn || !(await endsByReturn(trx, row, orderId))) return
  const version = await findVersion(trx, row.plan_version_id)
  await endSubscription({ services, trx, row, version, time, changes: changesIn(open) }, 'returned')
}

/** Whether all that the current period cost has gone back; with this order, where it is assumed. */
async function endsByReturn(
  db: Db,
  row: SubscriptionRow,
  orderId: string,
  { isAssumed = false } = {},
): Promise<boolean> {
  if (row.state !== 'active' || row.due_order_id !== null) return false
  const paid = await findPeriodOrders(db, row)
  return (
    paid.some(({ id }) => id === orderId) &&
    paid.every(({ id, state }) => state === 'refunded' || (isAssumed && id === orderId))
  )
}

/** What a refund of one of its orders may do to a subscription. Changes nothing. */
export async function previewRefundedSubscription(
  services: Services,
  { subscriptionId, orderId }: { subscriptionId: string; orderId: string },
) {
  const { db } = services
  const row = await findSubscription(db, subscriptionId)
  if (!row) return null
  const version = await findVersion(db, row.plan_version_id)
  const { now } = await timeOf(services, db, row.store_id)
  const [newest] = await findPeriodOrders(db, row)
  const unused = await findUnusedDays(db, row, version, now)
  const last = await findLastCharge(db, row, version, { reason: 'operator', now })
  const { terms } = await taxingOf(services, row)
  return {
    canEnd: row.state !== 'ended',
    /** What ending it at once charges for what was used. */
    lastCharge: {
      amountMinor: priceParts(terms, last.parts, last.coupon).totalMinor,
      currency: last.version.currency,
    },
    endsByReturn: await endsByReturn(db, row, orderId, { isAssumed: true }),
    /** Of the period that this order paid for; null when it is not the newest of them. */
    unused: newest?.id === orderId && unused.refundMinor > 0 ? unused : null,
  }
}

/** Locks a subscription to end it with a refund of one of its orders; before that order. */
export const lockToEnd = (
  services: Pick<Services, 'clock' | 'gateway'>,
  trx: Db,
  subscriptionId: string,
): Promise<Locked> => lockWithOrders(services, trx, subscriptionId, { refunds: true })

/** Ends it with the refund, unless it has ended. Throws while its open order is being paid. */
export async function endRefunded(
  services: Services,
  trx: Db,
  { row, version, time, changes }: Locked,
  { refundMinor, note }: { refundMinor: number; note?: string },
): Promise<void> {
  if (row.state === 'ended') return
  await insertEvent(trx, row.id, {
    kind: 'operator_end',
    facts: { refund_minor: refundMinor, note },
    at: time.now,
  })
  await endSubscription({ services, trx, row, version, time, changes }, 'operator', refundMinor)
  if ((await findSubscription(trx, row.id))?.state !== 'ended')
    throw refuse('checkout.payment_in_flight')
}
