import { sql } from 'kysely'
import { fold } from '#lib/text.ts'
import type { Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { Services } from '#kernel/context.ts'

/** A search that no item answers with all of its words. */
interface Missed {
  market: Market
  locale: Locale
  /** As it was typed. */
  q: string
}

/** Different searches between two writes; further ones are not noted. */
const MOST_NOTED = 200
/** Rows; the rarest and oldest are deleted beyond. */
const MOST_KEPT = 5_000
const LONGEST = 80

/** What may be somebody's name, address, number or mail is not kept. */
const mayBePersonal = (q: string): boolean => q.includes('@') || /\d{5}/.test(q.replaceAll(' ', ''))

/** A search in one form of writing; null where it may be personal, or is too short or too long. */
export function searchWordsOf(q: string): string | null {
  const words = fold(q)
  return words.length < 2 || words.length > LONGEST || mayBePersonal(q) ? null : words
}

/**
 * Counts missed searches in memory and writes them from time to time, so that no search waits for
 * it and no flood of searches becomes a flood of writes. A crash loses some.
 */
export function createMissedSearches() {
  let noted = new Map<string, { missed: Missed; words: string; times: number; at: Date }>()
  return {
    note(missed: Missed, at: Date): void {
      const words = searchWordsOf(missed.q)
      if (words === null) return
      const key = `${missed.market} ${words}`
      const there = noted.get(key)
      if (there) Object.assign(there, { missed, at, times: there.times + 1 })
      else if (noted.size < MOST_NOTED) noted.set(key, { missed, words, times: 1, at })
    },
    async write(db: Services['db']): Promise<void> {
      const rows = [...noted.values()]
      if (rows.length === 0) return
      noted = new Map()
      await db.transaction().execute(async (trx) => {
        await sql`
          insert into missed_searches (market, words, locale, times, first_at, last_at)
          select market, words, locale, times, at, at
          from unnest(${rows.map((row) => row.missed.market)}::text[], ${rows.map((row) => row.words)}::text[],
            ${rows.map((row) => row.missed.locale)}::text[], ${rows.map((row) => row.times)}::integer[],
            ${rows.map((row) => row.at)}::timestamptz[]) as noted (market, words, locale, times, at)
          order by market, words
          on conflict (market, words) do update set times = least(missed_searches.times + excluded.times, 1000000000),
            locale = excluded.locale, last_at = excluded.last_at`.execute(trx)
        await sql`
          delete from missed_searches where (market, words) in (
            select market, words from missed_searches order by times desc, last_at desc, market, words offset ${MOST_KEPT})`.execute(
          trx,
        )
      })
    },
  }
}
export type MissedSearches = ReturnType<typeof createMissedSearches>
