import { type Currency, formatAmount } from '#lib/money.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import type { OrderState as State } from '#modules/orders/rules.ts'
import { useWords } from './words.tsx'

/** An amount of major units, isolated from the line around it. */
export const Money = ({ amount, currency }: { amount: number; currency: string }) => (
  <bdi className="figures">{moneyOf(amount, currency)}</bdi>
)
export const moneyOf = (amount: number, currency: string): string =>
  formatAmount(Math.round(amount * 100), currency as Currency)

const TONES: Partial<Record<State, Tone>> = {
  paid: 'green',
  partially_refunded: 'turquoise',
  awaiting_payment: 'turquoise',
}

export function OrderState({ state }: { state: State }) {
  const { t } = useWords()
  return <Badge tone={TONES[state] ?? 'neutral'}>{t(`console.orders.state.${state}`)}</Badge>
}
