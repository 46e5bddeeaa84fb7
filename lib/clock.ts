/** The only source of the current time, so that tests can control it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that only moves when told to. */
export function movableClock(start: Date): Clock & { moveSeconds(seconds: number): void } {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    moveSeconds: (seconds) => {
      at += seconds * 1000
    },
  }
}

export const secondsAfter = (date: Date, seconds: number): Date =>
  new Date(date.getTime() + seconds * 1000)
