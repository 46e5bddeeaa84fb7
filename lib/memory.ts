/**
 * What a process remembers of things that change seldom (a market's categories, a platform), until
 * it is told that they changed. Who tells it is the database, at the commit of the change
 * (`server/page-cache/changes.ts`); while nobody could tell, nothing is remembered.
 */
export interface Memory {
  /**
   * What `load` gave last under this key, or gives now. Answers are shared: they are not to be
   * changed.
   */
  recall<T>(key: string, tags: readonly string[], load: () => Promise<T>): Promise<T>
}

export interface ProcessMemory extends Memory {
  /**
   * What carries one of these tags is loaded anew when it is next asked for; `all` forgets
   * everything.
   */
  forget(tags: readonly string[]): void
  /** Whether changes are being told at present. */
  setTrusted(trusted: boolean): void
}

/** Remembers nothing: for processes that nobody tells of changes, and for tests. */
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
