import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { PaymentAttempts, Refunds } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import { dayInWords, inTransaction, type Services } from '#kernel/context.ts'
import { ordersLink, queueOrderMail } from './complete-order.ts'
import {
  findAttemptAsked,
  insertEvent,
  type LineRow,
  listLines,
  lockAttempt,
  lockOrder,
  moveOrder,
  type OrderRow,
  recordRefundOfLine,
} from './data.ts'
import { gatewayOf, reportUnavailableGateway } from './discrepancies.ts'
import type { Gateway, RefundResult } from './gateways/gateway.ts'
import { buyerOf, findOrderFacts, receiptWords } from './order-facts.ts'
import { afterRefund, chargedFor, isReturn } from './refund-rules.ts'
import { type REFUND_REASONS, REFUND_RETRY_SECONDS, USE_NOTICE_SECONDS } from './rules.ts'

export interface RefundRequest {
  orderNumber: string
  /** Minor units; null for everything that is left. */
  amountMinor: number | null
  /** Of an order with several lines: the one whose money goes back. */
  place?: number
  reason: Exclude<RefundReason, 'money_back'>
  /** Name in the event log. */
  askedBy: string
  /** Idempotency key: at most 100 of `A-Za-z0-9_-`. */
  key: string
}

export type RefundAnswer =
  | { kind: 'refund'; refund: RefundRow }
  /** `leftMinor`: charged for the line, and neither refunded nor being refunded. */
  | {
      kind: 'refused'
      why:
        | 'key_invalid'
        | 'key_reused'
        | 'no_order'
        | 'no_line'
        | 'not_paid'
        | 'amount_invalid'
        | 'too_much'
        | 'whole_only'
      leftMinor?: number
    }

/**
 * Refunds a paid order fully or partly (D10). The row is committed before the gateway is called
 * (I3) and retried until its outcome is known; read the refund's state for the gateway's answer.
 */
export async function refundOrder(
  services: Services,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const requested = await requestRefund(services, request)
  if (requested.kind === 'refused') return requested
  await finishRefund(services, requested.refund.id)
  return {
    kind: 'refund',
    refund: (await findRefund(services.db, requested.refund.id)) ?? requested.refund,
  }
}

/** Commits the refund; the worker sends it unless the caller does. */
export const requestRefund = (
  services: RequestNeeds,
  request: RefundRequest,
): Promise<RefundAnswer> =>
  inTransaction(services, (trx) =>
    requestRefundIn({ ...services, db: trx }, request, REFUND_RETRY_SECONDS),
  )

type RequestNeeds = Pick<Services, 'db' | 'clock' | 'jobs'> & Partial<Pick<Services, 'gateway'>>

/** Like `requestRefund`, in the caller's transaction; the worker starts after `waitSeconds`. */
export async function requestRefundIn(
  { db: trx, clock, jobs, gateway }: RequestNeeds,
  { orderNumber, amountMinor, place, reason, askedBy, key }: RefundRequest,
  waitSeconds: number,
): Promise<RefundAnswer> {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(key)) return { kind: 'refused', why: 'key_invalid' }
  const now = clock.now()
  const seen = await trx
    .selectFrom('orders')
    .select('id')
    .where('number', '=', orderNumber)
    .executeTakeFirst()
  const order = seen && (await lockOrder(trx, { id: seen.id }))
  if (!order) return { kind: 'refused', why: 'no_order' }
  const attempt = await selectPaidAttempt(trx, order.id).forUpdate().executeTakeFirst()
  const known = await findRefundByKey(trx, key)
  if (known) {
    const same =
      known.order_id === order.id &&
      (place === undefined || known.line_place === place) &&
      (amountMinor === null || known.amount_minor === amountMinor)
    return same ? { kind: 'refund', refund: known } : { kind: 'refused', why: 'key_reused' }
  }
  const plan = await planRefund(trx, { order, attempt, amountMinor, place, gateway })
  if (plan.kind === 'refused') return plan
  const refund = await insertRefund(
    trx,
    {
      id: newId('rfd'),
      key,
      order_id: order.id,
      line_place: plan.line.place,
      attempt_id: plan.attempt.id,
      amount_minor: plan.amountMinor,
      currency: plan.attempt.currency,
      reason,
      asked_by: askedBy,
    },
    now,
  )
  if (!refund) return { kind: 'refused', why: 'key_reused' }
  await insertEvent(trx, {
    order_id: order.id,
    attempt_id: plan.attempt.id,
    kind: 'refund',
    from_state: null,
    to_state: 'requested',
    at: now,
    facts: {
      refund: refund.id,
      line: plan.line.place,
      amount_minor: plan.amountMinor,
      reason,
      asked_by: askedBy,
    },
  })
  await jobs.enqueue(trx, 'finish-refund', { id: refund.id }, waitSeconds)
  return { kind: 'refund', refund }
}

