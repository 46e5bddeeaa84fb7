import { type RawBuilder, sql } from 'kysely'
import type { ListSort } from '#lib/list-sort.ts'
import type { PageKey } from '#lib/page-key.ts'

/** For `orderBy`, of the time and of the id. */
export const directionOf = (sort: ListSort): 'asc' | 'desc' => (sort === 'oldest' ? 'asc' : 'desc')

/** Rows after the last one of a page. `at` and `id` are the columns that the list is sorted by. */
export const isBeyond = (
  [at, id]: readonly [at: string, id: string],
  after: PageKey,
  sort: ListSort,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) ${sort === 'oldest' ? sql`>` : sql`<`} (${after.at}::timestamptz, ${after.id})`
