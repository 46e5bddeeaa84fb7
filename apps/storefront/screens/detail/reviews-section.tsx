import type { ItemDetail } from '#contexts/catalog/contract.ts'
import { TextLink } from '#ui/text-link.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import type { Shell } from '../../shell.tsx'
import { OneReview } from '../reviews/one-review.tsx'
import { OwnReview } from '../reviews/own-review.tsx'

/** The newest reviews, and what the signed-in shop has said or may say. Until somebody has said something, that is said plainly. */
export function ReviewsSection({ item, store }: { item: ItemDetail; store: Shell['store'] }) {
  const { t } = useWords()
  const paths = usePaths()
  const { data = [], total = 0, mine = null } = item.reviews ?? {}
  const others = data.filter(review => review.id !== mine?.review?.id)
  return (
    <div className="grid gap-6">
      {total === 0 && <p className="type-body strong">{t('detail.reviews_none')}</p>}
      <OwnReview slug={item.slug} mine={mine} store={store} step="show" />
      {others.length > 0 && (
        <ul>
          {others.map(review => (
            <OneReview key={review.id} review={review} />
          ))}
        </ul>
      )}
      {total > 0 && (
        <p className="type-body">
          <TextLink href={paths.reviews(item.slug)}>{t('reviews.all', { count: total })}</TextLink>
        </p>
      )}
    </div>
  )
}
