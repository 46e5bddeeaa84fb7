import { useViewTransitionState } from 'react-router'
import type { ItemCard } from '#modules/catalog/contract.ts'
import { type Locale, directionOf } from '#lib/locale.ts'
import type { Picture as WirePicture } from '#lib/wire.ts'
import { AppCard, appCardParts, AppRow, type AppSummary } from '#ui/app-card.tsx'
import { Badge } from '#ui/badge.tsx'
import type { PictureData } from '#ui/picture.tsx'
import { useInstalled } from './installed-items.ts'
import { useKept } from './kept.ts'
import { type Words, useWords } from './messages.tsx'
import { formatFigure } from './formats.ts'
import { usePaths } from './paths.ts'
import { priceOnCard, pricedItem } from './prices.ts'
import { SentPart } from './sent-part.tsx'

/** In order of preference; the rest is the fallback. */
const FORMATS = ['image/avif', 'image/webp', 'image/jpeg', 'image/png', 'image/svg+xml']

/** Converts a picture of the API to that of a component. */
export function pictureOf(picture: WirePicture): PictureData {
  const byType = FORMATS.map((type) => ({
    type,
    files: picture.sources.filter((source) => source.type === type),
  }))
    .filter(({ files }) => files.length > 0)
    .map(({ type, files }) => ({
      type,
      files,
      srcSet: files.map((file) => `${file.path} ${file.width}w`).join(', '),
    }))
  const last = byType.at(-1)
  return {
    src: last?.files.at(-1)?.path ?? '',
    srcSet: last?.srcSet,
    sources: byType.slice(0, -1).map(({ type, srcSet }) => ({ type, srcSet })),
    width: picture.width,
    height: picture.height,
    placeholder: picture.placeholder ?? undefined,
  }
}

/** Isolates an amount, domain or version in an Arabic sentence. */
export const isolated = (text: string, locale: Locale) =>
  directionOf(locale) === 'rtl' ? `\u2068${text}\u2069` : text

export function ratingOf(rating: number | null, { t, locale }: Words) {
  if (rating === null) return undefined
  const text = formatFigure(rating, locale, 1)
  return { text, label: t('rating.label', { rating: text }) }
}

/** Number of installs, otherwise of ratings, otherwise the category: never a zero. */
function standing(item: CardItem, { t }: Words): string | undefined {
  if (item.install_count > 0) return t('card.installs', { count: item.install_count })
  return item.review_count > 0
    ? t('card.ratings', { count: item.review_count })
    : item.categories[0]?.name
}

export interface CardProps {
  item: ListedItem
  as?: 'h2' | 'h3'
  /** Not part of the view transition, for a second card of the item on the page. */
  still?: boolean
}

/** Pages from the server do not move, and the router's hook parses every address. */
export const useTransition: (href: string) => boolean = import.meta.env.SSR
  ? () => false
  : useViewTransitionState

/** Data common to all cards of an item. */
export function useSummary({ item, still }: Omit<CardProps, 'item'> & { item: CardItem }): {
  app: AppSummary
  moves: boolean
} {
  const words = useWords()
  const href = usePaths().item(item.slug)
  const moves = useTransition(href) && !still
  return { moves, app: { ...summaryOf(item, words, href), moves } }
}

export function summaryOf(item: CardItem, words: Words, href: string): AppSummary {
  const { t } = words
  const permissions =
    item.permission_count > 0
      ? t('card.permissions', { count: item.permission_count })
      : t('card.no_permissions')
  return {
    href,
    name: item.name,
    promise: item.tagline,
    icon: item.icon,
    price: priceOnCard(pricedItem(item), words),
    rating: ratingOf(item.rating, words),
    installs: standing(item, words),
    permissions: item.installable ? permissions : undefined,
    note: item.installable ? undefined : t('card.only_listed'),
  }
}

/** Instead of the price. */
const ownedBadge = ({ t }: Words) => (
  <Badge tone="green" icon="check">
    {t('card.installed')}
  </Badge>
)

export function useOwnedBadge({ slug }: CardItem) {
  const words = useWords()
  return useInstalled().slugs.includes(slug) ? ownedBadge(words) : undefined
}

/** Parts of an app's card that move to the item's page. */
const MOVING_APP = [
  ['.app-card-icon', 'moves-icon'],
  ['.app-card-name', 'moves-name'],
] as const

function LiveAppCard({ item, ...props }: CardProps) {
  const href = usePaths().item(item.slug)
  if (isSent(item))
    return (
      <SentPart
        of={item}
        as="article"
        className="app-card"
        href={href}
        still={props.still}
        moving={MOVING_APP}
      />
    )
  return <WholeAppCard item={item} {...props} />
}

const WholeAppCard = (props: Omit<CardProps, 'item'> & { item: CardItem }) => (
  <AppCard app={useSummary(props).app} owned={useOwnedBadge(props.item)} as={props.as} />
)

