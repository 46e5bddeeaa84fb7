import { partnersWho } from '#kernel/actor.ts'
import { z } from 'zod'
import { time } from '#lib/wire.ts'
import { declareOperation } from '#kernel/operation.ts'
import { DELIVERY_OUTCOMES, LOGGED_EVENTS } from './rules.ts'

/** The delivery log of an item's webhooks, for its partner. For app developers: docs/webhooks.md. */

const TAG = 'Webhooks'
const READERS = partnersWho('publish', 'status')
const SENDERS = partnersWho('publish', 'upload')

const id = z.string().max(60)
const ofItem = z.object({ partner: id, item: id })

/** Years that nobody means are refused. */
const moment = z.iso
  .datetime({ offset: true })
  .refine((text) => text >= '1900', { error: 'field.invalid' })
const event = z.enum(LOGGED_EVENTS)

const delivery = z.object({
  id,
  event: z.string(),
  occurred_at: time,
  outcome: z.enum(DELIVERY_OUTCOMES),
  state: z
    .enum(['waiting', 'delivered', 'dead', 'dropped'])
    .describe('dead: tried for three days; dropped: the address was gone'),
  tries: z.int(),
  status: z.int().nullable().describe('of the last try; null: no answer'),
  failure: z.string().nullable().describe('why the last try had no answer'),
  duration_ms: z.int().nullable(),
  next_try_at: time.nullable(),
  replayed_at: time.nullable().describe('when somebody last had it sent again'),
  endpoint: z.object({ id, url: z.string() }),
  store: z.string().nullable().describe('domain; null for a test event'),
})
export type Delivery = z.output<typeof delivery>

const endpoint = z.object({
  id,
  url: z.string(),
  state: z
    .enum(['ok', 'failing', 'paused', 'gone'])
    .describe(
      'failing: no try succeeded since; paused: it failed for long, messages wait; gone: it ' +
        'answered 410 and gets nothing',
    ),
  since: time.nullable().describe('of every state but `ok`'),
  told_at: time.nullable().describe('when the partner last got a mail about it'),
  tries: z.int().describe('of the last 24 hours'),
  failed: z.int().describe('of these'),
})

const replay = z.object({
  id,
  event: z.string().nullable(),
  from: time,
  to: time,
  asked_at: time,
  is_queued: z.boolean().describe('all of them are in the queue'),
  messages: z.int(),
  delivered: z.int(),
  waiting: z.int(),
  failed: z.int(),
})

export const listWebhookDeliveries = declareOperation({
  id: 'listWebhookDeliveries',
  summary: "Webhooks of an item and how each delivery went, the newest first; the item's addresses",
  tag: TAG,
  source: 'D11',
  method: 'get',
  path: '/partners/{partner}/items/{item}/webhooks',
  policy: READERS,
  params: ofItem,
  query: z.object({
    event: event.optional(),
    outcome: z.enum(DELIVERY_OUTCOMES).optional(),
    endpoint: id.optional(),
    from: moment.optional(),
    to: moment.optional().describe('before this moment'),
    after: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    kept_days: z.int().describe('how long what ended stays here'),
    endpoints: z.array(endpoint).describe('those that fail first, then the newest; at most 20'),
    replays: z.array(replay).describe('the newest three'),
    deliveries: z.array(delivery),
    next: z.string().nullable(),
  }),
  refusals: ['not_found'],
})

export const getWebhookDelivery = declareOperation({
  id: 'getWebhookDelivery',
  summary: 'One webhook: what was sent, and each try with what came back',
  tag: TAG,
  source: 'D11',
  method: 'get',
  path: '/partners/{partner}/items/{item}/webhooks/{message}',
  policy: READERS,
  params: ofItem.extend({ message: id }),
  output: delivery.extend({
    body: z.string().describe('byte for byte'),
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .describe('of the last try; the signature and the token are left out'),
    is_gone: z.boolean().describe('its address gets nothing'),
    log: z.array(
      z.object({
        number: z.int(),
        started_at: time,
        by_hand: z.boolean().describe('somebody had it sent again'),
        status: z.int().nullable(),
        failure: z.string().nullable(),
        duration_ms: z.int().nullable(),
        answer: z.string().nullable().describe('the first characters'),
      }),
    ),
  }),
  refusals: ['not_found', 'webhooks.message_not_found'],
})

export const replayWebhook = declareOperation({
  id: 'replayWebhook',
  summary: 'Send a webhook again, now: the same id and body, with the header `arasta-replay`',
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/partners/{partner}/items/{item}/webhooks/{message}/replay',
  policy: SENDERS,
  params: ofItem.extend({ message: id }),
  output: z.object({ id }),
  refusals: [
    'not_found',
    'webhooks.message_not_found',
    'webhooks.under_way',
    'webhooks.address_gone',
  ],
})

export const sendTestEvent = declareOperation({
  id: 'sendTestEvent',
  summary: 'Send the event `webhook.test` to an address of the item',
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/partners/{partner}/items/{item}/webhook-endpoints/{endpoint}/test',
  policy: SENDERS,
  params: ofItem.extend({ endpoint: id }),
  output: z.object({ id: id.describe('of the message') }),
  refusals: ['not_found', 'webhooks.no_address', 'webhooks.address_gone'],
})

export const enableEndpoint = declareOperation({
  id: 'enableEndpoint',
  summary: 'Send to an address again after it answered 410',
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/partners/{partner}/items/{item}/webhook-endpoints/{endpoint}/enable',
  policy: SENDERS,
  params: ofItem.extend({ endpoint: id }),
  output: z.object({ success: z.literal(true) }),
  refusals: ['not_found', 'webhooks.no_address'],
})

const span = {
  event: event.nullable().optional().describe('only of this event'),
  from: moment,
  to: moment.describe('before this moment'),
}

export const countWebhookReplay = declareOperation({
  id: 'countWebhookReplay',
  summary: 'How many webhooks of a span of time were not delivered and can be sent again',
  tag: TAG,
  source: 'D11',
  method: 'get',
  path: '/partners/{partner}/items/{item}/webhook-replays/count',
  policy: READERS,
  params: ofItem,
  query: z.object({ ...span, event: event.optional() }),
  output: z.object({ count: z.int(), is_cut: z.boolean().describe('there are more') }),
  refusals: ['not_found'],
})

export const startWebhookReplay = declareOperation({
  id: 'startWebhookReplay',
  summary: 'Send everything of a span of time again that was not delivered, oldest first',
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/partners/{partner}/items/{item}/webhook-replays',
  policy: SENDERS,
  params: ofItem,
  body: z.object(span),
  output: z.object({ id }),
  refusals: ['not_found', 'webhooks.nothing_to_replay', 'webhooks.replay_open'],
})

export const getWebhookReplay = declareOperation({
  id: 'getWebhookReplay',
  summary: 'How far a replay is',
  tag: TAG,
  source: 'D11',
  method: 'get',
  path: '/partners/{partner}/items/{item}/webhook-replays/{replay}',
  policy: READERS,
  params: ofItem.extend({ replay: id }),
  output: replay,
  refusals: ['not_found'],
})
