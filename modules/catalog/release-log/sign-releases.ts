import { finished } from 'node:stream/promises'
import { inTransaction, type Services } from '#kernel/context.ts'
import { signPackage, validKeys, verifyPackage } from '../packages/sign-package.ts'
import { appendLogEntry } from './log.ts'

/** Logs releases that were signed before there was a release log, oldest first. Can be repeated. */
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

type Needs = Pick<Services, 'db' | 'blobs' | 'signingKey' | 'formerKeys' | 'clock' | 'log'>

/**
 * Signs and logs releases again whose key was withdrawn, after checking their bytes. A package with
 * other bytes stays unsigned and is never delivered. Can be repeated; returns how many.
 */
export async function signReleasesAgain(services: Needs): Promise<number> {
  const { db, formerKeys, clock, signingKey } = services
  const withdrawn = formerKeys.filter((key) => key.withdrawn_at !== undefined).map((key) => key.kid)
  if (withdrawn.length === 0) return 0
  const rows = await db
    .selectFrom('releases')
    .innerJoin('release_log', 'release_log.release_id', 'releases.id')
    .select(['releases.id', 'item_id', 'package_sha256'])
    .distinct()
    .where('key_id', 'in', withdrawn)
    .where('status', '=', 'published')
    .orderBy('releases.id')
    .execute()
  let signed = 0
  for (const { id, item_id: itemId, package_sha256: sha256 } of rows) {
    if (sha256 === null || !(await isWhole(services, sha256))) {
      services.log.error(
        { release: id, sha256 },
        'the bytes of a package differ from those that were published: not signed again',
      )
      continue
    }
    await inTransaction(services, async (trx) => {
      await trx.selectFrom('items').select('id').where('id', '=', itemId).forNoKeyUpdate().execute()
      const { signature, keyId } = signPackage(sha256, signingKey)
      const { numUpdatedRows } = await trx
        .updateTable('releases')
        .set({ signature, key_id: keyId })
        .where('id', '=', id)
        .where('key_id', 'in', withdrawn)
        .where('status', '=', 'published')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      signed += 1
      await appendLogEntry(trx, id, clock.now(), 'Signed anew: its key was withdrawn')
    })
  }
  return signed
}

async function isWhole({ blobs }: Needs, sha256: string): Promise<boolean> {
  const blob = await blobs.read(sha256)
  if (!blob) return false
  // The stream fails when they are damaged.
  return finished(blob.stream.resume()).then(
    () => true,
    () => false,
  )
}
