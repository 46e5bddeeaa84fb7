import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getOperatorHome } from '#modules/market/operator-contract.ts'
import { OPTIONAL_STEPS, type TodoStep } from '#modules/market/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { KeyFigures, Works, Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf } from '../dates.ts'
import { LISTS } from '../inbox/places.ts'
import { PageHeader } from '../page-header.tsx'
import { mayOpen } from '../navigation.ts'
import { consoleContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getOperatorHome)

/** The market's key figures, and what needs a person's decision. */
export default function OperatorHome() {
  const { t, locale } = useWords()
  const { items, stores, installs, partners, waiting, jobs, todo, draft_platform } =
    useLoaderData<typeof loader>()
  const figure = (count: number) => countOf(count, locale)
  // Before anything is published, the setup tasks come first.
  const isClosed = items.published === 0 && todo.length > 0
  // A failed count does not mean that nothing is waiting.
  const waits = waiting.filter((one) => one.count !== 0).map((one) => ({ id: one.kind, ...one }))
  const role = useShell().person?.operatorRole
  return (
    <>
      <PageHeader title={t('console.nav.overview')} lead={t('console.overview.lead')} />
      {isClosed && <TodoList steps={todo} draft={draft_platform} className="mb-9" />}
      <KeyFigures
        figures={[
          {
            label: t('console.overview.items'),
            figure: figure(items.published),
            note: items.draft > 0 && t('console.overview.drafts', { count: items.draft }),
          },
          { label: t('console.overview.installs'), figure: figure(installs) },
          { label: t('console.overview.stores'), figure: figure(stores) },
          { label: t('console.overview.partners'), figure: figure(partners) },
        ]}
      />
      {!isClosed && todo.length > 0 && (
        <TodoList steps={todo} draft={draft_platform} className="mt-9" />
      )}
      <section className="mt-9">
        <h2 className="type-d3 mb-4">{t('console.stuck.title')}</h2>
        <DataTable
          label={t('console.stuck.title')}
          rows={waits}
          empty={<Works>{t('console.stuck.none')}</Works>}
          columns={[
            {
              name: t('console.stuck.what'),
              cell: (one) =>
                mayOpen(LISTS[one.kind], role) ? (
                  <TextLink href={LISTS[one.kind]} className="strong">
                    {t(`console.stuck.${one.kind}`)}
                  </TextLink>
                ) : (
                  t(`console.stuck.${one.kind}`)
                ),
            },
            {
              name: t('console.stuck.count'),
              end: true,
              cell: (one) => (
                <Badge tone="coral">
                  {one.count === null
                    ? t('console.stuck.unknown')
                    : `${figure(one.count)}${one.more ? '+' : ''}`}
                </Badge>
              ),
            },
          ]}
        />
      </section>
      {jobs !== null && jobs.length > 0 && (
        <section className="mt-9">
          <h2 className="type-d3 mb-4">{t('console.jobs.title')}</h2>
          <DataTable
            label={t('console.jobs.title')}
            rows={jobs.map((job) => ({ id: job.name, ...job }))}
            columns={[
              { name: t('console.jobs.name'), cell: (job) => <bdi dir="ltr">{job.name}</bdi> },
              { name: t('console.jobs.waiting'), end: true, cell: (job) => figure(job.waiting) },
              { name: t('console.jobs.failed'), end: true, cell: (job) => figure(job.failed) },
            ]}
          />
        </section>
      )}
    </>
  )
}

const STEP_PAGES: Record<TodoStep, string> = {
  second: '/account#second',
  languages: '/operator/settings#languages',
  name: '/operator/settings#name',
  colours: '/operator/settings#colours',
  company: '/operator/settings#place',
  platform: '/operator/platforms',
  texts: '/operator/texts',
  categories: '/operator/shelves/categories/new',
  tax: '/operator/tax',
  shares: '/operator/shares',
  partners: '/operator/partners',
  published: '/operator/queue',
}

/** Tasks before opening a market, each with a link to its page. */
function TodoList({
  steps,
  draft,
  className,
}: {
  steps: readonly { step: TodoStep; done: boolean }[]
  draft: number | null
  className: string
}) {
  const { t } = useWords()
  const pageOf = (step: TodoStep) =>
    step === 'platform' && draft !== null ? `/operator/platforms/${draft}/setup` : STEP_PAGES[step]
  const needed = steps.filter((one) => !OPTIONAL_STEPS.includes(one.step))
  return (
    <Panel as="section" label={t('console.todo.title')} className={`${className} max-w-180`}>
      <PanelPart>
        <h2 className="type-d4 mb-1">{t('console.todo.title')}</h2>
        <p className="type-body mb-3 text-ink2">
          {t('console.todo.lead', {
            done: needed.filter((one) => one.done).length,
            count: needed.length,
          })}
        </p>
        <ol className="border-t border-line">
          {steps.map(({ step, done }) => (
            <li
              key={step}
              className="flex items-baseline justify-between gap-4 border-b border-line py-3 last:border-b-0 last:pb-0"
            >
              {done ? (
                <span className="type-body text-ink2">{t(`console.todo.${step}`)}</span>
              ) : (
                <TextLink href={pageOf(step)} className="strong">
                  {t(`console.todo.${step}`)}
                </TextLink>
              )}
              {done ? (
                <Badge tone="green" icon="check">
                  {t('console.todo.done')}
                </Badge>
              ) : (
                <Badge tone={OPTIONAL_STEPS.includes(step) ? 'neutral' : 'turquoise'}>
                  {t(OPTIONAL_STEPS.includes(step) ? 'console.todo.optional' : 'console.todo.open')}
                </Badge>
              )}
            </li>
          ))}
        </ol>
      </PanelPart>
    </Panel>
  )
}
