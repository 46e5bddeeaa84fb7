import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Happened, type HappenedPage, newestFirst } from '#kernel/happened.ts'

/** What the release log says of an item's releases. */
export async function listReleaseHappenings(
  db: Db,
  itemId: string,
  page: HappenedPage,
): Promise<Happened[]> {
  const { isBefore, order } = newestFirst(
    page,
    ['release_log.logged_at'],
    sql`'release-' || release_log.index`,
  )
  const rows = await db
    .selectFrom('release_log')
    .innerJoin('releases', 'releases.id', 'release_log.release_id')
    .select(['release_log.index', 'release_log.logged_at', 'release_log.state'])
    .select('releases.version')
    .where('releases.item_id', '=', itemId)
    .where(isBefore)
    .orderBy(order)
    .limit(page.most)
    .execute()
  return rows.map((row) => ({
    id: `release-${row.index}`,
    at: row.logged_at,
    source: 'release',
    kind: row.state,
    facts: { version: row.version, entry: row.index },
  }))
}
