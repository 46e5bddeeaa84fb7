/**
 * In-process cache of data that change seldom (a market's categories, a platform). The database
 * notifies processes of changes at commit (`server/page-cache/changes.ts`); while notifications
 * cannot arrive, nothing is cached.
 */
export interface Cache {
  /**
   * Returns the cached result of `load` for this key, or loads it. Results are shared and must not
   * be modified.
   */
  getOrLoad<T>(key: string, tags: readonly string[], load: () => Promise<T>): Promise<T>
}

export interface ProcessCache extends Cache {
  /** Drops entries with one of these tags; `all` clears the cache. */
  invalidate(tags: readonly string[]): void
  /** Whether change notifications arrive at present. */
  setTrusted(trusted: boolean): void
}

/** Caches nothing: for tests, and for processes without change notifications. */
export const noCache: Cache = { getOrLoad: (_key, _tags, load) => load() }

/** Keeps the `mostEntries` that were used last. */
export function processCache(mostEntries = 1_000): ProcessCache {
  const entries = new Map<string, { tags: readonly string[]; value: Promise<unknown> }>()
  let trusted = false
  return {
    getOrLoad<T>(key: string, tags: readonly string[], load: () => Promise<T>): Promise<T> {
      if (!trusted) return load()
      const found = entries.get(key)
      const entry = found ?? { tags, value: load() }
      entries.delete(key)
      entries.set(key, entry)
      if (!found)
        entry.value.catch(() => {
          if (entries.get(key) === entry) entries.delete(key)
        })
      for (const oldest of entries.keys()) {
        if (entries.size <= mostEntries) break
        entries.delete(oldest)
      }
      return entry.value as Promise<T>
    },
    invalidate(tags) {
      if (tags.includes('all')) return entries.clear()
      for (const [key, entry] of entries)
        if (entry.tags.some((tag) => tags.includes(tag))) entries.delete(key)
    },
    setTrusted(now) {
      trusted = now
      entries.clear()
    },
  }
}
