import { lazy, Suspense } from 'react'
import { data } from 'react-router'
import { listSubscriptions } from '#modules/billing/contract.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { listApprovals } from '#modules/installs/approval-contract.ts'
import { listInstallationFigures, listInstallations } from '#modules/installs/contract.ts'
import { listChangedItems, resumeInstallation } from '#modules/installs/lifecycle-contract.ts'
import { getLiveTheme } from '#modules/installs/theme-contract.ts'
import { InstalledTable } from '#modules/installs/ui/installed-table.tsx'
import { byNeed, type Need, waitsForOwner } from '#modules/installs/ui/needs.ts'
import type { AnswerOf, Operation } from '#kernel/operation.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { formatAddedMs, formatSeconds, formatSize } from '../formats.ts'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { forStoreOf, screenContext, type ScreenContext } from '../screen-context.ts'
import { RetiredNotice } from '../retired-notice.tsx'
import { useShell } from '../shell.tsx'
import { OwnerHead } from './account/owner-head.tsx'
import { LiveThemePanel } from './installed/live-theme.tsx'
import { answerApproval } from './installed/answer-approval.ts'
import { useRows } from './installed/rows.tsx'
import { startUpdates } from './updates/start-updates.ts'
import { FailedUpdates, UpdateAll } from './updates/update-cards.tsx'
import { useLiveInstallations } from './updates/use-live-installations.ts'
import type { Route } from './+types/installed.ts'

// For the few stores with a team; the server renders it in one go.
const Approvals = import.meta.env.SSR
  ? (await import('./installed/approvals.tsx')).Approvals
  : lazy(async () => ({ default: (await import('./installed/approvals.tsx')).Approvals }))

/** Filter of the apps. */
const SHOWN = ['all', 'attention', 'working', 'paused'] as const
type Shown = (typeof SHOWN)[number]
const WORKING: readonly Need[] = ['changed', 'update', 'moving', 'trying', 'working']

/** Enough for every subscription of a store that runs. */
const MOST_SUBSCRIPTIONS = 100

export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const [installations, old, changed, live, figures, subscriptions, asked] = await Promise.all([
    screen.call(listInstallations),
    screen.call(listInstallations, { query: { state: 'old' } }),
    fromShop(screen, listChangedItems),
    fromShop(screen, getLiveTheme),
    screen.call(listInstallationFigures),
    screen.call(listSubscriptions, { query: { per_page: MOST_SUBSCRIPTIONS } }),
    screen.session?.right === 'browse' ? null : screen.attempt(listApprovals),
  ])
  const filter = url.searchParams.get('show')
  return {
    installations: installations.data,
    old: old.data,
    changed: changed?.data ?? [],
    live: live?.data ?? null,
    figures: figures.data,
    start: figures.start,
    subscriptions: subscriptions.data.filter((one) => one.state !== 'ended'),
    monthly: subscriptions.monthly,
    now: Date.now(),
    show: SHOWN.find((one) => one === filter) ?? 'all',
    approvals: asked?.ok ? asked.answer.data : [],
  }
}

/** How long the page waits for the shop; its slowness must not hold the page up. */
const SHOP_MS = 1500

async function fromShop<T extends Operation>(
  screen: ScreenContext,
  operation: T,
): Promise<AnswerOf<T> | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, SHOP_MS, null).unref())
  const found = await Promise.race([screen.attempt(operation), late])
  return found?.ok ? found.answer : null
}

/** Starts updates, runs a paused item again, or answers a request. */
export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  if (form.has('intent')) {
    const failed = await startUpdates(screen, form)
    if (failed.length > 0) return data({ failed, message: null }, { status: 409 })
  } else if (form.has('resume')) {
    const resumed = await screen.attempt(resumeInstallation, {
      params: { id: String(form.get('resume')) },
      body: { store: String(form.get('store') ?? '') },
      ...forStoreOf(form),
    })
    if (!resumed.ok && resumed.error.code !== 'installs.busy')
      return data(
        { failed: undefined, message: resumed.error.message },
        { status: resumed.error.statusCode },
      )
  } else {
    const message = await answerApproval(screen, form)
    if (message) return data({ failed: undefined, message }, { status: 409 })
  }
  throw goTo(pathsFor(screen.framed).installed, { status: 303 })
}

