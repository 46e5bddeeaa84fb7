import type { StoreRight } from '#lib/store-rights.ts'

/** What screens of owners ask for, by their paths without the frame's prefix; others are for all. */
const NEEDS: readonly (readonly [RegExp, StoreRight])[] = [
  [/^\/(install|update|uninstall)\//, 'install'],
  [/^\/(checkout|subscribe)\//, 'buy'],
  [/^\/(account\/)?(orders|addresses|cards)(\/|$)/, 'buy'],
  [/^\/(account\/)?subscriptions\/./, 'buy'],
  [/^\/(account\/)?installed\/[^/]+\/(theme|settings)$/, 'install'],
  [/^\/(account\/)?(rights\/|(reviews|shops)$)/, 'install'],
  [/^\/(account\/)?(support|ask)(\/|$)/, 'ask'],
  [/^\/account\/(site|wordpress)(\/|$)/, 'install'],
]

/** The right that a screen needs. Its operations check theirs whatever stands here. */
export function rightOfScreen(pathname: string): StoreRight {
  const path = pathname.replace(/^\/market(?=\/)/, '')
  return NEEDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'browse'
}
