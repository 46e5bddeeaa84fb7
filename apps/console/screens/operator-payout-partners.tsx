import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listPayoutAccounts } from '#modules/earnings/payouts/contract.ts'
import { IDENTITY_STATES } from '#modules/earnings/payouts/rules.ts'
import { queryOf } from '../data-table.tsx'
import { FilterForm } from '../filter-form.tsx'
import { PageHeader } from '../page-header.tsx'
import { IdentityBadge, PayeeTable } from '../payouts-view.tsx'
import { consoleContext } from '../screen-context.ts'
import { Money } from '../state-badges.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/payouts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['state', 'partner'])
  return {
    query: query as Record<string, string>,
    ...(await context
      .get(consoleContext)
      .call(listPayoutAccounts, { query: query as Record<string, never> })),
  }
}

/** Partners with what is theirs, those that wait for a decision first. */
export default function OperatorPayoutPartners() {
  const { t } = useWords()
  const { query, partners } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={t('console.payouts.accounts')}
        lead={t('console.payouts.accounts_lead')}
        back={{ href: PATH, name: t('console.nav.payouts') }}
      />
      <FilterForm
        query={query}
        search={{ name: 'partner', label: t('console.earnings.whose'), maxLength: 80, dir: 'auto' }}
        states={IDENTITY_STATES.map((value) => ({
          value,
          name: t(`console.payouts.identity.${value}`),
        }))}
      />
      <PayeeTable
        label={t('console.payouts.accounts')}
        rows={partners}
        empty={{
          title: t('console.payouts.accounts_none'),
          lead: t('console.payouts.accounts_none_lead'),
        }}
        state={{
          name: t('console.payouts.identity'),
          cell: (one) => <IdentityBadge identity={one.identity} />,
        }}
        amounts={(['held', 'payable', 'paid_out'] as const).map((name) => ({
          name: t(`console.payouts.${name}`),
          cell: (one: (typeof partners)[number]) =>
            one.balances.map((balance) => (
              <span key={balance.currency} className="block">
                <Money amount={balance[name]} currency={balance.currency} />
              </span>
            )),
        }))}
      />
    </>
  )
}
