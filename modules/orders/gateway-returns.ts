import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { sameText } from '#lib/same-text.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { type AttemptAsked, findAttemptAsked, lockAttempt, storeSealedChallenge } from './data.ts'
import { gatewayOf } from './discrepancies.ts'
import type { ReturnFact } from './gateways/gateway.ts'
import { LIVE_ATTEMPTS } from './rules.ts'
import { CHALLENGE_PURPOSE, pathOf, RETURN_PURPOSE, settle } from './settle-payment.ts'

/**
 * The challenge document, once; null when it was shown, the attempt went on or the secret is wrong.
 */
export const takeChallengePage = (
  services: Pick<Services, 'db' | 'sealing'>,
  attemptId: string,
  secret: string,
): Promise<string | null> =>
  inTransaction(services, async (trx) => {
    const attempt = await lockAttempt(trx, attemptId)
    if (attempt?.state !== 'challenge' || !attempt.challenge_sealed || !attempt.challenge_url)
      return null
    if (!sameText(pathOf(attemptId, secret), new URL(attempt.challenge_url).pathname)) return null
    await storeSealedChallenge(trx, attemptId, null)
    return unseal(services.sealing, CHALLENGE_PURPOSE, attempt.challenge_sealed)
  })

/**
 * Finds the attempt of a browser's return. A passed challenge is stored before anything else is
 * done.
 */
async function findReturnedAttempt(
  { db, sealing }: Pick<Services, 'db' | 'sealing'>,
  { attemptId, challengePassed, carry }: ReturnFact,
): Promise<AttemptAsked | undefined> {
  const stored = challengePassed
    ? await storeReturn(db, attemptId, seal(sealing, RETURN_PURPOSE, carry ?? ''))
    : undefined
  return stored ?? findAttemptAsked(db, attemptId)
}

/** Stores the first return of a live attempt; undefined when nothing was stored. */
const storeReturn = (db: Db, id: string, sealed: string): Promise<AttemptAsked | undefined> =>
  db
    .updateTable('payment_attempts')
    .from('orders')
    .set({ return_sealed: sealed })
    .where('payment_attempts.id', '=', id)
    .where('return_sealed', 'is', null)
    .where('payment_attempts.state', 'in', LIVE_ATTEMPTS)
    .whereRef('orders.id', '=', 'payment_attempts.order_id')
    .returningAll('payment_attempts')
    .returning('orders.number')
    .executeTakeFirst()

/**
 * Returns false for a known notice, otherwise the attempt's state (null for an unknown attempt).
 */
async function insertNotice(
  db: Db,
  row: { gateway: string; event_id: string; attempt_id: string },
  at: Date,
): Promise<{ state: string | null } | false> {
  return (
    (await db
      .insertInto('gateway_notices')
      .values({ ...row, received_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning(
        sql<string | null>`(select state from payment_attempts where id = ${row.attempt_id})`.as(
          'state',
        ),
      )
      .executeTakeFirst()) ?? false
  )
}

interface ReturnResult {
  orderNumber: string
  succeeded: boolean
  framed: boolean
}

/**
 * Handles the browser's return from the bank, which has no session. The fields only name the
 * attempt; null when they are not authentic or of an unknown gateway.
 */
export async function handleReturn(
  services: Services,
  gateway: string,
  form: Record<string, string>,
): Promise<ReturnResult | null> {
  const fact = gatewayOf(services, gateway)?.readReturn(form) ?? null
  if (!fact) return null
  const attempt = await findReturnedAttempt(services, fact)
  if (!attempt) return null
  return {
    orderNumber: attempt.number,
    succeeded: (await settle(services, attempt)) === 'succeeded',
    framed: attempt.framed,
  }
}

/** Stores a gateway's notice once and enqueues a look at its attempt. False when not authentic. */
export async function handleNotice(
  services: Pick<Services, 'db' | 'gateway' | 'formerGateway' | 'clock' | 'jobs'>,
  gateway: string,
  rawBody: string,
  headers: Record<string, string>,
): Promise<boolean> {
  const fact = gatewayOf(services, gateway)?.readNotice(rawBody, headers) ?? null
  if (!fact) return false
  await inTransaction(services, async (trx) => {
    const fresh = await insertNotice(
      trx,
      { gateway, event_id: fact.eventId, attempt_id: fact.attemptId },
      services.clock.now(),
    )
    // Paid and unknown attempts need no job.
    if (fresh && fresh.state !== null && fresh.state !== 'succeeded')
      await services.jobs.enqueue(trx, 'settle-attempt', { id: fact.attemptId })
  })
  return true
}
