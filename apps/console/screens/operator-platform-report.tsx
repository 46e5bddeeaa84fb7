import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  type PlatformReport,
  type ToldNow,
  dropPlatformPlan,
  getPlatformReport,
  listPlatformPlans,
  planPlatformVersion,
  tellPartners,
} from '#modules/publishing/rollouts/contract.ts'
import { PLAN_RULES } from '#modules/publishing/rollouts/rules.ts'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates, countOf } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { PostForm, ButtonForm, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { answerOf, readForm, type FormAnswer } from '../read-form.ts'
import { PlatformReportView } from '../platform-report-view.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const { platforms } = await screen.call(listPlatformPlans)
  const platform = platforms.find((one) => String(one.id) === params.platform)
  if (!platform) throw screen.refusal('not_found')
  const asked = new URL(request.url).searchParams
  const version = asked.get('version') ?? platform.plan?.version ?? ''
  const report =
    version === ''
      ? null
      : await screen.attempt(getPlatformReport, {
          params: { platform: platform.id },
          query: { version, page: asked.get('page') ?? undefined },
        })
  return {
    platform,
    version,
    report: report?.ok ? report.answer : null,
    isWrong: report !== null && !report.ok,
    mayChange: ['admin', 'support'].includes(screen.person?.operatorRole ?? ''),
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const [name, of] = [text('form'), { params: { platform: params.platform as unknown as number } }]
  if (name === 'tell') return submit(tellPartners, { ...of, body: { version: text('version') } })
  return answerOf(
    name,
    form,
    name === 'drop'
      ? await screen.attempt(dropPlatformPlan, of)
      : await screen.attempt(planPlatformVersion, {
          ...of,
          body: { version: text('version'), live_on: text('live_on') },
        }),
  )
}

/** What will still work with a platform's next version, and when that comes. */
export default function OperatorPlatformReport() {
  const { t } = useWords()
  const dates = useDates()
  const { platform, version, report, isWrong, mayChange } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'plan')
  const path = `/operator/platforms/${platform.id}/report`
  return (
    <>
      <PageHeader
        back={{ href: '/operator/platforms', name: t('console.nav.platforms') }}
        title={t('console.versions.title', { platform: platform.name })}
        lead={t('console.versions.lead')}
      />
      {answer?.done && answer.form !== 'tell' && (
        <Notice tone="done" alert className="mb-6">
          {t('console.shelves.saved')}
        </Notice>
      )}
      <PlatformReportView
        report={report}
        version={version}
        path={path}
        csv={`${path}.csv?${new URLSearchParams({ version })}`}
        error={isWrong ? t('console.versions.wrong') : undefined}
        withPartner
      />
      {report && report.notices.partners > 0 && (
        <PlatformNotices report={report} answer={answer} mayTell={mayChange} />
      )}
      <Section
        title={t('console.versions.plan')}
        lead={
          platform.plan
            ? t('console.versions.planned', {
                version: platform.plan.version,
                day: dates.day(platform.plan.live_on),
              })
            : t('console.versions.not_planned')
        }
        className="mt-9 max-w-200"
      >
        {mayChange && (
          <PostForm name="plan" answer={answer} submit={t('console.save')} kind="secondary">
            <div className="grid items-start gap-5 md:grid-cols-2">
              <TextField
                {...field('version', platform.plan?.version ?? version)}
                label={t('console.versions.coming')}
                dir="ltr"
                maxLength={PLAN_RULES.version.max}
                autoComplete="off"
                required
              />
              <TextField
                {...field('live_on', platform.plan?.live_on)}
                type="date"
                label={t('console.versions.live_on')}
                required
              />
            </div>
          </PostForm>
        )}
        {mayChange && platform.plan && (
          <div className="mt-4">
            <ButtonForm
              name="drop"
              hidden={{}}
              label={t('console.versions.drop')}
              about={platform.plan.version}
            />
          </div>
        )}
      </Section>
    </>
  )
}

/**
 * How many partners were notified of incompatibilities, and the button that notifies the others.
 */
function PlatformNotices({
  report,
  answer,
  mayTell,
}: {
  report: PlatformReport
  answer: FormAnswer | undefined
  mayTell: boolean
}) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { partners, told, unreachable, last_at: lastAt } = report.notices
  const left = partners - told - unreachable
  const isPlanned = report.plan?.version === report.version
  const now = answer?.form === 'tell' ? (answer.done as ToldNow | undefined) : undefined
  return (
    <Panel as="section" label={t('console.versions.notices')} className="mt-9 max-w-200">
      <PanelPart>
        <h2 className="type-d4 mb-1">{t('console.versions.notices')}</h2>
        <p className="type-body text-ink2">
          {t('console.versions.notices_lead', {
            partners: countOf(partners, locale),
            told: countOf(told, locale),
          })}
        </p>
        {lastAt !== null && (
          <p className="type-sm mt-2 text-ink2">
            {t('console.versions.notices_last', { at: dates.time(lastAt) })}
          </p>
        )}
        {unreachable > 0 && (
          <p className="type-sm mt-2 text-ink2">
            {t('console.versions.unreachable', { count: unreachable })}
          </p>
        )}
        {now && (
          <Notice tone="done" alert className="mt-5">
            {t('console.versions.told_now', { count: now.told })}
            {now.more && <> {t('console.versions.told_more')}</>}
          </Notice>
        )}
        {mayTell &&
          left > 0 &&
          (isPlanned ? (
            <PostForm
              name="tell"
              answer={answer}
              submit={t('console.versions.tell', { count: left })}
              kind="secondary"
              hidden={{ version: report.version }}
              className="mt-5 grid gap-5"
            />
          ) : (
            <p className="type-body mt-5">{t('console.versions.plan_first')}</p>
          ))}
      </PanelPart>
    </Panel>
  )
}
