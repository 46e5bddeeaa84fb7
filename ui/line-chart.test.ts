import { describe, expect, test } from 'vitest'
import { linePoints, roundTop } from './line-chart.tsx'

const BOX = { width: 100, height: 50 }

describe('a chart', () => {
  test('ends at a round number that nothing is above', () => {
    expect([0, 1, 3, 7, 10, 11, 260, 999, 0.4, Number.NaN].map(roundTop)).toEqual([
      1, 1, 5, 10, 10, 20, 500, 1000, 1, 1,
    ])
  })

  test('has its line over the whole width, from the bottom to the top', () => {
    expect(linePoints([0, 5, 10], 10, BOX)).toBe('0,50 50,25 100,0')
    expect(linePoints([5], 10, BOX)).toBe('0,25 100,25')
    expect(linePoints([], 10, BOX)).toBe('')
    expect(linePoints([-3, 0], 10, BOX)).toBe('0,50 100,50')
  })
})
