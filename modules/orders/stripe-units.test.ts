import { describe, expect, test } from 'vitest'
import { isStripeAmount, minorOfStripe, stripeAmount } from './stripe-units.ts'

describe("Stripe's smallest units", () => {
  test('are ours, but hundredths of krónur, whole ariary, and tens of fils', () => {
    expect(stripeAmount(24_990, 'TRY')).toBe(24_990)
    expect(stripeAmount(980, 'JPY')).toBe(980)
    expect(stripeAmount(1_500, 'ISK')).toBe(150_000)
    expect(stripeAmount(150_000, 'MGA')).toBe(1_500)
    expect(stripeAmount(1_250, 'KWD')).toBe(1_250)
    for (const currency of ['TRY', 'JPY', 'ISK', 'UGX', 'MGA', 'KWD'])
      expect(minorOfStripe(stripeAmount(7_000, currency), currency.toLowerCase())).toBe(7_000)
  })

  test('cannot express a fraction of an ariary or the last digit of three', () => {
    expect(isStripeAmount(1_251, 'KWD')).toBe(false)
    expect(isStripeAmount(1_250, 'KWD')).toBe(true)
    expect(isStripeAmount(150, 'MGA')).toBe(false)
    expect(isStripeAmount(981, 'JPY')).toBe(true)
  })
})
