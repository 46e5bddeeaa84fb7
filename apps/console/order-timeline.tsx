import type { AnswerOf } from '#kernel/operation.ts'
import type { getOrder } from '#modules/orders/operator-contract.ts'
import { useOrderSentence } from './order-sentence.ts'
import { moneyOf } from './state-badges.tsx'
import { rawOf, Timeline } from './timeline/timeline.tsx'
import { useWords } from './words.tsx'

type Order = AnswerOf<typeof getOrder>

/** Everything that happened to an order in sentences, the newest first; the raw facts are folded. */
export function OrderTimeline({ order }: { order: Order }) {
  const { t } = useWords()
  const sentence = useOrderSentence()
  const entries = [
    ...order.events.map(({ id, at, kind, from, to, facts }) => ({
      id,
      at,
      text: sentence({ kind, to, facts }, order.currency),
      raw: rawOf([kind, [from, to].filter(Boolean).join(' → ')].filter(Boolean).join(' · '), facts),
    })),
    ...order.documents.map((one) => ({
      id: one.number,
      at: one.at,
      text: t(`console.orders.said.issued_${one.kind}`, {
        number: one.number,
        amount: moneyOf(one.total, order.currency),
      }),
    })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return <Timeline entries={entries} />
}
