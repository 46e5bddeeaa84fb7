import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Found, holdsWords, type Sought } from '#kernel/found.ts'

const NAME = sql`fold(items.name)`

/** Items by a part of their name, or by their id or slug. */
export async function findItems(db: Db, { text, words }: Sought, most: number): Promise<Found[]> {
  const exact = text.toLowerCase()
  const rows = await db
    .selectFrom('items')
    .select(['id', 'name', 'slug', 'status'])
    .where((on) => on.or([holdsWords(NAME, words), on('slug', '=', exact), on('id', '=', text)]))
    .limit(most)
    .execute()
  return rows.map(({ id, name, slug, status }) => ({
    id,
    place: id,
    title: name,
    detail: slug,
    state: status,
  }))
}

const VERSION = /^v?(\d{1,6}\.\S{1,40})$/

/** Releases, by the name of their item and a version: "delivery 1.2". */
export async function findReleases(
  db: Db,
  { text, words: all }: Sought,
  most: number,
): Promise<Found[]> {
  const typed = text.split(/\s+/)
  const version = VERSION.exec(typed.at(-1) ?? '')?.[1]
  // The version's own words are the last ones: "1.2" has two.
  const words = all.slice(0, -(version?.split(/[^\p{L}\p{N}]+/u).length ?? 0))
  if (version === undefined || words.length === 0) return []
  const rows = await db
    .selectFrom('releases')
    .innerJoin('items', 'items.id', 'releases.item_id')
    .select([
      'releases.id',
      'releases.item_id',
      'releases.version',
      'releases.status',
      'releases.published_at',
      'items.name',
    ])
    .where(holdsWords(NAME, words))
    .where(sql<boolean>`starts_with(releases.version, ${version})`)
    .orderBy('releases.published_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    place: row.item_id,
    title: `${row.name} ${row.version}`,
    detail: '',
    state: row.status,
    ...(row.published_at && { at: row.published_at }),
  }))
}
