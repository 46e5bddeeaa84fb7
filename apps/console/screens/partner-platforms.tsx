import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getOwnPlatformReport, listPlatformPlans } from '#modules/publishing/rollouts/contract.ts'
import { Notice } from '#ui/notice.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { PlatformReportView } from '../platform-report-view.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params: { partner = '' }, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const asked = new URL(request.url).searchParams
  const { platforms } = await screen.call(listPlatformPlans)
  const platform =
    platforms.find((one) => String(one.id) === asked.get('platform')) ??
    platforms.find((one) => one.plan) ??
    platforms[0]
  if (!platform) throw screen.refusal('not_found')
  const version = asked.get('version') ?? platform.plan?.version ?? ''
  const report = await screen.attempt(getOwnPlatformReport, {
    params: { partner, platform: platform.id },
    query: { version: version === '' ? '0.0.0' : version, page: asked.get('page') ?? undefined },
  })
  if (!report.ok && report.error.statusCode !== 400) throw screen.refusal('not_found')
  return {
    partner,
    platforms,
    platform,
    version,
    report: version !== '' && report.ok ? report.answer : null,
    isWrong: !report.ok,
  }
}

/** Which of the partner's items will still work with a platform's next version. */
export default function PartnerPlatforms() {
  const { t } = useWords()
  const dates = useDates()
  const { partner, platforms, platform, version, report, isWrong } = useLoaderData<typeof loader>()
  const path = `/partner/${partner}/platforms`
  const coming = platform.plan && {
    version: platform.plan.version,
    day: dates.day(platform.plan.live_on),
  }
  const broken = report?.totals.find((one) => one.outcome === 'none')?.items ?? 0
  return (
    <>
      <PageHeader title={t('console.versions.nav')} lead={t('console.versions.lead')} />
      <Tabs
        label={t('console.nav.platforms')}
        className="mb-6"
        tabs={platforms.map((one) => ({
          href: `${path}?platform=${one.id}`,
          name: one.name,
          current: one.id === platform.id,
        }))}
      />
      {coming && (
        <p className="type-body mb-5 text-ink2">{t('console.versions.planned', coming)}</p>
      )}
      {coming && broken > 0 && report?.version === coming.version && (
        <Notice
          tone="attention"
          className="mb-6"
          title={t('console.versions.own_none', { ...coming, count: broken })}
        >
          {t('console.versions.own_what', coming)}
          {report.notices.last_at && (
            <> {t('console.versions.own_told', { day: dates.day(report.notices.last_at) })}</>
          )}
        </Notice>
      )}
      <PlatformReportView
        report={report}
        version={version}
        path={path}
        csv={`${path}/${platform.id}/report.csv?${new URLSearchParams({ version })}`}
        error={isWrong ? t('console.versions.wrong') : undefined}
        platform={platform.id}
      />
    </>
  )
}
