import { describe, expect, it } from 'vitest'
import { digitsOf } from '#lib/text.ts'
import { brandOf, cvcLength, formatCardNumber, formatExpiry, readExpiry } from './card-form.ts'

describe('a card number', () => {
  it('shows its brand as soon as the first digits identify it', () => {
    expect(brandOf('4')).toBe('visa')
    expect(brandOf('5528')).toBe('mastercard')
    expect(brandOf('2221')).toBe('mastercard')
    expect(brandOf('37')).toBe('amex')
    expect(brandOf('9792')).toBe('troy')
    expect(brandOf('6501')).toBe('troy')
    expect(brandOf('5890 0400')).toBe('mastercard')
    expect(brandOf('')).toBeNull()
    expect(brandOf('979')).toBeNull()
    expect(brandOf('2220')).toBeNull()
    expect(brandOf('2721')).toBeNull()
  })

  it('is grouped in fours, and as 4-6-5 for American Express', () => {
    expect(formatCardNumber('5528790000000008')).toBe('5528 7900 0000 0008')
    expect(formatCardNumber('374427000000003')).toBe('3744 270000 00003')
    expect(formatCardNumber('55287900000000081234567')).toBe('5528 7900 0000 0008 123')
    expect(formatCardNumber('٥٥٢٨ ٧٩')).toBe('5528 79')
  })

  it('is read as digits alone', () => {
    expect(digitsOf('5528 7900-0000 0008')).toBe('5528790000000008')
    expect(digitsOf('٥٥٢٨')).toBe('5528')
  })

  it('has a four-digit security code only on American Express', () => {
    expect(cvcLength(brandOf('3744'))).toBe(4)
    expect(cvcLength(brandOf('4766'))).toBe(3)
    expect(cvcLength(null)).toBe(3)
  })
})

describe("a card's expiry", () => {
  it('is formatted as MM / YY from any input', () => {
    expect(formatExpiry('1')).toBe('1')
    expect(formatExpiry('5')).toBe('05')
    expect(formatExpiry('1230')).toBe('12 / 30')
    expect(formatExpiry('12/2030')).toBe('12 / 30')
    expect(formatExpiry('1/30')).toBe('01 / 30')
    expect(formatExpiry('12 / 3')).toBe('12 / 3')
  })

  it('is read with two- or four-digit years', () => {
    expect(readExpiry('12 / 30')).toEqual({ month: 12, year: 2030 })
    expect(readExpiry('1/2031')).toEqual({ month: 1, year: 2031 })
    expect(readExpiry('0730')).toEqual({ month: 7, year: 2030 })
    expect(readExpiry('13 / 30')).toBeNull()
    expect(readExpiry('00 / 30')).toBeNull()
    expect(readExpiry('12')).toBeNull()
    expect(readExpiry('')).toBeNull()
  })
})
