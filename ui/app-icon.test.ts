import { describe, expect, test } from 'vitest'
import { contrast } from '#lib/contrast.ts'
import { GROUNDS, groundOf, letterOf } from './app-icon.tsx'

describe('an item without a picture', () => {
  test('is marked by the first letter of its name, in every script', () => {
    const names = [
      'Order Printer',
      '100% Cotton',
      '(beta) Sync',
      'ışık',
      'şerit',
      'عربة التسوق',
      'セール',
      '서울',
      'ßeta',
    ]
    expect(names.map(letterOf)).toEqual(['O', '1', 'B', 'I', 'Ş', 'ع', 'セ', '서', 'ß'])
  })

  test('keeps a letter and its marks together', () =>
    expect(letterOf('e\u0301toile')).toBe('E\u0301'))

  test('whose name has no letter is marked by its first sign, an emoji whole', () => {
    expect(['👩‍🚀🚀', '  ★★★', ''].map(letterOf)).toEqual(['👩‍🚀', '★', ''])
  })

  test('has a letter before an emoji that leads the name', () =>
    expect(letterOf('🔥 Hot sale')).toBe('H'))

  test('always stands on the same ground, and not all on one', () => {
    const names = Array.from({ length: 70 }, (_, n) => `Item ${n}`)
    expect(names.map(groundOf)).toEqual(names.map(groundOf))
    expect(new Set(names.map(groundOf)).size).toBe(GROUNDS.length)
  })

  test('has a letter that can be read on every ground', () => {
    for (const ground of GROUNDS)
      expect(contrast('#ffffff', ground), ground).toBeGreaterThanOrEqual(4.5)
  })
})
