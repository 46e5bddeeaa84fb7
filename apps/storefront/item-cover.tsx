import { groundOf, letterOf } from '#ui/app-icon.tsx'
import { ThemeCover, themeCoverParts, type ThemeSummary } from '#ui/theme-cover.tsx'
import { useInstalled } from './installed-items.ts'
import { useKept } from './kept.ts'
import {
  type CardItem,
  type CardProps,
  isSent,
  pictureOf,
  summaryOf,
  SWATCHES,
  useSummary,
  wholeOf,
} from './item-card.tsx'
import { type Words, useWords } from './messages.tsx'
import { usePaths } from './paths.ts'
import { SentPart } from './sent-part.tsx'
import type { AppSummary } from '#ui/app-card.tsx'

type CoverProps = CardProps & { first?: boolean }

const MOVING = [['.theme-cover-arch', 'moves-cover']] as const

function LiveCover({ item, ...props }: CoverProps) {
  const href = usePaths().item(item.slug)
  if (isSent(item))
    return (
      <SentPart
        of={item}
        as="article"
        className="theme-cover"
        href={href}
        still={props.still}
        moving={MOVING}
      />
    )
  return <WholeCover item={item} {...props} />
}

function WholeCover({ first, ...props }: Omit<CoverProps, 'item'> & { item: CardItem }) {
  const { item, as } = props
  const { app, moves } = useSummary(props)
  const words = useWords()
  const isInstalled = useInstalled().slugs.includes(item.slug)
  return (
    <ThemeCover
      theme={{ ...themeOf(item, app, words, isInstalled), moves }}
      first={first}
      as={as}
    />
  )
}

const themeOf = (
  item: CardItem,
  app: AppSummary,
  { t }: Words,
  isInstalled: boolean,
): ThemeSummary => ({
  href: app.href,
  name: item.name,
  price: isInstalled ? { text: t('card.installed'), free: true } : app.price,
  rating: app.rating,
  primary: item.swatches[0] ?? item.ground ?? groundOf(item.name),
  letter: letterOf(item.name),
  note: app.note,
  swatches: item.swatches.slice(0, SWATCHES),
  swatchesLabel: t('card.swatches'),
  desktop: item.cover ? pictureOf(item.cover.desktop) : undefined,
  phone: item.cover?.phone ? pictureOf(item.cover.phone) : undefined,
  noPicture: t('card.no_picture'),
})

/** The same element, with HTML that is kept for other pages. */
function KeptCover({ item: listed, first = false, as = 'h3' }: CoverProps) {
  const words = useWords()
  const item = wholeOf(listed)
  const href = usePaths().item(item.slug)
  const isInstalled = useInstalled().slugs.includes(item.slug)
  const content = useKept(item, `${as} ${isInstalled} ${first} ${href}`, () =>
    themeCoverParts({
      theme: themeOf(item, summaryOf(item, words, href), words, isInstalled),
      first,
      as,
    }),
  )
  return <article className="theme-cover" {...content} />
}

/** A theme's card. */
export const ItemCover = import.meta.env.SSR ? KeptCover : LiveCover
