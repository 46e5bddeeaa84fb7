export type Locale = 'tr' | 'en' | 'ar'
export const locales: readonly Locale[] = ['tr', 'en', 'ar']
export const isLocale = (value: string): value is Locale =>
  (locales as readonly string[]).includes(value)

/** A text in every language of the shop. */
export type Text = Record<Locale, string>

export type Category = 'ceramics' | 'lighting' | 'textiles'
export const categories: readonly Category[] = ['ceramics', 'lighting', 'textiles']
export const isCategory = (value: string): value is Category =>
  (categories as readonly string[]).includes(value)

export type Currency = 'TRY' | 'USD'

export interface ProductTexts {
  name: Text
  /** What it is, in one line. */
  line: Text
  /** Two or three sentences. */
  about: Text
  material: Text
}

/** One article as both stores sell it; prices are minor units. */
export interface CatalogueProduct extends ProductTexts {
  slug: string
  category: Category
  price: Record<Currency, number>
  /** The price before, when it is lowered. */
  was?: Record<Currency, number>
  size: string
}
