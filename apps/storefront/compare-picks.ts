import { useSyncExternalStore } from 'react'

/**
 * Items picked for comparison, kept for the tab's lifetime. Without a script the checkboxes of one
 * page are sent as a form.
 */
export const MOST_COMPARED = 4

const KEY = 'arasta.compare'
const NONE: readonly string[] = []
let picks: readonly string[] | null = null
const listeners = new Set<() => void>()

/** Slugs from a query: `a,b` or a form's checkboxes, without duplicates, at most four. */
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
    // storage may be blocked in a frame
    picks = NONE
  }
  return picks
}

function keep(next: readonly string[]) {
  picks = next
  try {
    sessionStorage.setItem(KEY, next.join(','))
  } catch {
    // as above: picks last as long as the page
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

/** Empty during hydration, because the server knows no picks. */
export const usePicks = (): readonly string[] =>
  useSyncExternalStore(subscribe, current, () => NONE)
