import { expect, test } from 'vitest'
import { splitStep } from './split.tsx'

test('arrow keys move the line by five percent, to the side that they point at in both directions of writing', () => {
  expect([splitStep('ArrowRight', false), splitStep('ArrowLeft', false)]).toEqual([5, -5])
  expect([splitStep('ArrowRight', true), splitStep('ArrowLeft', true)]).toEqual([-5, 5])
  expect([splitStep('Home', true), splitStep('End', true)]).toEqual([-100, 100])
  expect(splitStep('Tab', false)).toBeNull()
})
