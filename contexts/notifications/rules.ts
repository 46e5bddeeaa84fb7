/** After each failed try the next one waits longer (seconds); the last pause repeats. */
const PAUSES = [10, 30, 120, 600, 1800, 3600, 7200]
/** A mail that could not be sent for a day is of no use to anybody. */
export const GIVE_UP_SECONDS = 86_400
/** While a process sends a mail, no other takes it; longer than every time-out of the adapter together. */
export const LEASE_SECONDS = 60

export const pauseAfter = (tries: number): number => PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 10
