import { newId } from '#lib/ids.ts'
import { TEST_EVENT } from '#lib/market.ts'
import { PAGE_ROWS, pageOf, parsePageKey } from '#lib/page-key.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import {
  allowTry,
  changeMessage,
  insertMessage,
  listLoggedMessages,
  lockEndpoint,
  lockMessage,
  requireOwnItem,
  setDisabled,
  type LoggedMessage,
} from './data.ts'
import { plainHeaders } from './deliver-webhook.ts'
import { type Health, listEndpoints, resumeEndpoint } from './endpoint-health.ts'
import * as contract from './partner-contract.ts'
import { listReplays } from './replays.ts'
import type { DeliveryOutcome } from './rules.ts'

const MOST_ENDPOINTS = 20
/** In an hour, of a partner: a person who tries an address, or a program that mends one. */
const MOST_SENT = 300
const MOST_TESTS = 60

/** A message that was put back into the queue has no tries of its schedule. */
const outcomeOf = ({ state, tries }: Pick<LoggedMessage, 'state' | 'tries'>): DeliveryOutcome => {
  if (state === 'delivered') return 'delivered'
  if (state === 'waiting') return tries === 0 ? 'waiting' : 'retrying'
  return 'failed'
}

const present = (row: LoggedMessage): contract.Delivery => ({
  id: row.id,
  event: row.type,
  occurred_at: row.occurred_at.toISOString(),
  outcome: outcomeOf(row),
  state: row.state,
  tries: row.number ?? 0,
  status: row.status,
  failure: row.failure,
  duration_ms: row.duration_ms,
  next_try_at: row.state === 'waiting' ? row.next_try_at.toISOString() : null,
  replayed_at: row.replayed_at?.toISOString() ?? null,
  endpoint: { id: row.endpoint_id, url: row.url },
  store: row.store,
})

export const listWebhookDeliveries = defineOperation({
  ...contract.listWebhookDeliveries,
  run: async (ctx, { params, query }) => {
    await requireOwnItem(ctx.db, params)
    const { after, ...filters } = query
    const now = ctx.clock.now()
    const [found, endpoints, replays] = await Promise.all([
      listLoggedMessages(ctx.db, {
        itemId: params.item,
        ...filters,
        after: parsePageKey(after),
        most: PAGE_ROWS + 1,
      }),
      listEndpoints(ctx.db, params.item, now, MOST_ENDPOINTS),
      listReplays(ctx.db, params.item),
    ])
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.occurred_at, id: row.id }))
    return {
      kept_days: ctx.webhookLog.days,
      endpoints: endpoints.map(presentEndpoint),
      replays,
      deliveries: rows.map(present),
      next,
    }
  },
})

const presentEndpoint = (row: Health) => {
  const since = row.disabled_at ?? row.paused_at ?? row.failing_since
  return {
    id: row.id,
    url: row.url,
    state:
      row.disabled_at !== null
        ? ('gone' as const)
        : row.paused_at !== null
          ? ('paused' as const)
          : row.failing_since !== null
            ? ('failing' as const)
            : ('ok' as const),
    since: since?.toISOString() ?? null,
    told_at: row.told_at?.toISOString() ?? null,
    tries: row.tries,
    failed: row.failed,
  }
}

/** A message of this item with its last try. */
async function requireMessage(
  ctx: ConsoleCtx,
  params: { partner: string; item: string; message: string },
): Promise<LoggedMessage> {
  await requireOwnItem(ctx.db, params)
  const [row] = await listLoggedMessages(ctx.db, {
    itemId: params.item,
    messageId: params.message,
    most: 1,
  })
  if (!row) throw refuse('webhooks.message_not_found')
  return row
}

