import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listAllSubscriptions } from '#modules/billing/operator-contract.ts'
import { SUBSCRIPTION_STATES } from '#modules/billing/rules.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { nextHref, queryOf, NextPage } from '../data-table.tsx'
import { ListTable, SHOWN_AS } from '../list-table.tsx'
import { useDates } from '../dates.ts'
import { FilterForm } from '../filter-form.tsx'
import { ExportLink } from '../export-link.tsx'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { Money } from '../state-badges.tsx'
import { BeforeCoupon, SubscriptionState, useSubscriptionWords } from '../subscription-words.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/subscriptions'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['q', 'state', 'item', 'store', 'partner', ...SHOWN_AS, 'after'])
  const found = await context
    .get(consoleContext)
    .attempt(listAllSubscriptions, { query: query as Record<string, never> })
  return {
    query: query as Record<string, string>,
    subscriptions: found.ok ? found.answer.subscriptions : [],
    next: found.ok ? found.answer.next : null,
    message: found.ok ? null : found.error.message,
  }
}

/** Subscriptions of all stores. */
export default function OperatorSubscriptions() {
  const { t } = useWords()
  const dates = useDates()
  const { why } = useSubscriptionWords()
  const { query, subscriptions, next, message } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={t('console.subs.nav')}
        lead={t('console.subs.lead')}
        end={<ExportLink list="subscriptions" />}
      />
      <FilterForm
        query={query}
        search={{ name: 'q', label: t('console.subs.search'), maxLength: 253, dir: 'ltr' }}
        states={[
          ...SUBSCRIPTION_STATES.map((value) => ({
            value,
            name: t(`console.subs.state.${value}`),
          })),
          { value: 'unpaid', name: t('console.subs.unpaid') },
        ]}
        keep={['item', 'store', 'partner']}
      />
      <ListTable
        label={t('console.subs.nav')}
        rows={subscriptions}
        empty={
          <EmptyState
            title={message ?? t('console.subs.none')}
            action={
              <LinkButton href={PATH} kind="secondary">
                {t('console.items.all')}
              </LinkButton>
            }
          />
        }
        columns={[
          {
            id: 'store',
            shown: 'always',
            name: t('console.orders.store'),
            cell: (one) => (
              <TextLink href={`${PATH}/${one.id}`} className="strong">
                <bdi dir="ltr">{one.store.domain}</bdi>
              </TextLink>
            ),
          },
          {
            id: 'item',
            name: t('console.orders.item'),
            cell: (one) => (
              <>
                <TextLink href={`${PATH}?item=${one.item.id}`}>
                  <bdi>{one.item.name}</bdi>
                </TextLink>
                <span className="type-sm block text-ink2">
                  <bdi>{one.plan.name}</bdi> · {t(`console.subs.period.${one.plan.period}`)}
                </span>
              </>
            ),
          },
          {
            id: 'state',
            name: t('console.item.state'),
            cell: (one) => (
              <>
                <SubscriptionState state={one.state} />
                <span className="type-sm mt-1 block text-ink2">{why(one)}</span>
              </>
            ),
          },
          {
            id: 'next_amount',
            name: t('console.subs.next'),
            end: true,
            cell: (one) => <NextCharge one={one} />,
          },
          {
            id: 'since',
            isTime: true,
            name: t('console.subs.since'),
            end: true,
            cell: (one) => dates.day(one.since),
          },
          {
            id: 'ends',
            shown: 'extra',
            name: t('console.exports.ends'),
            end: true,
            cell: (one) => (one.ends === null ? '–' : dates.day(one.ends)),
          },
        ]}
      />
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}

type Line = Awaited<ReturnType<typeof loader>>['subscriptions'][number]

function NextCharge({ one }: { one: Line }) {
  const { t } = useWords()
  const dates = useDates()
  if (one.due)
    return (
      <>
        <Money amount={one.due.amount} currency={one.due.currency} />
        <span className="type-sm block text-ink2">{t('console.subs.open')}</span>
      </>
    )
  if (!one.next) return '–'
  return (
    <>
      <Money amount={one.next.amount} currency={one.currency} />
      <span className="type-sm block text-ink2">{dates.day(one.next.day)}</span>
      {one.next.has_coupon && <BeforeCoupon />}
    </>
  )
}
