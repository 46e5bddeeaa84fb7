import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'

/**
 * Bytes on their way into the store of packages (PKG-16). The row is committed before they are
 * kept, and goes with the transaction that lists their release: a row that stays was interrupted,
 * and `sweepUploads` takes its bytes away.
 */
const ABANDONED_SECONDS = 3600

export async function beginUpload(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sha256: string,
): Promise<void> {
  const row = await db
    .insertInto('package_uploads')
    .values({ sha256, started_at: clock.now() })
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        .doUpdateSet({ started_at: clock.now() })
        .where('package_uploads.state', '=', 'keeping'),
    )
    .returning('sha256')
    .executeTakeFirst()
  if (!row)
    throw new Error(
      `what was left of an earlier upload of ${sha256} is just being taken away: try again`,
    )
}

export async function endUpload(trx: Db, sha256: string): Promise<void> {
  const row = await trx
    .deleteFrom('package_uploads')
    .where('sha256', '=', sha256)
    .where('state', '=', 'keeping')
    .returning('sha256')
    .executeTakeFirst()
  if (!row) throw new Error(`the upload of ${sha256} took too long: try again`)
}

/** Somebody else listed the same bytes meanwhile. */
export const dropUpload = (trx: Db, sha256: string): Promise<unknown> =>
  trx.deleteFrom('package_uploads').where('sha256', '=', sha256).execute()

/** Ends an upload whose bytes stay for `holder`, though no release has them yet. */
export async function holdPackage(trx: Db, sha256: string, holder: string): Promise<void> {
  await endUpload(trx, sha256)
  await trx
    .insertInto('package_holds')
    .values({ sha256, holder })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A release has the bytes now. */
export const endHold = (trx: Db, sha256: string, holder: string): Promise<unknown> =>
  trx
    .deleteFrom('package_holds')
    .where('sha256', '=', sha256)
    .where('holder', '=', holder)
    .execute()

/** `holder` needs the bytes no more: unless somebody else does, the sweep takes them away. */
export async function dropHold(trx: Db, sha256: string, holder: string, now: Date): Promise<void> {
  await endHold(trx, sha256, holder)
  await trx
    .insertInto('package_uploads')
    .values({ sha256, started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Takes away what interrupted uploads left behind. Marked first, so that nobody publishes what is
 * just being removed. Answers how many.
 */
export async function sweepUploads({
  db,
  blobs,
  clock,
}: Pick<Services, 'db' | 'blobs' | 'clock'>): Promise<number> {
  const before = secondsAfter(clock.now(), -ABANDONED_SECONDS)
  const wanted = db
    .selectFrom('packages')
    .select('sha256')
    .union(db.selectFrom('package_holds').select('sha256'))
  await db
    .deleteFrom('package_uploads')
    .where('started_at', '<', before)
    .where('state', '=', 'keeping')
    .where('sha256', 'in', wanted)
    .execute()
  await db
    .updateTable('package_uploads')
    .set({ state: 'removing' })
    .where('started_at', '<', before)
    .where('sha256', 'not in', wanted)
    .execute()
  const removed = await db
    .selectFrom('package_uploads')
    .select('sha256')
    .where('state', '=', 'removing')
    .execute()
  for (const { sha256 } of removed) {
    await blobs.remove(sha256)
    await db
      .deleteFrom('package_uploads')
      .where('sha256', '=', sha256)
      .where('state', '=', 'removing')
      .execute()
  }
  return removed.length
}
