import { fold } from '#lib/text.ts'
import { otherForms } from '#lib/word-forms.ts'
import type { Market } from '#lib/market.ts'

/** What somebody typed, as text search queries of PostgreSQL. */

const MAX_WORDS = 8

export const wordsOf = (query: string): string[] =>
  [...new Set(fold(query).split(' ').filter(Boolean))].slice(0, MAX_WORDS)

/** Weights of `item_words.words`: name, tagline, developer and categories. */
type Weights = '' | 'A' | 'B' | 'C'

/** A single letter matches only itself; longer words match as a prefix. */
const lexeme = (word: string, begins = word.length > 1, weights: Weights = '') =>
  `'${word.slice(0, 60)}'${begins || weights ? ':' : ''}${begins ? '*' : ''}${weights}`
export const lexemes = (words: readonly string[]) => words.map((word) => lexeme(word)).join(' & ')
/** Matches each word, its other forms, or its replacement. */
export const wideLexemes = (words: readonly string[], instead: readonly string[] = words) =>
  words
    .map((word, n) => {
      const forms = otherForms(word).map((form) => lexeme(form.word, form.begins))
      return `(${[...new Set([lexeme(word), lexeme(instead[n] ?? word), ...forms])].join(' | ')})`
    })
    .join(' & ')

/** Matches any of the words in any form. */
export const anyLexemes = (words: readonly string[]) =>
  words.map((word) => wideLexemes([word])).join(' | ')

/** Words without a meaning of their own, folded. */
const LINKING = new Set(
  [
    'a an and as at by can do does for from how i in is it my of on or the to what where with your',
    'bir bu da de gibi hangi icin ile ki mi mu nasil ne nerede olan senin ve veya ya',
    'أن إلى التي الذي أو بدون عن على في كيف لي ما مع من هذا هل و',
    'am an auf aus bei das dem den der die ein eine einen fur ich im ist mein meine mit oder und vom von wie zu zum zur',
    'a al como con cual de del donde e el en es la las lo los mi mis o para por que se su sus un una y',
  ]
    .join(' ')
    .split(' ')
    .flatMap((word) => fold(word).split(' ')),
)

/** What everything on a market is, so that it tells nothing of an item. Folded. */
const KINDS: Record<Market, ReadonlySet<string>> = {
  app: kinds(
    'app apps application applications plugin plugins extension extensions addon addons add-on',
    'uygulama uygulamasi uygulamalar uygulamalari eklenti eklentisi eklentiler modul modulu',
    'تطبيق التطبيق تطبيقات التطبيقات إضافة إضافات ملحق',
    'anwendung anwendungen erweiterung erweiterungen modul module',
    'aplicacion aplicaciones extension extensiones complemento complementos modulo',
  ),
  theme: kinds(
    'theme themes template templates design designs skin',
    'tema temasi temalar temalari sablon sablonu tasarim tasarimi',
    'قالب القالب قوالب القوالب ثيم ثيمات تصميم التصميم سمة',
    'theme themes vorlage vorlagen design designs layout',
    'tema temas plantilla plantillas diseno disenos',
  ),
}

function kinds(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => fold(list).split(' ')))
}

/** Without words that have no meaning of their own, unless there is nothing else. */
export function meaningful(words: readonly string[]): readonly string[] {
  const some = words.filter((word) => !LINKING.has(word))
  return some.length === 0 ? words : some
}

/** Words that an item must have, and others that only raise its rank. */
export interface Needed {
  must: string[]
  may: string[]
}

/** Linking words and kinds are not needed, unless there is nothing else. */
export function neededOf(words: readonly string[], market: Market): Needed {
  const some = meaningful(words)
  const must = some.filter((word) => !KINDS[market].has(word))
  return must.length === 0
    ? { must: [...some], may: [] }
    : { must, may: some.filter((word) => KINDS[market].has(word)) }
}

/** Other words for a needed one: all of them, when there are several. */
export interface Alternative {
  words: readonly string[]
  /** False matches only whole words. Left out: as a word of this length usually should. */
  begins?: boolean
}

/** One needed word, or several that mean something together, with what stands for them. */
export interface Unit {
  words: readonly string[]
  /** Words that are as good: joined with the one before or behind. */
  joined: readonly string[]
  alternatives: readonly Alternative[]
  /** Other units that together are as good: the words one by one, the parts of a compound. */
  ways: readonly (readonly Unit[])[]
}

/** Each word alone; "gift card" is also found as "giftcard". */
export const unitsOf = (words: readonly string[]): Unit[] =>
  words.map((word, n) => ({
    words: [word],
    joined: [words[n - 1] && words[n - 1] + word, words[n + 1] && word + words[n + 1]].filter(
      (one) => one !== undefined && one !== '' && one.length <= 30,
    ) as string[],
    alternatives: [],
    ways: [],
  }))

/** A part of a compound is not shorter. */
const SHORTEST_PART = 4

