import { LOCALES } from '#lib/locale.ts'
import { PERMISSIONS } from '#lib/market.ts'

/**
 * What an item has or has not, a bit each, so that any choice of them is one comparison. The
 * database sets them (`item_traits`, migrations 0008 and 0025).
 */

export const TRAIT_FACETS = ['platform', 'permission', 'language', 'released'] as const
export type TraitFacet = (typeof TRAIT_FACETS)[number]

/** More platforms than these have no bit. */
export const MOST_PLATFORMS = 11
/**
 * D19: a theme's newest release has a build for second-generation storefronts. Nobody chooses by
 * it: who has one sees nothing else.
 */
export const OS2_BUILD = 1 << MOST_PLATFORMS
/** "Asks for nothing" stands among what may be asked for. */
export const ASKED = ['none', ...PERMISSIONS] as const
/** Days since the newest release. */
export const RELEASED = ['30', '90', '365'] as const

const bitsFrom = (first: number, values: readonly string[]) =>
  values.map((value, n) => ({ value, bit: 1 << (first + n) }))

export const TRAITS: Readonly<Record<TraitFacet, readonly { value: string; bit: number }[]>> = {
  platform: bitsFrom(
    0,
    Array.from({ length: MOST_PLATFORMS }, (_, n) => String(n + 1)),
  ),
  permission: bitsFrom(12, ASKED),
  language: bitsFrom(16, LOCALES),
  released: bitsFrom(19, RELEASED.toReversed()).toReversed(),
}

export type TraitChoice = Partial<Record<TraitFacet, string | number | undefined>>

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

/**
 * All that can be chosen. Other bits are conditions: what does not meet them is not there at all.
 */
export const CHOSEN_BITS = TRAIT_FACETS.reduce((mask, facet) => mask | FACET_BITS[facet], 0)
