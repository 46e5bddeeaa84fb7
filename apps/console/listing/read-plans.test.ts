import { describe, expect, test } from 'vitest'
import { NO_TERMS } from '#modules/catalog/plan-terms.ts'
import { fieldsOf, readPlans } from './read-plans.ts'

type Plan = Parameters<typeof fieldsOf>[0][number]

const monthly: Plan = {
  ...NO_TERMS,
  kind: 'recurring',
  period: 'month',
  amountMinor: 9_990,
  currency: 'TRY',
  prices: { USD: 250 },
  name: { tr: 'Küçük' },
  features: { tr: ['Bir', 'İki'] },
}
const METER = {
  key: 'notifications',
  name: { tr: 'bildirim' },
  included: 5_000,
  tiers: [
    { upTo: 20_000, priceMinor: 2, per: 1 },
    { upTo: null, priceMinor: 1_000, per: 1_000 },
  ],
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const read = (plan: Plan, fields: Record<string, string> = {}) =>
  readPlans(
    formOf({
      ...fieldsOf([plan]),
      'plans.0.kind': plan.kind,
      'plans.0.period': plan.period ?? 'month',
      'plans.1.kind': 'none',
      ...fields,
    }),
    'TRY',
  )

describe("the form of an item's plans", () => {
  test('says what was saved, and the empty plan at its end is none', () => {
    const plan = { ...monthly, trialDays: 14, meters: [METER], capMinor: 10_000 }
    const [sent, ...others] = read(plan, { 'plans.0.trial_needs_card': 'yes' })
    expect(others).toEqual([])
    expect(sent).toMatchObject({
      kind: 'recurring',
      period: 'month',
      amount_minor: 9_990,
      prices: { USD: 250 },
      name: { tr: 'Küçük', en: '' },
      features: { tr: 'Bir\nİki' },
      trial_days: 14,
      trial_needs_card: true,
      meters: [
        {
          key: 'notifications',
          name: { tr: 'bildirim' },
          included: 5_000,
          tiers: [
            { up_to: 20_000, price_minor: 2, per: 1 },
            { up_to: null, price_minor: 1_000, per: 1_000 },
          ],
        },
      ],
      cap_minor: 10_000,
    })
  })

  test('leaves out what the kind of a plan does not have, and a plan to be removed', () => {
    const plan = { ...monthly, trialDays: 14, meters: [METER], capMinor: 10_000 }
    expect(read(plan, { 'plans.0.kind': 'one_time' })[0]).not.toHaveProperty('meters')
    expect(read(plan, { 'plans.0.kind': 'free' })).toMatchObject([
      { kind: 'free', period: null, amount_minor: 0, prices: {} },
    ])
    expect(read(plan, { 'plans.0.remove': 'yes' })).toEqual([])
  })

  test('reads numbers as people write them, and nothing else as one', () => {
    const [sent] = read(monthly, {
      'plans.0.trial_days': 'soon',
      'plans.0.meters.0.key': 'calls',
      'plans.0.meters.0.included': '20.000',
      'plans.0.meters.0.tiers.0.price_minor': '٠٫٠٢',
      'plans.0.meters.0.tiers.1.up_to': '١٬٠٠٠',
      'plans.0.cap_minor': '12,5 TL',
    })
    expect(sent).toMatchObject({
      trial_days: Number.NaN,
      meters: [
        {
          included: 20_000,
          tiers: [
            { up_to: null, price_minor: 2, per: 1 },
            { up_to: 1_000, price_minor: 0, per: 1 },
          ],
        },
      ],
      cap_minor: Number.NaN,
    })
  })
})
