import type { Db } from '#db/client.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import { type listSubscriptionOrders, priceParts } from '#modules/orders/public.ts'
import type { PlanVersion, SubscriptionRow } from './data.ts'
import { findLastCharge } from './last-order.ts'
import type { Taxing } from './present.ts'
import { findUnusedDays } from './unused-days.ts'

/** What leaving now gives back, and what it charges one last time, with tax. */
export interface Leaving {
  refundMinor: number
  chargeMinor: number
  chargeCurrency: Currency
}

export async function findLeaving(
  db: Db,
  row: SubscriptionRow,
  version: PlanVersion,
  { taxing, now }: { taxing: Taxing; now: Date },
): Promise<Leaving> {
  const { refundMinor } = await findUnusedDays(db, row, version, now)
  const last = await findLastCharge(db, row, version, { reason: 'cancelled', now })
  return {
    refundMinor,
    chargeMinor: priceParts(taxing.terms, last.parts, last.coupon).totalMinor,
    chargeCurrency: last.version.currency as Currency,
  }
}

/** What its end gave back and charged; null while it runs. */
export async function presentLeft(
  db: Db,
  row: Pick<SubscriptionRow, 'id' | 'state'>,
  version: PlanVersion,
  orders: Awaited<ReturnType<typeof listSubscriptionOrders>>,
) {
  if (row.state !== 'ended') return null
  const end = await db
    .selectFrom('subscription_events')
    .select('facts')
    .where('subscription_id', '=', row.id)
    .where('kind', '=', 'ended')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { refund_minor: refundMinor = 0 } = (end?.facts ?? {}) as { refund_minor?: number }
  const last = orders.find(
    ({ purpose, state }) => purpose === 'final' && state !== 'cancelled' && state !== 'expired',
  )
  return {
    refund: toMajor(refundMinor, version.currency),
    charge: last ? toMajor(last.total_minor, last.currency) : 0,
    charge_currency: (last?.currency ?? version.currency) as Currency,
  }
}
