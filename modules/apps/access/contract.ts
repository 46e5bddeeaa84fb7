import { z } from 'zod'
import { CONNECT_SCOPES } from '#lib/market.ts'
import { declareOperation } from '#kernel/operation.ts'
import { SIGNED, fileAnswer, list, one, time } from '#lib/wire.ts'

/**
 * The rights of an app on a store: their use, their revocation, and the key of its web-service
 * user.
 */

const ofItem = z.object({ id: z.string().max(120) }).describe('id or slug')

const right = z.object({
  code: z.string().describe('as the platform calls it: `orders.read`'),
  granted: z.boolean(),
  calls: z
    .number()
    .int()
    .nullable()
    .describe('null where nobody counts, or the shop could not be asked'),
  last_used_at: time.nullable(),
  idle_days: z
    .number()
    .int()
    .nullable()
    .describe('days since it was last used; never: since it was given'),
})

const rights = z.object({
  item: z.object({ slug: z.string(), name: z.string(), icon: z.string().nullable() }),
  version: z.string(),
  /** Something is being changed on the store right now. */
  busy: z.boolean(),
  /** Null: the app asks for no access by web services. */
  access: z
    .object({
      granted: z.boolean(),
      required: z.boolean(),
      reason: z.string(),
      summary: z.string(),
    })
    .nullable(),
  counted: z.enum(['yes', 'no', 'unreachable']).describe('no: the platform does not count'),
  key: z.object({
    taken_at: time.nullable(),
    renew_asked_at: time.nullable(),
    renews_at: time.nullable().describe('by the calendar'),
  }),
  rights: z.array(right),
  connection: z
    .object({
      scopes: z.array(z.enum(CONNECT_SCOPES)),
      since: time,
      approved_by: z.string(),
      last_used_at: time.nullable().describe('to the hour'),
    })
    .nullable()
    .describe('D19: what it was let see by way of the market'),
  connect_url: z.string().nullable().describe('where the owner begins to connect it'),
})
export type Rights = z.output<typeof rights>

const refusals = ['catalog.item_not_found', 'installs.not_installed'] as const

export const getRights = declareOperation({
  id: 'getRights',
  summary: 'What an app may do on this store, and what of it was used',
  tag: 'Rights',
  source: 'S3.9',
  method: 'get',
  path: '/app-store/app/{id}/rights',
  policy: { who: 'store', needs: 'browse' },
  params: ofItem,
  output: one(rights),
  refusals,
})

export const setRights = declareOperation({
  id: 'setRights',
  summary: 'Take rights back from an app, or give them again',
  tag: 'Rights',
  source: 'S3.9 S5.4',
  method: 'put',
  path: '/app-store/app/{id}/rights',
  policy: { who: 'store', needs: 'install' },
  params: ofItem,
  body: z.object({
    store: z.string().max(200),
    scopes: z
      .array(z.string().max(60))
      .max(20)
      .describe('those that the app has afterwards; none: no access at all'),
  }),
  output: one(rights),
  refusals: [
    ...refusals,
    'installs.busy',
    'rights.required',
    'rights.not_asked_for',
    'session.store_changed',
  ],
})

export const renewKey = declareOperation({
  id: 'renewKey',
  summary: "End an app's key to this store in a day and have it take another",
  tag: 'Rights',
  source: 'S3.9',
  method: 'post',
  path: '/app-store/app/{id}/rights/key',
  policy: { who: 'store', needs: 'install' },
  params: ofItem,
  body: z.object({ store: z.string().max(200) }),
  output: one(rights),
  refusals: [
    ...refusals,
    'installs.busy',
    'rights.no_access',
    'platform.unavailable',
    'session.store_changed',
    'session.store_closed',
  ],
})

