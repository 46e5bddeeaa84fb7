import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

test('limits running and queued jobs, refuses the rest, and frees the slot after a failure', async () => {
  const inTurn = createTurnstile({ most: 2, waiting: 2 })
  const ends: (() => void)[] = []
  let [running, most] = [0, 0]
  const work = () =>
    inTurn(async () => {
      most = Math.max(most, (running += 1))
      await new Promise<void>((resolve) => {
        ends.push(resolve)
      })
      running -= 1
      throw new Error('failed')
    }).catch((error: Error) => error.message)
  const all = [work(), work(), work(), work(), work()]
  expect(await all[4]).toBe('busy')
  for (let done = 0; done < 4; done += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  expect(await Promise.all(all)).toEqual(['failed', 'failed', 'failed', 'failed', 'busy'])
  expect(most).toBe(2)
  expect(await inTurn(() => Promise.resolve('free again'))).toBe('free again')
})
