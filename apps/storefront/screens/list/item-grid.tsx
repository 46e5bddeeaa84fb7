import type { ReactNode } from 'react'
import type { ItemCard } from '#modules/catalog/contract.ts'
import { classes } from '#ui/classes.ts'
import { ThemeGrid } from '#ui/theme-cover.tsx'
import { FIRST_SEEN, ItemAppCard } from '../../item-card.tsx'
import { ItemCover } from '../../item-cover.tsx'

/** Themes of it on a large screen. */
const FIRST_SCREENFUL = 6

/** Items of this market as its cards: apps in two columns, themes along the street. */
export function ItemGrid({
  items,
  as,
  still,
  first,
  foot,
  ragged,
}: {
  items: readonly ItemCard[]
  as?: 'h2' | 'h3'
  still?: boolean
  /** In the first screenful: its first pictures are loaded at once. */
  first?: boolean
  /** What stands under a card. */
  foot?: (item: ItemCard) => ReactNode
  /** One is taller than the others, which keep their own height. */
  ragged?: boolean
}) {
  // the build's own market: the other one's cards stay out of its scripts
  if (__MARKET__ === 'theme')
    return (
      <ThemeGrid>
        {items.map((item, n) => (
          <div key={item.id} className={n < FIRST_SCREENFUL ? undefined : 'later'}>
            <ItemCover item={item} first={first && n < FIRST_SEEN} as={as} still={still} />
            {foot?.(item)}
          </div>
        ))}
      </ThemeGrid>
    )
  return (
    <div className={classes('grid gap-4 lg:grid-cols-2', ragged && 'items-start')}>
      {items.map((item) => (
        <div key={item.id} className="grid grid-rows-[1fr] auto-rows-auto">
          <ItemAppCard item={item} as={as} still={still} />
          {foot?.(item)}
        </div>
      ))}
    </div>
  )
}
