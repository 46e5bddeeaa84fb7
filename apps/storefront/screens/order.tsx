import { useRef, type FormEvent } from 'react'
import { data, Form, useActionData, useNavigation } from 'react-router'
import { checkFields } from '#lib/field-rules.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { askForRefund, getStoreOrder } from '#modules/orders/contract.ts'
import { REFUND_REQUEST_REASONS, REFUND_REQUEST_RULES } from '#modules/orders/rules.ts'
import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { type FieldErrors, fieldId, useFormCheck } from '#ui/use-form-check.ts'
import { fieldMessages } from '../field-messages.ts'
import { useDates } from '../formats.ts'
import { goTo } from '../go-to.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { pathsFor, usePaths } from '../paths.ts'
import { ReceiptLink } from '../receipt-link.tsx'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { OwnerHead } from './account/owner-head.tsx'
import { ORDER_TONES, orderName, useCheckoutOf, useOrderFacts } from './orders/order-facts.tsx'
import { ReturnForms } from './orders/return-form.tsx'
import { returnOrder } from './orders/return-order.ts'
import type { Route } from './+types/order.ts'

type Order = AnswerOf<typeof getStoreOrder>['data']

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data: order } = await context
    .get(screenContext)
    .call(getStoreOrder, { params: { order_number: params.number ?? '' } })
  return order
}

interface Answer {
  fieldErrors: FieldErrors
  refused: string | null
  text: string
}

/** Returns the purchase, or asks the market's team for the money. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  if (form.has('return')) return returnOrder(screen, form)
  const number = params.number ?? ''
  const text = String(form.get('text') ?? '')
  const asked = await screen.attempt(askForRefund, {
    params: { order_number: number },
    body: {
      reason: String(form.get('reason') ?? '') as (typeof REFUND_REQUEST_REASONS)[number],
      text,
    },
    ...forStoreOf(form),
  })
  if (asked.ok) throw goTo(pathsFor(screen.framed).order(number), { status: 303 })
  const { fieldErrors = {}, message, statusCode } = asked.error
  return data<Answer>(
    {
      fieldErrors,
      refused: Object.keys(fieldErrors).length > 0 ? null : message,
      text: text.slice(0, 2 * REFUND_REQUEST_RULES.text.max),
    },
    { status: statusCode },
  )
}

/** D21: an order with what was bought, how it was paid, its documents and the ways to get help. */
export default function OrderPage({ loaderData: order }: Route.ComponentProps) {
  const { t, locale } = useWords()
  const paths = usePaths()
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead
        place="orders"
        title={t('orders.one', { number: isolated(order.order_number, locale) })}
        heading={t('orders.single')}
        lead={<bdi dir="ltr">{order.order_number}</bdi>}
      >
        <Badge tone={ORDER_TONES[order.state]}>{t(`orders.state.${order.state}`)}</Badge>
      </OwnerHead>
      <Columns kind="detail" className="mt-6">
        <div className="min-w-0">
          <Panel as="section" label={t('orders.bought')}>
            <PanelPart>
              <Bought order={order} />
            </PanelPart>
            <Payments order={order} />
          </Panel>
          <p className="type-sm mt-5">
            <TextLink href={paths.orders}>{t('orders.all')}</TextLink>
          </p>
        </div>
        <Sticky className="grid gap-7">
          <Steps order={order} />
          <Refund order={order} />
        </Sticky>
      </Columns>
    </Page>
  )
}

function Bought({ order }: { order: Order }) {
  const { t } = useWords()
  const dates = useDates()
  const { item, subscription } = order
  // Its number stands in the heading.
  const facts = useOrderFacts(order).slice(1)
  return (
    <>
      <div className="flex items-center gap-4">
        {item.market === 'theme' ? (
          <ThemeIcon colour="currentColor" size={48} className="text-turquoise" />
        ) : (
          <AppIcon src={item.icon} name={item.name} size={48} />
        )}
        <div className="min-w-0">
          <h2 className="type-d4 wrap-anywhere-safe">{orderName(order)}</h2>
          <p className="type-sm text-ink2">
            <time dateTime={order.created_at}>{dates.minute(order.created_at)}</time>
          </p>
        </div>
      </div>
      {order.use_ends_at && (
        <p className="type-sm mt-3">
          {t('orders.use_ends', { item: item.name, day: dates.day(order.use_ends_at) })}
        </p>
      )}
      {subscription && subscription.lines.length > 0 && (
        <ul className="type-body mt-4 grid gap-1.5">
          {subscription.lines.map((line) => (
            <li key={line.text} className="wrap-anywhere-safe">
              {line.text}
            </li>
          ))}
        </ul>
      )}
      <FactList facts={facts} open className="mt-4" />
    </>
  )
}

const ATTEMPT_TONES: Partial<Record<Order['attempts'][number]['state'], Tone>> = {
  succeeded: 'green',
  declined: 'coral',
}

