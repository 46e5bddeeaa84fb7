import type { Db } from '#db/client.ts'

/** How a file is named in a listing: the address that readers ask for. */
const ADDRESS = '/pictures/'
export const addressOf = (path: string): string => `${ADDRESS}${path}`

/**
 * Writes down the files of a picture and the hash of what they were made of. Sent again they count
 * as new; one that is just being taken away cannot be put there.
 */
export async function keepFiles(
  db: Db,
  paths: readonly string[],
  origin: string,
  now: Date,
): Promise<void> {
  const kept = await db
    .insertInto('picture_files')
    .values(paths.map((path) => ({ path, origin, put_at: now })))
    .onConflict((conflict) =>
      conflict
        .column('path')
        .doUpdateSet({ origin, put_at: now, left_at: null })
        .where('picture_files.state', '=', 'kept'),
    )
    .returning('path')
    .execute()
  if (kept.length < paths.length)
    throw new Error('a file of this picture is just being taken away: try again')
}

/**
 * SHA-256 of what was sent, by the address of a file that was made of it; what lies there since
 * before it was written down is left out.
 */
export async function findOrigins(
  db: Db,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const paths = addresses
    .filter((one) => one.startsWith(ADDRESS))
    .map((one) => one.slice(ADDRESS.length))
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom('picture_files')
    .select(['path', 'origin'])
    .where('path', 'in', paths)
    .execute()
  return new Map(rows.map(({ path, origin }) => [addressOf(path), origin]))
}

/** Files that lie there for a while and that nobody has looked after since `lookedBefore`. */
export const listUnlooked = async (
  db: Db,
  { putBefore, lookedBefore, most }: { putBefore: Date; lookedBefore: Date; most: number },
): Promise<string[]> =>
  (
    await db
      .selectFrom('picture_files')
      .select('path')
      .where('state', '=', 'kept')
      .where('put_at', '<', putBefore)
      .where((eb) => eb.or([eb('looked_at', 'is', null), eb('looked_at', '<', lookedBefore)]))
      .orderBy('looked_at', (order) => order.asc().nullsFirst())
      .orderBy('path')
      .limit(most)
      .execute()
  ).map((row) => row.path)

/**
 * What was found: `named` ones are in use, the others are left from now on, or since they were
 * found so before.
 */
export async function noteLook(
  db: Db,
  paths: readonly string[],
  named: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const [used, left] = [
    paths.filter((path) => named.has(path)),
    paths.filter((path) => !named.has(path)),
  ]
  if (used.length > 0)
    await db
      .updateTable('picture_files')
      .set({ looked_at: now, left_at: null })
      .where('path', 'in', used)
      .execute()
  if (left.length > 0)
    await db
      .updateTable('picture_files')
      .set((eb) => ({ looked_at: now, left_at: eb.fn.coalesce('left_at', eb.val(now)) }))
      .where('path', 'in', left)
      .where('put_at', '<', now)
      .execute()
}

export const listLeft = async (db: Db, leftBefore: Date, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('picture_files')
      .select('path')
      .where('state', '=', 'kept')
      .where('left_at', '<', leftBefore)
      .orderBy('left_at')
      .limit(most)
      .execute()
  ).map((row) => row.path)

/**
 * Marks them, but for those that somebody has put there again meanwhile: from then on nobody can.
 */
export const markRemoving = (
  db: Db,
  paths: readonly string[],
  leftBefore: Date,
): Promise<unknown> =>
  db
    .updateTable('picture_files')
    .set({ state: 'removing' })
    .where('path', 'in', [...paths])
    .where('left_at', '<', leftBefore)
    .execute()

export const listRemoving = async (db: Db): Promise<string[]> =>
  (
    await db.selectFrom('picture_files').select('path').where('state', '=', 'removing').execute()
  ).map((row) => row.path)
export const forgetFile = (db: Db, path: string): Promise<unknown> =>
  db.deleteFrom('picture_files').where('path', '=', path).where('state', '=', 'removing').execute()
