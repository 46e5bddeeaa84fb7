import type { ReactNode } from 'react'
import type { Review as WireReview } from '#modules/catalog/contract.ts'
import { Review } from '#ui/review.tsx'
import { useDates } from '../../dates.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { factsInWords } from './review-facts.ts'

/**
 * A review with its facts and the developer's reply. Texts are people's: each keeps its own
 * direction, line by line.
 */
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
    </Review>
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
