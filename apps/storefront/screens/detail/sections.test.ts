import { expect, test } from 'vitest'
import { loadWords } from '../../messages.tsx'
import { rangeInWords } from './sections.tsx'

const words = { tr: await loadWords('tr'), en: await loadWords('en') }

test.each([
  ['*', ''],
  ['>=2.1.0', '2.1.0 and later'],
  ['>=2.1.0 <4.0.0', 'from 2.1.0, before 4.0.0'],
  ['<4.0.0 >=2.1.0', 'from 2.1.0, before 4.0.0'],
  ['<3.0.0', 'before 3.0.0'],
  ['^1.2.3', 'from 1.2.3, before 2.0.0'],
  ['~1.2.3', 'from 1.2.3, before 1.3.0'],
  ['1.2.3', 'only 1.2.3'],
  ['=1.2.3', 'only 1.2.3'],
  ['>1.0.0 <=2.0.0', '>1.0.0 <=2.0.0'],
])('S2.17 the platform versions %s are said in plain words: %s', (range, said) =>
  expect(rangeInWords(range, words.en)).toBe(said),
)

test('and in Turkish', () => expect(rangeInWords('>=2.1.0', words.tr)).toBe('2.1.0 ve sonrası'))
