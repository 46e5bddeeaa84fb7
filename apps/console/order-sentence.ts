import type { ConsoleKey } from '#locales/keys.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import { useWords } from './words.tsx'

interface OrderEvent {
  kind: string
  to: string | null
  facts: Record<string, unknown>
}

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
  'repriced',
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

/** What happened to an order, in a sentence. */
export function useOrderSentence(): (event: OrderEvent, currency: string) => string {
  const { t } = useWords()
  const who = (asked: string | undefined): string => {
    const by = asked?.startsWith('operator')
      ? 'operator'
      : asked?.startsWith('store')
        ? 'store'
        : 'system'
    return t(`console.orders.by.${by}`)
  }
  return ({ kind, to, facts: noted }, currency) => {
    const facts: Facts = noted
    const name = kind === 'money_back' || kind === 'repriced' ? kind : `${kind}_${to}`
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
