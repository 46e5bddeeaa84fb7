import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Market } from '#lib/market.ts'
import { entryText, type ReleaseState } from './entry.ts'
import { growPeaks, leafHash, rootOfPeaks } from './merkle.ts'

/**
 * Any number, the same everywhere: the log has one end, and whoever appends waits for the one
 * before.
 */
const APPEND_LOCK = 727_001

/**
 * Writes what became of a release into the log, in the transaction that makes it so; from its row,
 * which must stand already as it shall be. Two at once get two indexes in a row. Answers the
 * index.
 */
export async function appendLogEntry(
  trx: Db,
  releaseId: string,
  now: Date,
  reason?: string,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${APPEND_LOCK})`.execute(trx)
  const [last, row] = [
    await trx
      .selectFrom('release_log')
      .select(['index', 'peaks'])
      .orderBy('index', 'desc')
      .limit(1)
      .executeTakeFirst(),
    await trx
      .selectFrom('releases')
      .innerJoin('items', 'items.id', 'releases.item_id')
      .innerJoin('packages', 'packages.sha256', 'releases.package_sha256')
      .select([
        'releases.id',
        'item_id',
        'market',
        'items.prefix',
        'version',
        'packages.sha256',
        'size',
        'signature',
        'key_id',
        'releases.status',
        'releases.published_at',
      ])
      .where('releases.id', '=', releaseId)
      .executeTakeFirstOrThrow(),
  ]
  if (row.signature === null || row.key_id === null)
    throw new Error(`release ${releaseId} has no signature`)
  const index = last ? last.index + 1 : 0
  const state = row.status as ReleaseState
  const entry = entryText({
    format: 1,
    index,
    state,
    ...(reason !== undefined && { reason }),
    item: row.item_id,
    kind: row.market as Market,
    prefix: row.prefix,
    release: row.id,
    version: row.version,
    sha256: row.sha256,
    size: row.size,
    signature: row.signature,
    key_id: row.key_id,
    published_at: (row.published_at ?? now).toISOString(),
    logged_at: now.toISOString(),
  })
  const leaf = leafHash(entry)
  const peaks = growPeaks(last?.peaks ?? [], index, leaf)
  await trx
    .insertInto('release_log')
    .values({
      index,
      release_id: row.id,
      state,
      sha256: row.sha256,
      entry,
      leaf_hash: leaf,
      peaks,
      root_hash: rootOfPeaks(peaks),
      logged_at: now,
    })
    .execute()
  return index
}
