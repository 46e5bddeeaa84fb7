import type { AnswerOf } from '#kernel/operation.ts'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { declineRefundRequest, getOrder, refundAnOrder } from '#modules/orders/operator-contract.ts'
import { REFUND_REASONS, REFUND_REQUEST_RULES } from '#modules/orders/rules.ts'
import { noteChargeback } from '#modules/earnings/contract.ts'
import { EARNINGS_RULES } from '#modules/earnings/rules.ts'
import { TextArea, TextField } from '#ui/field.tsx'
import { FactList } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { OrderTimeline } from '../order-timeline.tsx'
import { PageHeader } from '../page-header.tsx'
import { FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { confirmedOf, readForm } from '../read-form.ts'
import { Money, OrderState, moneyOf } from '../state-badges.tsx'
import { consoleContext } from '../screen-context.ts'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  return {
    order: await context
      .get(consoleContext)
      .call(getOrder, { params: { order: params.order ?? '' } }),
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const amount = text('amount').trim().replace(',', '.')
  if (text('form') === 'chargeback') {
    const given = {
      amount: (amount === '' ? null : amount) as number | null,
      reference: text('reference'),
      confirmed: confirmedOf(form),
    }
    return submit(noteChargeback, { params: { order: params.order ?? '' }, body: given })
  }
  if (text('form') === 'decline')
    return submit(declineRefundRequest, {
      params: { order: params.order ?? '' },
      body: { answer: text('answer') },
    })
  const body = {
    amount: (amount === '' ? null : amount) as number | null,
    line: form.has('line') ? Number(text('line')) : null,
    reason: text('reason') as 'other',
    key: text('form_key'),
    confirmed: confirmedOf(form),
  }
  return submit(refundAnOrder, { params: { order: params.order ?? '' }, body })
}

type Reason = (typeof REFUND_REASONS)[number] | 'money_back' | 'goodwill'
const known = (reason: string): reason is Reason =>
  reason === 'money_back' ||
  reason === 'goodwill' ||
  (REFUND_REASONS as readonly string[]).includes(reason)

/** An order with its payments and history. */
export default function OperatorOrder() {
  const { t } = useWords()
  const dates = useDates()
  const { order } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'refund')
  const chargeback = useField(answer, 'chargeback')
  const money = (amount: number) => moneyOf(amount, order.currency)
  const refundable = order.lines.filter((line) => line.left > 0)
  return (
    <>
      <PageHeader
        back={{ href: '/operator/orders', name: t('console.nav.orders') }}
        title={order.number}
        lead={<bdi>{order.lines.map((line) => line.item.name).join(', ')}</bdi>}
        end={<OrderState state={order.state} />}
      />
      <FormDone answer={answer} className="mb-6">
        {t(
          answer?.form === 'chargeback'
            ? 'console.earnings.charged_back_done'
            : answer?.form === 'decline'
              ? 'console.orders.request_declined'
              : 'console.orders.refund_asked',
        )}
      </FormDone>
      <FactList
        columns={2}
        className="mb-9"
        facts={[
          {
            label: t('console.orders.store'),
            value: (
              <TextLink href={`/operator/orders?store=${order.store.id}`}>
                <bdi dir="ltr">{order.store.domain}</bdi>
              </TextLink>
            ),
          },
          {
            label: t('console.orders.item'),
            // Of several, each has its own row below.
            value:
              order.lines.length > 1 ? (
                String(order.lines.length)
              ) : (
                <TextLink href={`/operator/items/${order.item.id}`}>
                  <bdi>{order.item.name}</bdi>
                </TextLink>
              ),
          },
          { label: t('console.orders.subtotal'), value: money(order.subtotal) },
          {
            label: t('console.orders.discount'),
            value: order.coupon
              ? `${money(order.discount)} (${order.coupon})`
              : money(order.discount),
          },
          {
            label:
              order.tax_exemption === null
                ? t('console.orders.tax', { rate: order.tax_rate })
                : t(`console.orders.${order.tax_exemption}`),
            value: money(order.tax),
          },
          { label: t('console.orders.total'), value: money(order.total) },
          { label: t('console.orders.refunded'), value: money(order.refunded) },
          {
            label: t('console.orders.paid_at'),
            value: order.paid_at ? dates.time(order.paid_at) : '–',
          },
        ]}
      />
      {order.lines.length > 1 && <Lines order={order} />}
      {order.refund_request && <RefundRequest request={order.refund_request} />}
      <h2 className="type-d3 mb-4">{t('console.orders.payments')}</h2>
      <DataTable
        label={t('console.orders.payments')}
        rows={order.attempts}
        empty={<p className="type-body text-ink2">{t('console.orders.no_payments')}</p>}
        columns={[
          { name: t('console.orders.at'), cell: (one) => dates.time(one.at) },
          {
            name: t('console.orders.gateway'),
            cell: (one) => <bdi dir="ltr">{one.gateway}</bdi>,
          },
          {
            name: t('console.orders.card'),
            cell: (one) => <bdi dir="ltr">{one.card ?? '–'}</bdi>,
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <code dir="ltr">{[one.state, one.reason].filter(Boolean).join(' · ')}</code>
            ),
          },
          {
            name: t('console.orders.total'),
            end: true,
            cell: (one) => <Money amount={one.amount} currency={order.currency} />,
          },
        ]}
      />
      {order.refunds.length > 0 && (
        <section className="mt-9">
          <h2 className="type-d3 mb-4">{t('console.orders.refunds')}</h2>
          <DataTable
            label={t('console.orders.refunds')}
            rows={order.refunds}
            columns={[
              { name: t('console.orders.at'), cell: (one) => dates.time(one.at) },
              {
                name: t('console.orders.reason'),
                cell: (one) =>
                  known(one.reason) ? t(`console.orders.why.${one.reason}`) : one.reason,
              },
              {
                name: t('console.item.state'),
                cell: (one) => (
                  <>
                    {t(`console.orders.refund_state.${one.state}`)}
                    {one.refusal && (
                      <code dir="ltr" className="type-sm block text-ink2">
                        {one.refusal}
                      </code>
                    )}
                  </>
                ),
              },
              {
                name: t('console.orders.total'),
                end: true,
                cell: (one) => <Money amount={one.amount} currency={order.currency} />,
              },
            ]}
          />
        </section>
      )}
      {order.left > 0 && (
        <Section
          title={t('console.orders.refund')}
          lead={t('console.orders.refund_lead')}
          className="mt-9 max-w-180"
        >
          <PostForm
            name="refund"
            answer={answer}
            submit={t('console.orders.refund_send')}
            kind="danger"
            confirm={t('console.orders.refund_confirm', { store: order.store.domain })}
          >
            <div className="grid gap-5 md:grid-cols-2">
              <TextField
                {...field('amount')}
                label={t('console.orders.refund_amount')}
                hint={`${t('console.orders.left')}: ${money(order.left)}`}
                inputMode="decimal"
                dir="ltr"
                autoComplete="off"
              />
              {order.lines.length > 1 && (
                <SelectField
                  label={t('console.orders.item')}
                  name="line"
                  value={field('line', refundable[0]?.id).defaultValue}
                  options={refundable.map((line) => ({
                    value: line.id,
                    name: `${line.item.name} (${money(line.left)})`,
                  }))}
                />
              )}
              <SelectField
                label={t('console.orders.reason')}
                name="reason"
                value={field('reason', 'buyer_request').defaultValue}
                options={REFUND_REASONS.map((value) => ({
                  value,
                  name: t(`console.orders.why.${value}`),
                }))}
              />
            </div>
          </PostForm>
        </Section>
      )}
      {order.left > 0 && (
        <Section
          title={t('console.earnings.charged_back')}
          lead={t('console.earnings.charged_back_lead')}
          className="mt-6 max-w-180"
        >
          <PostForm
            name="chargeback"
            answer={answer}
            submit={t('console.earnings.charged_back_send')}
            kind="secondary"
            confirm={t('console.confirm.books')}
          >
            <div className="grid gap-5 md:grid-cols-2">
              <TextField
                {...chargeback('amount')}
                label={t('console.earnings.charged_back_amount')}
                inputMode="decimal"
                dir="ltr"
                autoComplete="off"
              />
              <TextField
                {...chargeback('reference')}
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
      {order.documents.length > 0 && (
        <section className="mt-9">
          <h2 className="type-d3 mb-4">{t('console.orders.documents')}</h2>
          <DataTable
            label={t('console.orders.documents')}
            rows={order.documents.map((one) => ({ id: one.number, ...one }))}
            columns={[
              {
                name: t('console.orders.number'),
                cell: (one) => <bdi dir="ltr">{one.number}</bdi>,
              },
              {
                name: t('console.audit.kind'),
                cell: (one) => t(`console.orders.document.${one.kind}`),
              },
              { name: t('console.orders.at'), cell: (one) => dates.time(one.at) },
              {
                name: t('console.orders.total'),
                end: true,
                cell: (one) => <Money amount={one.total} currency={order.currency} />,
              },
            ]}
          />
        </section>
      )}
      <section className="mt-9">
        <h2 className="type-d3 mb-4">{t('console.orders.events')}</h2>
        <OrderTimeline order={order} />
      </section>
    </>
  )
}

/** What the store asked for. A refund below grants it. */
function RefundRequest({
  request,
}: {
  request: NonNullable<AnswerOf<typeof getOrder>['refund_request']>
}) {
  const { t } = useWords()
  const dates = useDates()
  const answer = useFormAnswer()
  const field = useField(answer, 'decline')
  return (
    <Section
      title={t('console.orders.request')}
      lead={t(`console.orders.request_state.${request.state}`, {
        at: dates.time(request.decided_at ?? request.at),
      })}
      className="mb-9 max-w-180"
    >
      <p className="type-body strong">{t(`console.orders.request_why.${request.reason}`)}</p>
      <p dir="auto" className="type-body mt-1 mb-5 whitespace-pre-line wrap-anywhere-safe">
        {request.text}
      </p>
      {request.answer && (
        <p dir="auto" className="type-body whitespace-pre-line text-ink2 wrap-anywhere-safe">
          {request.answer}
        </p>
      )}
      {request.state === 'open' && (
        <PostForm
          name="decline"
          answer={answer}
          submit={t('console.orders.request_decline')}
          kind="secondary"
        >
          <TextArea
            {...field('answer')}
            label={t('console.orders.request_answer')}
            hint={t('console.orders.request_answer_hint')}
            rows={4}
            dir="auto"
            maxLength={REFUND_REQUEST_RULES.answer.max}
            required
          />
        </PostForm>
      )}
    </Section>
  )
}

/** What a bundle's order sells: each is refunded by itself. */
function Lines({ order }: { order: AnswerOf<typeof getOrder> }) {
  const { t } = useWords()
  return (
    <section className="mb-9">
      <h2 className="type-d3 mb-4">{t('console.nav.items')}</h2>
      <DataTable
        label={t('console.nav.items')}
        rows={order.lines}
        columns={[
          {
            name: t('console.orders.item'),
            cell: (one) => (
              <TextLink href={`/operator/items/${one.item.id}`}>
                <bdi>{one.item.name}</bdi>
              </TextLink>
            ),
          },
          {
            name: t('console.orders.total'),
            end: true,
            cell: (one) => <Money amount={one.total} currency={order.currency} />,
          },
          {
            name: t('console.orders.refunded'),
            end: true,
            cell: (one) => <Money amount={one.refunded} currency={order.currency} />,
          },
          {
            name: t('console.orders.left'),
            end: true,
            cell: (one) => <Money amount={one.left} currency={order.currency} />,
          },
        ]}
      />
    </section>
  )
}
