import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { refundAcross, type RefundRequest } from '#modules/orders/public.ts'
import type { SubscriptionRow } from './data.ts'
import { findPeriodOrders } from './unused-days.ts'

/** Refunds unused days, from the newest of the orders that paid for them. */
export async function refundPeriod(
  services: Services,
  trx: Db,
  row: SubscriptionRow,
  request: Pick<RefundRequest, 'reason' | 'askedBy'> & { amountMinor: number },
): Promise<void> {
  const orders = await findPeriodOrders(trx, row)
  await refundAcross(
    { ...services, db: trx },
    orders.map(({ number }) => number),
    { ...request, key: `subscription-${row.id}` },
  )
}
