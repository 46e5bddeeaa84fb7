import type { ItemDetail } from '#modules/catalog/contract.ts'
import { RatingBars } from '#ui/rating-bars.tsx'
import { Stars } from '#ui/stars.tsx'
import { ratingOf } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { formatFigure } from '../../numbers.ts'
import { usePaths, withQuery } from '../../paths.ts'

/**
 * The figure and how it came about. A bar leads to the reviews with so many stars; ratings that a
 * catalogue brought along have no words, so a bar of those alone leads nowhere.
 */
export function RatingAside({
  item,
  own,
  current,
}: {
  item: Pick<ItemDetail, 'slug' | 'rating' | 'rating_histogram' | 'brought_count'>
  /** How many stores gave 1 to 5 stars here. */
  own: readonly number[]
  current?: number
}) {
  const words = useWords()
  const { t, locale } = words
  const paths = usePaths()
  const rating = ratingOf(item.rating, words)
  if (item.rating === null || !rating)
    return <p className="type-sm mt-2 text-ink2">{t('detail.reviews_who')}</p>
  const bars = item.rating_histogram?.map((count, n) => {
    const shown = { stars: n + 1, count: formatFigure(count, locale) }
    const readable = (own[n] ?? 0) > 0
    return {
      stars: n + 1,
      count,
      label: t(readable ? 'reviews.bar_show' : 'detail.rating_bar', shown),
      href: readable ? withQuery(paths.reviews(item.slug), { stars: n + 1 }) : undefined,
      current: current === n + 1,
    }
  })
  return (
    <div className="mt-3 max-w-72">
      <p className="flex items-center gap-3 lg:flex-col lg:items-start lg:gap-2">
        <span className="type-price-big">{rating.text}</span>
        <Stars value={item.rating} label={rating.label} size={18} />
      </p>
      {bars && <RatingBars rows={bars.toReversed()} className="mt-3" />}
      <p className="type-sm mt-3 text-ink2">{t('detail.reviews_who')}</p>
      {item.brought_count > 0 && (
        <p className="type-sm mt-1.5 text-ink2">
          {t('reviews.brought', { count: item.brought_count })}
        </p>
      )}
    </div>
  )
}
