import { ShopCard, shopCardParts, type ShopSummary, type ShotData } from '#ui/shop-card.tsx'
import type { Picture as WirePicture } from '#lib/wire.ts'
import { type Dates, useDates } from './formats.ts'
import {
  type CardItem,
  type CardProps,
  isSent,
  summaryOf,
  useOwnedBadge,
  useTransition,
  wholeOf,
} from './item-card.tsx'
import { useKept } from './kept.ts'
import { type Words, useWords } from './messages.tsx'
import { usePaths } from './paths.ts'
import { priceOnShopCard, pricedItem } from './prices.ts'
import { SentPart } from './sent-part.tsx'

type Props = CardProps & { first?: boolean }

const MOVING = [
  ['.app-icon', 'moves-icon'],
  ['.app-card-name', 'moves-name'],
] as const

/** The smallest file, as AVIF where there is one. */
function shotOf({ sources, width, height }: WirePicture): ShotData {
  const avif = sources.filter((one) => one.type === 'image/avif')
  const [smallest] = (avif.length > 0 ? avif : sources).toSorted((a, b) => a.width - b.width)
  return { src: smallest?.path ?? '', width, height }
}

function shopOf(item: CardItem, words: Words, dates: Dates, href: string): ShopSummary {
  const { installs, ...app } = summaryOf(item, words, href)
  const { t } = words
  return {
    ...app,
    // a category does not stand for the installs: there is no room for it
    installs: item.install_count > 0 ? installs : undefined,
    price: priceOnShopCard({ ...pricedItem(item), from: item.price_from }, words),
    terms: item.trial_days > 0 ? t('price.trial', { count: item.trial_days }) : undefined,
    version:
      item.version === null
        ? undefined
        : item.released_at === null
          ? item.version
          : t('card.version', { version: item.version, day: dates.shortDay(item.released_at) }),
    ground: item.ground ?? undefined,
    desktop: item.cover ? shotOf(item.cover.desktop) : undefined,
    phone: item.cover?.phone ? shotOf(item.cover.phone) : undefined,
    noPicture: t('card.no_picture'),
  }
}

function LiveShopCard({ item, ...props }: Props) {
  const href = usePaths().item(item.slug)
  if (isSent(item))
    return (
      <SentPart
        of={item}
        as="article"
        className="shop-card"
        href={href}
        still={props.still}
        moving={MOVING}
      />
    )
  return <WholeShopCard item={item} {...props} />
}

function WholeShopCard({ item, as, first, still }: Props & { item: CardItem }) {
  const words = useWords()
  const href = usePaths().item(item.slug)
  const moves = useTransition(href) && !still
  const app = { ...shopOf(item, words, useDates(), href), moves }
  return <ShopCard app={app} owned={useOwnedBadge(item)} as={as} first={first} />
}

/** The same element, with HTML that is kept for other pages. */
function KeptShopCard({ item: listed, as = 'h3', first = false }: Props) {
  const words = useWords()
  const dates = useDates()
  const item = wholeOf(listed)
  const href = usePaths().item(item.slug)
  const owned = useOwnedBadge(item)
  const content = useKept(item, `${as} ${owned !== undefined} ${first} ${href}`, () =>
    shopCardParts({ app: shopOf(item, words, dates, href), owned, as, first }),
  )
  return <article className="shop-card" {...content} />
}

/** An app's card in a list, with its picture. */
export const ItemShopCard = import.meta.env.SSR ? KeptShopCard : LiveShopCard
