import type { Locale } from './locale.ts'

/** The default name of a market. */
export const MARKET_NAME = 'Arasta'

/** Values for the name's placeholders: `{market}`, and in Turkish with a suffix, `{market_da}`. */
export type NameForms = Readonly<Record<string, string>>

const VOWEL = /[aıoueiöüâîû]/g
/**
 * Vowel harmony: the vowel of a suffix by the last vowel of the word, for open (a/e) and close
 * (ı/i/u/ü) suffixes.
 */
const OPEN: Record<string, string> = { a: 'a', ı: 'a', o: 'a', u: 'a', â: 'a', û: 'a' }
const NARROW: Record<string, string> = {
  a: 'ı',
  ı: 'ı',
  â: 'ı',
  o: 'u',
  u: 'u',
  û: 'u',
  ö: 'ü',
  ü: 'ü',
}

/**
 * The name with the suffixes of Turkish sentences, by the harmony of its last vowel: `Arasta’ya`,
 * `Pazar’a`, `Dükkân’ın`.
 */
export function nameForms(name: string, locale: Locale): NameForms {
  const key = `${locale} ${name}`
  const known = kept.get(key) ?? formsOf(name, locale)
  // The names that markets have now: two, and another after each change.
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, known)
  return known
}

const MOST_KEPT = 100
const kept = new Map<string, NameForms>()

function formsOf(name: string, locale: Locale): NameForms {
  if (locale !== 'tr') return { market: name }
  const lower = name.toLocaleLowerCase('tr')
  const last = lower.match(VOWEL)?.at(-1) ?? 'e'
  const [a, i] = [OPEN[last] ?? 'e', NARROW[last] ?? 'i']
  const isVowel = new RegExp(`${VOWEL.source}$`).test(lower)
  const d = /[fstkçşhp]$/.test(lower) ? 't' : 'd'
  const ended = (ending: string) => `${name}’${ending}`
  return {
    market: name,
    market_da: ended(d + a),
    market_daki: ended(`${d}${a}ki`),
    market_dan: ended(`${d}${a}n`),
    market_ya: ended((isVowel ? 'y' : '') + a),
    market_yi: ended((isVowel ? 'y' : '') + i),
    market_nin: ended(`${isVowel ? 'n' : ''}${i}n`),
  }
}

/** Fills the placeholders of the market's name; leaves others as they are. */
export const withName = (text: string, forms: NameForms): string =>
  text.replace(/\{(market\w*)\}/g, (place, form: string) => forms[form] ?? place)
