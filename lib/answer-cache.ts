import type { Clock } from './clock.ts'

/**
 * Keeps the last answers to what is asked again and again: at most so many, each so long; the one
 * unused longest goes first.
 */
export interface AnswerCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
}

export function createAnswerCache<T>({
  most,
  hours,
  clock,
}: {
  most: number
  hours: number
  clock: Clock
}): AnswerCache<T> {
  // A Map keeps the order in which keys were put in.
  const kept = new Map<string, { value: T; until: number }>()
  return {
    get(key) {
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      if (found.until <= clock.now().getTime()) return undefined
      kept.set(key, found)
      return found.value
    },
    set(key, value) {
      kept.delete(key)
      kept.set(key, { value, until: clock.now().getTime() + hours * 3_600_000 })
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    },
  }
}
