import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  failPayoutLines,
  getPayoutBatch,
  payPayoutLines,
} from '#modules/earnings/payouts/contract.ts'
import { PAYOUT_RULES } from '#modules/earnings/payouts/rules.ts'
import { EARNINGS_RULES } from '#modules/earnings/rules.ts'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList } from '#ui/panel.tsx'
import { useDates } from '../dates.ts'
import { FormKey, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { BatchBadge, PayoutTable } from '../payouts-view.tsx'
import { confirmedOf, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { Money, moneyOf } from '../state-badges.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/payouts'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getPayoutBatch, { params: { batch: params.batch ?? '' } })
type Batch = Awaited<ReturnType<typeof loader>>

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const path = { batch: params.batch ?? '' }
  const line = text('line') || null
  const confirmed = confirmedOf(form)
  return text('form') === 'fail'
    ? submit(failPayoutLines, { params: path, body: { line, reason: text('reason'), confirmed } })
    : submit(payPayoutLines, {
        params: path,
        body: { line, day: text('day'), reference: text('reference'), confirmed },
      })
}

/** A batch with its lines, its file, and what the bank made of it. */
export default function OperatorPayoutBatch() {
  const { t } = useWords()
  const batch = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={batch.number}
        end={<BatchBadge state={batch.state} />}
        back={{ href: PATH, name: t('console.nav.payouts') }}
      />
      <Facts batch={batch} />
      {batch.mine && batch.state === 'draft' && (
        <Notice className="mb-7">{t('console.payouts.second')}</Notice>
      )}
      {!batch.mine && batch.state !== 'ended' && (
        <form method="post" action={`${PATH}/${batch.id}/file`} className="mb-7">
          <FormKey />
          <Button
            type="submit"
            icon="download"
            kind={batch.state === 'draft' ? 'primary' : 'secondary'}
          >
            {t('console.payouts.file')}
          </Button>
        </form>
      )}
      <PayoutTable
        label={t('console.nav.payouts')}
        payouts={batch.payouts}
        statements="/operator/earnings"
        of="batch"
      />
      {batch.state !== 'ended' && (
        <div className="mt-9 grid items-start gap-6 lg:grid-cols-2">
          {batch.state === 'exported' && <PayForm batch={batch} />}
          <FailForm batch={batch} />
        </div>
      )}
    </>
  )
}

function Facts({ batch }: { batch: Batch }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <FactList
      className="mb-7 max-w-180"
      facts={[
        {
          label: t('console.payouts.amount'),
          value: <Money amount={batch.total} currency={batch.currency} />,
        },
        { label: t('console.payouts.day'), value: dates.day(batch.day) },
        {
          label: t('console.payouts.created_by'),
          value: (
            <>
              <bdi>{batch.created_by}</bdi> · {dates.time(batch.created_at)}
            </>
          ),
        },
        ...(batch.exported_at === null
          ? []
          : [
              {
                label: t('console.payouts.exported_by'),
                value: (
                  <>
                    <bdi>{batch.exported_by}</bdi> · {dates.time(batch.exported_at)}
                  </>
                ),
              },
            ]),
      ]}
    />
  )
}

function LineField({ batch, value }: { batch: Batch; value: string }) {
  const { t } = useWords()
  return (
    <SelectField
      label={t('console.payouts.which')}
      name="line"
      value={value}
      options={[
        { value: '', name: t('console.payouts.all') },
        ...batch.payouts
          .filter((one) => one.state === 'open')
          .map((one) => ({
            value: one.id,
            name: `\u2068${one.partner.name}\u2069 · \u2068${moneyOf(one.amount, batch.currency)}\u2069`,
          })),
      ]}
    />
  )
}

function PayForm({ batch }: { batch: Batch }) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'pay')
  return (
    <Section title={t('console.payouts.pay')} lead={t('console.payouts.pay_lead')}>
      <PostForm
        name="pay"
        answer={answer}
        submit={t('console.payouts.pay')}
        confirm={t('console.confirm.books')}
      >
        <LineField batch={batch} value={field('line').defaultValue} />
        <TextField {...field('day')} type="date" label={t('console.earnings.paid_on')} required />
        <TextField
          {...field('reference')}
          label={t('console.earnings.reference')}
          dir="ltr"
          autoComplete="off"
          maxLength={EARNINGS_RULES.reference.max}
          required
        />
      </PostForm>
    </Section>
  )
}

function FailForm({ batch }: { batch: Batch }) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'fail')
  return (
    <Section title={t('console.payouts.fail')} lead={t('console.payouts.fail_lead')}>
      <PostForm
        name="fail"
        answer={answer}
        submit={t('console.payouts.fail')}
        confirm={t('console.confirm.books')}
        kind="secondary"
      >
        <LineField batch={batch} value={field('line').defaultValue} />
        <TextArea
          {...field('reason')}
          label={t('console.payouts.fail_reason')}
          rows={3}
          dir="auto"
          maxLength={PAYOUT_RULES.reason.max}
          required
        />
      </PostForm>
    </Section>
  )
}
