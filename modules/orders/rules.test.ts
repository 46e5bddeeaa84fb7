import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passesLuhn } from '#lib/field-rules.ts'
import type { AddressInput } from './contract.ts'
import {
  ATTEMPT_MOVES,
  ATTEMPT_STATES,
  canMoveAttempt,
  canMoveOrder,
  checkAddress,
  checkCard,
  isIdentityNumber,
  isTaxNumber,
  LIVE_ATTEMPTS,
  MOVING_ATTEMPTS,
  ORDER_MOVES,
  ORDER_STATES,
  orderCan,
  priceLines,
  priceOrder,
  taxOf,
} from './rules.ts'

describe('pricing an order (D9)', () => {
  test('with tax in list prices, a buyer at home pays exactly the list price', () => {
    expect(
      priceOrder({ listPriceMinor: 24_990, includesTax: true, homeRateBp: 2000, rateBp: 2000 }),
    ).toEqual({ subtotalMinor: 20_825, discountMinor: 0, taxMinor: 4165, totalMinor: 24_990 })
  })

  test('a buyer abroad pays the net with their own rate', () => {
    expect(
      priceOrder({ listPriceMinor: 24_990, includesTax: true, homeRateBp: 2000, rateBp: 0 }),
    ).toMatchObject({ taxMinor: 0, totalMinor: 20_825 })
  })

  test('without tax in list prices it is added to the discounted price, rounded half up', () => {
    expect(
      priceOrder({
        listPriceMinor: 24_990,
        includesTax: false,
        homeRateBp: 2000,
        rateBp: 2000,
        discountMinor: 2499,
      }),
    ).toEqual({ subtotalMinor: 24_990, discountMinor: 2499, taxMinor: 4498, totalMinor: 26_989 })
  })

  test('the sum is correct for every price, rate and discount, in whole non-negative minor units (I8)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 200_000_000 }),
        (listPriceMinor, includesTax, homeRateBp, rateBp, discountMinor) => {
          const amounts = priceOrder({
            listPriceMinor,
            includesTax,
            homeRateBp,
            rateBp,
            discountMinor,
          })
          expect(
            Object.values(amounts).every((amount) => Number.isSafeInteger(amount) && amount >= 0),
          ).toBe(true)
          expect(amounts.totalMinor).toBe(
            amounts.subtotalMinor - amounts.discountMinor + amounts.taxMinor,
          )
          if (includesTax && rateBp === homeRateBp && discountMinor === 0)
            expect(amounts.totalMinor).toBe(listPriceMinor)
        },
      ),
    )
  })
})

describe('pricing the lines of a bundle', () => {
  const line = fc.record({
    listPriceMinor: fc.integer({ min: 0, max: 100_000_000 }),
    homeRateBp: fc.integer({ min: 0, max: 3000 }),
    rateBp: fc.integer({ min: 0, max: 3000 }),
  })

  test('gives the percentage of the whole in parts, and taxes each line on what is left of it', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 2, maxLength: 8 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 90 }),
        (lines, includesTax, percentOff) => {
          const amounts = priceLines({ includesTax, percentOff }, lines)
          const sumOf = (name: 'subtotalMinor' | 'discountMinor') =>
            amounts.reduce((sum, one) => sum + one[name], 0)
          const exact = (sumOf('subtotalMinor') * percentOff) / 100
          expect(Math.abs(sumOf('discountMinor') - exact)).toBeLessThanOrEqual(0.5)
          for (const [place, one] of amounts.entries()) {
            expect(one.discountMinor).toBeLessThanOrEqual(one.subtotalMinor)
            const net = one.subtotalMinor - one.discountMinor
            expect(one.totalMinor).toBe(net + one.taxMinor)
            if (one.discountMinor > 0)
              expect(
                Math.abs(one.taxMinor - (net * (lines[place]?.rateBp ?? 0)) / 10_000),
              ).toBeLessThan(0.501)
          }
        },
      ),
    )
  })
})

