import type { Db } from '#db/client.ts'
import { newSecret } from '#lib/ids.ts'
import { sameText } from '#lib/same-text.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { inTransaction, type Ctx, type Services } from '#kernel/context.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import {
  findAttemptAsked,
  keepReturn,
  keepSealedChallenge,
  lockAttempt,
  moveAttempt,
  type AttemptAsked,
} from './data.ts'
import type { AttemptReference, PaymentStep, ReturnFact, StartStep } from './gateways/gateway.ts'

const CHALLENGE_PURPOSE = 'payment-challenge'
const RETURN_PURPOSE = 'payment-return'

const pathOf = (attemptId: string, secret: string) => `/checkout/challenge/${attemptId}/${secret}`

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

/**
 * A challenge that the buyer left for another way to pay: nobody here will ask for its money, and a
 * gateway that takes it in the challenge itself is told by the job to close it.
 */
export async function leaveChallenge(
  { gateway, jobs }: Pick<Services, 'gateway' | 'jobs'>,
  trx: Db,
  attemptId: string,
  at: Date,
): Promise<void> {
  if ((await moveAttempt(trx, attemptId, 'voided', at)) && gateway.abandon)
    await jobs.enqueue(trx, 'settle-attempt', { id: attemptId })
}

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
