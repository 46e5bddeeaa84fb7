import type { ReactNode } from 'react'
import type {
  ItemDetail,
  Review as WireReview,
  Review as ReviewData,
} from '#modules/catalog/contract.ts'
import { Review } from '#ui/review.tsx'
import { type Dates, formatFigure, useDates } from '../../formats.ts'
import { isolated, ratingOf } from '../../item-card.tsx'
import { type Words, useWords } from '../../messages.tsx'
import { RatingBars } from '#ui/rating-bars.tsx'
import { Stars } from '#ui/stars.tsx'
import { useCallAddress } from '../../call-address.ts'
import { usePaths, withQuery } from '../../paths.ts'

/** A review with its facts and the developer's reply. Text direction is detected per line. */
export function OneReview({
  review,
  as,
  end,
}: {
  review: WireReview
  as?: 'li' | 'div'
  end?: ReactNode
}) {
  const words = useWords()
  const dates = useDates()
  const { t } = words
  const { reply } = review
  return (
    <Review
      as={as}
      stars={review.stars}
      starsLabel={t('reviews.stars', { count: review.stars })}
      shop={review.shop ?? t('reviews.closed_shop')}
      facts={factsInWords(review, words, dates)}
      replyLabel={
        reply &&
        [
          t('reviews.reply', { developer: isolated(reply.developer, words.locale) }),
          ...(reply.changed_at
            ? [t('reviews.changed', { date: dates.day(reply.changed_at) })]
            : []),
        ].join(' · ')
      }
      reply={reply && <WrittenText text={reply.text} />}
      end={end}
    >
      {review.erased ? (
        <p className="text-ink2">{t('reviews.erased')}</p>
      ) : (
        review.text !== '' && <WrittenText text={review.text} />
      )}
      {review.pictures.length > 0 && <Pictures review={review} />}
    </Review>
  )
}

function Pictures({ review: { pictures, shop } }: { review: WireReview }) {
  const { t } = useWords()
  const address = useCallAddress()
  return (
    <ul className="mt-3 flex flex-wrap gap-2.5">
      {pictures.map((one, n) => (
        <li key={one.id}>
          <img
            src={address(`/${__MARKET__}-store/review-pictures/${one.id}`)}
            width={one.width}
            height={one.height}
            loading="lazy"
            alt={t('reviews.picture_of', { n: n + 1, shop: shop ?? t('reviews.closed_shop') })}
            className="h-44 w-auto max-w-full rounded-control-lg border border-line object-contain"
          />
        </li>
      ))}
    </ul>
  )
}

function WrittenText({ text }: { text: string }) {
  return (
    <div className="grid gap-2">
      {text.split(/\n{2,}/).map((paragraph, n) => (
        <p key={n} dir="auto" className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  )
}

/** "Installed for 8 months", "Used it for 3 days": how long the store had had the item. */
export function timeWith(
  {
    installed_days: days,
    still_installed: still,
  }: Pick<ReviewData, 'installed_days' | 'still_installed'>,
  { t }: Pick<Words, 't'>,
): string {
  const stem = still ? 'reviews.had' : 'reviews.had_once'
  if (days < 1) return t(`${stem}.new`)
  if (days < 60) return t(`${stem}.days`, { count: days })
  if (days < 730) return t(`${stem}.months`, { count: Math.floor(days / 30.44) })
  return t(`${stem}.years`, { count: Math.floor(days / 365.25) })
}

/** The facts behind a review, in one line. */
export function factsInWords(review: ReviewData, words: Words, dates: Dates): string[] {
  const { t, locale } = words
  return [
    t('detail.version', { version: isolated(review.version, locale) }),
    timeWith(review, words),
    review.platform,
    dates.day(review.written_at),
    ...(review.changed_at ? [t('reviews.changed', { date: dates.day(review.changed_at) })] : []),
    ...(review.helpful > 0 ? [t('reviews.helpful_count', { count: review.helpful })] : []),
  ]
}

/**
 * The average rating and its distribution. A bar links to the reviews with that rating; imported
 * ratings have no text, so a bar of those alone is no link.
 */
export function RatingAside({
  item,
  own,
  current,
}: {
  item: Pick<ItemDetail, 'slug' | 'rating' | 'rating_histogram' | 'brought_count'>
  /** Number of stores that gave 1 to 5 stars here. */
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
