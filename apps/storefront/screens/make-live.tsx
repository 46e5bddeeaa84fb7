import { data, Form, useLocation, useNavigation } from 'react-router'
import type { Installation } from '#modules/installs/contract.ts'
import {
  cancelThemeSchedule,
  getLiveTheme,
  makeThemeLive,
  scheduleTheme,
  type ThemeSchedule,
} from '#modules/installs/theme-contract.ts'
import { ItemIcon } from '#modules/installs/ui/item-head.tsx'
import { isMoving } from '#modules/installs/ui/plan-facts.ts'
import { RunProgress } from '#modules/installs/ui/run-progress.tsx'
import { wallClock } from '#lib/time-zone.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page } from '#ui/page-grid.tsx'
import { PlanList, PlanRow } from '#ui/plan-row.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import { fieldMessages } from '../field-messages.ts'
import { ButtonForm } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { forStoreOf, requireStoreOf, screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import { loadInstallation } from './install/load-install.ts'
import { ShopPicture } from './install/shop-picture.tsx'
import { INSTALLATION_PARAM, useInstallation } from './install/use-installation.ts'
import { ScheduleWords } from './installed/live-theme.tsx'
import type { Route } from './+types/make-live.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export async function loader({ context, params }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const page = await loadInstallation(screen, params.slug ?? '', null)
  // Only then: a run that is found to have ended has its theme on the shop.
  const { data: live } = await screen.call(getLiveTheme)
  if (!page.installation) throw goTo(pathsFor(screen.framed).install(params.slug ?? ''))
  return { item: page.item, installation: page.installation, live }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const { item } = await loadInstallation(screen, params.slug ?? '', null)
  const text = (name: string) => String(form.get(name) ?? '')
  const of = { params: { id: item.id }, ...forStoreOf(form) }
  const store = text('store')
  const intent = form.get('intent')
  const paths = pathsFor(screen.framed)
  const done = await (intent === 'schedule'
    ? screen.attempt(scheduleTheme, {
        ...of,
        body: {
          store,
          from: text('from'),
          until: text('until') || null,
          time_zone: text('time_zone'),
        },
      })
    : intent === 'cancel'
      ? screen.attempt(cancelThemeSchedule, { ...of, body: { store } })
      : screen.attempt(makeThemeLive, { ...of, body: { store } }))
  if (done.ok)
    throw goTo(
      intent === null
        ? withQuery(paths.live(item.slug), { [INSTALLATION_PARAM]: 'begun' })
        : paths.installed,
      { status: 303 },
    )
  const { message, statusCode, fieldErrors = {} } = done.error
  return data(
    { message, fieldErrors, given: { from: text('from'), until: text('until') } },
    { status: statusCode },
  )
}

/** S2.18: what changes when a theme comes live, now or for a while, and what comes back after. */
export default function MakeLive({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { pathname, search } = useLocation()
  const { installation, stage, silent, again } = useInstallation(page.installation)
  const { item, live } = page
  const now = installation ?? page.installation
  const begun = new URLSearchParams(search).has(INSTALLATION_PARAM)
  const isLive = live.live?.installation === now.id
  const schedule = live.schedule?.installation === now.id ? live.schedule : null
  const shown =
    live.live === null
      ? null
      : live.live.kind === 'own'
        ? t('installs.now.own_theme')
        : t('installs.now.other_theme', { theme: `\u2068${live.live.name}\u2069` })
  const { list } = fieldMessages(t, actionData?.fieldErrors ?? {}, (name) =>
    t(name === 'until' ? 'live.until' : 'live.from'),
  )
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <PageHead title={t('live.title', { item: item.name })} indexed={false} />
      <p className="type-sm mb-5">
        <TextLink href={paths.installed}>{t('installation.all')}</TextLink>
      </p>
      <div className="flex items-center gap-4">
        <ItemIcon item={item} size={56} />
        <div className="min-w-0">
          <h1 className="type-title wrap-anywhere-safe">{t('live.title', { item: item.name })}</h1>
          <p className="type-body text-ink2">{t('live.lead')}</p>
        </div>
      </div>
      {actionData && (
        <ErrorSummary title={actionData.message} items={list} round={1} className="mt-6" />
      )}
      {isMoving(stage) && now.run ? (
        <div className="mt-7 max-w-176">
          <RunProgress
            run={now.run}
            head={null}
            silent={silent}
            again={again}
            againHref={pathname + search}
            t={t}
          />
        </div>
      ) : (
        <Columns kind="plan" className="mt-7">
          <div className="min-w-0">
            {begun && (now.run?.kind === 'restore' || now.run?.state === 'failed') && (
              <Notice tone="attention" alert className="mb-5">
                {t('live.failed')}
              </Notice>
            )}
            {shown === null ? (
              <Notice tone="attention">{t('live.unread')}</Notice>
            ) : isLive ? (
              <Notice tone="done" alert={begun}>
                {t('live.is', { item: item.name })}
              </Notice>
            ) : (
              <Plan installation={now} shown={shown} />
            )}
            <Schedule
              schedule={schedule}
              zone={live.time_zone}
              given={actionData?.given}
              isLive={isLive}
            />
          </div>
          <ShopPicture item={item} />
        </Columns>
      )}
    </Page>
  )
}

