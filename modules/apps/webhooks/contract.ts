import { z } from 'zod'
import { APP_EVENTS } from '#lib/market.ts'
import { declareOperation } from '#kernel/operation.ts'
import { one, SIGNED, time } from '#lib/wire.ts'

/**
 * Messages to apps about their installations, as apps and owners see them. For app developers:
 * docs/webhooks.md.
 */

const ofApp = z.object({ prefix: z.string().max(120) })
const ofItem = z.object({ id: z.string().max(120) }).describe('id or slug')
const signedRefusals = ['app.signature_invalid', 'installs.not_installed', 'not_found'] as const

const message = z.object({
  id: z.string(),
  type: z.enum(APP_EVENTS),
  sequence: z.number().int().describe('of the installation: what is newer has more'),
  occurred_at: time,
  state: z
    .enum(['waiting', 'delivered', 'dead', 'dropped'])
    .describe('dead: tried for three days; dropped: the address was gone'),
  next_try_at: time.nullable(),
  tries: z.array(
    z.object({
      started_at: time,
      by_hand: z.boolean(),
      status: z.number().int().nullable(),
      failure: z.string().nullable(),
      duration_ms: z.number().int().nullable(),
      answer: z.string().nullable().describe('the first characters'),
    }),
  ),
})
export type WebhookMessage = z.output<typeof message>

const endpoint = z.object({
  url: z.string(),
  enabled: z.boolean(),
  paused_at: time
    .nullable()
    .describe('messages wait since then, because the address failed for too long'),
  secrets: z.array(z.string()).describe('the newest first; a former one signs a day longer'),
  former_until: time.nullable(),
  messages: z.array(message).describe('of this installation, newest first, at most 100'),
})
const declareForApp = {
  tag: 'Webhooks',
  source: 'D11',
  policy: { who: 'app' },
  params: ofApp,
  headers: SIGNED,
} as const

export const getWebhooks = declareOperation({
  ...declareForApp,
  id: 'getWebhooks',
  summary: 'Where and by which secrets this app is told, and how each delivery went',
  method: 'get',
  path: '/app-store/app/{prefix}/webhooks',
  output: one(endpoint),
  refusals: [...signedRefusals, 'webhooks.no_address'],
})

export const rotateWebhookSecret = declareOperation({
  ...declareForApp,
  id: 'rotateWebhookSecret',
  summary: 'A new secret; the one before signs a day longer',
  method: 'post',
  path: '/app-store/app/{prefix}/webhooks/rotate',
  output: one(endpoint),
  refusals: [...signedRefusals, 'webhooks.no_address'],
})

export const enableWebhooks = declareOperation({
  ...declareForApp,
  id: 'enableWebhooks',
  summary: 'Tell this app again after its address answered 410, or failed for too long',
  method: 'post',
  path: '/app-store/app/{prefix}/webhooks/enable',
  output: one(endpoint),
  refusals: [...signedRefusals, 'webhooks.no_address'],
})

export const redeliverWebhook = declareOperation({
  ...declareForApp,
  id: 'redeliverWebhook',
  summary: 'Send a message once more, now: the same id and body',
  method: 'post',
  path: '/app-store/app/{prefix}/webhooks/{id}/redeliver',
  params: ofApp.extend({ id: z.string().max(60) }),
  output: one(endpoint),
  refusals: [
    ...signedRefusals,
    'webhooks.no_address',
    'webhooks.message_not_found',
    'webhooks.under_way',
    'webhooks.address_gone',
  ],
})

export const listAppNotices = declareOperation({
  id: 'listAppNotices',
  summary: 'What an app was told of this store',
  tag: 'Webhooks',
  source: 'D11',
  method: 'get',
  path: '/app-store/app/{id}/notices',
  policy: { who: 'store', needs: 'browse' },
  params: ofItem,
  output: one(
    z.object({
      told: z.boolean().describe('the app has an address to be told at'),
      may_ask: z.array(z.enum(['data', 'erase'])).describe('what the owner may ask of it now'),
      messages: z.array(message.pick({ id: true, type: true, occurred_at: true, state: true })),
    }),
  ),
  refusals: ['catalog.item_not_found', 'installs.not_installed'],
})

export const requestAppData = declareOperation({
  id: 'askAppForData',
  summary: 'Ask an app for the data that it has of this store, or to erase it',
  tag: 'Webhooks',
  source: 'D11 D23',
  method: 'post',
  path: '/app-store/app/{id}/data-request',
  policy: { who: 'store', needs: 'install' },
  params: ofItem,
  body: z.object({ store: z.string().max(200), wish: z.enum(['data', 'erase']) }),
  output: one(z.object({ asked_at: time, answer_until: time })),
  refusals: [
    'catalog.item_not_found',
    'installs.not_installed',
    'session.store_changed',
    'webhooks.no_address',
    'webhooks.data_asked',
  ],
})
