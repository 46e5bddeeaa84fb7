const OLDEST = Date.parse('1990-01-01T00:00:00Z')
const DAY = 86_400_000 // milliseconds
const FORM = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

/** A day, or a time with its zone; null where it is none, with a word to `onBad`. */
export function readDate(
  said: string | undefined,
  now: Date,
  onBad: (said: string) => void,
): Date | null {
  if (said === undefined) return null
  const match = FORM.exec(said)
  const time = match ? Date.parse(match[4] ? said : `${said}T00:00:00Z`) : Number.NaN
  // `Date` makes 2 March out of 30 February.
  const [, year, month, day] = match ?? []
  const isDay =
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  if (isDay && time >= OLDEST && time <= now.getTime() + DAY) return new Date(time)
  onBad(said)
  return null
}

/** A whole http or https address without a user in it, or null. */
export function readAddress(said: string | undefined): string | null {
  if (said === undefined) return null
  try {
    const url = new URL(said)
    return (url.protocol === 'https:' || url.protocol === 'http:') &&
      url.username === '' &&
      url.password === ''
      ? url.href
      : null
  } catch {
    return null
  }
}
