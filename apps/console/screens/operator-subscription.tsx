import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '#kernel/operation.ts'
import {
  chargeNow,
  creditSubscription,
  endSubscriptionNow,
  extendSubscription,
  getAnySubscription,
  writeOffSubscription,
} from '#modules/billing/operator-contract.ts'
import { MOST_EXTRA_DAYS, NOTE_RULES } from '#modules/billing/rules.ts'
import { ORDER_STATES } from '#modules/orders/rules.ts'
import { CardName } from '#modules/orders/ui/card-fields.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { FactList } from '#ui/panel.tsx'
import { DataTable } from '../data-table.tsx'
import { countOf, datesIn, useDates } from '../dates.ts'
import { DocumentButton } from '../document-button.tsx'
import { FormDone, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { confirmedOf, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { Money, moneyOf, OrderState } from '../state-badges.tsx'
import { SubscriptionState, useSubscriptionWords } from '../subscription-words.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/subscriptions'

type Subscription = AnswerOf<typeof getAnySubscription>

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return {
    one: await screen.call(getAnySubscription, {
      params: { subscription: params.subscription ?? '' },
    }),
    mayChange: ['admin', 'finance'].includes(screen.person?.operatorRole ?? ''),
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const given = { params: { subscription: params.subscription ?? '' } }
  const body = { note: text('note'), confirmed: confirmedOf(form) }
  switch (text('form')) {
    case 'charge':
      return submit(chargeNow, { ...given, body })
    case 'extend':
      return submit(extendSubscription, { ...given, body: { ...body, days: text('days') } })
    case 'credit': {
      const amount = text('amount').trim().replace(',', '.')
      return submit(creditSubscription, {
        ...given,
        body: { ...body, amount, key: text('form_key').slice(0, 60) },
      })
    }
    case 'write_off':
      return submit(writeOffSubscription, { ...given, body })
    default:
      return submit(endSubscriptionNow, {
        ...given,
        body: { ...body, refund: text('refund') === 'yes' },
      })
  }
}

const DONE = {
  charge: 'console.subs.charge_done',
  extend: 'console.subs.extend_done',
  credit: 'console.orders.refund_asked',
  end: 'console.subs.end_done',
  write_off: 'console.subs.write_off_done',
} as const

/** A subscription: its terms, orders, use and history, and what operators can do. */
export default function OperatorSubscription() {
  const { t } = useWords()
  const { one, mayChange } = useLoaderData<typeof loader>()
  const { why } = useSubscriptionWords()
  const answer = useFormAnswer()
  return (
    <>
      <PageHeader
        back={{ href: PATH, name: t('console.subs.nav') }}
        title={one.item.name}
        lead={<bdi dir="ltr">{one.store.domain}</bdi>}
        end={
          <span className="md:text-end">
            <SubscriptionState state={one.state} />
            <span className="type-sm mt-1 block text-ink2">{why(one)}</span>
          </span>
        }
      />
      <FormDone answer={answer} className="mb-6">
        {t(DONE[(answer?.form ?? 'charge') as keyof typeof DONE] ?? DONE.charge)}
      </FormDone>
      <Facts one={one} mayOpenOrders={mayChange} />
      {one.usage.length > 0 && <Use one={one} />}
      {mayChange && <Acts one={one} />}
      <Timeline one={one} />
      <Orders one={one} mayOpen={mayChange} />
    </>
  )
}

const Heading = ({ children }: { children: string }) => (
  <h2 className="type-d3 mt-9 mb-4">{children}</h2>
)

function Facts({ one, mayOpenOrders }: { one: Subscription; mayOpenOrders: boolean }) {
  const { t, locale } = useWords()
  const dates = useDates()
  // Periods begin at midnight of the subscription's own zone.
  const own = datesIn(locale, one.time_zone)
  const { terms } = one
  const [first] = one.coming.charges
  const day = (iso: string | null) => (iso === null ? '–' : own.day(iso))
  const due = one.due && moneyOf(one.due.amount, one.due.currency)
  return (
    <FactList
      columns={2}
      facts={[
        {
          label: t('console.orders.store'),
          value: (
            <TextLink href={`${PATH}?store=${one.store.id}`}>
              <bdi dir="ltr">{one.store.domain}</bdi>
            </TextLink>
          ),
        },
        {
          label: t('console.items.partner'),
          value: (
            <TextLink href={`${PATH}?partner=${one.partner.id}`}>
              <bdi>{one.partner.name}</bdi>
            </TextLink>
          ),
        },
        {
          label: t('console.subs.plan'),
          value: (
            <>
              <bdi>{terms.name}</bdi> · <Money amount={terms.price} currency={terms.currency} /> ·{' '}
              {t(`console.subs.period.${terms.period}`)}
            </>
          ),
        },
        {
          label: t('console.subs.version'),
          value: t('console.subs.version_of', { day: dates.day(one.version.at) }),
        },
        {
          label: t('console.subs.next'),
          value: first ? (
            <>
              <Money amount={first.plan} currency={one.coming.currency} /> · {dates.day(first.day)}
            </>
          ) : (
            '–'
          ),
        },
        {
          label: t('console.subs.open'),
          value: one.due ? (
            mayOpenOrders ? (
              <TextLink href={`/operator/orders/${one.due.order}`}>{due}</TextLink>
            ) : (
              due
            )
          ) : (
            '–'
          ),
        },
        {
          label: t('console.subs.current'),
          value: `${own.day(one.period_from)} – ${own.day(one.period_until)}`,
        },
        { label: t('console.subs.trial_until'), value: day(one.trial_until) },
        { label: t('console.subs.since'), value: dates.time(one.since) },
        { label: t('console.subs.agreed'), value: day(one.agreed_at) },
        {
          label: t('console.orders.card'),
          value: one.card ? <CardName card={one.card} /> : '–',
        },
        {
          label: t('console.subs.pending'),
          value: one.pending?.name ?? '–',
        },
        ...(one.frozen_since === null
          ? []
          : [{ label: t('console.subs.frozen'), value: day(one.frozen_since) }]),
        ...(one.is_test
          ? [{ label: t('console.subs.test'), value: t('console.subs.test_value') }]
          : []),
      ]}
    />
  )
}

/** What was used in the period and what it comes to, beside the owner's cap. */
function Use({ one }: { one: Subscription }) {
  const { t, locale } = useWords()
  const money = (amount: number) => moneyOf(amount, one.terms.currency)
  return (
    <section>
      <Heading>{t('console.subs.use')}</Heading>
      <DataTable
        label={t('console.subs.use')}
        rows={one.usage.map((row) => ({ id: row.meter.key, ...row }))}
        columns={[
          { name: t('console.subs.meter'), cell: (row) => <bdi>{row.meter.name}</bdi> },
          {
            name: t('console.subs.used'),
            end: true,
            cell: (row) =>
              t('console.subs.used_of', {
                used: countOf(row.used, locale),
                included: countOf(row.meter.included, locale),
              }),
          },
          { name: t('console.orders.total'), end: true, cell: (row) => money(row.cost) },
        ]}
      />
      <p className="type-body mt-3 text-ink2">
        {one.cap === null
          ? t('console.subs.no_cap', { amount: money(one.usage_cost) })
          : t('console.subs.cap', { amount: money(one.usage_cost), cap: money(one.cap) })}
      </p>
    </section>
  )
}

function Acts({ one }: { one: Subscription }) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const extend = useField(answer, 'extend')
  const credit = useField(answer, 'credit')
  const { can } = one
  const { currency } = one.terms
  if (!can.charge && can.extend === null && can.credit === 0 && !can.end && !can.write_off)
    return null
  return (
    <section>
      <Heading>{t('console.subs.acts')}</Heading>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {can.charge && one.due && (
          <Section title={t('console.subs.charge')} lead={t('console.subs.charge_lead')}>
            <PostForm
              name="charge"
              answer={answer}
              submit={t('console.subs.charge_send')}
              confirm={t('console.subs.charge_confirm', {
                amount: moneyOf(one.due.amount, one.due.currency),
              })}
            >
              <NoteField form="charge" />
            </PostForm>
          </Section>
        )}
        {can.extend && (
          <Section
            title={t(`console.subs.extend.${can.extend}`)}
            lead={t(`console.subs.extend_lead.${can.extend}`)}
          >
            <PostForm
              name="extend"
              answer={answer}
              submit={t('console.subs.extend_send')}
              kind="secondary"
              confirm={t('console.subs.extend_confirm')}
            >
              <TextField
                {...extend('days')}
                label={t('console.subs.days', { most: MOST_EXTRA_DAYS })}
                inputMode="numeric"
                dir="ltr"
                autoComplete="off"
                required
              />
              <NoteField form="extend" />
            </PostForm>
          </Section>
        )}
        {can.credit > 0 && (
          <Section
            title={t('console.subs.credit')}
            lead={t(
              one.state === 'ended' ? 'console.subs.credit_lead_ended' : 'console.subs.credit_lead',
            )}
          >
            <PostForm
              name="credit"
              answer={answer}
              submit={t('console.orders.refund_send')}
              kind="danger"
              confirm={t('console.orders.refund_confirm', { store: one.store.domain })}
            >
              <TextField
                {...credit('amount')}
                label={t('console.subs.credit_amount', { currency })}
                hint={`${t('console.orders.left')}: \u2068${moneyOf(can.credit, currency)}\u2069`}
                inputMode="decimal"
                dir="ltr"
                autoComplete="off"
                required
              />
              <NoteField form="credit" />
            </PostForm>
          </Section>
        )}
        {can.write_off && one.due && <WriteOff due={one.due} />}
        {can.end && (
          <Section title={t('console.subs.end')} lead={t('console.subs.end_lead')}>
            <PostForm
              name="end"
              answer={answer}
              submit={t('console.subs.end_send')}
              kind="danger"
              confirm={t('console.confirm.end')}
            >
              {can.refund > 0 && (
                <Checkbox name="refund" value="yes">
                  {t('console.subs.end_refund', { amount: moneyOf(can.refund, currency) })}
                </Checkbox>
              )}
              <NoteField form="end" />
            </PostForm>
          </Section>
        )}
      </div>
    </section>
  )
}

/** What an ended subscription still owes keeps the store from subscribing again. */
function WriteOff({ due }: { due: NonNullable<Subscription['due']> }) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const facts = {
    amount: moneyOf(due.amount, due.currency),
    order: `\u2066${due.order}\u2069`,
  }
  return (
    <Section title={t('console.subs.write_off')} lead={t('console.subs.write_off_lead', facts)}>
      <PostForm
        name="write_off"
        answer={answer}
        submit={t('console.subs.write_off_send', facts)}
        kind="danger"
        confirm={t('console.subs.write_off_confirm', facts)}
      >
        <NoteField form="write_off" />
      </PostForm>
    </Section>
  )
}

