import { getAnyItem, listItemStores } from '#modules/publishing/items/operator-contract.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { InstallState } from '../state-badges.tsx'
import { nextHref, queryOf, DataTable, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const item = params.item ?? ''
  const [{ id, name, stopped }, found] = await Promise.all([
    screen.call(getAnyItem, { params: { item } }),
    screen.call(listItemStores, { params: { item }, query: queryOf(request, ['after']) }),
  ])
  return { id, name, stopped, ...found }
}

/** The stores that have an item, which a stop would affect. */
export default function OperatorItemStores() {
  const { t } = useWords()
  const dates = useDates()
  const { id, name, stopped, stores, next } = useLoaderData<typeof loader>()
  return (
    <>
      <p className="type-sm mb-2">
        <TextLink href={`/operator/items/${id}`}>
          <bdi>{name}</bdi>
        </TextLink>
      </p>
      <PageHeader
        title={t('console.items.stores')}
        lead={t('console.items.stores_lead')}
        end={
          stopped && (
            <Badge tone="coral" icon="warning">
              {t('console.items.stopped')}
            </Badge>
          )
        }
      />
      <DataTable
        label={t('console.items.stores')}
        rows={stores}
        empty={<EmptyState title={t('console.items.stores_none')} />}
        columns={[
          {
            name: t('console.stores.domain'),
            cell: (one) => (
              <TextLink href={`/operator/stores/${one.store.id}`}>
                <bdi dir="ltr">{one.store.domain}</bdi>
              </TextLink>
            ),
          },
          {
            name: t('console.item.release'),
            cell: (one) => <bdi className="figures">{one.version}</bdi>,
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <TextLink href={`/operator/installations/${one.id}`}>
                <InstallState state={one.state} />
              </TextLink>
            ),
          },
          {
            name: t('console.stores.changed'),
            end: true,
            cell: (one) => dates.time(one.changed_at),
          },
        ]}
      />
      <NextPage
        href={nextHref(`/operator/items/${id}/stores`, {}, next)}
        label={t('console.next')}
      />
    </>
  )
}
