import type { ListFacets } from '#contexts/catalog/contract.ts'
import type { ListQuery } from './list-query.ts'

export interface Option {
  value: string
  label: string
  /** How many there would be; left out where nobody has counted. */
  count?: number
  chosen: boolean
}

/** Longer lists show the first of them and keep the rest one press away. */
const SHORT = 9
const SHOWN = 7

/** Leads to nothing, so it is quiet; what is chosen can always be seen and changed. */
export const isQuiet = ({ count, chosen }: Option): boolean => count === 0 && !chosen

/** What stands at once, and what behind "more": of a long list, what leads to nothing comes last. A choice is never hidden. */
export function split(options: readonly Option[]): { shown: Option[]; more: Option[]; open: boolean } {
  if (options.length <= SHORT + 1) return { shown: [...options], more: [], open: false }
  const ordered = [...options.filter(option => !isQuiet(option)), ...options.filter(isQuiet)]
  const shown = ordered.slice(0, SHOWN + 1)
  const more = ordered.slice(SHOWN + 1)
  return { shown, more, open: more.some(option => option.chosen) }
}

interface Words {
  anyCategory: string
  anyPrice: string
  anyRating: string
  price: Record<'free' | 'paid', string>
  ratingFrom: (stars: number) => string
}

/**
 * The three facets with the choice that takes each back. `total` is true only of the choices as they are; null while others
 * are on their way.
 */
export function optionsOf(
  facets: ListFacets,
  query: ListQuery,
  total: number | null,
  words: Words,
): Record<'category' | 'price' | 'rating', Option[]> {
  const any = (name: keyof ListQuery, label: string, count?: number): Option => ({
    value: '',
    label,
    count: count ?? (query[name] === undefined ? (total ?? undefined) : undefined),
    chosen: query[name] === undefined,
  })
  return {
    category: [
      any('category', words.anyCategory),
      ...facets.categories.map(({ slug, name, count }) => ({ value: slug, label: name, count, chosen: query.category === slug })),
    ],
    price: [
      any('price', words.anyPrice, facets.price.reduce((sum, { count }) => sum + count, 0)),
      ...facets.price.map(({ value, count }) => ({ value, label: words.price[value], count, chosen: query.price === value })),
    ],
    rating: [
      any('rating', words.anyRating),
      ...facets.rating.map(({ value, count }) => ({
        value: String(value),
        label: words.ratingFrom(value),
        count,
        chosen: Number(query.rating) === value,
      })),
    ],
  }
}
