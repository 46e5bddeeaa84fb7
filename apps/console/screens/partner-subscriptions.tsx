import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getPartnerSubscriptionFigures } from '#modules/analytics/contract.ts'
import { listPartnerSubscriptions } from '#modules/billing/partner-contract.ts'
import { SUBSCRIPTION_STATES } from '#modules/billing/rules.ts'
import { Button } from '#ui/button.tsx'
import { DataTable, NextPage, nextHref, queryOf } from '../data-table.tsx'
import { useDates } from '../dates.ts'
import { SelectField } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { Money } from '../state-badges.tsx'
import { SubscriptionFigures } from '../subscription-figures-view.tsx'
import { BeforeCoupon, SubscriptionState } from '../subscription-words.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const partner = params.partner ?? ''
  const query = queryOf(request, ['item', 'state', 'after'])
  const [figures, list] = await Promise.all([
    screen.call(getPartnerSubscriptionFigures, {
      params: { partner },
      query: query.item === undefined ? {} : { item: query.item },
    }),
    screen.call(listPartnerSubscriptions, {
      params: { partner },
      query: query as Record<string, never>,
    }),
  ])
  return { partner, query: query as Record<string, string>, figures, ...list }
}

/** Recurring revenue of a partner or of one item, and the subscriptions that it comes from. */
export default function PartnerSubscriptions() {
  const { t } = useWords()
  const dates = useDates()
  const { partner, query, figures, subscriptions, next } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('console.subs.nav')} lead={t('console.mrr.lead')} />
      {figures.items.length > 0 && (
        <Form method="get" className="mb-7 grid items-end gap-4 md:grid-cols-[2fr_1fr_auto]">
          <SelectField
            label={t('console.orders.item')}
            name="item"
            value={query.item ?? ''}
            options={[
              { value: '', name: t('console.mrr.all_items') },
              ...figures.items.map(({ id, name }) => ({ value: id, name })),
            ]}
          />
          <SelectField
            label={t('console.item.state')}
            name="state"
            value={query.state ?? ''}
            options={[
              { value: '', name: t('console.items.any') },
              ...SUBSCRIPTION_STATES.map((value) => ({
                value,
                name: t(`console.subs.state.${value}`),
              })),
            ]}
          />
          <Button type="submit" kind="secondary" icon="search">
            {t('console.search')}
          </Button>
        </Form>
      )}
      <SubscriptionFigures figures={figures} />
      {subscriptions.length > 0 && (
        <section className="mt-9">
          <h2 className="type-d3 mb-4">{t('console.mrr.list')}</h2>
          <DataTable
            label={t('console.mrr.list')}
            rows={subscriptions}
            columns={[
              {
                name: t('console.orders.store'),
                cell: (one) => (
                  <bdi dir="ltr" className="strong">
                    {one.store.domain}
                  </bdi>
                ),
              },
              {
                name: t('console.orders.item'),
                cell: (one) => (
                  <>
                    <bdi>{one.item.name}</bdi>
                    <span className="type-sm block text-ink2">
                      <bdi>{one.plan.name}</bdi> · {t(`console.subs.period.${one.plan.period}`)}
                    </span>
                  </>
                ),
              },
              {
                name: t('console.item.state'),
                cell: (one) => <SubscriptionState state={one.state} />,
              },
              {
                name: t('console.subs.next'),
                end: true,
                cell: (one) =>
                  one.next ? (
                    <>
                      <Money amount={one.next.amount} currency={one.currency} />
                      <span className="type-sm block text-ink2">{dates.day(one.next.day)}</span>
                      {one.next.has_coupon && <BeforeCoupon />}
                    </>
                  ) : (
                    '–'
                  ),
              },
              { name: t('console.subs.since'), end: true, cell: (one) => dates.day(one.since) },
            ]}
          />
          <NextPage
            href={nextHref(`/partner/${partner}/subscriptions`, query, next)}
            label={t('console.next')}
          />
        </section>
      )}
    </>
  )
}
