import { describe, expect, test } from 'vitest'
import { readBrand } from './brand.ts'
import { readConfig } from '#server/config.ts'

const FOREST = {
  colours: { action: ['#0b4a30', '#7fe0b4'], 'action-hover': ['#083824', '#a4ecce'] },
  radius: { card: 4 },
  font: { text: 'Georgia' },
}
const read = (brand: object) => readBrand(JSON.stringify(brand))

describe("a platform's brand (D3)", () => {
  test('becomes a style sheet that replaces the design tokens, in light and dark mode', () => {
    expect(read(FOREST).css).toBe(
      ":root, [data-theme] { --action: light-dark(#0b4a30, #7fe0b4); --action-hover: light-dark(#083824, #a4ecce); --radius-card: 4px; --font-text: 'Georgia' }\n",
    )
  })

  test('has another URL when it changes, so that no browser uses the old one', () => {
    expect(read(FOREST).href).toMatch(/^\/brand\.css\?v=[0-9a-f]{10}$/)
    expect(read({ ...FOREST, radius: { card: 5 } }).href).not.toBe(read(FOREST).href)
  })

  test.each([
    [
      'by day',
      { colours: { action: ['#33c0c7', '#7fe0b4'] } },
      'in light mode on-action on action is 2.21, at least 7 is needed',
    ],
    [
      'by night',
      { colours: { link: ['#0b4a30', '#0b4a30'] } },
      /^in dark mode link on paper is 1\.\d+, at least 7 is needed$/,
    ],
  ])('with too little contrast is refused with the pair and its ratio: %s', (_, brand, words) => {
    expect(() => read(brand)).toThrow(words)
  })

  test.each([
    [{ colours: { ink: ['#000000', '#ffffff'] } }],
    [{ colours: { action: ['red', '#7fe0b4'] } }],
    [{ colours: { action: ['#0b4a30'] } }],
    [{ radius: { card: 400 } }],
    [{ font: { text: "Georgia'; } body { display: none" } }],
    [{ font: { text: 'url(https://example.com/font)' } }],
    [{ logo: 'x' }],
  ])('sets nothing else, and no value escapes its declaration: %o', (brand) => {
    expect(() => read(brand)).toThrow(/:/)
  })

  test('that is invalid stops the start with a message', () => {
    expect(() => readConfig({ BRAND: '{' })).toThrow(/BRAND: the brand is not JSON/)
    expect(() => readConfig({ BRAND: '{"colours":{"action":["#33c0c7","#7fe0b4"]}}' })).toThrow(
      /BRAND: in light mode on-action on action/,
    )
  })
})
