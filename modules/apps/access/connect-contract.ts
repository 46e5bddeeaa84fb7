import { z } from 'zod'
import { CONNECT_SCOPES } from '#lib/market.ts'
import { declareOperation } from '#kernel/operation.ts'
import { list, one, time } from '#lib/wire.ts'
import { rights } from './contract.ts'

/**
 * D19: an app outside asks the owner for rights on the store by way of the market. What it has to
 * do: docs/connect.md.
 */

const request = z.object({
  client_id: z.string().max(120).describe("the app's prefix"),
  redirect_uri: z.string().max(600).describe("one of the manifest's, letter by letter"),
  response_type: z.string().max(20).optional(),
  scope: z
    .string()
    .max(300)
    .optional()
    .describe('separated by spaces; without it all that the manifest names'),
  state: z.string().max(500).optional(),
  code_challenge: z.string().max(128).optional(),
  code_challenge_method: z.string().max(10).optional(),
})

export const getConnectRequest = declareOperation({
  id: 'getConnectRequest',
  summary: 'What an app that wants to be connected asks for',
  tag: 'Connected apps',
  source: 'D19',
  method: 'get',
  path: '/oauth/authorize',
  policy: { who: 'store' },
  query: request,
  output: one(
    z.object({
      app: z.object({
        slug: z.string(),
        name: z.string(),
        icon: z.string().nullable(),
        developer: z.string().nullable(),
      }),
      scopes: z.array(z.enum(CONNECT_SCOPES)),
      connected: z.array(z.enum(CONNECT_SCOPES)).describe('what it has already'),
      returns_to: z.string().describe('host that the owner comes to afterwards'),
      /** Set when the request cannot be granted and the app has to be told so. */
      fault_url: z.string().nullable(),
    }),
  ),
  refusals: ['rights.unknown_client', 'rights.redirect_uri'],
})

export const answerConnectRequest = declareOperation({
  id: 'answerConnectRequest',
  summary: 'Connect the app, or do not: the address to go on to',
  tag: 'Connected apps',
  source: 'D19',
  method: 'post',
  path: '/oauth/authorize',
  policy: { who: 'store' },
  body: request.extend({ store: z.string().max(200), approve: z.boolean() }),
  output: one(z.object({ url: z.string() })),
  refusals: ['rights.unknown_client', 'rights.redirect_uri', 'session.store_changed'],
})

export const endConnection = declareOperation({
  id: 'endConnection',
  summary: 'Take all rights of a connected app back, at once',
  tag: 'Connected apps',
  source: 'D19',
  method: 'delete',
  path: '/app-store/app/{id}/connection',
  policy: { who: 'store' },
  params: z.object({ id: z.string().max(120) }),
  body: z.object({ store: z.string().max(200) }),
  output: one(rights),
  refusals: ['catalog.item_not_found', 'installs.not_installed', 'session.store_changed'],
})

const BEARER = {
  authorization: {
    required: false,
    description: '`Bearer` and an access token of `POST /api/oauth/token` (docs/connect.md)',
  },
} as const
const asConnected = {
  tag: 'Connected apps',
  source: 'D19',
  method: 'get',
  policy: { who: 'connected' },
  headers: BEARER,
} as const
const refusals = [
  'app.token_invalid',
  'rights.scope_missing',
  'platform.unavailable',
  'session.store_closed',
] as const
const named = list(z.object({ id: z.string(), name: z.string(), code: z.string() }))

export const getConnectedStore = declareOperation({
  ...asConnected,
  id: 'getConnectedStore',
  summary: 'The store that a connected app was let see (`store.read`)',
  path: '/connected/store',
  output: one(
    z.object({
      id: z.string(),
      name: z.string(),
      domain: z.string(),
      url: z.string(),
      scopes: z.array(z.string()),
      connected_at: time,
    }),
  ),
  refusals,
})
export const listConnectedLanguages = declareOperation({
  ...asConnected,
  id: 'listConnectedLanguages',
  summary: 'Its languages (`languages.read`)',
  path: '/connected/languages',
  output: named,
  refusals,
})
export const listConnectedGroups = declareOperation({
  ...asConnected,
  id: 'listConnectedGroups',
  summary: 'Its customer groups (`customer_groups.read`)',
  path: '/connected/customer-groups',
  output: named,
  refusals,
})
