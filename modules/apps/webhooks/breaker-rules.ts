/** So many tries in a row, over so long a time: one short outage pauses nothing. */
export const PAUSE_AFTER_FAILURES = 20
export const PAUSE_AFTER_SECONDS = 3600
/** Between two tries at an address that is paused. */
export const PROBE_SECONDS = 900
/** What has waited for longer is not delivered any more. */
const GIVE_UP_SECONDS = 5 * 86_400

/** Whether an address that failed so often in a row, the first time then, is paused. */
export const shouldPause = (
  { failures, failingSince }: { failures: number; failingSince: Date },
  now: Date,
): boolean =>
  failures >= PAUSE_AFTER_FAILURES &&
  now.getTime() - failingSince.getTime() >= PAUSE_AFTER_SECONDS * 1000

export const isTooOld = (occurredAt: Date, now: Date): boolean =>
  now.getTime() - occurredAt.getTime() > GIVE_UP_SECONDS * 1000
