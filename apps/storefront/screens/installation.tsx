import { data, useLocation } from 'react-router'
import { chooseUpdates, listChangedParts, listHistory, pauseInstallation, resumeInstallation, retryRun, settleChange, AUTOMATIC }
  from '#contexts/installs/lifecycle-contract.ts'
import { isMoving } from '#contexts/installs/ui/plan-facts.ts'
import { ItemIcon } from '#contexts/installs/ui/item-head.tsx'
import { PlanMap } from '#contexts/installs/ui/plan-map.tsx'
import { RunProgress } from '#contexts/installs/ui/run-progress.tsx'
import { MistakeList } from '#ui/mistake-list.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf, requireStoreOf } from '../page-store.ts'
import { pathsFor, usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import { loadInstallation } from './install/load-install.ts'
import { useInstallation } from './install/use-installation.ts'
import { AutomaticChoice } from './installation/automatic-choice.tsx'
import { ChangedParts } from './installation/changed-parts.tsx'
import { HistoryList } from './installation/history-list.tsx'
import { Standing } from './installation/standing.tsx'
import { VersionList } from './installation/version-list.tsx'
import type { Route } from './+types/installation.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export async function loader({ context, params }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const page = await loadInstallation(screen, params.slug ?? '', null)
  if (!page.installation) throw goTo(pathsFor(screen.framed).install(params.slug ?? ''))
  const of = { params: { id: page.item.id } }
  const [changed, history] = await Promise.all([screen.attempt(listChangedParts, of), screen.call(listHistory, of)])
  return { ...page, installation: page.installation, changed: changed.ok ? changed.answer.data : [], history: history.data }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const { item } = await loadInstallation(screen, params.slug ?? '', null)
  const text = (name: string) => String(form.get(name) ?? '')
  const store = text('store')
  const of = { params: { id: item.id }, ...forStoreOf(form) }
  const done = await (async () => {
    switch (form.get('intent')) {
      case 'pause': return screen.attempt(pauseInstallation, { ...of, body: { store } })
      case 'resume': return screen.attempt(resumeInstallation, { ...of, body: { store } })
      case 'retry': return screen.attempt(retryRun, { ...of, body: { store } })
      case 'keep': return screen.attempt(settleChange, { ...of, body: { store, part: text('part'), keep: 'theirs' } })
      case 'put': return screen.attempt(settleChange, { ...of, body: { store, part: text('part'), keep: 'ours' } })
      default: return screen.attempt(chooseUpdates, { ...of, body: { store, automatic: AUTOMATIC.find(one => one === form.get('automatic')) ?? 'off', channel: form.has('previews') ? 'preview' : 'stable' } })
    }
  })()
  if (done.ok || done.error.code === 'installs.busy') throw goTo(pathsFor(screen.framed).installation(params.slug ?? ''), { status: 303 })
  return data({ message: done.error.message }, { status: done.error.statusCode })
}

/** One item on the shop: whether it works, what of it stands where, its versions, what somebody else changed, and what happened when. */
export default function InstallationScreen({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const { store } = useShell()
  const paths = usePaths()
  const { pathname } = useLocation()
  const { installation, stage, silent, again } = useInstallation(page.installation)
  const { item } = page
  const now = installation ?? page.installation
  const message = (actionData as { message: string } | undefined)?.message
  const made = page.plan.changes.filter(change => change.kind === 'theme' || now.granted.includes(change.permission))
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <PageHead title={item.name} indexed={false} />
      <p className="type-sm mb-5">
        <TextLink href={paths.installed}>{t('installation.all')}</TextLink>
      </p>
      {isMoving(stage) && now.run ? (
        <div className="max-w-176">
          <RunProgress run={now.run} head={null} silent={silent} again={again} againHref={pathname} t={t} />
        </div>
      ) : (
        <>
          <div className="flex items-center gap-4">
            <ItemIcon item={item} size={56} />
            <div className="min-w-0">
              <h1 className="type-title wrap-anywhere-safe">{item.name}</h1>
              <p className="type-body figures text-ink2 wrap-anywhere-safe">{t('installs.for', { version: now.version, domain: store?.domain ?? '' })}</p>
            </div>
          </div>
          {message && <MistakeList title={message} mistakes={[]} round={1} className="mt-6" />}
          <Columns kind="plan" className="mt-7">
            <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-9">
              <Standing page={page} installation={now} stage={stage} />
              {page.changed.length > 0 && <ChangedParts parts={page.changed} />}
              <VersionList page={page} installation={now} />
              <HistoryList history={page.history} />
            </div>
            <Sticky className="grid gap-8">
              <AutomaticChoice installation={now} />
              <PlanMap changes={stage === 'paused' ? [] : made} t={t} />
            </Sticky>
          </Columns>
        </>
      )}
    </Page>
  )
}