describe('the tax of a buyer (D9)', () => {
  const seller = { country: 'DE', vatId: 'DE136695976' }
  const tax = (
    buyer: Partial<Parameters<typeof taxOf>[0]['buyer']>,
    rateBp: number | null = null,
    by: Parameters<typeof taxOf>[0]['seller'] = seller,
  ) =>
    taxOf({
      seller: by,
      buyer: { country: 'AT', isCompany: true, hasConfirmedVatId: true, ...buyer },
      rateBp,
      sellerRateBp: 1900,
    })
  const none = (rateBp: number) => ({ rateBp, exemption: null })

  test('is owed by companies in another member state themselves once their VAT id is confirmed', () => {
    expect(tax({}, 2000)).toEqual({ rateBp: 0, exemption: 'reverse_charge' })
    expect(tax({ country: 'DE' }, 1900)).toEqual(none(1900))
    expect(tax({}, 2000, { country: 'DE' })).toEqual(none(2000))
    expect(tax({ hasConfirmedVatId: false }, 2000)).toEqual(none(2000))
  })

  test("of consumers is that of their member state, or the seller's while the market has none", () => {
    expect(tax({ isCompany: false }, 2000)).toEqual(none(2000))
    expect(tax({ isCompany: false })).toEqual(none(1900))
  })

  test('outside of the European Union is the rate of the country, or none', () => {
    expect(tax({ country: 'CH' })).toEqual(none(0))
    expect(tax({ country: 'CH' }, 810)).toEqual(none(810))
    expect(tax({ country: 'GB' }, 2000)).toEqual(none(2000))
    expect(tax({ country: 'DE' }, null, { country: 'TR' })).toEqual(none(0))
  })
})

describe('Turkish numbers', () => {
  test('an identity number has its two check digits', () => {
    for (const valid of ['10000000146', '12345678950', '98765432150', '20000000046'])
      expect(isIdentityNumber(valid), valid).toBe(true)
    for (const invalid of [
      '11111111111',
      '12345678901',
      '11111111112',
      '74300864791',
      '01234567890',
      '1000000014',
      'abcdefghijk',
      '',
    ])
      expect(isIdentityNumber(invalid), invalid).toBe(false)
  })

  test('a tax number has its check digit', () => {
    for (const valid of ['1234567890', '4540536920', '9876543217', '1111111114', '9000000009'])
      expect(isTaxNumber(valid), valid).toBe(true)
    for (const invalid of [
      '0010046105',
      '1111111111',
      '0000000000',
      '123456789',
      '12345678901',
      '',
    ])
      expect(isTaxNumber(invalid), invalid).toBe(false)
  })
})

describe('an address (S3.1, S5.1)', () => {
  const base: AddressInput = {
    name: 'x',
    invoice_type: 'institutional',
    company: 'Demo',
    tax_office: 'Setbaşı',
    tax_number: '1234567890',
    address: 'x',
    city: 'Bursa',
    district: 'Osmangazi',
    country: 'TR',
    zip_code: '16070',
    phone: 'x',
    email: 'a@b.co',
    firstname: undefined,
    lastname: undefined,
    identity_number: undefined,
    registration_number: undefined,
    building_number: undefined,
    additional_number: undefined,
  }

  test('of a company may carry a tax number or, for a sole trader, an identity number', () => {
    expect(checkAddress(base)).toEqual({})
    expect(checkAddress({ ...base, tax_number: '10000000146' })).toEqual({})
    expect(checkAddress({ ...base, tax_number: '1234567899' })).toEqual({
      tax_number: { code: 'field.tax_number' },
    })
  })

  test('abroad has no Turkish rules', () => {
    expect(
      checkAddress({
        ...base,
        country: 'DE',
        tax_office: undefined,
        tax_number: 'DE 123',
        district: undefined,
        zip_code: '10115',
      }),
    ).toEqual({})
  })

  test('of a person needs both names; an identity number is optional', () => {
    expect(Object.keys(checkAddress({ ...base, invoice_type: 'individual' }))).toEqual([
      'firstname',
      'lastname',
    ])
    expect(
      checkAddress({
        ...base,
        invoice_type: 'individual',
        firstname: 'A',
        lastname: 'B',
        identity_number: '11111111111',
      }),
    ).toEqual({ identity_number: { code: 'field.identity_number' } })
  })

  test('has a postcode of one of the 81 provinces', () => {
    for (const zip_code of ['82000', '00100', '1607', 'ABCDE'])
      expect(Object.keys(checkAddress({ ...base, zip_code }))).toEqual(['zip_code'])
  })
})

