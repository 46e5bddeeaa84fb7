import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { completeOrder } from './complete-order.ts'
import type { OrderState } from './contract.ts'
import { inTransaction, type Services } from '../ctx.ts'
import { attemptReference } from './challenge-page.ts'
import { findAttempt, insertEvent, lockAttempt, lockOrder, moveAttempt, type AttemptRow, type OrderRow } from './data.ts'
import type { GatewayPayment, PaymentStep } from './gateways/gateway.ts'
import { noteCard, notePaid } from './note-paid.ts'
import { findRefundByKey, insertRefund, noteCaptured } from './refunds/refund-data.ts'
import { finishRefund } from './refunds/refund-order.ts'
import { CHALLENGE_SECONDS, LOST_SECONDS, REFUND_AGAIN_SECONDS } from './rules.ts'
import { canMoveOrder } from './transitions.ts'

export type SettleNeeds = Pick<Services, 'productOrderChanged' | 'db' | 'gateway' | 'clock' | 'log' | 'jobs' | 'sealing' | 'operator' | 'origins'>
type Needs = SettleNeeds

/**
 * The one place where an attempt comes to its end: the browser's return, the gateway's notice, the screen's poll and the
 * background job all call it, as often as they like and at once (D10). Asks the gateway what is true, asks for the
 * money where the challenge was passed, and records the outcome.
 */
export async function settleAttempt(services: Needs, attemptId: string): Promise<void> {
  const attempt = await findAttempt(services.db, attemptId)
  // A decline and a voided attempt are looked at again: should money have moved all the same, it goes back.
  if (!attempt || attempt.state === 'succeeded') return
  // Begun before the operator chose another gateway: this one would say that it never heard of it.
  if (attempt.gateway !== services.gateway.name) return
  const { number } = await services.db.selectFrom('orders').select('number').where('id', '=', attempt.order_id).executeTakeFirstOrThrow()
  const payment = await services.gateway.retrieve(attemptReference(services, attempt, number))
  const now = services.clock.now()
  if (payment === null) {
    if (secondsAfter(attempt.created_at, LOST_SECONDS) < now) await inTransaction(services, trx => moveAttempt(trx, attemptId, 'voided', now))
    return
  }
  if (payment.state === 'paid') return recordStep(services, attemptId, { kind: 'paid', payment })
  if (payment.state === 'declined') {
    return recordStep(services, attemptId, { kind: 'declined', reason: payment.reason ?? 'card_declined', gatewayRef: payment.gatewayRef })
  }
  if (payment.state === 'pending') return recordStep(services, attemptId, { kind: 'unknown', gatewayRef: payment.gatewayRef })
  if (payment.state === 'voided') {
    await inTransaction(services, trx => moveAttempt(trx, attemptId, 'voided', now))
    return
  }
  if (payment.state === 'ready') return authorise(services, attempt, payment)
  // Not in its challenge here although the gateway waits for one: its answer never reached us, and the challenge's address
  // with it. Nothing moves before we ask, so the attempt can be given up and the order is free again.
  const allowed = attempt.state === 'challenge' ? CHALLENGE_SECONDS : LOST_SECONDS
  if (secondsAfter(attempt.created_at, allowed) < now) await inTransaction(services, trx => moveAttempt(trx, attemptId, 'voided', now))
}

/** The challenge was passed: money moves now, if the order still wants it. Nothing is asked for a voided attempt. */
async function authorise(services: Needs, attempt: AttemptRow, payment: GatewayPayment): Promise<void> {
  const now = services.clock.now()
  const number = await inTransaction(services, async trx => {
    const order = await lockOrder(trx, { id: attempt.order_id })
    const locked = await lockAttempt(trx, attempt.id)
    if (!order || !locked) return null
    if (!canMoveOrder(order.state as OrderState, 'paid') || order.total_minor + locked.surcharge_minor !== locked.amount_minor || order.currency !== locked.currency) {
      await moveAttempt(trx, attempt.id, 'voided', now)
      return null
    }
    if (locked.state === 'authorising') return order.number
    return await moveAttempt(trx, attempt.id, 'authorising', now, { gateway_ref: payment.gatewayRef }) ? order.number : null
  })
  if (number === null) return
  const step = await services.gateway.complete({ ...attemptReference(services, attempt, number), gatewayRef: payment.gatewayRef })
  await recordStep(services, attempt.id, step)
}

