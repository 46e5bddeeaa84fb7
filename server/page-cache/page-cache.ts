import type { Logger } from 'pino'
import type { Clock } from '#lib/clock.ts'
import { isRefusal } from '#lib/refusal.ts'
import type { Changes } from './changes.ts'
import { type Page, type Rendering, makePage } from './page.ts'

export interface PageCacheFigures {
  /** Answered from memory, up to date. */
  hits: number
  /** Answered from memory while somebody else's request rendered the page anew. */
  stale: number
  /** Rendered, or waited for a rendering. */
  misses: number
  entries: number
  bytes: number
  /** False while it is shut, because changes cannot be heard. */
  open: boolean
}

export interface PageCache {
  /** What can be answered at once; null when the page has to be rendered. */
  take(key: string): Page | null
  /** The same, and what is out of date but not yet too old to be shown. */
  takeStale(key: string): Page | null
  /** One rendering for all who ask for `key` now. Null when each has to go the ordinary way. */
  render(key: string, make: () => Promise<Rendering>): Promise<Page | null>
  figures(): PageCacheFigures
  stop(): void
}

interface Flight {
  begun: number
  /** What changed since it began: it may have read what was there before. */
  missed: Set<string>
  page: Promise<Page | null>
}

interface PageCacheOptions {
  maxBytes: number
  maxAgeSeconds: number
  clock: Clock
  changes: Changes
  log: Logger
  /** Renderings at a time; beyond, requests go the ordinary way. */
  maxFlights?: number
  /** Who waits for a rendering goes the ordinary way after this. */
  patienceMs?: number
}

/**
 * Pages of this process that are the same for everybody. Shut while changes cannot be heard
 * (`changes.ts`).
 */
export function createPageCache({
  maxBytes,
  maxAgeSeconds,
  clock,
  changes,
  log,
  maxFlights = 32,
  patienceMs = 15_000,
}: PageCacheOptions): PageCache {
  const store = createPageStore({
    maxBytes,
    maxAgeMs: maxAgeSeconds * 1000,
    now: () => clock.now().getTime(),
  })
  /** By key, those that a newcomer may join: none that began before the last change. */
  const joinable = new Map<string, Flight>()
  const flights = new Set<Flight>()
  const counts = { hits: 0, stale: 0, misses: 0 }
  let renderings = 0

  const unsubscribe = changes.onChange((tags) => {
    if (tags.includes('all')) store.clear()
    else store.age(tags)
    for (const flight of flights) for (const tag of tags) flight.missed.add(tag)
    // Who comes after a change must not get what was read before it.
    joinable.clear()
  })

  function begin(key: string, make: () => Promise<Rendering>): Flight {
    const flight: Flight = {
      begun: (renderings += 1),
      missed: new Set(),
      page: Promise.resolve(null),
    }
    flights.add(flight)
    joinable.set(key, flight)
    const end = () => {
      flights.delete(flight)
      if (joinable.get(key) === flight) joinable.delete(key)
    }
    async function work(): Promise<Page | null> {
      const page = await make().then(makePage)
      // Given up meanwhile, or a gap in what was heard: nobody knows what it shows.
      if (page?.lasting && flights.has(flight) && changes.listening && !flight.missed.has('all')) {
        store.put(key, page, {
          begun: flight.begun,
          isFresh: !page.tags.some((tag) => flight.missed.has(tag)),
        })
      }
      return page
    }
    flight.page = new Promise((resolve) => {
      const timer = setTimeout(() => {
        end()
        resolve(null)
      }, patienceMs)
      work()
        .catch((error: unknown) => {
          // Refused for now: the ordinary way says so.
          if (!isRefusal(error)) log.error({ error, key }, 'a shared page could not be rendered')
          return null
        })
        .then((page) => {
          clearTimeout(timer)
          end()
          resolve(page)
        })
    })
    return flight
  }

  return {
    take(key) {
      if (!changes.listening) return null
      const found = store.find(key)
      if (!found) return null
      if (found.isFresh) counts.hits += 1
      else if (joinable.has(key)) counts.stale += 1
      else return null
      return found.page
    },
    takeStale(key) {
      const found = changes.listening ? store.find(key) : null
      if (found) counts.stale += 1
      return found?.page ?? null
    },
    async render(key, make) {
      if (!changes.listening) return null
      counts.misses += 1
      const flight = joinable.get(key) ?? (flights.size < maxFlights ? begin(key, make) : null)
      return flight === null ? null : flight.page
    },
    figures: () => ({
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
  /** Number of the rendering that made it: an earlier one never replaces a later one. */
  begun: number
  /** When it began, or begins, to be out of date, in milliseconds. */
  staleFrom: number
}

interface PageStore {
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
function createPageStore({
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
