import {
  CHALLENGE_PURPOSE,
  RETURN_PURPOSE,
  type SettleNeeds,
  pathOf,
  settle,
} from './settle-payment.ts'
import { gatewayOf } from './discrepancies.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { LIVE_ATTEMPTS } from './rules.ts'
import { sameText } from '#lib/same-text.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import { type AttemptAsked, findAttemptAsked, keepSealedChallenge, lockAttempt } from './data.ts'
import type { ReturnFact } from './gateways/gateway.ts'

/**
 * The document behind such an address, the first time; null when it was shown, when the attempt has
 * gone on, or when the secret is wrong.
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
    await keepSealedChallenge(trx, attemptId, null)
    return unseal(services.sealing, CHALLENGE_PURPOSE, attempt.challenge_sealed)
  })

/**
 * The attempt that a browser came back with. That its challenge was passed, as the gateway's own
 * signature says, and what must be handed back, is kept before anything is done with it.
 */
export async function attemptReturned(
  { db, sealing }: Pick<Services, 'db' | 'sealing'>,
  { attemptId, challengePassed, carry }: ReturnFact,
): Promise<AttemptAsked | undefined> {
  const kept = challengePassed
    ? await keepReturn(db, attemptId, seal(sealing, RETURN_PURPOSE, carry ?? ''))
    : undefined
  return kept ?? findAttemptAsked(db, attemptId)
}

/**
 * Only while the attempt may still become a payment; the first return counts. Undefined when
 * nothing was kept.
 */
export const keepReturn = (db: Db, id: string, sealed: string): Promise<AttemptAsked | undefined> =>
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
 * False when this notice was taken in before; else how its attempt stands, null for one that we do
 * not know.
 */
export async function insertNotice(
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

export interface ReturnResult {
  orderNumber: string
  succeeded: boolean
  framed: boolean
}

/**
 * The browser comes back from the bank without a session (a cross-site POST, or a GET): the fields
 * only tell which attempt to look at. Null when they are not authentic, or of a gateway that is not
 * ours.
 */
export async function takeReturn(
  services: SettleNeeds,
  gateway: string,
  form: Record<string, string>,
): Promise<ReturnResult | null> {
  const fact = gatewayOf(services, gateway)?.readReturn(form) ?? null
  if (!fact) return null
  const attempt = await attemptReturned(services, fact)
  if (!attempt) return null
  return {
    orderNumber: attempt.number,
    succeeded: (await settle(services, attempt)) === 'succeeded',
    framed: attempt.framed,
  }
}

/**
 * The gateway tells us something happened: kept once, worked off as a job. False when it is not
 * authentic.
 */
export async function takeNotice(
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
    // One that is paid is at its end, and so is one that nobody knows.
    if (fresh && fresh.state !== null && fresh.state !== 'succeeded')
      await services.jobs.enqueue(trx, 'settle-attempt', { id: fact.attemptId })
  })
  return true
}
