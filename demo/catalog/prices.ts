import { noCache } from '../../lib/cache.ts'
import { inTransaction, type Services } from '../../kernel/context.ts'
import type { OtherPrices } from '../../modules/catalog/public.ts'
import { readCurrencies, saveRates } from '../../modules/currencies/public.ts'

/**
 * Prices of some items in other currencies, in minor units by slug. Stores of the others see "≈"
 * and a price converted at the demo's rates (D27).
 */
export const OTHER_PRICES: Readonly<Record<string, OtherPrices>> = {
  'delivery-day': { EUR: 590, SAR: 2_500, USD: 690 },
  gallery: { EUR: 390, USD: 390 },
  lumen: { USD: 290 },
  tour: { TRY: 54_900, USD: 1_200 },
  zephyr: { EUR: 4_500, TRY: 219_900 },
}

const DAY = '2026-11-25'
const RATES = { TRY: '49.2150', USD: '1.1590', SAR: '4.3465' }

/** Does not touch rates that somebody has entered since. */
export async function loadRates(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const known = await readCurrencies({ ...services, cache: noCache })
  const rates = Object.entries(RATES)
    .filter(([code]) => (known.find((one) => one.code === code)?.day ?? '') < DAY)
    .map(([currency, perEuro]) => ({ currency, day: DAY, perEuro }))
  if (rates.length === 0) return
  const entry = { source: 'operator' as const, by: 'demo', at: services.clock.now() }
  await inTransaction(services, (trx) => saveRates(trx, rates, entry))
}
