import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { dropPlatformPlan, getPlatformReport, listPlatformPlans, planPlatformVersion, tellPartners } from '#contexts/rollouts/platform-contract.ts'
import { PLAN_RULES } from '#contexts/rollouts/platform-rules.ts'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useDates } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, DeskForm, PressForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { PlatformNotices } from '../platform-notices.tsx'
import { PlatformReportView } from '../platform-report-view.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const { platforms } = await screen.call(listPlatformPlans)
  const platform = platforms.find(one => String(one.id) === params.platform)
  if (!platform) throw screen.refusal('not_found')
  const asked = new URL(request.url).searchParams
  const version = asked.get('version') ?? platform.plan?.version ?? ''
  const report = version === '' ? null : await screen.attempt(getPlatformReport, { params: { platform: platform.id }, query: { version, page: asked.get('page') ?? undefined } })
  return { platform, version, report: report?.ok ? report.answer : null, isWrong: report !== null && !report.ok, mayChange: ['admin', 'support'].includes(screen.person?.operatorRole ?? '') }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const [name, of] = [textOf(form, 'form'), { params: { platform: params.platform as unknown as number } }]
  if (name === 'tell') return answerOf(name, form, await screen.attempt(tellPartners, { ...of, body: { version: textOf(form, 'version') } }))
  return answerOf(name, form, name === 'drop' ? await screen.attempt(dropPlatformPlan, of)
    : await screen.attempt(planPlatformVersion, { ...of, body: { version: textOf(form, 'version'), live_on: textOf(form, 'live_on') } }))
}

/** What will still work when a platform has another version, and when that will be. */
export default function OperatorPlatformReport() {
  const { t } = useWords()
  const dates = useDates()
  const { platform, version, report, isWrong, mayChange } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'plan')
  const path = `/operator/platforms/${platform.id}/report`
  return (
    <>
      <p className="type-sm mb-2"><TextLink href="/operator/platforms">{t('console.nav.platforms')}</TextLink></p>
      <DeskHead title={t('console.versions.title', { platform: platform.name })} lead={t('console.versions.lead')} />
      {answer?.done && answer.form !== 'tell' && <Notice tone="done" alert className="mb-6">{t('console.shelves.saved')}</Notice>}
      <PlatformReportView report={report} version={version} path={path} csv={`${path}.csv?${new URLSearchParams({ version })}`} error={isWrong ? t('console.versions.wrong') : undefined} withPartner />
      {report && report.notices.partners > 0 && <PlatformNotices report={report} answer={answer} mayTell={mayChange} />}
      <Panel as="section" label={t('console.versions.plan')} className="mt-9 max-w-200">
        <PanelPart>
          <h2 className="type-d4 mb-1">{t('console.versions.plan')}</h2>
          <p className="type-body mb-5 text-ink2">{platform.plan ? t('console.versions.planned', { version: platform.plan.version, day: dates.day(platform.plan.live_on) }) : t('console.versions.not_planned')}</p>
          {mayChange && (
            <DeskForm name="plan" answer={answer} submit={t('console.save')} kind="secondary">
              <div className="grid items-start gap-5 md:grid-cols-2">
                <TextField {...field('version', platform.plan?.version ?? version)} label={t('console.versions.coming')} dir="ltr" maxLength={PLAN_RULES.version.max} autoComplete="off" required />
                <TextField {...field('live_on', platform.plan?.live_on)} type="date" label={t('console.versions.live_on')} required />
              </div>
            </DeskForm>
          )}
          {mayChange && platform.plan && <div className="mt-4"><PressForm name="drop" hidden={{}} label={t('console.versions.drop')} about={platform.plan.version} /></div>}
        </PanelPart>
      </Panel>
    </>
  )
}
