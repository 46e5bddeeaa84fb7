import type { Db } from '#db/client.ts'
import { canonicalJson, newId, sha256Hex } from '#lib/ids.ts'
import { capIn, metersIn, type SaleItem } from '#modules/catalog/public.ts'
import { priceFor, type Pricing } from '#modules/currencies/public.ts'
import { type PlanVersion, saveVersion } from './data.ts'
import type { PlanPeriod } from './rules.ts'

/** A plan of the item, or an offer for one store. */
export type Plan = SaleItem['plans'][number] & {
  offer?: { id: string; note: string; expiresAt: Date }
}

/** A usage plan is charged monthly. */
export const planPeriodOf = (plan: Pick<Plan, 'period'>): PlanPeriod => plan.period ?? 'month'

/** The terms of a plan as a caller of this pricing is shown them. */
export function termsOf(plan: Plan, pricing: Pricing): Omit<PlanVersion, 'id'> {
  const price = priceFor(pricing, {
    amountMinor: plan.priceMinor,
    currency: plan.currency,
    prices: plan.prices,
  })
  return {
    planId: plan.id,
    offerId: plan.offer?.id ?? null,
    kind: plan.kind === 'usage' ? 'usage' : 'recurring',
    name: plan.name,
    period: planPeriodOf(plan),
    currency: price.currency,
    amountMinor: price.amountMinor,
    trialDays: plan.trialDays,
    meters: metersIn(pricing, plan),
    capMinor: capIn(pricing, plan),
    converted: price.converted,
  }
}

/** Public versions of before have no offer in theirs. */
const hashOf = ({ offerId, ...terms }: Omit<PlanVersion, 'id'>): string =>
  sha256Hex(canonicalJson(offerId === null ? terms : { ...terms, offerId }))

/** Stores the terms as an immutable version; the same terms are one version. */
export const recordVersion = (
  trx: Db,
  terms: Omit<PlanVersion, 'id'>,
  now: Date,
): Promise<PlanVersion> =>
  saveVersion(trx, {
    id: newId('plv'),
    plan_id: terms.planId,
    offer_id: terms.offerId,
    kind: terms.kind,
    name: JSON.stringify(terms.name),
    period: terms.period,
    currency: terms.currency,
    amount_minor: terms.amountMinor,
    converted: terms.converted && JSON.stringify(terms.converted),
    trial_days: terms.trialDays,
    meters: JSON.stringify(terms.meters),
    cap_minor: terms.capMinor,
    terms_sha256: hashOf(terms),
    created_at: now,
  })
