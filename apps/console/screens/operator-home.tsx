import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getOperatorHome } from '#contexts/backoffice/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { FigureRow, Works } from '#ui/panel.tsx'
import { countOf } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { consoleContext } from '../screen-context.ts'
import { DeskTable } from '../table.tsx'
import { TodoList } from '../todo-list.tsx'
import { useWords } from '../words.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => context.get(consoleContext).call(getOperatorHome)

/** The market in figures, and what waits for a person. */
export default function OperatorHome() {
  const { t, locale } = useWords()
  const { items, stores, installs, partners, stuck, todo } = useLoaderData<typeof loader>()
  const figure = (count: number) => countOf(count, locale)
  const failed = stuck.jobs.reduce((sum, job) => sum + job.failed, 0)
  // Before there is anything to count, what to do comes first.
  const isClosed = items.published === 0 && todo.length > 0
  const waits = [
    { id: 'installations', name: t('console.stuck.installations'), count: stuck.installations },
    { id: 'mails', name: t('console.stuck.mails'), count: stuck.mails },
    { id: 'jobs', name: t('console.stuck.jobs'), count: failed },
  ].filter(one => one.count > 0)
  return (
    <>
      <DeskHead title={t('console.nav.overview')} lead={t('console.overview.lead')} />
      {isClosed && <TodoList steps={todo} className="mb-9" />}
      <FigureRow
        figures={[
          { label: t('console.overview.items'), figure: figure(items.published), note: items.draft > 0 && t('console.overview.drafts', { count: items.draft }) },
          { label: t('console.overview.installs'), figure: figure(installs) },
          { label: t('console.overview.stores'), figure: figure(stores) },
          { label: t('console.overview.partners'), figure: figure(partners) },
        ]}
      />
      {!isClosed && todo.length > 0 && <TodoList steps={todo} className="mt-9" />}
      <section className="mt-9">
        <h2 className="type-d3 mb-4">{t('console.stuck.title')}</h2>
        {waits.length === 0 ? <Works>{t('console.stuck.none')}</Works> : (
          <DeskTable label={t('console.stuck.title')} rows={waits} columns={[
            { name: t('console.stuck.what'), cell: one => one.name },
            { name: t('console.stuck.count'), end: true, cell: one => <Badge tone="coral">{figure(one.count)}</Badge> },
          ]} />
        )}
      </section>
      {stuck.jobs.length > 0 && (
        <section className="mt-9">
          <h2 className="type-d3 mb-4">{t('console.jobs.title')}</h2>
          <DeskTable label={t('console.jobs.title')} rows={stuck.jobs.map(job => ({ id: job.name, ...job }))} columns={[
            { name: t('console.jobs.name'), cell: job => <bdi dir="ltr">{job.name}</bdi> },
            { name: t('console.jobs.waiting'), end: true, cell: job => figure(job.waiting) },
            { name: t('console.jobs.failed'), end: true, cell: job => figure(job.failed) },
          ]} />
        </section>
      )}
    </>
  )
}
