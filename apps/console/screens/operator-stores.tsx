import { listStores } from '#modules/installs/operator-contract.ts'
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { DataTable, NextPage } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = Object.fromEntries(
    [...new URL(request.url).searchParams].filter(
      ([name, value]) => ['q', 'after'].includes(name) && value !== '',
    ),
  )
  return { q: query.q ?? '', ...(await context.get(consoleContext).call(listStores, { query })) }
}

export default function OperatorStores() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { q, stores, next } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('console.nav.stores')} lead={t('console.stores.lead')} />
      <Form method="get" role="search" className="mb-6 max-w-140">
        <TextField
          key={q}
          name="q"
          label={t('console.stores.search')}
          defaultValue={q}
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
      <DataTable
        label={t('console.nav.stores')}
        rows={stores}
        empty={<EmptyState title={t('console.stores.none')} />}
        columns={[
          {
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
          { name: t('console.stores.platform'), cell: (one) => one.platform },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <Badge tone={one.status === 'active' ? 'green' : 'neutral'}>
                {t(`console.store.${one.status}`)}
              </Badge>
            ),
          },
          {
            name: t('console.stores.installed'),
            end: true,
            cell: (one) => countOf(one.installations, locale),
          },
          { name: t('console.team.since'), end: true, cell: (one) => dates.day(one.since) },
        ]}
      />
      <NextPage
        href={next && `/operator/stores?${new URLSearchParams({ ...(q && { q }), after: next })}`}
        label={t('console.next')}
      />
    </>
  )
}
