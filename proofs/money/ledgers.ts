import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

/** What the market says of its orders. `paidAt` in milliseconds, amounts in minor units. */
export interface MarketLedger {
  orders: LedgerOrder[]
  attempts: LedgerAttempt[]
  events: LedgerEvent[]
  refunds: LedgerRefund[]
  coupons: LedgerCoupon[]
  uses: LedgerUse[]
}

export interface LedgerOrder {
  id: string
  number: string
  storeId: string
  state: string
  currency: string
  subtotalMinor: number
  discountMinor: number
  couponId: string | null
  /** Of its subscription, whose first payment counted its use. */
  agreedCouponId: string | null
  taxMinor: number
  totalMinor: number
  refundedMinor: number
  /** What the bank took for paying in parts, beside the total. */
  surchargeMinor: number
  paidAt: number | null
}

export interface LedgerAttempt {
  id: string
  orderId: string
  state: string
  amountMinor: number
  currency: string
  gatewayRef: string | null
  /** Of the amount. */
  surchargeMinor: number
  /** What the bank said it took. */
  capturedMinor: number | null
}

export interface LedgerCoupon {
  id: string
  code: string
  used: number
  totalLimit: number | null
  storeLimit: number | null
  firstPurchase: boolean
  /** As counted for each store. */
  usedByStore: Readonly<Record<string, number>>
}

export interface LedgerUse {
  couponId: string
  storeId: string
  /** Or the subscription, of an agreed trial. */
  orderId: string
  state: string
}

export interface LedgerRefund {
  key: string
  orderId: string
  attemptId: string
  amountMinor: number
  currency: string
  state: string
  reason: string
}

export interface LedgerEvent {
  orderId: string
  attemptId: string | null
  kind: string
  from: string | null
  to: string | null
}

/** What the bank says: the witness, in another process's file. */
export interface BankLedger {
  payments: BankPayment[]
  entries: BankEntry[]
}

export interface BankPayment {
  paymentId: string
  attemptId: string
  orderNumber: string
  amountMinor: number
  currency: string
  state: string
}

export interface BankEntry {
  kind: 'charge' | 'refund' | 'void'
  paymentId: string
  attemptId: string
  orderNumber: string
  amountMinor: number
  currency: string
  /** Of a refund: the name under which it was asked for. */
  key: string | null
}

/** The market's book since `from`, as of one moment. */
export const readMarketLedger = (db: Db, from = new Date(0)): Promise<MarketLedger> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const orders = await trx
        .selectFrom('orders')
        .selectAll()
        .where('created_at', '>=', from)
        .orderBy('id')
        .execute()
      const attempts = await trx
        .selectFrom('payment_attempts')
        .selectAll()
        .where('created_at', '>=', from)
        .orderBy('turn')
        .execute()
      const coupons = await trx.selectFrom('coupons').selectAll().orderBy('id').execute()
      const byStore = await trx.selectFrom('coupon_stores').selectAll().execute()
      const uses = await trx.selectFrom('coupon_uses').selectAll().orderBy('id').execute()
      const agreed = new Map(
        (await trx.selectFrom('subscription_coupons').selectAll().execute()).map((row) => [
          row.subscription_id,
          row.coupon_id,
        ]),
      )
      const refunds = await trx.selectFrom('refunds').selectAll().orderBy('turn').execute()
      const events = await trx
        .selectFrom('order_events')
        .selectAll()
        .where('at', '>=', from)
        .orderBy('id')
        .execute()
      return {
        orders: orders.map((row) => ({
          id: row.id,
          number: row.number,
          storeId: row.store_id,
          state: row.state,
          currency: row.currency,
          subtotalMinor: row.subtotal_minor,
          discountMinor: row.discount_minor,
          couponId: row.coupon_id,
          agreedCouponId: agreed.get(row.subscription_id ?? '') ?? null,
          taxMinor: row.tax_minor,
          totalMinor: row.total_minor,
          refundedMinor: row.refunded_minor,
          surchargeMinor: row.surcharge_minor,
          paidAt: row.paid_at?.getTime() ?? null,
        })),
        attempts: attempts.map((row) => ({
          id: row.id,
          orderId: row.order_id,
          state: row.state,
          amountMinor: row.amount_minor,
          currency: row.currency,
          gatewayRef: row.gateway_ref,
          surchargeMinor: row.surcharge_minor,
          capturedMinor: row.captured_minor,
        })),
        refunds: refunds.map((row) => ({
          key: row.key,
          orderId: row.order_id,
          attemptId: row.attempt_id,
          amountMinor: row.amount_minor,
          currency: row.currency,
          state: row.state,
          reason: row.reason,
        })),
        coupons: coupons.map((row) => ({
          id: row.id,
          code: row.code,
          used: row.used,
          totalLimit: row.total_limit,
          storeLimit: row.store_limit,
          firstPurchase: row.first_purchase,
          usedByStore: Object.fromEntries(
            byStore
              .filter((one) => one.coupon_id === row.id)
              .map((one) => [one.store_id, one.used]),
          ),
        })),
        uses: uses.map((row) => ({
          couponId: row.coupon_id,
          storeId: row.store_id,
          orderId: row.order_id ?? row.subscription_id ?? '',
          state: row.state,
        })),
        events: events.map((row) => ({
          orderId: row.order_id,
          attemptId: row.attempt_id,
          kind: row.kind,
          from: row.from_state,
          to: row.to_state,
        })),
      }
    })

/** The bank's book from its file. The bank holds it alone, so it must have been stopped. */
export function readBankLedger(dataFolder: string): BankLedger {
  const ledger = new DatabaseSync(join(dataFolder, 'ledger.sqlite'), { readOnly: false })
  try {
    const payments = ledger.prepare('select * from payments order by rowid').all()
    const entries = ledger.prepare('select * from entries order by entry_id').all()
    return {
      payments: payments.map((row) => ({
        paymentId: String(row.payment_id),
        attemptId: String(row.attempt_id),
        orderNumber: String(row.order_number),
        amountMinor: Number(row.amount_minor),
        currency: String(row.currency),
        state: String(row.state),
      })),
      entries: entries.map((row) => ({
        kind: row.kind as BankEntry['kind'],
        paymentId: String(row.payment_id),
        attemptId: String(row.attempt_id),
        orderNumber: String(row.order_number),
        amountMinor: Number(row.amount_minor),
        currency: String(row.currency),
        key: row.key === null ? null : String(row.key),
      })),
    }
  } finally {
    ledger.close()
  }
}

/**
 * Attempts and refunds on which somebody must still act: a challenge waits for the buyer and is
 * none of them.
 */
export const countPending = async (db: Db): Promise<number> =>
  (
    await sql<{
      count: number
    }>`select (select count(*) from payment_attempts where state in ('created', 'authorising', 'unknown'))
    + (select count(*) from refunds where state in ('requested', 'unknown')) as count`.execute(db)
  ).rows[0]?.count ?? 0
