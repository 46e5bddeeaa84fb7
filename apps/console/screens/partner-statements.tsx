import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listStatements } from '#modules/publishing/statements/contract.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { AppealBadge, DecisionWords } from '../statement-view.tsx'
import { DataTable, NextPage } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const after = new URL(request.url).searchParams.get('after')
  const partner = params.partner ?? ''
  return {
    partner,
    ...(await context
      .get(consoleContext)
      .call(listStatements, { params: { partner }, query: after === null ? {} : { after } })),
  }
}

/** The market's decisions against a partner's items. */
export default function PartnerStatements() {
  const { t } = useWords()
  const dates = useDates()
  const { partner, statements, next } = useLoaderData<typeof loader>()
  const base = `/partner/${partner}/statements`
  return (
    <>
      <PageHeader title={t('console.nav.statements')} lead={t('console.statement.partner_lead')} />
      <DataTable
        label={t('console.nav.statements')}
        rows={statements}
        empty={
          <EmptyState title={t('console.statement.none')}>
            {t('console.statement.none_lead')}
          </EmptyState>
        }
        columns={[
          {
            name: t('console.statement.what'),
            cell: (one) => (
              <>
                <TextLink href={`${base}/${one.id}`} className="strong">
                  <bdi>{one.object.name}</bdi>
                </TextLink>
                <span className="type-sm block text-ink2">
                  {t(`console.statement.about.${one.about}`)}
                </span>
              </>
            ),
          },
          { name: t('console.statement.decided'), cell: (one) => <DecisionWords line={one} /> },
          { name: t('console.statement.at'), cell: (one) => dates.day(one.decided_at) },
          {
            name: t('console.statement.appeal'),
            end: true,
            cell: (one) => <AppealBadge appeal={one.appeal} />,
          },
        ]}
      />
      <NextPage href={next && `${base}?after=${next}`} label={t('console.next')} />
    </>
  )
}
