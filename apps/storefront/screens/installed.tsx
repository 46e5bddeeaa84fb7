import { data, Form } from 'react-router'
import { listWatchedItems, unwatchItem, type ItemCard } from '#modules/catalog/contract.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { listInstallations, type Installation } from '#modules/installs/contract.ts'
import { listChangedItems } from '#modules/installs/lifecycle-contract.ts'
import { InstalledTable, type InstalledRow } from '#modules/installs/ui/installed-table.tsx'
import { LinkButton, Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDates } from '../formats.ts'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { forStoreOf, screenContext, type ScreenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { OwnerHead } from './account/owner-head.tsx'
import { findRunning } from './subscription/find-live.ts'
import { planPrice } from './subscription/plan-words.ts'
import { startUpdates } from './updates/start-updates.ts'
import { FailedUpdates, UpdateAll, UpdateCards } from './updates/update-cards.tsx'
import { useLiveInstallations } from './updates/use-live-installations.ts'
import type { Route } from './+types/installed.ts'

/** Filter: all, one market, or those that need attention. */
const SHOWN = ['all', 'app', 'theme', 'attention'] as const

export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const [installations, old, changed, subscriptions, watched] = await Promise.all([
    screen.call(listInstallations),
    screen.call(listInstallations, { query: { state: 'old' } }),
    changedHere(screen),
    findRunning(screen),
    // a failure here must not hide the installed items
    screen.attempt(listWatchedItems),
  ])
  const here = new Set(installations.data.map((one) => one.item.slug))
  const asked = url.searchParams.get('show')
  return {
    installations: installations.data,
    old: old.data,
    changed,
    subscriptions: Object.fromEntries(
      [...subscriptions].map(([slug, { id, plan }]) => [slug, { id, plan }]),
    ),
    show: SHOWN.find((one) => one === asked) ?? 'all',
    watched: watched.ok ? watched.answer.data.filter((item) => !here.has(item.slug)) : [],
  }
}

/**
 * How long the list waits for the shop to report changes by others; slowness must not block the
 * list.
 */
const CHANGED_MS = 1500

async function changedHere(screen: ScreenContext): Promise<Record<string, number>> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, CHANGED_MS, null).unref())
  const found = await Promise.race([screen.attempt(listChangedItems), late])
  return found?.ok
    ? Object.fromEntries(found.answer.data.map((one) => [one.installation, one.parts]))
    : {}
}

/** Starts updates, or stops watching an item. */
export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  if (form.has('intent')) {
    const failed = await startUpdates(screen, form)
    if (failed.length > 0) return data({ failed }, { status: 409 })
  } else
    await screen.call(unwatchItem, {
      params: { id: String(form.get('item') ?? '') },
      ...forStoreOf(form),
    })
  throw goTo(pathsFor(screen.framed).installed, { status: 303 })
}

/** Stopped halfway, changed by somebody else, or with an update that is not automatic. */
const needsOwner = (one: Installation, changed: Readonly<Record<string, number>>): boolean =>
  one.state === 'needs_action' ||
  changed[one.id] !== undefined ||
  one.automatic.waiting !== null ||
  one.automatic.failed !== null

