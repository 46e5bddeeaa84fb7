import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listAudit } from '#contexts/backoffice/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { timeOf } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../select-field.tsx'
import { DeskTable, NextPage } from '../table.tsx'
import { useWords } from '../words.tsx'

const FILTERS = ['actor', 'kind', 'object', 'from', 'to'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const query = Object.fromEntries([...FILTERS, 'before' as const].flatMap(name => (asked.get(name) ? [[name, asked.get(name) as string]] : []))) as Partial<Record<(typeof FILTERS)[number] | 'before', string>>
  const found = await context.get(consoleContext).attempt(listAudit, { query })
  return { query, found: found.ok ? found.answer : null, message: found.ok ? null : found.error.message, kinds: found.ok ? found.answer.kinds : [] }
}

const shown = (value: unknown): string => (value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value))

/** Who changed what: the changed fields as they were and as they are. */
export default function OperatorAudit() {
  const { t, locale } = useWords()
  const { query, found, message, kinds } = useLoaderData<typeof loader>()
  const next = found?.next ? `/operator/audit?${new URLSearchParams({ ...query, before: found.next })}` : null
  return (
    <>
      <DeskHead title={t('console.nav.audit')} lead={t('console.audit.lead')} />
      <Form method="get" role="search" className="mb-7 grid items-end gap-4 md:grid-cols-2 lg:grid-cols-[2fr_1fr_2fr_1fr_1fr_auto]">
        <TextField name="actor" label={t('console.audit.actor')} defaultValue={query.actor ?? ''} dir="ltr" autoComplete="off" />
        <SelectField name="kind" label={t('console.audit.kind')} value={query.kind ?? ''} options={[{ value: '', name: t('console.audit.any') }, ...kinds.map(kind => ({ value: kind, name: kind }))]} />
        <TextField name="object" label={t('console.audit.object')} defaultValue={query.object ?? ''} dir="ltr" autoComplete="off" />
        <TextField name="from" type="date" label={t('console.audit.from')} defaultValue={query.from ?? ''} />
        <TextField name="to" type="date" label={t('console.audit.to')} defaultValue={query.to ?? ''} />
        <Button type="submit" kind="secondary" icon="search">{t('console.search')}</Button>
      </Form>
      {found === null || found.lines.length === 0
        ? <EmptyState title={message ?? t('console.audit.none')} action={<LinkButton href="/operator/audit" kind="secondary">{t('console.audit.all')}</LinkButton>} />
        : (
          <DeskTable label={t('console.nav.audit')} rows={found.lines} columns={[
            { name: t('console.audit.at'), cell: line => <time dateTime={line.at} className="figures">{timeOf(line.at, locale)}</time> },
            { name: t('console.audit.actor'), cell: line => <><span className="strong">{line.actor.name}</span><bdi dir="ltr" className="type-sm block text-ink2">{line.role}</bdi></> },
            { name: t('console.audit.what'), cell: line => <><code dir="ltr">{line.operation}</code><bdi dir="ltr" className="type-sm block text-ink2">{[line.kind, line.object].filter(Boolean).join(' ')}</bdi>{line.partner && <span className="type-sm block text-ink2">{line.partner}</span>}</> },
            {
              name: t('console.audit.change'),
              cell: line => {
                const names = Object.keys(line.after ?? line.before ?? {})
                return names.length === 0 ? <span className="text-ink2">–</span> : (
                  <dl dir="ltr" className="type-sm grid gap-1 text-start">
                    {names.map(name => (
                      <div key={name}>
                        <dt className="inline text-ink2">{name}: </dt>
                        <dd className="inline">{line.before && <><del>{shown(line.before[name])}</del> → </>}{shown(line.after?.[name])}</dd>
                      </div>
                    ))}
                  </dl>
                )
              },
            },
          ]} />
        )}
      <NextPage href={next} label={t('console.next')} />
    </>
  )
}
