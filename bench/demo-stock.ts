import { DEMO_LOCALES } from '#demo/catalog/demo-locales.ts'
import type { Text } from '#lib/locale.ts'
import type { Locale } from '#lib/locale.ts'
import { ITEM_SOURCES } from '#demo/catalog/build-packages.ts'
import { CATEGORIES } from '#demo/catalog/categories.ts'

/** What the generator multiplies: items with their words and prices. */
export interface Stock {
  /** For people: where it comes from. */
  name: string
  categories: { slug: string; name: Text }[]
  items: StockItem[]
}

export interface StockText {
  locale: Locale
  name: string
  tagline: string
  description: string[]
  features: string[]
}

export interface StockItem {
  /** The catalogue's own language first. */
  texts: StockText[]
  price: {
    kind: 'free' | 'one_time' | 'recurring' | 'usage'
    period: 'month' | 'year' | null
    amountMinor: number
    currency: string
  }
  /** Places in `Stock.categories`; where there are none the generator chooses. */
  categories: number[]
  facts: object
}

/**
 * The demo catalogue's own words, prices and categories, both markets together: a dozen categories
 * are what a market has.
 */
export function demoStock(): Stock {
  const categories = CATEGORIES.map(({ id, name }) => ({ slug: id, name }))
  return {
    name: 'the demo catalogue',
    categories,
    items: ITEM_SOURCES.map((source) => ({
      texts: DEMO_LOCALES.map((locale) => ({
        locale,
        name: source.name[locale],
        tagline: source.tagline[locale],
        description: source.description[locale],
        features: source.features[locale],
      })),
      price: {
        kind: source.price.amountMinor === 0 ? 'free' : 'one_time',
        period: null,
        amountMinor: source.price.amountMinor,
        currency: source.price.currency,
      },
      // So few items say little about how a market's categories are filled.
      categories: [],
      facts: { touches: source.touches, leaves_alone: source.leavesAlone, support: source.support },
    })),
  }
}
