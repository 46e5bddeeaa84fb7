import { Form } from 'react-router'
import { Button, type ButtonKind } from '#ui/button.tsx'
import { useDates } from '../dates.ts'
import { FormKey } from '../forms.tsx'
import { KeyHint } from '../key-hint.tsx'
import { useWords } from '../words.tsx'
import { RailPart } from './rail-part.tsx'
import type { Review } from './review.ts'

/** Who looks at it, and the button that takes it or leaves it to others. */
export function Claim({ review }: { review: Review }) {
  const { t } = useWords()
  const dates = useDates()
  const { claim } = review
  if (review.state !== 'waiting') return null
  return (
    <RailPart title={t('console.queue.who')}>
      <p className="type-sm">
        {review.own
          ? t('console.queue.own_lead')
          : claim === null
            ? t('console.queue.free')
            : claim.mine
              ? t('console.queue.yours', { until: dates.time(claim.until) })
              : t('console.queue.taken', { name: claim.name, until: dates.time(claim.until) })}
      </p>
      {!review.own && (
        <div className="mt-2.5 flex flex-wrap gap-2">
          {claim === null && (
            <Act name="take" keys="A" about={review.item_name}>
              {t('console.queue.take')}
            </Act>
          )}
          {claim?.mine && (
            <>
              <Act name="recheck" kind="secondary" about={review.item_name}>
                {t('console.queue.recheck')}
              </Act>
              <Act name="leave" kind="quiet" about={review.item_name}>
                {t('console.queue.give_back')}
              </Act>
            </>
          )}
        </div>
      )}
    </RailPart>
  )
}

function Act({
  name,
  keys,
  kind = 'primary',
  about,
  children,
}: {
  name: string
  keys?: string
  kind?: ButtonKind
  about: string
  children: string
}) {
  return (
    <Form method="post" preventScrollReset>
      <FormKey />
      <input type="hidden" name="form" value={name} />
      <Button
        type="submit"
        size="small"
        kind={kind}
        className="min-h-11"
        data-key={keys?.toLowerCase()}
        aria-label={`${children}: ${about}`}
      >
        {children} {keys && <KeyHint keys={keys} className="ms-1 max-md:hidden" />}
      </Button>
    </Form>
  )
}
