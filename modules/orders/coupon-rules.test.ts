import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import {
  couponCode,
  couponFault,
  type CouponTarget,
  type CouponTerms,
  type CouponUsage,
  discountOf,
  isFull,
} from './coupons.ts'
import { priceOrder } from './rules.ts'

describe('the normalized form of a coupon code (CPN-6)', () => {
  test('ignores case, spaces, hyphens, width and the Turkish i', () => {
    for (const written of [
      'INDIRIM10',
      'indirim10',
      ' İndirim 10 ',
      'ındırım-10',
      'İNDİRİM10',
      'ＩＮＤＩＲＩＭ10',
      'in\u00addirim\u200b10',
      'INDIRIM\u202f10',
      'indirim١٠',
      'ı\u0307ndirim10',
    ]) {
      expect(couponCode(written), JSON.stringify(written)).toBe('INDIRIM10')
    }
    expect(couponCode('şenliğe-çöğür-ü')).toBe('SENLIGECOGURU')
  })

  test("does not depend on the machine's locale", () => {
    for (const locale of ['tr', 'en', 'az', 'lt'])
      expect(couponCode('indirim'.toLocaleUpperCase(locale))).toBe('INDIRIM')
    for (const locale of ['tr', 'en', 'az', 'lt'])
      expect(couponCode('INDIRIM'.toLocaleLowerCase(locale))).toBe('INDIRIM')
  })

  test('rejects invalid codes, and long texts without reading them', () => {
    for (const text of [
      '',
      '  ',
      'AB',
      '../../etc',
      "' or 1=1 --",
      'A%',
      'كوبون',
      'АRASTA',
      'AR_10',
      'A'.repeat(41),
      'A'.repeat(10_000),
      'AB\0C',
      '\ud800ABC',
      '½½½',
    ]) {
      expect(couponCode(text), JSON.stringify(text.slice(0, 20))).toBeNull()
    }
  })

  test('is stable when normalized again', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 80 }), (text) => {
        const code = couponCode(text)
        if (code !== null)
          expect([couponCode(code), /^[A-Z0-9]{3,40}$/.test(code)]).toEqual([code, true])
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{3,40}$/), (text) => {
        expect(couponCode(text.toLowerCase())).toBe(couponCode(text.toUpperCase()))
      }),
    )
  })
})

const NOW = new Date('2026-11-21T12:00:00Z')
const TERMS: CouponTerms = {
  value: { kind: 'percent', percentBp: 1000 },
  active: true,
  validFrom: new Date('2026-11-01T00:00:00Z'),
  validUntil: null,
  platformId: null,
  market: null,
  itemId: null,
  partnerId: null,
  totalLimit: null,
  storeLimit: null,
  firstPurchase: false,
  periods: 1,
}
const UNUSED: CouponUsage = { used: 0, usedByStore: 0, held: false, hasBought: false }
const TARGET: CouponTarget = {
  platformId: 1,
  market: 'app',
  itemId: 'itm_a',
  partnerId: 'par_a',
  currency: 'TRY',
  subtotalMinor: 20_825,
}
const fault = (
  terms: Partial<CouponTerms> = {},
  usage: Partial<CouponUsage> = {},
  target: Partial<CouponTarget> = {},
) => couponFault({ ...TERMS, ...terms }, { ...UNUSED, ...usage }, { ...TARGET, ...target }, NOW)

