import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listDocuments } from '#modules/earnings/refund-contract.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { DataTable, nextHref, NextPage, queryOf } from '../data-table.tsx'
import { useDates } from '../dates.ts'
import { DocumentButton } from '../document-button.tsx'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { Money } from '../state-badges.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/documents'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['store', 'partner', 'after'])
  return {
    query: query as Record<string, string>,
    ...(await context.get(consoleContext).call(listDocuments, { query })),
  }
}

/** Invoices and credit notes, all or those of a store or a partner. */
export default function OperatorDocuments() {
  const { t } = useWords()
  const dates = useDates()
  const { query, documents, next } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={t('console.nav.documents')}
        lead={t('console.documents.lead')}
        end={
          (query.store ?? query.partner) !== undefined && (
            <TextLink href={PATH}>{t('console.items.all')}</TextLink>
          )
        }
      />
      <DataTable
        label={t('console.nav.documents')}
        rows={documents}
        empty={<EmptyState title={t('console.documents.none')} />}
        columns={[
          {
            name: t('console.documents.number'),
            cell: (one) => <DocumentButton order={one.order} number={one.number} />,
          },
          {
            name: t('console.audit.kind'),
            cell: (one) => t(`console.orders.document.${one.kind}`),
          },
          {
            name: t('console.orders.number'),
            cell: (one) => (
              <TextLink href={`/operator/orders/${one.order}`}>
                <bdi dir="ltr">{one.order}</bdi>
              </TextLink>
            ),
          },
          {
            name: t('console.orders.store'),
            cell: (one) => (
              <TextLink href={`${PATH}?store=${one.store.id}`}>
                <bdi dir="ltr">{one.store.domain}</bdi>
              </TextLink>
            ),
          },
          {
            name: t('console.orders.total'),
            end: true,
            cell: (one) => <Money amount={one.total} currency={one.currency} />,
          },
          { name: t('console.orders.at'), end: true, cell: (one) => dates.day(one.at) },
        ]}
      />
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}
