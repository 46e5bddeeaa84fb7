import type { ItemCard } from '#contexts/catalog/contract.ts'
import { ThemeGrid } from '#ui/theme-cover.tsx'
import { ItemAppCard, ItemCover } from '../../item-card.tsx'
import { MARKET } from '../../build-settings.ts'

/** Items of this market as its cards: apps in two columns, themes along the street. */
export function ItemGrid({ items, as, still }: { items: readonly ItemCard[]; as?: 'h2' | 'h3'; still?: boolean }) {
  // the build's own market: the other one's cards stay out of its scripts
  if (MARKET === 'theme')
    return (
      <ThemeGrid>
        {items.map((item, n) => (
          <ItemCover key={item.id} item={item} first={n < 3} as={as} still={still} />
        ))}
      </ThemeGrid>
    )
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {items.map(item => (
        <ItemAppCard key={item.id} item={item} as={as} still={still} />
      ))}
    </div>
  )
}