/** S2.18: the store's items of both markets, with runs in progress and available updates. */
export default function Installed({ loaderData, actionData }: Route.ComponentProps) {
  const words = useWords()
  const { t } = words
  const dates = useDates()
  const { market, framed, sites, store } = useShell()
  const paths = usePaths()
  const all = useLiveInstallations(loaderData.installations).filter(
    (one) => one.state !== 'uninstalled',
  )
  const { show } = loaderData
  const rowOf = (installation: Installation): InstalledRow => {
    const { item, paid, previous_version: previous } = installation
    const running = item.market === market ? loaderData.subscriptions[item.slug] : undefined
    return {
      installation,
      changed: loaderData.changed[installation.id] ?? 0,
      since: installation.installed_at && dates.day(installation.installed_at),
      paid: running
        ? planPrice(running.plan, words)
        : paid
          ? amountText(paid.total, paid.currency)
          : t('price.free'),
      subscription: running ? paths.subscription(running.id) : null,
      hrefs:
        item.market === market
          ? {
              details: paths.installation(item.slug),
              update: paths.update(item.slug),
              back: previous && withQuery(paths.update(item.slug), { release: previous }),
              uninstall: paths.uninstall(item.slug),
            }
          : null,
      elsewhere:
        item.market === market
          ? null
          : `${sites[item.market] ?? ''}${framed ? '/market/installed' : '/account/installed'}`,
    }
  }
  const of = (kind: 'app' | 'theme') => all.filter((one) => one.item.market === kind).map(rowOf)
  const groups = [
    { kind: 'app' as const, title: t('installed.apps'), rows: of('app') },
    { kind: 'theme' as const, title: t('installed.themes'), rows: of('theme') },
  ].filter((group) => group.rows.length > 0)
  const waits = all.filter((one) => needsOwner(one, loaderData.changed))
  const shown =
    show === 'attention'
      ? groups
          .map((group) => ({
            ...group,
            rows: group.rows.filter((row) => needsOwner(row.installation, loaderData.changed)),
          }))
          .filter((group) => group.rows.length > 0)
      : groups.filter((group) => show === 'all' || group.kind === show)
  const old = loaderData.old.filter(
    (one) =>
      show === 'all' ||
      one.item.market === show ||
      (show === 'attention' && one.update?.ready !== true),
  )

  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead
        place="installed"
        title={t('installed.title')}
        lead={
          all.length > 0
            ? t('installed.lead', { count: all.length, domain: store?.domain ?? '' })
            : undefined
        }
      >
        {(groups.length > 1 || waits.length > 0) && (
          <Tabs
            label={t('installed.show')}
            tabs={SHOWN.filter(
              (one) =>
                one === 'all' ||
                (one === 'attention'
                  ? waits.length > 0 || show === one
                  : groups.some((group) => group.kind === one)),
            ).map((one) => ({
              href: withQuery(paths.installed, { show: one === 'all' ? undefined : one }),
              name:
                one === 'all'
                  ? t('installed.all')
                  : one === 'attention'
                    ? t('installed.attention')
                    : t(one === 'app' ? 'installed.apps' : 'installed.themes'),
              note: String(
                one === 'all' ? all.length : one === 'attention' ? waits.length : of(one).length,
              ),
              current: one === show,
            }))}
          />
        )}
      </OwnerHead>
      <WatchedItems items={loaderData.watched} />
      <FailedUpdates failed={actionData?.failed} className="mt-6" />
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
          {old.length > 0 && (
            <section className="mt-9" aria-labelledby="updates-heading">
              <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
                <h2 id="updates-heading" className="type-d3">
                  {t('installed.updates')}
                </h2>
                <UpdateAll rows={old} live={all} />
              </div>
              <UpdateCards rows={old} live={all} />
            </section>
          )}
          {show === 'attention' && shown.length === 0 && (
            <p className="type-lg mt-9">{t('installed.attention_none')}</p>
          )}
          {shown.map((group) => (
            <section key={group.title} className="mt-9">
              <h2 className="type-d3 mb-4">{group.title}</h2>
              <InstalledTable label={group.title} rows={group.rows} t={t} />
            </section>
          ))}
          <p className="type-sm mt-4 max-w-[80ch] text-ink2">
            {t('installed.note')} <TextLink href={paths.scripts}>{t('owner.scripts')}</TextLink>
          </p>
        </>
      )}
    </Page>
  )
}

/** Watched items (D9): a notice for each that can be installed now, and a list of the others. */
function WatchedItems({ items }: { items: readonly ItemCard[] }) {
  const { t } = useWords()
  const paths = usePaths()
  const ready = items.filter((item) => item.installable)
  const waiting = items.filter((item) => !item.installable)
  if (items.length === 0) return null
  return (
    <section aria-label={t('installed.watched')} className="mt-6 grid gap-3">
      {ready.map((item) => (
        <Notice
          key={item.id}
          tone="done"
          title={t('installed.watched_ready', { item: `\u2068${item.name}\u2069` })}
          action={
            <div className="flex flex-wrap gap-2">
              <LinkButton href={paths.item(item.slug)} size="small">
                {t('installed.watched_go')}
              </LinkButton>
              <Forget item={item} />
            </div>
          }
        />
      ))}
      {waiting.length > 0 && (
        <p className="type-sm text-ink2 wrap-anywhere-safe">
          {t('installed.watched_waiting')}{' '}
          {waiting.map((item, n) => (
            <span key={item.id}>
              {n > 0 && ' · '}
              <TextLink
                href={paths.item(item.slug)}
                title={item.name}
                className="inline-block max-w-72 truncate align-bottom"
              >
                <bdi>{item.name}</bdi>
              </TextLink>
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

function Forget({ item }: { item: ItemCard }) {
  const { t } = useWords()
  const { store } = useShell()
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="item" value={item.id} />
      <Button
        type="submit"
        kind="secondary"
        size="small"
        aria-label={t('installed.watched_forget_of', { item: item.name })}
      >
        {t('installed.watched_forget')}
      </Button>
    </Form>
  )
}
