import { Form, data, useLocation, useNavigation } from 'react-router'
import { cancelSubscription, getSubscription } from '#modules/billing/contract.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { type Installation, type PlanChange, startUninstall } from '#modules/installs/contract.ts'
import type { Locale } from '#lib/locale.ts'
import { LEAVING_REASONS } from '#lib/market.ts'
import { type ChangedPart, listChangedParts } from '#modules/installs/lifecycle-contract.ts'
import { ItemHead } from '#modules/installs/ui/item-head.tsx'
import { OutcomePanel, RunProgress } from '#modules/installs/ui/run-progress.tsx'
import { isMoving } from '#modules/installs/ui/plan-facts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { SelectField } from '#ui/field.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { useDates } from '../formats.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf, requireStoreOf, screenContext, type ScreenContext } from '../screen-context.ts'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { goTo } from '../go-to.ts'
import { isSlug, validWhen } from '../validity.ts'
import { useShell } from '../shell.tsx'
import { INSTALLATION_PARAM, useInstallation } from './install/use-installation.ts'
import { type InstallData, itemOf, loadInstallation } from './install/load-install.ts'
import { ShopPicture } from './install/shop-picture.tsx'
import { findLive } from './subscription/find-live.ts'
import type { Route } from './+types/uninstall.ts'
import { diffLines } from '#modules/installs/ui/diff-lines.ts'
import { whereOf } from '#modules/installs/ui/plan-rows.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { SourceDiff } from '#ui/source-diff.tsx'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const page = await loadInstallation(
    screen,
    params.slug ?? '',
    url.searchParams.get(INSTALLATION_PARAM),
  )
  const changed =
    page.installation?.state === 'installed'
      ? await screen.attempt(listChangedParts, { params: { id: page.item.id } })
      : null
  return {
    ...page,
    changed: changed?.ok ? changed.answer.data : [],
    paidFor: await paidFor(screen, params.slug ?? ''),
  }
}

