import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { getAnyEarnings, payEarnings } from '#contexts/earnings/contract.ts'
import { EARNINGS_RULES } from '#contexts/earnings/rules.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { DeskHead } from '../desk-head.tsx'
import { EarningsState, EarningsView, monthOf } from '../earnings-view.tsx'
import { answerOf, confirmedOf, DeskForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { moneyOf } from '../money-view.tsx'
import { nextHref, queryOf } from '../query.ts'
import { consoleContext } from '../screen-context.ts'
import { NextPage } from '../table.tsx'
import { useWords } from '../words.tsx'

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getAnyEarnings, { params: { statement: params.statement ?? '' }, query: queryOf(request, ['after']) })

export async function action({ context, params, request }: ActionFunctionArgs) {
  const form = await request.formData()
  const given = { params: { statement: params.statement ?? '' }, body: { day: textOf(form, 'day'), reference: textOf(form, 'reference'), confirmed: confirmedOf(form) } }
  return answerOf('pay', form, await context.get(consoleContext).attempt(payEarnings, given))
}

/** A partner's month, and the note that it was paid out. */
export default function OperatorEarningsStatement() {
  const { t, locale } = useWords()
  const statement = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'pay')
  const base = '/operator/earnings'
  return (
    <>
      <p className="type-sm mb-2 unprinted"><TextLink href={base}>{t('console.nav.earnings')}</TextLink></p>
      <DeskHead title={`${statement.partner.name} · ${monthOf(statement.month, locale)}`} lead={<bdi dir="ltr">{statement.number}</bdi>} end={<EarningsState state={statement.state} />} />
      <p className="mb-7 unprinted"><LinkButton href={`${base}/${statement.id}/file`} kind="secondary" icon="download" download="">{t('console.earnings.csv')}</LinkButton></p>
      <EarningsView statement={statement} />
      <NextPage href={nextHref(`${base}/${statement.id}`, {}, statement.next)} label={t('console.next')} />
      {statement.state === 'due' && (
        <Panel as="section" label={t('console.earnings.pay')} className="mt-9 max-w-180 unprinted">
          <PanelPart>
            <h2 className="type-d4 mb-1">{t('console.earnings.pay')}</h2>
            <p className="type-body mb-5 text-ink2">{t('console.earnings.pay_lead', { amount: moneyOf(statement.closing, statement.currency) })}</p>
            <DeskForm name="pay" answer={answer} submit={t('console.earnings.pay_send')} confirm={t('console.confirm.books')}>
              <div className="grid gap-5 md:grid-cols-2">
                <TextField {...field('day')} type="date" label={t('console.earnings.paid_on')} required />
                <TextField {...field('reference')} label={t('console.earnings.reference')} dir="ltr" autoComplete="off" maxLength={EARNINGS_RULES.reference.max} required />
              </div>
            </DeskForm>
          </PanelPart>
        </Panel>
      )}
    </>
  )
}
