import type { ReactNode } from 'react'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlanList, StepRow } from '#ui/plan-row.tsx'
import { Progress } from '#ui/progress.tsx'
import type { InstallationRun } from '../contract.ts'
import type { T } from './words.ts'
import { archPath } from '#ui/arches.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'

/**
 * The steps of a run, polled while it goes on. Heading and bar are read out when a step ends.
 * Without scripts "look again" reloads the page.
 */
export function RunProgress({
  run,
  head,
  silent,
  again,
  againHref,
  t,
}: {
  run: InstallationRun
  /** The item, over the heading. */
  head: ReactNode
  silent: boolean
  again: () => void
  againHref: string
  t: T
}) {
  const done = run.steps.filter((step) => step.state === 'done').length
  const title = t('installs.progress', { count: done, all: run.steps.length })
  const lookAgain = (
    <LinkButton
      href={againHref}
      kind="secondary"
      size="small"
      icon="refresh"
      onClick={(event) => {
        event.preventDefault()
        again()
      }}
    >
      {t('installs.progress.again')}
    </LinkButton>
  )
  return (
    <>
      {head}
      <div role="status">
        <h1 className="type-title figures">{title}</h1>
        <p className="type-lg mt-2 max-w-[54ch] text-ink2">{t(`installs.progress.${run.kind}`)}</p>
      </div>
      <Progress label={title} done={done} all={run.steps.length} className="mt-5 mb-6" />
      {silent && (
        <Notice tone="attention" action={lookAgain} className="mb-6">
          {t('installs.progress.silent')}
        </Notice>
      )}
      <PlanList className="border-b border-line">
        {run.steps.map((step, index) => (
          <StepRow
            key={step.position}
            pin={String(index + 1)}
            title={step.title}
            state={step.state}
            stateText={t(`installs.step.${step.state}`)}
            detail={
              step.state === 'done' && step.seconds !== null
                ? t('installs.step.done_in', { seconds: step.seconds })
                : t(`installs.step_kind.${step.kind}`)
            }
          />
        ))}
      </PlanList>
      <noscript>
        <p className="mt-5">{lookAgain}</p>
      </noscript>
    </>
  )
}

const LOOKS = {
  done: { arch: 'fill-turquoise', mark: 'stroke-on-turquoise', d: 'M18 36 27 45 43 27' },
  undone: { arch: 'fill-green', mark: 'stroke-paper', d: 'M18 36 27 45 43 27' },
  failed: { arch: 'fill-coral-tint', mark: 'stroke-coral-text', d: 'M30 24V39M30 46V47' },
  nothing: { arch: 'fill-stone2', mark: 'stroke-ink2', d: 'M20 38H40' },
}

/** How it ended, and what can be done now. */
export function OutcomePanel({
  look,
  title,
  note,
  actions,
  children,
}: {
  look: keyof typeof LOOKS
  title: string
  note?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  const { arch, mark, d } = LOOKS[look]
  return (
    <Panel as="section">
      <PanelPart className="flex items-center gap-4 md:gap-5">
        <svg aria-hidden="true" width="60" height="70" viewBox="0 0 60 70" className="shrink-0">
          <path d={archPath(60, 70, 26)} className={arch} />
          <path
            d={d}
            fill="none"
            strokeWidth="5"
            strokeLinecap="round"
            strokeLinejoin="round"
            className={mark}
          />
        </svg>
        <div role="status" className="min-w-0">
          <h1 className="type-d2 wrap-anywhere-safe">{title}</h1>
          {note && <div className="type-body mt-1 text-ink2">{note}</div>}
        </div>
      </PanelPart>
      {children && <PanelPart>{children}</PanelPart>}
      {actions && <PanelPart className="flex flex-wrap items-center gap-3">{actions}</PanelPart>}
    </Panel>
  )
}
