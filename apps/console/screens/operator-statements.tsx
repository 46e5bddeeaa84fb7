import { listAllStatements } from '#modules/publishing/statements/contract.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { AppealBadge, DecisionWords } from '../statement-view.tsx'
import { DataTable, NextPage } from '../data-table.tsx'
import { useWords } from '../words.tsx'

const NAMES = ['state', 'partner', 'object', 'after'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const query: Record<string, string> = Object.fromEntries(
    NAMES.flatMap((name) => (asked.get(name) ? [[name, asked.get(name) as string]] : [])),
  )
  return { query, ...(await context.get(consoleContext).call(listAllStatements, { query })) }
}

/** All decisions, those with an appeal first. */
export default function OperatorStatements() {
  const { t } = useWords()
  const dates = useDates()
  const { query, statements, next } = useLoaderData<typeof loader>()
  const base = '/operator/statements'
  const waiting = query.state === 'waiting'
  return (
    <>
      <PageHeader title={t('console.nav.statements')} lead={t('console.statement.operator_lead')} />
      <Tabs
        label={t('console.statement.appeal')}
        className="mb-6"
        tabs={[
          { href: base, name: t('console.statement.all'), current: !waiting },
          { href: `${base}?state=waiting`, name: t('console.statement.waiting'), current: waiting },
        ]}
      />
      <DataTable
        label={t('console.nav.statements')}
        rows={statements}
        empty={
          <EmptyState
            title={t(waiting ? 'console.statement.none_waiting' : 'console.statement.none_all')}
          />
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
          {
            name: t('console.statement.whose'),
            cell: (one) => <bdi>{one.partner?.name ?? one.store?.domain}</bdi>,
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
      <NextPage
        href={next && `${base}?${new URLSearchParams({ ...query, after: next })}`}
        label={t('console.next')}
      />
    </>
  )
}
