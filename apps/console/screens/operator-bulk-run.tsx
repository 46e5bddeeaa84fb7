import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '#kernel/operation.ts'
import { getBulkRun, startBulk, stopBulk, undoBulk } from '#modules/market/bulk-contract.ts'
import { BULK_ACTS, isUnderWay, undoOf } from '#modules/market/bulk-rules.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { BULK, pageOfList, pageOfRow } from '../bulk/places.ts'
import { RowState, RunState } from '../bulk/run-parts.tsx'
import { DataTable, NextPage } from '../data-table.tsx'
import { countOf } from '../dates.ts'
import { FilterText } from '../filter-text.tsx'
import { FormError, PostForm, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { PageHeader } from '../page-header.tsx'
import { useLive } from '../platform/use-live.ts'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

type Run = AnswerOf<typeof getBulkRun>

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const after = new URL(request.url).searchParams.get('after')
  return context.get(consoleContext).call(getBulkRun, {
    params: { run: params.run ?? '' },
    query: after === null ? {} : { after: after as never },
  })
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const given = { params: { run: params.run ?? '' } }
  if (text('form') === 'start') return submit(startBulk, given)
  if (text('form') === 'stop') return submit(stopBulk, given)
  const answer = await submit(undoBulk, given)
  if (answer.done) throw goTo(`${BULK}/${String(answer.done.id)}`)
  return answer
}

/** One act on many rows: what would happen, how far it is, what came of it. */
export default function OperatorBulkRun() {
  const { t } = useWords()
  const run = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const { list } = BULK_ACTS[run.act]
  useLive(isUnderWay(run.state))
  return (
    <>
      <PageHeader
        title={t(`console.bulk.act.${run.act}`)}
        lead={
          <>
            <RunState state={run.state} />{' '}
            {run.filters && <FilterText filters={Object.entries(run.filters)} className="ms-2" />}
          </>
        }
        back={{ href: pageOfList(list), name: t(`console.nav.${list}`) }}
      />
      <FormError answer={answer} className="mb-5" />
      <Counts run={run} />
      {run.is_cut && (
        <Notice tone="attention" className="mb-5 max-w-200">
          {t('console.bulk.cut')}
        </Notice>
      )}
      <Acts run={run} />
      <Reasons run={run} />
      <Rows run={run} />
    </>
  )
}

/** The figures of the run: before it those of the trial, afterwards what came of it. */
function Counts({ run }: { run: Run }) {
  const { t, locale } = useWords()
  const { rows, state } = run
  const all = Object.values(rows).reduce((sum, one) => sum + one, 0)
  const isTrial = ['collecting', 'checking', 'checked'].includes(state)
  const looked = isTrial ? all - rows.waiting : rows.done + rows.refused
  const shown = isTrial
    ? (['possible', 'impossible'] as const)
    : ([
        'done',
        'refused',
        'impossible',
        ...(rows.possible > 0 ? ['possible' as const] : []),
      ] as const)
  return (
    <>
      {isUnderWay(state) && (
        <Progress
          className="mb-5 max-w-200"
          label={t('console.bulk.progress', { done: looked, all })}
          done={looked}
          all={Math.max(isTrial ? all : all - rows.impossible, 1)}
          note={t('console.bulk.progress', { done: looked, all })}
        />
      )}
      <dl aria-live="polite" className="mb-5 flex flex-wrap gap-x-9 gap-y-3">
        {shown.map((one) => (
          <div key={one}>
            <dt className="type-sm text-ink2">
              {t(
                one === 'possible' && !isTrial
                  ? 'console.bulk.step.left'
                  : `console.bulk.step.${one}`,
              )}
            </dt>
            <dd className="type-d3 figures">{countOf(rows[one], locale)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Acts({ run }: { run: Run }) {
  const { t } = useWords()
  const undo = undoOf(run.act)
  return (
    <div className="mb-7 flex flex-wrap items-center gap-3">
      {run.state === 'checked' && run.rows.possible > 0 && (
        <PostForm
          name="start"
          answer={undefined}
          submit={t('console.bulk.start', { count: run.rows.possible })}
        />
      )}
      {(isUnderWay(run.state) || run.state === 'checked') && (
        <PostForm
          name="stop"
          answer={undefined}
          submit={t(run.state === 'running' ? 'console.bulk.stop' : 'console.bulk.leave')}
          kind="secondary"
        />
      )}
      {run.may_undo && undo && (
        <PostForm
          name="undo"
          answer={undefined}
          submit={t('console.bulk.undo', { act: t(`console.bulk.act.${undo}`) })}
          kind="secondary"
        />
      )}
      {run.undone_by && (
        <LinkButton href={`${BULK}/${run.undone_by}`} kind="secondary">
          {t('console.bulk.undone')}
        </LinkButton>
      )}
      {run.undoes && (
        <LinkButton href={`${BULK}/${run.undoes}`} kind="secondary">
          {t('console.bulk.undoes')}
        </LinkButton>
      )}
    </div>
  )
}

/** What cannot be done and why, by reason, with the first rows of each. */
function Reasons({ run }: { run: Run }) {
  const { t } = useWords()
  if (run.reasons.length === 0) return null
  return (
    <section className="mb-7 max-w-200">
      <h2 className="type-d4 mb-2">{t('console.bulk.why')}</h2>
      <ul className="border-t border-line">
        {run.reasons.map((one) => (
          <li key={one.code} className="border-b border-line py-2.5">
            <p className="strong">
              <span className="figures">{t('console.bulk.rows', { count: one.count })}</span>
              {': '}
              {one.message}
            </p>
            <p className="type-sm mt-0.5 text-ink2 wrap-anywhere">
              {one.examples.map((example, index) => (
                <span key={example.id}>
                  {index > 0 && ', '}
                  <bdi>{example.title || example.id}</bdi>
                </span>
              ))}
              {one.count > one.examples.length && ' …'}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Rows({ run }: { run: Run }) {
  const { t } = useWords()
  const { list } = BULK_ACTS[run.act]
  if (run.steps.length === 0) return null
  return (
    <>
      <DataTable
        label={t(`console.nav.${list}`)}
        rows={run.steps}
        columns={[
          {
            name: t(`console.nav.${list}`),
            cell: (one) => {
              const href = pageOfRow(list, one.id)
              const title = <bdi>{one.title || one.id}</bdi>
              return href === null ? title : <TextLink href={href}>{title}</TextLink>
            },
          },
          { name: t('console.item.state'), cell: (one) => <RowState state={one.state} /> },
          ...(run.reasons.length === 0
            ? []
            : [
                {
                  name: t('console.orders.reason'),
                  cell: (one: Run['steps'][number]) => one.reason ?? '–',
                },
              ]),
        ]}
      />
      <NextPage
        href={run.next === null ? null : `${BULK}/${run.id}?after=${run.next}`}
        label={t('console.next')}
      />
    </>
  )
}
