import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listAllItems } from '#modules/publishing/items/operator-contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates } from '../dates.ts'
import { BulkBar, useRowBoxes } from '../bulk/bulk-bar.tsx'
import { ExportLink } from '../export-link.tsx'
import { PageHeader } from '../page-header.tsx'
import { ItemState } from '../state-badges.tsx'
import { nextHref, queryOf, NextPage } from '../data-table.tsx'
import { ListTable, SHOWN_AS } from '../list-table.tsx'
import { FilterForm } from '../filter-form.tsx'
import { SelectField } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/items'
const NAMES = ['q', 'market', 'state', 'partner', ...SHOWN_AS, 'after'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, NAMES)
  const found = await context
    .get(consoleContext)
    .attempt(listAllItems, { query: query as Record<string, never> })
  return {
    query: query as Record<string, string>,
    items: found.ok ? found.answer.items : [],
    next: found.ok ? found.answer.next : null,
    message: found.ok ? null : found.error.message,
  }
}

/** All items of both markets. */
export default function OperatorItems() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { query, items, next, message } = useLoaderData<typeof loader>()
  const boxes = useRowBoxes('items', (one: (typeof items)[number]) => one.name)
  return (
    <>
      <PageHeader
        title={t('console.nav.items')}
        lead={t('console.items.lead')}
        end={<ExportLink list="items" />}
      />
      <FilterForm
        query={query}
        search={{ name: 'q', label: t('console.items.search'), maxLength: 200 }}
        states={[
          ...(['published', 'draft', 'unpublished'] as const).map((value) => ({
            value,
            name: t(`console.item.${value}`),
          })),
          { value: 'stopped', name: t('console.items.stopped') },
        ]}
        keep={['partner']}
        className="md:grid-cols-2 lg:grid-cols-[3fr_1fr_1fr_auto]"
      >
        <SelectField
          name="market"
          label={t('console.items.market')}
          value={query.market ?? ''}
          options={[
            { value: '', name: t('console.items.any') },
            { value: 'app', name: t('console.item.app') },
            { value: 'theme', name: t('console.item.theme') },
          ]}
        />
      </FilterForm>
      <ListTable
        label={t('console.nav.items')}
        rows={items}
        boxes={boxes}
        bar={<BulkBar list="items" loaded={items} />}
        empty={
          <EmptyState
            title={message ?? t('console.items.none')}
            action={
              <LinkButton href={PATH} kind="secondary">
                {t('console.items.all')}
              </LinkButton>
            }
          />
        }
        columns={[
          {
            id: 'name',
            shown: 'always',
            name: t('console.item.name'),
            cell: (one) => (
              <>
                <TextLink href={`${PATH}/${one.id}`} className="strong">
                  <bdi>{one.name}</bdi>
                </TextLink>
                <span className="type-sm block text-ink2">
                  {t(`console.item.${one.market}`)} · <bdi dir="ltr">{one.slug}</bdi>
                </span>
              </>
            ),
          },
          {
            id: 'partner',
            name: t('console.items.partner'),
            cell: (one) => (
              <TextLink href={`${PATH}?partner=${one.partner.id}`}>
                <bdi>{one.partner.name}</bdi>
              </TextLink>
            ),
          },
          {
            id: 'status',
            name: t('console.item.state'),
            cell: (one) => <ItemState status={one.status} stopped={one.stopped} />,
          },
          {
            id: 'version',
            name: t('console.item.release'),
            cell: (one) =>
              one.version === null ? (
                <span className="text-ink2">{t('console.item.no_release')}</span>
              ) : (
                <bdi className="figures">{one.version}</bdi>
              ),
          },
          {
            id: 'installs',
            name: t('console.item.installs'),
            end: true,
            cell: (one) => <span className="figures">{countOf(one.installs, locale)}</span>,
          },
          {
            id: 'changed_at',
            isTime: true,
            name: t('console.items.changed'),
            end: true,
            cell: (one) => dates.day(one.changed_at),
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
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}
