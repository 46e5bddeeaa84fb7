/**
 * After an app took a new key: how long the ones before are still good, so that no call of it fails
 * meanwhile.
 */
export const TAKEN_FORMER_SECONDS = 3600
/** After the owner or the calendar asked for a new one: how long the app has to take it. */
export const ASKED_FORMER_SECONDS = 86_400
/** The oldest that a key gets. */
export const KEY_SECONDS = 90 * 86_400
export const MAX_KEYS_PER_HOUR = 30

const DAY = 86_400_000

/**
 * Whole days since a right was last used, or, never used, since it was given; null when nobody
 * knows.
 */
export function idleDays(lastUsed: Date | null, since: Date | null, now: Date): number | null {
  const from = lastUsed ?? since
  return from && Math.max(0, Math.floor((now.getTime() - from.getTime()) / DAY))
}
