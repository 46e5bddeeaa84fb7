import type { Db } from '#db/client.ts'

/**
 * One submission at a time on a platform's scratch shop; a turn whose worker died ends by itself.
 */
export async function takeTurn(
  db: Db,
  platformId: number,
  submissionId: string,
  now: Date,
  endsAt: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('scratch_turns')
    .values({ platform_id: platformId, submission_id: submissionId, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict
        .column('platform_id')
        .doUpdateSet({ submission_id: submissionId, ends_at: endsAt })
        .where('scratch_turns.ends_at', '<=', now),
    )
    .returning('platform_id')
    .executeTakeFirst()
  return row !== undefined
}

export const giveTurn = (db: Db, platformId: number, submissionId: string) =>
  db
    .deleteFrom('scratch_turns')
    .where('platform_id', '=', platformId)
    .where('submission_id', '=', submissionId)
    .execute()

export const keepPicture = (
  db: Db,
  submissionId: string,
  moment: 'before' | 'after',
  bytes: Buffer,
  now: Date,
) =>
  db
    .insertInto('submission_pictures')
    .values({ submission_id: submissionId, moment, bytes, taken_at: now })
    .onConflict((conflict) =>
      conflict.columns(['submission_id', 'moment']).doUpdateSet({ bytes, taken_at: now }),
    )
    .execute()

export const findPicture = (db: Db, submissionId: string, moment: 'before' | 'after') =>
  db
    .selectFrom('submission_pictures')
    .select('bytes')
    .where('submission_id', '=', submissionId)
    .where('moment', '=', moment)
    .executeTakeFirst()

export const listPictures = async (db: Db, submissionId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('submission_pictures')
      .select('moment')
      .where('submission_id', '=', submissionId)
      .execute()
  ).map((row) => row.moment)
