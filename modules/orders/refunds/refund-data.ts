import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Refunds } from '#db/types.gen.ts'

export type RefundRow = Selectable<Refunds>
export const REFUND_REASONS = [
  'buyer_request',
  'not_delivered',
  'duplicate',
  'fraud',
  'other',
] as const
/**
 * Why money goes back; `money_back` is the marketplace's own: the order did not want the payment.
 */
export type RefundReason = (typeof REFUND_REASONS)[number] | 'money_back'
export type RefundState = 'requested' | 'succeeded' | 'refused' | 'unknown'

type NewRefund = Pick<
  RefundRow,
  'id' | 'key' | 'order_id' | 'attempt_id' | 'amount_minor' | 'currency' | 'asked_by'
> & { reason: RefundReason }

/**
 * Undefined when the key is there already. The database refuses what is more than the attempt took.
 */
export const insertRefund = (db: Db, row: NewRefund, at: Date) =>
  db
    .insertInto('refunds')
    .values({ ...row, state: 'requested', requested_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returningAll()
    .executeTakeFirst()

export const findRefund = (db: Db, id: string) =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
export const findRefundByKey = (db: Db, key: string) =>
  db.selectFrom('refunds').selectAll().where('key', '=', key).executeTakeFirst()

/** False when it had ended before: an end is never taken back. */
export async function moveRefund(
  db: Db,
  id: string,
  to: Exclude<RefundState, 'requested'>,
  at: Date,
  refusal: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ state: to, refusal, updated_at: at, ended_at: to === 'unknown' ? null : at })
    .where('id', '=', id)
    .where('state', 'in', ['requested', 'unknown'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const findPaidAttempt = (db: Db, orderId: string) =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'succeeded')
    .forUpdate()
    .executeTakeFirst()

/** How much of an attempt's money is known to have gone back. */
export const sumSucceeded = async (db: Db, attemptId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('refunds')
        .select((on) => on.fn.coalesce(on.fn.sum('amount_minor'), on.lit(0)).as('sum'))
        .where('attempt_id', '=', attemptId)
        .where('state', '=', 'succeeded')
        .executeTakeFirstOrThrow()
    ).sum,
  )

/**
 * What the gateway took for an attempt that the order does not want; the first word of it stands.
 */
export const noteCaptured = (
  db: Db,
  attemptId: string,
  captured: { gatewayRef: string; amountMinor: number },
  at: Date,
) =>
  db
    .updateTable('payment_attempts')
    .set({
      gateway_ref: captured.gatewayRef,
      captured_minor: captured.amountMinor,
      captured_at: at,
    })
    .where('id', '=', attemptId)
    .where('captured_minor', 'is', null)
    .execute()

/** Refunds without an end that nobody has touched since then. */
export const listIdleRefunds = (db: Db, before: Date) =>
  db
    .selectFrom('refunds')
    .select('id')
    .where('state', 'in', ['requested', 'unknown'])
    .where('updated_at', '<=', before)
    .orderBy('updated_at')
    .limit(100)
    .execute()