function NoteField({ form }: { form: string }) {
  const { t } = useWords()
  const field = useField(useFormAnswer(), form)
  return (
    <TextField
      {...field('note')}
      label={t('console.subs.note')}
      hint={t('console.subs.note_hint')}
      maxLength={NOTE_RULES.max}
      autoComplete="off"
      required
    />
  )
}

/** Everything that happened, as sentences, the newest first. */
function Timeline({ one }: { one: Subscription }) {
  const { t } = useWords()
  const dates = useDates()
  const { sentence } = useSubscriptionWords()
  return (
    <section>
      <Heading>{t('console.orders.events')}</Heading>
      <ol className="border-t border-line">
        {one.timeline.map((entry) => (
          <li
            key={entry.id}
            className="grid gap-x-6 gap-y-1 border-b border-line py-3 md:grid-cols-[15rem_minmax(0,1fr)]"
          >
            <time dateTime={entry.at} className="type-sm figures text-ink2">
              {dates.time(entry.at)}
            </time>
            <div className="min-w-0">
              <p className="type-body wrap-anywhere-safe">
                {sentence(entry, one.terms.currency)}
                {entry.mail_state && (
                  <span className="text-ink2">
                    {' '}
                    · {t(`console.subs.mail_state.${entry.mail_state}`)}
                  </span>
                )}
              </p>
              {entry.note && (
                <p className="type-sm text-ink2 wrap-anywhere-safe">
                  {t('console.subs.noted', { note: entry.note })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Row = Subscription['orders'][number] & { id: string }

function Orders({ one, mayOpen }: { one: Subscription; mayOpen: boolean }) {
  const { t } = useWords()
  const dates = useDates()
  const rows: Row[] = one.orders.map((order) => ({ id: order.number, ...order }))
  return (
    <section>
      <Heading>{t('console.subs.orders')}</Heading>
      <DataTable
        label={t('console.subs.orders')}
        rows={rows}
        empty={<p className="type-body text-ink2">{t('console.subs.no_orders')}</p>}
        columns={[
          {
            name: t('console.orders.number'),
            cell: (order) =>
              mayOpen ? (
                <TextLink href={`/operator/orders/${order.number}`} className="strong">
                  <bdi dir="ltr">{order.number}</bdi>
                </TextLink>
              ) : (
                <bdi dir="ltr">{order.number}</bdi>
              ),
          },
          ...(mayOpen
            ? [
                {
                  name: t('console.orders.documents'),
                  cell: (order: Row) =>
                    order.documents.map((number) => (
                      <DocumentButton key={number} order={order.number} number={number} />
                    )),
                },
              ]
            : []),
          {
            name: t('console.subs.lines'),
            cell: (order) =>
              order.lines.map((line) => (
                <span key={line} className="block">
                  <bdi>{line}</bdi>
                </span>
              )),
          },
          {
            name: t('console.item.state'),
            cell: (order) => (
              <OrderState state={ORDER_STATES.find((state) => state === order.state) ?? 'draft'} />
            ),
          },
          {
            name: t('console.orders.total'),
            end: true,
            cell: (order) => <Money amount={order.total} currency={order.currency} />,
          },
          { name: t('console.orders.at'), end: true, cell: (order) => dates.day(order.at) },
          ...(mayOpen
            ? [
                {
                  name: t('console.actions'),
                  end: true,
                  cell: (order: Row) =>
                    order.total > order.refunded &&
                    ['paid', 'partially_refunded'].includes(order.state) && (
                      <TextLink
                        href={`/operator/orders/${order.number}/refund`}
                        aria-label={`${t('console.refund.open')}: ${order.number}`}
                      >
                        {t('console.refund.open')}
                      </TextLink>
                    ),
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}