/**
 * Writes what the gateway answered. Idempotent; a late failure never undoes a payment. Money for an order that is paid by another
 * attempt, cancelled or expired goes back by itself.
 */
export async function recordStep(services: Needs, attemptId: string, step: PaymentStep): Promise<void> {
  const now = services.clock.now()
  const refundId = await inTransaction(services, async (trx): Promise<string | null> => {
    const known = await findAttempt(trx, attemptId)
    if (!known) return null
    // Always order first, then attempt: one order of locks for everybody.
    const order = await lockOrder(trx, { id: known.order_id })
    const attempt = await lockAttempt(trx, attemptId)
    if (!order || !attempt) return null
    const card = 'card' in step && step.card ? { card_brand: step.card.brand, card_last_four: step.card.lastFour } : {}
    switch (step.kind) {
      case 'paid': {
        const { payment } = step
        if (attempt.state === 'succeeded') return null
        const agreed = payment.amountMinor === attempt.amount_minor && payment.currency === attempt.currency && payment.orderNumber === order.number
        const wanted = canMoveOrder(order.state as OrderState, 'paid') && order.total_minor + attempt.surcharge_minor === attempt.amount_minor
        const facts = payment.card ? { card_brand: payment.card.brand, card_last_four: payment.card.lastFour } : {}
        const captured = { gateway_ref: payment.gatewayRef, captured_minor: payment.amountMinor, captured_at: now }
        if (!agreed || !wanted || !await moveAttempt(trx, attemptId, 'succeeded', now, { ...captured, ...facts })) {
          return requestMoneyBack(services, trx, { order, attempt, payment, agreed })
        }
        await completeOrder(services, trx, order.id, now, attemptId)
        await notePaid(services, trx, order.store_id, attempt, payment)
        return null
      }
      case 'challenge':
        await moveAttempt(trx, attemptId, 'challenge', now, { gateway_ref: step.gatewayRef, challenge_url: step.url, ...card })
        return null
      case 'declined':
        await moveAttempt(trx, attemptId, 'declined', now, { decline_reason: step.reason, ...(step.gatewayRef ? { gateway_ref: step.gatewayRef } : {}), ...card })
        return null
      case 'unreachable':
        await moveAttempt(trx, attemptId, 'voided', now)
        return null
      case 'unknown':
        if (attempt.state !== 'unknown') await moveAttempt(trx, attemptId, 'unknown', now, step.gatewayRef ? { gateway_ref: step.gatewayRef } : {})
        return null
    }
  })
  // Should this process end here, the job or the sweep goes on: the refund is written down.
  if (refundId !== null) await finishRefund(services, refundId)
}

/**
 * Money that the order does not want goes back through the same table as every other refund (I4): what is to go back is committed with the
 * fact that it came. Answers the refund's id; null when it has gone back already.
 */
async function requestMoneyBack(
  { clock, jobs }: Needs, trx: Db, { order, attempt, payment, agreed }: { order: OrderRow; attempt: AttemptRow; payment: GatewayPayment; agreed: boolean },
): Promise<string | null> {
  const now = clock.now()
  const key = `money-back-${attempt.id}`
  const known = await findRefundByKey(trx, key)
  if (known) return known.id
  await moveAttempt(trx, attempt.id, 'voided', now)
  await noteCaptured(trx, attempt.id, payment, now)
  await noteCard({ clock }, trx, order.store_id, attempt, payment)
  const amountMinor = payment.amountMinor - payment.refundedMinor
  if (amountMinor <= 0) return null
  const refund = await insertRefund(trx, {
    id: newId('rfd'), key, order_id: order.id, attempt_id: attempt.id, amount_minor: amountMinor, currency: payment.currency, reason: 'money_back', asked_by: 'system',
  }, now)
  if (!refund) return null
  await insertEvent(trx, { order_id: order.id, attempt_id: attempt.id, kind: 'money_back', facts: { agreed, order_state: order.state, refund: refund.id }, at: now })
  await jobs.enqueue(trx, 'finish-refund', { id: refund.id }, REFUND_AGAIN_SECONDS)
  return refund.id
}
