import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { type Ctx, inTransaction, type Services, siteOrigin } from '#kernel/context.ts'
import { refundRateLimits } from '#kernel/rate-limits.ts'
import {
  completePaidOrder,
  type EndingAttempt,
  lockPayment,
  storeSavedCard,
} from './complete-order.ts'
import {
  type AttemptAsked,
  findAttempt,
  findAttemptAsked,
  insertEvent,
  moveAttempt,
  type OrderRow,
  storeSealedChallenge,
} from './data.ts'
import { gatewayOf, reportUnavailableGateway } from './discrepancies.ts'
import type {
  AttemptReference,
  Gateway,
  GatewayPayment,
  PaymentStep,
  StartStep,
} from './gateways/gateway.ts'
import {
  findRefundByKey,
  insertRefund,
  isEnded,
  recordCaptured,
  type RefundRow,
  sendRefund,
} from './refunds.ts'
import {
  type AttemptState,
  canMoveAttempt,
  canMoveOrder,
  CHALLENGE_SECONDS,
  isLive,
  LOST_CHARGE_SECONDS,
  LOST_SECONDS,
  type OrderState,
  RECHECK_SECONDS,
  REFUND_RETRY_SECONDS,
  UNDECIDED_SECONDS,
} from './rules.ts'

/**
 * The only place where an attempt ends (D10): called by the browser's return, the gateway's notice,
 * the screen's poll and the recovery job, concurrently and repeatedly. Retrieves the payment,
 * captures it after a passed challenge, and records the outcome.
 */
export async function settleAttempt(services: Services, attemptId: string): Promise<void> {
  const attempt = await findAttemptAsked(services.db, attemptId)
  if (attempt) await settle(services, attempt)
}

/**
 * The job `settle-attempt`. While the gateway has not decided, the next look is delayed further.
 */
export async function processAttempt(services: Services, attemptId: string): Promise<void> {
  const attempt = await findAttemptAsked(services.db, attemptId)
  if (!attempt) return
  const state = await settle(services, attempt)
  if (isLive({ state })) await delayNextLook(services.db, attemptId, services.clock.now())
}

/** Like `settleAttempt`, for an attempt that was just read. Returns its new state. */
export async function settle(services: Services, attempt: AttemptAsked): Promise<AttemptState> {
  const state = attempt.state as AttemptState
  // Declined and voided attempts are checked again: money that moved all the same is refunded.
  if (state === 'succeeded') return state
  const gateway = gatewayOf(services, attempt.gateway)
  if (!gateway) {
    if (isLive(attempt)) await reportUnavailableGateway(services, attempt)
    return state
  }
  const payment = await gateway.retrieve(attemptReference(services, attempt))
  const now = services.clock.now()
  const giveUpAfter = async (seconds: number) =>
    secondsAfter(attempt.created_at, seconds) < now
      ? recordStep(services, gateway, attempt.id, { kind: 'unreachable' })
      : state
  /** Closes a voided attempt at the gateway, after the row says so. */
  const closed = async (then: AttemptState) => {
    if (then === 'voided') await gateway.abandon?.(attemptReference(services, attempt))
    return then
  }
  const lostAfter = attempt.without_buyer ? LOST_CHARGE_SECONDS : LOST_SECONDS
  if (payment === null) return giveUpAfter(lostAfter)
  switch (payment.state) {
    case 'paid':
      return recordStep(services, gateway, attempt.id, { kind: 'paid', payment })
    case 'declined':
      return recordStep(services, gateway, attempt.id, {
        kind: 'declined',
        reason: payment.reason ?? 'card_declined',
        ...(payment.final && { final: true }),
        gatewayRef: payment.gatewayRef,
      })
    case 'pending':
      return recordStep(services, gateway, attempt.id, {
        kind: 'unknown',
        gatewayRef: payment.gatewayRef,
      })
    case 'voided':
      return recordStep(services, gateway, attempt.id, { kind: 'unreachable' })
    case 'ready':
      return closed(await capturePayment(services, gateway, attempt, payment))
    // The gateway waits for a challenge whose address never reached us. No money moves before we
    // complete it, so the attempt can be voided.
    default:
      return closed(await giveUpAfter(state === 'challenge' ? CHALLENGE_SECONDS : lostAfter))
  }
}

