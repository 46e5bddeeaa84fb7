import { Form, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { adjustEarnings, listAllEarnings } from '#contexts/earnings/contract.ts'
import { EARNINGS_RULES } from '#contexts/earnings/rules.ts'
import { CURRENCIES } from '#lib/money.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextArea } from '#ui/long-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { DeskHead } from '../desk-head.tsx'
import { EarningsState, EarningsSums, monthOf } from '../earnings-view.tsx'
import { answerOf, confirmedOf, DeskForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { Money } from '../money-view.tsx'
import { nextHref, queryOf } from '../query.ts'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../select-field.tsx'
import { DeskTable, NextPage } from '../table.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/earnings'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['state', 'partner', 'after'])
  return { query: query as Record<string, string>, ...await context.get(consoleContext).call(listAllEarnings, { query: query as Record<string, never> }) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData()
  const amount = textOf(form, 'amount').trim().replace('−', '-').replace(',', '.')
  const body = { partner: textOf(form, 'partner'), currency: textOf(form, 'currency') as 'TRY', amount: amount as unknown as number, reason: textOf(form, 'reason'), confirmed: confirmedOf(form) }
  return answerOf('adjust', form, await context.get(consoleContext).attempt(adjustEarnings, { body }))
}

/** Every partner's statements; what is due to be paid out, and corrections. */
export default function OperatorEarnings() {
  const { t, locale } = useWords()
  const { query, statements, next, open } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'adjust')
  return (
    <>
      <DeskHead title={t('console.nav.earnings')} lead={t('console.earnings.operator_lead')} />
      <Form method="get" role="search" className="mb-7 grid items-end gap-4 md:grid-cols-[3fr_1fr_auto]">
        <TextField key={query.partner} name="partner" label={t('console.earnings.whose')} defaultValue={query.partner ?? ''} dir="auto" autoComplete="off" maxLength={80} />
        <SelectField name="state" label={t('console.item.state')} value={query.state ?? ''} options={[{ value: '', name: t('console.items.any') }, { value: 'due', name: t('console.earnings.state.due') }]} />
        <Button type="submit" kind="secondary" icon="search">{t('console.search')}</Button>
      </Form>
      {open.length > 0 && (
        <section className="mb-9">
          <h2 className="type-d3 mb-4">{t('console.earnings.open')}</h2>
          <div className="grid gap-5 md:grid-cols-2">
            {open.map(sums => <Panel key={sums.currency} as="section" label={sums.currency}><PanelPart><EarningsSums sums={sums} className="-mt-3 border-t-0" /></PanelPart></Panel>)}
          </div>
        </section>
      )}
      {statements.length === 0
        ? <EmptyState title={t('console.earnings.none')} {...(query.partner || query.state ? { action: <LinkButton href={PATH} kind="secondary">{t('console.items.all')}</LinkButton> } : {})}>{t('console.earnings.none_operator')}</EmptyState>
        : (
        <DeskTable label={t('console.earnings.statements')} rows={statements} columns={[
          { name: t('console.earnings.number'), cell: one => <TextLink href={`${PATH}/${one.id}`} className="strong"><bdi dir="ltr">{one.number}</bdi></TextLink> },
          { name: t('console.earnings.partner'), cell: one => <TextLink href={`${PATH}?partner=${one.partner.id}`}><bdi>{one.partner.name}</bdi></TextLink> },
          { name: t('console.earnings.month'), cell: one => monthOf(one.month, locale) },
          { name: t('console.item.state'), cell: one => <EarningsState state={one.state} /> },
          { name: t('console.earnings.closing'), end: true, cell: one => <Money amount={one.closing} currency={one.currency} /> },
        ]} />
      )}
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
      <Panel as="section" label={t('console.earnings.adjust')} className="mt-9 max-w-230">
        <PanelPart>
          <h2 className="type-d4 mb-1">{t('console.earnings.adjust')}</h2>
          <p className="type-body mb-5 text-ink2">{t('console.earnings.adjust_lead')}</p>
          {answer?.done && <Notice tone="done" alert className="mb-5">{t('console.earnings.adjusted')}</Notice>}
          <DeskForm name="adjust" answer={answer} submit={t('console.earnings.adjust_send')} confirm={t('console.confirm.books')}>
            <div className="grid gap-5 md:grid-cols-3">
              <TextField {...field('partner', query.partner ?? '')} label={t('console.earnings.whose')} dir="auto" autoComplete="off" maxLength={EARNINGS_RULES.who.max} required />
              <TextField {...field('amount')} label={t('console.earnings.amount')} hint={t('console.earnings.amount_hint')} inputMode="text" dir="ltr" autoComplete="off" required />
              <SelectField label={t('console.coupons.currency')} name="currency" value={field('currency', 'TRY').defaultValue} options={CURRENCIES.map(one => ({ value: one, name: one }))} />
            </div>
            <TextArea {...field('reason')} label={t('console.earnings.reason')} rows={3} dir="auto" maxLength={EARNINGS_RULES.reason.max} required />
          </DeskForm>
        </PanelPart>
      </Panel>
    </>
  )
}
