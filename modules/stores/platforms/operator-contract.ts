import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { MAX_PLATFORM_ID } from '#lib/platform-id.ts'
import { countryCode } from '#lib/wire.ts'
import { done } from '#modules/identity/contract.ts'

const TAG = 'Operator: running'

const ADMIN = { who: 'operator', roles: ['admin'] } as const

const SUPPORT = { who: 'operator', roles: ['admin', 'support'] } as const

const at = z.iso.datetime()

const platformParams = z.object({ platform: z.coerce.number().int().min(1).max(MAX_PLATFORM_ID) })

export const getPlatforms = declareOperation({
  id: 'getPlatforms',
  summary: 'Platforms: addresses, keys, how prices are shown, and how the work on their shops went',
  tag: TAG,
  source: 'D3',
  method: 'get',
  path: '/operator/platforms',
  policy: SUPPORT,
  output: z.object({
    platforms: z.array(
      z.object({
        id: z.int(),
        key: z.string(),
        name: z.string(),
        adapter: z.string(),
        connector: z.string().nullable(),
        panels: z.array(z.string()),
        prices_include_tax: z.boolean(),
        home_country: z.string(),
        stores: z.int(),
        runs: z
          .object({ succeeded: z.int(), failed: z.int(), unreachable: z.int() })
          .describe('of the last 24 hours'),
        keys: z.array(z.object({ kid: z.string(), retired_at: at.nullable() })),
      }),
    ),
    settings: z
      .array(z.object({ name: z.string(), value: z.string().nullable() }))
      .describe('set where the market is started, shown here to be looked up'),
  }),
  refusals: [],
})

export const changePlatformPrices = declareOperation({
  id: 'changePlatformPrices',
  summary:
    "Whether a platform's prices are shown with tax, and whose rate holds while nobody has given an address",
  tag: TAG,
  source: 'D9',
  method: 'put',
  path: '/operator/platforms/{platform}/prices',
  policy: ADMIN,
  params: platformParams,
  body: z.object({
    prices_include_tax: z.boolean(),
    home_country: z.string().trim().toUpperCase().pipe(countryCode),
  }),
  output: done,
  refusals: [],
})

export const addPlatformKey = declareOperation({
  id: 'addPlatformKey',
  summary: 'Another public key by which a platform hands sessions over',
  tag: TAG,
  source: 'D5',
  method: 'post',
  path: '/operator/platforms/{platform}/keys',
  policy: ADMIN,
  params: platformParams,
  body: z.object({
    jwk: z.string().trim().max(1000).describe('an Ed25519 public JWK with kid, as JSON'),
  }),
  output: z.object({ kid: z.string() }),
  refusals: ['backoffice.key_taken'],
})

export const retirePlatformKey = declareOperation({
  id: 'retirePlatformKey',
  summary: 'From now on nothing signed by this key is taken',
  tag: TAG,
  source: 'D5',
  method: 'delete',
  path: '/operator/platforms/{platform}/keys/{kid}',
  policy: ADMIN,
  params: platformParams.extend({ kid: z.string().max(200) }),
  output: done,
  refusals: ['backoffice.last_key'],
})
