import { z } from 'zod'
import { CONNECT_SCOPES } from '#lib/market.ts'
import { declareOperation } from '#kernel/operation.ts'
import { one, SIGNED, time } from '#lib/wire.ts'

/**
 * What an app on a store may do by way of the platform's web services: used or not, taken back,
 * under a key that changes.
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

export const rights = z.object({
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
  policy: { who: 'store' },
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
  policy: { who: 'store' },
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
  policy: { who: 'store' },
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
