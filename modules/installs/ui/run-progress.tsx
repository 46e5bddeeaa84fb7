import type { ReactNode } from 'react'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlanList, StepRow } from '#ui/plan-row.tsx'
import { Progress } from '#ui/progress.tsx'
import type { InstallationRun } from '../contract.ts'
import type { T } from './words.ts'

/**
 * Work that goes on, as it really is: the steps of the run, asked for again and again. Heading and
 * bar are read out when a step ends. Without a script "look again" loads the page anew.
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
