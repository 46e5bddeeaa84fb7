import type { z } from 'zod'
import type { statementLine } from '#modules/publishing/statements/contract.ts'
import { TextLink } from '#ui/link.tsx'
import { DataTable } from './data-table.tsx'
import { useDates } from './dates.ts'
import { AppealBadge, DecisionWords } from './statement-view.tsx'
import { useWords } from './words.tsx'

/** Decisions about an item or a partner, under a heading; nothing where there are none. */
export function StatementTable({ rows }: { rows: readonly z.output<typeof statementLine>[] }) {
  const { t } = useWords()
  const dates = useDates()
  if (rows.length === 0) return null
  return (
    <section className="mt-9">
      <h2 className="type-d3 mb-4">{t('console.nav.statements')}</h2>
      <DataTable
        label={t('console.nav.statements')}
        rows={rows}
        columns={[
          {
            name: t('console.statement.what'),
            cell: (one) => (
              <TextLink href={`/operator/statements/${one.id}`}>
                <bdi>{one.object.name}</bdi>
              </TextLink>
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
    </section>
  )
}
