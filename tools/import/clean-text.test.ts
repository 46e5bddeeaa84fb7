import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import { cleanText } from './clean-text.ts'
import type { RuleId } from './rules.ts'

const clean = (said: string, longest = 200, lines = false): { text: string; rules: RuleId[] } => {
  const rules: RuleId[] = []
  const text = cleanText(said, { field: 'title', longest, lines }, (rule) => rules.push(rule))
  return { text, rules }
}

describe('text of a foreign catalogue', () => {
  test.each([
    ['NUL', 'Free\u0000 ship', 'Free ship'],
    [
      'a turn of direction that would show "gpj.exe" as "exe.jpg"',
      'photo\u202Egpj.exe',
      'photogpj.exe',
    ],
    ['isolates', 'a\u2066b\u2069', 'ab'],
    ['invisible blanks and a byte order mark', '\uFEFFBar\u200B code', 'Bar code'],
    ['an escape for terminals', '\u001B[31mred', '[31mred'],
    ['half of a character', 'half \uD83D', 'half \uFFFD'],
    ['a heap of accents', `e${'\u0301'.repeat(90)}`, `e${'\u0301'.repeat(4)}`],
    ['hidden tags', 'ok\u{E0041}\u{E0042}', 'ok'],
  ])('drops %s', (_, said, left) =>
    expect(clean(said)).toEqual({ text: left, rules: ['R-TEXT-CLEANED'] }),
  )

  test.each([
    '日本語のアプリ',
    'متجر‎ عربي',
    '👩‍👩‍👧 Family',
    'نمی‌خواهم',
    'İndirim & Kampanya',
    '<script>alert(1)</script>',
    'Ha‑Smart',
  ])('preserves %s, markup as text', (said) => {
    expect(clean(said)).toEqual({ text: said, rules: [] })
  })

  test('is trimmed, and one-line text loses its line breaks', () => {
    expect(clean('  Two \n lines\u00A0')).toEqual({ text: 'Two lines', rules: ['R-TEXT-BLANKS'] })
    expect(clean('Two\r\nlines', 200, true)).toEqual({ text: 'Two\nlines', rules: [] })
  })

  test('is cut between characters where it is too long, and only there', () => {
    expect(clean('x'.repeat(200)).text).toBe('x'.repeat(200))
    expect(clean('🏪'.repeat(120))).toEqual({ text: `${'🏪'.repeat(99)}…`, rules: ['R-TEXT-CUT'] })
  })

  test('is idempotent for any input', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), (said) => {
        const { text } = clean(said, 50)
        expect(text.length).toBeLessThanOrEqual(50)
        expect(text).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/)
        expect(text.isWellFormed()).toBe(true)
        expect(clean(text, 50)).toEqual({ text, rules: [] })
      }),
      { numRuns: 500 },
    )
  })
})
