/** Items of a bundle; the database has the same limits. */
export const LEAST_ITEMS = 2
export const MOST_ITEMS = 8

export const PERCENT_OFF = { min: 1, max: 90 } as const

export const BUNDLE_STATES = ['draft', 'published', 'withdrawn'] as const
export type BundleState = (typeof BUNDLE_STATES)[number]