describe('a card (S5.2)', () => {
  const card = { number: '5528790000000008', expiry_month: 6, expiry_year: 2026, cvc: '123' }

  test('is valid through the last day of its month', () => {
    expect(checkCard(card, new Date('2026-06-30T23:59:59Z'))).toEqual({})
    expect(Object.keys(checkCard(card, new Date('2026-07-01T00:00:00Z')))).toEqual([
      'card.expiry_month',
    ])
  })

  test('has three digits of security code, four for American Express', () => {
    expect(checkCard({ ...card, number: '374427000000003', cvc: '1234' }, new Date(0))).toEqual({})
    expect(Object.keys(checkCard({ ...card, number: '374427000000003' }, new Date(0)))).toEqual([
      'card.cvc',
    ])
    expect(Object.keys(checkCard({ ...card, cvc: '1234' }, new Date(0)))).toEqual(['card.cvc'])
  })

  test('with any digit changed is invalid', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digit = (Number(card.number[place]) + by) % 10
        expect(passesLuhn(card.number.slice(0, place) + digit + card.number.slice(place + 1))).toBe(
          false,
        )
      }),
    )
  })
})

const reachable = <S extends string>(moves: Record<S, readonly S[]>, start: S): Set<S> => {
  const seen = new Set<S>([start])
  for (const state of seen) for (const next of moves[state]) seen.add(next)
  return seen
}

describe('state machines of orders and attempts (D10)', () => {
  test('reach every state from the first one', () => {
    expect([...reachable(ORDER_MOVES, 'draft')].sort()).toEqual([...ORDER_STATES].sort())
    expect([...reachable(ATTEMPT_MOVES, 'created')].sort()).toEqual([...ATTEMPT_STATES].sort())
  })

  test('a paid order is never unpaid, cancelled or expired', () => {
    for (const state of ['draft', 'awaiting_payment', 'cancelled', 'expired'] as const)
      for (const paid of ['paid', 'partially_refunded', 'refunded'] as const)
        expect(canMoveOrder(paid, state)).toBe(false)
  })

  test('an ended attempt never changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('succeeded' as const, 'declined' as const, 'voided' as const),
        fc.constantFrom(...ATTEMPT_STATES),
        (ended, any) => {
          expect(canMoveAttempt(ended, any)).toBe(false)
        },
      ),
    )
  })

  test('money moves only in live attempts, and not in a waiting challenge', () => {
    expect(MOVING_ATTEMPTS.every((state) => LIVE_ATTEMPTS.includes(state))).toBe(true)
    expect(MOVING_ATTEMPTS).not.toContain('challenge')
  })

  test('an order can be paid until it expires, to the second', () => {
    const expires_at = new Date('2026-01-02T00:00:00Z')
    expect(orderCan.pay({ state: 'draft', expires_at }, new Date('2026-01-01T23:59:59.999Z'))).toBe(
      true,
    )
    expect(orderCan.pay({ state: 'draft', expires_at }, expires_at)).toBe(false)
    for (const state of ['paid', 'expired', 'cancelled', 'refunded'])
      expect(orderCan.pay({ state, expires_at }, new Date(0))).toBe(false)
  })
})
