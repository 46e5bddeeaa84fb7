import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { sha256Hex } from '#lib/ids.ts'
import type { Services } from '#kernel/context.ts'
import { encodePicture, type EncodedPicture } from './encode-picture.ts'
import type { Crop, Place } from './places.ts'

/** How listings refer to a file. */
const ADDRESS = '/pictures/'
export const addressOf = (path: string): string => `${ADDRESS}${path}`

/**
 * Records the files of a picture and the hash of the upload. Throws when one is just being deleted.
 */
async function keepFiles(
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
    throw new Error('A file of this picture is being deleted: try again')
}

/** The upload's SHA-256 by picture address; older files without one are left out. */
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

/** Files that were not checked since `checkedBefore`. */
export const listUncheckedPictures = async (
  db: Db,
  { putBefore, checkedBefore, most }: { putBefore: Date; checkedBefore: Date; most: number },
): Promise<string[]> =>
  (
    await db
      .selectFrom('picture_files')
      .select('path')
      .where('state', '=', 'kept')
      .where('put_at', '<', putBefore)
      .where((eb) => eb.or([eb('looked_at', 'is', null), eb('looked_at', '<', checkedBefore)]))
      .orderBy('looked_at', (order) => order.asc().nullsFirst())
      .orderBy('path')
      .limit(most)
      .execute()
  ).map((row) => row.path)

/**
 * Records a check: `named` files are in use, the others are unused from now on or since earlier.
 */
export async function recordPictureCheck(
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
 * Marks unused files for deletion, unless they were stored again meanwhile; marked ones cannot be.
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

/**
 * Stores an uploaded picture: encodes it again and puts its files where they are served, named by
 * their content. Call it outside of a transaction. Refuses files that are no usable picture.
 */
export async function storePicture(
  { db, blobs, clock }: Pick<Services, 'db' | 'blobs' | 'clock'>,
  upload: Uint8Array,
  place: Place,
  crop: Crop,
): Promise<EncodedPicture['picture']> {
  const { files, picture } = await encodePicture(upload, place, crop)
  // Recorded first, so that files are found after a crash.
  await keepFiles(
    db,
    files.map((file) => file.path),
    sha256Hex(Buffer.from(upload)),
    clock.now(),
  )
  for (const { path, bytes } of files) await blobs.putPicture(path, bytes)
  return picture
}

/** Which of these pictures published items, banners, drawings or icons use. */
export async function findShownPictures(db: Db, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select source ->> 'path' as path from item_pictures, jsonb_array_elements(sources) as source where source ->> 'path' = any(${addresses})
    union select source ->> 'path' from banners, jsonb_array_elements(image -> 'sources') as source where source ->> 'path' = any(${addresses})
    union select source ->> 'path' from (select unnest(array[picture, former_picture]) as drawing from categories
      union all select unnest(array[picture, former_picture]) from collections
      union all select unnest(array[picture, former_picture]) from goals) as drawings,
      jsonb_array_elements(drawing -> 'sources') as source where source ->> 'path' = any(${addresses})
    union select icon from items where icon = any(${addresses})`.execute(db)
  return rows.map((row) => row.path)
}
