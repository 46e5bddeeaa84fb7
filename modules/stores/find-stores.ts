import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Found, holdsWords, type Sought } from '#kernel/found.ts'

const DOMAIN_AND_NAME = sql`fold(stores.domain || ' ' || stores.name)`

/** Stores by a part of their domain or name, or by their id. */
export async function findStores(db: Db, { text, words }: Sought, most: number): Promise<Found[]> {
  const rows = await db
    .selectFrom('stores')
    .select(['id', 'domain', 'name', 'status'])
    .where((on) => on.or([holdsWords(DOMAIN_AND_NAME, words), on('id', '=', text)]))
    .limit(most)
    .execute()
  return rows.map(({ id, domain, name, status }) => ({
    id,
    place: id,
    title: domain,
    detail: name === domain ? '' : name,
    state: status,
  }))
}
