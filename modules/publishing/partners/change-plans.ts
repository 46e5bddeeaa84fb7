import { type Locale, LOCALES, type Text } from '#lib/locale.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { ListingPlan } from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { auditedDraft, changeDraft, draftLimits } from './change-draft.ts'
import { changePlans as contract } from './plan-contract.ts'

const said = (words: Record<Locale, string>): Text =>
  Object.fromEntries(Object.entries(words).filter(([, text]) => text !== ''))
const lines = (words: Record<Locale, string>): ListingPlan['features'] =>
  Object.fromEntries(
    LOCALES.map(
      (locale) =>
        [
          locale,
          words[locale]
            .split('\n')
            .map((one) => one.trim())
            .filter(Boolean),
        ] as const,
    ).filter(([, list]) => list.length > 0),
  )

/** Part of the draft: what stores are asked to pay changes when the listing is approved. */
export const changePlans = defineOperation({
  ...contract,
  audit: auditedDraft,
  limits: draftLimits,
  run: (ctx, { params, body }) => {
    const fields: Record<string, FieldMessage> = {}
    for (const [index, plan] of body.plans.entries()) {
      // What is free costs nothing, what is not free costs something; only use may be all that is
      // paid.
      if (
        plan.kind === 'free'
          ? plan.amount_minor !== 0
          : plan.kind !== 'usage' && plan.amount_minor === 0
      )
        fields[`plans.${index}.amount_minor`] = { code: 'field.amount' }
      if ((plan.kind === 'recurring') !== (plan.period !== null))
        fields[`plans.${index}.period`] = { code: 'field.invalid' }
    }
    if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields })
    return changeDraft(ctx, params, 'plans', body.revision, (content) => ({
      ...content,
      plans: body.plans.map((plan): ListingPlan => ({
        kind: plan.kind,
        period: plan.period,
        amountMinor: plan.amount_minor,
        currency: body.currency,
        name: said(plan.name),
        features: lines(plan.features),
      })),
    }))
  },
})