/** One row: the look of every page, now and after. */
function Plan({ installation: one, shown }: { installation: Installation; shown: string }) {
  const { t } = useWords()
  const paths = usePaths()
  return (
    <>
      <PlanList>
        <PlanRow
          pin="1"
          title={t('live.change')}
          how={null}
          facts={{
            where: { label: t('installs.where'), text: t('installs.placement.theme') },
            now: { label: t('installs.now'), text: shown },
            after: {
              label: t('installs.after'),
              text: t('installs.now.other_theme', { theme: `\u2068${one.item.name}\u2069` }),
            },
          }}
        />
      </PlanList>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <ButtonForm
          fields={{}}
          size="large"
          disabled={one.state !== 'installed' && !(one.draft && one.state === 'paused')}
        >
          {t('live.now')}
        </ButtonForm>
        <LinkButton href={paths.preview(one.item.slug)} kind="quiet">
          {t('live.look')}
        </LinkButton>
      </div>
    </>
  )
}

/** From and until, in the market's time zone, which is named. */
function Schedule({
  schedule,
  zone,
  given,
  isLive,
}: {
  schedule: ThemeSchedule | null
  zone: string
  given: { from: string; until: string } | undefined
  isLive: boolean
}) {
  const { t } = useWords()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  const local = (iso: string | null | undefined) =>
    iso ? wallClock(new Date(iso), zone).replace(' ', 'T').slice(0, 16) : ''
  const isOpen = schedule !== null && schedule.state !== 'planned'
  if (isLive && !isOpen) return null
  return (
    <section aria-labelledby="later-heading" className="mt-10 border-t border-line pt-6">
      <h2 id="later-heading" className="type-d3">
        {t('live.later')}
      </h2>
      {schedule && (
        <p className="type-body mt-1">
          <ScheduleWords schedule={schedule} />
        </p>
      )}
      {!isOpen && (
        <Form method="post" className="mt-4">
          <input type="hidden" name="store" value={store?.id ?? ''} />
          <input type="hidden" name="intent" value="schedule" />
          <input type="hidden" name="time_zone" value={zone} />
          <div className="grid gap-4 md:grid-cols-2">
            <TextField
              id={fieldId('from')}
              name="from"
              type="datetime-local"
              required
              label={t('live.from')}
              defaultValue={given?.from ?? local(schedule?.starts_at)}
            />
            <TextField
              id={fieldId('until')}
              name="until"
              type="datetime-local"
              label={t('live.until')}
              note={t('checkout.optional')}
              defaultValue={given?.until ?? local(schedule?.ends_at)}
            />
          </div>
          <p className="type-sm mt-2 text-ink2">
            {t('live.later_note', { zone: `\u2068${zone.replaceAll('_', ' ')}\u2069` })}
          </p>
          <Button type="submit" kind="secondary" busy={busy} className="mt-4">
            {t('live.schedule')}
          </Button>
        </Form>
      )}
      {schedule && ['planned', 'live'].includes(schedule.state) && (
        <div className="-ms-3 mt-3">
          <ButtonForm fields={{ intent: 'cancel' }} kind="quiet" size="small">
            {t(schedule.state === 'live' ? 'live.cancel_live' : 'live.cancel')}
          </ButtonForm>
        </div>
      )}
    </section>
  )
}
