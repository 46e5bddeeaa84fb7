import { LANGUAGES } from '#lib/languages.ts'
import { PERMISSIONS, type Market } from '#lib/market.ts'
import { MOST_PLATFORMS } from '#lib/platform-id.ts'
import type { Actor } from '#kernel/actor.ts'

/**
 * Properties of an item, one bit each, so that any choice of them is one comparison. The database
 * sets them (`item_traits` in db/migrations/0001-baseline-06-catalog.sql).
 */

export const TRAIT_FACETS = ['platform', 'permission', 'language', 'released'] as const
export type TraitFacet = (typeof TRAIT_FACETS)[number]

/** D19: a theme's newest release has a build for second-generation storefronts. Not a facet. */
const OS2_BUILD = 1 << MOST_PLATFORMS
/** Permissions, and `none` for items that ask for no permission. */
export const ASKED = ['none', ...PERMISSIONS] as const
/** Days since the newest release. */
export const RELEASED = ['30', '90', '365'] as const

/** The bits from `first` up to `end`, which belongs to the next facet. */
function bits(first: number, end: number, values: readonly string[]) {
  if (values.length > end - first) throw new Error(`${values.join(', ')}: more values than bits`)
  return values.map((value, n) => ({ value, bit: 1 << (first + n) }))
}

export const TRAITS: Readonly<Record<TraitFacet, readonly { value: string; bit: number }[]>> = {
  platform: bits(
    0,
    MOST_PLATFORMS,
    Array.from({ length: MOST_PLATFORMS }, (_, n) => String(n + 1)),
  ),
  permission: bits(12, 16, ASKED),
  language: Object.entries(LANGUAGES).map(([value, { traitBit }]) => ({
    value,
    bit: 1 << traitBit,
  })),
  released: bits(19, 22, RELEASED.toReversed()).toReversed(),
}

type TraitChoice = Partial<Record<TraitFacet, string | number | undefined>>

/** The bits that an item must have. */
export const maskOf = (choice: TraitChoice): number =>
  TRAIT_FACETS.reduce(
    (mask, facet) =>
      mask | (TRAITS[facet].find(({ value }) => value === String(choice[facet]))?.bit ?? 0),
    0,
  )

/** All bits of one facet. */
export const FACET_BITS: Readonly<Record<TraitFacet, number>> = Object.fromEntries(
  TRAIT_FACETS.map((facet) => [facet, TRAITS[facet].reduce((mask, { bit }) => mask | bit, 0)]),
) as Record<TraitFacet, number>

interface Place {
  actor: Actor
  market: Market
  platformId: number
}

/**
 * D19: owners of a second-generation storefront see only themes with a build for it. 0 for
 * everybody else.
 */
export const storefrontTraits = ({ actor, market }: Pick<Place, 'actor' | 'market'>): number =>
  market === 'theme' && actor.kind === 'store' && actor.isOs2 ? OS2_BUILD : 0

/**
 * Bits that an item must have to be shown in lists, counts and suggestions: it works on the
 * platform of the request (D26) and on its storefront.
 */
export const requiredTraits = (place: Place): number =>
  storefrontTraits(place) | maskOf({ platform: place.platformId })

/**
 * SQL: a row has every bit of a parameter, such as `$4`. The result of `&` is never above the
 * parameter; with `=` PostgreSQL would expect one row in 200 and sort what it should walk along.
 */
export const hasTraits = (parameter: string): string =>
  `traits & ${parameter}::integer >= ${parameter}::integer`
