import type { FieldRules } from '#lib/field-rules.ts'
import type { Locale, Text } from '#lib/locale.ts'

export const SHELF_RULES = {
  name: { required: true, max: 60 },
  lead: { max: 200 },
  title: { required: true, max: 80 },
  text: { max: 200 },
  action: { required: true, max: 40 },
  target: { required: true, max: 2000 },
  alt: { max: 300 },
} as const satisfies Record<string, FieldRules>

export const MOST_IN_COLLECTION = 60

/** What operators put in order, each for one market. */
export const ORDERED_LISTS = [
  'categories',
  'collections',
  'goals',
  'home_banners',
  'list_banners',
] as const
export type OrderedList = (typeof ORDERED_LISTS)[number]

/** Without empty texts. */
export const writtenOf = (texts: Text): Text =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

/** Languages of the market in which one of these texts is missing. */
export const missingIn = (languages: readonly Locale[], ...texts: readonly Text[]): Locale[] =>
  languages.filter((locale) => texts.some((text) => !text[locale]))
