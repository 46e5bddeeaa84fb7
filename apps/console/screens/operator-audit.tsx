import { listAudit } from '#modules/identity/operator-contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { AuditChanges, auditKind, auditRole, auditSentence } from '../audit-changes.tsx'
import { useDates } from '../dates.ts'
import { useMarketDay } from '../moment-field.tsx'
import { ExportLink } from '../export-link.tsx'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../forms.tsx'
import { DataTable, NextPage } from '../data-table.tsx'
import { useWords } from '../words.tsx'

const FILTERS = ['actor', 'kind', 'object', 'from', 'to'] as const
type Line = AnswerOf<typeof listAudit>['lines'][number]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const query = Object.fromEntries(
    [...FILTERS, 'before' as const].flatMap((name) =>
      asked.get(name) ? [[name, asked.get(name) as string]] : [],
    ),
  ) as Partial<Record<(typeof FILTERS)[number] | 'before', string>>
  const found = await context.get(consoleContext).attempt(listAudit, { query })
  return {
    query,
    found: found.ok ? found.answer : null,
    message: found.ok ? null : found.error.message,
    kinds: found.ok ? found.answer.kinds : [],
  }
}

/** The action as a sentence, with links that filter by person, object or day. */
function What({ line }: { line: Line }) {
  const { t } = useWords()
  return (
    <>
      <span className="strong block">{auditSentence(t, line)}</span>
      {line.object !== null && (
        <span className="type-sm block text-ink2">
          {auditKind(t, line.kind)}{' '}
          <TextLink href={`/operator/audit?object=${encodeURIComponent(line.object)}`}>
            <bdi dir="ltr">{line.object}</bdi>
          </TextLink>
        </span>
      )}
      {line.partner && <span className="type-sm block text-ink2">{line.partner}</span>}
    </>
  )
}

/** The audit log: a sentence per entry, and the changed fields before and after. */
export default function OperatorAudit() {
  const { t } = useWords()
  const dates = useDates()
  const { query, found, message, kinds } = useLoaderData<typeof loader>()
  const next = found?.next
    ? `/operator/audit?${new URLSearchParams({ ...query, before: found.next })}`
    : null
  const dayOfLine = useMarketDay()
  return (
    <>
      <PageHeader
        title={t('console.nav.audit')}
        lead={t('console.audit.lead')}
        end={<ExportLink list="audit" />}
      />
      <Form
        method="get"
        role="search"
        className="mb-7 grid items-end gap-4 md:grid-cols-2 lg:grid-cols-[1.5fr_minmax(8rem,1fr)_1.5fr_10.5rem_10.5rem_auto]"
      >
        <TextField
          name="actor"
          label={t('console.audit.actor')}
          defaultValue={query.actor ?? ''}
          autoComplete="off"
        />
        <SelectField
          name="kind"
          label={t('console.audit.kind')}
          value={query.kind ?? ''}
          options={[
            { value: '', name: t('console.audit.any') },
            ...kinds.map((kind) => ({ value: kind, name: auditKind(t, kind) })),
          ]}
        />
        <TextField
          name="object"
          label={t('console.audit.object')}
          defaultValue={query.object ?? ''}
          dir="ltr"
          autoComplete="off"
        />
        <TextField
          name="from"
          type="date"
          label={t('console.audit.from')}
          defaultValue={query.from ?? ''}
        />
        <TextField
          name="to"
          type="date"
          label={t('console.audit.to')}
          defaultValue={query.to ?? ''}
        />
        <Button type="submit" kind="secondary" icon="search">
          {t('console.search')}
        </Button>
      </Form>
      {found === null || found.lines.length === 0 ? (
        <EmptyState
          title={message ?? t('console.audit.none')}
          action={
            <LinkButton href="/operator/audit" kind="secondary">
              {t('console.audit.all')}
            </LinkButton>
          }
        />
      ) : (
        <DataTable
          label={t('console.nav.audit')}
          rows={found.lines}
          columns={[
            { name: t('console.audit.what'), cell: (line) => <What line={line} /> },
            {
              name: t('console.audit.at'),
              cell: (line) => (
                <TextLink
                  href={`/operator/audit?from=${dayOfLine(line.at)}&to=${dayOfLine(line.at)}`}
                >
                  <time dateTime={line.at} className="figures">
                    {dates.time(line.at)}
                  </time>
                </TextLink>
              ),
            },
            {
              name: t('console.items.who'),
              cell: (line) => (
                <>
                  <TextLink href={`/operator/audit?actor=${encodeURIComponent(line.actor.email)}`}>
                    <bdi dir="ltr">{line.actor.email}</bdi>
                  </TextLink>
                  <span className="type-sm block text-ink2">{auditRole(t, line.role)}</span>
                </>
              ),
            },
            {
              name: t('console.audit.change'),
              cell: (line) => <AuditChanges before={line.before} after={line.after} />,
            },
          ]}
        />
      )}
      <NextPage href={next} label={t('console.next')} />
    </>
  )
}
