import { describe, expect, test } from 'vitest'
import { CountryCodes } from 'validator/lib/isISO31661Alpha2.js'
import { COUNTRIES, isCountry } from './countries.ts'
import { parsePhone } from './phone.ts'
import { isPostalCode } from './postal-code.ts'
import { isVatNumber } from './vat-number.ts'
import { countryCode } from './wire.ts'

/** Published examples of valid numbers, each with its check digits. */
const VAT_NUMBERS: Readonly<Record<string, readonly string[]>> = {
  AT: ['ATU13585627'],
  BE: ['BE0428759497'],
  BG: ['BG175074752'],
  CY: ['CY10259033P'],
  CZ: ['CZ25123891', 'CZ7103192745'],
  DE: ['DE136695976'],
  DK: ['DK13585628'],
  EE: ['EE100594102'],
  GR: ['EL094259216'],
  ES: ['ESB58378431', 'ESX1234567L'],
  FI: ['FI20774740'],
  FR: ['FR40303265045', 'FRK7399859412'],
  HR: ['HR33392005961'],
  HU: ['HU12892312'],
  IE: ['IE6433435OA', 'IE1114174HH'],
  IT: ['IT00743110157'],
  LT: ['LT119511515'],
  LU: ['LU15027442'],
  LV: ['LV40003521600'],
  MT: ['MT11679112'],
  NL: ['NL004495445B01', 'NL123456789B13'],
  PL: ['PL8567346215'],
  PT: ['PT501964843'],
  RO: ['RO18547290'],
  SE: ['SE556188840401'],
  SI: ['SI50223054'],
  SK: ['SK2022749619'],
}

/** The digit before the last is changed: the form is right, the check digit is not. */
const changed = (number: string) => {
  const place =
    [...number].findLastIndex(
      (sign, at) =>
        /\d/.test(sign) &&
        /\d/.test(number[at - 1] ?? '') &&
        at < number.length - (/B\d\d$/.test(number) ? 3 : 0),
    ) - 1
  return number.slice(0, place) + ((Number(number[place]) + 1) % 10) + number.slice(place + 1)
}

describe('S3.1 the table of countries', () => {
  test('contains ISO codes, each once, sorted', () => {
    expect(COUNTRIES.filter((code) => !(CountryCodes as ReadonlySet<string>).has(code))).toEqual([])
    expect(COUNTRIES).toEqual([...new Set(COUNTRIES)].sort())
    expect(COUNTRIES).toHaveLength(241)
  })

  test('schemas accept no other country', () => {
    for (const code of ['XX', 'ZZ', 'tr', 'TUR', 'UK', 'XK']) {
      expect(isCountry(code), code).toBe(false)
      expect(countryCode.safeParse(code).error?.issues[0]?.message, code).toBe('field.country')
    }
    expect(countryCode.safeParse('').error?.issues[0]?.message).toBe('field.required')
  })
})

describe('a phone number', () => {
  test('is parsed in every country of the table, and in an unknown one only with its country code', () => {
    for (const country of [...COUNTRIES, 'XX', 'ZZ', '']) {
      expect(parsePhone('+90 532 123 45 67', country), country).toBe('+905321234567')
      expect(parsePhone('x', country), country).toBeNull()
    }
    expect(['TR', 'US', 'XX'].map((country) => parsePhone('0532 123 45 67', country))).toEqual([
      '+905321234567',
      null,
      null,
    ])
  })

  test('must be the whole text, and its length is checked first', () => {
    expect([
      parsePhone('call +90 532 123 45 67', 'TR'),
      parsePhone(`+90${'5'.repeat(1_000_000)}`, 'TR'),
    ]).toEqual([null, null])
  })
})

describe('a VAT number', () => {
  test('of each member of the European Union is accepted with and without its prefix and refused with a wrong check digit', () => {
    expect(Object.keys(VAT_NUMBERS)).toHaveLength(27)
    for (const [country, numbers] of Object.entries(VAT_NUMBERS)) {
      for (const number of numbers) {
        expect(isVatNumber(country, number), number).toBe(true)
        expect(
          isVatNumber(
            country,
            ` ${number.slice(0, 2).toLowerCase()} ${number.slice(2, 6)}-${number.slice(6)} `,
          ),
          number,
        ).toBe(true)
        expect(isVatNumber(country, number.slice(2)), number).toBe(true)
        // Of French numbers with a letter no library at hand knows the check.
        if (!number.startsWith('FRK'))
          expect(isVatNumber(country, changed(number)), `${number} → ${changed(number)}`).toBe(
            false,
          )
      }
      expect(isVatNumber(country, '1'), country).toBe(false)
    }
  })

  test('of one member is not valid in another', () => {
    expect([isVatNumber('AT', 'DE136695976'), isVatNumber('GR', 'GR094259216')]).toEqual([
      false,
      false,
    ])
  })

  test("of Saudi Arabia has 15 digits between two threes; other countries' numbers are not checked", () => {
    expect(
      [
        '300000000000003',
        'SA 310122393500003',
        '310122393500004',
        '110122393500003',
        '31012239350000',
      ].map((text) => isVatNumber('SA', text)),
    ).toEqual([true, true, false, false, false])
    expect(['US', 'AE', 'TR'].every((country) => isVatNumber(country, 'anything'))).toBe(true)
  })
})

describe('a postal code', () => {
  test('has the format of its country; case, spaces, hyphens and the country prefix are ignored', () => {
    const right: [string, string][] = [
      ['DE', '10115'],
      ['DE', 'DE-10115'],
      ['GB', 'SW1A 1AA'],
      ['GB', 'sw1a1aa'],
      ['NL', '1012ab'],
      ['NL', '1012 AB'],
      ['PL', '00-950'],
      ['PL', '00950'],
      ['JP', '1000001'],
      ['JP', '100-0001'],
      ['PT', '1000-001'],
      ['SE', '11455'],
      ['SE', '114 55'],
      ['IE', 'd02 x285'],
      ['CA', 'k1a0b1'],
      ['US', '94107'],
      ['US', '94107-1234'],
      ['US', '941071234'],
      ['SA', '12345'],
      ['SA', '12345-6789'],
      ['SA', '١٢٣٤٥'],
      ['AZ', 'AZ1000'],
      ['AZ', 'AZ 1000'],
      ['LV', 'LV-1010'],
      ['LT', '01103'],
      ['FR', '75001'],
      ['IT', '00118'],
      ['ES', '28001'],
      ['AT', '1010'],
      ['BE', '1000'],
      ['CH', '8001'],
      ['BR', '01310-100'],
      ['IN', '110 001'],
      ['SV', '1101'],
      ['KZ', 'A25E5Y2'],
      ['EG', '11511'],
      ['MA', '20000'],
      ['JO', '11118'],
    ]
    expect(right.filter(([country, text]) => !isPostalCode(country, text))).toEqual([])
    const wrong: [string, string][] = [
      ['DE', '1011'],
      ['DE', 'ABCDE'],
      ['GB', 'X1'],
      ['SA', 'X1'],
      ['US', '9410'],
      ['NL', '1012'],
      ['PL', '0-0950'.slice(0, 4)],
      ['FR', '7500'],
      ['AT', '0010'],
      ['IT', '1'],
      ['SA', ' - '],
    ]
    expect(wrong.filter(([country, text]) => isPostalCode(country, text))).toEqual([])
  })

  test('is not checked where a country has none, and limited in length everywhere', () => {
    expect([isPostalCode('AE', '00000'), isPostalCode('QA', '-')]).toEqual([true, true])
    expect(isPostalCode('DE', '1'.repeat(1_000_000))).toBe(false)
  })
})
