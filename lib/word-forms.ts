/**
 * Other forms of a folded word (`text.ts`) with the same meaning: without Turkish case, possessive
 * and plural endings, the Arabic article and joined particles, or an English plural's s. Endings
 * are cut by their letters alone, so some results are not words: searching for these finds nothing,
 * and short ones are not used as prefixes.
 */
export interface WordForm {
  word: string
  /** Long enough to match as a prefix; a short form only matches whole words. */
  begins: boolean
}

const CASES = [
  'ndan',
  'nden',
  'dan',
  'den',
  'tan',
  'ten',
  'nda',
  'nde',
  'da',
  'de',
  'ta',
  'te',
  'nin',
  'nun',
  'in',
  'un',
  'yla',
  'yle',
  'la',
  'le',
  'ya',
  'ye',
  'na',
  'ne',
  'a',
  'e',
  'yi',
  'yu',
  'ni',
  'nu',
  'i',
  'u',
]
const POSSESSIVES = [
  'imiz',
  'umuz',
  'miz',
  'muz',
  'iniz',
  'unuz',
  'niz',
  'nuz',
  'im',
  'um',
  'm',
  'in',
  'un',
  'n',
  'si',
  'su',
  'i',
  'u',
]
const PLURALS = ['lar', 'ler']
/** Consonant softening before an ending: kitap, kitabı. */
const HARD: Record<string, string> = { b: 'p', d: 't', g: 'k' }

const ARTICLES = ['وال', 'فال', 'بال', 'كال', 'ولل', 'لل', 'ال', 'و']
const ARABIC_PLURALS = ['ات', 'ين', 'ون']
const WITH_ARTICLE = ['ال', 'وال', 'بال', 'لل']

const SHORTEST = 3
const BEGINS = { latin: 5, arabic: 4 }
const MOST = 16

const without = (words: readonly string[], endings: readonly string[]): string[] =>
  words.flatMap((word) => [
    word,
    ...endings
      .filter((ending) => word.endsWith(ending) && word.length - ending.length >= SHORTEST)
      .map((ending) => word.slice(0, -ending.length)),
  ])

const hardened = (word: string): string[] => {
  const hard = HARD[word.at(-1) ?? '']
  return hard === undefined ? [word] : [word, word.slice(0, -1) + hard]
}

function latinForms(word: string): string[] {
  const stems = [CASES, POSSESSIVES, PLURALS]
    .reduce<string[]>(without, [word])
    .flatMap((stem) => (stem === word ? [stem] : hardened(stem)))
  if (word.endsWith('ies')) stems.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('s') && word.length > SHORTEST) stems.push(word.slice(0, -1))
  return stems
}

function arabicForms(word: string): string[] {
  const bare = ARTICLES.filter(
    (article) => word.startsWith(article) && word.length - article.length >= SHORTEST,
  ).map((article) => word.slice(article.length))
  const stems = without([word, ...bare], ARABIC_PLURALS)
  return [...stems, ...stems.flatMap((stem) => WITH_ARTICLE.map((article) => article + stem))]
}

export function otherForms(word: string): WordForm[] {
  const kind = /^[a-z]+$/.test(word) ? 'latin' : /^[\u0621-\u064a]+$/.test(word) ? 'arabic' : null
  if (kind === null) return []
  const forms = new Set(kind === 'latin' ? latinForms(word) : arabicForms(word))
  forms.delete(word)
  return [...forms]
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST)
    .map((form) => ({ word: form, begins: form.length >= BEGINS[kind] }))
}
