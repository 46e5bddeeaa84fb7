import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { marketDay } from '#lib/market-days.ts'
import { keyedHashes } from '#lib/sealed.ts'
import { dayAfter } from '#lib/time-zone.ts'
import type { Services } from '#kernel/context.ts'
import { searchWordsOf } from '#modules/catalog/public.ts'

/** A look at an item's page that came from a search. */
export interface SearchVisit {
  slug: string
  /** As it was typed. */
  q: string
  /** The visitor's network address. */
  network: string
}

/** A partner sees a term from so many visitors of a month on. */
export const FEWEST_VISITORS = 5
/** Different terms and items between two writes; further ones are not noted. */
const MOST_NOTED = 2_000
const MOST_TYPED = 120
const PURPOSE = 'search-visitor'

interface Noted {
  slug: string
  words: string
  typed: string
  visits: number
  visitors: Set<string>
}
type Needs = Pick<Services, 'db' | 'clock' | 'sealing' | 'zones'>

/**
 * Collects in memory by which searches people come to an item, and writes it from time to time. Of
 * a visitor it keeps a keyed hash of the network, whose key changes with the month, and of a term
 * at most four of them: they only serve to count to five. A crash loses some.
 */
export function createSearchTerms(services: Needs) {
  let noted = new Map<string, Noted>()
  const month = () => `${marketDay(services.zones, services.clock.now()).slice(0, 7)}-01`
  const visitorOf = (network: string): string =>
    keyedHashes(services.sealing, PURPOSE, `${month()} ${network}`)[0]
      .subarray(0, 8)
      .toString('hex')
  return {
    note({ slug, q, network }: SearchVisit): void {
      const words = searchWordsOf(q)
      if (words === null) return
      const key = `${slug} ${words}`
      let there = noted.get(key)
      if (!there) {
        if (noted.size >= MOST_NOTED) return
        there = {
          slug,
          words,
          typed: q.trim().slice(0, MOST_TYPED),
          visits: 0,
          visitors: new Set(),
        }
        noted.set(key, there)
      }
      there.visits += 1
      if (there.visitors.size < FEWEST_VISITORS) there.visitors.add(visitorOf(network))
    },
    async write(): Promise<void> {
      const rows = [...noted.values()]
      if (rows.length === 0) return
      noted = new Map()
      await addTerms(services.db, month(), rows)
    },
  }
}
export type SearchTerms = ReturnType<typeof createSearchTerms>

/** Unknown slugs are ignored. Ordered by item and words, to avoid deadlocks between processes. */
async function addTerms(db: Db, month: string, rows: readonly Noted[]): Promise<void> {
  const seen = JSON.stringify(rows.map((row) => ({ ...row, visitors: [...row.visitors] })))
  await sql`
    insert into item_search_terms as kept (item_id, month, words, typed, visits, visitors, is_common)
    select items.id, ${month}::date, seen.words, seen.typed, seen.visits,
      case when cardinality(seen.visitors) >= ${FEWEST_VISITORS} then '{}' else seen.visitors end,
      cardinality(seen.visitors) >= ${FEWEST_VISITORS}
    from jsonb_to_recordset(${seen}::jsonb)
      as seen (slug text, words text, typed text, visits integer, visitors text[])
    join items on items.slug = seen.slug and items.status = 'published'
    order by items.id, seen.words
    on conflict (item_id, month, words) do update set
      typed = excluded.typed,
      visits = kept.visits + excluded.visits,
      is_common = kept.is_common or excluded.is_common
        or cardinality(${union}) >= ${FEWEST_VISITORS},
      visitors = case when kept.is_common or excluded.is_common
        or cardinality(${union}) >= ${FEWEST_VISITORS} then '{}' else ${union} end`.execute(db)
}
const union = sql`array(select distinct one from unnest(kept.visitors || excluded.visitors) one)`

/** Months that a partner sees, the present one included. */
const MONTHS = 3
const MOST_SHOWN = 50

/** Terms by which people came to an item, in the months in which enough did; the most used first. */
export async function listTerms(
  db: Db,
  itemId: string,
  today: string,
): Promise<{ from: string; terms: { words: string; visits: number }[] }> {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const from = new Date(Date.UTC(year, month - MONTHS, 1)).toISOString().slice(0, 10)
  const { rows } = await sql<{ words: string; visits: number }>`
    select max(typed) as words, sum(visits)::integer as visits from item_search_terms
    where item_id = ${itemId} and month >= ${from}::date and is_common
    group by item_search_terms.words order by 2 desc, 1 limit ${MOST_SHOWN}`.execute(db)
  return { from, terms: rows }
}

/** Deletes terms after a year, and the hashes of a month once it is over. */
export async function purgeSearchTerms({
  db,
  clock,
  zones,
}: Pick<Services, 'db' | 'clock' | 'zones'>): Promise<void> {
  const today = marketDay(zones, clock.now())
  await sql`delete from item_search_terms where month < ${dayAfter(today, -366)}::date`.execute(db)
  await sql`delete from item_search_terms where month < date_trunc('month', ${today}::date) and not is_common`.execute(
    db,
  )
}
