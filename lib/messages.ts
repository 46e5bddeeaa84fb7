import type { Locale } from './locale.ts'

/**
 * A message is a text with `{name}` places, or forms by CLDR plural category chosen by `{count}`
 * (D18; Arabic has six). Fifty lines instead of a library: the smallest well-kept one costs a tenth
 * of the page's script budget (decision 0004).
 */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>
export type Message = string | PluralForms
export type MessageParams = Record<string, string | number>
export type Translate<K extends string = string> = (key: K, params?: MessageParams) => string

/** For what is no running text, such as the name of a file. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')

/**
 * A version, a name or a domain among Arabic words keeps its own direction (Unicode isolates). What
 * begins in Arabic, as a day does, needs none; an address with a scheme is left alone, because mail
 * programs would take the mark for a part of the link.
 */
function isolated(value: string): string {
  if (value.includes('\u2068') || value.includes('://')) return value
  const arabicAt = value.search(/[\u0600-\u06ff]/)
  const latinAt = value.search(arabicAt === -1 ? /[A-Za-z0-9]/ : /[A-Za-z]/)
  return latinAt !== -1 && (arabicAt === -1 || latinAt < arabicAt) ? `\u2068${value}\u2069` : value
}

/**
 * A translator over one language's messages; `always` fills places that every message may have. An
 * unknown key is shown as itself, so that it is seen.
 */
export function makeTranslate<K extends string>(
  messages: Readonly<Record<string, Message>>,
  locale: Locale,
  always: MessageParams = {},
): Translate<K> {
  // Made when they are needed: each costs a phone as much time as a hundred messages.
  let plurals: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined
  return (key, params = {}) => {
    const message = messages[key]
    if (message === undefined) return key
    const text =
      typeof message === 'string'
        ? message
        : (message[(plurals ??= new Intl.PluralRules(locale)).select(Number(params.count ?? 0))] ??
          message.other)
    return text.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = params[name] ?? always[name]
      if (value === undefined) return place
      if (typeof value === 'string') return locale === 'ar' ? isolated(value) : value
      return (numbers ??= new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale)).format(
        value,
      )
    })
  }
}
