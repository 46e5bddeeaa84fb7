import { type RawBuilder, sql } from 'kysely'
import type { ListTime } from '#db/list-order.ts'
import { type PageKey, writePageKey } from '#lib/page-key.ts'
import type { HAPPENED_ABOUT, HAPPENED_SOURCES } from './happened-kinds.ts'

/** Something that happened, as the module that recorded it shows it to a timeline of the console. */
export interface Happened {
  /** Of its source, with whose name it begins, so that ids of a timeline are unique. */
  id: string
  at: Date
  source: (typeof HAPPENED_SOURCES)[number]
  /** What happened, in the words of its source: an operation, the kind of a run. */
  kind: string
  state?: string | null
  /** Name of the person. */
  who?: string | null
  facts?: Record<string, unknown>
  currency?: string | null
  about?: { kind: (typeof HAPPENED_ABOUT)[number]; id: string; name: string } | null
  /** What somebody wrote. */
  text?: string | null
}

export interface HappenedPage {
  before: PageKey | null
  most: number
}

/**
 * Condition and order of a source's page. `times` are columns of which the first that is set
 * counts; `id` is the id that the source gives. Sources are merged by both, so each is cut by
 * both.
 */
export function newestFirst(
  { before }: HappenedPage,
  times: readonly [ListTime, ...ListTime[]],
  id: RawBuilder<unknown>,
): { isBefore: RawBuilder<boolean>; order: RawBuilder<unknown> } {
  const columns = times.map((time) => sql.ref(time))
  const at = columns.length === 1 ? columns[0]! : sql`coalesce(${sql.join(columns)})`
  return {
    isBefore:
      before === null
        ? sql<boolean>`true`
        : sql<boolean>`(${at} <= ${before.at} and (${at}, (${id}) collate "C") < (${before.at}::timestamptz, ${before.id}))`,
    order: sql`${at} desc, (${id}) collate "C" desc`,
  }
}

/** The newest of all sources, each of which gave one more than a page shows. */
export function mergeHappened(lists: readonly (readonly Happened[])[], most: number) {
  const all = lists
    .flat()
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
  const last = all.length > most ? all[most - 1] : undefined
  return { rows: all.slice(0, most), next: last ? writePageKey(last) : null }
}
