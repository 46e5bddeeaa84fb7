import { useRouteLoaderData } from 'react-router'

export interface InstalledItems {
  slugs: string[]
  /** Of them, how many have a newer version. */
  updates: number
}

export const NOTHING_INSTALLED: InstalledItems = { slugs: [], updates: 0 }

/** What the signed-in store has, as the layout around this page knows it. */
export function useInstalled(): InstalledItems {
  const site = useRouteLoaderData('site') as { installed: InstalledItems } | undefined
  const frame = useRouteLoaderData('frame') as { installed: InstalledItems } | undefined
  return (site ?? frame)?.installed ?? NOTHING_INSTALLED
}
