import { describe, expect, test } from 'vitest'
import { districtsFile, readDistrictsFile } from '#tools/districts.ts'
import { DISTRICTS_IN_PLATE_ORDER } from './districts.gen.ts'
import { districtNamed, findDistricts } from './districts.ts'
import { PROVINCES, provinceNamed } from './provinces.ts'

const named = (typed: string, province = '') =>
  findDistricts(typed, province).map((one) => `${one.name}, ${one.province}`)

describe('the districts of Türkiye (S2.22, S3.1)', () => {
  test('are 973 in 81 provinces, each once in its own, as their source has them', () => {
    expect(readDistrictsFile()).toBe(districtsFile())
    const rows = DISTRICTS_IN_PLATE_ORDER.map((names) => names.split(','))
    expect([rows.length, rows.flat().length]).toEqual([81, 973])
    expect(rows.every((row) => new Set(row).size === row.length && row.length > 0)).toBe(true)
  })

  test('are found however their letters are written', () => {
    for (const typed of ['şişli', 'SISLI', 'sisli', 'ŞİŞLİ', 'Şişl'])
      expect(named(typed, 'İstanbul'), typed).toEqual(['Şişli, İstanbul'])
    expect([named('igdir')[0], named('IĞDIR')[0]]).toEqual(['Aralık, Iğdır', 'Aralık, Iğdır'])
  })

  test('of the chosen province stand there before anything is typed, those that begin so come first', () => {
    expect(named('', 'Bursa')).toHaveLength(17)
    expect(named('', '')).toEqual([])
    expect(named('b', 'İstanbul').slice(0, 3)).toEqual([
      'Bağcılar, İstanbul',
      'Bahçelievler, İstanbul',
      'Bakırköy, İstanbul',
    ])
  })

  test("of another province are found when this one has none, with its name; a province's name finds all of its own", () => {
    expect(named('osmangazi', 'Ankara')).toEqual(['Osmangazi, Bursa'])
    expect(named('osmangazi')).toEqual(['Osmangazi, Bursa'])
    expect(named('yalov').every((one) => one.endsWith('Yalova'))).toBe(true)
    expect(named('xyz', 'Bursa')).toEqual([])
  })

  test('are written as they are written, and what is not known stays as it was typed', () => {
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
