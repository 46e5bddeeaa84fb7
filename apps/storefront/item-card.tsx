import { useViewTransitionState } from 'react-router'
import type { ItemCard } from '#contexts/catalog/contract.ts'
import type { Locale } from '#lib/locale.ts'
import { cardPrice, plainPrice, toMinor } from '#lib/money.ts'
import type { Picture as WirePicture } from '#lib/wire.ts'
import { AppCard, AppRow, type AppSummary } from '#ui/app-card.tsx'
import { Badge } from '#ui/badge.tsx'
import type { PictureData } from '#ui/picture.tsx'
import type { PriceProps } from '#ui/price.tsx'
import { ThemeCover, type ThemeSummary } from '#ui/theme-cover.tsx'
import { useInstalled } from './installed-items.ts'
import { useWords, type Words } from './messages.tsx'
import { usePaths } from './paths.ts'

/** The best formats first; what is left over is for browsers that know none of them. */
const FORMATS = ['image/avif', 'image/webp', 'image/jpeg', 'image/png', 'image/svg+xml']

/** A picture of the catalogue → one of the page. */
export function pictureOf(picture: WirePicture): PictureData {
  const byType = FORMATS.map(type => ({ type, files: picture.sources.filter(source => source.type === type) }))
    .filter(({ files }) => files.length > 0)
    .map(({ type, files }) => ({ type, files, srcSet: files.map(file => `${file.path} ${file.width}w`).join(', ') }))
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
export const isolated = (text: string, locale: Locale) => (locale === 'ar' ? `\u2068${text}\u2069` : text)

type Priced = Pick<ItemCard, 'price' | 'currency' | 'in_app_purchase'>

function amountOf({ price, currency }: Priced) {
  return { priceMinor: toMinor(price) ?? 0, currency }
}

/** S9.5: rounded on cards; in-app purchases are named when the price is 0. */
export function priceOnCard(item: Priced, { t }: Words): PriceProps {
  const inAppPurchase = item.in_app_purchase === 1
  const words = { free: t('price.free'), inAppPurchase: t('price.in_app') }
  return { text: cardPrice({ ...amountOf(item), inAppPurchase }, words), free: item.price === 0 && !inAppPurchase }
}

/** S9.5: the plain view, two decimals or Free. */
export function priceInFull(item: Priced, { t }: Words): PriceProps {
  return { text: plainPrice(amountOf(item), { free: t('price.free') }), free: item.price === 0 }
}

export function ratingOf(rating: number | null, { t, locale }: Words) {
  if (rating === null) return undefined
  const text = new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(rating)
  return { text, label: t('rating.label', { rating: text }) }
}

/** Nobody has installed or rated it yet: it is new, and no zero is shown. */
const isNew = (item: ItemCard) => item.install_count === 0 && item.rating === null

function useSummary(item: ItemCard): { app: AppSummary; moves: boolean } {
  const words = useWords()
  const { t } = words
  const href = usePaths().item(item.slug)
  const moves = useViewTransitionState(href)
  return {
    moves,
    app: {
      href,
      name: item.name,
      promise: item.tagline,
      icon: item.icon,
      price: priceOnCard(item, words),
      moves,
      rating: ratingOf(item.rating, words),
      installs: item.install_count > 0 ? t('card.installs', { count: item.install_count }) : undefined,
      permissions: item.permission_count > 0 ? t('card.permissions', { count: item.permission_count }) : t('card.no_permissions'),
      badge: isNew(item) ? <Badge tone="turquoise">{t('card.new')}</Badge> : undefined,
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

export function ItemAppCard({ item, as }: { item: ItemCard; as?: 'h2' | 'h3' }) {
  return <AppCard app={useSummary(item).app} owned={useOwnedBadge(item)} as={as} />
}

export function ItemAppRow({ item }: { item: ItemCard }) {
  return <AppRow app={useSummary(item).app} note={useOwnedBadge(item)} />
}

export function ItemCover({ item, first, as }: { item: ItemCard; first?: boolean; as?: 'h2' | 'h3' }) {
  const { app, moves } = useSummary(item)
  const { t } = useWords()
  const installed = useInstalled().slugs.includes(item.slug)
  const theme: ThemeSummary = {
    href: app.href,
    name: item.name,
    price: installed ? { text: t('card.installed'), free: true } : app.price,
    rating: app.rating,
    primary: item.swatches[0] ?? item.ground ?? undefined,
    swatches: item.swatches.slice(0, 4),
    swatchesLabel: t('card.swatches'),
    desktop: item.cover ? pictureOf(item.cover.desktop) : undefined,
    phone: item.cover?.phone ? pictureOf(item.cover.phone) : undefined,
    noPicture: t('card.no_picture'),
    moves,
  }
  return <ThemeCover theme={theme} first={first} as={as} />
}
