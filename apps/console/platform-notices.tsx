import type { PlatformReport, ToldNow } from '#contexts/rollouts/platform-contract.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { countOf, useDates } from './dates.ts'
import { DeskForm, type FormAnswer } from './forms.tsx'
import { useWords } from './words.tsx'

/** Which partners have been told what will not work, and the press that tells the others. */
export function PlatformNotices({ report, answer, mayTell }: { report: PlatformReport; answer: FormAnswer | undefined; mayTell: boolean }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { partners, told, unreachable, last_at: lastAt } = report.notices
  const left = partners - told - unreachable
  const isPlanned = report.plan?.version === report.version
  const now = answer?.form === 'tell' ? answer.done as ToldNow | undefined : undefined
  return (
    <Panel as="section" label={t('console.versions.notices')} className="mt-9 max-w-200">
      <PanelPart>
        <h2 className="type-d4 mb-1">{t('console.versions.notices')}</h2>
        <p className="type-body text-ink2">{t('console.versions.notices_lead', { partners: countOf(partners, locale), told: countOf(told, locale) })}</p>
        {lastAt !== null && <p className="type-sm mt-2 text-ink2">{t('console.versions.notices_last', { at: dates.time(lastAt) })}</p>}
        {unreachable > 0 && <p className="type-sm mt-2 text-ink2">{t('console.versions.unreachable', { count: unreachable })}</p>}
        {now && <Notice tone="done" alert className="mt-5">{t('console.versions.told_now', { count: now.told })}{now.more && <> {t('console.versions.told_more')}</>}</Notice>}
        {mayTell && left > 0 && (isPlanned
          ? <DeskForm name="tell" answer={answer} submit={t('console.versions.tell', { count: left })} kind="secondary" hidden={{ version: report.version }} className="mt-5 grid gap-5" />
          : <p className="type-body mt-5">{t('console.versions.plan_first')}</p>)}
      </PanelPart>
    </Panel>
  )
}
