import { sql } from 'kysely'
import type { Services } from '#kernel/context.ts'

/** A view of an item's page, by slug. */
interface PageView {
  slug: string
  platformId: number
}

/** Further pages between two writes are not counted. */
const MOST_PAGES = 20_000

/**
 * Counts views in memory and writes them from time to time. A crash loses some: views are an
 * estimate, and no page waits for the database.
 */
export function createViewCounter(services: Pick<Services, 'db' | 'clock'>) {
  let counts = new Map<string, { view: PageView; views: number }>()
  return {
    count(view: PageView): void {
      const key = `${view.platformId} ${view.slug}`
      const there = counts.get(key)
      if (there) there.views += 1
      else if (counts.size < MOST_PAGES) counts.set(key, { view, views: 1 })
    },
    async write(): Promise<void> {
      const rows = [...counts.values()]
      if (rows.length === 0) return
      counts = new Map()
      try {
        await addViews(services, rows)
      } catch (error) {
        // Written the next time.
        for (const [key, one] of rows.map(
          (row) => [`${row.view.platformId} ${row.view.slug}`, row] as const,
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

/** Unknown slugs are ignored. Ordered by item, to avoid deadlocks between processes. */
const addViews = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  rows: readonly { view: PageView; views: number }[],
) =>
  sql`
  with written as (
    insert into item_views (item_id, day, platform_id, views)
    select items.id, figure_day(${clock.now()}::timestamptz), seen.platform_id, sum(seen.views)
    from unnest(${rows.map((row) => row.view.slug)}::text[], ${rows.map((row) => row.view.platformId)}::smallint[], ${rows.map((row) => row.views)}::integer[]) as seen (slug, platform_id, views)
    join items on items.slug = seen.slug and items.status = 'published'
    group by items.id, seen.platform_id order by items.id, seen.platform_id
    on conflict (item_id, day, platform_id) do update set views = item_views.views + excluded.views returning item_id, day)
  insert into figures_due (item_id, day) select distinct item_id, day from written`.execute(db)