/** S2.18: what the store has of both markets, what each is doing now, and what it needs. */
export default function Installed({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const { market, store } = useShell()
  const paths = usePaths()
  const most = Math.max(0, ...loaderData.figures.map((one) => one.visits?.ms ?? 0))
  const rowOf = useRows(loaderData.now, most)
  const all = useLiveInstallations(loaderData.installations).filter(
    (one) => one.state !== 'uninstalled',
  )
  const { show } = loaderData
  const ofMarket = (market: 'app' | 'theme') =>
    byNeed(
      all
        .filter((one) => one.item.market === market)
        .map((one) =>
          rowOf(one, {
            changed: loaderData.changed.find((other) => other.installation === one.id)?.parts ?? 0,
            figures: loaderData.figures.find((other) => other.installation === one.id),
            subscription: loaderData.subscriptions.find((other) => other.item.id === one.item.id),
            update: loaderData.old.find((other) => other.id === one.id)?.update,
          }),
        ),
    )
  const rows = ofMarket('app')
  const themes = ofMarket('theme')
  const isShown: Record<Shown, (row: (typeof rows)[number]) => boolean> = {
    all: () => true,
    attention: (row) => waitsForOwner(row.need),
    working: (row) => WORKING.includes(row.need),
    paused: (row) => row.need === 'paused',
  }
  const waiting = [...rows, ...themes].filter(isShown.attention).length
  const shown = rows.filter(isShown[show])

  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead
        place="installed"
        title={t('nav.installed')}
        lead={
          all.length > 0 && (
            <>
              {t('installed.lead', { count: all.length, domain: store?.domain ?? '' })}{' '}
              {waiting > 0 && <b className="strong">{t('my.waiting', { count: waiting })}</b>}
            </>
          )
        }
      />
      {loaderData.approvals.length > 0 && (
        <Suspense>
          <Approvals approvals={loaderData.approvals} />
        </Suspense>
      )}
      {loaderData.installations.map(
        (one) =>
          one.retirement &&
          one.state !== 'uninstalled' && (
            <RetiredNotice key={one.id} retirement={one.retirement} className="mt-6" />
          ),
      )}
      <FailedUpdates failed={actionData?.failed} className="mt-6" />
      {actionData?.message && (
        <ErrorSummary title={actionData.message} items={[]} round={1} className="mt-6" />
      )}
      {all.length === 0 ? (
        <EmptyState
          title={t('installed.empty')}
          className="mt-6"
          action={
            <LinkButton href={paths.list} kind="secondary">
              {t(`installed.empty_go.${market}`)}
            </LinkButton>
          }
        >
          {t('installed.empty_note')}
        </EmptyState>
      ) : (
        <>
          <Facts
            monthly={loaderData.monthly}
            figures={loaderData.figures.filter((one) =>
              rows.some((row) => row.installation.id === one.installation),
            )}
            start={loaderData.start}
          />
          <LiveThemePanel rows={themes} live={loaderData.live} />
          {rows.length > 0 && (
            <section aria-labelledby="apps-heading" className="mt-9">
              <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
                <h2 id="apps-heading" className="type-d3">
                  {t('installed.apps')}
                </h2>
                <div className="flex max-w-full flex-wrap items-center gap-4">
                  {loaderData.old.length > 1 && <UpdateAll rows={loaderData.old} live={all} />}
                  <Tabs
                    label={t('installed.show')}
                    tabs={SHOWN.map((one) => ({
                      href: withQuery(paths.installed, { show: one === 'all' ? undefined : one }),
                      name: t(`my.show.${one}`),
                      note: String(rows.filter(isShown[one]).length),
                      current: one === show,
                    }))}
                  />
                </div>
              </div>
              {shown.length === 0 ? (
                <p className="type-lg">{t('installed.attention_none')}</p>
              ) : (
                <InstalledTable label={t('installed.apps')} rows={shown} t={t} />
              )}
            </section>
          )}
          <p className="type-sm mt-4 max-w-[80ch] text-ink2">
            {t('installed.note')} <TextLink href={paths.scripts}>{t('owner.scripts')}</TextLink>
          </p>
        </>
      )}
    </Page>
  )
}

/** Largest paint of a page that loads well, by the Core Web Vitals. */
const GOOD_START_MS = 2_500

/** What all of it costs a month and a visitor, and how fast the shop opens with it. */
function Facts({
  monthly,
  figures,
  start,
}: Pick<Route.ComponentProps['loaderData'], 'monthly' | 'figures' | 'start'>) {
  const { t, locale } = useWords()
  const measured = figures.flatMap((one) => one.visits ?? [])
  const sum = (of: 'ms' | 'kb') => measured.reduce((all, one) => all + one[of], 0)
  const target = formatSeconds(GOOD_START_MS, locale)
  const facts = [
    {
      label: t('my.monthly'),
      value:
        monthly.length === 0
          ? t('my.next_none')
          : monthly.map(({ amount, currency }) => amountText(amount, currency)).join(' + '),
      note: t('my.monthly_note'),
    },
    {
      label: t('my.speed_all'),
      value: measured.length === 0 ? '–' : formatAddedMs(sum('ms'), locale),
      note:
        measured.length === 0
          ? t('my.speed_none')
          : t(measured.length < figures.length ? 'my.speed_some' : 'my.speed_note', {
              weight: formatSize(sum('kb') * 1000, locale),
              measured: measured.length,
              count: figures.length,
            }),
    },
    {
      label: t('my.start'),
      value: start ? formatSeconds(start.ms, locale) : '–',
      note: start
        ? t(start.ms <= GOOD_START_MS ? 'my.start_good' : 'my.start_slow', { target })
        : t('my.speed_none'),
    },
  ]
  return (
    <dl className="mt-6 grid grid-cols-2 rounded-card border border-line bg-card md:grid-cols-3">
      {facts.map((fact) => (
        <div
          key={fact.label}
          className="border-line p-4 not-first:border-t first:max-md:col-span-2 last:border-s md:p-5 md:not-first:border-s md:not-first:border-t-0"
        >
          <dt className="type-sm text-ink2">{fact.label}</dt>
          <dd>
            <span className="type-d2 figures block">
              <bdi>{fact.value}</bdi>
            </span>
            <span className="type-sm block text-ink2">{fact.note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
