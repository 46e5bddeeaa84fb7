import { useState } from 'react'
import { data, useLocation } from 'react-router'
import { PERMISSIONS } from '#lib/market.ts'
import { type Installation, startInstall } from '#modules/installs/contract.ts'
import { ItemHead } from '#modules/installs/ui/item-head.tsx'
import { OutcomePanel } from '#modules/installs/ui/run-progress.tsx'
import {
  atOrderSteps,
  isMoving,
  neededPermissions,
  type Stage,
} from '#modules/installs/ui/plan-facts.ts'
import { PlanMap } from '#modules/installs/ui/plan-map.tsx'
import {
  APPROVAL_FIELD,
  findPlanErrors,
  ORDER_STEPS_FIELD,
  readInputs,
} from '#modules/installs/ui/read-inputs.ts'
import { RunProgress } from '#modules/installs/ui/run-progress.tsx'
import { getOrderStatus, type Order } from '#modules/orders/contract.ts'
import { AgreementDialog } from '#modules/orders/ui/consent-box.tsx'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { Amount } from '#ui/amount.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { CheckList } from '#ui/panel.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { OpenAppLink } from '../open-app-link.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { ReceiptLink } from '../receipt-link.tsx'
import { forStoreOf, requireStoreOf, type ScreenContext, screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import type { Route } from './+types/install.ts'
import { readDraft } from './install/draft-choice.tsx'
import { type InstallData, loadInstallation, sendPaused } from './install/load-install.ts'
import { type InstallAnswer, PlanForm } from './install/plan-form.tsx'
import { ShopPicture } from './install/shop-picture.tsx'
import {
  INSTALLATION_PARAM,
  PAID_PARAM,
  useInstallation,
  useWaitForStart,
} from './install/use-installation.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export const loader = ({ context, params, url }: Route.LoaderArgs) =>
  loadPage(context.get(screenContext), params.slug ?? '', url.searchParams)

async function loadPage(screen: ScreenContext, slug: string, query: URLSearchParams) {
  const [page, paid] = await Promise.all([
    sendPaused(screen, slug, loadInstallation(screen, slug, query.get(INSTALLATION_PARAM))),
    findPaid(screen, query.get(PAID_PARAM)),
  ])
  return { ...page, paid }
}

/** The order whose payment led here. */
async function findPaid(screen: ScreenContext, number: string | null) {
  if (number === null || !/^[A-Z0-9]{4,40}$/.test(number)) return null
  const found = await screen.attempt(getOrderStatus, { params: { order_number: number } })
  return found.ok && found.answer.data.outcome === 'confirmed' ? found.answer.data : null
}

/** Refusals for which retrying cannot help: the page shows the current run or installation. */
const ALREADY = ['installs.busy', 'installs.already_installed', 'installs.unfinished']

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const { item, plan } = await loadInstallation(screen, params.slug ?? '', null)
  const here = pathsFor(screen.framed).install(params.slug ?? '')
  const agreed = form.get('agreement')
  const allowed = PERMISSIONS.filter((code) => form.getAll('permission').includes(code))
  const refused = PERMISSIONS.filter((code) => !allowed.includes(code))
  const answer = (found: Partial<InstallAnswer>, status: number) =>
    data<InstallAnswer>(
      {
        message: null,
        fieldErrors: {},
        refused,
        given: Object.fromEntries(
          [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
        ...found,
      },
      { status },
    )

  const needed = neededPermissions(plan.changes)
  const found = findPlanErrors(form, {
    ...plan,
    atOrderSteps: atOrderSteps(plan.changes, new Set(refused)),
    toApprove: plan.approved ? [] : needed,
  })
  if (Object.keys(found).length > 0) return answer({ fieldErrors: found }, 422)
  const started = await screen.attempt(startInstall, {
    params: { id: item.id },
    body: {
      store: String(form.get('store') ?? ''),
      permissions: [...new Set([...needed, ...allowed])],
      agreement: typeof agreed === 'string' && agreed !== '' ? { version: agreed } : null,
      order_steps: form.has(ORDER_STEPS_FIELD),
      inputs: readInputs(form, plan.inputs),
      draft: readDraft(form),
    },
    ...forStoreOf(form),
  })
  if (started.ok)
    throw goTo(withQuery(here, { [INSTALLATION_PARAM]: started.answer.data.id }), { status: 303 })
  if (ALREADY.includes(started.error.code)) throw goTo(here, { status: 303 })
  const { fieldErrors = {}, message, statusCode } = started.error
  const known = Object.entries(fieldErrors).filter(
    ([name]) =>
      name === 'agreement' ||
      name === ORDER_STEPS_FIELD ||
      name === APPROVAL_FIELD ||
      name.startsWith('inputs.'),
  )
  return answer(
    { fieldErrors: Object.fromEntries(known), message: known.length > 0 ? null : message },
    statusCode,
  )
}

/** Plan, progress and result of an installation, by its state. */
export default function Install({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const { store } = useShell()
  const { pathname, search } = useLocation()
  const { installation, stage, silent, again } = useInstallation(page.installation)
  // The failed run that the owner has seen and wants to retry.
  const [seen, setSeen] = useState<string | null>(null)
  const { item } = page
  const domain = store?.domain ?? ''
  const head = (
    <ItemHead
      item={item}
      note={t('installs.for', { version: installation?.version ?? page.latest_version, domain })}
    />
  )
  const starting = stage === 'plan' && page.with_payment?.state === 'waiting'
  useWaitForStart(starting)
  const planned =
    (stage === 'plan' && !starting) || (stage === 'taken-back' && installation?.id === seen)
  const main = starting ? (
    <div role="status">
      {head}
      <h1 className="type-title">{t('installs.with_payment.waiting')}</h1>
      <p className="type-lg mt-2 max-w-[54ch] text-ink2">
        {t('installs.with_payment.waiting_note')}
      </p>
    </div>
  ) : planned ? (
    <PlanForm page={page} answer={actionData as InstallAnswer | undefined} head={head} />
  ) : isMoving(stage) && installation?.run ? (
    <RunProgress
      run={installation.run}
      head={head}
      silent={silent}
      again={again}
      againHref={pathname + search}
      t={t}
    />
  ) : (
    installation && (
      <InstallOutcome
        page={page}
        installation={installation}
        stage={stage}
        onAgain={() => setSeen(installation.id)}
      />
    )
  )
  return (
    <Page className="pt-7 pb-12 md:pt-11">
      <PageHead title={item.name} indexed={false} />
      <Columns kind="plan">
        <div className="min-w-0">
          {page.paid && <PaidNotice order={page.paid} />}
          {main}
        </div>
        <Sticky>
          {planned && (
            <PlanMap changes={page.plan.changes} t={t} className="mb-8 hidden lg:block" />
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

/** What was paid just now, with its invoice. */
function PaidNotice({ order }: { order: Order }) {
  const { t } = useWords()
  const amount = amountText(order.total + order.surcharge, order.currency)
  return (
    <Notice tone="done" title={t('checkout.result.paid')} className="mb-7">
      <span className="flex flex-wrap gap-x-3">
        <Amount text={amount} />
        {order.total > 0 && (
          <ReceiptLink orderNumber={order.order_number}>{t('checkout.result.receipt')}</ReceiptLink>
        )}
      </span>
    </Notice>
  )
}

/** The final state: installed, rolled back, or stopped halfway. */
function InstallOutcome({
  page,
  installation,
  stage,
  onAgain,
}: {
  page: InstallData
  installation: Installation
  stage: Stage
  onAgain: () => void
}) {
  const { t } = useWords()
  const paths = usePaths()
  const { pathname } = useLocation()
  const { item } = page
  const names = { item: item.name }
  if (stage === 'installed') return <Installed page={page} installation={installation} />
  if (stage === 'paused') return <DraftKept item={item} />
  if (stage === 'removed') {
    return (
      <OutcomePanel
        look="undone"
        title={t('installs.uninstall.done')}
        note={t('installs.uninstall.done_text', names)}
        actions={
          <LinkButton href={paths.item(item.slug)} kind="secondary">
            {t('installs.uninstall.back')}
          </LinkButton>
        }
      />
    )
  }
  if (stage === 'taken-back') {
    const restored = installation.run?.state === 'succeeded' && installation.run.failure === null
    return (
      <OutcomePanel
        look="failed"
        title={t('installs.failed', names)}
        note={restored ? t('installs.failed.restored') : installation.run?.failure?.message}
        actions={
          <>
            <LinkButton
              href={pathname}
              icon="refresh"
              onClick={(event) => {
                event.preventDefault()
                onAgain()
              }}
            >
              {t('installs.failed.again')}
            </LinkButton>
            <LinkButton href={paths.item(item.slug)} kind="quiet">
              {t('installs.uninstall.back')}
            </LinkButton>
          </>
        }
      />
    )
  }
  return (
    <OutcomePanel
      look="failed"
      title={t('installs.failed.stuck', names)}
      note={
        <>
          {installation.run?.failure?.message} {t('installs.failed.stuck_note')}
        </>
      }
      actions={
        <LinkButton href={paths.installation(item.slug)} icon="refresh">
          {t('installed.fix')}
        </LinkButton>
      }
    />
  )
}

/** A theme that was installed without a change of the shop. */
function DraftKept({ item }: Pick<InstallData, 'item'>) {
  const { t } = useWords()
  const paths = usePaths()
  return (
    <OutcomePanel
      look="done"
      title={t('draft.kept', { item: item.name })}
      note={t('draft.kept_note')}
      actions={
        <>
          <LinkButton href={paths.live(item.slug)}>{t('draft.make_live')}</LinkButton>
          <LinkButton href={paths.preview(item.slug)} kind="quiet">
            {t('draft.look')}
          </LinkButton>
        </>
      }
    />
  )
}

function Installed({ page, installation }: { page: InstallData; installation: Installation }) {
  const { t } = useWords()
  const paths = usePaths()
  const { item, plan } = page
  const old = installation.release_state === 'old'
  const run = installation.run?.kind === 'install' ? installation.run : null
  const facts = [
    t('installs.done.version', { version: installation.version }),
    t('installs.count.changes', { count: installation.change_count }),
    ...(run && run.seconds !== null
      ? [
          t('installs.count.steps', { count: run.steps.length }),
          t('installs.count.seconds', { count: run.seconds }),
        ]
      : []),
  ]
  const made = plan.changes.filter(
    (change) => change.kind === 'theme' || installation.granted.includes(change.permission),
  )
  return (
    <OutcomePanel
      look="done"
      title={t('installs.done', { item: item.name })}
      note={
        <p className="figures">
          {facts.join(' · ')}
          {old && (
            <span className="block text-coral-text">
              {t('installs.done.old', { version: installation.latest_version })}
            </span>
          )}
        </p>
      }
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
          {item.goToApp && (
            <OpenAppLink href={item.goToApp} kind="secondary">
              {t('installs.done.open')}
            </OpenAppLink>
          )}
          <LinkButton href={paths.installation(item.slug)} kind="secondary">
            {t('installed.details')}
          </LinkButton>
          <LinkButton href={paths.installed} kind="quiet">
            {t('installs.done.list')}
          </LinkButton>
          {page.versions.length > 1 && (
            <LinkButton
              href={paths.update(item.slug)}
              kind={old ? 'primary' : 'quiet'}
              icon={old ? 'arrow-up' : undefined}
            >
              {old ? t('installed.update') : t('update.other')}
            </LinkButton>
          )}
          <LinkButton href={paths.uninstall(item.slug)} kind="quiet" icon="undo">
            {t('installs.done.undo')}
          </LinkButton>
        </>
      }
    >
      <h2 className="type-label mb-2">{t('installs.done.changes')}</h2>
      <CheckList items={made.map((change) => change.title)} />
    </OutcomePanel>
  )
}
