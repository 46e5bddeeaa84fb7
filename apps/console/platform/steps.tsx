import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Anchor } from '#ui/link.tsx'
import { useWords } from '../words.tsx'
import { tally } from './checks.tsx'
import { isWhole } from './handovers.tsx'
import type { Setup } from './types.ts'

const STEPS = ['look', 'addresses', 'money', 'keys', 'checks', 'handover', 'open'] as const
export type Step = (typeof STEPS)[number]
/** What a platform without a panel has nothing to say to. */
const PANEL_ONLY: readonly Step[] = ['keys', 'checks', 'handover']

export interface StepState {
  step: Step
  isDone: boolean
  /** What was said, or what is missing. */
  value: (t: ReturnType<typeof useWords>['t']) => string
}

export const isStep = (text: string, { platform }: Pick<Setup, 'platform'>): text is Step =>
  (STEPS as readonly string[]).includes(text) &&
  (platform.entry === 'panel' || !PANEL_ONLY.includes(text as Step))

/** The steps that apply, and how far each is. */
export function stepsOf(setup: Setup): StepState[] {
  const { platform: one, missing, checks, handovers } = setup
  const has = (...names: Setup['missing']) => !missing.some((name) => names.includes(name))
  const count = tally(checks)
  const live = one.keys.filter((key) => key.retired_at === null)
  const all: StepState[] = [
    { step: 'look', isDone: true, value: () => one.name },
    {
      step: 'addresses',
      isDone: has('hosts', 'connector', 'panels'),
      value: (t) =>
        one.hosts.app ??
        one.hosts.theme ??
        (has('hosts') ? new URL(setup.addresses.app).hostname : t('console.setup.missing')),
    },
    {
      step: 'money',
      // There is always a country; it counts as said once the addresses are.
      isDone: has('hosts', 'connector', 'panels'),
      value: (t) =>
        `${one.home_country}, ${one.currency}, ${t(one.prices_include_tax ? 'console.setup.with_tax' : 'console.setup.without_tax')}`,
    },
    {
      step: 'keys',
      isDone: has('keys', 'credentials'),
      value: (t) =>
        live.length === 0 ? t('console.setup.missing') : live.map((key) => key.kid).join(', '),
    },
    {
      step: 'checks',
      isDone: has('checks'),
      value: (t) =>
        t('console.setup.checks_run', { done: count.all - count.waiting, n: count.all }),
    },
    {
      step: 'handover',
      isDone: handovers.some(isWhole) || one.state !== 'draft',
      value: (t) => t(handovers.some(isWhole) ? 'console.handover.done' : 'console.setup.panel'),
    },
    {
      step: 'open',
      isDone: one.state !== 'draft',
      value: (t) => t(`console.platform.state.${one.state}`),
    },
  ]
  return all.filter(({ step }) => isStep(step, setup))
}

/** Why the next step has nothing to do yet. */
export function useReasons({ checks, missing }: Setup) {
  const { t } = useWords()
  const { failed } = tally(checks)
  return {
    checks:
      failed > 0
        ? t('console.setup.failed_keep', { n: failed })
        : missing.includes('checks')
          ? t('console.setup.unchecked')
          : null,
    handover: missing.includes('handover') ? t('console.setup.no_handover') : null,
  }
}

/** The steps with what was said; on a phone they fold. */
export function StepList({
  steps,
  step,
  path,
}: {
  steps: readonly StepState[]
  step: Step
  path: string
}) {
  const { t } = useWords()
  const here = steps.findIndex((one) => one.step === step)
  const list = (
    <ol className="grid gap-1">
      {steps.map((one, at) => (
        <li key={one.step}>
          <Anchor
            href={path + one.step}
            aria-current={one.step === step ? 'step' : undefined}
            className="flex min-h-11 items-start gap-3 rounded-control px-2 py-2 hover:bg-stone2"
          >
            <span
              className={classes(
                'figures type-sm strong grid h-8 w-7 shrink-0 place-items-center rounded-t-full rounded-b-[6px]',
                one.step === step
                  ? 'bg-action text-on-action'
                  : one.isDone
                    ? 'bg-green-tint text-green'
                    : 'border border-line2 text-ink2',
              )}
            >
              {one.isDone && one.step !== step ? <Icon name="check" size={15} /> : at + 1}
            </span>
            <span className="min-w-0">
              <span className={classes('type-body block', one.step === step && 'strong')}>
                {t(`console.setup.step.${one.step}`)}
                {one.isDone && <span className="sr-only"> ({t('console.setup.done')})</span>}
              </span>
              <span className="type-sm block text-ink2 wrap-anywhere">
                <bdi>{one.value(t)}</bdi>
              </span>
            </span>
          </Anchor>
        </li>
      ))}
    </ol>
  )
  return (
    <nav aria-label={t('console.setup.steps')} className="min-w-0">
      <details className="rounded-card border border-line bg-card lg:hidden">
        <summary className="type-body flex min-h-11 cursor-pointer items-center gap-2 px-4 py-2">
          <span className="strong">{t(`console.setup.step.${step}`)}</span>
          <span className="type-sm figures ms-auto text-ink2">
            {t('console.setup.of', { n: here + 1, all: steps.length })}
          </span>
          <Icon name="chevron-down" size={16} />
        </summary>
        <div className="border-t border-line p-2">{list}</div>
      </details>
      <div className="hidden lg:block">{list}</div>
    </nav>
  )
}