export const takeKey = declareOperation({
  id: 'takeKey',
  summary:
    "A new key to the store's web services, for the app; those until now are good for an hour more",
  tag: 'Rights',
  source: 'S3.9',
  method: 'post',
  path: '/app-store/app/{prefix}/web-service-key',
  policy: { who: 'app' },
  params: z.object({ prefix: z.string().max(120) }),
  headers: SIGNED,
  output: one(
    z.object({
      secret: z.string(),
      url: z.string().describe("below it are the platform's web services for this store"),
      scopes: z.array(z.string()),
      former_until: time.describe('until then keys taken before are good'),
    }),
  ),
  refusals: [
    'app.signature_invalid',
    'installs.not_installed',
    'not_found',
    'rights.no_access',
    'platform.unavailable',
    'session.store_closed',
  ],
})

/** D19: an external app asks the owner for rights on the store. The protocol: docs/connect.md. */

const authorizationRequest = z.object({
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
  policy: { who: 'store', needs: 'browse' },
  query: authorizationRequest,
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
  policy: { who: 'store', needs: 'install' },
  body: authorizationRequest.extend({ store: z.string().max(200), approve: z.boolean() }),
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
  policy: { who: 'store', needs: 'install' },
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
const connectedRefusals = [
  'app.token_invalid',
  'rights.scope_missing',
  'platform.unavailable',
  'session.store_closed',
] as const
const namedList = list(z.object({ id: z.string(), name: z.string(), code: z.string() }))

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
  refusals: connectedRefusals,
})
export const listConnectedLanguages = declareOperation({
  ...asConnected,
  id: 'listConnectedLanguages',
  summary: 'Its languages (`languages.read`)',
  path: '/connected/languages',
  output: namedList,
  refusals: connectedRefusals,
})
export const listConnectedGroups = declareOperation({
  ...asConnected,
  id: 'listConnectedGroups',
  summary: 'Its customer groups (`customer_groups.read`)',
  path: '/connected/customer-groups',
  output: namedList,
  refusals: connectedRefusals,
})

/**
 * S3.8: the scripts that apps run on the pages of a store, as PCI DSS 6.4.3 and 11.6.1 require: who
 * authorized each, and since when it is unchanged.
 */

const SCRIPT_STATES = ['as_put', 'changed', 'gone', 'unknown'] as const

const script = z.object({
  id: z.string().describe('of the part on the store'),
  item: z.object({ slug: z.string(), name: z.string() }),
  version: z.string(),
  placement: z.number().int(),
  title: z.string(),
  in_order: z
    .enum(['step', 'every_page', 'no'])
    .describe('step: only on a step of the order; every_page: there too'),
  files: z.array(
    z.object({
      path: z.string().describe('in the package; the shop serves it from its own address'),
      sha384: z.string().nullable(),
    }),
  ),
  outside: z
    .array(z.string())
    .describe(
      'addresses elsewhere that the markup loads scripts from; nobody can say what is there',
    ),
  markup_sha384: z.string(),
  since: time.nullable(),
  approved_by: z.string().nullable(),
  approved_at: time.nullable(),
  order_consent: z
    .object({
      version: z.string().describe('of the app, when it was agreed to'),
      text_sha256: z.string().describe('of what was agreed to: words, markup and package'),
      agreed_at: time,
      agreed_by: z.string().nullable(),
    })
    .nullable()
    .describe(
      'of a part on a step of the order: the consent of its own; null elsewhere, and where it was put before that was asked for',
    ),
  state: z
    .enum(SCRIPT_STATES)
    .describe('is it there as we put it? unknown: the shop did not answer'),
})
export type Script = z.output<typeof script>

export const listScripts = declareOperation({
  id: 'listScripts',
  summary: 'What apps run on the pages of this store, with hashes',
  tag: 'Rights',
  source: 'S3.8',
  method: 'get',
  path: '/scripts',
  policy: { who: 'store', needs: 'browse' },
  output: one(
    z.object({
      scripts: z.array(script),
      looked_at: time.describe('now: when the shop was asked'),
      checked_at: time.nullable().describe('the last daily look of ours'),
    }),
  ),
  refusals: [],
})

export const exportScripts = declareOperation({
  id: 'exportScripts',
  summary: 'The same as a file',
  tag: 'Rights',
  source: 'S3.8',
  method: 'get',
  path: '/scripts/export',
  policy: { who: 'store', needs: 'browse' },
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
  output: fileAnswer,
  file: true,
  refusals: [],
})
