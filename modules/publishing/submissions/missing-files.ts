import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { listHeldPackages, listKeptPictures, listPackages } from '#modules/catalog/public.ts'
import { namedOf } from './purge-pictures.ts'

export interface MissingFiles {
  packages: number
  pictures: number
  /** SHA-256 of packages and paths of pictures that are not in the blob store. */
  missing: string[]
}

const BATCH = 1_000
/** Questions to the blob store at once. */
const AT_ONCE = 16

async function* batchesOf(
  list: (db: Db, after: string, most: number) => Promise<string[]>,
  db: Db,
): AsyncGenerator<string[]> {
  for (let after = ''; ;) {
    const found = await list(db, after, BATCH)
    if (found.length > 0) yield found
    const last = found.at(-1)
    if (last === undefined || found.length < BATCH) return
    after = last
  }
}

async function lacking(
  names: readonly string[],
  has: (name: string) => Promise<boolean>,
): Promise<string[]> {
  const missing: string[] = []
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const asked = names.slice(from, from + AT_ONCE)
    const there = await Promise.all(asked.map(has))
    missing.push(...asked.filter((_, place) => !there[place]))
  }
  return missing
}

/**
 * Asks the blob store for every package and every picture in use: after a restore, the database may
 * name what was never copied or has been deleted since.
 */
export async function findMissingFiles({
  db,
  blobs,
  clock,
}: Pick<Services, 'db' | 'blobs' | 'clock'>): Promise<MissingFiles> {
  const found: MissingFiles = { packages: 0, pictures: 0, missing: [] }
  for (const list of [listPackages, listHeldPackages]) {
    for await (const names of batchesOf(list, db)) {
      found.packages += names.length
      found.missing.push(...(await lacking(names, (name) => blobs.has(name))))
    }
  }
  for await (const paths of batchesOf(listKeptPictures, db)) {
    // What nothing refers to may be of an upload that was interrupted.
    const named = [...(await namedOf(db, paths, clock.now()))]
    found.pictures += named.length
    found.missing.push(...(await lacking(named, (path) => blobs.hasPicture(path))))
  }
  return { ...found, missing: [...new Set(found.missing)] }
}
