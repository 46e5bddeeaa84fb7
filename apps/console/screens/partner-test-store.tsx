import { Form, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  advanceTestClock,
  type ClockEvent,
  getTestTimeline,
} from '#modules/billing/developer-contract.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Progress } from '#ui/progress.tsx'
import { DataTable, nextHref, NextPage, queryOf } from '../data-table.tsx'
import { countOf, useDates } from '../dates.ts'
import { FormError, FormKey, useFormAnswer } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { useLive } from '../platform/use-live.ts'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { Money } from '../state-badges.tsx'
import { describeTestEvent } from '../test-events.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { partner = '', store = '' } = params
  return {
    partner,
    ...(await context.get(consoleContext).call(getTestTimeline, {
      params: { partner, store },
      query: queryOf(request, ['after']),
    })),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const { partner = '', store = '' } = params
  return submit(advanceTestClock, { params: { partner, store }, body: { by: text('by') } })
}

const STEPS = [
  ['1d', 'console.test_stores.by_day'],
  ['7d', 'console.test_stores.by_week'],
  ['1m', 'console.test_stores.by_month'],
  ['1y', 'console.test_stores.by_year'],
] as const

/** A test store: its clock, and what happened to its subscriptions. */
export default function PartnerTestStore() {
  const { t } = useWords()
  const dates = useDates()
  const { partner, store, events, next } = useLoaderData<typeof loader>()
  const base = `/partner/${partner}/test-stores`
  return (
    <>
      <PageHeader title={store.domain} back={{ href: base, name: t('console.test_stores.nav') }} />
      <TestClock clock={store.clock} />
      <h2 className="type-d3 mt-9 mb-4">{t('console.test_stores.timeline')}</h2>
      <DataTable
        label={t('console.test_stores.timeline')}
        rows={events}
        empty={
          <EmptyState title={t('console.test_stores.nothing')}>
            {t('console.test_stores.nothing_lead')}
          </EmptyState>
        }
        columns={[
          { name: t('console.test_stores.when'), cell: (one) => dates.time(one.at) },
          {
            name: t('console.test_stores.what'),
            cell: (one) => <TestEvent event={one} />,
          },
          { name: t('console.test_stores.item'), cell: (one) => <bdi>{one.item}</bdi> },
          {
            name: t('console.test_stores.amount'),
            end: true,
            cell: (one) =>
              one.amount !== null &&
              one.currency !== null && <Money amount={one.amount} currency={one.currency} />,
          },
        ]}
      />
      <NextPage href={nextHref(`${base}/${store.id}`, {}, next)} label={t('console.next')} />
    </>
  )
}

function TestEvent({ event }: { event: ClockEvent }) {
  const { t } = useWords()
  return (
    <>
      {describeTestEvent(t, event)}
      {event.order !== null && (
        // Takes no part in the width of the column, which would move when its font comes.
        <span className="type-sm figures block w-0 min-w-full text-ink2">
          <bdi dir="ltr">{event.order}</bdi>
        </span>
      )}
    </>
  )
}

type Clock = Awaited<ReturnType<typeof loader>>['store']['clock']

function TestClock({ clock }: { clock: Clock }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const answer = useFormAnswer()
  const isMoving = clock?.is_moving ?? false
  useLive(isMoving)
  if (clock === null) return null
  return (
    <Section title={t('console.test_stores.clock')} className="max-w-180">
      <FormError answer={answer} form="advance" className="mb-5" />
      <p className="type-d4">
        <time dateTime={clock.now_at}>{dates.time(clock.now_at)}</time>
      </p>
      {isMoving ? (
        <Progress
          className="mt-4"
          label={t('console.test_stores.moving', { day: dates.day(clock.target_at) })}
          done={Math.round(clock.progress * 100)}
          all={100}
          note={t('console.test_stores.steps', { count: clock.steps })}
          percent={countOf(Math.round(clock.progress * 100), locale)}
        />
      ) : (
        <Form method="post" className="mt-4 flex flex-wrap gap-3">
          <FormKey />
          <input type="hidden" name="form" value="advance" />
          {STEPS.map(([by, key]) => (
            <Button key={by} type="submit" name="by" value={by} kind="secondary">
              {t(key)}
            </Button>
          ))}
        </Form>
      )}
    </Section>
  )
}
