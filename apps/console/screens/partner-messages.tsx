import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listPartnerMessages } from '#modules/publishing/partners/contract.ts'
import { QUESTION_STATES } from '#modules/publishing/partners/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { nextHref, queryOf, DataTable, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../forms.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['state', 'item', 'after'])
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
  const { path, query, messages, unread, items, next } = useLoaderData<typeof loader>()
  const states = [...QUESTION_STATES, 'spam'] as const
  return (
    <>
      <PageHeader
        title={t('portal.inbox')}
        lead={t('portal.inbox.lead')}
        end={
          unread > 0 && (
            <Badge tone="turquoise">
              {t('portal.inbox.unread', { count: unread, n: countOf(unread, locale) })}
            </Badge>
          )
        }
      />
      <Form
        method="get"
        role="search"
        className="mb-7 grid items-end gap-4 md:grid-cols-[2fr_1fr_auto]"
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
          { name: t('portal.inbox.last'), end: true, cell: (one) => dates.time(one.last_at) },
        ]}
      />
      <NextPage href={nextHref(path, query, next)} label={t('console.next')} />
    </>
  )
}
