import type { ListFacets } from '#modules/catalog/find-contract.ts'
import type { Filter, ListQuery } from './list-query.ts'

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

/**
 * What stands at once, and what behind "more": of a long list, what leads to nothing comes last. A
 * choice is never hidden.
 */
export function split(options: readonly Option[]): {
  shown: Option[]
  more: Option[]
  open: boolean
} {
  if (options.length <= SHORT + 1) return { shown: [...options], more: [], open: false }
  const ordered = [...options.filter((option) => !isQuiet(option)), ...options.filter(isQuiet)]
  const shown = ordered.slice(0, SHOWN + 1)
  const more = ordered.slice(SHOWN + 1)
  return { shown, more, open: more.some((option) => option.chosen) }
}

/** Says a filter's choice in words; `null` is the choice that takes it back. */
export type SayFilter = (name: Filter, value: string | null) => string

/** How many there would be without one of the choices in force. */
export type Without = readonly { filter: string; total: number }[]

/**
 * The facets with the choice that takes each back. `total` is true only of the choices as they are;
 * null while others are on their way.
 */
export function optionsOf(
  facets: ListFacets,
  query: ListQuery,
  total: number | null,
  say: SayFilter,
  without: Without = [],
): Record<Filter, Option[]> {
  const facet = (
    name: Filter,
    choices: { value: string; label?: string; count: number }[],
    any?: number,
  ): Option[] => [
    {
      value: '',
      label: say(name, null),
      count:
        any ??
        (query[name] === undefined
          ? (total ?? undefined)
          : without.find((one) => one.filter === name)?.total),
      chosen: query[name] === undefined,
    },
    ...choices.map(({ value, label, count }) => ({
      value,
      label: label ?? say(name, value),
      count,
      chosen:
        query[name] !== undefined &&
        (query[name] === value || (name === 'rating' && Number(query[name]) === Number(value))),
    })),
  ]
  return {
    category: facet(
      'category',
      facets.categories.map(({ slug, name, count }) => ({ value: slug, label: name, count })),
    ),
    price: facet(
      'price',
      facets.price,
      facets.price.reduce((sum, { count }) => sum + count, 0),
    ),
    rating: facet(
      'rating',
      facets.rating.map(({ value, count }) => ({ value: String(value), count })),
    ),
    platform: facet(
      'platform',
      facets.platform.map(({ value, count }) => ({ value, count })),
    ),
    permission: facet('permission', facets.permission),
    language: facet('language', facets.language),
    released: facet('released', facets.released),
  }
}
