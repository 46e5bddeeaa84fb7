import type { AnswerOf } from '#kernel/operation.ts'
import type { ConsoleKey } from '#locales/keys.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import type { getOrder } from '#modules/orders/operator-contract.ts'
import { useDates } from './dates.ts'
import { moneyOf } from './state-badges.tsx'
import { useWords } from './words.tsx'

type Order = AnswerOf<typeof getOrder>
type Event = Order['events'][number]

/** What is told in a sentence of its own; anything else by its code. */
const TOLD: ReadonlySet<string> = new Set([
  'order_draft',
  'order_awaiting_payment',
  'order_paid',
  'order_partially_refunded',
  'order_refunded',
  'order_cancelled',
  'order_expired',
  'attempt_created',
  'attempt_challenge',
  'attempt_authorising',
  'attempt_succeeded',
  'attempt_declined',
  'attempt_unknown',
  'attempt_voided',
  'refund_requested',
  'refund_succeeded',
  'refund_refused',
  'refund_unknown',
  'coupon_reserved',
  'coupon_redeemed',
  'coupon_released',
  'money_back',
])

/** What an event notes, as far as sentences say it. */
interface Facts {
  amount?: number
  amount_minor?: number
  without_buyer?: boolean
  reason?: string
  refusal?: string
  code?: string
  asked_by?: string
}

/** Everything that happened to an order in sentences, the newest first; the raw facts are folded. */
export function OrderTimeline({ order }: { order: Order }) {
  const { t } = useWords()
  const dates = useDates()
  const sentence = useSentence(order)
  const entries = [
    ...order.events.map((event) => ({
      id: event.id,
      at: event.at,
      text: sentence(event),
      raw: rawOf(event),
    })),
    ...order.documents.map((one) => ({
      id: one.number,
      at: one.at,
      text: t(`console.orders.said.issued_${one.kind}`, {
        number: one.number,
        amount: moneyOf(one.total, order.currency),
      }),
      raw: null,
    })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return (
    <ol className="border-t border-line">
      {entries.map(({ id, at, text, raw }) => (
        <li
          key={id}
          className="grid gap-x-6 gap-y-1 border-b border-line py-2.5 md:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <time dateTime={at} className="type-sm figures text-ink2">
            {dates.time(at)}
          </time>
          <div className="min-w-0">
            <p className="type-body wrap-anywhere-safe">{text}</p>
            {raw && (
              <details className="type-sm text-ink2">
                <summary>{t('console.orders.raw')}</summary>
                <code dir="ltr" className="wrap-anywhere-safe">
                  {raw}
                </code>
              </details>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

function useSentence({ currency }: Order): (event: Event) => string {
  const { t } = useWords()
  const who = (asked: string | undefined): string => {
    const by = asked?.startsWith('operator')
      ? 'operator'
      : asked?.startsWith('store')
        ? 'store'
        : 'system'
    return t(`console.orders.by.${by}`)
  }
  return ({ kind, to, facts: noted }) => {
    const facts: Facts = noted
    const name = kind === 'money_back' ? kind : `${kind}_${to}`
    if (!TOLD.has(name)) return [kind, to].filter(Boolean).join(' · ')
    const minor = facts.amount_minor ?? facts.amount
    const key = name === 'attempt_created' && facts.without_buyer ? 'attempt_charged' : name
    return t(`console.orders.said.${key}` as ConsoleKey, {
      amount: minor === undefined ? '' : formatAmount(minor, currency as Currency),
      reason: facts.reason ?? facts.refusal ?? '–',
      code: facts.code ?? '–',
      who: who(facts.asked_by),
    })
  }
}

/** As it is stored: "order · paid → refunded · amount_minor: 100". */
function rawOf({ kind, from, to, facts }: Event): string {
  const named = Object.entries(facts).map(
    ([name, value]) =>
      `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  )
  return [kind, [from, to].filter(Boolean).join(' → '), ...named].filter(Boolean).join(' · ')
}
