import type { Currency } from '#lib/currencies.ts'
import { LOCALES, type Locale, type Text } from '#lib/locale.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { defaultLanguage } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { InputParsed } from '#kernel/operation.ts'
import {
  type ListingPlan,
  NO_TERMS,
  type OtherPrices,
  type PlanTerms,
  hasTerms,
  wrongTier,
} from '#modules/catalog/public.ts'
import { readUsedCurrencies } from '#modules/currencies/public.ts'
import { refuse } from '../errors.ts'
import { auditedDraft, changeDraft, draftLimits } from './draft.ts'
import { changePlans as contract } from './plan-contract.ts'

const textByLocale = (words: Text): Text =>
  Object.fromEntries(Object.entries(words).filter(([, text]) => text !== ''))
const linesByLocale = (words: Text): ListingPlan['features'] =>
  Object.fromEntries(
    LOCALES.map(
      (locale) =>
        [
          locale,
          (words[locale] ?? '')
            .split('\n')
            .map((one) => one.trim())
            .filter(Boolean),
        ] as const,
    ).filter(([, list]) => list.length > 0),
  )

/** None is stored in the plan's own currency, and no empty list. */
function pricesBeside(own: Currency, given: OtherPrices): { prices?: OtherPrices } {
  const prices = Object.entries(given)
    .filter(([currency]) => currency !== own)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return prices.length === 0 ? {} : { prices: Object.fromEntries(prices) }
}

type PlanGiven = InputParsed<typeof contract>['body']['plans'][number]

/** A free and a one-time plan have no trial and nothing that is charged by use. */
const termsOf = (plan: PlanGiven): PlanTerms =>
  hasTerms(plan.kind)
    ? {
        trialDays: plan.trial_days,
        trialNeedsCard: plan.trial_days > 0 && plan.trial_needs_card,
        meters: plan.meters.map(({ key, name, included, tiers }) => ({
          key,
          name: textByLocale(name),
          included,
          tiers: tiers.map((tier) => ({
            upTo: tier.up_to,
            priceMinor: tier.price_minor,
            per: tier.per,
          })),
        })),
        capMinor: plan.meters.length === 0 ? null : plan.cap_minor,
      }
    : NO_TERMS

/** What is wrong with a plan by field, beside what its schema refuses. */
function wrongFields(plan: PlanGiven, language: Locale): Record<string, FieldMessage> {
  const fields: Record<string, FieldMessage> = {}
  // What is free or paid by use only is so in every currency.
  if (plan.amount_minor === 0)
    for (const currency of Object.keys(plan.prices))
      fields[`prices.${currency}`] = { code: 'field.amount' }
  // Free plans cost 0, other plans more; only a usage plan may have no fixed price.
  if (
    plan.kind === 'free'
      ? plan.amount_minor !== 0
      : plan.kind !== 'usage' && plan.amount_minor === 0
  )
    fields.amount_minor = { code: 'field.amount' }
  if ((plan.kind === 'recurring') !== (plan.period !== null))
    fields.period = { code: 'field.invalid' }
  if (plan.kind === 'usage' && plan.meters.length === 0)
    fields['meters.0.key'] = { code: 'field.meter_needed' }
  // An offer is a subscription.
  if (plan.sold_to === 'offers' && !hasTerms(plan.kind))
    fields.sold_to = { code: 'field.plan_private' }
  if (!hasTerms(plan.kind)) return fields
  for (const [index, meter] of plan.meters.entries()) {
    const tier = wrongTier(meter.tiers.map((one) => ({ upTo: one.up_to })))
    if (tier !== null)
      fields[`meters.${index}.tiers.${tier}.up_to`] = {
        code: tier === meter.tiers.length - 1 ? 'field.tier_open' : 'field.tier_order',
      }
    if (!meter.name[language])
      fields[`meters.${index}.name.${language}`] = { code: 'field.required' }
    if (plan.meters.findIndex((one) => one.key === meter.key) < index)
      fields[`meters.${index}.key`] = { code: 'field.meter_twice' }
  }
  return fields
}

/** Prices are part of the draft: they change when the listing is approved. */
export const changePlans = defineOperation({
  ...contract,
  audit: auditedDraft,
  limits: draftLimits,
  run: async (ctx, { params, body }) => {
    const used = await readUsedCurrencies(ctx)
    const fields: Record<string, FieldMessage> = {}
    const requireUsed = (field: string, currency: Currency) => {
      if (!used.includes(currency))
        fields[field] = { code: 'field.currency_unused', params: { currency } }
    }
    requireUsed('currency', body.currency)
    for (const [index, plan] of body.plans.entries()) {
      for (const currency of Object.keys(plan.prices) as Currency[])
        requireUsed(`plans.${index}.prices.${currency}`, currency)
      for (const [field, message] of Object.entries(wrongFields(plan, defaultLanguage(ctx))))
        fields[`plans.${index}.${field}`] = message
    }
    // An item has a price that everybody sees.
    if (body.plans.length > 0 && body.plans.every((plan) => plan.sold_to !== 'everybody'))
      fields['plans.0.sold_to'] = { code: 'field.plan_public' }
    if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields })
    return changeDraft(ctx, params, 'plans', body.revision, (content) => ({
      ...content,
      plans: body.plans.map((plan): ListingPlan => ({
        kind: plan.kind,
        period: plan.period,
        amountMinor: plan.amount_minor,
        currency: body.currency,
        name: textByLocale(plan.name),
        features: linesByLocale(plan.features),
        ...pricesBeside(body.currency, plan.prices),
        ...termsOf(plan),
        ...(plan.sold_to !== 'everybody' && { soldTo: plan.sold_to }),
      })),
    }))
  },
})