/** Captures the money after a passed challenge, if the order still wants it. */
async function capturePayment(
  services: Services,
  gateway: Gateway,
  attempt: AttemptAsked,
  payment: GatewayPayment,
): Promise<AttemptState> {
  const now = services.clock.now()
  if (
    !(await moveAttempt(
      services.db,
      attempt.id,
      'authorising',
      now,
      { gateway_ref: payment.gatewayRef },
      { ifWanted: true },
    ))
  ) {
    const state = await inTransaction(services, async (trx) => {
      const locked = await lockPayment(trx, attempt.id)
      if (locked && !isWanted(locked)) await moveAttempt(trx, attempt.id, 'voided', now)
      return stateOf(trx, attempt.id)
    })
    // Another call was first, perhaps without an answer; completing is idempotent.
    if (state !== 'authorising') return state
  }
  const step = await gateway.complete({
    ...attemptReference(services, attempt),
    gatewayRef: payment.gatewayRef,
  })
  return recordStep(services, gateway, attempt.id, step)
}

const stateOf = async (db: Db, attemptId: string) =>
  (await findAttempt(db, attemptId))?.state as AttemptState

const isWanted = ({ order, attempt }: Locked): boolean =>
  canMoveOrder(order.state as OrderState, 'paid') &&
  order.total_minor + attempt.surcharge_minor === attempt.amount_minor &&
  order.currency === attempt.currency

type Locked = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/**
 * Records the gateway's answer and returns the attempt's state. Idempotent: a late failure never
 * undoes a payment. Money for an order that is paid, cancelled or expired is refunded.
 */
export async function recordStep(
  services: Services,
  gateway: Gateway,
  attemptId: string,
  step: PaymentStep,
): Promise<AttemptState> {
  if (step.kind === 'paid') return recordPayment(services, gateway, attemptId, step.payment)
  const card =
    'card' in step && step.card
      ? { card_brand: step.card.brand, card_last_four: step.card.lastFour }
      : {}
  const gatewayRef = 'gatewayRef' in step && step.gatewayRef ? { gateway_ref: step.gatewayRef } : {}
  const [to, change] = (
    {
      challenge: [
        'challenge',
        { ...gatewayRef, ...('url' in step && { challenge_url: step.url }), ...card },
      ],
      declined: [
        'declined',
        {
          ...gatewayRef,
          ...('reason' in step && { decline_reason: step.reason }),
          ...('final' in step && { is_final: step.final ?? false }),
          ...card,
        },
      ],
      unreachable: ['voided', {}],
      unknown: ['unknown', gatewayRef],
    } as const
  )[step.kind]
  return (await moveAttempt(services.db, attemptId, to, services.clock.now(), change))
    ? to
    : stateOf(services.db, attemptId)
}

interface RecordedPayment {
  state: AttemptState
  /** Money that goes back. */
  refund?: RefundRow | null
  /** Limits under which a paid attempt was counted. */
  limitKeys?: Buffer[] | null
}

async function recordPayment(
  services: Services,
  gateway: Gateway,
  attemptId: string,
  payment: GatewayPayment,
): Promise<AttemptState> {
  const now = services.clock.now()
  const { state, refund, limitKeys } = await inTransaction(
    services,
    async (trx): Promise<RecordedPayment> => {
      const locked = await lockPayment(trx, attemptId)
      if (!locked) throw new Error(`Attempt ${attemptId} does not exist`)
      const { order, attempt } = locked
      if (attempt.state === 'succeeded') return { state: 'succeeded' }
      const agreed =
        payment.amountMinor === attempt.amount_minor &&
        payment.currency === attempt.currency &&
        payment.orderNumber === order.number
      if (
        !agreed ||
        !isWanted(locked) ||
        !canMoveAttempt(attempt.state as AttemptState, 'succeeded')
      ) {
        const money = { order, attempt, payment, agreed }
        return { state: 'voided', refund: await requestMoneyBack(services, trx, money) }
      }
      await completePaidOrder(services, trx, { order, attempt, payment }, now)
      return { state: 'succeeded', limitKeys: attempt.limit_keys }
    },
  )
  // If the process dies here, the recovery job finishes the refund, and the attempt stays counted
  // for an hour.
  if (refund) await sendRefund(services, gateway, payment.gatewayRef, refund)
  if (limitKeys) await refundRateLimits(services, limitKeys)
  return state
}

