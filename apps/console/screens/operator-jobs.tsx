import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { discardJob, listJobs, retryJob } from '#modules/market/operator-contract.ts'
import { JOB_STATES } from '#modules/market/rules.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates } from '../dates.ts'
import { BulkBar, useRowBoxes } from '../bulk/bulk-bar.tsx'
import { ListBar } from '../list-table.tsx'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, useFormAnswer } from '../forms.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { nextHref, queryOf, DataTable, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/jobs'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const query = queryOf(request, ['state', 'name', 'after'])
  const state = JOB_STATES.find((one) => one === query.state) ?? 'failed'
  return {
    query: query as Record<string, string>,
    state,
    mayChange: screen.person?.operatorRole === 'admin',
    ...(await screen.call(listJobs, { query: { ...query, state } })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const [what, params] = [text('form'), { name: text('name'), job: text('job') }]
  return answerOf(
    what,
    form,
    what === 'retry'
      ? await screen.attempt(retryJob, { params })
      : await screen.attempt(discardJob, { params }),
  )
}

export default function OperatorJobs() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { query, state, names, jobs, next, mayChange } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const boxes = useRowBoxes(
    'jobs',
    (one: (typeof jobs)[number]) => `${one.name} ${one.about}`,
    (one) => `${one.name}:${one.id}`,
  )
  return (
    <>
      <PageHeader title={t('console.nav.jobs')} lead={t('console.jobs.lead')} />
      {answer && (
        <Notice tone={answer.error ? 'attention' : 'done'} alert className="mb-6">
          {answer.error?.message ??
            t(answer.form === 'retry' ? 'console.jobs.retried' : 'console.jobs.discarded')}
        </Notice>
      )}
      {names.length > 0 && (
        <section className="mb-9">
          <DataTable
            label={t('console.jobs.title')}
            rows={names.map((one) => ({ id: one.name, ...one }))}
            columns={[
              {
                name: t('console.jobs.name'),
                cell: (one) => (
                  <TextLink href={`${PATH}?${new URLSearchParams({ state, name: one.name })}`}>
                    <bdi dir="ltr">{one.name}</bdi>
                  </TextLink>
                ),
              },
              {
                name: t('console.jobs.active'),
                end: true,
                cell: (one) => <span className="figures">{countOf(one.active, locale)}</span>,
              },
              {
                name: t('console.jobs.waiting'),
                end: true,
                cell: (one) => <span className="figures">{countOf(one.waiting, locale)}</span>,
              },
              {
                name: t('console.jobs.failed'),
                end: true,
                cell: (one) => <span className="figures">{countOf(one.failed, locale)}</span>,
              },
            ]}
          />
        </section>
      )}
      <Tabs
        label={t('console.item.state')}
        className="mb-6"
        tabs={JOB_STATES.map((one) => ({
          href: `${PATH}?${new URLSearchParams({ state: one, ...(query.name && { name: query.name }) })}`,
          name: t(`console.jobs.state.${one}`),
          current: one === state,
        }))}
      />
      {state === 'failed' && boxes && jobs.length > 0 && (
        <ListBar bar={<BulkBar list="jobs" loaded={jobs} />} />
      )}
      <DataTable
        label={t(`console.jobs.state.${state}`)}
        rows={jobs}
        boxes={state === 'failed' ? boxes : undefined}
        empty={<EmptyState title={t('console.jobs.none')} />}
        columns={[
          {
            name: t('console.jobs.name'),
            cell: (one) => (
              <>
                <bdi dir="ltr" className="strong">
                  {one.name}
                </bdi>
                <bdi dir="ltr" className="type-sm block text-ink2">
                  {one.about}
                </bdi>
              </>
            ),
          },
          { name: t('console.jobs.made'), cell: (one) => dates.time(one.made_at) },
          {
            name: t('console.jobs.tries'),
            end: true,
            cell: (one) => <span className="figures">{countOf(one.tries, locale)}</span>,
          },
          {
            name: t('console.jobs.fault'),
            cell: (one) => (
              <code dir="ltr" className="type-sm wrap-anywhere-safe">
                {one.fault ?? '–'}
              </code>
            ),
          },
          ...(mayChange && state === 'failed'
            ? [
                {
                  name: t('console.actions'),
                  end: true,
                  cell: (one: (typeof jobs)[number]) => (
                    <span className="inline-flex flex-wrap justify-end gap-2">
                      <ButtonForm
                        name="retry"
                        hidden={{ name: one.name, job: one.id }}
                        label={t('console.jobs.retry')}
                        kind="secondary"
                        about={one.about}
                      />
                      <ButtonForm
                        name="discard"
                        confirm={t('console.confirm.end')}
                        hidden={{ name: one.name, job: one.id }}
                        label={t('console.jobs.discard')}
                        kind="danger-quiet"
                        about={one.about}
                      />
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}
