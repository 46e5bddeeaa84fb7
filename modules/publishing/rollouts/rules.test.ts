import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import {
  type Counted,
  type Signal,
  type Signals,
  SIGNALS,
  isClearlyWorse,
  reasonToHalt,
  shareBounds,
  signalToHalt,
} from './rules.ts'

const fared = (failed: number, ended: number) => ({ failed, ended, asked: 0, bad: 0 })
const health = (bad: number, asked: number) => ({ failed: 0, ended: asked, bad, asked })
const NOTHING = { failed: 0, ended: 0 }

describe('what halts a release by itself', () => {
  test('at least three failures, and at least five in a hundred', () => {
    expect(
      [fared(2, 2), fared(3, 3), fared(3, 60), fared(3, 61), fared(5, 100), fared(50, 1001)].map(
        (here) => reasonToHalt(here, NOTHING),
      ),
    ).toEqual([null, 'failures', 'failures', null, 'failures', null])
  })

  test('and more than twice the share of the release before', () => {
    const before = { failed: 5, ended: 100 }
    expect([
      reasonToHalt(fared(10, 100), before),
      reasonToHalt(fared(11, 100), before),
      reasonToHalt(fared(6, 100), { failed: 0, ended: 100 }),
    ]).toEqual([null, 'failures', 'failures'])
  })

  test('or a store that turned bad, as long as at least one in a hundred did', () => {
    expect(
      [health(0, 0), health(1, 1), health(1, 100), health(1, 101), health(2, 101)].map((here) =>
        reasonToHalt(here, NOTHING),
      ),
    ).toEqual([null, 'health', 'health', null, 'health'])
  })
})

describe('signals after an install', () => {
  const signal = fc.constantFrom(...(Object.keys(SIGNALS) as Signal[]))
  const counted = (least: number, most: number): fc.Arbitrary<Counted> =>
    fc
      .integer({ min: least, max: most })
      .chain((all) =>
        fc.record({ all: fc.constant(all), failed: fc.integer({ min: 0, max: all }) }),
      )

  test('a small sample of either release trips nothing, whatever is in it', () => {
    fc.assert(
      fc.property(signal, fc.gen(), (name, gen) => {
        const { least } = SIGNALS[name]
        const small = gen(counted, 0, least - 1)
        const any = gen(counted, 0, 100_000)
        expect(isClearlyWorse(name, small, any)).toBe(false)
        expect(isClearlyWorse(name, any, small)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('few failures trip nothing, nor a release that is as good as the one before or better', () => {
    fc.assert(
      fc.property(signal, counted(0, 100_000), counted(0, 100_000), (name, one, other) => {
        expect(isClearlyWorse(name, one, one)).toBe(false)
        const few = Math.min(one.failed, SIGNALS[name].leastFailed - 1)
        expect(isClearlyWorse(name, { ...one, failed: few }, other)).toBe(false)
        if (isClearlyWorse(name, one, other)) expect(isClearlyWorse(name, other, one)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('more failures never undo it', () => {
    fc.assert(
      fc.property(signal, counted(1, 10_000), counted(1, 10_000), (name, here, before) => {
        fc.pre(isClearlyWorse(name, here, before) && here.failed < here.all)
        expect(isClearlyWorse(name, { ...here, failed: here.failed + 1 }, before)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test('the bounds hold the share that was seen, and grow closer with the sample', () => {
    fc.assert(
      fc.property(counted(1, 100_000), ({ all, failed }) => {
        const [{ low, high }, twice] = [
          shareBounds({ all, failed }),
          shareBounds({ all: 2 * all, failed: 2 * failed }),
        ]
        expect(low - 1e-9 <= failed / all && failed / all <= high + 1e-9).toBe(true)
        expect(twice.high - twice.low).toBeLessThanOrEqual(high - low + 1e-9)
      }),
    )
  })

  test('a release that is no worse is very seldom taken for it: chance alone', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed / 2_147_483_648
    }
    const draw = (all: number, share: number): Counted => ({
      all,
      failed: Array.from({ length: all }, random).filter((value) => value < share).length,
    })
    let tripped = 0
    for (let n = 0; n < 1000; n += 1)
      if (isClearlyWorse('errors', draw(400, 0.05), draw(400, 0.05))) tripped += 1
    expect(tripped).toBeLessThanOrEqual(1)
  })

  test('a release that is clearly worse is found; errors only where several shops saw them', () => {
    const calm: Signals = {
      visits: 5000,
      errors: 10,
      errorStores: 2,
      came: 400,
      left: 8,
      sent: 600,
      unsent: 5,
    }
    expect(signalToHalt(calm, calm)).toBe(null)
    const broken = { ...calm, visits: 1000, errors: 120, errorStores: 9 }
    expect(signalToHalt(broken, calm)).toBe('errors')
    expect(signalToHalt({ ...broken, errorStores: 2 }, calm), "one shop's own trouble").toBe(null)
    expect(signalToHalt({ ...calm, sent: 200, unsent: 60 }, calm)).toBe('webhooks')
    expect(signalToHalt({ ...calm, came: 100, left: 30 }, calm)).toBe('departures')
    expect(
      signalToHalt(broken, { ...calm, visits: 100, errors: 0 }),
      'too little is known of the one before',
    ).toBe(null)
  })
})