/** What happened at the bank; nothing for a free order. */
function Payments({ order }: { order: Order }) {
  const { t } = useWords()
  const dates = useDates()
  if (order.attempts.length === 0) return null
  return (
    <PanelPart>
      <h2 className="type-d4">{t('orders.payments')}</h2>
      <ol className="mt-2">
        {order.attempts.map((one) => (
          <li
            key={one.at}
            className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-line py-2.5 not-first:border-t"
          >
            <span className="type-body min-w-0">
              <time dateTime={one.at}>{dates.minute(one.at)}</time>
              {one.card_last_four && (
                <span className="ms-3 whitespace-nowrap text-ink2">
                  <bdi dir="ltr">•••• {one.card_last_four}</bdi>
                </span>
              )}
              {one.message && <span className="type-sm block text-ink2">{one.message}</span>}
            </span>
            <Badge tone={ATTEMPT_TONES[one.state]}>{t(`orders.attempt.${one.state}`)}</Badge>
          </li>
        ))}
      </ol>
    </PanelPart>
  )
}

/** Items of the other market are asked about there. */
function useHelpOf() {
  const { market, sites } = useShell()
  const paths = usePaths()
  return ({ item, order_number: number }: Order) =>
    `${item.market === market ? '' : (sites[item.market] ?? '')}${paths.help(item.slug, number)}`
}

function Steps({ order }: { order: Order }) {
  const { t } = useWords()
  const pay = useCheckoutOf()(order)
  const help = useHelpOf()(order)
  return (
    <div className="grid justify-items-start gap-3">
      {order.may_pay && order.available && <LinkButton href={pay}>{t('orders.pay')}</LinkButton>}
      {order.receipt && (
        <p className="type-body">
          <ReceiptLink orderNumber={order.order_number}>{t('orders.receipt')}</ReceiptLink>
        </p>
      )}
      <LinkButton href={help} kind="secondary" icon="mail">
        {t('orders.ask')}
      </LinkButton>
      <p className="type-sm text-ink2">{t('orders.ask_note')}</p>
    </div>
  )
}

/** The money back: at once while it can be returned, later by a request to the team. */
function Refund({ order }: { order: Order }) {
  const { t } = useWords()
  const request = order.refund_request
  return (
    <>
      <ReturnForms order={order} />
      {(request || order.may_ask_refund) && (
        <section aria-labelledby="refund-heading">
          <h2 id="refund-heading" className="type-d4 mb-2">
            {t('orders.refund_request')}
          </h2>
          {request ? <RequestState request={request} /> : <RequestForm />}
        </section>
      )}
    </>
  )
}

function RequestState({ request }: { request: NonNullable<Order['refund_request']> }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <Notice tone={request.state === 'granted' ? 'done' : 'note'}>
      {t(`orders.refund_request.${request.state}`, {
        day: dates.day(request.decided_at ?? request.at),
      })}
      {request.answer && (
        <span className="mt-2 block whitespace-pre-line wrap-anywhere-safe" dir="auto">
          {request.answer}
        </span>
      )}
    </Notice>
  )
}

function findRequestErrors(form: FormData): Record<string, FieldMessage> {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    ...(text('reason') === '' && { reason: { code: 'field.required' } }),
    ...checkFields({ text: REFUND_REQUEST_RULES.text }, text),
  }
}

function RequestForm() {
  const { t } = useWords()
  const { store } = useShell()
  const answer = useActionData<Answer>()
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  const mine = answer && 'text' in answer ? answer : undefined
  const check = useFormCheck({ form, answer: mine, find: findRequestErrors })
  const { errors } = fieldMessages(t, check.fieldErrors, (name) =>
    t(name === 'reason' ? 'orders.refund_why' : 'orders.refund_text'),
  )
  function submit(event: FormEvent) {
    if (busy || !check.submit()) event.preventDefault()
  }
  return (
    <details open={mine !== undefined}>
      <summary className="link type-sm inline-flex min-h-8 items-center">
        {t('orders.refund_ask')}
      </summary>
      <p className="type-sm mt-1 text-ink2">{t('orders.refund_ask_note')}</p>
      <Form
        ref={form}
        method="post"
        noValidate
        onSubmit={submit}
        preventScrollReset
        className="mt-3 grid gap-4"
      >
        <input type="hidden" name="store" value={store?.id ?? ''} />
        {mine?.refused && <Notice alert>{mine.refused}</Notice>}
        <SelectField
          label={t('orders.refund_why')}
          name="reason"
          id={fieldId('reason')}
          defaultValue=""
          error={errors.reason}
          choices={[
            { value: '', label: t('orders.refund_why.choose') },
            ...REFUND_REQUEST_REASONS.map((reason) => ({
              value: reason,
              label: t(`orders.refund_why.${reason}`),
            })),
          ]}
        />
        <TextArea
          label={t('orders.refund_text')}
          name="text"
          id={fieldId('text')}
          rows={4}
          dir="auto"
          maxLength={REFUND_REQUEST_RULES.text.max}
          defaultValue={mine?.text ?? ''}
          error={errors.text}
        />
        <p>
          <Button type="submit" kind="secondary" busy={busy}>
            {t('orders.refund_send')}
          </Button>
        </p>
      </Form>
    </details>
  )
}
