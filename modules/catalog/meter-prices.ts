import { priceFor, type Pricing, unitPriceFor } from '#modules/currencies/public.ts'
import type { Meter, PlanTerms, Tier } from './plan-terms.ts'

type Priced<K extends keyof PlanTerms> = Pick<PlanTerms, K> & { currency: string }

/** The meters of a plan in the currency in which a store is charged (D27). */
export function metersIn(pricing: Pricing, { meters, currency }: Priced<'meters'>): Meter[] {
  const tierIn = ({ upTo, priceMinor, per }: Tier): Tier => {
    const price = unitPriceFor(pricing, { amountMinor: priceMinor, per, currency })
    return { upTo, priceMinor: price.amountMinor, per: price.per }
  }
  return meters.map((meter) => ({ ...meter, tiers: meter.tiers.map(tierIn) }))
}

/** The default cap of a plan in the currency in which a store is charged. */
export const capIn = (
  pricing: Pricing,
  { capMinor, currency }: Priced<'capMinor'>,
): number | null =>
  capMinor === null ? null : priceFor(pricing, { amountMinor: capMinor, currency }).amountMinor
