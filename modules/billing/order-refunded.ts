import type { Services } from '#kernel/context.ts'
import { findSubscriptionOrder } from '#modules/orders/public.ts'
import { findVersion, lockSubscription, timeOf } from './data.ts'
import { endSubscription } from './run-subscription.ts'

/** What the current period cost was paid back, so it is over. */
export const subscriptionOrderRefunded: Services['subscriptionOrderRefunded'] = async (
  services,
  trx,
  orderId,
) => {
  const order = await findSubscriptionOrder(trx, orderId)
  if (order.subscription_id === null || order.purpose === 'final') return
  const row = await lockSubscription(trx, order.subscription_id)
  if (row?.state !== 'active' || row.period_no !== order.period_no) return
  const [version, time] = await Promise.all([
    findVersion(trx, row.plan_version_id),
    timeOf(services, trx, row.store_id),
  ])
  await endSubscription({ services, trx, row, version, time }, 'returned')
}