describe('S5.3 a coupon applies only', () => {
  test('while it is active and within its period, to the millisecond', () => {
    expect([fault(), fault({ active: false })]).toEqual([null, 'inactive'])
    expect([fault({ validFrom: NOW }), fault({ validFrom: new Date(NOW.getTime() + 1) })]).toEqual([
      null,
      'too_early',
    ])
    expect([
      fault({ validUntil: new Date(NOW.getTime() + 1) }),
      fault({ validUntil: NOW }),
    ]).toEqual([null, 'over'])
  })

  test('to its platform, market, item and partner, each on its own', () => {
    expect(fault({ platformId: 1, market: 'app', itemId: 'itm_a', partnerId: 'par_a' })).toBeNull()
    for (const other of [
      { platformId: 2 },
      { market: 'theme' },
      { itemId: 'itm_b' },
      { partnerId: 'par_b' },
    ])
      expect(fault(other), JSON.stringify(other)).toBe('elsewhere')
  })

  test("in the order's currency; nothing is converted", () => {
    const value = { kind: 'amount', amountMinor: 5000, currency: 'TRY' } as const
    expect([fault({ value }), fault({ value }, {}, { currency: 'USD' })]).toEqual([
      null,
      'other_currency',
    ])
  })

  test('to a first purchase if nothing was bought before', () => {
    expect([
      fault({ firstPurchase: true }),
      fault({ firstPurchase: true }, { hasBought: true }),
      fault({}, { hasBought: true }),
    ]).toEqual([null, 'not_first', null])
  })

  test('while places are left in total and for the store; a reserved place stays valid (I7)', () => {
    expect([
      fault({ totalLimit: 3 }, { used: 2 }),
      fault({ totalLimit: 3 }, { used: 3 }),
      fault({ storeLimit: 1 }, { usedByStore: 1 }),
    ]).toEqual([null, 'used_up', 'used_up'])
    expect(
      fault({ totalLimit: 1, storeLimit: 1 }, { used: 1, usedByStore: 1, held: true }),
    ).toBeNull()
    expect(isFull({ totalLimit: null, storeLimit: null }, { used: 1e9, usedByStore: 1e9 })).toBe(
      false,
    )
  })

  test('where it gives a discount', () => {
    expect([fault({}, {}, { subtotalMinor: 4 }), fault({}, {}, { subtotalMinor: 5 })]).toEqual([
      'nothing_off',
      null,
    ])
    expect(fault({ value: { kind: 'percent', percentBp: 10_000 } }, {}, { subtotalMinor: 0 })).toBe(
      'nothing_off',
    )
  })
})

const couponValue = fc.oneof(
  fc.record({
    kind: fc.constant('percent' as const),
    percentBp: fc.integer({ min: 1, max: 10_000 }),
  }),
  fc.record({
    kind: fc.constant('amount' as const),
    amountMinor: fc.integer({ min: 1, max: 300_000_000 }),
    currency: fc.constant('TRY'),
  }),
)

describe('the discount of a coupon (CPN-7, I8)', () => {
  test('is rounded half up and at most the net price', () => {
    expect(discountOf({ kind: 'percent', percentBp: 1000 }, 20_825)).toBe(2083)
    expect(discountOf({ kind: 'percent', percentBp: 10_000 }, 20_825)).toBe(20_825)
    expect(discountOf({ kind: 'amount', amountMinor: 30_000, currency: 'TRY' }, 20_825)).toBe(
      20_825,
    )
  })

  test('keeps totals whole and non-negative, and never above those without it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 3000 }),
        couponValue,
        (listPriceMinor, includesTax, homeRateBp, rateBp, value) => {
          const price = { listPriceMinor, includesTax, homeRateBp, rateBp }
          const without = priceOrder(price)
          const discountMinor = discountOf(value, without.subtotalMinor)
          const amounts = priceOrder({ ...price, discountMinor })
          expect(
            Object.values(amounts).every((amount) => Number.isSafeInteger(amount) && amount >= 0),
          ).toBe(true)
          expect(amounts.totalMinor).toBe(
            amounts.subtotalMinor - amounts.discountMinor + amounts.taxMinor,
          )
          expect([amounts.subtotalMinor, amounts.discountMinor]).toEqual([
            without.subtotalMinor,
            discountMinor,
          ])
          expect(amounts.totalMinor).toBeLessThanOrEqual(without.totalMinor)
          if (value.kind === 'percent' && value.percentBp === 10_000)
            expect(amounts.totalMinor).toBe(0)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('grows with percentage and amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 1, max: 9_999 }),
        (subtotal, percentBp) => {
          expect(
            discountOf({ kind: 'percent', percentBp: percentBp + 1 }, subtotal),
          ).toBeGreaterThanOrEqual(discountOf({ kind: 'percent', percentBp }, subtotal))
        },
      ),
    )
  })
})
