import { Parser } from 'htmlparser2'
import { isCurrency } from '#lib/currencies.ts'
import type { RateRow } from './data.ts'

/**
 * Reads the reference rates of the European Central Bank: `eurofxref-daily.xml`,
 * `eurofxref-hist.xml` and the CSV files of the same names. What it quotes that is no currency of
 * today is left out.
 */

/** The whole history has 8 MB. */
const MOST_CHARACTERS = 40_000_000

/** The file is not what it should be; the message says where. */
export class UnreadableRates extends Error {}

export function parseEcbRates(text: string): RateRow[] {
  if (text.length > MOST_CHARACTERS) throw new UnreadableRates('The file is too large.')
  const rates = text.trimStart().startsWith('<') ? fromXml(text) : fromCsv(text)
  if (rates.length === 0) throw new UnreadableRates('The file has no rates.')
  return rates
}

function fromXml(text: string): RateRow[] {
  const rates: RateRow[] = []
  let day: string | null = null
  const parser = new Parser(
    {
      onopentag(name, { time, currency, rate }) {
        if (name.split(':').at(-1) !== 'Cube') return
        if (time !== undefined) day = dayOf(time)
        if (currency === undefined || rate === undefined) return
        if (day === null) throw new UnreadableRates(`${currency} stands before any day.`)
        add(rates, { currency, day, rate })
      },
    },
    { xmlMode: true },
  )
  parser.write(text)
  parser.end()
  return rates
}

function fromCsv(text: string): RateRow[] {
  // No cell of these files is quoted.
  const [head = [], ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((cell) => cell.trim()))
  if (head[0] !== 'Date') throw new UnreadableRates('The first column is not "Date".')
  const rates: RateRow[] = []
  for (const [date = '', ...cells] of lines) {
    const day = dayOf(date)
    for (const [n, rate] of cells.entries()) {
      const currency = head[n + 1] ?? ''
      if (rate !== '' && rate !== 'N/A') add(rates, { currency, day, rate })
    }
  }
  return rates
}

function add(rates: RateRow[], read: { currency: string; day: string; rate: string }): void {
  if (!isCurrency(read.currency) || read.currency === 'EUR') return
  if (!isRate(read.rate))
    throw new UnreadableRates(`${read.currency} of ${read.day}: "${read.rate}" is no rate.`)
  rates.push({ currency: read.currency, day: read.day, perEuro: read.rate })
}

/** A positive decimal that the column can hold exactly. */
export const isRate = (text: string): boolean =>
  /^\d{1,9}(\.\d{1,10})?$/.test(text) && Number(text) > 0

/** "2026-11-25", or "25 November 2026" of the daily CSV file. */
function dayOf(text: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(text)
    ? new Date(`${text}T00:00:00Z`)
    : new Date(`${text} 00:00 UTC`)
  if (Number.isNaN(at.getTime())) throw new UnreadableRates(`"${text}" is no day.`)
  return at.toISOString().slice(0, 10)
}
