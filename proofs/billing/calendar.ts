import { TIME_ZONE } from './test-bed.ts'

/**
 * Days as a person counts them on a wall calendar, by other means than the product's, which this is
 * held against.
 */
const FORMAT = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' })

export const dayOf = (at: Date): string => FORMAT.format(at)

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const lengthOf = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (LENGTHS[month - 1] as number)

const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number]
const two = (value: number) => String(value).padStart(2, '0')

/** The day, `months` later; the last one of a month that has no such day. */
export function monthsLater(day: string, months: number): string {
  let [year, month, date] = partsOf(day)
  for (let left = months; left > 0; left -= 1) {
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
  }
  date = Math.min(date, lengthOf(year, month))
  return `${year}-${two(month)}-${two(date)}`
}

function numberOf(day: string): number {
  const [year, month, date] = partsOf(day)
  let days = date
  for (let one = 2000; one < year; one += 1) days += isLeap(one) ? 366 : 365
  for (let one = 1; one < month; one += 1) days += lengthOf(year, one)
  return days
}

export const daysFrom = (from: string, until: string): number => numberOf(until) - numberOf(from)

/** `amount` × `part` ÷ `whole`, half a unit up, in whole numbers. */
export const shareOf = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (2n * BigInt(whole)))
