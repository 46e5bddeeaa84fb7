import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listBulkRuns } from '#modules/market/bulk-contract.ts'
import { BULK_DAYS, isUnderWay } from '#modules/market/bulk-rules.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { RunState } from '../bulk/run-parts.tsx'
import { BULK } from '../bulk/places.ts'
import { DataTable } from '../data-table.tsx'
import { countOf, useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { useLive } from '../platform/use-live.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(listBulkRuns)

/** What the person did, or plans to do, to many rows at once. */
export default function OperatorBulk() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { runs } = useLoaderData<typeof loader>()
  useLive(runs.some((run) => isUnderWay(run.state)))
  return (
    <>
      <PageHeader
        title={t('console.bulk.title')}
        lead={t('console.bulk.lead', { days: BULK_DAYS })}
      />
      <DataTable
        label={t('console.bulk.title')}
        rows={runs}
        empty={<EmptyState title={t('console.bulk.none')}>{t('console.bulk.how')}</EmptyState>}
        columns={[
          {
            name: t('console.bulk.what'),
            cell: (one) => (
              <TextLink href={`${BULK}/${one.id}`} className="strong">
                {t(`console.bulk.act.${one.act}`)}
              </TextLink>
            ),
          },
          { name: t('console.item.state'), cell: (one) => <RunState state={one.state} /> },
          ...(['done', 'refused'] as const).map((state) => ({
            name: t(`console.bulk.step.${state}`),
            end: true,
            cell: (one: (typeof runs)[number]) => (
              <span className="figures">{countOf(one.rows[state], locale)}</span>
            ),
          })),
          {
            name: t('console.exports.asked'),
            end: true,
            cell: (one) => dates.time(one.asked_at),
          },
        ]}
      />
    </>
  )
}
