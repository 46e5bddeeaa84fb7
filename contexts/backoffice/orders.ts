import { toMajor, toMinor, type Currency } from '#lib/money.ts'
import { pageOf } from '#lib/page-key.ts'
import { requestRefundIn } from '../checkout/public.ts'
import { personOf } from '../console.ts'
import { implementConsole } from '../people/public.ts'
import { refuse } from './errors.ts'
import { getOrder as getContract, listOrders as listContract, refundAnOrder as refundContract } from './money-contract.ts'
import { findOrderRow, listAttemptRows, listDocumentRows, listEventRows, listOrderRows, listRefundRows, readRefunds, type OrderLine } from './money-data.ts'
import type { OrderStateName } from './money-rules.ts'
import { keyOf, PAGE } from './page-keys.ts'

const present = (row: OrderLine) => ({
  number: row.number, state: row.state as OrderStateName, item: { id: row.item_id, name: row.item_name }, store: { id: row.store_id, domain: row.domain }, total: toMajor(row.total_minor), refunded: toMajor(row.refunded_minor),
  currency: row.currency as Currency, created_at: row.created_at.toISOString(), paid_at: row.paid_at?.toISOString() ?? null,
})

export const listOrders = implementConsole(listContract, null, async (ctx, { query }) => {
  const found = await listOrderRows(ctx.db, { q: query.q ?? '', state: query.state ?? null, itemId: query.item || null, storeId: query.store || null, after: keyOf(query.after), most: PAGE + 1 })
  const { rows, next } = pageOf(found, PAGE, row => ({ at: row.created_at, id: row.id }))
  return { orders: rows.map(present), next }
})

export const getOrder = implementConsole(getContract, null, async (ctx, { params }) => {
  const row = await findOrderRow(ctx.db, params.order)
  if (!row) throw refuse('not_found')
  const [attempts, refunds, documents, events] = await Promise.all([listAttemptRows(ctx.db, row.id), listRefundRows(ctx.db, row.id), listDocumentRows(ctx.db, row.id), listEventRows(ctx.db, row.id)])
  const paid = attempts.find(one => one.state === 'succeeded')
  return {
    ...present(row), subtotal: toMajor(row.subtotal_minor), discount: toMajor(row.discount_minor), tax: toMajor(row.tax_minor), tax_rate: row.tax_rate_bp / 100, coupon: row.coupon_code,
    left: paid?.captured_minor ? toMajor(paid.captured_minor - paid.returning_minor) : 0,
    attempts: attempts.map(one => ({
      id: one.id, gateway: one.gateway, state: one.state, amount: toMajor(one.amount_minor), card: one.card_last_four === null ? null : `${one.card_brand ?? ''} ${one.card_last_four}`.trim(), reason: one.decline_reason,
      at: one.created_at.toISOString(),
    })),
    refunds: refunds.map(one => ({ id: one.id, state: one.state as 'requested', amount: toMajor(one.amount_minor), reason: one.reason, refusal: one.refusal, asked_by: one.asked_by, at: one.requested_at.toISOString() })),
    documents: documents.map(one => ({ number: one.number, kind: one.kind as 'invoice', total: toMajor(one.total_minor), at: one.issued_at.toISOString() })),
    events: events.map(one => ({ id: String(one.id), kind: one.kind, from: one.from_state, to: one.to_state, facts: one.facts as Record<string, unknown>, at: one.at.toISOString() })),
  }
})

/** Written down here; the worker asks the gateway at once, outside of any transaction, and goes on asking until it is known. */
export const refundAnOrder = implementConsole(refundContract, { audit: { kind: 'order', id: ({ params }) => params.order, read: readRefunds } }, async (ctx, { params, body }) => {
  const amountMinor = body.amount === null ? null : toMinor(body.amount)
  if (body.amount !== null && amountMinor === null) throw refuse('input.invalid', { fields: { amount: { code: 'field.invalid' } } })
  const answer = await requestRefundIn(ctx, { orderNumber: params.order, amountMinor, reason: body.reason, askedBy: `operator ${personOf(ctx).id}`, key: body.key }, 0)
  if (answer.kind === 'refund') return { id: answer.refund.id, state: answer.refund.state as 'requested' }
  if (answer.why === 'no_order') throw refuse('not_found')
  throw refuse('backoffice.refund_refused', { params: { left: toMajor(answer.leftMinor ?? 0) } })
})
