import type { z } from 'zod'
import type { planOffer, SubscriptionSummary } from '#modules/billing/contract.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import type { Currency } from '#lib/money.ts'
import type { Tone } from '#ui/badge.tsx'
import type { IconName } from '#ui/icons.gen.ts'
import { useDates } from '../../formats.ts'
import { isolated } from '../../item-card.tsx'
import { useWords, type Words } from '../../messages.tsx'
import { chargesInWords, priceInFull } from '../../prices.ts'

export type PlanOffer = z.output<typeof planOffer>
type State = SubscriptionSummary['state']

/** "₺249,90 / month", for a sentence. */
export function planPrice(plan: PlanOffer, words: Words): string {
  const { lead = '', text, per = '' } = priceInFull(plan, words)
  return `${lead}${isolated(text, words.locale)}${per}`
}

/** What use of a plan costs, in lines. */
export const planUse = (plan: PlanOffer, words: Words): string[] =>
  chargesInWords({ ...plan, use_rate_date: plan.rate_date }, words)

/** Amounts of one currency for sentences. */
export function useAmounts(currency: Currency): (amount: number) => string {
  const { locale } = useWords()
  return (amount) => isolated(amountText(amount, currency), locale)
}

export const STATE_LOOKS: Record<State, { tone: Tone; icon: IconName }> = {
  trialing: { tone: 'neutral', icon: 'clock' },
  active: { tone: 'green', icon: 'check' },
  past_due: { tone: 'coral', icon: 'warning' },
  paused: { tone: 'coral', icon: 'warning' },
  ending: { tone: 'neutral', icon: 'calendar' },
  ended: { tone: 'neutral', icon: 'close' },
}

/** What comes next, in one sentence with its day and amount. */
export function useStanding(one: SubscriptionSummary): string {
  const { t } = useWords()
  const dates = useDates()
  const amount = useAmounts(one.due?.currency ?? one.next?.currency ?? one.plan.currency)
  const day = (of: string | null) => (of === null ? '' : dates.day(of))
  if (one.due) {
    const facts = {
      amount: amount(one.due.amount),
      day: day(one.due.charges_on ?? one.due.works_until),
    }
    if (one.due.charges_on) return t('subscription.due.coming', facts)
    if (one.state === 'ended') return t('subscription.due.owed', facts)
    return t(one.state === 'paused' ? 'subscription.paused' : 'subscription.past_due', facts)
  }
  if (one.next === null)
    return t(
      one.state === 'trialing'
        ? 'subscription.trial_open'
        : one.state === 'ended'
          ? 'subscription.ended'
          : one.plan.meters.length > 0
            ? 'subscription.ending_use'
            : 'subscription.ending',
      { day: day(one.ends) },
    )
  const facts = { day: day(one.next.day), amount: amount(one.next.plan) }
  if (one.next.plan === 0) return t('subscription.by_use', facts)
  return t(one.state === 'trialing' ? 'subscription.trial_agreed' : 'subscription.active', facts)
}
