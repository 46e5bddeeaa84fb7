import { hasPartnerRight, type PartnerRight, type PartnerRole } from '#kernel/actor.ts'
import type { OnboardingStep } from '#modules/publishing/partners/rules.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/link.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { countOf } from './dates.ts'
import { FormError, PostForm, useFormAnswer } from './forms.tsx'
import { useWords } from './words.tsx'

/** Who does a step, and where. */
const STEPS: Readonly<Record<OnboardingStep, { right: PartnerRight; path: string }>> = {
  profile: { right: 'publish', path: '/profile' },
  verified: { right: 'publish', path: '/profile#proofs' },
  seller: { right: 'publish', path: '/profile#seller' },
  payout: { right: 'money', path: '/payouts' },
  item: { right: 'publish', path: '/items/new' },
  submission: { right: 'publish', path: '' },
}

/** First steps of a new partner; put away once all are done. */
export function OnboardingPanel({
  partner,
  role,
  steps,
  item,
}: {
  partner: string
  role: PartnerRole
  steps: readonly { step: OnboardingStep; done: boolean }[]
  /** The item that was changed last. */
  item: string | null
}) {
  const { t, locale } = useWords()
  const answer = useFormAnswer()
  const done = steps.filter((one) => one.done).length
  const isComplete = done === steps.length
  const hrefOf = (step: OnboardingStep) => {
    if (step !== 'submission') return `/partner/${partner}${STEPS[step].path}`
    return item === null ? null : `/partner/${partner}/items/${item}/releases`
  }
  return (
    <Panel as="section" label={t('portal.onboarding.title')} className="mb-8">
      <PanelPart>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="type-d4">{t('portal.onboarding.title')}</h2>
          <span className="type-sm figures text-ink2">
            {t('portal.onboarding.count', {
              done: countOf(done, locale),
              of: countOf(steps.length, locale),
            })}
          </span>
        </div>
        <p className="type-sm mt-1 text-ink2">
          {t(isComplete ? 'portal.onboarding.complete' : 'portal.onboarding.lead')}
        </p>
        <ol className="mt-4 grid gap-3">
          {steps.map(({ step, done: isDone }) => {
            const href = hrefOf(step)
            return (
              <li key={step} className="flex items-start gap-3">
                <span
                  className={classes(
                    'mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border',
                    isDone ? 'border-green text-green' : 'border-line2',
                  )}
                >
                  {isDone && <Icon name="check" size={14} />}
                </span>
                <span className="min-w-0">
                  {isDone || href === null || !hasPartnerRight(role, STEPS[step].right) ? (
                    <span className={classes('type-body', isDone && 'text-ink2')}>
                      {t(`portal.onboarding.${step}`)}
                    </span>
                  ) : (
                    <TextLink href={href} className="type-body">
                      {t(`portal.onboarding.${step}`)}
                    </TextLink>
                  )}
                  <span className="sr-only">
                    {' '}
                    {t(isDone ? 'portal.onboarding.done' : 'portal.onboarding.open')}
                  </span>
                  {!isDone && (
                    <span className="type-sm block text-ink2">
                      {t(`portal.onboarding.${step}.why`)}
                    </span>
                  )}
                </span>
              </li>
            )
          })}
        </ol>
        {isComplete && hasPartnerRight(role, 'publish') && (
          <>
            <FormError answer={answer} form="onboarding" className="mt-4" />
            <PostForm
              name="onboarding"
              answer={undefined}
              submit={t('portal.onboarding.hide')}
              kind="secondary"
              className="mt-5"
            />
          </>
        )}
      </PanelPart>
    </Panel>
  )
}
