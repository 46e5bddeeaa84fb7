/**
 * Attempts that one address may make at a call that anyone may make: far more than people need, far
 * fewer than would cost us anything.
 */
export const ATTEMPTS = {
  /** A form that a person fills in. */
  byPeople: { most: 120, seconds: 300 },
  /** Calls of servers, which act for many people from one address. */
  byServers: { most: 1_200, seconds: 60 },
} as const

/** What may be done only so often. */
export interface Limit {
  /** What is done and whose turn it is, e.g. `contact ip 192.0.2.1`; kept as its hash. */
  key: string
  /** So many times … */
  most: number
  /** … in so many seconds, counted from the first. */
  seconds: number
}

/** A browser remembers that it signed in at so many shops. */
export const MOST_KNOWN = 5
