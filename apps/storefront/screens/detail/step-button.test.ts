import { describe, expect, it } from 'vitest'
import type { ItemDetail } from '#modules/catalog/contract.ts'
import { nextStep } from './step-button.tsx'

type Facts = Parameters<typeof nextStep>[0]
type Plan = ItemDetail['plans'][number]

const plan = (kind: Plan['kind']): Plan => ({
  id: 'plan',
  kind,
  period: kind === 'recurring' ? 'month' : null,
  name: '',
  price: 10,
  currency: 'TRY',
  rate_date: null,
  features: [],
  trial_days: 0,
  trial_needs_card: false,
  meters: [],
  cap: null,
  use_rate_date: null,
  buyable: kind === 'free' || kind === 'one_time',
})
const item = (facts: Partial<Facts> = {}): Facts => ({
  price_kind: 'one_time',
  installable: true,
  works_here: true,
  fits_storefront: true,
  installed: null,
  plans: [plan('one_time')],
  ...facts,
})
const onStore = (state: 'none' | 'latest' | 'old', owned: boolean) => ({
  state,
  version: state === 'none' ? null : '1.0.0',
  owned,
  support_ends_at: null,
})

describe('the button of an item', () => {
  it('brings a visitor in with the shop, whatever the price', () => {
    expect(nextStep(item(), false)).toBe('enter')
    expect(nextStep(item({ price_kind: 'free', plans: [plan('free')] }), false)).toBe('enter')
  })

  it('sells what costs something, and installs what is free', () => {
    expect(nextStep(item({ installed: onStore('none', false) }), true)).toBe('buy')
    expect(
      nextStep(
        item({ price_kind: 'free', plans: [plan('free')], installed: onStore('none', false) }),
        true,
      ),
    ).toBe('install')
  })

  it('does not sell again what the shop owns', () => {
    expect(nextStep(item({ installed: onStore('none', true) }), true)).toBe('install')
  })

  it('opens what is installed, and updates an old version', () => {
    expect(nextStep(item({ installed: onStore('latest', true) }), true)).toBe('installed')
    // S2.17, S4.7: what has a newer version is updated
    expect(nextStep(item({ installed: onStore('old', true) }), true)).toBe('update')
  })

  it('promises nothing for an item without a package, or for another platform', () => {
    expect(nextStep(item({ installable: false, works_here: false }), true)).toBe('not-yet')
    expect(
      nextStep(item({ installable: false, price_kind: 'free', plans: [plan('free')] }), false),
    ).toBe('not-yet')
    expect(nextStep(item({ works_here: false }), true)).toBe('not-here')
    expect(nextStep(item({ works_here: false }), false)).toBe('not-here')
  })

  it('is not there for a shop whose storefront the theme has no build for (D19)', () => {
    expect(nextStep(item({ fits_storefront: false, installed: onStore('none', true) }), true)).toBe(
      'not-this-storefront',
    )
    expect(
      nextStep(item({ fits_storefront: false, installed: onStore('latest', true) }), true),
    ).toBe('installed')
  })

  it('offers a subscription as one, to visitors too, and what nobody can buy not at all', () => {
    expect(nextStep(item({ price_kind: 'recurring', plans: [plan('recurring')] }), false)).toBe(
      'subscribe',
    )
    for (const kind of ['recurring', 'usage'] as const) {
      const facts = { price_kind: kind, plans: [plan(kind)], installed: onStore('none', false) }
      expect(nextStep(item(facts), true), kind).toBe('subscribe')
    }
    expect(nextStep(item({ plans: [], installed: onStore('none', false) }), true)).toBe(
      'not-for-sale',
    )
    expect(
      nextStep(
        item({ plans: [plan('recurring'), plan('one_time')], installed: onStore('none', false) }),
        true,
      ),
    ).toBe('buy')
  })
})
