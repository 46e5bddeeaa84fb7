import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, test } from 'vitest'
import { COUNTRIES } from '#lib/countries.ts'
import { isPostalCode } from '#lib/postal-code.ts'
import { districtsFile, readDistrictsFile } from '#tools/districts.ts'
import {
  AddressChoice,
  maskIdentityNumber,
  maskPostalCode,
  maskTaxNumber,
} from './address-fields.tsx'
import type { Address } from '../contract.ts'
import { DISTRICTS_IN_PLATE_ORDER } from './districts.gen.ts'
import { districtNamed, findDistricts } from './districts.ts'
import { provinceNamed, provinceOfPostcode, PROVINCES } from './provinces.ts'

describe('S5.6 masks of the address form', () => {
  test('formats postal codes of each country: digits, letters (@) and either (*)', () => {
    const typed: [string, string, string][] = [
      ['NL', '1012ab', '1012 AB'],
      ['NL', '10a12', '1012'],
      ['CA', 'k1a0b1', 'K1A 0B1'],
      ['IE', 't12x285', 'T12 X285'],
      ['IE', 't12-x285', 'T12 X285'],
      ['MT', 'vlt1117', 'VLT 1117'],
      ['PL', '00950', '00-950'],
      ['JP', '1000001', '100-0001'],
      ['SA', '١٢٣٤٥', '12345'],
      ['SA', '123456789', '12345-6789'],
      ['TR', '16 070', '16070'],
      ['TR', '160701', '16070'],
      ['GB', 'sw1a 1aa', 'sw1a 1aa'],
      ['AE', 'any', 'any'],
    ]
    for (const [country, text, masked] of typed)
      expect(maskPostalCode(country, text), `${country} ${text}`).toBe(masked)
  })

  test('accepts letters of every language', () => {
    expect([
      maskPostalCode('NL', '1012şğ'),
      maskPostalCode('MT', 'متج1117'),
      maskPostalCode('IE', 'د٠٢ş٢٨٥'),
    ]).toEqual(['1012 ŞĞ', 'متج 1117', 'د02 Ş285'])
  })

  test('is stable when masked again', () => {
    const codes: Record<string, string> = {
      BR: '01310100',
      CA: 'k1a0b1',
      CZ: '11000',
      GR: '10431',
      IE: 'd02x285',
      IN: '110001',
      JP: '1000001',
      MT: 'vlt1117',
      NL: '1012ab',
      PL: '00950',
      PT: '1000001',
      SA: '12345',
      SE: '11455',
      SK: '81101',
      TR: '16070',
      US: '94107',
    }
    for (const [country, code] of Object.entries(codes))
      expect(isPostalCode(country, maskPostalCode(country, code)), country).toBe(true)
    expect(
      COUNTRIES.filter((country) => maskPostalCode(country, 'x-x x') !== 'x-x x').toSorted(),
    ).toEqual(Object.keys(codes).toSorted())
  })

  test('groups an identity number while it is typed and leaves a masked one', () => {
    expect(maskIdentityNumber('10000000146')).toBe('100 000 001 46')
    expect(maskIdentityNumber('١٠٠00a000146789')).toBe('100 000 001 46')
    expect(maskIdentityNumber('•••••••••46')).toBe('•••••••••46')
  })

  test('groups a Turkish tax number and leaves foreign ones', () => {
    expect([maskTaxNumber('TR', '1234567890'), maskTaxNumber('NL', 'NL123456789B13')]).toEqual([
      '123 456 789 0',
      'NL123456789B13',
    ])
  })
})

describe('the provinces of Türkiye', () => {
  it('are 81, each once, in Turkish alphabetical order', () => {
    expect(PROVINCES).toHaveLength(81)
    expect(new Set(PROVINCES).size).toBe(81)
    expect(PROVINCES).toEqual([...PROVINCES].sort(new Intl.Collator('tr').compare))
  })

  it('are known by the first two digits of a postcode', () => {
    expect(provinceOfPostcode('16070')).toBe('Bursa')
    expect(provinceOfPostcode('34710')).toBe('İstanbul')
    expect(provinceOfPostcode('81100')).toBe('Düzce')
    expect(provinceOfPostcode('82000')).toBeNull()
    expect(provinceOfPostcode('')).toBeNull()
  })
})

