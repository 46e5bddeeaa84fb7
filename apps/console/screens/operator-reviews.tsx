import { listAllReviews } from '#modules/reviews/console-contract.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { nextHref, queryOf, DataTable, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/reviews'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['state', 'item', 'store', 'after'])
  return {
    query: query as Record<string, string>,
    ...(await context
      .get(consoleContext)
      .call(listAllReviews, { query: query as Record<string, never> })),
  }
}

export default function OperatorReviews() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { query, reviews, next } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('console.nav.reviews')} lead={t('console.reviews.lead')} />
      <Tabs
        label={t('console.item.state')}
        className="mb-6"
        tabs={[
          { href: PATH, name: t('console.items.any'), current: !query.state },
          ...(['reported', 'hidden'] as const).map((state) => ({
            href: `${PATH}?state=${state}`,
            name: t(`console.reviews.${state}`),
            current: query.state === state,
          })),
        ]}
      />
      <DataTable
        label={t('console.nav.reviews')}
        rows={reviews}
        empty={<EmptyState title={t('console.reviews.none')} />}
        columns={[
          {
            name: t('console.reviews.review'),
            cell: (one) => (
              <>
                <TextLink href={`${PATH}/${one.id}`} className="strong">
                  {t('console.reviews.stars', { count: one.stars })}
                </TextLink>
                <span dir="auto" className="type-sm line-clamp-2 text-ink2">
                  {one.text || t('console.reviews.no_text')}
                </span>
              </>
            ),
          },
          {
            name: t('console.orders.item'),
            cell: (one) => (
              <TextLink href={`${PATH}?item=${one.item.id}`}>
                <bdi>{one.item.name}</bdi>
              </TextLink>
            ),
          },
          {
            name: t('console.orders.store'),
            cell: (one) => <bdi dir="ltr">{one.store.domain}</bdi>,
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <Badge tone={one.state === 'shown' ? 'green' : 'neutral'}>
                {t(`console.reviews.state.${one.state}`)}
              </Badge>
            ),
          },
          {
            name: t('console.reviews.reports'),
            end: true,
            cell: (one) =>
              one.reports > 0 ? <Badge tone="coral">{countOf(one.reports, locale)}</Badge> : '–',
          },
          { name: t('console.orders.at'), end: true, cell: (one) => dates.day(one.written_at) },
        ]}
      />
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}
