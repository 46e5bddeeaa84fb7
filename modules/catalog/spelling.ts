import { editDistance } from '#lib/edit-distance.ts'
import { otherForms } from '#lib/word-forms.ts'
import type { Market } from '#lib/market.ts'
import { prepared } from '#db/prepared.ts'
import type { Db } from '#db/client.ts'

/** Known words that somebody may have meant (D24). */

/** Counting stops here: of two equally similar words the one with more items is chosen. */
const COMMON = 200

interface Candidate {
  word: string
  /** Capped at COMMON. */
  items: number
}

const near = (market: Market) =>
  prepared<{ known: boolean; near: Candidate[] }>(`
  select exists (select from unnest(string_to_array(given.forms, ' ')) as form cross join lateral (
      -- limited, so that the index is read and not all words
      select from known_words where word >= rtrim(form, '*') and word <= replace(form, '*', U&'\\+10FFFF') limit 1) as found) as known,
    coalesce((select json_agg(json_build_object('word', word, 'items', (
        select count(*) from (select from item_words where market = '${market}' and words @@ ('''' || candidates.word || '''')::tsquery limit ${COMMON}) as having_it
      )) order by likeness desc, word)
      from (select word, similarity(k.word, given.word) as likeness from known_words k where k.word % given.word
        order by likeness desc, word limit 12) as candidates), '[]') as near
  -- the beginnings of words end in a star
  from unnest($1::text[], $2::text[]) with ordinality as given (word, forms, place) order by place`)
const NEAR: Record<Market, ReturnType<typeof near>> = { app: near('app'), theme: near('theme') }

/** Short words are similar to too many others. */
const slipsAllowed = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2)

/**
 * Chooses by edit distance, in which two swapped letters are one edit; trigrams found candidates.
 */
export function nearest(word: string, candidates: readonly Candidate[]): string {
  let best = { word, slips: slipsAllowed(word) + 1, items: 0 }
  for (const { word: candidate, items } of candidates) {
    const slips = editDistance(word, candidate)
    if (items > 0 && (slips < best.slips || (slips === best.slips && items > best.items)))
      best = { word: candidate, slips, items }
  }
  return best.slips > slipsAllowed(word) ? word : best.word
}

const NEAR_SHOWN = 3

/** The nearest known word for each unknown word, and similar words to show if nothing is found. */
export async function nearestWords(
  db: Db,
  market: Market,
  words: readonly string[],
): Promise<{ instead: string[]; near: string[] }> {
  const rows = await NEAR[market](db, [
    words,
    words.map((word) =>
      [`${word}*`, ...otherForms(word).map((form) => form.word + (form.begins ? '*' : ''))].join(
        ' ',
      ),
    ),
  ])
  const candidates = rows
    .filter((row) => !row.known)
    .flatMap((row) => row.near.filter(({ items }) => items > 0).slice(0, NEAR_SHOWN))
  return {
    instead: words.map((word, n) => (rows[n]?.known ? word : nearest(word, rows[n]?.near ?? []))),
    near: [...new Set(candidates.map(({ word }) => word))].slice(0, NEAR_SHOWN),
  }
}
