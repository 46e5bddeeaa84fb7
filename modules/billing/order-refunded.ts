import type { Services } from '#kernel/context.ts'
import { findSubscriptionOrder, lockOpenOrders } from '#modules/orders/public.ts'
import { findVersion, insertEvent, lockSubscription, timeOf } from './data.ts'
import { changesIn, endSubscription } from './run-subscription.ts'
import { findPeriodOrders } from './unused-days.ts'

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
  if (!isReturn || row.state !== 'active' || row.due_order_id !== null) return
  const paid = await findPeriodOrders(trx, row)
  const isCurrent = paid.some(({ id }) => id === orderId)
  if (!isCurrent || paid.some(({ state }) => state !== 'refunded')) return
  const version = await findVersion(trx, row.plan_version_id)
  await endSubscription({ services, trx, row, version, time, changes: changesIn(open) }, 'returned')
}
