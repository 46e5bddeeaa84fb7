import { expect, test } from 'vitest'
import { diffLines } from '#modules/installs/ui/diff-lines.ts'
import { foldLines, numberLines, pageOfLine, pagesOf, visibleText } from './fold-lines.ts'

const count = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`)
const lines = numberLines(
  diffLines(count(1, 40).join('\n'), [...count(1, 19), 'new', ...count(21, 40)].join('\n')),
)

test('lines that are the same are folded, except three around each change', () => {
  expect(
    foldLines(lines).map((one) => [one.isFolded, one.lines[0]?.text, one.lines.at(-1)?.text]),
  ).toEqual([
    [true, 'line 1', 'line 16'],
    [false, 'line 17', 'line 23'],
    [true, 'line 24', 'line 40'],
  ])
  const changed = foldLines(lines)[1]?.lines.filter((one) => one.what !== 'same')
  expect(changed?.map((one) => [one.what, one.before, one.after])).toEqual([
    ['gone', 20, null],
    ['new', null, 20],
  ])
})

test('a line with a finding stays open although it did not change', () => {
  const open = foldLines(lines, new Set([35])).filter((one) => !one.isFolded)
  expect(open.some((one) => one.lines.some((line) => line.after === 35))).toBe(true)
})

test('a long file is shown in pages, and each line stands on one of them', () => {
  const all = foldLines(numberLines(diffLines('', count(1, 1000).join('\n'))))
  const pages = pagesOf(all, 400)
  expect(pages.map((page) => page.flatMap((one) => one.lines).length)).toEqual([400, 400, 200])
  expect([pageOfLine(pages, 1), pageOfLine(pages, 401), pageOfLine(pages, 1000)]).toEqual([1, 2, 3])
})

test('marks that hide or turn letters around are written out, and long lines are cut', () => {
  expect(visibleText('if (admin\u202e) {')).toBe('if (admin\\u{202e}) {')
  expect(visibleText('\u200bx\ty')).toBe('\\u{200b}x\ty')
  expect(visibleText('x'.repeat(50_000)).length).toBeLessThan(700)
})
