import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  RANGE_PATTERN,
  type Ranged,
  VERSION_PATTERN,
  compareVersions,
  isPlainVersion,
  isPreview,
  outcomeOf,
  satisfiesRange,
  versionOrder,
} from './manifest.ts'

describe('comparing versions', () => {
  it('follows semver.org, section 11', () => {
    const rising = [
      '0.9.0',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1',
      '1.2.0',
      '1.10.0',
      '2.0.0',
      '10.0.0',
    ]
    for (const [index, version] of rising.entries()) {
      expect(compareVersions(version, version)).toBe(0)
      for (const older of rising.slice(0, index)) {
        expect(compareVersions(version, older), `${version} after ${older}`).toBeGreaterThan(0)
        expect(compareVersions(older, version)).toBeLessThan(0)
      }
    }
  })

  it('is a total order for any input', () => {
    const version = fc.oneof(
      fc.stringMatching(/^[0-3]\.[0-3]\.[0-3](-[a-c0-2](\.[a-c0-2]){0,2})?$/),
      fc.string(),
    )
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0)
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0)
      }),
    )
  })
})

describe('compatibility with a platform version', () => {
  it.each([
    ['2.1.0', '*', true],
    ['2.1.0', '>=2.1.0', true],
    ['2.0.9', '>=2.1.0', false],
    ['3.9.9', '>=2.1.0 <4.0.0', true],
    ['4.0.0', '>=2.1.0 <4.0.0', false],
    ['1.9.0', '^1.2.0', true],
    ['2.0.0', '^1.2.0', false],
    ['2.0.0-beta', '^1.2.0', false],
    ['0.2.9', '^0.2.1', true],
    ['0.3.0', '^0.2.1', false],
    ['0.0.4', '^0.0.3', false],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '=1.2.3', false],
    ['1.2.4', '>1.2.3', true],
    ['1.2.3', '<=1.2.3', true],
    ['spring', '>=1.0.0', false],
    ['spring', '*', true],
    ['1.0.0', '>=1', false],
  ])('%s in %s: %s', (version, range, expected) => {
    expect(satisfiesRange(version, range)).toBe(expected)
  })
})

describe('version patterns', () => {
  it('match pathological input in linear time', () => {
    expect(VERSION_PATTERN.test(`1.0.0-${'a-'.repeat(50_000)}!`)).toBe(false)
    expect(RANGE_PATTERN.test(`${'>=1.0.0 '.repeat(50_000)}!`)).toBe(false)
  })
})

it('a version with a hyphen is a preview', () => {
  expect(['1.0.0', '2.0.0-beta.1', '10.20.30', '1.0.0-0'].map(isPreview)).toEqual([
    false,
    true,
    false,
    true,
  ])
})

it('are compared for any text that the pattern accepts, however long or with leading zeros', () => {
  expect(compareVersions('1.0.0-rc.01', '1.0.0-rc.2')).toBeLessThan(0)
  expect(satisfiesRange('1.0.0-01', '>=1.0.0-0 <2.0.0')).toBe(false)
  expect(satisfiesRange('1.2.0-01', '>=1.0.0 <2.0.0')).toBe(true)
  expect(compareVersions(`1.0.0-${'a'.repeat(300)}`, '1.0.0')).toBeLessThan(0)
})

test('versions sort by number; names without a number sort first, in file order', () => {
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

test('file order counts only for names without a number', () => {
  for (const version of ['0.0.1', '1.2.3', '10.20.30', '1.0.0-beta.2'])
    expect(versionOrder(version, 5)).toBe(versionOrder(version))
  expect(versionOrder('publish', 5) > versionOrder('publish', 4)).toBe(true)
})

test('only three numbers are a plain version', () => {
  expect(['1.2.3', '2021.01.05'].every(isPlainVersion)).toBe(true)
  expect(['v1.2.3', '1.2', '1.2.3.4', '1.2.3-beta', 'publish', ''].some(isPlainVersion)).toBe(false)
})

const release = (version: string, range: string | null, rest: Partial<Ranged> = {}): Ranged => ({
  id: version,
  version,
  offered: true,
  range,
  os2: null,
  ...rest,
})
const fits = (range: string) => satisfiesRange('4.0.0', range)

describe('before a platform upgrade', () => {
  test('an installation works, works after an available update, or does not work', () => {
    const all = [
      release('3.0.0-beta.1', '*'),
      release('2.1.0', '>=3.0.0', { offered: false }),
      release('2.0.0', '>=3.0.0'),
      release('1.0.0', '<4.0.0'),
      release('0.9.0', null),
    ]
    expect(
      ['2.1.0', '2.0.0', '1.0.0', '0.9.0', 'gone'].map(
        (id) => outcomeOf(all, id, false, fits).outcome,
      ),
    ).toEqual(['works', 'works', 'update', 'update', 'none'])
    expect(outcomeOf(all, '1.0.0', false, fits).to).toBe('2.0.0')
    expect(
      outcomeOf([release('2.0.0', '<4.0.0'), release('1.0.0', '<4.0.0')], '1.0.0', false, fits),
    ).toEqual({ outcome: 'none', to: null })
    expect(
      [true, false].map(
        (os2) =>
          outcomeOf(
            [release('2.0.0', '*', { os2: false }), release('1.0.0', '<4.0.0')],
            '1.0.0',
            os2,
            fits,
          ).outcome,
      ),
    ).toEqual(['none', 'update'])
  })
})
