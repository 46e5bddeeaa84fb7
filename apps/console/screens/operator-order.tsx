import type { OperatorRole } from '#kernel/actor.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import {
  Outlet,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { declineRefundRequest, getOrder } from '#modules/orders/operator-contract.ts'
import { REFUND_REASONS, REFUND_REQUEST_RULES } from '#modules/orders/rules.ts'
import { noteChargeback } from '#modules/earnings/contract.ts'
import { EARNINGS_RULES } from '#modules/earnings/rules.ts'
import type { ConsoleKey } from '#locales/keys.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { DocumentButton } from '../document-button.tsx'
import { OrderTimeline } from '../order-timeline.tsx'
import { PageHeader } from '../page-header.tsx'
import { FormDone, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { confirmedOf, readForm } from '../read-form.ts'
import { Money, OrderState, moneyOf } from '../state-badges.tsx'
import { consoleContext } from '../screen-context.ts'
import { DataTable } from '../data-table.tsx'
import { useShell } from '../shell.tsx'
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
  return submit(declineRefundRequest, {
    params: { order: params.order ?? '' },
    body: { answer: text('answer') },
  })
}

/** Those who handle money see no stores, but what they bought. */
const storeHref = (id: string, role: OperatorRole | null | undefined): string =>
  role === 'finance' ? `/operator/orders?store=${id}` : `/operator/stores/${id}`

type Order = AnswerOf<typeof getOrder>
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
  const { person } = useShell()
  const chargeback = useField(answer, 'chargeback')
  const money = (amount: number) => moneyOf(amount, order.currency)
  return (
    <>
      <PageHeader
        back={{ href: '/operator/orders', name: t('console.nav.orders') }}
        title={order.number}
        lead={<bdi>{order.lines.map((line) => line.item.name).join(', ')}</bdi>}
        end={
          <span className="flex flex-wrap items-center gap-3">
            <OrderState state={order.state} />
            {order.left > 0 && <RefundLink order={order.number} />}
          </span>
        }
      />
      <Outlet />
      <RefundsUnderWay order={order} />
      <FormDone answer={answer} className="mb-6">
        {t(
          answer?.form === 'chargeback'
            ? 'console.earnings.charged_back_done'
            : 'console.orders.request_declined',
        )}
      </FormDone>
      <FactList
        columns={2}
        className="mb-9"
        facts={[
          {
            label: t('console.orders.store'),
            value: (
              <TextLink href={storeHref(order.store.id, person?.operatorRole)}>
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
        <section className="mt-9" id="documents">
          <h2 className="type-d3 mb-4">{t('console.orders.documents')}</h2>
          <DataTable
            label={t('console.orders.documents')}
            rows={order.documents.map((one) => ({ id: one.number, ...one }))}
            columns={[
              {
                name: t('console.documents.number'),
                cell: (one) => <DocumentButton order={order.number} number={one.number} />,
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

/** The dialog with what will happen; a page of its own without a script. */
function RefundLink({ order, line, about }: { order: string; line?: string; about?: string }) {
  const { t } = useWords()
  const label = t('console.refund.open')
  return (
    <LinkButton
      href={`/operator/orders/${order}/refund${line === undefined ? '' : `?line=${line}`}`}
      kind="secondary"
      size="small"
      {...(about !== undefined && { 'aria-label': `${label}: ${about}` })}
    >
      {label}
    </LinkButton>
  )
}

/** Refunds that the bank has not answered yet. */
function RefundsUnderWay({ order }: { order: Order }) {
  const { t } = useWords()
  const open = order.refunds.filter(({ state }) => state === 'requested' || state === 'unknown')
  if (open.length === 0) return null
  return (
    <Notice className="mb-6">
      {open.map((one) => (
        <p key={one.id}>
          {t(`console.refund.under_way.${one.state}` as ConsoleKey, {
            amount: moneyOf(one.amount, order.currency),
          })}
        </p>
      ))}
    </Notice>
  )
}

/** What the store asked for. A refund grants it. */
function RefundRequest({ request }: { request: NonNullable<Order['refund_request']> }) {
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
function Lines({ order }: { order: Order }) {
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
          {
            name: t('console.actions'),
            end: true,
            cell: (one) =>
              one.left > 0 && (
                <RefundLink order={order.number} line={one.id} about={one.item.name} />
              ),
          },
        ]}
      />
    </section>
  )
}
