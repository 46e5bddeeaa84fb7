import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareVersions,
  isPreview,
  RANGE_PATTERN,
  satisfiesRange,
  VERSION_PATTERN,
} from './versions.ts'

describe('which version is newer', () => {
  it('follows the order of semver.org, section 11', () => {
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

  it('is an order whatever is compared', () => {
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

describe('whether an item works with a platform version', () => {
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

describe('patterns', () => {
  it('answer also to text that was made to keep them busy for ever', () => {
    expect(VERSION_PATTERN.test(`1.0.0-${'a-'.repeat(50_000)}!`)).toBe(false)
    expect(RANGE_PATTERN.test(`${'>=1.0.0 '.repeat(50_000)}!`)).toBe(false)
  })
})

it('a version with a hyphen is one that is tried out before', () => {
  expect(['1.0.0', '2.0.0-beta.1', '10.20.30', '1.0.0-0'].map(isPreview)).toEqual([
    false,
    true,
    false,
    true,
  ])
})

it('compares any text that the pattern accepts, however long or with leading zeros', () => {
  expect(compareVersions('1.0.0-rc.01', '1.0.0-rc.2')).toBeLessThan(0)
  expect(satisfiesRange('1.0.0-01', '>=1.0.0-0 <2.0.0')).toBe(false)
  expect(satisfiesRange('1.2.0-01', '>=1.0.0 <2.0.0')).toBe(true)
  expect(compareVersions(`1.0.0-${'a'.repeat(300)}`, '1.0.0')).toBeLessThan(0)
})
