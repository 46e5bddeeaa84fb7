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

interface Known {
  /** Some item has the word, one that begins with it, or another form of it. */
  known: boolean
  /**
   * With the word or one that begins with it, capped at COMMON; 0 for an unknown word when nothing
   * was found.
   */
  items: number
  near: Candidate[]
}

const near = (market: Market) =>
  prepared<Known>(`
  select said.known,
    case when said.known or $3 then (select count(*)::integer from (select from item_words where market = '${market}' and words @@ ('''' || given.word || ''':*')::tsquery limit ${COMMON}) as having_it) else 0 end as items,
    coalesce((select json_agg(json_build_object('word', word, 'items', (
        select count(*) from (select from item_words where market = '${market}' and words @@ ('''' || candidates.word || '''')::tsquery limit ${COMMON}) as having_it
      )) order by likeness desc, word)
      from (select word, similarity(k.word, given.word) as likeness from known_words k where k.word % given.word
        order by likeness desc, word limit 12) as candidates), '[]') as near
  from unnest($1::text[], $2::text[]) with ordinality as given (word, forms, place)
  cross join lateral (select exists (select from unnest(string_to_array(given.forms, ' ')) as form cross join lateral (
      -- limited, so that the index is read and not all words; the beginnings of words end in a star
      select from known_words where word >= rtrim(form, '*') and word <= replace(form, '*', U&'\\+10FFFF') limit 1) as found) as known offset 0) as said
  order by place`)
const NEAR: Record<Market, ReturnType<typeof near>> = { app: near('app'), theme: near('theme') }

/** Short words are similar to too many others. */
const slipsAllowed = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2)

/** Hardly anybody mistypes the first letter, unless it changes places with the second. */
const beginsAlike = (word: string, other: string): boolean =>
  word[0] === other[0] || (word[0] === other[1] && word[1] === other[0])

/**
 * Chooses by edit distance, in which two swapped letters are one edit; trigrams found candidates.
 */
export function nearest(word: string, candidates: readonly Candidate[]): string {
  let best = { word, slips: slipsAllowed(word) + 1, items: 0 }
  for (const { word: candidate, items } of candidates) {
    if (!beginsAlike(word, candidate)) continue
    const slips = editDistance(word, candidate)
    if (items > 0 && (slips < best.slips || (slips === best.slips && items > best.items)))
      best = { word: candidate, slips, items }
  }
  return best.slips > slipsAllowed(word) ? word : best.word
}

const NEAR_SHOWN = 3
/** A word that hardly any item has is a slip when so many times as many have the nearest one. */
const STRAY = 2
const TIMES_AS_OFTEN = 4

interface NearestOptions {
  isReal?: (word: string) => boolean
  /** Some item has all of the words. */
  isFound?: boolean
}

export interface Spelled {
  /** For each word itself, or the word that was meant where no item has it. */
  instead: string[]
  /** For each word the more frequent one that it may be a slip of, though some item has it. */
  besides: (string | null)[]
  /** For each word whether no item has it in any form. */
  unknown: boolean[]
  /** Similar words, to show if nothing is found. */
  near: string[]
}

/** What words of a search may be slips of; `isReal` are never taken for slips. */
export async function nearestWords(
  db: Db,
  market: Market,
  words: readonly string[],
  { isReal = () => false, isFound = false }: NearestOptions = {},
): Promise<Spelled> {
  const rows = await NEAR[market](db, [
    words,
    words.map((word) =>
      [`${word}*`, ...otherForms(word).map((form) => form.word + (form.begins ? '*' : ''))].join(
        ' ',
      ),
    ),
    isFound,
  ])
  const looked = words.map((word, n) => {
    const row = rows[n] ?? { known: true, items: 0, near: [] }
    return { word, ...row, isReal: isReal(word) }
  })
  const similar = looked
    .filter(({ known }) => !known)
    .flatMap((one) => one.near.filter(({ items }) => items > 0).slice(0, NEAR_SHOWN))
  return {
    instead: looked.map((one) =>
      one.known || one.items > 0 || one.isReal ? one.word : nearest(one.word, one.near),
    ),
    besides: looked.map((one) => (one.isReal ? null : moreFrequent(one))),
    unknown: looked.map(({ known }) => !known),
    near: [...new Set(similar.map(({ word }) => word))].slice(0, NEAR_SHOWN),
  }
}

function moreFrequent({ word, items, near: others }: Known & { word: string }): string | null {
  if (items === 0 || items > STRAY) return null
  const best = nearest(
    word,
    others.filter((one) => one.word !== word && one.items >= items * TIMES_AS_OFTEN),
  )
  return best.startsWith(word) ? null : best
}
