import type { AnswerOf } from '#kernel/operation.ts'
import type { ConsoleKey } from '#locales/keys.ts'
import type { TimelineEntry as SubscriptionEntry } from '#modules/billing/operator-contract.ts'
import type { getStoreTimeline } from '#modules/market/timeline-contract.ts'
import { auditSentence } from '../audit-changes.tsx'
import { useOrderSentence } from '../order-sentence.ts'
import { useSubscriptionWords } from '../subscription-words.tsx'
import { useWords } from '../words.tsx'

export type Happened = AnswerOf<typeof getStoreTimeline>['happened'][number]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What happened, in a sentence: an order's and a subscription's as on their own pages. */
export function useHappenedSentence(): (one: Happened) => string {
  const { t } = useWords()
  const orderSentence = useOrderSentence()
  const { sentence } = useSubscriptionWords()
  /** The sentence of a key where there is one; otherwise what is stored. */
  const said = (name: string, facts: Record<string, string>): string => {
    const key = `console.happened.${name}`
    const text = t(key as ConsoleKey, facts)
    return text === key ? name.replaceAll('.', ' · ') : text
  }
  return (one) => {
    const { source, kind, state, facts, currency } = one
    const named = {
      item: textOf(facts.item) || textOf(facts.name) || '–',
      version: textOf(facts.version),
      who: one.who ?? '–',
    }
    switch (source) {
      case 'order':
        return orderSentence({ kind, to: state, facts }, currency ?? '')
      case 'subscription':
        return sentence({ ...facts, kind } as unknown as SubscriptionEntry, currency ?? '')
      case 'audit':
        return auditSentence(t, { operation: kind, actor: { name: one.who ?? '–', email: '' } })
      case 'run':
        return said(runKey(kind, state, named.version), named)
      case 'message':
        return said(`message.${kind}_${state ?? 'market'}`, named)
      case 'submission':
        return said(`submission.${kind}${named.version === '' ? '_listing' : ''}`, named)
      case 'note':
        return said('note', named)
      default:
        return said(`${source}.${kind}`, named)
    }
  }
}

/** A run that goes on is told by one sentence, whatever it does. */
const runKey = (kind: string, state: string | null, version: string): string =>
  state === 'failed'
    ? `run.${kind}_failed`
    : state === 'succeeded'
      ? kind === 'update' && version === ''
        ? 'run.settings'
        : `run.${kind}`
      : 'run.under_way'
