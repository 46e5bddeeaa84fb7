import { sql } from 'kysely'
import {
  type AttemptState,
  CHALLENGE_SECONDS,
  LOOK_AGAIN_SECONDS,
  LOST_SECONDS,
  type OrderState,
  REFUND_AGAIN_SECONDS,
  UNDECIDED_SECONDS,
  canMoveAttempt,
  canMoveOrder,
  isLive,
} from './rules.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { type Ctx, type Services, inTransaction } from '#kernel/context.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import {
  type AttemptAsked,
  type OrderRow,
  findAttempt,
  findAttemptAsked,
  insertEvent,
  keepSealedChallenge,
  moveAttempt,
} from './data.ts'
import type {
  AttemptReference,
  Gateway,
  GatewayPayment,
  PaymentStep,
  StartStep,
} from './gateways/gateway.ts'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { keepCard } from './cards.ts'
import { type EndingAttempt, completePaidOrder, lockPayment } from './complete-order.ts'
import { gatewayOf, sayNotAsked } from './discrepancies.ts'
import { findRefundByKey, finishRefund, insertRefund, noteCaptured } from './refunds.ts'

export type SettleNeeds = Pick<
  Services,
  | 'productOrderChanged'
  | 'db'
  | 'gateway'
  | 'formerGateway'
  | 'alertMailTo'
  | 'clock'
  | 'log'
  | 'jobs'
  | 'sealing'
  | 'operator'
  | 'origins'
  | 'sites'
>
type Needs = SettleNeeds

/**
 * The one place where an attempt comes to its end: the browser's return, the gateway's notice, the
 * screen's poll and the background job all call it, as often as they like and at once (D10). Asks
 * the gateway what is true, asks for the money where the challenge was passed, and records the
 * outcome.
 */
export async function settleAttempt(services: Needs, attemptId: string): Promise<void> {
  const attempt = await findAttemptAsked(services.db, attemptId)
  if (attempt) await settle(services, attempt)
}

/**
 * The job `settle-attempt`: the same, and while the gateway itself has not decided, the next look
 * waits longer. One that gives no answer is asked again at the sweep's pace.
 */
export async function workOffAttempt(services: Needs, attemptId: string): Promise<void> {
  const attempt = await findAttemptAsked(services.db, attemptId)
  if (!attempt) return
  const state = await settle(services, attempt)
  if (isLive({ state })) await lookLater(services.db, attemptId, services.clock.now())
}

/** The same of an attempt that has just been read. Answers how it stands then. */
export async function settle(services: Needs, attempt: AttemptAsked): Promise<AttemptState> {
  const state = attempt.state as AttemptState
  // A decline and a voided attempt are looked at again: should money have moved all the same, it
  // goes back.
  if (state === 'succeeded') return state
  const gateway = gatewayOf(services, attempt.gateway)
  if (!gateway) {
    if (isLive(attempt)) await sayNotAsked(services, attempt, attempt.number)
    return state
  }
  const payment = await gateway.retrieve(attemptReference(services, attempt))
  const now = services.clock.now()
  const giveUpAfter = async (seconds: number) =>
    secondsAfter(attempt.created_at, seconds) < now
      ? recordStep(services, attempt.id, { kind: 'unreachable' })
      : state
  /**
   * What has been given up here, for whichever reason, is closed there too; the row has said so
   * first.
   */
  const closed = async (then: AttemptState) => {
    if (then === 'voided') await gateway.abandon?.(attemptReference(services, attempt))
    return then
  }
  if (payment === null) return giveUpAfter(LOST_SECONDS)
  switch (payment.state) {
    case 'paid':
      return recordStep(services, attempt.id, { kind: 'paid', payment })
    case 'declined':
      return recordStep(services, attempt.id, {
        kind: 'declined',
        reason: payment.reason ?? 'card_declined',
        gatewayRef: payment.gatewayRef,
      })
    case 'pending':
      return recordStep(services, attempt.id, { kind: 'unknown', gatewayRef: payment.gatewayRef })
    case 'voided':
      return recordStep(services, attempt.id, { kind: 'unreachable' })
    case 'ready':
      return closed(await authorise(services, gateway, attempt, payment))
    // Not in its challenge here although the gateway waits for one: its answer never reached us,
    // and the challenge's address with it. Nothing moves before we ask, so the attempt can be given
    // up and the order is free again.
    default:
      return closed(await giveUpAfter(state === 'challenge' ? CHALLENGE_SECONDS : LOST_SECONDS))
  }
}

/**
 * The challenge was passed: money moves now, if the order still wants it. Nothing is asked for a
 * voided attempt.
 */
async function authorise(
  services: Needs,
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
    // Somebody has asked already, perhaps without an answer: asking twice is the same.
    if (state !== 'authorising') return state
  }
  const step = await gateway.complete({
    ...attemptReference(services, attempt),
    gatewayRef: payment.gatewayRef,
  })
  return recordStep(services, attempt.id, step)
}

const stateOf = async (db: Db, attemptId: string) =>
  (await findAttempt(db, attemptId))?.state as AttemptState

const isWanted = ({ order, attempt }: Locked): boolean =>
  canMoveOrder(order.state as OrderState, 'paid') &&
  order.total_minor + attempt.surcharge_minor === attempt.amount_minor &&
  order.currency === attempt.currency

type Locked = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/**
 * Writes what the gateway answered, and answers how the attempt stands then. Idempotent; a late
 * failure never undoes a payment. Money for an order that is paid by another attempt, cancelled or
 * expired goes back by itself.
 */
