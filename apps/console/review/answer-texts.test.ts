import { expect, test } from 'vitest'
import { withText } from './answer-texts.ts'

test('a ticked reason adds its paragraph once, an unticked one takes only that out', () => {
  const [one, two] = ['The pictures show another app.', 'It does not work.']
  expect(withText('', one, true)).toBe(one)
  expect(withText(one, one, true)).toBe(one)
  const typed = `Dear Ada,\n\n${one}\n\nThank you.`
  expect(withText(typed, two, true)).toBe(`${typed}\n\n${two}`)
  expect(withText(`${typed}\n\n${two}`, one, false)).toBe(`Dear Ada,\n\nThank you.\n\n${two}`)
})
