import type { FieldRules } from '#lib/field-rules.ts'
import { type Locale, LOCALES, type Text } from '#lib/locale.ts'

export const SHELF_RULES = {
  name: { required: true, max: 60 },
  lead: { max: 200 },
  title: { required: true, max: 80 },
  text: { max: 200 },
  action: { required: true, max: 40 },
  target: { required: true, max: 2000 },
  alt: { max: 300 },
} as const satisfies Record<string, FieldRules>

/** Without empty texts. */
export const writtenOf = (texts: Readonly<Record<Locale, string>>): Text =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => (texts[locale] === '' ? [] : [[locale, texts[locale]]])),
  )

/** Languages in which one of these texts is missing. */
export const missingIn = (...texts: readonly Text[]): Locale[] =>
  LOCALES.filter((locale) => texts.some((text) => !text[locale]))
