import { data, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { type Installation, startPreview } from '#modules/installs/contract.ts'
import {
  changeSettings,
  getSettings,
  planSettings,
  undoSettings,
} from '#modules/installs/settings-contract.ts'
import { ItemIcon } from '#modules/installs/ui/item-head.tsx'
import { isMoving } from '#modules/installs/ui/plan-facts.ts'
import { ORDER_STEPS_FIELD, readInputs } from '#modules/installs/ui/read-inputs.ts'
import { RunProgress } from '#modules/installs/ui/run-progress.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { ButtonForm } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { forStoreOf, requireStoreOf, type ScreenContext, screenContext } from '../screen-context.ts'
import { isSlug, validWhen } from '../validity.ts'
import { itemOf } from './install/load-install.ts'
import { useInstallation } from './install/use-installation.ts'
import { PastChanges } from './settings/past-changes.tsx'
import { type SettingsAnswer, type SettingsData, SettingsForm } from './settings/settings-form.tsx'
import type { Route } from './+types/settings.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export async function loader({ context, params }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const item = await itemOf(screen, params.slug ?? '')
  const found = await screen.attempt(getSettings, { params: { id: item.id } })
  if (!found.ok && found.error.code === 'installs.not_installed')
    throw goTo(pathsFor(screen.framed).install(item.slug))
  if (!found.ok) throw data(found.error, { status: found.error.statusCode })
  const settings = found.answer.data
  const editable = settings.inputs.length > 0 && settings.installation.state === 'installed'
  return {
    item,
    settings,
    live: editable ? await lookAt(screen, item.id, { without_item: true }) : null,
  }
}

/** The shop as it is, or with answers; null when it cannot be shown, which hinders no change. */
async function lookAt(
  screen: ScreenContext,
  id: string,
  wanted: { without_item: true } | { inputs: ReturnType<typeof readInputs> },
) {
  const made = await screen.attempt(startPreview, {
    params: { id },
    body: { on: 'own', ...wanted },
  })
  return made.ok ? made.answer.data : null
}

/** A plan says nothing new about the page, unless a change has been sent meanwhile. */
export const shouldRevalidate = ({
  formData,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') === 'plan' && currentUrl.href === nextUrl.href
    ? false
    : defaultShouldRevalidate

/** The run that a form has started: each makes another address. */
const BEGUN = 'run'
const begunAt = (path: string, { run }: Installation) => withQuery(path, { [BEGUN]: run?.id })

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const item = await itemOf(screen, params.slug ?? '')
  const of = { params: { id: item.id }, ...forStoreOf(form) }
  const store = String(form.get('store') ?? '')
  const here = pathsFor(screen.framed).settings(item.slug)
  if (form.get('intent') === 'undo') {
    const change = String(form.get('change') ?? '')
    const undone = await screen.attempt(undoSettings, { ...of, body: { store, change } })
    if (!undone.ok) return refused(form, undone.error)
    throw goTo(begunAt(here, undone.answer.data), { status: 303 })
  }
  const { data: settings } = await screen.call(getSettings, of)
  const inputs = readInputs(form, settings.inputs)
  if (form.get('intent') === 'plan') {
    const planned = await screen.attempt(planSettings, { ...of, body: { store, inputs } })
    if (!planned.ok) return refused(form, planned.error)
    return data<SettingsAnswer>({
      ...emptyAnswer(form),
      plan: planned.answer.data,
      preview: await lookAt(screen, item.id, { inputs }),
    })
  }
  const changed = await screen.attempt(changeSettings, {
    ...of,
    body: { store, inputs, order_steps: form.has(ORDER_STEPS_FIELD) },
  })
  if (!changed.ok) return refused(form, changed.error)
  throw goTo(begunAt(here, changed.answer.data), { status: 303 })
}

const emptyAnswer = (form: FormData): SettingsAnswer => ({
  message: null,
  fieldErrors: {},
  given: Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  ),
  plan: null,
  preview: null,
})

function refused(form: FormData, { fieldErrors = {}, message, statusCode }: ErrorFacts) {
  const known = Object.entries(fieldErrors).filter(
    ([name]) => name === ORDER_STEPS_FIELD || name.startsWith('inputs.'),
  )
  return data<SettingsAnswer>(
    {
      ...emptyAnswer(form),
      fieldErrors: Object.fromEntries(known),
      message: known.length > 0 ? null : message,
    },
    { status: statusCode },
  )
}

/** S7.15: the settings of an installed item, its shop beside them, and what was changed before. */
export default function Settings({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { pathname, search } = useLocation()
  const { installation, stage, silent, again } = useInstallation(page.settings.installation)
  const { item, settings } = page
  const answer = actionData as SettingsAnswer | undefined
  const now = installation ?? settings.installation
  const begun = new URLSearchParams(search).has(BEGUN)
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <PageHead title={t('settings.title', { item: item.name })} indexed={false} />
      <p className="type-sm mb-5">
        <TextLink href={paths.installed}>{t('installation.all')}</TextLink>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-4">
          <ItemIcon item={item} size={56} />
          <div className="min-w-0">
            <h1 className="type-title wrap-anywhere-safe">{item.name}</h1>
            <p className="type-body figures text-ink2">
              {t('settings.lead', { version: now.version })}
            </p>
          </div>
        </div>
        {stage === 'installed' && (
          <Badge tone="green" icon="check">
            {t('installed.works')}
          </Badge>
        )}
      </div>
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
        <>
          {answer?.message && (
            <ErrorSummary title={answer.message} items={[]} round={1} className="mt-6" />
          )}
          {begun && !answer && (
            <Outcome settings={settings} restored={now.run?.kind === 'restore'} />
          )}
          {stage !== 'installed' ? (
            <Notice
              className="mt-7"
              title={t(stage === 'paused' ? 'installation.paused' : 'settings.not_now')}
              action={
                <LinkButton href={paths.installation(item.slug)} kind="secondary" size="small">
                  {t('installed.details')}
                </LinkButton>
              }
            />
          ) : settings.inputs.length === 0 ? (
            <Notice className="mt-7" title={t('settings.none')}>
              {t('settings.none_note')}
            </Notice>
          ) : (
            <SettingsForm
              // New live values make a new form.
              key={settings.history[0]?.id ?? now.version}
              item={item}
              settings={settings}
              live={page.live}
              answer={answer}
            />
          )}
          <PastChanges settings={settings} />
        </>
      )}
    </Page>
  )
}

/** How the last change ended, with the way back. */
function Outcome({ settings, restored }: { settings: SettingsData; restored: boolean }) {
  const { t } = useWords()
  const [last] = settings.history
  if (restored)
    return (
      <Notice tone="attention" alert className="mt-6">
        {t('settings.restored')}
      </Notice>
    )
  if (!last) return null
  return (
    <Notice
      tone="done"
      alert
      className="mt-6"
      action={
        last.undo_until && (
          <ButtonForm
            fields={{ intent: 'undo', change: last.id }}
            kind="secondary"
            size="small"
            icon="undo"
          >
            {t('settings.undo')}
          </ButtonForm>
        )
      }
    >
      {t('settings.done')}
    </Notice>
  )
}
