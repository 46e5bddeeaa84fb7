import type { Clock } from './clock.ts'

/** LRU cache of answers, limited in number and age. */
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
  // A Map iterates in insertion order, so the first key is the least recently used.
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
