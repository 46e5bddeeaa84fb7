import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listPartnerMessages } from '#modules/publishing/partners/contract.ts'
import { ASSIGNED, QUESTION_STATES } from '#modules/publishing/partners/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, durationOf, useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { nextHref, queryOf, DataTable, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../forms.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['state', 'item', 'assigned', 'after'])
  const partner = params.partner ?? ''
  return {
    path: `/partner/${partner}/messages`,
    query: query as Record<string, string>,
    ...(await context
      .get(consoleContext)
      .call(listPartnerMessages, { params: { partner }, query: query as Record<string, never> })),
  }
}

/** Questions about the partner's items. */
export default function PartnerMessages() {
  const { t, locale } = useWords()
  const dates = useDates()
  const loaded = useLoaderData<typeof loader>()
  const { path, query, messages, unread, items, next } = loaded
  const states = [...QUESTION_STATES, 'spam'] as const
  return (
    <>
      <PageHeader
        title={t('portal.inbox')}
        lead={
          <>
            {t('portal.inbox.lead')}{' '}
            {loaded.response_seconds === null
              ? t('portal.inbox.response_unknown')
              : t('portal.inbox.response', { time: durationOf(loaded.response_seconds, locale) })}
          </>
        }
        end={
          <p className="flex flex-wrap items-center gap-3">
            {unread > 0 && (
              <Badge tone="turquoise">
                {t('portal.inbox.unread', { count: unread, n: countOf(unread, locale) })}
              </Badge>
            )}
            <TextLink href={`${path}/answers`} className="type-sm">
              {t('portal.canned.title')}
            </TextLink>
          </p>
        }
      />
      <Form
        method="get"
        role="search"
        className="mb-7 grid items-end gap-4 md:grid-cols-[2fr_1fr_1fr_auto]"
      >
        <SelectField
          name="item"
          label={t('portal.inbox.item')}
          value={query.item ?? ''}
          options={[
            { value: '', name: t('portal.inbox.all_items') },
            ...items.map((one) => ({ value: one.id, name: one.name })),
          ]}
        />
        <SelectField
          name="state"
          label={t('console.item.state')}
          value={query.state ?? ''}
          options={[
            { value: '', name: t('console.items.any') },
            ...states.map((value) => ({ value, name: t(`portal.inbox.state.${value}`) })),
          ]}
        />
        <SelectField
          name="assigned"
          label={t('portal.inbox.assigned')}
          value={query.assigned ?? ''}
          options={[
            { value: '', name: t('console.items.any') },
            ...ASSIGNED.map((value) => ({ value, name: t(`portal.inbox.assigned.${value}`) })),
          ]}
        />
        <Button type="submit" kind="secondary" icon="filter">
          {t('portal.inbox.show')}
        </Button>
      </Form>
      <DataTable
        label={t('portal.inbox')}
        rows={messages}
        empty={
          <EmptyState title={t('portal.inbox.none')}>{t('portal.inbox.none_lead')}</EmptyState>
        }
        columns={[
          {
            name: t('portal.inbox.subject'),
            cell: (one) => (
              <>
                <TextLink
                  href={`${path}/${one.id}`}
                  className={one.state === 'new' ? 'strong' : undefined}
                >
                  <bdi>{one.subject}</bdi>
                </TextLink>
                <bdi className="type-sm block text-ink2">{one.item.name}</bdi>
              </>
            ),
          },
          {
            name: t('portal.inbox.from'),
            cell: (one) => (
              <>
                <bdi>{one.help ? t('portal.inbox.from_shop') : one.from}</bdi>
                {one.store !== null && (
                  <bdi dir="ltr" className="type-sm block text-ink2">
                    {one.store}
                  </bdi>
                )}
              </>
            ),
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <Badge tone={one.state === 'new' ? 'turquoise' : 'neutral'}>
                {t(`portal.inbox.state.${one.spam ? 'spam' : one.state}`)}
              </Badge>
            ),
          },
          {
            name: t('portal.inbox.assigned'),
            cell: (one) => (one.assigned ? <bdi>{one.assigned.name}</bdi> : '–'),
          },
          {
            name: t('portal.inbox.last'),
            end: true,
            cell: (one) => (
              <>
                {dates.time(one.last_at)}
                {one.waits_seconds !== null && (
                  <span className="type-sm block text-ink2">
                    {t('portal.inbox.waits', { time: durationOf(one.waits_seconds, locale) })}
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      <NextPage href={nextHref(path, query, next)} label={t('console.next')} />
    </>
  )
}
