import { useWords } from '../../messages.tsx'
import { useAmounts } from './plan-words.ts'
import type { Subscription } from './usage-section.tsx'

/** What leaving still costs: use of the period, which was agreed to, or nothing. */
export function useChargeAtEnd(one: Subscription): string {
  const { t } = useWords()
  const amount = useAmounts(one.plan.currency)
  // Use of a trial is counted and never charged.
  const owed = one.state === 'trialing' ? 0 : one.usage.reduce((sum, { cost }) => sum + cost, 0)
  return owed === 0
    ? t('subscription.nothing_more')
    : t('subscription.use_owed', { cost: amount(owed) })
}
