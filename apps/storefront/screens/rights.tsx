import { data } from 'react-router'
import { endConnection } from '#modules/apps/access/contract.ts'
import { type Rights, getRights, renewKey, setRights } from '#modules/apps/access/contract.ts'
import { requestAppData, listAppNotices } from '#modules/apps/webhooks/contract.ts'
import { AppIcon } from '#ui/app-icon.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../formats.ts'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf, requireStoreOf, screenContext } from '../screen-context.ts'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { usePolling } from '../polling.ts'
import { useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import { ButtonForm } from '../forms.tsx'
import { RightRows } from './rights/right-rows.tsx'
import type { Route } from './+types/rights.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { LinkButton } from '#ui/button.tsx'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

/**
 * Query parameters after a change: the previous rights, to undo it, and the deadline for an app's
 * answer.
 */
const [BEFORE, ANSWER] = ['before', 'answer']

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const input = { params: { id: params.slug ?? '' } }
  const [rights, notices] = await Promise.all([
    screen.call(getRights, input),
    screen.call(listAppNotices, input),
  ])
  return {
    rights: rights.data,
    notices: notices.data,
    before: url.searchParams.get(BEFORE),
    answerUntil: readDay(url.searchParams.get(ANSWER)),
  }
}

const readDay = (text: string | null) =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const [id, store, intent] = [
    params.slug ?? '',
    String(form.get('store') ?? ''),
    String(form.get('intent') ?? ''),
  ]
  const here = pathsFor(screen.framed).rights(id)
  const failed = (error: { message: string; statusCode: number }) =>
    data({ message: error.message }, { status: error.statusCode })
  if (intent === 'renew') {
    const done = await screen.attempt(renewKey, {
      params: { id },
      body: { store },
      ...forStoreOf(form),
    })
    if (!done.ok) return failed(done.error)
    throw goTo(here, { status: 303 })
  }
  if (intent === 'disconnect') {
    const ended = await screen.attempt(endConnection, {
      params: { id },
      body: { store },
      ...forStoreOf(form),
    })
    if (!ended.ok) return failed(ended.error)
    throw goTo(here, { status: 303 })
  }
  if (intent === 'data' || intent === 'erase') {
    const asked = await screen.attempt(requestAppData, {
      params: { id },
      body: { store, wish: intent },
      ...forStoreOf(form),
    })
    if (!asked.ok) return failed(asked.error)
    throw goTo(withQuery(here, { [ANSWER]: asked.answer.data.answer_until.slice(0, 10) }), {
      status: 303,
    })
  }
  const scopes = String(form.get('scopes') ?? '')
    .split(',')
    .filter(Boolean)
  const changed = await screen.attempt(setRights, {
    params: { id },
    body: { store, scopes },
    ...forStoreOf(form),
  })
  if (!changed.ok) return failed(changed.error)
  throw goTo(
    withQuery(here, {
      [BEFORE]: form.has('before') ? String(form.get('before')) || '-' : undefined,
    }),
    { status: 303 },
  )
}

/**
 * S3.9: an app's rights on the shop's web services, their use, and the form to revoke them; with
 * the webhooks it was sent.
 */
export default function RightsScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const dates = useDates()
  const { store } = useShell()
  const paths = usePaths()
  const { notices, before, answerUntil } = loaderData
  const { item } = loaderData.rights
  const polled = usePolling<{ data: Rights }>(
    loaderData.rights.busy ? `/app-store/app/${item.slug}/rights` : null,
    { of: loaderData.rights, everyMs: 1500, isEnd: (answer) => !answer.data.busy },
  )
  const rights = polled.answer?.data ?? loaderData.rights
  const error = actionData as { message: string } | undefined
  const granted = rights.rights.filter((one) => one.granted).map((one) => one.code)
  const undo =
    before !== null && before !== (granted.join(',') || '-') && !rights.busy
      ? before.replace(/^-$/, '')
      : null
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <PageHead title={t('rights.title', { name: item.name })} indexed={false} />
      <p className="type-sm mb-5">
        <TextLink href={paths.installed}>{t('rights.back')}</TextLink>
      </p>
      <div className="flex items-center gap-4">
        <AppIcon src={item.icon} name={item.name} size={56} />
        <div className="min-w-0">
          <h1 className="type-title wrap-anywhere-safe">
            {t('rights.title', { name: item.name })}
          </h1>
          <p className="type-body text-ink2 wrap-anywhere-safe">
            {t('rights.on', { version: rights.version, domain: store?.domain ?? '' })}
          </p>
        </div>
      </div>
      {error && <ErrorSummary title={error.message} items={[]} round={1} className="mt-6" />}
      {rights.busy && (
        <Notice className="mt-6" alert>
          {t('rights.busy')}
        </Notice>
      )}
      {undo !== null && (
        <Notice
          tone="done"
          className="mt-6"
          alert
          action={
            <ButtonForm fields={{ intent: 'rights', scopes: undo }} kind="secondary" size="small">
              {t('rights.undo')}
            </ButtonForm>
          }
        >
          {t('rights.changed')}
        </Notice>
      )}
      {answerUntil !== null && (
        <Notice tone="done" className="mt-6" alert>
          {t('rights.asked', { date: dates.day(answerUntil) })}
        </Notice>
      )}
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <RightRows rights={rights} />
        <div className="grid gap-5">
          {rights.access?.granted && <KeyPanel rights={rights} />}
          {(rights.connection ?? rights.connect_url) !== null && (
            <ConnectionPanel rights={rights} />
          )}
          <AppNotices notices={notices} />
        </div>
      </div>
    </Page>
  )
}