export async function recordStep(
  services: Needs,
  attemptId: string,
  step: PaymentStep,
): Promise<AttemptState> {
  if (step.kind === 'paid') return recordPayment(services, attemptId, step.payment)
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
        { ...gatewayRef, ...('reason' in step && { decline_reason: step.reason }), ...card },
      ],
      unreachable: ['voided', {}],
      unknown: ['unknown', gatewayRef],
    } as const
  )[step.kind]
  return (await moveAttempt(services.db, attemptId, to, services.clock.now(), change))
    ? to
    : stateOf(services.db, attemptId)
}

async function recordPayment(
  services: Needs,
  attemptId: string,
  payment: GatewayPayment,
): Promise<AttemptState> {
  const now = services.clock.now()
  const [state, refundId] = await inTransaction(
    services,
    async (trx): Promise<[AttemptState, string | null]> => {
      const locked = await lockPayment(trx, attemptId)
      if (!locked) throw new Error(`there is no attempt ${attemptId}`)
      const { order, attempt } = locked
      if (attempt.state === 'succeeded') return ['succeeded', null]
      const agreed =
        payment.amountMinor === attempt.amount_minor &&
        payment.currency === attempt.currency &&
        payment.orderNumber === order.number
      if (
        !agreed ||
        !isWanted(locked) ||
        !canMoveAttempt(attempt.state as AttemptState, 'succeeded')
      ) {
        return [
          'voided',
          await requestMoneyBack(services, trx, { order, attempt, payment, agreed }),
        ]
      }
      await completePaidOrder(services, trx, { order, attempt, payment }, now)
      await noteCard(services, trx, order.store_id, attempt, payment)
      return ['succeeded', null]
    },
  )
  // Should this process end here, the job or the sweep goes on: the refund is written down.
  if (refundId !== null) await finishRefund(services, refundId)
  return state
}

/**
 * Money that the order does not want goes back through the same table as every other refund (I4):
 * what is to go back is committed with the fact that it came. Answers the refund's id; null when it
 * has gone back already.
 */
async function requestMoneyBack(
  { clock, jobs }: Needs,
  trx: Db,
  {
    order,
    attempt,
    payment,
    agreed,
  }: { order: OrderRow; attempt: EndingAttempt; payment: GatewayPayment; agreed: boolean },
): Promise<string | null> {
  const now = clock.now()
  const key = `money-back-${attempt.id}`
  const known = await findRefundByKey(trx, key)
  if (known) return known.id
  await moveAttempt(trx, attempt.id, 'voided', now)
  await noteCaptured(trx, attempt.id, payment, now)
  await noteCard({ clock, jobs }, trx, order.store_id, attempt, payment)
  const amountMinor = payment.amountMinor - payment.refundedMinor
  if (amountMinor <= 0) return null
  const refund = await insertRefund(
    trx,
    {
      id: newId('rfd'),
      key,
      order_id: order.id,
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
  await jobs.enqueue(trx, 'finish-refund', { id: refund.id }, REFUND_AGAIN_SECONDS)
  return refund.id
}

/**
 * The card that the gateway kept with a payment; with money that goes back too: without a row of it
 * nobody could have it forgotten.
 */
async function noteCard(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  storeId: string,
  attempt: EndingAttempt,
  { savedCard }: GatewayPayment,
): Promise<void> {
  if (!savedCard) return
  const replaced = await keepCard(
    trx,
    { storeId, gateway: attempt.gateway, name: attempt.card_name, card: savedCard },
    clock.now(),
  )
  for (const id of replaced) await jobs.enqueue(trx, 'forget-card', { id })
}

export const CHALLENGE_PURPOSE = 'payment-challenge'

export const RETURN_PURPOSE = 'payment-return'

export const pathOf = (attemptId: string, secret: string) =>
  `/checkout/challenge/${attemptId}/${secret}`

/**
 * A challenge that came as a document gets an address of ours that shows it once, so that everybody
 * who opens challenges knows addresses only. The secret in the address is all that opening it
 * takes: the window may hold no session (D20).
 */
export async function withChallengeAddress(
  ctx: Pick<Ctx, 'db' | 'sealing' | 'origins' | 'sites' | 'market' | 'platformId'>,
  attemptId: string,
  step: StartStep,
): Promise<PaymentStep> {
  if (!('html' in step)) return step
  const { html, ...rest } = step
  await keepSealedChallenge(ctx.db, attemptId, seal(ctx.sealing, CHALLENGE_PURPOSE, html))
  return {
    ...rest,
    url: siteOrigin(ctx, ctx.market, ctx.platformId) + pathOf(attemptId, newSecret()),
  }
}

/** An attempt as its gateway is asked for it. */
export const attemptReference = (
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

/**
 * Attempts whose time has come to be looked at, each for one look: whoever asks next gets it when
 * it has rested again.
 */
export const takeIdleAttempts = (db: Db, now: Date) =>
  db
    .updateTable('payment_attempts')
    .set({ next_look_at: secondsAfter(now, LOOK_AGAIN_SECONDS) })
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

/**
 * The gateway has answered, and the attempt has not ended: it is asked again after twice as long as
 * before.
 */
export const lookLater = (db: Db, id: string, now: Date) => {
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

/** Attempts whose end nobody has told us, each for one look; the worker asks the gateway. */
export const findIdleAttempts = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (await takeIdleAttempts(db, clock.now())).map((row) => row.id)
