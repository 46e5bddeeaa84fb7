import { lazy, Suspense, type ComponentProps } from 'react'
import { includesRight } from '#lib/store-rights.ts'
import type { Shell } from './shell.tsx'
import type { ShopMenu as Whole } from './shop-menu.tsx'

// Loaded on demand, because few people run several shops. The server renders it synchronously,
// because it must show without a script.
const ShopMenu = import.meta.env.SSR
  ? (await import('./shop-menu.tsx')).ShopMenu
  : lazy(async () => ({ default: (await import('./shop-menu.tsx')).ShopMenu }))

/** Whether the platform names other shops of this person, who may open them. */
export const hasMoreShops = (store: Shell['store']): boolean =>
  store !== null && store.shops > 0 && includesRight(store.right, 'install')

/** The place of the menu of a person's shops; only for who has more (`hasMoreShops`). */
export const ShopMenuPlace = (props: ComponentProps<typeof Whole>) => (
  <Suspense>
    <ShopMenu {...props} />
  </Suspense>
)
