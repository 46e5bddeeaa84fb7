import { data, useLocation, Form, useNavigation } from 'react-router'
import {
  chooseUpdates,
  listChangedParts,
  listHistory,
  pauseInstallation,
  resumeInstallation,
  retryRun,
  settleChange,
  AUTOMATIC,
  type HistoryEntry,
} from '#modules/installs/lifecycle-contract.ts'
import { isMoving } from '#modules/installs/ui/plan-facts.ts'
import { ItemIcon } from '#modules/installs/ui/item-head.tsx'
import { PlanMap } from '#modules/installs/ui/plan-map.tsx'
import { RunProgress } from '#modules/installs/ui/run-progress.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/link.tsx'
import type { Installation } from '#modules/installs/contract.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf, requireStoreOf, screenContext } from '../screen-context.ts'
import { pathsFor, usePaths } from '../paths.ts'
import { useMay, useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import { loadInstallation } from './install/load-install.ts'
import { useInstallation } from './install/use-installation.ts'
import { ChangedParts, Standing, VersionList } from './installation/installation-status.tsx'
import { findLive } from './subscription/find-live.ts'
import type { Route } from './+types/installation.ts'
import { useDates } from '../formats.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export async function loader({ context, params }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const page = await loadInstallation(screen, params.slug ?? '', null)
  if (!page.installation) throw goTo(pathsFor(screen.framed).install(params.slug ?? ''))
  const of = { params: { id: page.item.id } }
  const [changed, history, subscription] = await Promise.all([
    screen.attempt(listChangedParts, of),
    screen.call(listHistory, of),
    findLive(screen, params.slug ?? ''),
  ])
  return {
    ...page,
    installation: page.installation,
    changed: changed.ok ? changed.answer.data : [],
    history: history.data,
    subscription: subscription?.id ?? null,
  }
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
      case 'pause':
        return screen.attempt(pauseInstallation, { ...of, body: { store } })
      case 'resume':
        return screen.attempt(resumeInstallation, { ...of, body: { store } })
      case 'retry':
        return screen.attempt(retryRun, { ...of, body: { store } })
      case 'keep':
        return screen.attempt(settleChange, {
          ...of,
          body: { store, part: text('part'), keep: 'theirs' },
        })
      case 'put':
        return screen.attempt(settleChange, {
          ...of,
          body: { store, part: text('part'), keep: 'ours' },
        })
      default:
        return screen.attempt(chooseUpdates, {
          ...of,
          body: {
            store,
            automatic: AUTOMATIC.find((one) => one === form.get('automatic')) ?? 'off',
            channel: form.has('previews') ? 'preview' : 'stable',
          },
        })
    }
  })()
  if (done.ok || done.error.code === 'installs.busy')
    throw goTo(pathsFor(screen.framed).installation(params.slug ?? ''), { status: 303 })
  return data({ message: done.error.message }, { status: done.error.statusCode })
}

