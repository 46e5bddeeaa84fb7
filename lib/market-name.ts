import type { Locale } from './locale.ts'

/** What a market is called until its operators say otherwise. */
export const MARKET_NAME = 'Arasta'

/**
 * What stands in for a name in a sentence: `{market}`, and in Turkish with an ending,
 * `{market_da}`.
 */
export type NameForms = Readonly<Record<string, string>>

const VOWEL = /[aıoueiöüâîû]/g
/** For each vowel the one that follows it in an ending: two ways open, four ways narrow. */
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
 * The name with the endings that Turkish sentences need, each by the harmony of its last vowel:
 * `Arasta’ya`, `Pazar’a`, `Dükkân’ın`.
 */
export function nameForms(name: string, locale: Locale): NameForms {
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

/** A text with the market's name where it is left open; other places stay as they are. */
export const withName = (text: string, forms: NameForms): string =>
  text.replace(/\{(market\w*)\}/g, (place, form: string) => forms[form] ?? place)
