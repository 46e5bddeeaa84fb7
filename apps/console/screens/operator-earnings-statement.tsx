import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { getAnyEarnings, payEarnings } from '#modules/earnings/contract.ts'
import { EARNINGS_RULES } from '#modules/earnings/rules.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { PageHeader } from '../page-header.tsx'
import { EarningsState, EarningsView, monthOf } from '../earnings-view.tsx'
import { PostForm, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { confirmedOf, readForm } from '../read-form.ts'
import { moneyOf } from '../state-badges.tsx'
import { nextHref, queryOf, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getAnyEarnings, {
    params: { statement: params.statement ?? '' },
    query: queryOf(request, ['after']),
  })

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const given = {
    params: { statement: params.statement ?? '' },
    body: {
      day: text('day'),
      reference: text('reference'),
      confirmed: confirmedOf(form),
    },
  }
  return submit(payEarnings, given)
}

/** A partner's statement of a month, and the record of its payout. */
export default function OperatorEarningsStatement() {
  const { t, locale } = useWords()
  const statement = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'pay')
  const base = '/operator/earnings'
  return (
    <>
      <p className="type-sm mb-2 unprinted">
        <TextLink href={base}>{t('console.nav.earnings')}</TextLink>
      </p>
      <PageHeader
        title={`${statement.partner.name} · ${monthOf(statement.month, locale)}`}
        lead={<bdi dir="ltr">{statement.number}</bdi>}
        end={<EarningsState state={statement.state} />}
      />
      <p className="mb-7 unprinted">
        <LinkButton
          href={`${base}/${statement.id}/file`}
          kind="secondary"
          icon="download"
          download=""
        >
          {t('console.earnings.csv')}
        </LinkButton>
      </p>
      <EarningsView statement={statement} />
      <NextPage
        href={nextHref(`${base}/${statement.id}`, {}, statement.next)}
        label={t('console.next')}
      />
      {statement.state === 'due' && (
        <Section
          title={t('console.earnings.pay')}
          lead={t('console.earnings.pay_lead', {
            amount: moneyOf(statement.closing, statement.currency),
          })}
          className="mt-9 max-w-180 unprinted"
        >
          <PostForm
            name="pay"
            answer={answer}
            submit={t('console.earnings.pay_send')}
            confirm={t('console.confirm.books')}
          >
            <div className="grid gap-5 md:grid-cols-2">
              <TextField
                {...field('day')}
                type="date"
                label={t('console.earnings.paid_on')}
                required
              />
              <TextField
                {...field('reference')}
                label={t('console.earnings.reference')}
                dir="ltr"
                autoComplete="off"
                maxLength={EARNINGS_RULES.reference.max}
                required
              />
            </div>
          </PostForm>
        </Section>
      )}
    </>
  )
}
