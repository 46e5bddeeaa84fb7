import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Found, holdsWords, type Sought } from '#kernel/found.ts'

/** Partners by a part of their name, or by their id. */
export async function findPartners(
  db: Db,
  { text, words }: Sought,
  most: number,
): Promise<Found[]> {
  const rows = await db
    .selectFrom('partners')
    .select(['id', 'name', 'slug', 'created_at'])
    .where((on) => on.or([holdsWords(sql`fold(partners.name)`, words), on('id', '=', text)]))
    .limit(most)
    .execute()
  return rows.map(({ id, name, slug, created_at: at }) => ({
    id,
    place: id,
    title: name,
    detail: slug,
    at,
  }))
}
