import { refuse } from './refusal.ts'

/** Runs at most `most` jobs at a time and queues `waiting` more; refuses the rest with 503. */
export function createTurnstile({
  most,
  waiting,
}: {
  most: number
  waiting: number
}): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= most) {
      if (queue.length >= waiting) throw refuse('busy', { retryAfter: 2 })
      await new Promise<void>((resolve) => {
        queue.push(resolve)
      })
    } else running += 1
    try {
      return await work()
    } finally {
      // Pass the slot on directly, so that a new job cannot take it in between.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
