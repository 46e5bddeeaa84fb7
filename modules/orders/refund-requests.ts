import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { shortText, type Waiting } from '#kernel/waiting.ts'
import { queueOrderMail } from './complete-order.ts'
import { askForRefund as askContract } from './contract.ts'
import { lockOrder, selectOrders } from './data.ts'
import { refuse } from './errors.ts'
import { declineRefundRequest as declineContract } from './operator-contract.ts'
import { buyerOf, findOrderFacts, receiptWords } from './order-facts.ts'
import { type ReturnableLine, returnableUntil, wasReturned } from './returns.ts'
import type { RefundRequestReason, RefundRequestState } from './rules.ts'

const done = { success: true as const }

export const findRefundRequest = async (db: Db, orderId: string) => {
  const row = await db
    .selectFrom('refund_requests')
    .select(['reason', 'text', 'state', 'created_at', 'answer', 'decided_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row
    ? {
        reason: row.reason as RefundRequestReason,
        text: row.text,
        state: row.state as RefundRequestState,
        at: row.created_at.toISOString(),
        answer: row.answer,
        decided_at: row.decided_at?.toISOString() ?? null,
      }
    : null
}

/** Whether money of the order can still go back. What can be returned at once is not asked for. */
export const isRefundable = (
  order: ReturnableLine,
  services: Pick<Services, 'returnDays'>,
  now: Date,
): boolean =>
  ['paid', 'partially_refunded'].includes(order.state) &&
  order.total_minor > order.refunded_minor &&
  returnableUntil(order, services, now) === null

/** Once for an order: the team decides, and the page of the order shows the state. */
export const askForRefund = defineOperation({
  ...askContract,
  run: async (ctx, { params, body }) => {
    const now = ctx.clock.now()
    await inTransaction(ctx, async (trx) => {
      const order = await lockOrder(trx, {
        number: params.order_number,
        storeId: ctx.actor.storeId,
      })
      if (!order) throw refuse('checkout.order_not_found')
      const { was_returned } = await selectOrders(trx)
        .select(wasReturned)
        .where('orders.id', '=', order.id)
        .executeTakeFirstOrThrow()
      if (!isRefundable({ ...order, was_returned }, ctx, now))
        throw refuse('checkout.not_refundable')
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('refund_requests')
        .values({ order_id: order.id, reason: body.reason, text: body.text, created_at: now })
        .onConflict((conflict) => conflict.column('order_id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) throw refuse('checkout.refund_asked')
    })
    return done
  },
})

/** In the transaction that gives money of the order back. */
export const grantRefundRequest = (trx: Db, orderId: string, now: Date) =>
  trx
    .updateTable('refund_requests')
    .set({ state: 'granted', decided_at: now })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute()

/** For the inbox: requests without an answer, the oldest first. */
export const listOpenRefundRequests = async (db: Db, most: number): Promise<Waiting[]> =>
  (
    await db
      .selectFrom('refund_requests')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select([
        'orders.number',
        'orders.total_minor',
        'orders.currency',
        'refund_requests.text',
        'refund_requests.created_at',
      ])
      .where('refund_requests.state', '=', 'open')
      .orderBy('refund_requests.created_at')
      .limit(most)
      .execute()
  ).map((row) => ({
    id: row.number,
    title: row.number,
    detail: shortText(row.text),
    amount: { minor: row.total_minor, currency: row.currency },
    since: row.created_at,
  }))

const findByNumber = (db: Db, number: string) =>
  db
    .selectFrom('refund_requests')
    .innerJoin('orders', 'orders.id', 'refund_requests.order_id')
    .select(['orders.id', 'refund_requests.state'])
    .where('orders.number', '=', number)
    .executeTakeFirst()

/** The owner reads why on the page of the order, and in a mail. */
export const declineRefundRequest = defineOperation({
  ...declineContract,
  audit: {
    kind: 'order',
    id: ({ params }) => params.order,
    read: async (db, number) => {
      const found = await findByNumber(db, number)
      return found && { refund_request: found.state }
    },
  },
  run: async (ctx, { params, body }) => {
    const found = await findByNumber(ctx.db, params.order)
    if (!found) throw refuse('not_found')
    const { numUpdatedRows } = await ctx.db
      .updateTable('refund_requests')
      .set({ state: 'declined', answer: body.answer, decided_at: ctx.clock.now() })
      .where('order_id', '=', found.id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuse('backoffice.refund_decided')
    await mailDeclined(ctx, found.id, body.answer)
    return done
  },
})

async function mailDeclined(services: Services, orderId: string, answer: string): Promise<void> {
  const order = await findOrderFacts(services.db, orderId)
  const buyer = order ? buyerOf(services, order) : null
  if (!order || !buyer) return
  const t = receiptWords(buyer.locale)
  const facts = { number: order.number, item: buyer.item }
  await queueOrderMail(services, services.db, {
    key: `refund declined ${orderId}`,
    to: buyer.address.email,
    locale: buyer.locale,
    subject: t('receipt.mail.declined_subject', facts),
    paragraphs: [t('receipt.mail.declined', facts), answer],
  })
}
