import type { ComponentProps, ReactNode } from 'react'
import { ThemeGrid } from '#ui/theme-cover.tsx'
import { type ListedItem, FIRST_SEEN, ItemAppCard } from '../../item-card.tsx'
import { ItemCover } from '../../item-cover.tsx'
import { ItemShopCard } from '../../shop-card.tsx'

/** Themes in the first screenful of a large screen. */
const FIRST_SCREENFUL = 6

/** Items as cards: apps in two columns, themes in a grid. */
export function ItemGrid({
  items,
  as,
  still,
  first,
}: {
  items: readonly ListedItem[]
  as?: 'h2' | 'h3'
  still?: boolean
  /** In the first screenful: its first pictures load immediately. */
  first?: boolean
}) {
  // a build constant: removes the other market's cards from the scripts
  if (__MARKET__ === 'theme') return <Covers {...{ items, as, still, first }} />
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {items.map((item) => (
        <div key={item.slug} className="card-cell">
          <ItemAppCard item={item} as={as} still={still} />
        </div>
      ))}
    </div>
  )
}

function Covers({
  items,
  foot,
  first,
  ...card
}: ComponentProps<typeof ItemGrid> & { foot?: (item: ListedItem) => ReactNode }) {
  return (
    <ThemeGrid>
      {items.map((item, n) => (
        <div key={item.slug} className={n < FIRST_SCREENFUL ? 'relative' : 'relative later'}>
          <ItemCover item={item} first={first && n < FIRST_SEEN} {...card} />
          {foot?.(item)}
        </div>
      ))}
    </ThemeGrid>
  )
}

/** The list and its search: cards with the shop, the reason for their place, and what can be done. */
export function ListGrid({
  items,
  reason,
  foot,
}: {
  items: readonly ListedItem[]
  /** Between a card and its foot. */
  reason: (item: ListedItem) => ReactNode
  foot: (item: ListedItem) => ReactNode
}) {
  if (__MARKET__ === 'theme')
    return (
      <Covers
        items={items}
        as="h2"
        first
        foot={(item) => (
          <>
            {foot(item)}
            {reason(item)}
          </>
        )}
      />
    )
  return (
    <div className="shop-grid">
      {items.map((item, n) => (
        <div key={item.slug} className={n < FIRST_SCREENFUL ? 'shop-cell' : 'shop-cell later'}>
          <ItemShopCard item={item} as="h2" first={n < FIRST_SEEN} />
          {reason(item)}
          {foot(item)}
        </div>
      ))}
    </div>
  )
}
