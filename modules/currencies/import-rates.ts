import { inTransaction, type Services } from '#kernel/context.ts'
import { saveRates } from './data.ts'
import { parseEcbRates, UnreadableRates } from './ecb-rates.ts'

interface ImportedRates {
  read: number
  changed: number
  /** The newest day of the file. */
  day: string
}

const ROWS_PER_STATEMENT = 5_000

/** Imports a file of the European Central Bank, all of it or nothing. Throws `UnreadableRates`. */
export async function importRates(
  services: Pick<Services, 'db' | 'clock'>,
  text: string,
  by: string,
): Promise<ImportedRates> {
  const rates = parseEcbRates(text)
  const now = services.clock.now()
  const day = rates.map((one) => one.day).reduce((a, b) => (a > b ? a : b))
  if (day > now.toISOString().slice(0, 10)) throw new UnreadableRates(`${day} is in the future.`)
  const changed = await inTransaction(services, async (trx) => {
    let sum = 0
    for (let from = 0; from < rates.length; from += ROWS_PER_STATEMENT)
      sum += await saveRates(trx, rates.slice(from, from + ROWS_PER_STATEMENT), {
        source: 'ecb',
        by,
        at: now,
      })
    return sum
  })
  return { read: rates.length, changed, day }
}
