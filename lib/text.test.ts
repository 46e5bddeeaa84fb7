import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import { plainText } from './text.ts'

describe('plain text', () => {
  test.each([
    ['Ne iyi!\r\nÇok iyi.\rBitti', 'Ne iyi!\nÇok iyi.\nBitti'],
    ['a\u0000b\u0007c\u001b[31md', 'abc[31md'],
    ['\u202Egnp.exe\u202C and \u2066isolated\u2069', 'gnp.exe and isolated'],
    ['\u200fمتجر\u200f جيّد', '\u200fمتجر\u200f جيّد'],
    ['می‌خواهم', 'می‌خواهم'],
    ['👩‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['one\n\n\n\n\ntwo   \n', 'one\n\ntwo'],
    ['\ud800 alone', '\ufffd alone'],
    ['\u200b\ufeff \u202e', ''],
    ['<b>not markup</b> & co', '<b>not markup</b> & co'],
    [`z${'\u0300'.repeat(50)}`, `z${'\u0300'.repeat(4)}`],
  ])('%j becomes %j', (before, after) => expect(plainText(before)).toBe(after))

  test('any input: the result has no hidden or reordering characters, and is stable', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        const plain = plainText(text)
        expect(plain).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        )
        expect(plainText(plain)).toBe(plain)
      }),
    )
  })
})
