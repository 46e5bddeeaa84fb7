import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { adjustEarnings, listAllEarnings } from '#modules/earnings/contract.ts'
import { EARNINGS_RULES } from '#modules/earnings/rules.ts'
import { CURRENCIES } from '#lib/money.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { PageHeader } from '../page-header.tsx'
import { EarningsState, EarningsSums, monthOf } from '../earnings-view.tsx'
import { FilterForm } from '../filter-form.tsx'
import { FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { confirmedOf, readForm } from '../read-form.ts'
import { Money } from '../state-badges.tsx'
import { nextHref, queryOf, DataTable, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/earnings'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['state', 'partner', 'after'])
  return {
    query: query as Record<string, string>,
    ...(await context
      .get(consoleContext)
      .call(listAllEarnings, { query: query as Record<string, never> })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const amount = text('amount').trim().replace('−', '-').replace(',', '.')
  const body = {
    partner: text('partner'),
    currency: text('currency') as 'TRY',
    amount: amount as unknown as number,
    reason: text('reason'),
    confirmed: confirmedOf(form),
  }
  return submit(adjustEarnings, { body })
}

/** All partners' statements, due payouts and corrections. */
export default function OperatorEarnings() {
  const { t, locale } = useWords()
  const { query, statements, next, open } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'adjust')
  return (
    <>
      <PageHeader title={t('console.nav.earnings')} lead={t('console.earnings.operator_lead')} />
      <FilterForm
        query={query}
        search={{ name: 'partner', label: t('console.earnings.whose'), maxLength: 80, dir: 'auto' }}
        states={[{ value: 'due', name: t('console.earnings.state.due') }]}
      />
      {open.length > 0 && (
        <section className="mb-9">
          <h2 className="type-d3 mb-4">{t('console.earnings.open')}</h2>
          <div className="grid gap-5 md:grid-cols-2">
            {open.map((sums) => (
              <Panel key={sums.currency} as="section" label={sums.currency}>
                <PanelPart>
                  <EarningsSums sums={sums} className="-mt-3 border-t-0" />
                </PanelPart>
              </Panel>
            ))}
          </div>
        </section>
      )}
      <DataTable
        label={t('console.earnings.statements')}
        rows={statements}
        empty={
          <EmptyState
            title={t('console.earnings.none')}
            {...(query.partner || query.state
              ? {
                  action: (
                    <LinkButton href={PATH} kind="secondary">
                      {t('console.items.all')}
                    </LinkButton>
                  ),
                }
              : {})}
          >
            {t('console.earnings.none_operator')}
          </EmptyState>
        }
        columns={[
          {
            name: t('console.earnings.number'),
            cell: (one) => (
              <TextLink href={`${PATH}/${one.id}`} className="strong">
                <bdi dir="ltr">{one.number}</bdi>
              </TextLink>
            ),
          },
          {
            name: t('console.earnings.partner'),
            cell: (one) => (
              <TextLink href={`${PATH}?partner=${one.partner.id}`}>
                <bdi>{one.partner.name}</bdi>
              </TextLink>
            ),
          },
          { name: t('console.earnings.month'), cell: (one) => monthOf(one.month, locale) },
          { name: t('console.item.state'), cell: (one) => <EarningsState state={one.state} /> },
          {
            name: t('console.earnings.closing'),
            end: true,
            cell: (one) => <Money amount={one.closing} currency={one.currency} />,
          },
        ]}
      />
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
      <Section
        title={t('console.earnings.adjust')}
        lead={t('console.earnings.adjust_lead')}
        className="mt-9 max-w-230"
      >
        <FormDone answer={answer} className="mb-5">
          {t('console.earnings.adjusted')}
        </FormDone>
        <PostForm
          name="adjust"
          answer={answer}
          submit={t('console.earnings.adjust_send')}
          confirm={t('console.confirm.books')}
        >
          <div className="grid gap-5 md:grid-cols-3">
            <TextField
              {...field('partner', query.partner ?? '')}
              label={t('console.earnings.whose')}
              dir="auto"
              autoComplete="off"
              maxLength={EARNINGS_RULES.who.max}
              required
            />
            <TextField
              {...field('amount')}
              label={t('console.earnings.amount')}
              hint={t('console.earnings.amount_hint')}
              inputMode="text"
              dir="ltr"
              autoComplete="off"
              required
            />
            <SelectField
              label={t('console.coupons.currency')}
              name="currency"
              value={field('currency', 'TRY').defaultValue}
              options={CURRENCIES.map((one) => ({ value: one, name: one }))}
            />
          </div>
          <TextArea
            {...field('reason')}
            label={t('console.earnings.reason')}
            rows={3}
            dir="auto"
            maxLength={EARNINGS_RULES.reason.max}
            required
          />
        </PostForm>
      </Section>
    </>
  )
}
