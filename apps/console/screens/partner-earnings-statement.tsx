import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getEarnings } from '#modules/earnings/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextLink } from '#ui/link.tsx'
import { PageHeader } from '../page-header.tsx'
import { EarningsState, EarningsView, monthOf } from '../earnings-view.tsx'
import { nextHref, queryOf, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const given = { partner: params.partner ?? '', statement: params.statement ?? '' }
  return {
    partner: given.partner,
    statement: await context
      .get(consoleContext)
      .call(getEarnings, { params: given, query: queryOf(request, ['after']) }),
  }
}

/** The closed statement of a month. */
export default function PartnerEarningsStatement() {
  const { t, locale } = useWords()
  const { partner, statement } = useLoaderData<typeof loader>()
  const base = `/partner/${partner}/earnings`
  return (
    <>
      <p className="type-sm mb-2 unprinted">
        <TextLink href={base}>{t('console.nav.earnings')}</TextLink>
      </p>
      <PageHeader
        title={`${monthOf(statement.month, locale)} · ${statement.number}`}
        lead={t('console.earnings.statement_lead')}
        end={<EarningsState state={statement.state} />}
      />
      <p className="mb-7 unprinted">
        <LinkButton
          href={`${base}/${statement.id}/file`}
          kind="secondary"
          icon="download"
          download=""
        >
          {t('console.earnings.csv')}
        </LinkButton>
      </p>
      <EarningsView statement={statement} />
      <NextPage
        href={nextHref(`${base}/${statement.id}`, {}, statement.next)}
        label={t('console.next')}
      />
    </>
  )
}
