import { useSyncExternalStore } from 'react'

/**
 * What was picked to be compared, while this tab is open. Without a script the boxes of one page
 * are sent as a form.
 */
export const MOST_COMPARED = 4
export const COMPARE_FORM = 'compare-form'

const KEY = 'arasta.compare'
const NONE: readonly string[] = []
let picks: readonly string[] | null = null
const listeners = new Set<() => void>()

/** Slugs out of an address: `a,b` or the boxes of a form, each once, four at most. */
export const readSlugs = (given: readonly string[]): string[] =>
  [
    ...new Set(
      given
        .flatMap((part) => part.split(','))
        .map((part) => part.trim())
        .filter((part) => /^[a-z0-9-]{1,120}$/.test(part)),
    ),
  ].slice(0, MOST_COMPARED)

function current(): readonly string[] {
  if (picks) return picks
  try {
    picks = readSlugs([sessionStorage.getItem(KEY) ?? ''])
  } catch {
    // a frame may be kept from storing anything
    picks = NONE
  }
  return picks
}

function keep(next: readonly string[]) {
  picks = next
  try {
    sessionStorage.setItem(KEY, next.join(','))
  } catch {
    // as above: then it lasts as long as the page
  }
  for (const listener of listeners) listener()
}

export const pick = (slug: string, picked: boolean) =>
  keep(picked ? readSlugs([...current(), slug]) : current().filter((one) => one !== slug))
export const clearPicks = () => keep(NONE)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** None while the page wakes up: the server knows of no picks. */
export const usePicks = (): readonly string[] =>
  useSyncExternalStore(subscribe, current, () => NONE)
