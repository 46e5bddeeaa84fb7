import type { Market } from '#lib/market.ts'

/** Parts of a home page that operators move and hide; the database knows the same. */
export const ALL_HOME_SECTIONS = [
  'categories',
  'banners',
  'popular',
  'findings',
  'goals',
  'bundles',
  'collection',
  'newest',
  'collections',
  'promises',
  'other_market',
] as const
export type HomeSection = (typeof ALL_HOME_SECTIONS)[number]

/** Those of each market, in the order of a home page that nobody has arranged. */
export const HOME_SECTIONS: Record<Market, readonly HomeSection[]> = {
  app: ALL_HOME_SECTIONS,
  theme: [
    'categories',
    'popular',
    'banners',
    'goals',
    'bundles',
    'newest',
    'collections',
    'promises',
    'other_market',
  ],
}

/** A section at its place; a hidden one keeps it. */
export interface HomeLine {
  section: HomeSection
  shown: boolean
}

/**
 * All sections of the market as they were arranged, without ones that it has no more. One that is
 * newer than the arrangement stands behind the section that it usually follows.
 */
export function completeHome(market: Market, arranged: readonly HomeLine[]): HomeLine[] {
  const usual = HOME_SECTIONS[market]
  const lines = arranged.filter(({ section }) => usual.includes(section))
  for (const [n, section] of usual.entries()) {
    if (lines.some((line) => line.section === section)) continue
    const before = usual[n - 1]
    const at = lines.findIndex((line) => line.section === before) + 1
    lines.splice(at, 0, { section, shown: true })
  }
  return lines
}

/** Whether this is the home page as the software comes. */
export const isUsualHome = (market: Market, lines: readonly HomeLine[]): boolean =>
  lines.every(({ section, shown }, n) => shown && HOME_SECTIONS[market][n] === section)

/** Whether these are the sections of the market, each once. */
export const isWholeHome = (market: Market, lines: readonly HomeLine[]): boolean =>
  lines.length === HOME_SECTIONS[market].length &&
  HOME_SECTIONS[market].every((section) => lines.some((line) => line.section === section))
