import type { AppEvent } from '#lib/market.ts'
import type { WebhookMessage } from './contract.ts'
import type { listMessages } from './data.ts'

export const presentMessage = (
  row: Awaited<ReturnType<typeof listMessages>>[number],
): WebhookMessage => ({
  id: row.id,
  type: row.type as AppEvent,
  sequence: row.sequence,
  occurred_at: row.occurred_at.toISOString(),
  state: row.state as WebhookMessage['state'],
  next_try_at: row.state === 'waiting' ? row.next_try_at.toISOString() : null,
  tries: row.log.map((one) => ({
    started_at: one.started_at.toISOString(),
    by_hand: one.by_hand,
    status: one.status,
    failure: one.failure,
    duration_ms: one.duration_ms,
    answer: one.answer,
  })),
})
