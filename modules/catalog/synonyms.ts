import { prepared } from '#db/prepared.ts'
import type { Locale } from '#lib/locale.ts'
import { otherForms } from '#lib/word-forms.ts'
import type { Services } from '#kernel/context.ts'
import { meaningful, splitsOf, unitsOf, type Unit } from './search-words.ts'

/**
 * Senses that operators edit (`synonym_groups`): a word in one language stands for the words of the
 * same sense in all of them.
 */

export interface Term {
  locale: Locale
  /** As operators wrote it. */
  term: string
  words: readonly string[]
}

interface Sense {
  group: string
  terms: readonly Term[]
}

interface Entry {
  words: readonly string[]
  sense: Sense
}

export interface Synonyms {
  /** By the first word of a term. */
  entries: ReadonlyMap<string, readonly Entry[]>
  /** All words of all terms. */
  vocabulary: ReadonlySet<string>
}

/** The longest term, in words. */
export const MOST_TERM_WORDS = 5

const TERMS = prepared<{
  group: string
  sense: { locale: Locale; term: string; words: string }[]
}>(`
  select group_id as "group", json_agg(json_build_object('locale', locale, 'term', term, 'words', words) order by locale, place) as sense
  from synonym_terms join synonym_groups on id = group_id where deleted_at is null group by group_id`)

/** Cached until an operator changes a term. */
export const readSynonyms = ({ db, cache }: Pick<Services, 'db' | 'cache'>): Promise<Synonyms> =>
  cache.getOrLoad('synonyms', ['synonyms'], async () => {
    const entries = new Map<string, Entry[]>()
    const vocabulary = new Set<string>()
    for (const { group, sense: rows } of await TERMS(db, [])) {
      const terms = rows.map((row) => ({ ...row, words: meaningful(row.words.split(' ')) }))
      const sense: Sense = { group, terms }
      for (const { words } of terms) {
        for (const word of words) vocabulary.add(word)
        // "gift card" is known by "giftcard", too.
        for (const known of words.length > 1 ? [words, [words.join('')]] : [words]) {
          const first = known[0] ?? ''
          entries.set(first, [...(entries.get(first) ?? []), { words: known, sense }])
        }
      }
    }
    return { entries, vocabulary }
  })

/** Shorter ones are left of words that have nothing to do with them. */
const SHORTEST_STEM = 4

/** A word and its other forms: "kuponlar" is known by "kupon". */
const formsOf = (word: string): string[] => [
  word,
  ...otherForms(word).flatMap((form) => (form.word.length < SHORTEST_STEM ? [] : form.word)),
]

/** That a word is one in any language, even if no item has it: it is not a slip. */
export const isRealWord = ({ vocabulary }: Synonyms, word: string): boolean =>
  formsOf(word).some((form) => vocabulary.has(form))

function sensesOf({ entries }: Synonyms, forms: readonly (readonly string[])[]): Sense[] {
  const begins = forms[0]?.flatMap((form) => entries.get(form) ?? []) ?? []
  return begins
    .filter(
      ({ words }) =>
        words.length === forms.length && words.every((word, n) => forms[n]?.includes(word)),
    )
    .map(({ sense }) => sense)
}

const termsIn = (senses: readonly Sense[]): ReadonlySet<Term> =>
  new Set(senses.flatMap(({ terms }) => terms))

/** So many other words are looked for instead of one. */
const MOST_ALTERNATIVES = 60

const withSense = (unit: Unit, senses: readonly Sense[], words: readonly string[]) => ({
  ...unit,
  alternatives: [
    ...unit.alternatives,
    ...[...termsIn(senses)]
      .filter((term) => term.words.join(' ') !== words.join(' '))
      .slice(0, MOST_ALTERNATIVES)
      .map((term) => ({ words: term.words })),
  ],
})

export interface Expanded {
  units: Unit[]
  /** What stands for some of them, in the reader's language first. */
  terms: Term[]
  /** Ids of the groups of synonyms. */
  groups: string[]
}

/** Needed words with all that means the same; words that mean something together are one unit. */
export function expand(synonyms: Synonyms, needed: readonly string[], locale: string): Expanded {
  const single = unitsOf(needed)
  const forms = needed.map(formsOf)
  const units: Unit[] = []
  const used: Sense[] = []
  for (let at = 0; at < needed.length;) {
    const { length, senses } = longestAt(synonyms, needed, forms, at)
    const words = needed.slice(at, at + length)
    used.push(...senses)
    const parts = single.slice(at, at + length).map((unit, n) => {
      const own = length === 1 ? senses : sensesOf(synonyms, [forms[at + n] ?? []])
      return withSense(unit, own, unit.words)
    })
    const [part] = parts
    units.push(
      length === 1 && part
        ? part
        : withSense(
            { words, joined: [words.join('')], alternatives: [], ways: [parts] },
            senses,
            words,
          ),
    )
    at += length
  }
  const terms = [...termsIn(used)].filter(
    (term) => !needed.join(' ').includes(term.words.join(' ')),
  )
  return {
    units,
    groups: [...new Set(used.map(({ group }) => group))],
    terms: terms.toSorted((a, b) => Number(b.locale === locale) - Number(a.locale === locale)),
  }
}

/** The two words that a compound may be put together of, with what means the same. */
export function compoundWays(synonyms: Synonyms, word: string): Unit[][] {
  return splitsOf(word).map((parts) =>
    parts.map((part) => {
      const [unit] = unitsOf([part])
      return withSense(unit as Unit, sensesOf(synonyms, [[part, part.replace(/s$/, '')]]), [part])
    }),
  )
}

/** The longest term that begins at this word; "full screen" is also known by "fullscreen". */
function longestAt(
  synonyms: Synonyms,
  needed: readonly string[],
  forms: readonly (readonly string[])[],
  at: number,
): { length: number; senses: Sense[] } {
  for (let length = Math.min(MOST_TERM_WORDS, needed.length - at); length > 1; length -= 1) {
    const senses = [
      ...sensesOf(synonyms, forms.slice(at, at + length)),
      ...sensesOf(synonyms, [[needed.slice(at, at + length).join('')]]),
    ]
    if (senses.length > 0) return { length, senses }
  }
  return { length: 1, senses: sensesOf(synonyms, [forms[at] ?? []]) }
}
