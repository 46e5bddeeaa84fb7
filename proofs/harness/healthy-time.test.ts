import { expect, test, vi } from 'vitest'
import { waitHealthy } from './healthy-time.ts'

test('late responses on a busy machine do not count as healthy time, so load cannot end the wait', async () => {
  // A machine on which every answer takes a second.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  try {
    let probes = 0
    const isDone = async () => probes >= 50
    const probe = async () => {
      probes += 1
      now += 1_000
    }
    expect(await waitHealthy({ healthyMs: 5, pauseMs: 1, probe, isDone })).toBe(true)
    expect(probes).toBe(50)
    probes = 0
    await expect(
      waitHealthy({ healthyMs: 5, pauseMs: 1, hardLimitMs: 20_000, probe, isDone }),
    ).rejects.toThrow('too busy for a verdict')
  } finally {
    clock.mockRestore()
  }
})

test('waits no longer than requested for a market that responds promptly but never finishes its work', async () => {
  let probes = 0
  expect(
    await waitHealthy({
      healthyMs: 5,
      pauseMs: 1,
      probe: async () => {
        probes += 1
      },
      isDone: async () => false,
    }),
  ).toBe(false)
  expect(probes).toBeGreaterThanOrEqual(5)
})
