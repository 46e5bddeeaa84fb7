import type { ListingPlan, ListingPrice } from '#modules/catalog/listing.ts'
import { hasTerms, NO_TERMS, type PlanTerms, wrongTier } from '#modules/catalog/plan-terms.ts'
import type { Locale } from '#lib/locale.ts'
import type { Currency } from '#lib/money.ts'
import { byLanguage, LARGEST_PRICE, type Catalogue } from './format.ts'
import type { Said } from './parse-line.ts'
import type { RuleId } from './rules.ts'

/** Told of one line of a file of parts. */
export type AddNote = (at: number, rule: RuleId, what: string, skipped?: boolean) => void

/** Plans in the order of the file, each one such that it can be shown; D9. `used`: currencies. */
export function readPlans(
  lines: Said<'plan'>[],
  { language, currency: standard }: Pick<Catalogue, 'language' | 'currency'>,
  used: readonly string[],
  note: AddNote,
): ListingPlan[] {
  return lines.flatMap((line) => {
    const currency = (line.currency?.toUpperCase() ?? standard) as Currency
    const name = byLanguage(line.name, language)
    const features = byLanguage(line.features, language)
    const plan = (kind: ListingPlan['kind'], amountMinor: number): ListingPlan[] => [
      {
        kind,
        amountMinor,
        currency,
        period: kind === 'recurring' ? (line.period ?? null) : null,
        name,
        features,
        ...(amountMinor > 0 && pricesOf(line, currency, used, note)),
        ...termsOf(line, kind, language, note),
      },
    ]
    const skip = (rule: RuleId, what: string): ListingPlan[] => {
      note(line.at, rule, what, true)
      return []
    }
    const price =
      line.price_minor ?? (line.kind === 'free' || line.kind === 'usage' ? 0 : undefined)
    if (!used.includes(currency)) return skip('R-PLAN-CURRENCY', currency)
    if (price === undefined || price < 0 || price > LARGEST_PRICE)
      return skip('R-PLAN-PRICE', String(price))
    if (price === 0 && line.kind !== 'usage') {
      if (line.kind !== 'free') note(line.at, 'R-PLAN-FREE', `${line.kind} at 0 is free`)
      return plan('free', 0)
    }
    if (line.kind === 'free') {
      note(line.at, 'R-PLAN-FREE', `free at ${price} is a one-time one`)
      return plan('one_time', price)
    }
    if (line.kind === 'recurring' && !line.period)
      return skip('R-PLAN-PERIOD', `recurring at ${price}`)
    return plan(line.kind, price)
  })
}

/** A trial and what use costs, of plans that may have them. */
function termsOf(
  line: Said<'plan'>,
  kind: ListingPlan['kind'],
  language: Locale,
  note: AddNote,
): PlanTerms {
  const { at, trial_days: trialDays, cap_minor: capMinor } = line
  if (!hasTerms(kind)) {
    if (trialDays > 0 || line.meters.length > 0) note(at, 'R-PLAN-TERMS', `of a ${kind} plan`)
    return NO_TERMS
  }
  const meters = line.meters
    .map(({ key, name, included, tiers }) => ({
      key,
      name: byLanguage(name, language),
      included,
      tiers: tiers.map((tier) => ({
        upTo: tier.up_to,
        priceMinor: tier.price_minor,
        per: tier.per,
      })),
    }))
    .filter(({ key, tiers }, index, all) => {
      const isGood = wrongTier(tiers) === null && all.findIndex((one) => one.key === key) === index
      if (!isGood) note(at, 'R-PLAN-TERMS', `meter ${key}`)
      return isGood
    })
  return {
    trialDays,
    trialNeedsCard: trialDays > 0 && line.trial_needs_card,
    meters,
    capMinor: meters.length === 0 ? null : capMinor,
  }
}

/** Prices beside the plan's own, without those that the market cannot take. */
function pricesOf(
  { at, prices_minor: given = {} }: Said<'plan'>,
  own: Currency,
  used: readonly string[],
  note: AddNote,
): Pick<ListingPlan, 'prices'> {
  const prices = Object.entries(given)
    .map(([code, minor]) => [code.toUpperCase(), minor] as const)
    .filter(([code, minor]) => {
      if (code === own) return false
      const isGood = used.includes(code) && minor > 0 && minor <= LARGEST_PRICE
      if (!isGood) note(at, 'R-PLAN-OTHER-PRICE', `${code} ${minor}`)
      return isGood
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return prices.length === 0 ? {} : { prices: Object.fromEntries(prices) }
}

const RANK = { free: 0, usage: 1, one_time: 2, recurring: 3 } as const

/**
 * What a listing shows of its plans: the one with the smallest amount (at the same amount free, by
 * use, one-time, recurring), among those in the currency of the first. A free plan beside paid ones
 * is free with something to buy inside.
 */
export function listingPrice(
  plans: ListingPlan[],
): { price: ListingPrice; paidBeside: boolean } | undefined {
  const [first] = plans
  if (!first) return undefined
  const isBelow = (a: ListingPlan, b: ListingPlan): boolean =>
    a.amountMinor < b.amountMinor ||
    (a.amountMinor === b.amountMinor && RANK[a.kind] < RANK[b.kind])
  const lowest = plans
    .filter((plan) => plan.currency === first.currency)
    .reduce((best, plan) => (isBelow(plan, best) ? plan : best))
  const { kind, amountMinor, currency, period } = lowest
  return {
    price: { kind, amountMinor, currency, period },
    paidBeside: kind === 'free' && plans.some((plan) => plan.kind !== 'free'),
  }
}
