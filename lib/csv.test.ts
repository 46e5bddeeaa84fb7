import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLines } from './csv.ts'

const lineOf = (text: string): string => csvLines([[text]]).slice(0, -2)

describe('a cell of a CSV file', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+90 555', "'+90 555"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-1+1', "'-1+1"],
    ['－1', "'－1"],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['Fine\n=1+1', `"Fine\n'=1+1"`],
    ['Fine;=1+1', `"Fine;'=1+1"`],
    ['Fine"=1+1', `"Fine""'=1+1"`],
    ['-2;-2+1', `"-2;'-2+1"`],
  ])('%j does not begin a formula, nor in the middle of it', (text, written) =>
    expect(lineOf(text)).toBe(written),
  )

  test.each(['-12.50', '12.50', '0', '-3', 'a-b', 'x = y', 'Good - very good', "it's"])(
    '%j stays as it is',
    (text) => expect(lineOf(text)).toBe(text),
  )

  test('begins no formula wherever a spreadsheet splits the file', () => {
    const text = string({
      unit: constantFrom(...'=+-@\t\r\n",;|\'0123.4ab －＝'.split('')),
      maxLength: 12,
    })
    assert(
      property(array(text, { minLength: 1, maxLength: 3 }), (cells) => {
        for (const part of csvLines([cells]).split(/[",;|\t\r\n]/))
          expect(/^[=+\-@＝＋－＠]/.test(part) && !/^-\d+(\.\d+)?$/.test(part)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is read back as it was, but for the apostrophes', () => {
    assert(
      property(string({ maxLength: 30 }), (text) => {
        const line = lineOf(text)
        const read = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
        expect(read.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
      }),
      { numRuns: 1_000 },
    )
  })
})
