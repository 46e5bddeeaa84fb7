/**
 * Rate limits per address for public calls: far more than people need, too few to cost us anything.
 */
export const ATTEMPTS = {
  /** Forms that people fill in. */
  byPeople: { most: 120, seconds: 300 },
  /** Calls by servers, which act for many people from one address. */
  byServers: { most: 1_200, seconds: 60 },
} as const

/** A rate limit. */
export interface Limit {
  /** Action and subject, e.g. `contact ip 192.0.2.1`; stored as a hash. */
  key: string
  /** Number of attempts … */
  most: number
  /** … per so many seconds, counted from the first. */
  seconds: number
}

/** Number of shops for which a browser remembers a sign-in. */
export const MOST_KNOWN = 5
