import { Form, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '#kernel/operation.ts'
import { LANGUAGE_TAGS } from '#lib/locale.ts'
import {
  enableEndpoint,
  listWebhookDeliveries,
  sendTestEvent,
} from '#modules/apps/webhooks/partner-contract.ts'
import { DELIVERY_OUTCOMES, LOGGED_EVENTS } from '#modules/apps/webhooks/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { DataTable, NextPage, nextHref, queryOf } from '../data-table.tsx'
import { countOf, useDates } from '../dates.ts'
import { ButtonForm, FormDone, FormError, SelectField, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { MomentField, momentOf } from '../moment-field.tsx'
import { useLive } from '../platform/use-live.ts'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { OutcomeBadge, TryEnd, useMilliseconds } from '../webhooks/outcome.tsx'
import { useWords } from '../words.tsx'

type Log = AnswerOf<typeof listWebhookDeliveries>

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const place = { partner: params.partner ?? '', item: params.item ?? '' }
  const asked = new URL(request.url).searchParams
  const moment = (name: string) => momentOf((one) => asked.get(one) ?? '', name)
  const query: Record<string, string> = {
    ...(queryOf(request, ['event', 'outcome', 'endpoint', 'after']) as Record<string, string>),
    ...Object.fromEntries(
      (['from', 'to'] as const).flatMap((name) => {
        const at = moment(name)
        return at === null ? [] : [[name, at]]
      }),
    ),
  }
  const screen = context.get(consoleContext)
  const given = { params: place, query: query as Record<string, never> }
  const found = await screen.attempt(listWebhookDeliveries, given)
  // A filter that cannot be read leaves the page as it is; any other refusal is the error page.
  if (!found.ok && Object.keys(found.error.fieldErrors ?? {}).length === 0)
    await screen.call(listWebhookDeliveries, given)
  return {
    path: `/partner/${place.partner}/items/${place.item}/webhooks`,
    query,
    log: found.ok ? found.answer : null,
    message: found.ok ? null : found.error.message,
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, text, submit } = await readForm(context, request)
  const place = { partner: params.partner ?? '', item: params.item ?? '', endpoint: text('id') }
  switch (text('form')) {
    case 'test': {
      const answer = await submit(sendTestEvent, { params: place })
      if (answer.done)
        throw goTo(
          `/partner/${place.partner}/items/${place.item}/webhooks/${String(answer.done.id)}`,
        )
      return answer
    }
    case 'enable':
      return submit(enableEndpoint, { params: place })
    default:
      throw screen.refusal('input.malformed')
  }
}

/** The delivery log of an item's webhooks, with the addresses that they go to. */
export default function PartnerWebhooks() {
  const { t } = useWords()
  const { path, query, log, message } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  useLive(log?.replays.some((one) => !one.is_queued) ?? false)
  const isFiltered = Object.keys(query).length > 0
  if (log && log.endpoints.length === 0 && log.deliveries.length === 0 && !isFiltered)
    return (
      <EmptyState title={t('portal.webhooks.none')}>{t('portal.webhooks.none_lead')}</EmptyState>
    )
  return (
    <>
      <p className="type-body mb-5 max-w-180 text-ink2">
        {t('portal.webhooks.lead', { count: log?.kept_days ?? 90 })}
      </p>
      <FormError answer={answer} className="mb-5" />
      <FormDone answer={answer} form="enable" className="mb-5">
        {t('portal.webhooks.enabled')}
      </FormDone>
      {log && <Endpoints log={log} path={path} />}
      {log && <Replays log={log} path={path} />}
      <section>
        <h2 className="type-d4 mb-3">{t('portal.webhooks.log')}</h2>
        <Filters key={JSON.stringify(query)} query={query} path={path} />
        <Deliveries log={log} message={message} path={path} query={query} isFiltered={isFiltered} />
      </section>
    </>
  )
}

/** Where messages go, and how it went during the last day. */
function Endpoints({ log, path }: { log: Log; path: string }) {
  const { t, locale } = useWords()
  const dates = useDates()
  if (log.endpoints.length === 0) return null
  return (
    <section className="mb-9">
      <h2 className="type-d4 mb-3">{t('portal.webhooks.addresses')}</h2>
      <DataTable
        label={t('portal.webhooks.addresses')}
        rows={log.endpoints}
        columns={[
          {
            name: t('portal.webhooks.address'),
            cell: (one) => (
              <TextLink href={`${path}?endpoint=${one.id}`} className="wrap-anywhere-safe">
                <bdi dir="ltr">{one.url}</bdi>
              </TextLink>
            ),
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <>
                <Badge tone={one.state === 'ok' ? 'green' : 'coral'}>
                  {t(`portal.webhooks.endpoint.${one.state}`)}
                </Badge>
                {one.since !== null && (
                  <span className="type-sm block text-ink2">
                    {t('portal.webhooks.since', { time: dates.time(one.since) })}
                  </span>
                )}
              </>
            ),
          },
          {
            name: t('portal.webhooks.day'),
            cell: (one) =>
              one.tries === 0
                ? t('portal.webhooks.no_tries')
                : t('portal.webhooks.share', {
                    failed: countOf(one.failed, locale),
                    all: countOf(one.tries, locale),
                    percent: new Intl.NumberFormat(LANGUAGE_TAGS[locale], {
                      style: 'percent',
                      maximumFractionDigits: 1,
                    }).format(one.failed / one.tries),
                  }),
          },
          {
            name: t('console.actions'),
            end: true,
            cell: (one) =>
              one.state === 'gone' ? (
                <ButtonForm
                  name="enable"
                  hidden={{ id: one.id }}
                  label={t('portal.webhooks.enable')}
                  about={one.url}
                />
              ) : (
                <ButtonForm
                  name="test"
                  hidden={{ id: one.id }}
                  label={t('portal.webhooks.test')}
                  about={one.url}
                />
              ),
          },
        ]}
      />
    </section>
  )
}

