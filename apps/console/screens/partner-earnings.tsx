import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listEarnings } from '#modules/earnings/contract.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { EarningsState, EarningsSums, monthOf } from '../earnings-view.tsx'
import { Money } from '../state-badges.tsx'
import { nextHref, queryOf, DataTable, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const partner = params.partner ?? ''
  return {
    partner,
    ...(await context
      .get(consoleContext)
      .call(listEarnings, { params: { partner }, query: queryOf(request, ['after']) })),
  }
}

/** A partner's earnings by month, and those since the last closed month. */
export default function PartnerEarnings() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { partner, open, statements, next } = useLoaderData<typeof loader>()
  const base = `/partner/${partner}/earnings`
  return (
    <>
      <PageHeader title={t('console.nav.earnings')} lead={t('console.earnings.partner_lead')} />
      {open.length > 0 && (
        <section className="mb-9">
          <h2 className="type-d3 mb-4">{t('console.earnings.open')}</h2>
          <div className="grid gap-5 md:grid-cols-2">
            {open.map((sums) => (
              <Panel key={sums.currency} as="section" label={sums.currency}>
                <PanelPart>
                  <EarningsSums sums={sums} className="-mt-3 border-t-0" />
                </PanelPart>
              </Panel>
            ))}
          </div>
        </section>
      )}
      <DataTable
        label={t('console.earnings.statements')}
        rows={statements}
        empty={
          <EmptyState title={t('console.earnings.none')}>
            {t('console.earnings.none_lead')}
          </EmptyState>
        }
        columns={[
          {
            name: t('console.earnings.month'),
            cell: (one) => (
              <>
                <TextLink href={`${base}/${one.id}`} className="strong">
                  {monthOf(one.month, locale)}
                </TextLink>
                <span className="type-sm block text-ink2">
                  <bdi dir="ltr">{one.number}</bdi>
                </span>
              </>
            ),
          },
          { name: t('console.earnings.closed_at'), cell: (one) => dates.day(one.closed_at) },
          { name: t('console.item.state'), cell: (one) => <EarningsState state={one.state} /> },
          {
            name: t('console.earnings.paid_on'),
            cell: (one) => one.paid !== null && dates.day(one.paid.on),
          },
          {
            name: t('console.earnings.closing'),
            end: true,
            cell: (one) => <Money amount={one.closing} currency={one.currency} />,
          },
        ]}
      />
      <NextPage href={nextHref(base, {}, next)} label={t('console.next')} />
    </>
  )
}
