import type { Actor } from '#kernel/actor.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { onOneLine } from '#lib/one-line.ts'
import { insertStatement, markReversed } from './data.ts'
import { mailStatement, type MailNeeds } from './mails.ts'
import {
  APPEAL_SECONDS,
  type About,
  type Automated,
  type Cause,
  type Decision,
  type Grounds,
} from './rules.ts'

export type StatementNeeds = MailNeeds & { actor?: Actor }

export interface StatedReasons {
  about: About
  objectId: string
  /** What it is called, for the mail and for later. */
  objectName: string
  /**
   * Whom it is told: a partner's owners by this; a store's owner is told by whoever decided
   * (`storeId`).
   */
  partnerId: string | null
  storeId?: string
  decision: Decision
  grounds: Grounds
  /** Which rule of the contract, or which law. */
  rule: string
  /** What was found. */
  facts: string
  cause?: Cause
  automated?: Automated
  /** Null or left out: until it is taken back. */
  endsAt?: Date | null
}

/**
 * Writes down why something was decided against a partner, and the mails to its owners, in the
 * caller's transaction (`ctx.db`): there is no decision without its reasons and none without being
 * told. Whoever is signed in has decided; nobody: a rule of the market itself. Answers the
 * statement's id.
 */
export async function stateReasons(ctx: StatementNeeds, given: StatedReasons): Promise<string> {
  const [id, now] = [newId('sta'), ctx.clock.now()]
  const {
    about,
    objectId,
    partnerId,
    storeId = null,
    decision,
    grounds,
    rule,
    facts,
    cause = 'own',
    automated = 'no',
    endsAt = null,
  } = given
  const [objectName, appealUntil] = [
    onOneLine(given.objectName, 200) || objectId,
    secondsAfter(now, APPEAL_SECONDS),
  ]
  await insertStatement(ctx.db, {
    id,
    about,
    object_id: objectId,
    object_name: objectName,
    partner_id: partnerId,
    store_id: storeId,
    decision,
    grounds,
    rule,
    facts,
    cause,
    automated,
    decided_by: ctx.actor?.kind === 'person' ? ctx.actor.id : null,
    decided_at: now,
    ends_at: endsAt,
    appeal_until: appealUntil,
  })
  if (partnerId !== null)
    await mailStatement(ctx, {
      id,
      objectName,
      partnerId,
      decision,
      grounds,
      rule,
      facts,
      cause,
      automated,
      decidedAt: now,
      endsAt,
      appealUntil,
    })
  return id
}

/** The decision was taken back: what stands against this is no longer in force. */
export const endStatements = (
  ctx: Pick<StatementNeeds, 'db' | 'clock'>,
  objectId: string,
  decisions: readonly Decision[],
) => markReversed(ctx.db, { objectId, decisions }, ctx.clock.now())
