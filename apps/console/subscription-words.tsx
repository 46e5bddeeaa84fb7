import type { SubscriptionLine, TimelineEntry } from '#modules/billing/operator-contract.ts'
import { DUNNING_DAYS, END_REASONS } from '#modules/billing/rules.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import type { ConsoleKey } from '#locales/keys.ts'
import { useDates } from './dates.ts'
import { moneyOf } from './state-badges.tsx'
import { useWords } from './words.tsx'

type State = SubscriptionLine['state']

const TONES: Record<State, Tone> = {
  trialing: 'turquoise',
  active: 'green',
  ending: 'neutral',
  past_due: 'coral',
  paused: 'coral',
  ended: 'neutral',
}

export function SubscriptionState({ state }: { state: State }) {
  const { t } = useWords()
  return <Badge tone={TONES[state]}>{t(`console.subs.state.${state}`)}</Badge>
}

/** Below an amount as it is listed, which a coupon lowers. */
export function BeforeCoupon() {
  const { t } = useWords()
  return <span className="type-sm block text-ink2">{t('console.subs.next_coupon')}</span>
}

/** Codes that banks and the market give for a failed charge. */
const DECLINES = [
  'insufficient_funds',
  'card_declined',
  'expired_card',
  'invalid_card',
  'invalid_cvc',
  'three_d_failed',
  'authentication_required',
  'not_permitted',
  'suspected_fraud',
  'limit',
  'gateway_error',
  'no_card',
] as const

const MAIL_NAMES: Record<NonNullable<TimelineEntry['mail']>, ConsoleKey> = {
  trial_ends: 'console.subs.mail.trial_ends',
  trial_ends_agreed: 'console.subs.mail.trial_ends',
  renewal_soon: 'console.subs.mail.renewal_soon',
  coupon_ends: 'console.subs.mail.coupon_ends',
  charge_failed: 'console.subs.mail.charge_failed',
  confirm_payment: 'console.subs.mail.confirm_payment',
  usage_50: 'console.subs.mail.usage',
  usage_90: 'console.subs.mail.usage',
  paused: 'console.subs.mail.paused',
  ended_cancelled: 'console.subs.mail.ended',
  ended_trial_over: 'console.subs.mail.ended',
  ended_unpaid: 'console.subs.mail.ended',
  ended_returned: 'console.subs.mail.ended',
  ended_uninstalled: 'console.subs.mail.ended',
  ended_operator: 'console.subs.mail.ended',
  ended_disputed: 'console.subs.mail.ended',
  ended_owing: 'console.subs.mail.ended',
  ended_last_charge: 'console.subs.mail.ended',
  last_charge_failed: 'console.subs.mail.charge_failed',
  written_off: 'console.subs.mail.written_off',
  amount_changed: 'console.subs.mail.amount_changed',
  agree_again: 'console.subs.mail.amount_changed',
}

/** Subscriptions in words. */
export function useSubscriptionWords() {
  const { t } = useWords()
  const dates = useDates()
  const decline = (code: string | null): string =>
    t(`console.subs.decline.${DECLINES.find((one) => one === code) ?? 'card_declined'}`)
  const endReason = (reason: string | null): string =>
    t(`console.subs.end.${END_REASONS.find((one) => one === reason) ?? 'operator'}`)

  /** Why it is in its state; null where the state says it all. */
  function why({ state, due, ends, end_reason }: SubscriptionLine): string | null {
    if (state === 'ended') return endReason(end_reason)
    if (due) {
      const day = dates.day(due.works_until)
      if (state === 'paused') return t('console.subs.why.paused', { reason: decline(due.reason) })
      return due.reason === null
        ? t('console.subs.why.due', { day })
        : t('console.subs.why.declined', { reason: decline(due.reason), day })
    }
    if (ends === null) return null
    return t(state === 'ending' ? 'console.subs.why.ending' : 'console.subs.why.trial', {
      day: dates.day(ends),
    })
  }

  /** What happened, in a sentence. */
  function sentence(entry: TimelineEntry, currency: string): string {
    const params = {
      order: entry.order ?? '',
      amount: entry.amount === null ? '' : moneyOf(entry.amount, currency),
      cap: entry.cap === null ? '' : moneyOf(entry.cap, currency),
      day: entry.day === null ? '' : dates.day(entry.day),
      plan: entry.plan ?? '',
      turn: entry.turn ?? 0,
      of: Math.max(DUNNING_DAYS.length, entry.turn ?? 0),
      count: entry.days ?? 0,
    }
    switch (entry.kind) {
      case 'charge_failed': {
        const reason = decline(entry.reason)
        if (entry.reason === 'no_card') return t('console.subs.event.no_card')
        return entry.day === null
          ? t('console.subs.event.charge_failed', { ...params, reason })
          : t('console.subs.event.charge_failed_next', { ...params, reason })
      }
      case 'ended':
        return t('console.subs.event.ended', { reason: endReason(entry.reason) })
      case 'cancelled':
        return t(
          entry.reason === 'uninstalled'
            ? 'console.subs.event.uninstalled'
            : entry.reason === 'now'
              ? 'console.subs.event.cancelled_now'
              : 'console.subs.event.cancelled',
          params,
        )
      case 'extended':
        return t(
          entry.reason === 'trial'
            ? 'console.subs.event.extended_trial'
            : entry.reason === 'grace'
              ? 'console.subs.event.extended_grace'
              : 'console.subs.event.extended_period',
          params,
        )
      case 'renewed':
        return t(
          entry.order === null ? 'console.subs.event.renewed_free' : 'console.subs.event.renewed',
          params,
        )
      case 'operator_end':
        return t(
          entry.amount
            ? 'console.subs.event.operator_end_refund'
            : 'console.subs.event.operator_end',
          params,
        )
      case 'mailed':
        return t('console.subs.event.mailed', {
          mail: entry.mail === null ? '–' : t(MAIL_NAMES[entry.mail]),
        })
      default:
        return t(`console.subs.event.${entry.kind}`, params)
    }
  }

  return { why, sentence, decline }
}
