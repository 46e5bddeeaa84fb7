import { fill } from '#modules/catalog/rule-pack/say.ts'
import {
  countWebhookReplay,
  type Delivery,
  listWebhookDeliveries,
  replayWebhook,
  startWebhookReplay,
} from '#modules/apps/webhooks/partner-contract.ts'
import { getOwnToken } from '#modules/identity/token-contract.ts'
import type { Locale } from '#lib/locale.ts'
import { messagesFor } from '../messages.ts'
import type { MarketClient } from './market-client.ts'

export interface LogFilters {
  event?: string | undefined
  outcome?: string | undefined
  /** Seconds back from now. */
  since?: number | undefined
}

export type Replayed =
  | { outcome: 'no_item' }
  | { outcome: 'sent'; messages: number; id: string | null; is_cut: boolean }
  | { outcome: 'planned'; messages: number; is_cut: boolean }

/** "90m", "6h", "3d" in seconds; null for anything else. */
export function readSpan(text: string): number | null {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  const seconds = { m: 60, h: 3600, d: 86_400 }[unit]
  return seconds === undefined ? null : Number(count) * seconds
}

/** Address of the item with this prefix; null when the token's partner has none. */
async function findItem(client: MarketClient, prefix: string): Promise<string | null> {
  const { partner, items } = await client.call('GET', '/token', getOwnToken.output)
  const item = items.find((one) => one.prefix === prefix)
  return item ? `/partners/${partner.id}/items/${item.id}` : null
}

/** The newest deliveries of an item's webhooks; null: no such item. */
export async function readLog(
  client: MarketClient,
  prefix: string,
  { event, outcome, since }: LogFilters,
  now: Date,
): Promise<Delivery[] | null> {
  const path = await findItem(client, prefix)
  if (path === null) return null
  const { deliveries } = await client.call(
    'GET',
    `${path}/webhooks`,
    listWebhookDeliveries.output,
    {
      query: {
        ...(event !== undefined && { event }),
        ...(outcome !== undefined && { outcome }),
        ...(since !== undefined && { from: ago(now, since) }),
      },
    },
  )
  return deliveries
}

const ago = (now: Date, seconds: number): string =>
  new Date(now.getTime() - seconds * 1000).toISOString()

/** Sends one message of an item again. */
export async function replayOne(
  client: MarketClient,
  prefix: string,
  message: string,
): Promise<Replayed> {
  const path = await findItem(client, prefix)
  if (path === null) return { outcome: 'no_item' }
  const { id } = await client.call(
    'POST',
    `${path}/webhooks/${encodeURIComponent(message)}/replay`,
    replayWebhook.output,
  )
  return { outcome: 'sent', messages: 1, id, is_cut: false }
}

/** Sends everything again that failed since then, or only says how much that is. */
export async function replayFailed(
  client: MarketClient,
  prefix: string,
  { event, since, dryRun }: { event?: string | undefined; since: number; dryRun: boolean },
  now: Date,
): Promise<Replayed> {
  const path = await findItem(client, prefix)
  if (path === null) return { outcome: 'no_item' }
  const span = { from: ago(now, since), to: now.toISOString() }
  const { count, is_cut } = await client.call(
    'GET',
    `${path}/webhook-replays/count`,
    countWebhookReplay.output,
    { query: { ...span, ...(event !== undefined && { event }) } },
  )
  if (dryRun || count === 0) return { outcome: 'planned', messages: count, is_cut }
  const { id } = await client.call('POST', `${path}/webhook-replays`, startWebhookReplay.output, {
    json: { ...span, event: event ?? null },
  })
  return { outcome: 'sent', messages: count, id, is_cut }
}

/** A line a delivery: when, how, what, what came back, which message. */
export function describeLog(deliveries: readonly Delivery[], locale: Locale): string[] {
  const words = messagesFor(locale)
  if (deliveries.length === 0) return [words('logs_none')]
  return deliveries.map((one) =>
    [
      one.occurred_at,
      words(`logs_${one.outcome}`),
      one.event,
      one.store ?? '–',
      one.status === null ? (one.failure ?? '–') : `HTTP ${one.status}`,
      one.duration_ms === null ? '–' : `${one.duration_ms} ms`,
      one.id,
    ].join('  '),
  )
}

export function describeReplayed(replayed: Replayed, prefix: string, locale: Locale): string[] {
  const words = messagesFor(locale)
  if (replayed.outcome === 'no_item') return [fill(words('status_unknown'), { prefix }, locale)]
  const { messages } = replayed
  if (messages === 0) return [words('replay_none')]
  return [
    fill(
      words(replayed.outcome === 'sent' ? 'replay_sent' : 'replay_planned'),
      { count: messages },
      locale,
    ),
    ...(replayed.is_cut ? [words('replay_cut')] : []),
  ]
}

export const logAsJson = (deliveries: readonly Delivery[]): string =>
  JSON.stringify({ format: 1, outcome: 'shown', deliveries })

export const replayedAsJson = (replayed: Replayed): string =>
  JSON.stringify({ format: 1, ...replayed })
