import { groundOf, letterOf } from '#ui/app-icon.tsx'
import { ThemeCover, type ThemeSummary } from '#ui/theme-cover.tsx'
import { useInstalled } from './installed-items.ts'
import { pictureOf, SWATCHES, useSummary, type CardProps } from './item-card.tsx'
import { useWords } from './messages.tsx'

/** A theme's card. */
export function ItemCover({ first, ...props }: CardProps & { first?: boolean }) {
  const { item, as } = props
  const { app, moves } = useSummary(props)
  const { t } = useWords()
  const installed = useInstalled().slugs.includes(item.slug)
  const theme: ThemeSummary = {
    href: app.href,
    name: item.name,
    price: installed ? { text: t('card.installed'), free: true } : app.price,
    rating: app.rating,
    primary: item.swatches[0] ?? item.ground ?? groundOf(item.name),
    letter: letterOf(item.name),
    note: app.note,
    swatches: item.swatches.slice(0, SWATCHES),
    swatchesLabel: t('card.swatches'),
    desktop: item.cover ? pictureOf(item.cover.desktop) : undefined,
    phone: item.cover?.phone ? pictureOf(item.cover.phone) : undefined,
    noPicture: t('card.no_picture'),
    moves,
  }
  return <ThemeCover theme={theme} first={first} as={as} />
}
