import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLeaseRenewal } from './run-installation.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a hold is renewed as long as the work takes and not a moment longer (I9)', async () => {
  let renewals = 0
  const work = Promise.withResolvers<string>()
  const done = withLeaseRenewal(
    async () => {
      renewals += 1
    },
    8_000,
    () => work.promise,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(renewals).toBe(7)
  work.resolve('fetched')
  expect(await done).toBe('fetched')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(renewals).toBe(7)
})

test('work that fails is told of only when no renewal is under way, so that none comes after the hold was given back', async () => {
  const happened: string[] = []
  const [work, renewal] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = withLeaseRenewal(
    () => renewal.promise.then(() => void happened.push('renewed')),
    8_000,
    () => work.promise,
  ).catch(() => void happened.push('failed'))
  await vi.advanceTimersByTimeAsync(8_000)
  work.reject(new Error('the platform is gone'))
  await vi.advanceTimersByTimeAsync(1)
  expect(happened).toEqual([])
  renewal.resolve()
  await done
  expect(happened).toEqual(['renewed', 'failed'])
})
