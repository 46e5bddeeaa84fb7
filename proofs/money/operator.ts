import { randomUUID } from 'node:crypto'
import { requestRefund, type RefundAnswer } from '#modules/orders/public.ts'
import { type NewCoupon, writeCoupon } from '#modules/orders/manage-coupons.ts'
import { systemClock } from '#lib/clock.ts'
import type { TestBed } from './test-bed.ts'
import type { Buyer } from './buyer.ts'

/**
 * The operator gives money back, as `npm run money -- refund` does: it is recorded here, and
 * the market's worker asks the bank. Null: all that is left.
 */
export const refundByOperator = (
  { db, jobs }: TestBed,
  buyer: Buyer,
  amountMinor: number | null,
  key: string = randomUUID(),
): Promise<RefundAnswer> =>
  requestRefund(
    // At once, not after the worker's grace period.
    { db, clock: systemClock, jobs: { enqueue: (trx, job, data) => jobs.enqueue(trx, job, data) } },
    { orderNumber: buyer.orderNumber, amountMinor, reason: 'buyer_request', askedBy: 'proof', key },
  )

/** Whether every refund of this order has come to its end. */
export const areRefundsOver = async ({ db }: TestBed, buyer: Buyer): Promise<boolean> =>
  (
    await db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .select('refunds.id')
      .where('orders.number', '=', buyer.orderNumber)
      .where('refunds.state', 'in', ['requested', 'unknown'])
      .execute()
  ).length === 0

/** The operator makes a coupon; answers its code. */
export const makeCoupon = async ({ db }: TestBed, coupon: NewCoupon): Promise<string> =>
  (await writeCoupon({ db, clock: systemClock }, coupon)).code

export const tenPercent = { kind: 'percent', percentBp: 1_000 } as const
export const everything = { kind: 'percent', percentBp: 10_000 } as const