/** Webhooks about this shop, and requests for the data that the app holds. */
function AppNotices({ notices }: { notices: AnswerOf<typeof listAppNotices>['data'] }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <Panel as="section" label={t('rights.notices')}>
      <PanelPart>
        <h2 className="type-d4">{t('rights.notices')}</h2>
        {notices.messages.length === 0 ? (
          <p className="type-body mt-1 text-ink2">
            {t(notices.told ? 'rights.notices_none' : 'rights.notices_untold')}
          </p>
        ) : (
          <ul
            className="mt-3 grid max-h-96 gap-2.5 overflow-y-auto"
            tabIndex={0}
            aria-label={t('rights.notices')}
          >
            {notices.messages.map((one) => (
              <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="type-body">{t(`rights.event.${one.type}`)}</span>
                <span className="type-sm text-ink2">
                  {t(`rights.state.${one.state}`)} ·{' '}
                  <time dateTime={one.occurred_at}>{dates.day(one.occurred_at)}</time>
                </span>
              </li>
            ))}
          </ul>
        )}
      </PanelPart>
      {notices.told && (
        <PanelPart>
          <h3 className="type-label">{t('rights.data')}</h3>
          <p className="type-sm mt-1 text-ink2">{t('rights.data_note')}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <ButtonForm
              fields={{ intent: 'data' }}
              disabled={!notices.may_ask.includes('data')}
              kind="secondary"
              size="small"
            >
              {t('rights.ask_data')}
            </ButtonForm>
            <ButtonForm
              fields={{ intent: 'erase' }}
              kind="danger"
              disabled={!notices.may_ask.includes('erase')}
              size="small"
            >
              {t('rights.ask_erase')}
            </ButtonForm>
          </div>
        </PanelPart>
      )}
    </Panel>
  )
}

/** D19: the data that the app may read through the market, and the button to disconnect. */
function ConnectionPanel({ rights: { connection, connect_url: begin } }: { rights: Rights }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <Panel as="section" label={t('rights.connection')}>
      <PanelPart>
        <h2 className="type-d4">{t('rights.connection')}</h2>
        {connection ? (
          <>
            <ul className="mt-2 grid list-disc gap-1 ps-5 type-body">
              {connection.scopes.map((scope) => (
                <li key={scope}>{t(`authorize.scope.${scope}`)}</li>
              ))}
            </ul>
            <p className="type-sm mt-2 text-ink2">
              {t('rights.connection_since', {
                date: dates.day(connection.since),
                name: `\u2068${connection.approved_by}\u2069`,
              })}{' '}
              {connection.last_used_at
                ? t('rights.connection_used', { date: dates.day(connection.last_used_at) })
                : t('rights.never')}
            </p>
            <div className="mt-4">
              <ButtonForm fields={{ intent: 'disconnect' }} kind="danger" size="small">
                {t('rights.disconnect')}
              </ButtonForm>
            </div>
          </>
        ) : (
          <>
            <p className="type-body mt-1 text-ink2">{t('rights.connection_none')}</p>
            {begin && (
              <LinkButton
                href={begin}
                kind="secondary"
                size="small"
                iconAfter="external"
                className="mt-3"
                target="_blank"
                rel="noopener"
              >
                {t('rights.connect')}
              </LinkButton>
            )}
          </>
        )}
      </PanelPart>
    </Panel>
  )
}

/** The app's key: only its creation time, because only the app has it. */
function KeyPanel({ rights }: { rights: Rights }) {
  const { t } = useWords()
  const dates = useDates()
  const { taken_at: taken, renew_asked_at: asked, renews_at: renews } = rights.key
  return (
    <Panel as="section" label={t('rights.key')}>
      <PanelPart>
        <h2 className="type-d4">{t('rights.key')}</h2>
        <p className="type-body mt-1">
          {taken ? t('rights.key_taken', { date: dates.day(taken) }) : t('rights.key_none')}
        </p>
        {renews && (
          <p className="type-sm mt-1 text-ink2">
            {t('rights.key_renews', { date: dates.day(renews) })}
          </p>
        )}
        {asked && (
          <p className="type-sm mt-1 text-ink2">
            {t('rights.key_asked', { date: dates.day(asked) })}
          </p>
        )}
        {taken && (
          <div className="mt-4">
            <ButtonForm
              fields={{ intent: 'renew' }}
              disabled={rights.busy}
              kind="secondary"
              size="small"
            >
              {t('rights.key_renew')}
            </ButtonForm>
            <p className="type-sm mt-2 text-ink2">{t('rights.key_note')}</p>
          </div>
        )}
      </PanelPart>
    </Panel>
  )
}
