import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getOperatorHome } from '#contexts/backoffice/contract.ts'
import type { WaitingKind } from '#contexts/backoffice/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { FigureRow, Works } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { countOf } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { mayOpen } from '../places.ts'
import { consoleContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { DeskTable } from '../table.tsx'
import { TodoList } from '../todo-list.tsx'
import { useWords } from '../words.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => context.get(consoleContext).call(getOperatorHome)

/** Where each is seen to. */
const WHERE: Record<WaitingKind, string> = {
  submissions: '/operator/queue', appeals: '/operator/statements?state=waiting', review_reports: '/operator/reviews?state=reported', messages: '/operator/messages?state=new', differences: '/operator/books?state=open',
  payouts: '/operator/earnings?state=due', installations: '/operator/stores', mails: '/operator/jobs', jobs: '/operator/jobs',
}

/** The market in figures, and what waits for a person. */
export default function OperatorHome() {
  const { t, locale } = useWords()
  const { items, stores, installs, partners, waiting, jobs, todo } = useLoaderData<typeof loader>()
  const figure = (count: number) => countOf(count, locale)
  // Before there is anything to count, what to do comes first.
  const isClosed = items.published === 0 && todo.length > 0
  // What could not be counted is no settled matter.
  const waits = waiting.filter(one => one.count !== 0).map(one => ({ id: one.kind, ...one }))
  const role = useShell().person?.operatorRole
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
            { name: t('console.stuck.what'), cell: one => (mayOpen(WHERE[one.kind], role) ? <TextLink href={WHERE[one.kind]} className="strong">{t(`console.stuck.${one.kind}`)}</TextLink> : t(`console.stuck.${one.kind}`)) },
            { name: t('console.stuck.count'), end: true, cell: one => <Badge tone="coral">{one.count === null ? t('console.stuck.unknown') : figure(one.count)}</Badge> },
          ]} />
        )}
      </section>
      {jobs !== null && jobs.length > 0 && (
        <section className="mt-9">
          <h2 className="type-d3 mb-4">{t('console.jobs.title')}</h2>
          <DeskTable label={t('console.jobs.title')} rows={jobs.map(job => ({ id: job.name, ...job }))} columns={[
            { name: t('console.jobs.name'), cell: job => <bdi dir="ltr">{job.name}</bdi> },
            { name: t('console.jobs.waiting'), end: true, cell: job => figure(job.waiting) },
            { name: t('console.jobs.failed'), end: true, cell: job => figure(job.failed) },
          ]} />
        </section>
      )}
    </>
  )
}