/** An installation: health, effects by place, versions, changes by others, and history. */
export default function InstallationScreen({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const { store } = useShell()
  const mayInstall = useMay('install')
  const paths = usePaths()
  const { pathname } = useLocation()
  const { installation, stage, silent, again } = useInstallation(page.installation)
  const { item } = page
  const now = installation ?? page.installation
  const message = (actionData as { message: string } | undefined)?.message
  const made = page.plan.changes.filter(
    (change) => change.kind === 'theme' || now.granted.includes(change.permission),
  )
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <PageHead title={item.name} indexed={false} />
      <p className="type-sm mb-5">
        <TextLink href={paths.installed}>{t('installation.all')}</TextLink>
      </p>
      {isMoving(stage) && now.run ? (
        <div className="max-w-176">
          <RunProgress
            run={now.run}
            head={null}
            silent={silent}
            again={again}
            againHref={pathname}
            t={t}
          />
        </div>
      ) : (
        <>
          <div className="flex items-center gap-4">
            <ItemIcon item={item} size={56} />
            <div className="min-w-0">
              <h1 className="type-title wrap-anywhere-safe">{item.name}</h1>
              <p className="type-body figures text-ink2 wrap-anywhere-safe">
                {t('installs.for', { version: now.version, domain: store?.domain ?? '' })}
              </p>
            </div>
          </div>
          {message && <ErrorSummary title={message} items={[]} round={1} className="mt-6" />}
          <Columns kind="plan" className="mt-7">
            <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-9">
              <Standing
                page={page}
                installation={now}
                stage={stage}
                subscription={page.subscription}
              />
              {page.changed.length > 0 && <ChangedParts parts={page.changed} />}
              <VersionList page={page} installation={now} />
              <HistoryList history={page.history} />
            </div>
            <Sticky className="grid gap-8">
              {mayInstall && <AutomaticChoice installation={now} />}
              <PlanMap changes={stage === 'paused' ? [] : made} t={t} />
            </Sticky>
          </Columns>
        </>
      )}
    </Page>
  )
}

const CHOICES = ['off', 'minor', 'all'] as const

/** Which updates are automatic; those with new permissions never are. */
function AutomaticChoice({ installation: one }: { installation: Installation }) {
  const { t } = useWords()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="intent" value="automatic" />
      <ChoiceGroup label={t('installation.automatic')}>
        <div className="grid gap-2.5">
          {CHOICES.map((choice) => (
            <RadioCard
              key={choice}
              name="automatic"
              value={choice}
              defaultChecked={choice === one.automatic.choice}
              title={t(`installation.automatic.${choice}`)}
            >
              {t(`installation.automatic.${choice}_note`)}
            </RadioCard>
          ))}
        </div>
      </ChoiceGroup>
      <Checkbox
        name="previews"
        defaultChecked={one.automatic.channel === 'preview'}
        className="mt-4"
      >
        {t('installation.previews')}
      </Checkbox>
      <p className="type-sm ps-8 text-ink2">{t('installation.previews_note')}</p>
      <p className="type-sm mt-2.5 text-ink2">{t('installation.automatic_note')}</p>
      <Button type="submit" kind="secondary" size="medium" busy={busy} className="mt-3">
        {t('installation.automatic_save')}
      </Button>
    </Form>
  )
}

/** Past runs: when, by whom, result. */
function HistoryList({ history }: { history: readonly HistoryEntry[] }) {
  const { t } = useWords()
  const dates = useDates()
  const words = (one: HistoryEntry): string => {
    const versions = { from: one.from_version ?? '', to: one.to_version ?? '' }
    if (one.kind === 'install')
      return t(one.to_version ? 'history.install_version' : 'history.install', versions)
    if (one.kind === 'update')
      return t(
        one.purpose
          ? `history.${one.purpose}`
          : one.from_version === one.to_version
            ? 'history.rights'
            : 'history.update',
        versions,
      )
    return t(`history.${one.kind}`)
  }
  return (
    <section aria-labelledby="history-heading">
      <h2 id="history-heading" className="type-d3 mb-4">
        {t('history.title')}
      </h2>
      <ol className="grid gap-4 border-s-2 border-line ps-5">
        {history.map((one) => (
          <li key={one.id} className="min-w-0">
            <p className="type-body flex items-start gap-2 wrap-anywhere-safe">
              <span className="min-w-0">{words(one)}</span>
              {one.state === 'failed' && (
                <Icon name="warning" size={16} className="mt-1 text-coral-text" />
              )}
            </p>
            <p className="type-sm figures text-ink2 wrap-anywhere-safe">
              <time dateTime={one.at}>{dates.minute(one.at)}</time>
              {' · '}
              {one.by === 'owner' ? (one.name ?? t('history.by.owner')) : t(`history.by.${one.by}`)}
            </p>
            {one.failure && (
              <p className="type-sm text-coral-text wrap-anywhere-safe">{one.failure.message}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
