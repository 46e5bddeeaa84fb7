/**
 * In-process cache of data that change seldom (a market's categories, a platform). The database
 * notifies processes of changes at commit (`server/page-cache/changes.ts`); while notifications
 * cannot arrive, nothing is cached.
 */
export interface Memory {
  /**
   * Returns the cached result of `load` for this key, or loads it. Results are shared and must not
   * be modified.
   */
  recall<T>(key: string, tags: readonly string[], load: () => Promise<T>): Promise<T>
}

export interface ProcessMemory extends Memory {
  /** Invalidates entries with one of these tags; `all` clears the cache. */
  forget(tags: readonly string[]): void
  /** Whether change notifications arrive at present. */
  setTrusted(trusted: boolean): void
}

/** Caches nothing: for tests, and for processes without change notifications. */
export const noMemory: Memory = { recall: (_key, _tags, load) => load() }

export function processMemory(): ProcessMemory {
  const known = new Map<string, { tags: readonly string[]; value: Promise<unknown> }>()
  let trusted = false
  return {
    recall<T>(key: string, tags: readonly string[], load: () => Promise<T>): Promise<T> {
      if (!trusted) return load()
      const found = known.get(key)
      if (found) return found.value as Promise<T>
      const entry = { tags, value: load() }
      known.set(key, entry)
      entry.value.catch(() => {
        if (known.get(key) === entry) known.delete(key)
      })
      return entry.value
    },
    forget(tags) {
      if (tags.includes('all')) return known.clear()
      for (const [key, entry] of known)
        if (entry.tags.some((tag) => tags.includes(tag))) known.delete(key)
    },
    setTrusted(now) {
      trusted = now
      known.clear()
    },
  }
}
