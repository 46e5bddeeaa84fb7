import { useRouteLoaderData } from 'react-router'

export interface InstalledItems {
  slugs: string[]
  /** Saved for later, of both markets. */
  saved: string[]
  /** Number with a newer version. */
  updates: number
  /** Items of both markets that need the owner. */
  waiting: number
  /** Notices that nobody of the store has seen. */
  unread: number
  /** Others that this person opens from here. */
  shops: { id: string; name: string; domain: string }[]
}

export const NOTHING_INSTALLED: InstalledItems = {
  slugs: [],
  saved: [],
  updates: 0,
  waiting: 0,
  unread: 0,
  shops: [],
}

/** The signed-in store's items, from the layout's loader. */
export function useInstalled(): InstalledItems {
  const site = useRouteLoaderData('site') as { installed: InstalledItems } | undefined
  const frame = useRouteLoaderData('frame') as { installed: InstalledItems } | undefined
  return (site ?? frame)?.installed ?? NOTHING_INSTALLED
}
