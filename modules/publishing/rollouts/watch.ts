import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import {
  advanceRollout,
  changeReleaseStateIn,
  lockRunning,
  LOOK_SECONDS,
  noteHaltedFor,
  setLookAt,
} from '#modules/catalog/public.ts'
import {
  countReleaseOutcomes,
  type ReleaseOutcomes,
  listAffectedStores,
} from '#modules/installs/public.ts'
import { stateReasons } from '../statements/state-reasons.ts'
import { findRollout, listDue, listGuards } from './data.ts'
import { factsOf, LOG_REASON, mailHalted, RULE } from './mails.ts'
import { BEFORE_SECONDS, MOST_NAMED, reasonToHalt } from './rules.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'jobs' | 'sealing' | 'origins'>

/** Whose time has come; the worker looks for them now and then. */
export const findDueRollouts = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  listDue(db, clock.now())

/** How a release has fared since somebody last looked at it, and how the one before did. */
export async function compareFared(
  db: Db,
  row: { release_id: string; before_id: string | null; counted_from: Date },
  now: Date,
): Promise<{ here: ReleaseOutcomes; before: ReleaseOutcomes | null }> {
  const [here, before] = await Promise.all([
    countReleaseOutcomes(db, row.release_id, row.counted_from),
    row.before_id === null
      ? null
      : countReleaseOutcomes(db, row.before_id, secondsAfter(now, -BEFORE_SECONDS)),
  ])
  return { here, before }
}

/**
 * The job `look-at-rollout`: halts a release that fails, and lets one whose stage is over go on.
 * Both in one transaction with what they bring about: the log, the statement of reasons, the mails.
 * What a person brought back has been looked at and is counted from then.
 */
export async function lookAtRollout(services: Needs, releaseId: string): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services, async (trx) => {
    const row = await lockRunning(trx, releaseId)
    if (!row) return
    const { here, before } = await compareFared(trx, row, now)
    const why = reasonToHalt(here, before ?? { ended: 0, failed: 0 })
    if (why) return halt({ ...services, db: trx }, releaseId, why, here, now)
    if (row.next_at !== null && row.next_at <= now) return advanceRollout(trx, now, row, null)
    const soon = secondsAfter(now, LOOK_SECONDS)
    await setLookAt(trx, releaseId, row.next_at !== null && row.next_at < soon ? row.next_at : soon)
  })
}

async function halt(
  services: Needs,
  releaseId: string,
  why: 'failures' | 'health',
  here: ReleaseOutcomes,
  now: Date,
): Promise<void> {
  const { db } = services
  const row = await findRollout(db, releaseId)
  if (!row) return
  const changed = await changeReleaseStateIn(db, now, {
    itemId: row.item_id,
    version: row.version,
    to: 'halted',
    reason: LOG_REASON[why],
  })
  if (!changed.done) return
  await noteHaltedFor(db, releaseId, why)
  const harmed = await listAffectedStores(db, releaseId, row.counted_from, MOST_NAMED)
  const facts = factsOf(why, here, harmed)
  await stateReasons(services, {
    about: 'release',
    objectId: releaseId,
    objectName: `${row.item_name} ${row.version}`,
    partnerId: row.partner_id,
    decision: 'halted',
    grounds: 'contract',
    rule: RULE,
    facts,
    automated: 'decided',
  })
  await mailHalted(services, await listGuards(db), {
    release: releaseId,
    name: `${row.item_name} ${row.version}`,
    halt: String(changed.index),
    facts,
  })
  services.log.warn({ release: releaseId, why, ...here }, 'a release was halted by itself')
}
