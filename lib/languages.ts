/**
 * The languages of the product: one row each, and a folder of the same name in `locales/`. `traits`
 * is the bit of items whose texts are written in it (`modules/catalog/traits.ts`,
 * `languages` in the database), from 16 to 25; it must not change once used.
 */
interface Language {
  /** In its own words. */
  name: string
  direction: 'ltr' | 'rtl'
  /** For `Intl`: Latin digits and the Gregorian calendar everywhere (D18). */
  tag: string
  /** With its territory, as Open Graph has it. */
  territory: string
  traitBit: number
}

export const LANGUAGES = {
  tr: { name: 'Türkçe', direction: 'ltr', tag: 'tr-TR', territory: 'tr_TR', traitBit: 16 },
  en: { name: 'English', direction: 'ltr', tag: 'en-GB', territory: 'en_GB', traitBit: 17 },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    tag: 'ar-u-ca-gregory-nu-latn',
    territory: 'ar_SA',
    traitBit: 18,
  },
  de: { name: 'Deutsch', direction: 'ltr', tag: 'de-DE', territory: 'de_DE', traitBit: 22 },
  es: { name: 'Español', direction: 'ltr', tag: 'es-ES', territory: 'es_ES', traitBit: 23 },
} satisfies Record<string, Language>

export type Locale = keyof typeof LANGUAGES
