import type { FieldErrors } from '#ui/use-form-check.ts'
import { Notice } from '#ui/notice.tsx'
import { Button } from '#ui/button.tsx'
import type { WordPressClaim } from '#modules/stores/sessions/wordpress-contract.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'

export interface WordPressAnswer {
  message: string | null
  fieldErrors: FieldErrors
  address: string
}

const STEPS = ['address', 'plugin', 'approval'] as const

/** The current step of three, or of four when the site moves. */
export function StepList({ at, moves }: { at: WordPressClaim['step']; moves: boolean }) {
  const { t } = useWords()
  const steps = [...STEPS, ...(moves ? ['proof' as const] : [])]
  const now = at === 'choice' ? 'proof' : at
  return (
    <ol aria-label={t('site.steps')} className="type-label flex flex-wrap gap-x-5 gap-y-1">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === now ? 'step' : undefined}
          className={step === now ? 'strong text-ink' : 'text-ink2'}
        >
          <span className="figures">{index + 1}</span> {t(`wordpress.step.${step}`)}
        </li>
      ))}
    </ol>
  )
}

/**
 * The result of the last submission, otherwise that of the last check or of WordPress's answer: the
 * problem and its fix.
 */
export function StepNotice({
  claim,
  answer,
}: {
  claim: WordPressClaim | null
  answer: WordPressAnswer | undefined
}) {
  const { t, locale } = useWords()
  const failure = claim?.failure ?? null
  if (answer?.message)
    return (
      <Notice tone="attention" alert className="mt-4">
        {answer.message}
      </Notice>
    )
  if (answer || claim === null || failure === null) return null
  return (
    <Notice
      tone="attention"
      alert
      className="mt-4"
      title={t(`wordpress.failure.${failure}`, { domain: isolated(claim.domain, locale) })}
    >
      {t(`wordpress.failure.${failure}.do`)}
    </Notice>
  )
}

/** A form whose result the page describes itself. */
export function StepForm({
  step,
  kind,
  children,
}: {
  step: 'look' | 'again'
  kind: 'secondary' | 'quiet' | 'primary'
  children: string
}) {
  return (
    <form method="post">
      <input type="hidden" name="step" value={step} />
      <Button type="submit" kind={kind} {...(step === 'look' && { icon: 'refresh' })}>
        {children}
      </Button>
    </form>
  )
}
