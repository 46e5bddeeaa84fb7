import type { AnswerOf } from '#kernel/operation.ts'
import type { getSubmission } from '#modules/publishing/submissions/contract.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { durationOf } from './dates.ts'
import { useWords } from './words.tsx'

type Submission = AnswerOf<typeof getSubmission>
export type Check = Submission['checks'][number]
type Facts = Pick<Submission, 'version' | 'with_listing' | 'state' | 'verdict'>

const STATE_TONES: Record<Submission['state'], Tone> = {
  checking: 'turquoise',
  waiting: 'turquoise',
  scheduled: 'turquoise',
  approved: 'green',
  rejected: 'coral',
  withdrawn: 'neutral',
  failed_checks: 'coral',
}
const VERDICT_TONES: Record<Check['verdict'], Tone> = {
  passed: 'green',
  failed: 'coral',
  could_not_run: 'neutral',
}

export function StateBadge({ state }: { state: Submission['state'] }) {
  const { t } = useWords()
  return <Badge tone={STATE_TONES[state]}>{t(`console.sub.state.${state}`)}</Badge>
}

export function VerdictBadge({ verdict }: { verdict: Check['verdict'] | null }) {
  const { t } = useWords()
  return verdict === null ? (
    <span className="text-ink2">–</span>
  ) : (
    <Badge tone={VERDICT_TONES[verdict]}>{t(`console.sub.verdict.${verdict}`)}</Badge>
  )
}

/** "1.2.0", or the words for a listing without a release. */
export function useWhat() {
  const { t } = useWords()
  return ({ version, with_listing }: Pick<Facts, 'version' | 'with_listing'>): string =>
    version === null
      ? t('console.sub.listing_alone')
      : with_listing
        ? `\u2068${version}\u2069 ${t('console.sub.with_listing')}`
        : `\u2068${version}\u2069`
}

/** The median waiting time of the queue, with the number of cases behind it. */
export function useMedian() {
  const { t, locale } = useWords()
  return ({ median_seconds: median, measured }: Submission['queue']): string =>
    median === null
      ? t('console.sub.median_none')
      : t('console.sub.median', { time: durationOf(median, locale), count: measured })
}

/** Failed checks, each with its place and fix; passed ones are counted. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const { t } = useWords()
  const open = checks.filter((check) => check.verdict !== 'passed')
  return (
    <Panel as="section" label={t('console.sub.checks')}>
      <PanelPart>
        <h2 className="type-d4 mb-1">{t('console.sub.checks')}</h2>
        <p className="type-body text-ink2">
          {t('console.sub.checks_passed', { count: checks.length - open.length })}
        </p>
        {open.some((check) => check.verdict === 'could_not_run') && (
          <p className="type-body mt-2 text-ink2">{t('console.sub.could_not_run_lead')}</p>
        )}
      </PanelPart>
      {open.map((check) => (
        <PanelPart key={check.rule}>
          <p className="flex flex-wrap items-center gap-3">
            <VerdictBadge verdict={check.verdict} />
            <code dir="ltr" className="type-sm">
              {check.rule}
            </code>
          </p>
          {check.verdict === 'could_not_run' && check.reason && (
            <p dir="ltr" className="type-sm mt-2 text-start text-ink2 wrap-anywhere-safe">
              {check.reason}
            </p>
          )}
          <ul className="mt-3 grid gap-4">
            {check.findings.map((finding, index) => (
              <li key={index} className="border-s-2 border-line2 ps-4">
                <p className="type-body strong">{finding.wrong}</p>
                {finding.where && (
                  <p className="type-sm mt-1 text-ink2">
                    {t('console.sub.where')}:{' '}
                    <code dir="ltr" className="wrap-anywhere-safe">
                      {finding.where}
                    </code>
                  </p>
                )}
                {finding.evidence && (
                  <pre
                    dir="ltr"
                    className="type-sm mt-1 whitespace-pre-wrap text-start text-ink2 wrap-anywhere-safe"
                  >
                    {finding.evidence}
                  </pre>
                )}
                <p className="type-body mt-1.5">
                  <span className="strong">{t('console.sub.mend')}: </span>
                  {finding.mend}
                </p>
              </li>
            ))}
          </ul>
        </PanelPart>
      ))}
    </Panel>
  )
}

/** The statement of reasons of a rejection. */
export function Rejection({ rejection }: { rejection: NonNullable<Submission['rejection']> }) {
  const { t } = useWords()
  return (
    <Panel as="section" label={t('console.sub.rejection')}>
      <PanelPart>
        <h2 className="type-d4 mb-3">{t('console.sub.rejection')}</h2>
        <p dir="auto" className="type-body whitespace-pre-wrap wrap-anywhere-safe">
          {rejection.reasons}
        </p>
        <FactList
          className="mt-4"
          facts={[
            {
              label: t('console.sub.grounds'),
              value: t(`console.sub.grounds.${rejection.grounds}`),
            },
            { label: t('console.sub.rule'), value: <span dir="auto">{rejection.rule}</span> },
          ]}
        />
      </PanelPart>
    </Panel>
  )
}
