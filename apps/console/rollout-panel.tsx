import type { ReactNode } from 'react'
import type { Rollout } from '#modules/publishing/rollouts/contract.ts'
import { REASON_RULES } from '#modules/publishing/rollouts/rules.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { HOURS_RULES, ROLLOUTS } from '#modules/publishing/submissions/rules.ts'
import { countOf, useDates } from './dates.ts'
import { PostForm, SelectField, useField } from './forms.tsx'
import { type FormAnswer } from './read-form.ts'
import { useWords } from './words.tsx'

const TONES: Record<Rollout['state'], Tone> = {
  running: 'green',
  halted: 'coral',
  done: 'neutral',
  withdrawn: 'neutral',
}

/** What is counted after an install. */
const SIGNAL_FACTS = [
  { key: 'errors', all: 'visits', failed: 'errors' },
  { key: 'webhooks', all: 'sent', failed: 'unsent' },
  { key: 'left', all: 'came', failed: 'left' },
] as const

/** Formats a share of 10,000 stores. */
function useShare() {
  const { t, locale } = useWords()
  return (share: number) =>
    share === 10_000
      ? t('console.rollouts.all')
      : t('console.rollouts.share', { percent: countOf(share / 100, locale) })
}

function StageList({ one }: { one: Rollout }) {
  const { t } = useWords()
  const dates = useDates()
  const share = useShare()
  return (
    <ol className="grid gap-1.5" aria-label={t('console.rollouts.stages')}>
      {one.stages.map((stage, index) => (
        <li
          key={stage.share}
          className={`type-sm flex flex-wrap justify-between gap-x-4 ${stage.reached_at === null ? 'text-ink2' : ''}`}
        >
          <span className={index + 1 === one.stage ? 'strong' : ''}>{share(stage.share)}</span>
          {stage.reached_at !== null && (
            <span className="figures text-ink2">
              {stage.reached_by === null
                ? t('console.rollouts.reached', { at: dates.time(stage.reached_at) })
                : t('console.rollouts.reached_by', {
                    at: dates.time(stage.reached_at),
                    who: stage.reached_by,
                  })}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** How a release has done on shops since it began, beside the one before. */
function Fared({ one }: { one: Rollout }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { fared, before } = one
  const isLast = one.stage === one.stages.length
  const ofAll = (failed: number, all: number) =>
    t('console.health.of', { failed: countOf(failed, locale), all: countOf(all, locale) })
  const withBefore = (now: string, earlier: string | false | null) =>
    earlier ? t('console.health.with_before', { now, earlier }) : now
  return (
    <FactList
      columns={2}
      facts={[
        { label: t('console.rollouts.stores'), value: countOf(one.stores, locale) },
        {
          label: t('console.rollouts.failed'),
          value: t('console.rollouts.failed_of', {
            failed: countOf(fared.failed, locale),
            ended: countOf(fared.ended, locale),
          }),
        },
        {
          label: t('console.rollouts.health'),
          value: t('console.rollouts.health_of', {
            bad: countOf(fared.bad, locale),
            asked: countOf(fared.asked, locale),
          }),
        },
        ...SIGNAL_FACTS.flatMap(({ key, all, failed }) =>
          one.signals[all] === 0
            ? []
            : [
                {
                  label: t(`console.health.${key}`),
                  value: withBefore(
                    ofAll(one.signals[failed], one.signals[all]),
                    one.signals_before &&
                      one.signals_before[all] > 0 &&
                      ofAll(one.signals_before[failed], one.signals_before[all]),
                  ),
                },
              ],
        ),
        ...(before
          ? [
              {
                label: t('console.rollouts.before', { version: before.version }),
                value: t('console.rollouts.failed_of', {
                  failed: countOf(before.failed, locale),
                  ended: countOf(before.ended, locale),
                }),
              },
            ]
          : []),
        ...(one.next_at === null
          ? []
          : [
              {
                label: t(isLast ? 'console.rollouts.watched' : 'console.rollouts.next'),
                value: dates.time(one.next_at),
              },
            ]),
      ]}
    />
  )
}

/**
 * The state of a release's rollout, its health, and the actions on it. `resume`: name of the form
 * that resumes it.
 */
export function RolloutPanel({
  one,
  title,
  mayChange,
  answer,
  resume,
  halt,
}: {
  one: Rollout
  title: ReactNode
  mayChange: boolean
  answer: FormAnswer | undefined
  resume: string
  halt?: ReactNode
}) {
  const { t } = useWords()
  const field = useField(answer, `${resume} ${one.release}`)
  const isLast = one.stage === one.stages.length
  const { halted } = one
  const hidden = {
    release: one.release,
    version: one.version,
    stage: String(one.stage),
    to: 'published',
  }
  return (
    <Panel as="section" label={one.version}>
      <PanelPart>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h3 className="type-d4">{title}</h3>
          <Badge tone={TONES[one.state]}>{t(`console.rollouts.state.${one.state}`)}</Badge>
        </div>
        {halted && (
          <Notice tone="attention" className="mb-5">
            {halted.by_market
              ? t(`console.rollouts.halted.${halted.by_market}`)
              : t('console.rollouts.halted.person', { reason: halted.reason ?? '–' })}
          </Notice>
        )}
        <Progress
          label={t('console.rollouts.stage', { n: one.stage, all: one.stages.length })}
          done={one.stage}
          all={one.stages.length}
          note={t('console.rollouts.stage', { n: one.stage, all: one.stages.length })}
          className="mb-4"
        />
        <StageList one={one} />
      </PanelPart>
      <PanelPart>
        <Fared one={one} />
        {one.harmed.length > 0 && (
          <div className="mt-5">
            <h4 className="type-sm mb-1.5 text-ink2">{t('console.rollouts.harmed')}</h4>
            <ul className="grid gap-1">
              {one.harmed.map((store) => (
                <li key={`${store.domain} ${store.why}`} className="type-body wrap-anywhere-safe">
                  <bdi dir="ltr">
                    {store.domain}
                    {store.path}
                  </bdi>{' '}
                  · <span className="text-ink2">{t(`console.rollouts.harmed.${store.why}`)}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </PanelPart>
      {mayChange && one.state === 'running' && (!isLast || halt) && (
        <PanelPart>
          <div className="flex flex-wrap items-start gap-3">
            {!isLast && (
              <PostForm
                name={`go-on ${one.release}`}
                answer={answer}
                submit={t('console.rollouts.go_on')}
                kind="secondary"
                hidden={hidden}
              />
            )}
            {halt}
          </div>
        </PanelPart>
      )}
      {mayChange && one.state === 'halted' && (
        <PanelPart>
          <PostForm
            name={`${resume} ${one.release}`}
            answer={answer}
            submit={t('console.rollouts.resume')}
            kind="secondary"
            hidden={hidden}
          >
            <TextArea
              {...field('reason')}
              label={t('console.sub.reason')}
              hint={t('console.sub.reason_hint')}
              dir="auto"
              rows={3}
              maxLength={REASON_RULES.max}
              required
            />
          </PostForm>
        </PanelPart>
      )}
    </Panel>
  )
}

/** How a submitted release will be rolled out. */
export function RolloutFields({ field }: { field: ReturnType<typeof useField> }) {
  const { t } = useWords()
  return (
    <>
      <SelectField
        label={t('console.rollouts.choice')}
        name="rollout"
        value={field('rollout', 'auto').defaultValue}
        options={ROLLOUTS.map((value) => ({ value, name: t(`console.rollouts.choice.${value}`) }))}
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          {...field('stages', '1, 10, 50, 100')}
          label={t('console.rollouts.stages_field')}
          hint={t('console.rollouts.stages_hint')}
          dir="ltr"
          maxLength={60}
          autoComplete="off"
        />
        <TextField
          {...field('hours', String(HOURS_RULES.usual))}
          label={t('console.rollouts.hours_field')}
          dir="ltr"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
      </div>
    </>
  )
}
