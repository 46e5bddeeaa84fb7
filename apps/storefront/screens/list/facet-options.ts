import type { ListFacets } from '#modules/catalog/find-contract.ts'
import type { Filter, ListQuery } from './list-query.ts'
import type { MessageKey } from '#locales/keys.ts'
import { LANGUAGE_NAMES, useWords } from '../../messages.tsx'
import { isolated } from '../../item-card.tsx'
import { formatFigure } from '../../formats.ts'
import { useShell } from '../../shell.tsx'

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
type SayFilter = (name: Filter, value: string | null) => string

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

/** Values that have a message of their own; others are said as they stand in the address. */
const SAID: Partial<Record<Parameters<SayFilter>[0], readonly string[]>> = {
  price: ['free', 'paid'],
  permission: ['none', 'design_block', 'tracking_code', 'web_service_user'],
  released: ['30', '90', '365'],
}

/** Filters in words, for the facets and for the chips that repeat them. */
export function useFilterWords(): SayFilter {
  const { t, locale } = useWords()
  const { platform } = useShell()
  return (name, value) => {
    if (value === null) return t(`list.${name}_any`)
    if (SAID[name]?.includes(value)) return t(`list.${name}_${value}` as MessageKey)
    if (name === 'rating' && Number.isFinite(Number(value)))
      return t('list.rating_from', { rating: formatFigure(Number(value), locale) })
    if (name === 'language' && value in LANGUAGE_NAMES)
      return LANGUAGE_NAMES[value as keyof typeof LANGUAGE_NAMES]
    if (name === 'platform')
      return t('list.platform_on', {
        platform: isolated(value === String(platform.id) ? platform.name : value, locale),
      })
    return value
  }
}
