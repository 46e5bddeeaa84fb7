import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { findSubscriptionOrder, lockOpenOrders, lockPaidOrders } from '#modules/orders/public.ts'
import { findSubscription, findVersion, insertEvent, lockSubscription, timeOf } from './data.ts'
import { refuse } from './errors.ts'
import { refundPeriod } from './refund-period.ts'
import { changesIn, endSubscription } from './run-subscription.ts'
import { findPeriodOrders, findUnusedDays } from './unused-days.ts'

/**
 * A bank took a payment of a subscription back for good: whoever disputes a charge does not want
 * the next one. It ends at once and asks for nothing more; days that another order paid go back.
 * Throws while its open order is being paid.
 */
export async function endDisputed(
  services: Services,
  trx: Db,
  {
    orderId,
    amountMinor,
    askedBy,
  }: {
    orderId: string
    /** Of the buyer's money. */
    amountMinor: number
    askedBy: string
  },
): Promise<void> {
  const order = await findSubscriptionOrder(trx, orderId)
  const { subscription_id: id } = order
  if (id === null) return
  // Orders are locked before subscriptions everywhere.
  await lockPaidOrders(trx, id)
  const open = await lockOpenOrders(trx, id)
  const row = await lockSubscription(trx, id)
  if (!row) return
  const time = await timeOf(services, trx, row.store_id)
  const facts = { order: order.number, refund_minor: amountMinor }
  await insertEvent(trx, id, { kind: 'charged_back', facts, at: time.now })
  if (row.state === 'ended') return
  const version = await findVersion(trx, row.plan_version_id)
  const isCurrent = (await findPeriodOrders(trx, row)).some((one) => one.id === orderId)
  const refundMinor = isCurrent
    ? 0
    : (await findUnusedDays(trx, row, version, time.now)).refundMinor
  if (refundMinor > 0)
    await refundPeriod(services, trx, row, { amountMinor: refundMinor, reason: 'other', askedBy })
  await endSubscription(
    { services, trx, row, version, time, changes: changesIn(open) },
    'disputed',
    refundMinor,
  )
  if ((await findSubscription(trx, id))?.state !== 'ended')
    throw refuse('checkout.payment_in_flight')
}
