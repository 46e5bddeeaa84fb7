import { expect, test } from 'vitest'
import { isPlainVersion, versionOrder } from './version-order.ts'

test('versions sort by their numbers, whatever stands around them; names without a number stand below, in the order of the file', () => {
  const right = [
    'publish',
    'Timeline-1.0',
    '0.9.9',
    'v0.10.0',
    '1.0',
    '1.0.1b3',
    '1.0.1-beta.2',
    '1.0.1-beta.10',
    '1.0.1-rc1',
    '1.0.1',
    '1.0.1.4',
    '1.0.1.10',
    'V1.0.2',
    '1.1',
    '2.0.0-alpha',
    '2.0.0+build.7',
    '10',
    '2021.01.05',
    '20240831104225.0.0',
  ]
  const orders = right.map((version, place) => ({ version, order: versionOrder(version, place) }))
  expect(orders.toSorted((a, b) => (a.order < b.order ? -1 : 1)).map((one) => one.version)).toEqual(
    right,
  )
})

test('the place in the file counts only for what has no number', () => {
  for (const version of ['0.0.1', '1.2.3', '10.20.30', '1.0.0-beta.2'])
    expect(versionOrder(version, 5)).toBe(versionOrder(version))
  expect(versionOrder('publish', 5) > versionOrder('publish', 4)).toBe(true)
})

test('only three numbers are a plain version', () => {
  expect(['1.2.3', '2021.01.05'].every(isPlainVersion)).toBe(true)
  expect(['v1.2.3', '1.2', '1.2.3.4', '1.2.3-beta', 'publish', ''].some(isPlainVersion)).toBe(false)
})
