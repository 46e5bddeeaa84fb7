import { Form } from 'react-router'
import { NO_BROWSER, TRIAL_STEPS } from '#modules/publishing/submissions/review-rules.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import { FormKey } from '../forms.tsx'
import { KeyHint } from '../key-hint.tsx'
import { useLive } from '../platform/use-live.ts'
import { useWords } from '../words.tsx'
import { RailPart } from './rail-part.tsx'
import type { Review } from './review.ts'

/** What the trial install on the scratch shop found, with its pictures; and the press for another. */
export function ScratchShop({ review }: { review: Review }) {
  const { t } = useWords()
  const { trial, pictures } = review
  const step = trial?.step ?? null
  useLive(step !== null)
  if (review.version === null) return null
  const verdictOf = (rule: string) => review.checks.find((one) => one.rule === rule)
  const taken = verdictOf('scratch.pictures')
  return (
    <RailPart
      title={t('console.queue.pictures')}
      end={<Bytes check={verdictOf('scratch.uninstall')} />}
    >
      {pictures.length > 0 ? (
        <div className="grid grid-cols-2 gap-2.5">
          {pictures.map(({ moment, path }) => (
            <Picture key={moment} review={review} moment={moment} path={path} />
          ))}
        </div>
      ) : (
        <p className="type-sm text-ink2">
          {taken?.reason === NO_BROWSER
            ? t('console.review.no_browser')
            : t('console.review.no_pictures')}
        </p>
      )}
      {step === null ? (
        <Facts trial={trial} />
      ) : (
        <Progress
          className="mt-3"
          label={t('console.review.trying')}
          done={TRIAL_STEPS.indexOf(step)}
          all={TRIAL_STEPS.length}
          note={t(`console.review.step.${step}`)}
        />
      )}
      {review.may_decide && step === null && (
        <Form method="post" preventScrollReset className="mt-2.5">
          <FormKey />
          <input type="hidden" name="form" value="try" />
          <Button type="submit" kind="secondary" size="small" className="min-h-11" data-key="y">
            {t(trial === null ? 'console.review.try' : 'console.review.try_again')}{' '}
            <KeyHint keys="Y" className="ms-1 max-md:hidden" />
          </Button>
        </Form>
      )}
    </RailPart>
  )
}

/** Whether the shop was afterwards as before. */
function Bytes({ check }: { check: Review['checks'][number] | undefined }) {
  const { t } = useWords()
  if (check?.verdict === 'passed')
    return (
      <Badge tone="green" icon="check">
        {t('console.review.same_bytes')}
      </Badge>
    )
  return check?.verdict === 'failed' ? (
    <Badge tone="coral" icon="warning">
      {t('console.review.other_bytes')}
    </Badge>
  ) : null
}

function Picture({
  review,
  moment,
  path,
}: {
  review: Review
  moment: Review['pictures'][number]['moment']
  path: string | null
}) {
  const { t } = useWords()
  const href = `/operator/queue/${review.id}/pictures/${moment}`
  const name = t(
    moment === 'before' ? 'console.queue.picture.before' : 'console.queue.picture.after',
  )
  return (
    <figure className="min-w-0">
      <a href={href} target="_blank" rel="noreferrer">
        <img
          src={href}
          width={1280}
          height={1600}
          loading="lazy"
          alt={name}
          className="aspect-4/3 h-auto w-full rounded-control border border-line object-cover object-top"
        />
      </a>
      <figcaption className="type-xs mt-1 wrap-anywhere-safe text-ink2">
        {name}
        {path && (
          <bdi dir="ltr" className="block">
            {path}
          </bdi>
        )}
      </figcaption>
    </figure>
  )
}

/** "4.1 s, 6 pages." */
function Facts({ trial }: { trial: Review['trial'] }) {
  const { t, locale } = useWords()
  if (trial === null || trial.seconds === null) return null
  const seconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 1,
  }).format(trial.seconds)
  return (
    <p className="type-sm mt-2.5 text-ink2">
      {[seconds, trial.pages !== null && t('console.review.pages', { count: trial.pages })]
        .filter(Boolean)
        .join(', ')}
    </p>
  )
}
