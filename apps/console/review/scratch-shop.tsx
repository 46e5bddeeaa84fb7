import { Badge } from '#ui/badge.tsx'
import { useWords } from '../words.tsx'
import { RailPart } from './rail-part.tsx'
import type { Review } from './review.ts'

/** What the trial install on the scratch shop found, with its pictures. */
export function ScratchShop({ review }: { review: Review }) {
  const { t } = useWords()
  if (review.version === null) return null
  const verdict = (rule: string) => review.checks.find((one) => one.rule === rule)
  const [restored, pictures] = [verdict('scratch.uninstall'), verdict('scratch.pictures')]
  return (
    <RailPart
      title={t('console.queue.pictures')}
      end={
        restored?.verdict === 'passed' ? (
          <Badge tone="green" icon="check">
            {t('console.review.same_bytes')}
          </Badge>
        ) : (
          restored?.verdict === 'failed' && (
            <Badge tone="coral" icon="warning">
              {t('console.review.other_bytes')}
            </Badge>
          )
        )
      }
    >
      {review.pictures.length > 0 ? (
        <div className="grid grid-cols-2 gap-2.5">
          {review.pictures.map((moment) => (
            <figure key={moment}>
              <a href={`/operator/queue/${review.id}/pictures/${moment}`} target="_blank">
                <img
                  src={`/operator/queue/${review.id}/pictures/${moment}`}
                  width={1280}
                  height={1600}
                  loading="lazy"
                  alt={t(`console.queue.picture.${moment}`)}
                  className="aspect-4/3 h-auto w-full rounded-control border border-line object-cover object-top"
                />
              </a>
              <figcaption className="type-xs mt-1 text-ink2">
                {t(`console.queue.picture.${moment}`)}
              </figcaption>
            </figure>
          ))}
        </div>
      ) : (
        <p className="type-sm text-ink2">
          {t('console.review.no_pictures')}{' '}
          {pictures?.reason && <bdi dir="ltr">{pictures.reason}</bdi>}
        </p>
      )}
    </RailPart>
  )
}
