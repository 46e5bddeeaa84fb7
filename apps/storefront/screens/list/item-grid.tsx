import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { ThemeGrid } from '#ui/theme-cover.tsx'
import { type ListedItem, FIRST_SEEN, ItemAppCard } from '../../item-card.tsx'
import { ItemCover } from '../../item-cover.tsx'

/** Themes in the first screenful of a large screen. */
const FIRST_SCREENFUL = 6

/** Items as cards: apps in two columns, themes in a grid. */
export function ItemGrid({
  items,
  as,
  still,
  first,
  foot,
  ragged,
}: {
  items: readonly ListedItem[]
  as?: 'h2' | 'h3'
  still?: boolean
  /** In the first screenful: its first pictures load immediately. */
  first?: boolean
  /** Content below a card. */
  foot?: (item: ListedItem) => ReactNode
  /** Cards have different heights. */
  ragged?: boolean
}) {
  // a build constant: removes the other market's cards from the scripts
  if (__MARKET__ === 'theme')
    return (
      <ThemeGrid>
        {items.map((item, n) => (
          <div key={item.slug} className={n < FIRST_SCREENFUL ? undefined : 'later'}>
            <ItemCover item={item} first={first && n < FIRST_SEEN} as={as} still={still} />
            {foot?.(item)}
          </div>
        ))}
      </ThemeGrid>
    )
  return (
    <div className={classes('grid gap-4 lg:grid-cols-2', ragged && 'items-start')}>
      {items.map((item) => (
        <div key={item.slug} className="card-cell">
          <ItemAppCard item={item} as={as} still={still} />
          {foot?.(item)}
        </div>
      ))}
    </div>
  )
}
