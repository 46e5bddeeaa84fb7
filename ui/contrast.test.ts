import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, linearRgb } from '#lib/contrast.ts'
import { contrastFailures, readTokens } from './contrast.ts'

const tokens = readTokens(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8'))

test('by day, text stands out at least 7:1 and what carries a meaning at least 3:1', () => {
  expect(contrastFailures(tokens.light)).toEqual([])
})

test('by night, text stands out at least 7:1 and what carries a meaning at least 3:1', () => {
  expect(contrastFailures(tokens.dark)).toEqual([])
})

test('a brand with a pale link is refused with the pair and its ratio', () => {
  expect(contrastFailures({ ...tokens.light, link: '#33c0c7' })).toContain(
    'link on paper is 2.14, at least 7 is needed',
  )
})

test('a brand that leaves a colour out is refused', () => {
  const { action: _, ...rest } = tokens.light
  expect(contrastFailures(rest)).toContain('action is missing')
})

test('black on white is 21:1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

test('an OKLCH colour is the sRGB colour that a browser shows', () => {
  const hex = (colour: string) =>
    '#' +
    linearRgb(colour)
      .map((part) =>
        Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')
  expect(hex(tokens.light.action!)).toBe('#00616d')
  expect(hex(tokens.light.ink!)).toBe('#131f2c')
  expect(hex(tokens.dark['coral-text']!)).toBe('#fca390')
})
