import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { CURRENCIES } from '#lib/currencies.ts'
import { LOCALES } from '#lib/locale.ts'
import { countryCode, list, time } from '#lib/wire.ts'
import { MAX_PLATFORM_ID } from '#lib/platform-id.ts'
import { ENTRIES } from './seeds.ts'
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
  policy: { who: 'store', needs: 'browse' },
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
  policy: { who: 'store', needs: 'browse' },
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
  policy: { who: 'store', needs: 'browse' },
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
  policy: { who: 'store', needs: 'browse' },
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
  policy: { who: 'store', needs: 'install' },
  output: z.object({ data: z.object({ dismissed_until: time }) }),
  refusals: [],
})

const TAG = 'Operator: running'

const ADMIN = { who: 'operator', roles: ['admin'] } as const

const SUPPORT = { who: 'operator', roles: ['admin', 'support'] } as const

const at = z.iso.datetime()

export const platformParams = z.object({
  platform: z.coerce.number().int().min(1).max(MAX_PLATFORM_ID),
})

/** A platform as operators see it. */
export const platformFacts = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  letters: z.string(),
  ground: z.string(),
  logo: z.string().nullable().describe('uploaded; null: drawn from letters and ground'),
  entry: z.enum(ENTRIES),
  state: z.enum(['draft', 'open', 'paused', 'retired']),
  hosts: z.object({ app: z.string().nullable(), theme: z.string().nullable() }),
  connector: z.string().nullable(),
  client_id: z.string().nullable(),
  panels: z.array(z.string()),
  panel_host_rule: z.string().nullable(),
  demonstration_store: z.string().nullable(),
  scratch_store: z.string().nullable(),
  market_name: z.string().nullable(),
  colours: z
    .record(z.string(), z.tuple([z.string(), z.string()]))
    .describe('in light and dark mode, in place of the market’s'),
  languages: z
    .array(z.enum(LOCALES))
    .nullable()
    .describe('of the market’s, those that its stores are offered; null: all'),
  prices_include_tax: z.boolean(),
  home_country: z.string(),
  currency: z.enum(CURRENCIES).describe('of the prices that its visitors see'),
  stores: z.int(),
  runs: z
    .object({ succeeded: z.int(), failed: z.int(), unreachable: z.int() })
    .describe('of the last 24 hours'),
  keys: z.array(
    z.object({
      kid: z.string(),
      retired_at: at.nullable(),
      valid_until: at.nullable().describe('it left the JWK set, and signs until then'),
    }),
  ),
  keys_url: z.string().nullable().describe('of the JWK set that they are fetched from'),
  keys_fetched_at: at.nullable(),
})

export const getPlatforms = declareOperation({
  id: 'getPlatforms',
  summary: 'Platforms: addresses, keys, how prices are shown, and how the work on their shops went',
  tag: TAG,
  source: 'D3',
  method: 'get',
  path: '/operator/platforms',
  policy: SUPPORT,
  output: z.object({
    platforms: z.array(platformFacts),
    settings: z
      .array(z.object({ name: z.string(), value: z.string().nullable() }))
      .describe('set where the market is started, shown here to be looked up'),
  }),
  refusals: [],
})

export const changePlatformPrices = declareOperation({
  id: 'changePlatformPrices',
  summary:
    "Whether a platform's prices are shown with tax, whose rate holds while nobody has given an address, and their currency",
  tag: TAG,
  source: 'D9',
  method: 'put',
  path: '/operator/platforms/{platform}/prices',
  policy: ADMIN,
  params: platformParams,
  body: z.object({
    prices_include_tax: z.boolean(),
    home_country: z.string().trim().toUpperCase().pipe(countryCode),
    currency: z
      .string()
      .trim()
      .toUpperCase()
      .pipe(z.enum(CURRENCIES))
      .optional()
      .describe('left out: it stays'),
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

const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,9}$/)
const optionalText = (most: number) => z.string().trim().max(most).nullable()
const look = {
  name: z.string().trim().min(1).max(60),
  letters: z.string().trim().min(1).max(2).describe('drawn as its logo'),
  ground: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/)
    .describe('of the logo, as #rrggbb'),
}
const REFUSALS = ['backoffice.host_taken', 'backoffice.connector_address'] as const

export const addPlatform = declareOperation({
  id: 'addPlatform',
  summary: 'Another platform, a draft until it is opened',
  tag: TAG,
  source: 'D26',
  method: 'post',
  path: '/operator/platforms',
  policy: ADMIN,
  body: z.object({ ...look, entry: z.enum(ENTRIES) }),
  output: z.object({ id: z.int() }),
  refusals: ['backoffice.platforms_full'],
})

export const changePlatform = declareOperation({
  id: 'changePlatform',
  summary: "A platform's name, logo, hosts and addresses",
  tag: TAG,
  source: 'D26',
  method: 'put',
  path: '/operator/platforms/{platform}',
  policy: ADMIN,
  params: platformParams,
  body: z
    .object({
      ...look,
      app_host: hostName.nullable(),
      theme_host: hostName.nullable(),
      connector: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .nullable(),
      panels: z.array(z.url({ protocol: /^https?$/ }).max(300)).max(20),
      panel_host_rule: optionalText(500).describe('{shop}.shops.example={shop}.panel.example'),
      demonstration_store: optionalText(200),
      scratch_store: optionalText(200),
    })
    .partial()
    .describe('what is left out stays as it is'),
  output: done,
  refusals: REFUSALS,
})

export const changePlatformState = declareOperation({
  id: 'changePlatformState',
  summary:
    'Opens, pauses or retires a platform. A paused or retired one takes no new stores, orders and installations',
  tag: TAG,
  source: 'D26',
  method: 'put',
  path: '/operator/platforms/{platform}/state',
  policy: ADMIN,
  params: platformParams,
  body: z.object({ state: z.enum(['open', 'paused', 'retired']) }),
  output: done,
  refusals: [
    'backoffice.platform_incomplete',
    'backoffice.platform_unchecked',
    'backoffice.platform_no_handover',
    'backoffice.platform_retired',
  ],
})

export const makePlatformCredentials = declareOperation({
  id: 'makePlatformCredentials',
  summary:
    "New credentials with which the market calls a platform's connector. The secret is shown once",
  tag: TAG,
  source: 'D26',
  method: 'post',
  path: '/operator/platforms/{platform}/credentials',
  policy: ADMIN,
  params: platformParams,
  output: z.object({ client_id: z.string(), client_secret: z.string() }),
  refusals: [],
})

export const fetchPlatformKeys = declareOperation({
  id: 'fetchPlatformKeys',
  summary:
    "Adds the Ed25519 keys of a platform's JWK set that are not known yet, now and from then on every hour; one that leaves the set is valid for a day longer",
  tag: TAG,
  source: 'D5 D26',
  method: 'post',
  path: '/operator/platforms/{platform}/keys/fetch',
  policy: ADMIN,
  params: platformParams,
  body: z.object({ url: z.url({ protocol: /^https?$/ }).max(500) }),
  output: z.object({ added: z.array(z.string()) }),
  refusals: ['backoffice.connector_address', 'backoffice.keys_unreadable'],
})

export const detachPlatformKeys = declareOperation({
  id: 'detachPlatformKeys',
  summary: "No longer fetches a platform's JWK set; the keys that are known stay",
  tag: TAG,
  source: 'D5 D26',
  method: 'delete',
  path: '/operator/platforms/{platform}/keys/fetch',
  policy: ADMIN,
  params: platformParams,
  output: done,
  refusals: [],
})