type Refused = Extract<RefundAnswer, { kind: 'refused' }>

interface RefundPlan {
  kind: 'possible'
  attempt: PaidAttempt
  line: LineRow
  amountMinor: number
  leftMinor: number
}

/** What a refund takes from, or why there can be none. */
export async function planRefund(
  db: Db,
  {
    order,
    attempt,
    amountMinor,
    place,
    gateway,
  }: {
    order: Pick<OrderRow, 'id' | 'state'>
    attempt: PaidAttempt | undefined
    /** Null for everything that is left. */
    amountMinor: number | null
    place: number | undefined
    gateway: Gateway | undefined
  },
): Promise<RefundPlan | Refused> {
  if (
    !attempt ||
    attempt.captured_minor === null ||
    !['paid', 'partially_refunded'].includes(order.state)
  )
    return { kind: 'refused', why: 'not_paid' }
  const line = await findLineToRefund(db, order.id, place)
  if (!line) return { kind: 'refused', why: 'no_line' }
  const leftMinor = chargedFor(line) - line.returning_minor
  const wanted = amountMinor ?? leftMinor
  if (wanted > leftMinor || leftMinor === 0) return { kind: 'refused', why: 'too_much', leftMinor }
  if (!Number.isSafeInteger(wanted) || wanted <= 0)
    return { kind: 'refused', why: 'amount_invalid', leftMinor }
  const allowsPartial = gateway?.capabilities.partialRefund ?? true
  if (!allowsPartial && wanted !== attempt.captured_minor)
    return { kind: 'refused', why: 'whole_only', leftMinor }
  return { kind: 'possible', attempt, line, amountMinor: wanted, leftMinor }
}

/** The line that is named, or the only one. */
async function findLineToRefund(
  trx: Db,
  orderId: string,
  place: number | undefined,
): Promise<LineRow | undefined> {
  const lines = await listLines(trx, orderId)
  return place === undefined && lines.length > 1
    ? undefined
    : lines.find((line) => line.place === (place ?? 1))
}

/**
 * Refunds an amount of several paid orders, the newest first, each at most by what is left of it.
 * Returns what could not be refunded.
 */
export async function refundAcross(
  needs: RequestNeeds,
  orderNumbers: readonly string[],
  {
    amountMinor,
    ...request
  }: Omit<RefundRequest, 'orderNumber' | 'amountMinor'> & {
    amountMinor: number
  },
): Promise<number> {
  let left = amountMinor
  for (const orderNumber of orderNumbers) {
    if (left === 0) break
    const ask = (minor: number) =>
      requestRefundIn(
        needs,
        { ...request, orderNumber, amountMinor: minor, key: `${request.key}-${orderNumber}` },
        0,
      )
    let answer = await ask(left)
    if (answer.kind === 'refused' && answer.why === 'too_much' && answer.leftMinor)
      answer = await ask(answer.leftMinor)
    if (answer.kind === 'refund') left -= answer.refund.amount_minor
  }
  return left
}

