import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { listWatchedItems, unwatchItem } from '#contexts/catalog/contract.ts'
import { listInstallations, type Installation } from '#contexts/installs/contract.ts'
import { InstalledTable, type InstalledRow } from '#contexts/installs/ui/installed-table.tsx'
import { isMoving, stageOf } from '#contexts/installs/ui/plan-facts.ts'
import type { AnswerOf } from '#lib/operation.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page-grid.tsx'
import { formatDay } from '../dates.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf } from '../page-store.ts'
import { goTo } from '../go-to.ts'
import { pathsFor, usePaths } from '../paths.ts'
import { usePolling } from '../polling.ts'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { WatchedItems } from './watched-items.tsx'
import type { Route } from './+types/installed.ts'

type Answer = AnswerOf<typeof listInstallations>
const POLL_MS = 1_500
const moves = (one: Installation) => isMoving(stageOf(one))
const isQuiet = (answer: Answer) => !answer.data.some(moves)

export async function loader({ context }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const [installations, watched] = await Promise.all([
    screen.call(listInstallations),
    // a notice that cannot be had must not stand in the way of what is installed
    screen.attempt(listWatchedItems),
  ])
  const here = new Set(installations.data.filter(one => one.state !== 'uninstalled').map(one => one.item.slug))
  return {
    installations: installations.data,
    watched: watched.ok ? watched.answer.data.filter(item => !here.has(item.slug)) : [],
  }
}

/** The store no longer wants to be told of an item. */
export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  await screen.call(unwatchItem, { params: { id: String(form.get('item') ?? '') }, ...forStoreOf(form) })
  throw goTo(pathsFor(screen.framed).installed, { status: 303 })
}

/** S2.18: what is on this store, in both markets, with the work that goes on. */
export default function Installed({ loaderData }: Route.ComponentProps) {
  const { t, locale } = useWords()
  const { market, framed, sites, store } = useShell()
  const paths = usePaths()
  const { revalidate } = useRevalidator()
  const poll = usePolling<Answer>(loaderData.installations.some(moves) ? '/api/installations' : null, {
    everyMs: POLL_MS,
    isEnd: isQuiet,
  })
  const ended = poll.answer !== null && isQuiet(poll.answer)
  useEffect(() => {
    if (ended) void revalidate()
  }, [ended, revalidate])

  const all = (ended || !poll.answer ? loaderData.installations : poll.answer.data).filter(one => one.state !== 'uninstalled')
  const rowOf = (installation: Installation): InstalledRow => {
    const { market: home, slug } = installation.item
    return {
      installation,
      since: installation.installed_at && formatDay(installation.installed_at, locale),
      hrefs: home === market ? { details: paths.install(slug), uninstall: paths.uninstall(slug) } : null,
      elsewhere: home === market ? null : `${sites[home]}${framed ? '/market/installed' : '/account/installed'}`,
    }
  }
  const groups = [
    { title: t('installed.apps'), rows: all.filter(one => one.item.market === 'app').map(rowOf) },
    { title: t('installed.themes'), rows: all.filter(one => one.item.market === 'theme').map(rowOf) },
  ].filter(group => group.rows.length > 0)
  const domain = store?.domain ?? ''

  return (
    <Page className="pt-7 pb-14 md:pt-11">
      <PageHead title={t('installed.title')} indexed={false} />
      <h1 className="type-title">{t('installed.title')}</h1>
      <WatchedItems items={loaderData.watched} />
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
          <p className="type-lg mt-1 text-ink2 wrap-anywhere-safe">{t('installed.lead', { count: all.length, domain })}</p>
          {groups.map(group => (
            <section key={group.title} className="mt-9">
              <h2 className="type-d3 mb-4">{group.title}</h2>
              <InstalledTable label={group.title} rows={group.rows} t={t} />
            </section>
          ))}
          <p className="type-sm mt-4 max-w-[80ch] text-ink2">{t('installed.note')}</p>
        </>
      )}
    </Page>
  )
}
