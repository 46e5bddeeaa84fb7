import { useViewTransitionState } from 'react-router'
import type { ItemCard } from '#modules/catalog/contract.ts'
import type { Locale } from '#lib/locale.ts'
import type { Picture as WirePicture } from '#lib/wire.ts'
import { AppCard, AppRow, type AppSummary } from '#ui/app-card.tsx'
import { Badge } from '#ui/badge.tsx'
import type { PictureData } from '#ui/picture.tsx'
import { useInstalled } from './installed-items.ts'
import { type Words, useWords } from './messages.tsx'
import { formatFigure } from './formats.ts'
import { usePaths } from './paths.ts'
import { priceOnCard, pricedItem } from './prices.ts'

/** The best formats first; what is left over is for browsers that know none of them. */
const FORMATS = ['image/avif', 'image/webp', 'image/jpeg', 'image/png', 'image/svg+xml']

/** A picture of the catalogue → one of the page. */
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

/** An amount, a domain or a version inside an Arabic sentence keeps its own direction. */
export const isolated = (text: string, locale: Locale) =>
  locale === 'ar' ? `\u2068${text}\u2069` : text

export function ratingOf(rating: number | null, { t, locale }: Words) {
  if (rating === null) return undefined
  const text = formatFigure(rating, locale, 1)
  return { text, label: t('rating.label', { rating: text }) }
}

/** How many have it, else how many have judged it, else what kind it is: no zero is shown. */
function standing(item: ItemCard, { t }: Words): string | undefined {
  if (item.install_count > 0) return t('card.installs', { count: item.install_count })
  return item.review_count > 0
    ? t('card.ratings', { count: item.review_count })
    : item.categories[0]?.name
}

export interface CardProps {
  item: ItemCard
  as?: 'h2' | 'h3'
  /**
   * It may stand on this page a second time, and only one of the two can travel to the item's page.
   */
  still?: boolean
}

/** What every card of an item says. */
export function useSummary({ item, still }: CardProps): { app: AppSummary; moves: boolean } {
  const words = useWords()
  const { t } = words
  const href = usePaths().item(item.slug)
  const moves = useViewTransitionState(href) && !still
  const permissions =
    item.permission_count > 0
      ? t('card.permissions', { count: item.permission_count })
      : t('card.no_permissions')
  return {
    moves,
    app: {
      href,
      name: item.name,
      promise: item.tagline,
      icon: item.icon,
      price: priceOnCard(pricedItem(item), words),
      moves,
      rating: ratingOf(item.rating, words),
      installs: standing(item, words),
      permissions: item.installable ? permissions : undefined,
      note: item.installable ? undefined : t('card.only_listed'),
    },
  }
}

/** "Installed" where the price would stand. */
function useOwnedBadge(item: ItemCard) {
  const { t } = useWords()
  return useInstalled().slugs.includes(item.slug) ? (
    <Badge tone="green" icon="check">
      {t('card.installed')}
    </Badge>
  ) : undefined
}

export function ItemAppCard(props: CardProps) {
  return <AppCard app={useSummary(props).app} owned={useOwnedBadge(props.item)} as={props.as} />
}

export function ItemAppRow({ note, ...props }: Omit<CardProps, 'as'> & { note?: string }) {
  return <AppRow app={useSummary(props).app} note={useOwnedBadge(props.item) ?? note} />
}

/**
 * As many covers as a phone shows at once; where there is more room, the others come as soon as the
 * page has its shape.
 */
export const FIRST_SEEN = 2

/**
 * Cards without the placeholders of pictures that nobody sees at once: those of a page of themes
 * were a third of it. A picture below the first screenful is asked for before it comes into sight,
 * and what stands behind it until then is its ground.
 */
export const withoutHiddenPlaceholders = <Card extends Pick<ItemCard, 'cover'>>(
  cards: readonly Card[],
  seen = 0,
): Card[] =>
  cards.map((card, n) => {
    if (n < seen || !card.cover) return card
    const { desktop, phone } = card.cover
    return {
      ...card,
      cover: {
        desktop: { ...desktop, placeholder: null },
        phone: phone && { ...phone, placeholder: null },
      },
    }
  })
