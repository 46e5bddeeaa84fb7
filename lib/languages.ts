/**
 * The languages of the product: one row each, and a folder of the same name in `locales/`. `traits`
 * is the bit of items whose texts are written in it (`modules/catalog/traits.ts`,
 * `languages` in the database); it must not change once used.
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
} satisfies Record<string, Language>

export type Locale = keyof typeof LANGUAGES