const named = (typed: string, province = '') =>
  findDistricts(typed, province).map((one) => `${one.name}, ${one.province}`)

describe('the districts of Türkiye (S2.22, S3.1)', () => {
  test('are 973 in 81 provinces, each once per province, as in their source', () => {
    expect(readDistrictsFile()).toBe(districtsFile())
    const rows = DISTRICTS_IN_PLATE_ORDER.map((names) => names.split(','))
    expect([rows.length, rows.flat().length]).toEqual([81, 973])
    expect(rows.every((row) => new Set(row).size === row.length && row.length > 0)).toBe(true)
  })

  test('are found regardless of case and diacritics', () => {
    for (const typed of ['şişli', 'SISLI', 'sisli', 'ŞİŞLİ', 'Şişl'])
      expect(named(typed, 'İstanbul'), typed).toEqual(['Şişli, İstanbul'])
    expect([named('igdir')[0], named('IĞDIR')[0]]).toEqual(['Aralık, Iğdır', 'Aralık, Iğdır'])
  })

  test('of the chosen province are listed before anything is typed, matching prefixes first', () => {
    expect(named('', 'Bursa')).toHaveLength(17)
    expect(named('', '')).toEqual([])
    expect(named('b', 'İstanbul').slice(0, 3)).toEqual([
      'Bağcılar, İstanbul',
      'Bahçelievler, İstanbul',
      'Bakırköy, İstanbul',
    ])
  })

  test("of other provinces are found if this one has none, also by the province's name", () => {
    expect(named('osmangazi', 'Ankara')).toEqual(['Osmangazi, Bursa'])
    expect(named('osmangazi')).toEqual(['Osmangazi, Bursa'])
    expect(named('yalov').every((one) => one.endsWith('Yalova'))).toBe(true)
    expect(named('xyz', 'Bursa')).toEqual([])
  })

  test('get their official spelling; unknown ones stay as typed', () => {
    expect([
      districtNamed('OSMANGAZI', 'bursa'),
      districtNamed('uskudar', 'İstanbul'),
      districtNamed('Yeni İlçe', 'Bursa'),
    ]).toEqual(['Osmangazi', 'Üsküdar', 'Yeni İlçe'])
    expect(PROVINCES.map((name) => provinceNamed(name.toLocaleUpperCase('tr')))).toEqual(PROVINCES)
    expect([
      provinceNamed('istanbul'),
      provinceNamed('sanliurfa'),
      provinceNamed('Bursaa'),
      provinceNamed(''),
    ]).toEqual(['İstanbul', 'Şanlıurfa', undefined, undefined])
  })
})

describe('the choice of a saved address', () => {
  const choice = (count: number, chosen: number) =>
    renderToStaticMarkup(
      createElement(AddressChoice, {
        addresses: Array.from(
          { length: count },
          (_, n) =>
            ({
              id: `adr_${n}`,
              name: `Address ${n}`,
              invoice_type: 'individual',
              address: 'Çekirge Mah.',
              zip_code: '16070',
              district: 'Osmangazi',
              city: 'Bursa',
              country: 'TR',
            }) as Address,
        ),
        chosen: `adr_${chosen}`,
        onChoose: () => {},
        countryNames: new Map(),
        editHref: (id) => `/edit/${id}`,
        errors: {},
        t: (key, values) => `${key} ${String(values?.['count'] ?? '')}`,
      } as Parameters<typeof AddressChoice>[0]),
    )
  const foldedIn = (html: string) =>
    /<details.*<\/details>/s.exec(html)?.[0].match(/value="adr_\d+"/g) ?? []

  it('shows up to four, and of more the first three', () => {
    expect(foldedIn(choice(4, 0))).toEqual([])
    const many = choice(6, 0)
    expect(foldedIn(many)).toEqual(['value="adr_3"', 'value="adr_4"', 'value="adr_5"'])
    expect(many).toContain('checkout.address.more 3')
    expect(many).not.toContain('<details open')
  })

  it('is open where a folded one is chosen', () => {
    expect(choice(6, 4)).toContain('<details open')
  })
})