/** What was sent again by span of time, and how far that is. */
function Replays({ log, path }: { log: Log; path: string }) {
  const { t, locale } = useWords()
  const dates = useDates()
  if (log.replays.length === 0) return null
  return (
    <section className="mb-9">
      <h2 className="type-d4 mb-3">{t('portal.webhooks.replays')}</h2>
      <DataTable
        label={t('portal.webhooks.replays')}
        rows={log.replays}
        columns={[
          {
            name: t('portal.webhooks.span'),
            cell: (one) => (
              <>
                <TextLink
                  href={`${path}?${new URLSearchParams({ from: one.from, to: one.to, ...(one.event && { event: one.event }) })}`}
                >
                  {t('portal.webhooks.from_to', {
                    from: dates.time(one.from),
                    to: dates.time(one.to),
                  })}
                </TextLink>
                {one.event && (
                  <code dir="ltr" className="type-sm block text-ink2">
                    {one.event}
                  </code>
                )}
              </>
            ),
          },
          { name: t('portal.webhooks.asked'), cell: (one) => dates.time(one.asked_at) },
          {
            name: t('portal.webhooks.result'),
            end: true,
            wide: true,
            cell: (one) =>
              t('portal.webhooks.replay_result', {
                all: countOf(one.messages, locale),
                delivered: countOf(one.delivered, locale),
                waiting: countOf(one.waiting, locale),
                failed: countOf(one.failed, locale),
              }),
          },
        ]}
      />
    </section>
  )
}

function Filters({ query, path }: { query: Record<string, string>; path: string }) {
  const { t } = useWords()
  const replayed = Object.fromEntries(
    Object.entries(query).filter(([name]) => ['event', 'from', 'to'].includes(name)),
  )
  return (
    <>
      <Form
        method="get"
        role="search"
        className="mb-3 grid items-end gap-4 md:grid-cols-2 xl:grid-cols-[1.4fr_1fr_1.2fr_1.2fr_auto]"
      >
        <SelectField
          name="event"
          label={t('portal.webhooks.event')}
          value={query.event ?? ''}
          options={[
            { value: '', name: t('console.items.any') },
            ...LOGGED_EVENTS.map((value) => ({ value, name: value })),
          ]}
        />
        <SelectField
          name="outcome"
          label={t('portal.webhooks.result')}
          value={query.outcome ?? ''}
          options={[
            { value: '', name: t('console.items.any') },
            ...DELIVERY_OUTCOMES.map((value) => ({
              value,
              name: t(`portal.webhooks.outcome.${value}`),
            })),
          ]}
        />
        <MomentField name="from" label={t('portal.webhooks.from')} at={query.from} />
        <MomentField name="to" label={t('portal.webhooks.to')} at={query.to} />
        {query.endpoint && <input type="hidden" name="endpoint" value={query.endpoint} />}
        <Button type="submit" kind="secondary" icon="search">
          {t('console.search')}
        </Button>
      </Form>
      <p className="type-sm mb-5 flex flex-wrap gap-x-5 gap-y-2">
        <TextLink href={`${path}/replay?${new URLSearchParams(replayed)}`}>
          {t('portal.webhooks.replay_all')}
        </TextLink>
        {Object.keys(query).length > 0 && (
          <TextLink href={path}>{t('portal.webhooks.clear')}</TextLink>
        )}
      </p>
    </>
  )
}

function Deliveries({
  log,
  message,
  path,
  query,
  isFiltered,
}: {
  log: Log | null
  message: string | null
  path: string
  query: Record<string, string>
  isFiltered: boolean
}) {
  const { t, locale } = useWords()
  const dates = useDates()
  const milliseconds = useMilliseconds()
  if (!log || log.deliveries.length === 0)
    return (
      <EmptyState
        title={message ?? t(isFiltered ? 'portal.webhooks.no_match' : 'portal.webhooks.nothing')}
        action={
          isFiltered && (
            <LinkButton href={path} kind="secondary">
              {t('portal.webhooks.clear')}
            </LinkButton>
          )
        }
      />
    )
  return (
    <>
      <DataTable
        label={t('portal.webhooks.log')}
        rows={log.deliveries}
        columns={[
          {
            name: t('portal.webhooks.event'),
            cell: (one) => (
              <>
                <TextLink href={`${path}/${one.id}`} className="strong">
                  <bdi dir="ltr">{one.event}</bdi>
                </TextLink>
                {one.store !== null && (
                  <bdi dir="ltr" className="type-sm block text-ink2">
                    {one.store}
                  </bdi>
                )}
              </>
            ),
          },
          {
            name: t('portal.webhooks.result'),
            cell: (one) => (
              <>
                <OutcomeBadge outcome={one.outcome} />
                {one.outcome === 'retrying' && one.next_try_at !== null && (
                  <span className="type-sm block text-ink2">
                    {t('portal.webhooks.next', { time: dates.time(one.next_try_at) })}
                  </span>
                )}
              </>
            ),
          },
          { name: t('portal.webhooks.answer'), cell: (one) => <TryEnd {...one} /> },
          {
            name: t('portal.webhooks.tries'),
            end: true,
            cell: (one) => countOf(one.tries, locale),
          },
          {
            name: t('portal.webhooks.duration'),
            end: true,
            cell: (one) => <bdi>{milliseconds(one.duration_ms)}</bdi>,
          },
          {
            name: t('portal.webhooks.time'),
            end: true,
            cell: (one) => dates.time(one.occurred_at),
          },
        ]}
      />
      <NextPage href={nextHref(path, query, log.next)} label={t('console.next')} />
    </>
  )
}
