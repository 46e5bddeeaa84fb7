import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DeadlineExceeded, openDeadlinePool } from './deadline-pool.ts'

const open = (given: Partial<Parameters<typeof openDeadlinePool>[1]> = {}) =>
  openDeadlinePool<string, string>(join(import.meta.dirname, 'testing/slow-worker.ts'), {
    threads: 1,
    deadlineMs: 2_000,
    waiting: 10,
    ...given,
  })

test('a job over its deadline is terminated without blocking the process, and the next one runs in a new thread', async () => {
  const pool = open()
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 10)
  const endless = pool.run('endless')
  const after = pool.run('fine')
  await expect(endless).rejects.toThrow(DeadlineExceeded)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
  expect(await after).toBe('fine')
})

test('a job that exhausts memory, fails or exits its thread does not affect others', async () => {
  const pool = open({ deadlineMs: 60_000 })
  const jobs = await Promise.allSettled(
    ['greedy', 'wrong', 'exit', 'fine'].map((one) => pool.run(one)),
  )
  expect(jobs.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled'])
})

test('the queue is limited', async () => {
  const pool = open({ waiting: 1 })
  const jobs = await Promise.allSettled(['a', 'b', 'c', 'd'].map((one) => pool.run(one)))
  expect(
    jobs.map((one) =>
      one.status === 'fulfilled' ? one.value : one.reason instanceof DeadlineExceeded,
    ),
  ).toEqual(['a', 'b', true, true])
})
