import { listStores } from '#modules/installs/operator-contract.ts'
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates } from '../dates.ts'
import { ExportLink } from '../export-link.tsx'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { nextHref, queryOf, NextPage } from '../data-table.tsx'
import { ListTable, SHOWN_AS } from '../list-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['q', ...SHOWN_AS, 'after'])
  return {
    query: query as Record<string, string>,
    ...(await context
      .get(consoleContext)
      .call(listStores, { query: query as Record<string, never> })),
  }
}

export default function OperatorStores() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { query, stores, next } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={t('console.nav.stores')}
        lead={t('console.stores.lead')}
        end={<ExportLink list="stores" />}
      />
      <Form method="get" role="search" className="mb-6 max-w-140">
        {SHOWN_AS.map(
          (one) => query[one] && <input key={one} type="hidden" name={one} value={query[one]} />,
        )}
        <TextField
          key={query.q}
          name="q"
          label={t('console.stores.search')}
          defaultValue={query.q ?? ''}
          dir="ltr"
          autoComplete="off"
          maxLength={253}
          beside={
            <Button type="submit" kind="secondary" icon="search">
              {t('console.search')}
            </Button>
          }
        />
      </Form>
      <ListTable
        label={t('console.nav.stores')}
        rows={stores}
        empty={<EmptyState title={t('console.stores.none')} />}
        columns={[
          {
            id: 'domain',
            shown: 'always',
            name: t('console.stores.domain'),
            cell: (one) => (
              <>
                <TextLink href={`/operator/stores/${one.id}`} className="strong">
                  <bdi dir="ltr">{one.domain}</bdi>
                </TextLink>
                <span className="type-sm block text-ink2">{one.name}</span>
              </>
            ),
          },
          { id: 'platform', name: t('console.stores.platform'), cell: (one) => one.platform },
          {
            id: 'status',
            name: t('console.item.state'),
            cell: (one) => (
              <Badge tone={one.status === 'active' ? 'green' : 'neutral'}>
                {t(`console.store.${one.status}`)}
              </Badge>
            ),
          },
          {
            id: 'installations',
            name: t('console.stores.installed'),
            end: true,
            cell: (one) => countOf(one.installations, locale),
          },
          {
            id: 'since',
            isTime: true,
            name: t('console.team.since'),
            end: true,
            cell: (one) => dates.day(one.since),
          },
          {
            id: 'id',
            shown: 'extra',
            name: t('console.stores.id'),
            end: true,
            cell: (one) => <bdi dir="ltr">{one.id}</bdi>,
          },
        ]}
      />
      <NextPage href={nextHref('/operator/stores', query, next)} label={t('console.next')} />
    </>
  )
}
