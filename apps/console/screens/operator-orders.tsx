import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listOrders } from '#modules/orders/operator-contract.ts'
import { ORDER_STATES } from '#modules/orders/rules.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { ExportLink } from '../export-link.tsx'
import { PageHeader } from '../page-header.tsx'
import { Money, OrderState } from '../state-badges.tsx'
import { nextHref, queryOf, NextPage } from '../data-table.tsx'
import { ListTable, SHOWN_AS } from '../list-table.tsx'
import { FilterForm } from '../filter-form.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/orders'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['q', 'state', 'item', 'store', ...SHOWN_AS, 'after'])
  const found = await context
    .get(consoleContext)
    .attempt(listOrders, { query: query as Record<string, never> })
  return {
    query: query as Record<string, string>,
    orders: found.ok ? found.answer.orders : [],
    next: found.ok ? found.answer.next : null,
    message: found.ok ? null : found.error.message,
  }
}

export default function OperatorOrders() {
  const { t } = useWords()
  const dates = useDates()
  const { query, orders, next, message } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={t('console.nav.orders')}
        lead={t('console.orders.lead')}
        end={<ExportLink list="orders" />}
      />
      <FilterForm
        query={query}
        search={{ name: 'q', label: t('console.orders.search'), maxLength: 253, dir: 'ltr' }}
        states={([...ORDER_STATES, 'refund_asked'] as const).map((value) => ({
          value,
          name: t(`console.orders.state.${value}`),
        }))}
        keep={['item', 'store']}
      />
      <ListTable
        label={t('console.nav.orders')}
        rows={orders.map((one) => ({ id: one.number, ...one }))}
        empty={
          <EmptyState
            title={message ?? t('console.orders.none')}
            action={
              <LinkButton href={PATH} kind="secondary">
                {t('console.items.all')}
              </LinkButton>
            }
          />
        }
        columns={[
          {
            id: 'number',
            shown: 'always',
            name: t('console.orders.number'),
            cell: (one) => (
              <TextLink href={`${PATH}/${one.number}`} className="strong">
                <bdi dir="ltr">{one.number}</bdi>
              </TextLink>
            ),
          },
          {
            id: 'item',
            name: t('console.orders.item'),
            cell: (one) => (
              <>
                <bdi>{one.item.name}</bdi>
                {one.items > 1 && <bdi dir="ltr"> +{one.items - 1}</bdi>}
              </>
            ),
          },
          {
            id: 'store',
            name: t('console.orders.store'),
            cell: (one) => (
              <TextLink href={`${PATH}?store=${one.store.id}`}>
                <bdi dir="ltr">{one.store.domain}</bdi>
              </TextLink>
            ),
          },
          {
            id: 'state',
            name: t('console.item.state'),
            cell: (one) => <OrderState state={one.state} />,
          },
          {
            id: 'total',
            name: t('console.orders.total'),
            end: true,
            cell: (one) => <Money amount={one.total} currency={one.currency} />,
          },
          {
            id: 'created_at',
            isTime: true,
            name: t('console.orders.at'),
            end: true,
            cell: (one) => dates.day(one.created_at),
          },
          {
            id: 'refunded',
            shown: 'extra',
            name: t('console.orders.refunded'),
            end: true,
            cell: (one) => <Money amount={one.refunded} currency={one.currency} />,
          },
          {
            id: 'paid_at',
            shown: 'extra',
            name: t('console.orders.paid_at'),
            end: true,
            cell: (one) => (one.paid_at === null ? '–' : dates.day(one.paid_at)),
          },
        ]}
      />
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}
