import { Badge, type Tone } from '#ui/badge.tsx'
import { useWords } from './words.tsx'
import { type Currency, formatAmount, toMinor } from '#lib/money.ts'
import type { OrderState as State } from '#modules/orders/rules.ts'

const STATES = [
  'installing',
  'installed',
  'uninstalling',
  'uninstalled',
  'needs_action',
  'paused',
] as const
const known = (state: string): state is (typeof STATES)[number] =>
  (STATES as readonly string[]).includes(state)

/** State of an item on a store. */
export function InstallState({ state }: { state: string }) {
  const { t } = useWords()
  return (
    <Badge tone={state === 'needs_action' ? 'coral' : state === 'installed' ? 'green' : 'neutral'}>
      {known(state) ? t(`console.install.${state}`) : state}
    </Badge>
  )
}

const TONES: Record<'draft' | 'published' | 'unpublished', Tone> = {
  draft: 'neutral',
  published: 'green',
  unpublished: 'coral',
}

/** State of an item in the market. */
export function ItemState({
  status,
  stopped,
}: {
  status: 'draft' | 'published' | 'unpublished'
  stopped: boolean
}) {
  const { t } = useWords()
  return stopped ? (
    <Badge tone="coral" icon="warning">
      {t('console.items.stopped')}
    </Badge>
  ) : (
    <Badge tone={TONES[status]}>{t(`console.item.${status}`)}</Badge>
  )
}

/** An amount in major units, isolated from the surrounding text. */
export const Money = ({ amount, currency }: { amount: number; currency: string }) => (
  <bdi className="figures">{moneyOf(amount, currency)}</bdi>
)
export const moneyOf = (amount: number, currency: string): string =>
  formatAmount(toMinor(amount, currency) ?? 0, currency as Currency)

const ORDER_TONES: Partial<Record<State, Tone>> = {
  paid: 'green',
  partially_refunded: 'turquoise',
  awaiting_payment: 'turquoise',
}

export function OrderState({ state }: { state: State }) {
  const { t } = useWords()
  return <Badge tone={ORDER_TONES[state] ?? 'neutral'}>{t(`console.orders.state.${state}`)}</Badge>
}