/** The same element, with HTML that is kept for other pages. */
function KeptAppCard({ item: listed, as = 'h3' }: CardProps) {
  const words = useWords()
  const item = wholeOf(listed)
  const href = usePaths().item(item.slug)
  const isOwned = useInstalled().slugs.includes(item.slug)
  const content = useKept(item, `${as} ${isOwned} ${href}`, () =>
    appCardParts({ app: summaryOf(item, words, href), owned: isOwned && ownedBadge(words), as }),
  )
  return <article className="app-card" {...content} />
}

/** An app's card. A page has up to a hundred, most of them the same for all readers. */
export const ItemAppCard = import.meta.env.SSR ? KeptAppCard : LiveAppCard

export function ItemAppRow({
  note,
  ...props
}: Omit<CardProps, 'as' | 'item'> & { item: CardItem; note?: string }) {
  return <AppRow app={useSummary(props).app} note={useOwnedBadge(props.item) ?? note} />
}

/** Swatches on a theme's card. */
export const SWATCHES = 4

/** Number of covers visible on a phone; on larger screens the others load right after layout. */
export const FIRST_SEEN = 2

/** What cards show of an item. */
export type CardItem = Pick<
  ItemCard,
  | 'id'
  | 'slug'
  | 'name'
  | 'tagline'
  | 'price'
  | 'currency'
  | 'price_kind'
  | 'price_period'
  | 'rate_date'
  | 'in_app_purchase'
  | 'rating'
  | 'review_count'
  | 'install_count'
  | 'categories'
  | 'icon'
  | 'cover'
  | 'swatches'
  | 'ground'
  | 'version'
  | 'released_at'
  | 'installable'
  | 'permission_count'
  | 'trial_days'
  | 'price_from'
>

/** What the browser is sent of an item whose card is in the document. */
export type SentItem = Pick<CardItem, 'slug' | 'name' | 'installable'>
export type ListedItem = CardItem | SentItem

export const isSent = (item: ListedItem): item is SentItem => !('price' in item)

/** On the server. */
const whole = new WeakMap<SentItem, CardItem>()
const sent = new WeakMap<CardItem, SentItem>()
export const wholeOf = (item: ListedItem): CardItem =>
  isSent(item) ? (whole.get(item) as CardItem) : item

/** The cards of a document are sent as HTML only. */
export const sentOnce = (
  items: CardItem[],
  { isDocument }: { isDocument: boolean },
): ListedItem[] => (isDocument ? items.map(sentOf) : items)

function sentOf(item: CardItem): SentItem {
  const known = sent.get(item) ?? {
    slug: item.slug,
    name: item.name,
    installable: item.installable,
  }
  sent.set(item, known)
  whole.set(known, item)
  return known
}

/**
 * The part of items that their cards show: a page's data is sent twice, as HTML and for hydration.
 * Only `pictured` cards of apps have a cover; with `featured`, the first that has one keeps it.
 * Placeholders are for the first `seen` covers only: later ones are requested before they scroll
 * into view, and until then their background color shows.
 */
export const cardsOf = (
  items: readonly ItemCard[],
  {
    seen = 0,
    featured = false,
    pictured = __MARKET__ === 'theme',
  }: { seen?: number; featured?: boolean; pictured?: boolean } = {},
): CardItem[] => {
  const first = featured ? items.find((item) => item.cover) : undefined
  const coverOf = (item: ItemCard, n: number) =>
    item.cover && (pictured || item === first)
      ? n < seen || item === first
        ? item.cover
        : withoutPlaceholders(item.cover)
      : null
  return items.map((item, n) => cardOf(item, coverOf(item, n)))
}

const cards = new WeakMap<ItemCard, { cover: CardItem['cover']; card: CardItem }>()

/** The same object for the same item and cover, so that its HTML can be kept. */
function cardOf(item: ItemCard, cover: CardItem['cover']): CardItem {
  const known = cards.get(item)
  if (known && known.cover === cover) return known.card
  const card = {
    id: item.id,
    slug: item.slug,
    name: item.name,
    tagline: item.tagline,
    price: item.price,
    currency: item.currency,
    rate_date: item.rate_date,
    price_kind: item.price_kind,
    price_period: item.price_period,
    in_app_purchase: item.in_app_purchase,
    rating: item.rating,
    review_count: item.review_count,
    install_count: item.install_count,
    categories: item.install_count + item.review_count > 0 ? [] : item.categories.slice(0, 1),
    icon: item.icon,
    cover,
    swatches: item.swatches.slice(0, SWATCHES),
    ground: item.ground,
    version: item.version,
    released_at: item.released_at,
    installable: item.installable,
    permission_count: item.permission_count,
    trial_days: item.trial_days,
    price_from: item.price_from,
  }
  cards.set(item, { cover, card })
  return card
}

type Cover = NonNullable<ItemCard['cover']>

const coversWithout = new WeakMap<Cover, Cover>()

function withoutPlaceholders(cover: Cover): Cover {
  const { desktop, phone } = cover
  const known = coversWithout.get(cover) ?? {
    desktop: { ...desktop, placeholder: null },
    phone: phone && { ...phone, placeholder: null },
  }
  coversWithout.set(cover, known)
  return known
}