/**
 * Refunds money that the order does not want (I4); the refund is committed together with the
 * captured amount. Returns the refund, or null when nothing is left to refund.
 */
async function requestMoneyBack(
  { clock, jobs }: Services,
  trx: Db,
  {
    order,
    attempt,
    payment,
    agreed,
  }: { order: OrderRow; attempt: EndingAttempt; payment: GatewayPayment; agreed: boolean },
): Promise<RefundRow | null> {
  const now = clock.now()
  const key = `money-back-${attempt.id}`
  const known = await findRefundByKey(trx, key)
  if (known) return isEnded(known) ? null : known
  await moveAttempt(trx, attempt.id, 'voided', now)
  await recordCaptured(trx, attempt.id, payment, now)
  await storeSavedCard({ clock, jobs }, trx, order.store_id, attempt, payment)
  const amountMinor = payment.amountMinor - payment.refundedMinor
  if (amountMinor <= 0) return null
  const refund = await insertRefund(
    trx,
    {
      id: newId('rfd'),
      key,
      order_id: order.id,
      line_place: null,
      attempt_id: attempt.id,
      amount_minor: amountMinor,
      currency: payment.currency,
      reason: 'money_back',
      asked_by: 'system',
    },
    now,
  )
  if (!refund) return null
  await insertEvent(trx, {
    order_id: order.id,
    attempt_id: attempt.id,
    kind: 'money_back',
    facts: { agreed, order_state: order.state, refund: refund.id },
    at: now,
  })
  await jobs.enqueue(trx, 'finish-refund', { id: refund.id }, REFUND_RETRY_SECONDS)
  return refund
}

export const CHALLENGE_PURPOSE = 'payment-challenge'

export const RETURN_PURPOSE = 'payment-return'

export const pathOf = (attemptId: string, secret: string) =>
  `/checkout/challenge/${attemptId}/${secret}`

/**
 * A challenge that is an HTML document gets a one-time address of ours. The secret in it is the
 * only credential, because the window may have no session (D20).
 */
export async function withChallengeAddress(
  ctx: Pick<Ctx, 'db' | 'sealing' | 'origins' | 'sites' | 'market' | 'platformId'>,
  attemptId: string,
  step: StartStep,
): Promise<PaymentStep> {
  if (!('html' in step)) return step
  const { html, ...rest } = step
  await storeSealedChallenge(ctx.db, attemptId, seal(ctx.sealing, CHALLENGE_PURPOSE, html))
  return {
    ...rest,
    url: siteOrigin(ctx, ctx.market, ctx.platformId) + pathOf(attemptId, newSecret()),
  }
}

const attemptReference = (
  { sealing }: Pick<Services, 'sealing'>,
  attempt: AttemptAsked,
): AttemptReference => ({
  attemptId: attempt.id,
  gatewayRef: attempt.gateway_ref,
  orderNumber: attempt.number,
  amountMinor: attempt.amount_minor,
  currency: attempt.currency,
  ...(attempt.return_sealed !== null && {
    returned: unseal(sealing, RETURN_PURPOSE, attempt.return_sealed),
  }),
})

/** The gateway has not decided yet: doubles the wait before the next look. */
const delayNextLook = (db: Db, id: string, now: Date) => {
  const [first, most] = UNDECIDED_SECONDS
  return db
    .updateTable('payment_attempts')
    .set({
      looks: sql<number>`least(looks + 1, 100)`,
      next_look_at: sql<Date>`${now}::timestamptz + least(${most}::integer, ${first}::integer * 2 ^ least(looks, 20)) * interval '1 second'`,
    })
    .where('id', '=', id)
    .where('next_look_at', 'is not', null)
    .execute()
}

/** Claims the attempts that are due for a look; each id is returned to one caller. */
export async function findIdleAttempts({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  const rows = await db
    .updateTable('payment_attempts')
    .set({ next_look_at: secondsAfter(now, RECHECK_SECONDS) })
    .where('id', 'in', (on) =>
      on
        .selectFrom('payment_attempts')
        .select('id')
        .where('next_look_at', '<=', now)
        .orderBy('next_look_at')
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