/** The job `finish-refund`: sends the refund under its key and records the answer. Idempotent. */
export async function finishRefund(services: Services, id: string): Promise<void> {
  const refund = await findRefund(services.db, id)
  if (!refund || isEnded(refund)) return
  const attempt = await findAttemptAsked(services.db, refund.attempt_id)
  if (!attempt?.gateway_ref)
    throw new Error(`Refund ${id} has an attempt without a gateway reference`)
  const gateway = gatewayOf(services, attempt.gateway)
  if (!gateway) return reportUnavailableGateway(services, attempt)
  await sendRefund(services, gateway, attempt.gateway_ref, refund)
}

export const isEnded = ({ state }: Pick<RefundRow, 'state'>): boolean =>
  state === 'succeeded' || state === 'refused'

export async function sendRefund(
  services: Services,
  gateway: Gateway,
  gatewayRef: string,
  refund: RefundRow,
): Promise<void> {
  const result = await gateway.refund(
    gatewayRef,
    { amountMinor: refund.amount_minor, currency: refund.currency },
    refund.key,
  )
  await recordRefund(services, refund, result)
}

async function recordRefund(
  services: Services,
  refund: RefundRow,
  result: RefundResult,
): Promise<void> {
  const { id, order_id: orderId, attempt_id: attemptId, amount_minor: amountMinor } = refund
  const { reason, line_place: place } = refund
  const now = services.clock.now()
  // An answer for another amount is not trusted.
  const kind =
    result.kind === 'refunded' && result.refundedMinor !== amountMinor ? 'unknown' : result.kind
  const to = ({ refunded: 'succeeded', refused: 'refused', unknown: 'unknown' } as const)[kind]
  const refusal = result.kind === 'refused' ? result.reason.slice(0, 200) : null
  const recorded = await inTransaction(services, async (trx) => {
    const order = await lockOrder(trx, { id: orderId })
    await lockAttempt(trx, attemptId)
    const before = await findRefund(trx, id)
    if (!order || !before || !(await moveRefund(trx, id, to, now, refusal))) return false
    if (before.state === to) return true
    await insertEvent(trx, {
      order_id: orderId,
      attempt_id: attemptId,
      kind: 'refund',
      from_state: before.state,
      to_state: to,
      at: now,
      facts: { refund: id, amount_minor: amountMinor, ...(refusal !== null && { refusal }) },
    })
    if (to !== 'succeeded') return true
    if (place !== null) {
      const whole = await moveRefundedOrder(trx, order, { attemptId, place }, now)
      if (order.product_id !== null) await services.productOrderChanged(services, trx, orderId)
      if (order.plan_version_id !== null)
        await services.subscriptionOrderRefunded(services, trx, {
          orderId,
          amountMinor,
          isReturn: isReturn(whole, reason),
        })
    }
    await mailRefund(services, trx, id)
    return true
  })
  if (!recorded) return
  if (to === 'refused')
    services.log.error(
      { refund: id, attempt: attemptId, reason, refusal },
      'gateway refused a refund',
    )
  if (to === 'succeeded' && reason === 'money_back')
    services.log.warn({ refund: id, attempt: attemptId }, 'unwanted payment refunded')
}

/** Records what went back on the line and the order. True when nothing of the order is left. */
async function moveRefundedOrder(
  trx: Db,
  order: OrderRow,
  { attemptId, place }: { attemptId: string; place: number },
  now: Date,
): Promise<boolean> {
  const lines = await listRefundedLines(trx, order.id)
  const line = lines.find((one) => one.place === place)
  if (!line) throw new Error(`Order ${order.number} has no line ${place}`)
  const after = lineAfter(line, order)
  await recordRefundOfLine(
    trx,
    { orderId: order.id, place },
    {
      refunded_minor: after.refundedMinor,
      refunded_at: after.isWhole ? now : null,
      use_ends_at: after.endsUse ? useEndsAt(now) : null,
    },
  )
  const whole = lines.every((one) => lineAfter(one, order).isWhole)
  const refundedMinor = lines.reduce((sum, one) => sum + lineAfter(one, order).refundedMinor, 0)
  const moved = await moveOrder(
    trx,
    order.id,
    whole ? 'refunded' : 'partially_refunded',
    now,
    { refunded_minor: refundedMinor },
    attemptId,
  )
  if (!moved) throw new Error(`Order ${order.number} is ${order.state} and cannot be refunded`)
  return whole
}

