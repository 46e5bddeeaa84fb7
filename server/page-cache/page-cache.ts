import type { Logger } from 'pino'
import type { Clock } from '#lib/clock.ts'
import { isRefusal } from '#lib/refusal.ts'
import type { Changes } from './changes.ts'
import { type Page, type Rendering, makePage } from './page.ts'

export interface PageCacheStats {
  /** Fresh answers from the cache. */
  hits: number
  /** Stale answers while another request renders the page. */
  stale: number
  /** Rendered, or waited for a render. */
  misses: number
  entries: number
  bytes: number
  /** False while notifications cannot be received. */
  open: boolean
}

export interface PageCache {
  /** The page to serve at once; null when it must be rendered. */
  get(key: string): Page | null
  /** Like `get`, but also stale pages that are not too old. */
  getStale(key: string): Page | null
  /**
   * Renders `key` once for all concurrent requests. Returns null when the request should bypass the
   * cache.
   */
  render(key: string, make: () => Promise<Rendering>): Promise<Page | null>
  stats(): PageCacheStats
  stop(): void
}

interface PendingRender {
  sequence: number
  /** Tags that changed since it started: it may have read old values. */
  missedTags: Set<string>
  page: Promise<Page | null>
}

interface PageCacheOptions {
  maxBytes: number
  maxAgeSeconds: number
  clock: Clock
  changes: Changes
  log: Logger
  /** Concurrent renders; further requests bypass the cache. */
  maxPending?: number
  /** A waiting request bypasses the cache after this time. */
  timeoutMs?: number
}

/**
 * In-process cache of pages that are equal for all visitors. Closed while change notifications
 * cannot be received (`changes.ts`).
 */
export function createPageCache({
  maxBytes,
  maxAgeSeconds,
  clock,
  changes,
  log,
  maxPending = 32,
  timeoutMs = 15_000,
}: PageCacheOptions): PageCache {
  const store = createPageStore({
    maxBytes,
    maxAgeMs: maxAgeSeconds * 1000,
    now: () => clock.now().getTime(),
  })
  /** Renders that new requests may join, by key: none that started before the last change. */
  const joinable = new Map<string, PendingRender>()
  const pendingRenders = new Set<PendingRender>()
  const counts = { hits: 0, stale: 0, misses: 0 }
  let renderings = 0

  const unsubscribe = changes.onChange((tags) => {
    if (tags.includes('all')) store.clear()
    else store.age(tags)
    for (const pending of pendingRenders) for (const tag of tags) pending.missedTags.add(tag)
    // Requests after a change must not get what was read before it.
    joinable.clear()
  })

  function startRender(key: string, make: () => Promise<Rendering>): PendingRender {
    const pending: PendingRender = {
      sequence: (renderings += 1),
      missedTags: new Set(),
      page: Promise.resolve(null),
    }
    pendingRenders.add(pending)
    joinable.set(key, pending)
    const end = () => {
      pendingRenders.delete(pending)
      if (joinable.get(key) === pending) joinable.delete(key)
    }
    async function work(): Promise<Page | null> {
      const page = await make().then(makePage)
      // Do not store abandoned renders or ones during a gap in notifications.
      if (
        page?.cacheable &&
        pendingRenders.has(pending) &&
        changes.listening &&
        !pending.missedTags.has('all')
      ) {
        store.put(key, page, {
          sequence: pending.sequence,
          isFresh: !page.tags.some((tag) => pending.missedTags.has(tag)),
        })
      }
      return page
    }
    pending.page = new Promise((resolve) => {
      const timer = setTimeout(() => {
        end()
        resolve(null)
      }, timeoutMs)
      work()
        .catch((error: unknown) => {
          // The normal request reports refusals.
          if (!isRefusal(error)) log.error({ error }, 'a shared page could not be rendered')
          return null
        })
        .then((page) => {
          clearTimeout(timer)
          end()
          resolve(page)
        })
    })
    return pending
  }

  return {
    get(key) {
      if (!changes.listening) return null
      const found = store.find(key)
      if (!found) return null
      if (found.isFresh) counts.hits += 1
      else if (joinable.has(key)) counts.stale += 1
      else return null
      return found.page
    },
    getStale(key) {
      const found = changes.listening ? store.find(key) : null
      if (found) counts.stale += 1
      return found?.page ?? null
    },
    async render(key, make) {
      if (!changes.listening) return null
      counts.misses += 1
      const pending =
        joinable.get(key) ?? (pendingRenders.size < maxPending ? startRender(key, make) : null)
      return pending === null ? null : pending.page
    },
    stats: () => ({
      ...counts,
      entries: store.entries,
      bytes: store.bytes,
      open: changes.listening,
    }),
    stop: unsubscribe,
  }
}

interface Entry {
  page: Page
  /** Number of the render: an earlier one never replaces a later one. */
  sequence: number
  /** When it becomes or became stale, in milliseconds. */
  staleFrom: number
}

interface PageStore {
  readonly entries: number
  readonly bytes: number
  /** Null when there is none or it is too old. */
  find(key: string): { page: Page; isFresh: boolean } | null
  put(key: string, page: Page, made: { sequence: number; isFresh: boolean }): void
  /** Marks pages with one of these tags as stale. */
  age(tags: readonly string[]): void
  clear(): void
}

/**
 * Pages by key within a byte budget; the least recently used goes first. A page is fresh for
 * `maxAgeMs`, or until it would be another one, then served stale for as long while it is rendered
 * again.
 */
function createPageStore({
  maxBytes,
  maxAgeMs,
  now,
}: {
  maxBytes: number
  maxAgeMs: number
  now: () => number
}): PageStore {
  // A Map iterates in insertion order: the first key is the oldest.
  const entries = new Map<string, Entry>()
  /** Keys of fresh pages by tag. Stale pages are removed: a second change has nothing to do. */
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
    put(key, page, { sequence, isFresh }) {
      const before = entries.get(key)
      if (before && before.sequence > sequence) return
      if (before) remove(key, before)
      if (sizeOf(key, page) > maxBytes / 16) return
      entries.set(key, {
        page,
        sequence,
        staleFrom: isFresh ? Math.min(now() + maxAgeMs, page.until ?? Infinity) : now(),
      })
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
