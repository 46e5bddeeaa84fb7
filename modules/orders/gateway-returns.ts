import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { sameText } from '#lib/same-text.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import {
  ATTEMPT_COLUMNS,
  type AttemptAsked,
  findAttemptAsked,
  literals,
  lockAttempt,
  storeSealedChallenge,
} from './data.ts'
import { isSetupId, type ReturnResult, returnOfSetup } from './card-setups.ts'
import { gatewayOf } from './discrepancies.ts'
import type { ReturnFact } from './gateways/gateway.ts'
import { LIVE_ATTEMPTS, SETTLE_AFTER_SECONDS } from './rules.ts'
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
    .where('payment_attempts.state', 'in', literals(LIVE_ATTEMPTS))
    .whereRef('orders.id', '=', 'payment_attempts.order_id')
    .returning(ATTEMPT_COLUMNS)
    .returning('orders.number')
    .executeTakeFirst()

interface Notice {
  gateway: string
  event_id: string
  attempt_id: string
}

/**
 * Stores a notice of an attempt that needs no look: it is paid, unknown, or being captured by a
 * call whose answer decides (should that call die, the recovery looks after SETTLE_AFTER_SECONDS).
 * False, without storing it, when somebody must look.
 */
async function storeNoticeOnly(db: Db, row: Notice, at: Date): Promise<boolean> {
  const {
    rows: [result],
  } = await sql<{ looks: boolean }>`with due as (
      select id from payment_attempts where id = ${row.attempt_id} and state <> 'succeeded'
        and (state <> 'authorising' or updated_at < ${secondsAfter(at, -SETTLE_AFTER_SECONDS)})),
    stored as (
      insert into gateway_notices (gateway, event_id, attempt_id, received_at)
      select ${row.gateway}, ${row.event_id}, ${row.attempt_id}, ${at}::timestamptz where not exists (select from due)
      on conflict do nothing)
    select exists (select from due) as looks`.execute(db)
  return result?.looks === false
}

/** False for a known notice. */
async function storeNotice(db: Db, row: Notice, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('gateway_notices')
    .values({ ...row, received_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
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
  if (isSetupId(fact.attemptId)) return returnOfSetup(services, fact.attemptId)
  const attempt = await findReturnedAttempt(services, fact)
  if (!attempt) return null
  return {
    orderNumber: attempt.number,
    succeeded: (await settle(services, attempt)) === 'succeeded',
    framed: attempt.framed,
  }
}

/**
 * Stores a gateway's notice once and enqueues a look at its attempt if it needs one. False when not
 * authentic.
 */
export async function handleNotice(
  services: Pick<Services, 'db' | 'gateway' | 'formerGateway' | 'clock' | 'jobs'>,
  gateway: string,
  rawBody: string,
  headers: Record<string, string>,
): Promise<boolean> {
  const fact = gatewayOf(services, gateway)?.readNotice(rawBody, headers) ?? null
  if (!fact) return false
  // Its page and the recovery job ask for a setup.
  if (isSetupId(fact.attemptId)) return true
  const notice = { gateway, event_id: fact.eventId, attempt_id: fact.attemptId }
  const now = services.clock.now()
  if (!(await storeNoticeOnly(services.db, notice, now)))
    await inTransaction(services, async (trx) => {
      if (await storeNotice(trx, notice, now))
        await services.jobs.enqueue(trx, 'settle-attempt', { id: fact.attemptId })
    })
  return true
}
