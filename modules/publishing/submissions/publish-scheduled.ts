import type { Services } from '#kernel/context.ts'
import { inTransaction } from '#kernel/context.ts'
import { findStop } from '#modules/catalog/public.ts'
import { contextOfPerson } from '#modules/identity/public.ts'
import {
  type SubmissionRow,
  findSubmission,
  lockItem,
  lockSubmission,
  moveSubmission,
} from './data.ts'
import { prepareSubmission, publishSubmission } from './publish-submission.ts'
import { mailOutcome } from './submissions.ts'

const MOST = 50

/** Approved releases whose time has come. */
export const findDueReleases = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (
    await db
      .selectFrom('submissions')
      .select('id')
      .where('state', '=', 'scheduled')
      .where('publish_at', '<=', clock.now())
      .orderBy('publish_at')
      .limit(MOST)
      .execute()
  ).map((row) => row.id)

const isDue = (row: SubmissionRow | null, now: Date): row is SubmissionRow =>
  row?.state === 'scheduled' && row.publish_at !== null && row.publish_at <= now

/**
 * The job: publishes an approved release at the time that its partner chose. The state is checked
 * again under the lock, so that two workers publish it once and a cancelled one not at all. While
 * the market has stopped the item it waits.
 */
export async function publishScheduled(services: Services, id: string): Promise<void> {
  const found = await findSubmission(services.db, { id })
  if (!isDue(found, services.clock.now())) return
  const prepared = await prepareSubmission(services, found)
  const submitter = await contextOfPerson(services, found.submitted_by, `schedule ${id}`)
  await inTransaction(services, async (trx) => {
    const [row, now] = [await lockSubmission(trx, { id }), services.clock.now()]
    if (!isDue(row, now)) return
    await lockItem(trx, row.item_id, row.partner_id)
    if (await findStop(trx, row.item_id)) return
    const inside = { ...services, db: trx }
    const release = await publishSubmission(inside, row, prepared, now)
    await moveSubmission(trx, id, 'approved', { release_id: release })
    await mailOutcome(inside, row, 'approved')
    if (submitter)
      await submitter.writeAudit(
        { ...submitter, db: trx },
        {
          actorId: row.submitted_by,
          actorRole: 'schedule',
          operation: 'publishScheduledRelease',
          kind: 'submission',
          objectId: id,
          partnerId: row.partner_id,
          before: { state: 'scheduled' },
          after: { state: 'approved', version: row.version },
        },
      )
  })
}
