import { sql } from 'kysely'
import type { Services } from '#kernel/context.ts'

/** An item's page that was looked at, by the slug in its address. */
export interface Look {
  slug: string
  platformId: number
}

/**
 * So many different pages between two times of writing them down; what comes beyond is not counted
 * rather than kept.
 */
const MOST_PAGES = 20_000

/**
 * Counts looks in memory and writes them down now and then. What a process has not written when it
 * dies is lost: views are an estimate, and no page waits for the database because of them.
 */
export function createViewCounter(services: Pick<Services, 'db' | 'clock'>) {
  let counts = new Map<string, { look: Look; views: number }>()
  return {
    count(look: Look): void {
      const key = `${look.platformId} ${look.slug}`
      const there = counts.get(key)
      if (there) there.views += 1
      else if (counts.size < MOST_PAGES) counts.set(key, { look, views: 1 })
    },
    async write(): Promise<void> {
      const rows = [...counts.values()]
      if (rows.length === 0) return
      counts = new Map()
      try {
        await addViews(services, rows)
      } catch (error) {
        // The next time takes them along.
        for (const [key, one] of rows.map(
          (row) => [`${row.look.platformId} ${row.look.slug}`, row] as const,
        )) {
          const there = counts.get(key)
          if (there) there.views += one.views
          else counts.set(key, one)
        }
        throw error
      }
    },
  }
}
export type ViewCounter = ReturnType<typeof createViewCounter>

/**
 * Slugs of no item are left out. In the order of items, so that two processes never wait for each
 * other in a ring.
 */
const addViews = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  rows: readonly { look: Look; views: number }[],
) =>
  sql`
  with written as (
    insert into item_views (item_id, day, platform_id, views)
    select items.id, figure_day(${clock.now()}::timestamptz), seen.platform_id, sum(seen.views)
    from unnest(${rows.map((row) => row.look.slug)}::text[], ${rows.map((row) => row.look.platformId)}::smallint[], ${rows.map((row) => row.views)}::integer[]) as seen (slug, platform_id, views)
    join items on items.slug = seen.slug and items.status = 'published'
    group by items.id, seen.platform_id order by items.id, seen.platform_id
    on conflict (item_id, day, platform_id) do update set views = item_views.views + excluded.views returning item_id, day)
  insert into figures_due (item_id, day) select distinct item_id, day from written`.execute(db)
