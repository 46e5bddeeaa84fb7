import { expect, test } from 'vitest'
import { counterpart, markWords } from './mark-words.ts'

test('marks the words that a text has and the other lacks', () => {
  const [before, after] = [
    'Puts a calendar on the product page.',
    'Puts a small calendar on the product page and cart.',
  ]
  expect(markWords(after, before)).toEqual([
    { text: 'Puts a', isChanged: false },
    { text: 'small', isChanged: true },
    { text: 'calendar on the product', isChanged: false },
    { text: 'page and cart.', isChanged: true },
  ])
  expect(markWords(before, after).filter((one) => one.isChanged)).toEqual([
    { text: 'page.', isChanged: true },
  ])
})

test('a paragraph that only moved is no change', () => {
  expect(counterpart('Two.', 0, ['One.', 'Two.'])).toBe('Two.')
  expect(counterpart('New.', 5, ['One.'])).toBe('')
})
