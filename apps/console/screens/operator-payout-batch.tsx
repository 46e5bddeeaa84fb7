import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  failPayoutLines,
  getPayoutBatch,
  payPayoutLines,
  reversePayout,
  sendPayoutBatch,
} from '#modules/earnings/payouts/contract.ts'
import { PAYOUT_RULES } from '#modules/earnings/payouts/rules.ts'
import { EARNINGS_RULES } from '#modules/earnings/rules.ts'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList } from '#ui/panel.tsx'
import { useDates } from '../dates.ts'
import { FormDone, FormKey, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
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
  switch (text('form')) {
    case 'fail':
      return submit(failPayoutLines, {
        params: path,
        body: { line, reason: text('reason'), confirmed },
      })
    case 'send':
      return submit(sendPayoutBatch, { params: path, body: { confirmed } })
    case 'reverse':
      return submit(reversePayout, { params: path, body: { line: line ?? '', confirmed } })
    default:
      return submit(payPayoutLines, {
        params: path,
        body: { line, day: text('day'), reference: text('reference'), confirmed },
      })
  }
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
      {!batch.mine && <Release batch={batch} />}
      <PayoutTable
        label={t('console.nav.payouts')}
        payouts={batch.payouts}
        statements="/operator/earnings"
        of="batch"
      />
      <div className="mt-9 grid items-start gap-6 lg:grid-cols-2">
        {batch.state === 'exported' && batch.payouts.some((one) => one.may_pay) && (
          <PayForm batch={batch} />
        )}
        {batch.payouts.some((one) => one.may_fail) && <FailForm batch={batch} />}
        {batch.payouts.some((one) => one.reversible !== null) && <ReverseForms batch={batch} />}
      </div>
    </>
  )
}

/** The file, or what starts the transfers of a batch without one. */
function Release({ batch }: { batch: Batch }) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const count = batch.at_providers
  if (batch.in_file > 0)
    return (
      <form method="post" action={`${PATH}/${batch.id}/file`} className="mb-7">
        <FormKey />
        <Button
          type="submit"
          icon="download"
          kind={batch.state === 'draft' ? 'primary' : 'secondary'}
        >
          {t('console.payouts.file')}
        </Button>
        {batch.state === 'draft' && count > 0 && (
          <p className="type-sm mt-2 text-ink2">{t('console.payouts.file_too', { count })}</p>
        )}
      </form>
    )
  if (batch.state !== 'draft' || count === 0) return null
  return (
    <Section
      title={t('console.payouts.send')}
      lead={t('console.payouts.send_lead', { count })}
      className="mb-7 max-w-180"
    >
      <PostForm
        name="send"
        answer={answer}
        submit={t('console.payouts.send')}
        confirm={t('console.confirm.books')}
      />
    </Section>
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

function LineField({
  batch,
  may,
  value,
}: {
  batch: Batch
  may: 'may_pay' | 'may_fail'
  value: string
}) {
  const { t } = useWords()
  return (
    <SelectField
      label={t('console.payouts.which')}
      name="line"
      value={value}
      options={[
        { value: '', name: t('console.payouts.all') },
        ...batch.payouts
          .filter((one) => one[may])
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
        <LineField batch={batch} may="may_pay" value={field('line').defaultValue} />
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
        <LineField batch={batch} may="may_fail" value={field('line').defaultValue} />
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

/** A button for each payout whose provider can take back what refunds left owing. */
function ReverseForms({ batch }: { batch: Batch }) {
  const { t } = useWords()
  const answer = useFormAnswer()
  return (
    <Section title={t('console.payouts.reverse')} lead={t('console.payouts.reverse_lead')}>
      <FormDone answer={answer} form="reverse" className="mb-5">
        {t('console.payouts.reverse_asked')}
      </FormDone>
      {batch.payouts.map(
        (one) =>
          one.reversible !== null && (
            <div key={one.id} className="mb-6">
              <p className="type-body strong mb-3">
                <bdi>{one.partner.name}</bdi>
              </p>
              <PostForm
                name="reverse"
                answer={answer}
                submit={t('console.payouts.reverse_send', {
                  amount: moneyOf(one.reversible, batch.currency),
                })}
                confirm={t('console.confirm.books')}
                kind="secondary"
                hidden={{ line: one.id }}
              />
            </div>
          ),
      )}
    </Section>
  )
}
