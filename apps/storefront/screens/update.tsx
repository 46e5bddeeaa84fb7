import { data, useLocation } from 'react-router'
import { AgreementDialog } from '#modules/orders/ui/consent-box.tsx'
import { startUpdate, type Installation } from '#modules/installs/contract.ts'
import { NewerNotice } from '#modules/installs/ui/fit-notice.tsx'
import { ItemHead } from '#modules/installs/ui/item-head.tsx'
import { PlanMap } from '#modules/installs/ui/plan-map.tsx'
import { isMoving } from '#modules/installs/ui/plan-facts.ts'
import { ORDER_STEPS_FIELD, readInputs } from '#modules/installs/ui/read-inputs.ts'
import { OutcomePanel, RunProgress } from '#modules/installs/ui/run-progress.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { LinkButton } from '#ui/button.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf, requireStoreOf, screenContext } from '../screen-context.ts'
import { pathsFor, withQuery, usePaths } from '../paths.ts'
import { useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import { INSTALLATION_PARAM, useInstallation } from './install/use-installation.ts'
import { loadInstallation, sendPaused, type InstallData } from './install/load-install.ts'
import { ShopPicture } from './install/shop-picture.tsx'
import {
  type UpdateAnswer,
  UpdateForm,
  VersionSelect,
  consentName,
  findUpdateErrors,
} from './update/update-form.tsx'
import type { Route } from './+types/update.ts'
import { OpenAppLink } from '../open-app-link.tsx'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export const loader = ({ context, params, url }: Route.LoaderArgs) =>
  sendPaused(
    context.get(screenContext),
    params.slug ?? '',
    loadInstallation(
      context.get(screenContext),
      params.slug ?? '',
      url.searchParams.get(INSTALLATION_PARAM),
      url.searchParams.get('release') || undefined,
    ),
  )

/** Refusals for which retrying cannot help: the page shows the current run or installation. */
const ALREADY = [
  'installs.busy',
  'installs.same_release',
  'installs.unfinished',
  'installs.not_installed',
]

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const release = String(form.get('release') ?? '')
  const page = await loadInstallation(screen, params.slug ?? '', null, release || undefined)
  const here = pathsFor(screen.framed).update(params.slug ?? '')
  if (!page.update) throw goTo(here, { status: 303 })
  const answer = (found: Partial<UpdateAnswer>, status: number) =>
    data<UpdateAnswer>(
      {
        message: null,
        fieldErrors: {},
        given: Object.fromEntries(
          [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
        ...found,
      },
      { status },
    )
  const found = findUpdateErrors(form, page)
  if (Object.keys(found).length > 0) return answer({ fieldErrors: found }, 422)
  const agreed = form.get('agreement')
  const started = await screen.attempt(startUpdate, {
    params: { id: page.item.id },
    body: {
      store: String(form.get('store') ?? ''),
      release: page.update.version,
      permissions: page.update.asks
        .map((ask) => ask.code)
        .filter((code) => form.has(consentName(code))),
      agreement: typeof agreed === 'string' && agreed !== '' ? { version: agreed } : null,
      order_steps: form.has(ORDER_STEPS_FIELD),
      inputs: readInputs(form, page.update.inputs),
    },
    ...forStoreOf(form),
  })
  if (started.ok)
    throw goTo(withQuery(here, { [INSTALLATION_PARAM]: started.answer.data.id }), { status: 303 })
  if (ALREADY.includes(started.error.code)) throw goTo(here, { status: 303 })
  const { fieldErrors = {}, message, statusCode } = started.error
  const known = Object.entries(fieldErrors).filter(
    ([name]) => name === 'agreement' || name === ORDER_STEPS_FIELD || name.startsWith('inputs.'),
  )
  return answer(
    { fieldErrors: Object.fromEntries(known), message: known.length > 0 ? null : message },
    statusCode,
  )
}

/** Plan, progress and result of an update, or of a return to an earlier version. */
export default function Update({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const { store } = useShell()
  const { pathname, search } = useLocation()
  const { installation, stage, silent, again } = useInstallation(page.installation)
  const { item } = page
  const begun = new URLSearchParams(search).has(INSTALLATION_PARAM)
  const head = (
    <ItemHead
      item={item}
      note={t('installs.for', {
        version: installation?.version ?? page.latest_version,
        domain: store?.domain ?? '',
      })}
    />
  )
  const outcome: Outcome | null =
    installation === null || stage === 'removed' || stage === 'taken-back'
      ? 'absent'
      : stage === 'stuck'
        ? 'stuck'
        : begun && installation.run?.kind === 'restore'
          ? 'restored'
          : begun && installation.run?.kind === 'update'
            ? 'done'
            : page.update === null
              ? 'latest'
              : null
  return (
    <Page className="pt-7 pb-12 md:pt-11">
      <PageHead title={t('update.page', { item: item.name })} indexed={false} />
      <Columns kind="plan">
        <div className="min-w-0">
          {isMoving(stage) && installation?.run ? (
            <RunProgress
              run={installation.run}
              head={head}
              silent={silent}
              again={again}
              againHref={pathname + search}
              t={t}
            />
          ) : outcome === null && page.update ? (
            <UpdateForm
              key={page.update.version}
              page={page}
              update={page.update}
              answer={actionData as UpdateAnswer | undefined}
              head={head}
            />
          ) : (
            <>
              <UpdateOutcome
                page={page}
                installation={installation}
                outcome={outcome ?? 'latest'}
              />
              {outcome === 'latest' && <NewerNotice fit={page.fit} t={t} className="mt-6" />}
              {outcome === 'latest' && <VersionSelect page={page} chosen={null} />}
            </>
          )}
        </div>
        <Sticky>
          {outcome === null && !isMoving(stage) && page.update && (
            <PlanMap changes={page.update.changes} t={t} className="mb-8 hidden lg:block" />
          )}
          <ShopPicture item={item} />
        </Sticky>
      </Columns>
      {page.agreement.texts.map((text) => (
        <AgreementDialog
          key={text.id}
          text={text}
          version={page.agreement.version}
          close={t('checkout.text.close')}
        />
      ))}
    </Page>
  )
}

type Outcome = 'done' | 'latest' | 'restored' | 'stuck' | 'absent'

/** S4.7: the result of an update, or why there is none; and the next actions. */
function UpdateOutcome({
  page,
  installation,
  outcome,
}: {
  page: InstallData
  installation: Installation | null
  outcome: Outcome
}) {
  const { t } = useWords()
  const paths = usePaths()
  const { item } = page
  const names = { item: item.name, version: installation?.version ?? '' }
  const list = (
    <LinkButton href={paths.installed} kind="secondary">
      {t('installs.done.list')}
    </LinkButton>
  )
  if (installation === null || outcome === 'absent') {
    return (
      <OutcomePanel
        look="nothing"
        title={t('installs.uninstall.missing', names)}
        note={t('update.absent')}
        actions={
          <LinkButton href={paths.item(item.slug)} kind="secondary">
            {t('installs.uninstall.back')}
          </LinkButton>
        }
      />
    )
  }
  if (outcome === 'stuck' || outcome === 'restored') {
    const stuck = outcome === 'stuck'
    return (
      <OutcomePanel
        look="failed"
        title={stuck ? t('installs.failed.stuck', names) : t('update.restored', names)}
        note={
          stuck
            ? `${installation.run?.failure?.message ?? ''} ${t('installs.failed.stuck_note')}`
            : t('update.restored_note', names)
        }
        actions={
          <>
            <LinkButton
              href={stuck ? paths.installation(item.slug) : paths.update(item.slug)}
              icon="refresh"
            >
              {stuck ? t('installed.fix') : t('installs.failed.again')}
            </LinkButton>
            {list}
          </>
        }
      />
    )
  }
  const previous = installation.previous_version
  return (
    <OutcomePanel
      look="done"
      title={outcome === 'done' ? t('update.done', names) : t('update.latest', names)}
      note={outcome === 'done' ? t('update.done_note') : t('update.latest_note', names)}
      actions={
        <>
          <LinkButton
            href={installation.store.url}
            target="_blank"
            rel="noreferrer"
            icon="external"
          >
            {t('installs.done.see')}
          </LinkButton>
          {installation.go_to_app && (
            <OpenAppLink href={installation.go_to_app} kind="secondary">
              {t('installs.done.open')}
            </OpenAppLink>
          )}
          {list}
          {previous && page.versions.some((one) => one.version === previous) && (
            <LinkButton
              href={withQuery(paths.update(item.slug), { release: previous })}
              kind="quiet"
              icon="undo"
            >
              {t('installed.back', { version: previous })}
            </LinkButton>
          )}
        </>
      }
    />
  )
}
