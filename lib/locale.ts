import { LANGUAGES, type Locale } from './languages.ts'

export type { Locale }
/**
 * Every language of the product. A market is offered in those that it has chosen, its default
 * first; before that, in all of them in this order.
 */
export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[]
export const FALLBACK_LOCALE = 'en' as const satisfies Locale

export const forEachLocale = <T>(make: (locale: Locale) => T): Record<Locale, T> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, T>

/** Each language in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = forEachLocale(
  (locale) => LANGUAGES[locale].name,
)
/** For `Intl`. */
export const LANGUAGE_TAGS: Readonly<Record<Locale, string>> = forEachLocale(
  (locale) => LANGUAGES[locale].tag,
)

export const directionOf = (locale: Locale): 'ltr' | 'rtl' =>
  LANGUAGES[locale].direction as 'ltr' | 'rtl'

/** The name of a language in another one: "Turkish", "Türkçe". */
export const languageName = (of: Locale, reader: Locale): string =>
  displayNamesIn(reader).of(of) ?? LANGUAGE_NAMES[of]
/** The name of a language in every language. */
export const languageNames = (of: Locale): Text =>
  forEachLocale((reader) => languageName(of, reader))

/** Parses `hl` in any case ("TR", "tr"); null for languages that are not offered. */
export function readLocale(
  value: string | null | undefined,
  offered: readonly Locale[] = LOCALES,
): Locale | null {
  const lower = value?.toLowerCase()
  return offered.find((locale) => locale === lower) ?? null
}

/** D18: `hl` in the query, then the cookie, then Accept-Language, then the market's default. */
export function chooseLocale(
  sources: {
    query?: string | null
    cookie?: string | null
    acceptLanguage?: string | null
  },
  offered: readonly Locale[],
): Locale {
  return (
    readLocale(sources.query, offered) ??
    readLocale(sources.cookie, offered) ??
    fromAcceptLanguage(sources.acceptLanguage, offered) ??
    offered[0] ??
    FALLBACK_LOCALE
  )
}

function fromAcceptLanguage(
  header: string | null | undefined,
  offered: readonly Locale[],
): Locale | null {
  if (!header) return null
  const wanted = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';')
      const quality = Number(
        rest
          .find((piece) => piece.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? '1',
      )
      return {
        locale: readLocale(tag.split('-')[0], offered),
        quality: Number.isFinite(quality) ? quality : 0,
      }
    })
  const best = wanted
    .filter((one) => one.locale !== null && one.quality > 0)
    .sort((a, b) => b.quality - a.quality)[0]
  return best?.locale ?? null
}

/** A text in some languages; shown in the requested one, else English, else any (D18). */
export type Text = Partial<Record<Locale, string>>
export const pickText = (text: Text, locale: Locale): string =>
  text[locale] ?? text[FALLBACK_LOCALE] ?? Object.values(text)[0] ?? ''

/** What every language may have and English has: other languages fall back to it. */
export type ByLocale<T> = Partial<Record<Locale, T>> & { [FALLBACK_LOCALE]: T }
export const inLanguage = <T>(of: ByLocale<T>, locale: Locale): T =>
  of[locale] ?? of[FALLBACK_LOCALE]

/**
 * A message is a text with `{name}` placeholders, or plural forms by CLDR category chosen by
 * `{count}` (D18; Arabic has six). Fifty lines instead of a library: the smallest maintained one
 * costs a tenth of the page's script budget (decision 0004).
 */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>
export type Message = string | PluralForms
export type MessageParams = Record<string, string | number>
export type Translate<K extends string = string> = (key: K, params?: MessageParams) => string

/** For file names and other text that is not shown in a sentence. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')

/**
 * In text from right to left, isolates a value that begins with Latin letters or digits (a version,
 * a name, a domain), so that it keeps its direction. A URL with a scheme stays as it is, because
 * mail programs would include the mark in the link.
 */
function isolated(value: string): string {
  if (value.includes('\u2068') || value.includes('://')) return value
  const arabicAt = value.search(/[\u0600-\u06ff]/)
  const latinAt = value.search(arabicAt === -1 ? /[A-Za-z0-9]/ : /[A-Za-z]/)
  return latinAt !== -1 && (arabicAt === -1 || latinAt < arabicAt) ? `\u2068${value}\u2069` : value
}

/** Formatters of a language are created on demand: each takes as long as a hundred messages. */
function perLocale<T>(create: (tag: string) => T): (locale: string) => T {
  const created = new Map<string, T>()
  return (locale) => {
    const known = created.get(locale)
    if (known !== undefined) return known
    const one = create(LANGUAGE_TAGS[locale as Locale])
    created.set(locale, one)
    return one
  }
}
const pluralsOf = perLocale((tag) => new Intl.PluralRules(tag))
const numbersOf = perLocale((tag) => new Intl.NumberFormat(tag))
const displayNamesIn = perLocale((tag) => new Intl.DisplayNames(tag, { type: 'language' }))

/** 12.345 */
export const formatNumber = (value: number, locale: Locale): string =>
  numbersOf(locale).format(value)

/**
 * Creates a translator for one language; `always` fills placeholders that every message may have.
 * Returns the key itself when it is unknown, so that it shows.
 */
export function makeTranslate<K extends string>(
  messages: Readonly<Record<string, Message>>,
  locale: Locale,
  always: MessageParams = {},
): Translate<K> {
  return (key, params = {}) => {
    const message = messages[key]
    if (message === undefined) return key
    const text =
      typeof message === 'string'
        ? message
        : (message[pluralsOf(locale).select(Number(params.count ?? 0))] ?? message.other)
    if (!text.includes('{')) return text
    return text.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = params[name] ?? always[name]
      if (value === undefined) return place
      if (typeof value === 'string') return directionOf(locale) === 'rtl' ? isolated(value) : value
      return numbersOf(locale).format(value)
    })
  }
}
