import type { Review } from '#modules/catalog/contract.ts'
import type { Dates } from '../../dates.ts'
import { isolated } from '../../item-card.tsx'
import type { Words } from '../../messages.tsx'

/** "Installed for 8 months", "Used it for 3 days": how long a shop had the item when it wrote. */
export function timeWith(
  {
    installed_days: days,
    still_installed: still,
  }: Pick<Review, 'installed_days' | 'still_installed'>,
  { t }: Pick<Words, 't'>,
): string {
  const stem = still ? 'reviews.had' : 'reviews.had_once'
  if (days < 1) return t(`${stem}.new`)
  if (days < 60) return t(`${stem}.days`, { count: days })
  if (days < 730) return t(`${stem}.months`, { count: Math.floor(days / 30.44) })
  return t(`${stem}.years`, { count: Math.floor(days / 365.25) })
}

/** What gives a review its weight, in one line. */
export function factsInWords(review: Review, words: Words, dates: Dates): string[] {
  const { t, locale } = words
  return [
    t('detail.version', { version: isolated(review.version, locale) }),
    timeWith(review, words),
    review.platform,
    dates.day(review.written_at),
    ...(review.changed_at ? [t('reviews.changed', { date: dates.day(review.changed_at) })] : []),
  ]
}