/** What the item's subscription means for uninstalling; null without one. */
async function paidFor(screen: ScreenContext, slug: string) {
  const live = await findLive(screen, slug)
  if (!live) return null
  const { data: one } = await screen.call(getSubscription, { params: { id: live.id } })
  return {
    id: one.id,
    ends: one.leaving?.ends ?? null,
    refund: one.leaving?.refund ?? 0,
    charge: one.leaving?.charge ?? 0,
    chargeCurrency: one.leaving?.charge_currency ?? one.plan.currency,
    currency: one.plan.currency,
    /** Agreed and not cancelled yet, so it may go on to its end. */
    mayStay: one.state === 'active',
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const item = await itemOf(screen, params.slug ?? '')
  const subscription = String(form.get('subscription') ?? '')
  if (subscription !== '') {
    const ended = await screen.attempt(cancelSubscription, {
      params: { id: subscription },
      body: {
        when: 'now',
        refund: Number(form.get('refund') ?? 0),
        charge: Number(form.get('charge') ?? 0),
      },
      ...forStoreOf(form),
    })
    if (!ended.ok) return data({ message: ended.error.message }, { status: ended.error.statusCode })
  }
  // The market removes an item whose subscription has ended, too: whoever comes second is busy.
  const started = await screen.attempt(startUninstall, {
    params: { id: item.id },
    body: {
      store: String(form.get('store') ?? ''),
      keep_data: form.get('data') === 'keep',
      ...reasonOf(form),
    },
    ...forStoreOf(form),
  })
  const here = pathsFor(screen.framed).uninstall(params.slug ?? '')
  if (started.ok)
    throw goTo(withQuery(here, { [INSTALLATION_PARAM]: started.answer.data.id }), { status: 303 })
  // Its end is shown even if the market was so quick that nothing is left to remove.
  const seen = String(form.get('installation') ?? '')
  if (['installs.busy', 'installs.not_installed'].includes(started.error.code))
    throw goTo(seen === '' ? here : withQuery(here, { [INSTALLATION_PARAM]: seen }), {
      status: 303,
    })
  return data({ message: started.error.message }, { status: started.error.statusCode })
}

const reasonOf = (form: FormData) => {
  const reason = LEAVING_REASONS.find((one) => one === form.get('reason'))
  return reason && { reason }
}

/** Lists what will be removed, removes it, and shows the result. */
export default function Uninstall({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const { store } = useShell()
  const { pathname, search } = useLocation()
  const { installation, stage, silent, again } = useInstallation(page.installation)
  const { item } = page
  const head = (
    <ItemHead
      item={item}
      note={t('installs.for', {
        version: installation?.version ?? page.latest_version,
        domain: store?.domain ?? '',
      })}
    />
  )
  const asks =
    installation !== null && (stage === 'installed' || stage === 'paused' || stage === 'stuck')
  return (
    <Page className="pt-7 pb-12 md:pt-11">
      <PageHead title={t('installs.uninstall', { item: item.name })} indexed={false} />
      <Columns kind="plan">
        <div className="min-w-0">
          {asks ? (
            <Question
              page={page}
              installation={installation}
              message={(actionData as { message: string } | undefined)?.message}
            />
          ) : installation?.run && isMoving(stage) ? (
            <RunProgress
              run={installation.run}
              head={head}
              silent={silent}
              again={again}
              againHref={pathname + search}
              t={t}
            />
          ) : (
            <Outcome page={page} installation={installation} />
          )}
        </div>
        {asks && (
          <Sticky>
            <ShopPicture item={item} />
          </Sticky>
        )}
      </Columns>
    </Page>
  )
}

type PaidFor = NonNullable<Awaited<ReturnType<typeof paidFor>>>

const moneyOf = ({ refund, charge, currency, chargeCurrency }: PaidFor, locale: Locale) => {
  const back = isolated(amountText(refund, currency), locale)
  return {
    amount: back,
    refund: back,
    charge: isolated(amountText(charge, chargeCurrency), locale),
  }
}

/** By what the end of the subscription gives back and charges. */
const WARNINGS = {
  none: 'uninstall.now_no_charge',
  refund: 'uninstall.now_refund',
  charge: 'uninstall.now_charge',
  both: 'uninstall.now_both',
} as const
const BUTTONS = {
  none: 'installs.uninstall.start',
  refund: 'uninstall.start_refund',
  charge: 'uninstall.start_charge',
  both: 'uninstall.start_both',
} as const

const wordsOf = <Key,>(
  { refund, charge }: PaidFor,
  keys: Record<'none' | 'refund' | 'charge' | 'both', Key>,
): Key =>
  refund > 0 ? (charge > 0 ? keys.both : keys.refund) : charge > 0 ? keys.charge : keys.none

/** The paid period goes on: the item may stay until its end instead. */
function StayOffer({ paid }: { paid: PaidFor }) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const day = paid.ends === null ? '' : dates.day(paid.ends)
  return (
    <Notice
      className="mt-6"
      title={t('uninstall.paid_until', { day })}
      action={
        <LinkButton href={`${paths.subscription(paid.id)}#leave`} kind="secondary" size="small">
          {t('uninstall.stay_until')}
        </LinkButton>
      }
    >
      {t('uninstall.stay_until_text', { day })}
    </Notice>
  )
}

function Question({
  page,
  installation,
  message,
}: {
  page: InstallData & { changed: readonly ChangedPart[]; paidFor: PaidFor | null }
  installation: Installation
  message: string | undefined
}) {
  const { t } = useWords()
  const { store } = useShell()
  const paths = usePaths()
  const busy = useNavigation().state !== 'idle'
  const { item, plan, paidFor: paid } = page
  const { locale } = useWords()
  const money = paid && moneyOf(paid, locale)
  const stuck = installation.state === 'needs_action'
  const made = plan.changes.filter(
    (change) => change.kind === 'theme' || installation.granted.includes(change.permission),
  )
  const count = installation.change_count
  return (
    <>
      <ItemHead
        item={item}
        note={t('installs.for', { version: installation.version, domain: store?.domain ?? '' })}
      />
      <h1 className="type-title wrap-anywhere-safe">
        {stuck
          ? t('installs.uninstall.failed', { item: item.name })
          : t('installs.uninstall', { item: item.name })}
      </h1>
      {message && <ErrorSummary title={message} items={[]} round={1} className="mt-4" />}
      {stuck && (
        <p className="type-lg mt-2 text-ink2">
          {installation.run?.failure?.message} {t('installs.failed.stuck_note')}
        </p>
      )}
      <p className="type-lg mt-2 text-ink2">{t('installs.uninstall.lead', { count })}</p>
      <RemovalRows changes={made} changed={page.changed} />
      {paid === null && item.paid && (
        <p className="type-body mt-5 text-ink2">{t('installs.uninstall.owned')}</p>
      )}
      {paid?.mayStay && <StayOffer paid={paid} />}
      {paid && <p className="type-body mt-5">{t(wordsOf(paid, WARNINGS), money ?? {})}</p>}
      <Form
        method="post"
        preventScrollReset
        className="mt-6 flex flex-wrap items-center gap-3"
        onSubmit={(event) => {
          if (busy) event.preventDefault()
        }}
      >
        <input type="hidden" name="installation" value={installation.id} />
        <input type="hidden" name="store" value={store?.id ?? ''} />
        {paid && (
          <>
            <input type="hidden" name="subscription" value={paid.id} />
            <input type="hidden" name="refund" value={paid.refund} />
            <input type="hidden" name="charge" value={paid.charge} />
          </>
        )}
        {(item.market === 'app' || plan.inputs.length > 0) && (
          <ChoiceGroup
            label={t(item.market === 'app' ? 'uninstall.data' : 'installs.uninstall.data')}
            className="w-full"
          >
            <div className="mb-3 grid gap-3 md:grid-cols-2">
              {(['keep', 'delete'] as const).map((choice) => (
                <RadioCard
                  key={choice}
                  name="data"
                  value={choice}
                  defaultChecked={choice === 'keep'}
                  title={t(`installs.uninstall.${choice}`)}
                >
                  {t(
                    item.market === 'app'
                      ? `uninstall.${choice}_note`
                      : `installs.uninstall.${choice}_note`,
                  )}
                </RadioCard>
              ))}
            </div>
          </ChoiceGroup>
        )}
        <SelectField
          label={t('uninstall.reason')}
          name="reason"
          defaultValue=""
          choices={[
            { value: '', label: t('uninstall.reason.none') },
            ...LEAVING_REASONS.map((reason) => ({
              value: reason,
              label: t(`uninstall.reason.${reason}`),
            })),
          ]}
          className="w-full max-w-100"
        />
        <Button type="submit" kind="danger" size="large" icon="trash" busy={busy}>
          {busy
            ? t('installs.starting')
            : paid && paid.refund + paid.charge > 0
              ? t(wordsOf(paid, BUTTONS), money ?? {})
              : t('installs.uninstall.start', { count })}
        </Button>
        <LinkButton href={paths.installed} kind="quiet">
          {t('installs.uninstall.stay')}
        </LinkButton>
      </Form>
    </>
  )
}

function Outcome({ page, installation }: { page: InstallData; installation: Installation | null }) {
  const { t } = useWords()
  const paths = usePaths()
  const names = { item: page.item.name }
  const actions = (
    <>
      <LinkButton href={paths.installed} kind="secondary">
        {t('installs.done.list')}
      </LinkButton>
      <LinkButton href={paths.install(page.item.slug)} kind="quiet">
        {t('installs.uninstall.reinstall')}
      </LinkButton>
    </>
  )
  if (installation === null) {
    return (
      <OutcomePanel
        look="nothing"
        title={t('installs.uninstall.missing', names)}
        note={t('installs.uninstall.missing_note')}
        actions={actions}
      />
    )
  }
  // Somebody else changed the same place meanwhile, so the shop is not as before: report what
  // stays.
  const changed = installation.run?.failure
  return changed ? (
    <OutcomePanel
      look="undone"
      title={t('installs.uninstall.done_changed', names)}
      note={changed.message}
      actions={actions}
    />
  ) : (
    <OutcomePanel
      look="undone"
      title={t('installs.uninstall.done')}
      note={t('installs.uninstall.done_text', names)}
      actions={actions}
    />
  )
}

/** What is removed, effect by effect: what replaces it, and changes by others. */
function RemovalRows({
  changes,
  changed,
}: {
  changes: readonly PlanChange[]
  changed: readonly ChangedPart[]
}) {
  const { t } = useWords()
  const found = (change: PlanChange) =>
    changed.find((part) =>
      part.key === null ? part.title === change.title : part.key === change.key,
    )
  return (
    <>
      {changed.length > 0 && (
        <Notice
          tone="attention"
          className="mt-5"
          title={t('uninstall.changed', { count: changed.length })}
        >
          {t('uninstall.changed_note')}
        </Notice>
      )}
      <ul className="mt-5 border-b border-line">
        {changes.map((change) => (
          <li key={change.key} className="flex items-start gap-4 border-t border-line py-4">
            <Icon name="undo" size={18} className="mt-1 shrink-0 text-coral-text" />
            <div className="min-w-0 flex-1">
              <p className="type-d4 wrap-anywhere-safe">{change.title}</p>
              <p className="type-sm text-ink2 wrap-anywhere-safe">
                {t(`installs.kind.${change.kind}`)} · {whereOf(change, t)}
              </p>
              <p className="type-sm mt-1 wrap-anywhere-safe">
                <span className="text-ink2">{t('uninstall.stays')}</span> {change.now}
              </p>
              <Meanwhile part={found(change)} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A change by somebody else in words, and as a diff for whoever wants to keep it. */
function Meanwhile({ part }: { part: ChangedPart | undefined }) {
  const { t } = useWords()
  if (!part) return null
  return (
    <div className="mt-2 rounded-control bg-coral-tint px-3.5 py-2.5">
      <p className="type-sm flex items-start gap-2 wrap-anywhere-safe">
        <Icon name="warning" size={16} className="mt-0.5 shrink-0" />
        <span className="min-w-0">{t(`uninstall.part.${part.what}`)}</span>
      </p>
      {part.what === 'changed' && (
        <details className="type-sm">
          <summary className="link mt-1 inline-flex min-h-6 items-center">{t('plan.code')}</summary>
          <SourceDiff
            lines={diffLines(part.ours, part.theirs)}
            label={t('plan.code_of', { title: part.title })}
            gone={t('plan.code_gone')}
            added={t('plan.code_new')}
            className="mt-2"
          />
        </details>
      )}
    </div>
  )
}
