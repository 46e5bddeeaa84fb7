import { AuditChanges, auditSentence } from './audit-changes.tsx'
import { DataTable } from './data-table.tsx'
import { useDates } from './dates.ts'
import { useWords } from './words.tsx'

interface Row {
  id: string
  at: string
  who: string
  operation: string
  after: Record<string, unknown> | null
}

/** Who did what to something, the newest first. */
export function AuditHistory({ rows, label }: { rows: readonly Row[]; label: string }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <DataTable
      label={label}
      rows={rows}
      empty={<p className="type-body text-ink2">{t('console.items.history_none')}</p>}
      columns={[
        {
          name: t('console.audit.at'),
          cell: (one) => (
            <time dateTime={one.at} className="figures">
              {dates.time(one.at)}
            </time>
          ),
        },
        {
          name: t('console.audit.what'),
          cell: (one) =>
            auditSentence(t, { operation: one.operation, actor: { name: one.who, email: '' } }),
        },
        {
          name: t('console.audit.change'),
          cell: (one) => <AuditChanges before={null} after={one.after} />,
        },
      ]}
    />
  )
}
