import type { Services } from '#kernel/context.ts'
import { inTransaction } from '#kernel/context.ts'
import { validKeys } from '../packages/market-keys.ts'
import { verifyPackage } from '../packages/sign-package.ts'
import { appendLogEntry } from './append-entry.ts'

/**
 * Releases that we signed before there was this log are written into it, the oldest first. Again
 * and again with the same result.
 */
export async function logMissingReleases(
  services: Pick<Services, 'db' | 'clock' | 'signingKey' | 'formerKeys'>,
): Promise<number> {
  const { db, clock } = services
  const keys = validKeys(services)
  const rows = await db
    .selectFrom('releases')
    .select(['id', 'package_sha256', 'signature', 'key_id'])
    .where('package_sha256', 'is not', null)
    .where((on) =>
      on.not(
        on.exists(
          on.selectFrom('release_log').select('index').whereRef('release_id', '=', 'releases.id'),
        ),
      ),
    )
    .orderBy('published_at')
    .orderBy('version_order')
    .orderBy('id')
    .execute()
  const ours = rows.filter((row) =>
    verifyPackage(
      row.package_sha256 ?? '',
      { keyId: row.key_id ?? '', signature: row.signature ?? '' },
      keys,
    ),
  )
  for (const { id } of ours) {
    await inTransaction(services, async (trx) => {
      await trx.selectFrom('releases').select('id').where('id', '=', id).forUpdate().execute()
      const there = await trx
        .selectFrom('release_log')
        .select('index')
        .where('release_id', '=', id)
        .limit(1)
        .executeTakeFirst()
      if (!there) await appendLogEntry(trx, id, clock.now())
    })
  }
  return ours.length
}
