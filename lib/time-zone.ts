/** Days in time zones (IANA names), with days of 23 and 25 hours where clocks change. */

const HOUR_MS = 3_600_000

/** By zone: making one takes much longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    clocks.set(timeZone, clock)
  }
  return clock
}

/** Whether Intl knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/** The wall clock in a zone: "2026-11-21 09:30:05". */
export const wallClock = (at: Date, timeZone: string): string => clockOf(timeZone).format(at)

/** The day in a zone: "2026-11-21". */
export const dayIn = (timeZone: string, at: Date): string => wallClock(at, timeZone).slice(0, 10)

/** How far a zone's clocks are ahead of UTC at a moment. */
const offsetMs = (at: number, timeZone: string): number =>
  Date.parse(`${wallClock(new Date(at), timeZone).replace(' ', 'T')}Z`) -
  Math.floor(at / 1000) * 1000

/**
 * The moment at which a zone's clocks show "2026-11-21T09:30" or "2026-11-21T09:30:00", the first
 * one when they show it twice. A time that clocks skip is taken as they show it an hour later. Null
 * for a text that is no time.
 */
export function momentIn(timeZone: string, local: string): Date | null {
  const wanted = Date.parse(`${local}Z`)
  if (Number.isNaN(wanted)) return null
  // Offsets before and after any change of the clocks on that day.
  const [before, after] = [-24, 24].map((hours) => offsetMs(wanted + hours * HOUR_MS, timeZone))
  const moments = [before, after].map((offset) => wanted - (offset as number))
  const exact = moments.filter((at) => at + offsetMs(at, timeZone) === wanted)
  return new Date(exact.length > 0 ? Math.min(...exact) : wanted - (before as number))
}

/** The first moment of a day, "2026-11-21", in a zone. */
export const startOfDay = (timeZone: string, day: string): Date => {
  const start = momentIn(timeZone, `${day}T00:00:00`)
  if (!start) throw new Error(`${day} is not a day`)
  return start
}

export const dayAfter = (day: string, days = 1): string => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}
