import type { Text } from '#lib/locale.ts'

/** What is charged by use. Graduated tiers: units up to `upTo` cost `priceMinor` per `per` units. */
export interface Meter {
  /** `METER_KEY`; apps report use under it. */
  key: string
  /** Plural, as in "12,400 notifications". */
  name: Text
  /** Units of a period that the plan's price covers. */
  included: number
  tiers: Tier[]
}

export interface Tier {
  /** Counts units after the included ones; null: all others. Only the last tier has null. */
  upTo: number | null
  priceMinor: number
  /** Other numbers of units cost in proportion. */
  per: number
}

/** What a recurring or usage plan has beside its price. */
export interface PlanTerms {
  /** Free days before the first charge. */
  trialDays: number
  /** A trial begins only after the owner agreed to what follows it. */
  trialNeedsCard: boolean
  meters: Meter[]
  /** The most that use may add in a period, unless the owner chooses otherwise. Null: no default. */
  capMinor: number | null
}

/** Of free and one-time plans, and of those that say nothing. */
export const NO_TERMS: PlanTerms = {
  trialDays: 0,
  trialNeedsCard: false,
  meters: [],
  capMinor: null,
}

/** Who may begin a plan; `offers`: stores to which its partner made an offer of it. */
export const SOLD_TO = ['everybody', 'offers', 'nobody'] as const
export type SoldTo = (typeof SOLD_TO)[number]

export const METER_KEY = /^[a-z][a-z0-9_]{0,29}$/
export const MOST_TRIAL_DAYS = 90
export const MOST_PLANS = 6
export const MOST_METERS = 3
export const MOST_TIERS = 3
/** More units are a typing error. */
export const MOST_UNITS = 1_000_000_000

export const hasTerms = (kind: string): boolean => kind === 'recurring' || kind === 'usage'

/**
 * The first tier whose end is wrong: the last one has none, and each other one reaches further than
 * the one before. Null when all are right.
 */
export function wrongTier(tiers: readonly Pick<Tier, 'upTo'>[]): number | null {
  const at = tiers.findIndex(({ upTo }, index) =>
    index === tiers.length - 1
      ? upTo !== null
      : upTo === null || upTo <= (tiers[index - 1]?.upTo ?? 0),
  )
  return at === -1 ? null : at
}
