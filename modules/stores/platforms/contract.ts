import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { countryCode, list, time } from '#lib/wire.ts'
import { MAX_PLATFORM_ID } from '#lib/platform-id.ts'
import { done } from '#modules/identity/contract.ts'

const named = z.object({ id: z.string(), name: z.string(), code: z.string() })
const answer = list(named)
const refusals = ['platform.unavailable'] as const

export const getCustomerGroups = declareOperation({
  id: 'getCustomerGroups',
  summary: "The store's customer groups",
  tag: 'Store',
  source: 'S7.22 D19',
  method: 'get',
  path: '/domain/getCustomerGroups',
  policy: { who: 'store' },
  output: answer,
  refusals,
})

export const listStoreLanguages = declareOperation({
  id: 'listStoreLanguages',
  summary: 'The languages the store uses',
  tag: 'Store',
  source: 'S7.23 D19',
  method: 'get',
  path: '/domain/languages',
  policy: { who: 'store' },
  output: answer,
  refusals,
})

export const listPlatformLanguages = declareOperation({
  id: 'listPlatformLanguages',
  summary: 'The languages the platform knows',
  tag: 'Store',
  source: 'S7.24 D19',
  method: 'get',
  path: '/domain/getLanguages',
  policy: { who: 'store' },
  output: answer,
  refusals,
})

export const listPlatforms = declareOperation({
  id: 'listPlatforms',
  summary:
    'The platforms there are, by number, name and logo. The logos are drawn by us; no affiliation is meant',
  tag: 'Store',
  source: 'S3.7 D3',
  method: 'get',
  path: '/platforms',
  policy: { who: 'anyone' },
  output: list(
    z.object({ id: z.number().int(), name: z.string(), logo: z.string(), main: z.boolean() }),
  ),
  refusals: [],
})

const siteNotice = z.object({
  cdn: z.string().nullable().describe('name of the delivery network in front of the shop'),
  redirects_to: z.string().nullable().describe('host that the shop sends its visitors to'),
})
export type SiteNotice = z.output<typeof siteNotice>

export const getSiteNotice = declareOperation({
  id: 'getSiteNotice',
  summary: 'Why a change may take longer to show on the shop',
  tag: 'Store',
  source: 'S2.31 D7',
  method: 'get',
  path: '/domain/site-notice',
  policy: { who: 'store' },
  output: z.object({
    data: siteNotice.nullable().describe('null when there is nothing to say, or it was dismissed'),
  }),
  refusals: [],
})

export const dismissSiteNotice = declareOperation({
  id: 'dismissSiteNotice',
  summary: 'Do not say it again for 30 days',
  tag: 'Store',
  source: 'S2.31 D7',
  method: 'post',
  path: '/domain/site-notice/dismiss',
  policy: { who: 'store' },
  output: z.object({ data: z.object({ dismissed_until: time }) }),
  refusals: [],
})

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