export const getWebhookDelivery = defineOperation({
  ...contract.getWebhookDelivery,
  run: async (ctx, { params }) => {
    const row = await requireMessage(ctx, params)
    const [{ body }, log] = await Promise.all([
      ctx.db
        .selectFrom('webhook_messages')
        .select('body')
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow(),
      ctx.db
        .selectFrom('webhook_tries')
        .selectAll()
        .where('message_id', '=', row.id)
        .orderBy('number')
        .execute(),
    ])
    const last = log.at(-1)
    const sentAt = Math.floor((last?.started_at ?? row.next_try_at).getTime() / 1000)
    return {
      ...present(row),
      body,
      headers: Object.entries({
        ...plainHeaders(row.id, sentAt, last?.by_hand ?? false),
        'webhook-signature': 'v1,…',
        ...(row.type === 'app.installed' && { 'arasta-token': '…' }),
      }).map(([name, value]) => ({ name, value })),
      is_gone: row.is_gone,
      log: log.map((one) => ({
        number: one.number,
        started_at: one.started_at.toISOString(),
        by_hand: one.by_hand,
        status: one.status,
        failure: one.failure,
        duration_ms: one.duration_ms,
        answer: one.answer,
      })),
    }
  },
})

/**
 * Puts the message back into the queue: it is tried as if it were new, with the same id. By a job
 * of its own kind, because the next try that was planned may hold the message's place in the other
 * queue for hours.
 */
export const replayWebhook = defineOperation({
  ...contract.replayWebhook,
  audit: { kind: 'webhook', id: ({ params }) => params.message },
  limits: (_ctx, { params }) => [
    { key: `webhooks of ${params.partner}`, most: MOST_SENT, seconds: 3_600 },
  ],
  run: async (ctx, { params }) => {
    const { endpoint_id: endpointId, id } = await requireMessage(ctx, params)
    const now = ctx.clock.now()
    const endpoint = await lockEndpoint(ctx.db, endpointId)
    const message = await lockMessage(ctx.db, id)
    if (!message) throw refuse('webhooks.message_not_found')
    if (endpoint.disabled_at !== null) throw refuse('webhooks.address_gone')
    if (message.leased_until !== null && message.leased_until > now)
      throw refuse('webhooks.under_way')
    await changeMessage(ctx.db, id, {
      state: 'waiting',
      tries: 0,
      ended_at: null,
      leased_until: null,
      next_try_at: now,
      replayed_at: now,
    })
    await allowTry(ctx.db, params.item, now)
    await ctx.jobs.enqueue(ctx.db, 'resend-webhook', { id })
    return { id }
  },
})

/** An endpoint of the partner's own item, locked. */
async function requireEndpoint(
  ctx: ConsoleCtx,
  params: { partner: string; item: string; endpoint: string },
) {
  const { prefix } = await requireOwnItem(ctx.db, params)
  const seen = await ctx.db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', params.endpoint)
    .where('item_id', '=', params.item)
    .executeTakeFirst()
  if (!seen) throw refuse('webhooks.no_address')
  return { ...(await lockEndpoint(ctx.db, seen.id)), prefix }
}

export const sendTestEvent = defineOperation({
  ...contract.sendTestEvent,
  audit: { kind: 'webhook', id: ({ params }) => params.endpoint },
  limits: (_ctx, { params }) => [
    { key: `webhook tests of ${params.partner}`, most: MOST_TESTS, seconds: 3_600 },
  ],
  run: async (ctx, { params }) => {
    const endpoint = await requireEndpoint(ctx, params)
    if (endpoint.disabled_at !== null) throw refuse('webhooks.address_gone')
    const now = ctx.clock.now()
    const id = newId('msg')
    await insertMessage(
      ctx.db,
      {
        id,
        endpoint_id: endpoint.id,
        item_id: params.item,
        type: TEST_EVENT,
        body: JSON.stringify({
          type: TEST_EVENT,
          timestamp: now.toISOString(),
          data: { app: endpoint.prefix },
        }),
      },
      now,
    )
    await allowTry(ctx.db, params.item, now)
    await ctx.jobs.enqueue(ctx.db, 'deliver-webhook', { id })
    return { id }
  },
})

export const enableEndpoint = defineOperation({
  ...contract.enableEndpoint,
  audit: { kind: 'webhook', id: ({ params }) => params.endpoint },
  run: async (ctx, { params }) => {
    const { id } = await requireEndpoint(ctx, params)
    await setDisabled(ctx.db, id, null)
    await resumeEndpoint(ctx.db, id, ctx.clock.now())
    return { success: true as const }
  },
})
