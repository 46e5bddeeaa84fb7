import { describe, expect, test } from 'vitest'
import { readPrice } from '#tools/convert-shopify-2020/price.ts'
import type { Said } from './parse-line.ts'
import { listingPrice, readPlans } from './price.ts'

const line = (plan: Partial<Said<'plan'>>): Said<'plan'> => ({
  at: 1,
  item: 'a',
  kind: 'recurring',
  trial_days: 0,
  trial_needs_card: false,
  meters: [],
  cap_minor: null,
  ...plan,
})
function read(...plans: Partial<Said<'plan'>>[]) {
  const rules: string[] = []
  const list = readPlans(
    plans.map(line),
    { language: 'en', currency: 'USD' },
    ['TRY', 'USD', 'EUR', 'SAR'],
    (_, rule, _what, skipped) => rules.push(`${rule}${skipped ? ' skipped' : ''}`),
  )
  return { list, rules, shown: listingPrice(list) }
}

describe('the price of a listing from its plans (D9)', () => {
  test('is the smallest amount', () => {
    expect(
      read(
        { price_minor: 1500, period: 'month' },
        { price_minor: 900, period: 'year' },
        { kind: 'one_time', price_minor: 5000 },
      ).shown,
    ).toEqual({
      price: { kind: 'recurring', amountMinor: 900, currency: 'USD', period: 'year' },
      paidBeside: false,
    })
  })
  test('is free with a free plan, with in-app purchases beside other plans', () => {
    expect(read({ price_minor: 900, period: 'month' }, { kind: 'free' }).shown).toEqual({
      price: { kind: 'free', amountMinor: 0, currency: 'USD', period: null },
      paidBeside: true,
    })
    expect(read({ kind: 'free' }).shown?.paidBeside).toBe(false)
  })
  test('is not free when paid by usage', () =>
    expect(read({ kind: 'usage' }, { price_minor: 900, period: 'month' }).shown?.price.kind).toBe(
      'usage',
    ))
  test('prefers one-time to recurring at the same amount', () => {
    expect(
      read({ price_minor: 900, period: 'month' }, { kind: 'one_time', price_minor: 900 }).shown
        ?.price.kind,
    ).toBe('one_time')
  })
  test('does not compare amounts of different currencies', () => {
    expect(
      read(
        { price_minor: 900, period: 'month' },
        { kind: 'one_time', price_minor: 100, currency: 'TRY' },
      ).shown?.price,
    ).toMatchObject({ amountMinor: 900, currency: 'USD' })
  })
  test('is absent without plans', () => expect(read().shown).toBeUndefined())
})

test.each([
  [{ price_minor: 0, period: 'month' as const }, 'R-PLAN-FREE'],
  [{ kind: 'free' as const, price_minor: 500 }, 'R-PLAN-FREE'],
  [{ price_minor: 500 }, 'R-PLAN-PERIOD skipped'],
  [{ kind: 'one_time' as const }, 'R-PLAN-PRICE skipped'],
  [{ kind: 'one_time' as const, price_minor: -1 }, 'R-PLAN-PRICE skipped'],
  [{ kind: 'one_time' as const, price_minor: 2_000_000_000 }, 'R-PLAN-PRICE skipped'],
  [{ price_minor: 500, period: 'month' as const, currency: 'GBP' }, 'R-PLAN-CURRENCY skipped'],
])('the plan %o: %s', (plan, rule) => expect(read(plan).rules).toEqual([rule]))

describe('a trial and what use costs', () => {
  const meter = {
    key: 'notices',
    name: 'notices',
    included: 10,
    tiers: [
      { up_to: 100, price_minor: 2, per: 1 },
      { up_to: null, price_minor: 1, per: 1 },
    ],
  }
  const terms = { trial_days: 14, trial_needs_card: true, meters: [meter], cap_minor: 500 }
  test('come with recurring and usage plans', () => {
    expect(read({ price_minor: 900, period: 'month', ...terms })).toMatchObject({
      rules: [],
      list: [
        {
          trialDays: 14,
          trialNeedsCard: true,
          meters: [
            {
              key: 'notices',
              name: { en: 'notices' },
              included: 10,
              tiers: [
                { upTo: 100, priceMinor: 2, per: 1 },
                { upTo: null, priceMinor: 1, per: 1 },
              ],
            },
          ],
          capMinor: 500,
        },
      ],
    })
  })
  test('are left out of other plans, and a meter that cannot be charged out of any', () => {
    const { list, rules } = read(
      { kind: 'one_time', price_minor: 900, ...terms },
      {
        kind: 'usage',
        ...terms,
        meters: [{ ...meter, tiers: meter.tiers.toReversed() }],
      },
    )
    expect(rules).toEqual(['R-PLAN-TERMS', 'R-PLAN-TERMS'])
    expect(list).toMatchObject([
      { trialDays: 0, meters: [], capMinor: null },
      { trialDays: 14, meters: [], capMinor: null },
    ])
  })
})

test.each([
  ['$7.99/month', { kind: 'recurring', price_minor: 799, period: 'month' }],
  ['$1,490/month', { kind: 'recurring', price_minor: 149_000, period: 'month' }],
  ['$99/year', { kind: 'recurring', price_minor: 9900, period: 'year' }],
  ['$0.1/month', { kind: 'recurring', price_minor: 10, period: 'month' }],
  ['$149 one time charge', { kind: 'one_time', price_minor: 14_900 }],
  [' Free ', { kind: 'free' }],
  ['Free to install', { kind: 'usage', price_minor: 0 }],
  ['External charges may apply', { kind: 'usage', price_minor: 0 }],
  // Not understood: the import says so and skips it.
  ['ask us', { kind: 'ask us' }],
  ['$1.999/month', { kind: '$1.999/month' }],
])('the source\'s text "%s"', (said, plan) => expect(readPrice(said)).toEqual(plan))