type RefundedLine = Awaited<ReturnType<typeof listRefundedLines>>[number]
const lineAfter = (line: RefundedLine, order: Pick<OrderRow, 'plan_version_id'>) =>
  afterRefund(line, Number(line.back_minor), { isSubscription: order.plan_version_id !== null })

/** D10: the item stays for a week after a full refund. */
export const useEndsAt = (now: Date): Date => secondsAfter(now, USE_NOTICE_SECONDS)

/** Queues the refund mail with its credit note (D10). */
async function mailRefund(services: Services, trx: Db, refundId: string): Promise<void> {
  const refund = await findRefund(trx, refundId)
  const order = refund && (await findOrderFacts(trx, refund.order_id, refund.line_place ?? 1))
  const buyer = order ? buyerOf(services, order) : null
  if (!refund || !order || !buyer) return
  const t = receiptWords(buyer.locale)
  const facts = {
    amount: formatAmount(refund.amount_minor, refund.currency as Currency),
    number: order.number,
    item: buyer.item,
  }
  const unwanted = refund.reason === 'money_back'
  const leaves = unwanted ? null : order.use_ends_at
  await queueOrderMail(services, trx, {
    key: `refund ${refund.id}`,
    to: buyer.address.email,
    locale: buyer.locale,
    subject: t(unwanted ? 'receipt.mail.unwanted_subject' : 'receipt.mail.refund_subject', facts),
    paragraphs: [
      t(unwanted ? 'receipt.mail.unwanted' : 'receipt.mail.refund', facts),
      ...(leaves
        ? [t('receipt.mail.leaves', { ...facts, day: dayInWords(services, leaves, buyer.locale) })]
        : []),
      ...(!unwanted && !leaves && order.product_id === null && order.plan_version_id === null
        ? [t('receipt.mail.stays', facts)]
        : []),
      t('receipt.mail.statement'),
    ],
    ...ordersLink(services, order, buyer),
    ...(!unwanted && { attachments: [`credit:${refund.id}`] }),
  })
}

export type RefundRow = Selectable<Refunds>
/**
 * `money_back`: the market's own reason, when the order did not want the payment; `goodwill`: a
 * credit that takes nothing back, whatever its amount.
 */
type RefundReason = (typeof REFUND_REASONS)[number] | 'money_back' | 'goodwill'
type RefundState = 'requested' | 'succeeded' | 'refused' | 'unknown'

type NewRefund = Pick<
  RefundRow,
  'id' | 'key' | 'order_id' | 'line_place' | 'attempt_id' | 'amount_minor' | 'currency' | 'asked_by'
> & { reason: RefundReason }

/** Undefined when the key exists. The database refuses more than the attempt captured. */
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

/** False when the refund has ended before. */
async function moveRefund(
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

export const selectPaidAttempt = (db: Db, orderId: string) =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'succeeded')
type PaidAttempt = Selectable<PaymentAttempts>

/** The lines of an order with what has gone back of each. */
const listRefundedLines = (db: Db, orderId: string) =>
  db
    .selectFrom('order_lines')
    .select(['place', 'product_id', 'total_minor', 'surcharge_minor'])
    .select(
      sql<string>`coalesce((select sum(amount_minor) from refunds where refunds.order_id = order_lines.order_id
        and line_place = place and state = 'succeeded'), 0)`.as('back_minor'),
    )
    .where('order_id', '=', orderId)
    .orderBy('place')
    .execute()

/** Records what the gateway captured for an unwanted attempt; only the first call counts. */
export const recordCaptured = (
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

/** Refunds without an outcome that are due; the worker asks the gateway. */
export async function findIdleRefunds({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', 'in', ['requested', 'unknown'])
    .where('updated_at', '<=', secondsAfter(clock.now(), -REFUND_RETRY_SECONDS))
    .orderBy('updated_at')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}
