import { describe, expect, test } from 'vitest'
import { nameForms, withName } from './market-name.ts'

describe("a market's name in sentences", () => {
  test('has Turkish suffixes by its last vowel and letter', () => {
    const ended = (name: string) =>
      withName(
        '{market_da} {market_ya} {market_yi} {market_nin}',
        nameForms(name, 'tr'),
      ).replaceAll(`${name}’`, '')
    expect(ended('Arasta')).toBe('da ya yı nın')
    expect(ended('Pazar')).toBe('da a ı ın')
    expect(ended('Dükkân')).toBe('da a ı ın')
    expect(ended('Köşk')).toBe('te e ü ün')
    expect(ended('Gül Çarşısı')).toBe('da ya yı nın')
    expect(ended('Barış')).toBe('ta a ı ın')
    expect(ended('Komşu')).toBe('da ya yu nun')
    expect(ended('ÜRÜN')).toBe('de e ü ün')
    expect(ended('PTT')).toBe('te e i in')
  })
  test('has no suffixes in other languages, and other placeholders stay', () => {
    expect(withName('{market}: {item}', nameForms('Komşu', 'en'))).toBe('Komşu: {item}')
    expect(nameForms('سوق', 'ar')).toEqual({ market: 'سوق' })
  })
})
