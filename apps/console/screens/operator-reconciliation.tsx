import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { listDifferences, settleDifference } from '#modules/orders/operator-contract.ts'
import { RESOLUTION_NOTE_RULES } from '#modules/orders/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea } from '#ui/field.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { readForm, type FormAnswer } from '../read-form.ts'
import { moneyOf } from '../state-badges.tsx'
import { nextHref, queryOf, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/books'
const KINDS = [
  'charge_unknown',
  'charge_missing',
  'amount_differs',
  'refund_differs',
  'money_held',
  'not_asked',
] as const
const known = (kind: string): kind is (typeof KINDS)[number] =>
  (KINDS as readonly string[]).includes(kind)

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['state', 'after'])
  return {
    query: query as Record<string, string>,
    ...(await context
      .get(consoleContext)
      .call(listDifferences, { query: query as Record<string, never> })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const difference = text('difference')
  const body = { state: text('state') as 'explained', note: text('note') }
  return submit(settleDifference, { params: { difference }, body })
}

type Difference = Awaited<ReturnType<typeof loader>>['differences'][number]

function Settle({ one, answer }: { one: Difference; answer: FormAnswer | undefined }) {
  const { t } = useWords()
  const field = useField(answer, one.id)
  return (
    <PostForm
      name={one.id}
      answer={answer}
      submit={t('console.books.settle')}
      kind="secondary"
      hidden={{ difference: one.id }}
      className="mt-5 grid gap-4"
    >
      <TextArea
        {...field('note')}
        label={t('console.books.note')}
        rows={2}
        dir="auto"
        maxLength={RESOLUTION_NOTE_RULES.max}
        required
      />
      <SelectField
        label={t('console.item.state')}
        name="state"
        value={field('state', 'explained').defaultValue}
        options={(['explained', 'resolved'] as const).map((value) => ({
          value,
          name: t(`console.books.state.${value}`),
        }))}
      />
    </PostForm>
  )
}

/** Discrepancies between our ledger and the gateway's. */
export default function OperatorReconciliation() {
  const { t } = useWords()
  const dates = useDates()
  const { query, differences, next, compared } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  return (
    <>
      <PageHeader title={t('console.nav.books')} lead={t('console.books.lead')} />
      <p className="type-body mb-6 text-ink2">
        {compared.length === 0
          ? t('console.books.never')
          : `${t('console.books.compared')}: ${compared.map((one) => `${one.gateway} ${dates.day(one.day)}`).join(' · ')}`}
      </p>
      <Tabs
        label={t('console.item.state')}
        className="mb-6"
        tabs={[
          { href: PATH, name: t('console.books.all'), current: !query.state },
          ...(['open', 'explained', 'resolved'] as const).map((state) => ({
            href: `${PATH}?state=${state}`,
            name: t(`console.books.state.${state}`),
            current: query.state === state,
          })),
        ]}
      />
      {differences.length === 0 ? (
        <EmptyState title={t('console.books.none')} />
      ) : (
        <ul className="grid gap-5 lg:grid-cols-2">
          {differences.map((one) => (
            <li key={one.id}>
              <Panel>
                <PanelPart>
                  <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
                    <h2 className="type-d4">
                      {known(one.kind) ? t(`console.books.kind.${one.kind}`) : one.kind}
                    </h2>
                    <Badge tone={one.state === 'open' ? 'coral' : 'green'}>
                      {t(`console.books.state.${one.state}`)}
                    </Badge>
                  </div>
                  <FactList
                    facts={[
                      { label: t('console.orders.at'), value: dates.day(one.day) },
                      {
                        label: t('console.orders.number'),
                        value: one.order ? (
                          <TextLink href={`/operator/orders/${one.order}`}>
                            <bdi dir="ltr">{one.order}</bdi>
                          </TextLink>
                        ) : (
                          '–'
                        ),
                      },
                      {
                        label: t('console.orders.gateway'),
                        value: [one.gateway, one.reference].filter(Boolean).join(' '),
                      },
                      {
                        label: t('console.books.ours'),
                        value: one.ours ? moneyOf(one.ours.amount, one.ours.currency) : '–',
                      },
                      {
                        label: t('console.books.theirs'),
                        value: one.theirs ? moneyOf(one.theirs.amount, one.theirs.currency) : '–',
                      },
                      ...(one.note ? [{ label: t('console.books.note'), value: one.note }] : []),
                    ]}
                  />
                  {one.state === 'open' && <Settle one={one} answer={answer} />}
                </PanelPart>
              </Panel>
            </li>
          ))}
        </ul>
      )}
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}
