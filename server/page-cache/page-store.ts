import type { Page } from './page.ts'

interface Entry {
  page: Page
  /** Number of the rendering that made it: an earlier one never replaces a later one. */
  begun: number
  /** When it began, or begins, to be out of date, in milliseconds. */
  staleFrom: number
}

export interface PageStore {
  readonly entries: number
  readonly bytes: number
  /** Null when there is none, or one so old that nobody should see it. */
  find(key: string): { page: Page; isFresh: boolean } | null
  put(key: string, page: Page, made: { begun: number; isFresh: boolean }): void
  /** What shows one of these is stale from now on. */
  age(tags: readonly string[]): void
  clear(): void
}

/**
 * Pages by key within a budget of bytes; who was not asked for longest goes first. A page is fresh
 * for `maxAgeMs`, and for as long again it may be shown to those who come while it is rendered
 * anew; then it is gone.
 */
export function createPageStore({
  maxBytes,
  maxAgeMs,
  now,
}: {
  maxBytes: number
  maxAgeMs: number
  now: () => number
}): PageStore {
  // A Map keeps the order in which keys came in: the first is the one to go.
  const entries = new Map<string, Entry>()
  /**
   * Keys of the fresh pages that carry a tag. Who became stale stands here no more: a second change
   * finds nothing to do.
   */
  const byTag = new Map<string, Set<string>>()
  let bytes = 0

  function unlink(key: string, { page }: Entry): void {
    for (const tag of page.tags) {
      const keys = byTag.get(tag)
      if (keys?.delete(key) && keys.size === 0) byTag.delete(tag)
    }
  }

  function remove(key: string, entry: Entry): void {
    entries.delete(key)
    unlink(key, entry)
    bytes -= sizeOf(key, entry.page)
  }

  return {
    get entries() {
      return entries.size
    },
    get bytes() {
      return bytes
    },
    find(key) {
      const entry = entries.get(key)
      if (!entry) return null
      const late = now() - entry.staleFrom
      if (late > maxAgeMs) {
        remove(key, entry)
        return null
      }
      entries.delete(key)
      entries.set(key, entry)
      return { page: entry.page, isFresh: late < 0 }
    },
    put(key, page, { begun, isFresh }) {
      const before = entries.get(key)
      if (before && before.begun > begun) return
      if (before) remove(key, before)
      if (sizeOf(key, page) > maxBytes / 16) return
      entries.set(key, { page, begun, staleFrom: isFresh ? now() + maxAgeMs : now() })
      bytes += sizeOf(key, page)
      if (isFresh) {
        for (const tag of page.tags) {
          const keys = byTag.get(tag)
          if (keys) keys.add(key)
          else byTag.set(tag, new Set([key]))
        }
      }
      for (const [oldest, entry] of entries) {
        if (bytes <= maxBytes) break
        remove(oldest, entry)
      }
    },
    age(tags) {
      const at = now()
      for (const tag of tags) {
        for (const key of byTag.get(tag) ?? []) {
          const entry = entries.get(key)
          if (!entry) continue
          entry.staleFrom = Math.min(entry.staleFrom, at)
          unlink(key, entry)
        }
      }
    },
    clear() {
      entries.clear()
      byTag.clear()
      bytes = 0
    },
  }
}

const sizeOf = (key: string, page: Page): number => page.bytes + 2 * key.length
