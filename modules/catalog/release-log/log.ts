import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Market } from '#lib/market.ts'
import type { Services } from '#kernel/context.ts'
import { entryText, signHead, type LogHead, type ReleaseState } from './format.ts'
import { growPeaks, leafHash, MerkleTree, rootOfPeaks } from './merkle.ts'

/** Serializes appends to the log. */
const APPEND_LOCK = 727_001

/**
 * Logs the state of a release from its row, in the transaction that changed the row. Returns the
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
    throw new Error(`Release ${releaseId} has no signature`)
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

export const MAX_ENTRIES = 1000
const PAGE = 10_000

/** The part of the tree that this process has read; the log only grows. */
interface KnownTree {
  tree: MerkleTree
  reading: Promise<unknown>
}
const trees = new WeakMap<Db, KnownTree>()

/** Serialized, because two readers would append the same leaves twice. */
async function currentTree(db: Db): Promise<MerkleTree> {
  const known = trees.get(db) ?? { tree: new MerkleTree(), reading: Promise.resolve() }
  trees.set(db, known)
  const turn = known.reading.then(() => catchUp(db, known.tree))
  known.reading = turn.catch(() => trees.delete(db))
  await turn
  return known.tree
}

async function catchUp(db: Db, tree: MerkleTree): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('release_log')
      .select(['index', 'leaf_hash', 'root_hash'])
      .where('index', '>=', tree.size)
      .orderBy('index')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      if (row.index !== tree.size) throw new Error(`The release log lacks entry ${tree.size}`)
      tree.append(row.leaf_hash)
    }
    const last = rows.at(-1)
    // The roots must match those of the entries: a changed log is never signed.
    if (last && tree.root() !== last.root_hash)
      throw new Error(`the release log does not add up at entry ${last.index}`)
    if (rows.length < PAGE) return
  }
}

type Needs = Pick<Services, 'db' | 'signingKey' | 'clock' | 'origins'>

/** The present state of the log, signed. */
export async function currentHead(services: Needs): Promise<LogHead> {
  const tree = await currentTree(services.db)
  return signHead(
    { log: services.origins.installer, size: tree.size, root: tree.root() },
    services.signingKey,
    services.clock.now(),
  )
}

/** Entries from one index up to another, at most MAX_ENTRIES. */
export async function listEntries(
  { db }: Pick<Services, 'db'>,
  from: number,
  to: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('release_log')
    .select(['entry'])
    .where('index', '>=', from)
    .where('index', '<', Math.min(to, from + MAX_ENTRIES))
    .orderBy('index')
    .execute()
  return rows.map((row) => row.entry)
}

export async function proveInclusion(
  { db }: Pick<Services, 'db'>,
  index: number,
  size: number,
): Promise<{ leaf: string; proof: string[] } | null> {
  const tree = await currentTree(db)
  const leaf = tree.leaf(index)
  return leaf === undefined || index >= size || size > tree.size
    ? null
    : { leaf, proof: tree.inclusionProof(index, size) }
}

export async function proveConsistency(
  { db }: Pick<Services, 'db'>,
  first: number,
  second: number,
): Promise<string[] | null> {
  const tree = await currentTree(db)
  return first > second || second > tree.size ? null : tree.consistencyProof(first, second)
}

/** The last entry of a release with its proof; null for a release that is not in the log. */
interface LogProof {
  index: number
  entry: string
  proof: string[]
  head: LogHead
}

export async function proveRelease(services: Needs, releaseId: string): Promise<LogProof | null> {
  const row = await services.db
    .selectFrom('release_log')
    .select(['index', 'entry', 'leaf_hash'])
    .where('release_id', '=', releaseId)
    .orderBy('index', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const tree = await currentTree(services.db)
  if (tree.leaf(row.index) !== leafHash(row.entry))
    throw new Error(`Entry ${row.index} of the release log does not match its leaf`)
  const head = signHead(
    { log: services.origins.installer, size: tree.size, root: tree.root() },
    services.signingKey,
    services.clock.now(),
  )
  return {
    index: row.index,
    entry: row.entry,
    proof: tree.inclusionProof(row.index, tree.size),
    head,
  }
}
