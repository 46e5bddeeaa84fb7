import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { fold } from '#lib/text.ts'
import { pickText } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { listSuggestions as contract } from './find-contract.ts'
import { lexemes, wideLexemes, wordsOf } from './search-words.ts'
import { nearestWords } from './spelling.ts'
import { MARKET_SHELF, readShelves } from './shelves.ts'
import { hasTraits, requiredTraits } from './traits.ts'

/** Suggestions while somebody types (D24). Only names are searched: their index is small. */

interface SuggestedItem {
  slug: string
  name: string
  icon: string | null
}

interface Row {
  matches: number
  items: SuggestedItem[] | null
  developers: { slug: string; name: string }[] | null
}

/** Beyond this number of matches, the first items of the market's shelf are searched instead. */
const CAP = 500
const FIRST_OF_SHELF = 1_000
const PARTNERS_READ = 50
const NAMES_READ = 24
const DEVELOPERS_READ = 3

const itemsOf = (from: string) => `
  select json_agg(json_build_object('slug', items.slug, 'icon', items.icon, 'name', (
    select name from item_texts where item_id = items.id order by case locale when $2 then 0 when 'en' then 1 else 2 end limit 1)) order by place)
  from (${from}) as best join items using (number)`

const found = (market: Market) =>
  prepared<Row>(`
  with found as materialized (select number, smart, names @@ $3::tsquery as as_typed from item_words where market = '${market}' and names @@ $1::tsquery
    and ${hasTraits('$4')} limit ${CAP + 1})
  select (select count(*)::integer from found) as matches,
    (${itemsOf(`select number, row_number() over (order by as_typed desc, smart desc, number) as place from found order by as_typed desc, smart desc, number limit ${NAMES_READ}`)}) as items,
    (select json_agg(json_build_object('slug', slug, 'name', name)) from (
      select slug, name from (select id, slug, name from partners where name_words(name) @@ $3::tsquery limit ${PARTNERS_READ}) as partners
      where exists (select from items join item_words using (number) where partner_id = partners.id and items.market = '${market}' and status = 'published'
        and ${hasTraits('$4')})
      order by length(name), name limit ${DEVELOPERS_READ}) as known) as developers`)

const walked = (market: Market) =>
  prepared<Pick<Row, 'items'>>(`
  select (${itemsOf(`select number, place
    from (select number, row_number() over (order by smart desc, number) as place from shelf where shelf = ${MARKET_SHELF[market]}
      order by smart desc, number limit ${FIRST_OF_SHELF}) as first join item_words using (number)
    where names @@ $1::tsquery and ${hasTraits('$3')} order by place limit ${NAMES_READ}`)}) as items`)

const FOUND: Record<Market, ReturnType<typeof found>> = { app: found('app'), theme: found('theme') }
const WALKED: Record<Market, ReturnType<typeof walked>> = {
  app: walked('app'),
  theme: walked('theme'),
}

interface Suggested {
  items: SuggestedItem[]
  developers: { slug: string; name: string }[]
  /** Replaces words that no item has. */
  corrected: string | null
}

/**
 * One statement; a second one for very many matches, or for corrections when nothing matches.
 * `must`: bits that an item must have (`traits.ts`).
 */
async function findSuggestions(
  db: Db,
  locale: string,
  market: Market,
  words: readonly string[],
  must: number,
): Promise<Suggested> {
  const [row] = await FOUND[market](db, [wideLexemes(words), locale, lexemes(words), must])
  const developers = row?.developers ?? []
  if (!row || (row.matches === 0 && developers.length === 0)) {
    const { instead } = await nearestWords(db, market, words)
    return {
      items: [],
      developers,
      corrected: instead.join(' ') === words.join(' ') ? null : instead.join(' '),
    }
  }
  if (row.matches <= CAP) return { items: row.items ?? [], developers, corrected: null }
  const [best] = await WALKED[market](db, [lexemes(words), locale, must])
  const first = best?.items ?? []
  const slugs = new Set(first.map((item) => item.slug))
  return {
    items: [...first, ...(row.items ?? []).filter((item) => !slugs.has(item.slug))],
    developers,
    corrected: null,
  }
}

/** Completes the last word from names, the most frequent completion first, in lower case. */
export function completionsOf(
  typed: string,
  names: readonly string[],
  locale: string,
  most: number,
): string[] {
  const said = typed.trim().split(/\s+/)
  const last = fold(said.at(-1) ?? '')
  if (last.length < 2) return []
  const counts = new Map<string, number>()
  for (const name of names) {
    const own = name
      .toLocaleLowerCase(locale)
      .split(/[^\p{L}\p{M}\p{Nd}]+/u)
      .filter((word) => fold(word).startsWith(last) && fold(word) !== last)
    for (const word of new Set(own)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || a.length - b.length)
    .slice(0, most)
    .map(([word]) => [...said.slice(0, -1), word].join(' '))
}

/** Of all kinds together. */
const MOST = 8
const WORDS_SHOWN = 2
const CATEGORIES_SHOWN = 2
const DEVELOPERS_SHOWN = 1

/** One or two statements, whatever the size of the market. */
export const listSuggestions = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const words = wordsOf(query.q)
    if (words.length === 0)
      return { data: { words: [], corrected: null, items: [], categories: [], developers: [] } }
    const [shelves, found] = await Promise.all([
      readShelves(ctx, ctx.market),
      findSuggestions(ctx.db, ctx.locale, ctx.market, words, requiredTraits(ctx)),
    ])
    const categories = shelves.categories
      .filter(({ name }) => {
        const own = Object.values(name).flatMap((said) => fold(said).split(' '))
        return words.every((word) => own.some((one) => one.startsWith(word)))
      })
      .slice(0, CATEGORIES_SHOWN)
      .map(({ slug, name }) => ({ slug, name: pickText(name, ctx.locale) }))
    const completed = completionsOf(
      query.q,
      found.items.map((item) => item.name),
      ctx.locale,
      WORDS_SHOWN,
    )
    const developers = found.developers.slice(0, DEVELOPERS_SHOWN)
    const room =
      MOST -
      completed.length -
      categories.length -
      developers.length -
      (found.corrected === null ? 0 : 1)
    return {
      data: {
        words: completed,
        corrected: found.corrected,
        categories,
        developers,
        items: found.items.slice(0, room),
      },
    }
  },
})
