import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import type { Installation } from '../contract.ts'

type Item = Installation['item']

/** Icon of an item in lists and headings. */
export function ItemIcon({
  item,
  size = 56,
}: {
  item: Pick<Item, 'market' | 'icon' | 'swatches' | 'name'>
  size?: 48 | 56 | 88
}) {
  return item.market === 'theme' ? (
    <ThemeIcon colour={item.swatches[0] ?? 'currentColor'} size={size} />
  ) : (
    <AppIcon src={item.icon} name={item.name} size={size} />
  )
}

/** The item over the heading of its plan. */
export function ItemHead({
  item,
  note,
}: {
  item: Pick<Item, 'market' | 'icon' | 'swatches' | 'name'>
  note: string
}) {
  return (
    <div className="mb-4 flex items-center gap-4">
      <ItemIcon item={item} size={48} />
      <div className="min-w-0">
        <p className="type-label wrap-anywhere-safe">{item.name}</p>
        <p className="type-sm text-ink2 wrap-anywhere-safe">{note}</p>
      </div>
    </div>
  )
}
