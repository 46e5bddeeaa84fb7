import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLeaseRenewal } from './run-installation.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a lease is renewed while the work runs and not longer (I9)', async () => {
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

test('failing work is reported after a running renewal ends, so that none follows the release of the lease', async () => {
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