/** How a word may be put together of two: "Lieferkalender". */
export const splitsOf = (word: string): [string, string][] =>
  Array.from(
    { length: Math.max(0, word.length - 2 * SHORTEST_PART + 1) },
    (_, n): [string, string] => [word.slice(0, n + SHORTEST_PART), word.slice(n + SHORTEST_PART)],
  )

const anyOf = (parts: readonly string[]): string => {
  const [first = '', ...more] = new Set(parts)
  return more.length === 0 ? first : `(${[first, ...more].join(' | ')})`
}
const allOf = (words: readonly string[], begins: boolean | undefined, weights: Weights): string => {
  const parts = words.map((word) => lexeme(word, begins, weights))
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' & ')})`
}

/** As it was typed. */
const typedLexemes = ({ words, joined }: Unit, weights: Weights = ''): string =>
  anyOf([
    allOf(words, undefined, weights),
    ...joined.map((word) => lexeme(word, undefined, weights)),
  ])

const WITH_ARTICLE = ['', 'ال', 'لل']
/** Shorter words would begin too many others. */
const BEGINS = { arabic: 4, other: 5 }

/** A word with the same meaning as one that was typed. */
function meantLexeme(word: string, weights: Weights): string {
  if (/^[\u0621-\u064a]+$/.test(word)) {
    const articles = word.startsWith('ال') ? [''] : WITH_ARTICLE
    return anyOf(
      articles.map((article) => lexeme(article + word, word.length >= BEGINS.arabic, weights)),
    )
  }
  if (word.length >= BEGINS.other) return lexeme(word, true, weights)
  const many = /^[a-z]{3,}$/.test(word) ? [lexeme(`${word}s`, false, weights)] : []
  return anyOf([lexeme(word, false, weights), ...many])
}

const alternativeLexemes = ({ words, begins }: Alternative, weights: Weights): string => {
  if (begins !== undefined) return allOf(words, begins, weights)
  const parts = words.map((word) => meantLexeme(word, weights))
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' & ')})`
}

/** A text search query of a term with the same meaning. */
export const termQuery = (words: readonly string[]): string => alternativeLexemes({ words }, '')

/** As it was typed, or what stands for it. */
const wideUnit = (unit: Unit, weights: Weights = ''): string =>
  anyOf([
    typedLexemes(unit, weights),
    ...unit.ways.map((way) => `(${way.map((part) => wideUnit(part, weights)).join(' & ')})`),
    ...unit.alternatives.map((one) => alternativeLexemes(one, weights)),
  ])

export const queryOf = (units: readonly Unit[]): string =>
  units.map((unit) => wideUnit(unit)).join(' & ')

/** Matches any of them. */
export const anyQueryOf = (units: readonly Unit[]): string =>
  units.map((unit) => wideUnit(unit)).join(' | ')

/** Later ones do not matter for the rank, so that there are few statements. */
const MOST_RANKED = 4

/** Points of a word by where it stands. */
const IN_NAME = 1
const NAME_BEGINS = 0.85
const MEANT_IN_NAME = 0.75
const IN_TAGLINE = 0.6
const MEANT_IN_TAGLINE = 0.5
const IN_CATEGORY = 0.4
const IN_TEXT = 0.2

/** How much more a name counts that is what was typed, begins with it, or has it in one piece. */
const EXACT = 3
const AT_START = 1.6
const PHRASE = 1.3

/**
 * SQL of an item's rank (docs/decisions/0060): the mean of its words' points, times how its name
 * resembles what was typed, times its popularity. `put` takes the values.
 */
export function rankSql(
  { units, may, typed }: { units: readonly Unit[]; may: readonly string[]; typed: string },
  put: (value: unknown) => string,
): string {
  const points = units.slice(0, MOST_RANKED).map((unit) => {
    const has = (query: string) => `heads @@ ${put(query)}::tsquery`
    const whole = anyOf([allOf(unit.words, false, 'A')])
    const meant = unit.alternatives.length > 0 || unit.ways.length > 0
    return `case when ${has(whole)} then ${IN_NAME} when ${has(typedLexemes(unit, 'A'))} then ${NAME_BEGINS}${
      meant ? ` when ${has(wideUnit(unit, 'A'))} then ${MEANT_IN_NAME}` : ''
    } when ${has(typedLexemes(unit, 'B'))} then ${IN_TAGLINE}${
      meant ? ` when ${has(wideUnit(unit, 'B'))} then ${MEANT_IN_TAGLINE}` : ''
    } when ${has(wideUnit(unit, 'C'))} then ${IN_CATEGORY} else ${IN_TEXT} end`
  })
  const kinds =
    may.length === 0
      ? ''
      : ` + case when heads @@ ${put(anyOf(may.map((word) => lexeme(word, false, 'A'))))}::tsquery then 0.1 else 0 end`
  const [exact, begins, phrase] = [`| ${typed} |`, `| ${typed} `, ` ${typed} `].map(put)
  return `((${points.join(' + ')}) / ${points.length}.0${kinds})
    * case when position(${phrase} in titles) = 0 then 1 when position(${exact} in titles) > 0 then ${EXACT} when position(${begins} in titles) > 0 then ${AT_START} else ${PHRASE} end
    * popularity(rating, reviews)`
}
