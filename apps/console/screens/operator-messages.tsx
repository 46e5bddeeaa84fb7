import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listContactMessages } from '#modules/messaging/operator-contract.ts'
import { MESSAGE_STATES } from '#modules/messaging/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { nextHref, queryOf, DataTable, NextPage } from '../data-table.tsx'
import { FilterForm } from '../filter-form.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/messages'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['state', 'email', 'after'])
  return {
    query: query as Record<string, string>,
    ...(await context
      .get(consoleContext)
      .call(listContactMessages, { query: query as Record<string, never> })),
  }
}

export default function OperatorMessages() {
  const { t } = useWords()
  const dates = useDates()
  const { query, messages, next } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('console.nav.messages')} lead={t('console.messages.lead')} />
      <FilterForm
        query={query}
        search={{ name: 'email', label: t('console.messages.search'), maxLength: 254, dir: 'ltr' }}
        states={MESSAGE_STATES.map((value) => ({
          value,
          name: t(`console.messages.state.${value}`),
        }))}
      />
      <DataTable
        label={t('console.nav.messages')}
        rows={messages}
        empty={<EmptyState title={t('console.messages.none')} />}
        columns={[
          {
            name: t('console.messages.subject'),
            cell: (one) => (
              <>
                <TextLink href={`${PATH}/${one.id}`} className="strong">
                  <bdi>{one.subject}</bdi>
                </TextLink>
                {one.item && <bdi className="type-sm block text-ink2">{one.item.name}</bdi>}
                {one.developer !== null && (
                  <Badge tone="coral">
                    {t(
                      one.why === 'dispute' ? 'portal.inbox.dispute_with' : 'portal.inbox.spam_of',
                      { developer: one.developer },
                    )}
                  </Badge>
                )}
              </>
            ),
          },
          {
            name: t('console.messages.from'),
            cell: (one) => (
              <>
                <bdi>{one.from}</bdi>
                <bdi dir="ltr" className="type-sm block text-ink2">
                  {one.email}
                </bdi>
              </>
            ),
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <Badge tone={one.state === 'new' ? 'turquoise' : 'neutral'}>
                {t(`console.messages.state.${one.state}`)}
              </Badge>
            ),
          },
          { name: t('console.orders.at'), end: true, cell: (one) => dates.time(one.written_at) },
        ]}
      />
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}
