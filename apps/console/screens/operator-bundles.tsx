import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listBundles } from '#modules/catalog/bundle-contract.ts'
import { pickText } from '#lib/locale.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { BundleState, percentText } from '../bundle-parts.tsx'
import { DataTable, NextPage, nextHref, queryOf } from '../data-table.tsx'
import { countOf, useDates } from '../dates.ts'
import { Completeness } from '../merchandising-fields.tsx'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/bundles'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const role = screen.person?.operatorRole
  return {
    mayChange: role === 'admin' || role === 'reviewer',
    ...(await screen.call(listBundles, { query: queryOf(request, ['after']) })),
  }
}

/** Items of both markets that are sold together for less. */
export default function OperatorBundles() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { bundles, next, mayChange } = useLoaderData<typeof loader>()
  const add = mayChange && (
    <LinkButton href={`${PATH}/new`} size="small" kind="secondary" icon="plus">
      {t('console.bundles.new')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title={t('console.bundles.title')}
        lead={t('console.bundles.lead')}
        end={bundles.length > 0 && add}
      />
      <DataTable
        label={t('console.bundles.title')}
        rows={bundles}
        empty={
          <EmptyState title={t('console.bundles.none')} action={add}>
            <p>{t('console.bundles.none_lead')}</p>
          </EmptyState>
        }
        columns={[
          {
            name: t('console.bundles.bundle'),
            cell: (one) => (
              <>
                <TextLink href={`${PATH}/${one.id}`} className="strong">
                  <bdi>{pickText(one.name, locale)}</bdi>
                </TextLink>
                <span className="type-sm block text-ink2">
                  {t(`console.item.${one.market}`)} · <bdi dir="ltr">{one.slug}</bdi>
                </span>
              </>
            ),
          },
          {
            name: t('console.item.state'),
            cell: (one) => <BundleState {...one} />,
          },
          {
            name: t('console.bundles.languages'),
            cell: (one) => <Completeness missing={one.missing} />,
          },
          {
            name: t('console.bundles.items'),
            end: true,
            cell: (one) => <span className="figures">{countOf(one.items, locale)}</span>,
          },
          {
            name: t('console.bundles.percent'),
            end: true,
            cell: (one) => <bdi className="figures">{percentText(one.percent_off, locale)}</bdi>,
          },
          {
            name: t('console.bundles.changed'),
            end: true,
            cell: (one) => dates.day(one.changed_at),
          },
        ]}
      />
      <NextPage href={nextHref(PATH, {}, next)} label={t('console.next')} />
    </>
  )
}
