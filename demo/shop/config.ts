import path from 'node:path'
import { z } from 'zod'
import { readSettings, type SettingTable } from '../../lib/settings.ts'

const origin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (value) => new URL(value).origin === value,
    'must be an origin (scheme, host, port) without a path',
  )

const privateJwk = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' })
      return z.NEVER
    }
  })
  .pipe(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string().min(1),
      d: z.string().min(1),
      kid: z.string().min(1),
    }),
  )

/**
 * Every value that the process reads from its environment. Values without a default must be given.
 */
export const settings = {
  port: {
    env: 'DEMO_SHOP_PORT',
    doc: 'Port of shop fronts, panel and connector. 0 takes a free one.',
    schema: z.coerce.number().int().min(0).max(65535),
    default: '3100',
  },
  mailPort: {
    env: 'DEMO_SHOP_MAIL_PORT',
    doc: 'Port of the demo mail server (SMTP), on this machine only. 0 takes a free one.',
    schema: z.coerce.number().int().min(0).max(65535),
    default: '3125',
  },
  bind: {
    env: 'DEMO_SHOP_BIND',
    doc: 'Address to listen on. The panel signs in without a password: leave it on the loopback.',
    schema: z.string().min(1),
    default: '127.0.0.1',
  },
  dataFolder: {
    env: 'DEMO_SHOP_DATA',
    doc: 'Folder for the database and the files of packages.',
    schema: z
      .string()
      .min(1)
      .transform((folder) => path.resolve(folder)),
    default: '.arasta/demo-shop',
  },
  privateJwk: {
    env: 'DEMO_SHOP_PRIVATE_JWK',
    doc: 'Ed25519 private key as JSON Web Key with a kid: signs launch tokens. The market knows its public half.',
    schema: privateJwk,
  },
  clientId: {
    env: 'DEMO_SHOP_CLIENT_ID',
    doc: 'Id of the platform client key with which the market trades store tokens.',
    schema: z.string().min(1),
  },
  clientSecret: {
    env: 'DEMO_SHOP_CLIENT_SECRET',
    doc: 'Secret of the platform client key, at least 32 characters.',
    schema: z.string().min(32),
  },
  marketApp: {
    env: 'DEMO_SHOP_MARKET_APP',
    doc: 'Origin of the app store that the panel frames.',
    schema: origin,
    default: 'http://apps.localhost:3000',
  },
  marketTheme: {
    env: 'DEMO_SHOP_MARKET_THEME',
    doc: 'Origin of the theme store that the panel frames.',
    schema: origin,
    default: 'http://themes.localhost:3001',
  },
  marketSites: {
    env: 'DEMO_SHOP_MARKET_SITES',
    doc: 'Origin of the app store for any site, where the example site is connected.',
    schema: origin,
    default: 'http://sites.localhost:3002',
  },
  installer: {
    env: 'DEMO_SHOP_INSTALLER',
    doc: 'The only origin that packages are fetched from; its /keys.json holds the public keys that sign them.',
    schema: origin,
    default: 'http://installer.localhost:3300',
  },
  demonstrationStore: {
    env: 'DEMO_SHOP_DEMONSTRATION',
    doc: 'The store on which the market may show an item to anybody, without changing it.',
    schema: z.enum(['store-1', 'store-2']),
    default: 'store-1',
  },
  slowMs: {
    env: 'DEMO_SHOP_SLOW_MS',
    doc: 'How long a connector call waits that was told to be slow (see "Failing on purpose" in the README), milliseconds.',
    schema: z.coerce.number().int().min(0).max(600_000),
    default: '20000',
  },
  fleet: {
    env: 'DEMO_SHOP_FLEET',
    doc: 'How many further stores the platform has, called fleet-1, fleet-2 …: seen by the connector only, without a shop front or a panel.',
    schema: z.coerce.number().int().min(0).max(99_999),
    default: '0',
  },
  callsPerSecond: {
    env: 'DEMO_SHOP_CALLS_PER_SECOND',
    doc: 'Connector calls that the platform takes in a second; more are answered 429 with Retry-After. 0: as many as come.',
    schema: z.coerce.number().int().min(0).max(100_000),
    default: '0',
  },
} as const satisfies SettingTable

/** Stores with a shop front and a panel. */
export type FrontId = 'store-1' | 'store-2' | 'scratch'
export type StoreId = FrontId | `fleet-${number}`
export const storeIds: readonly FrontId[] = ['store-1', 'store-2']
/** Nobody's shop: here the market tries items out, with its own key. */
export const SCRATCH_STORE = 'scratch'
export const frontIds: readonly FrontId[] = [...storeIds, SCRATCH_STORE]
export const hasFront = (value: string): value is FrontId =>
  (frontIds as readonly string[]).includes(value)
export const isStoreId = (value: string): value is StoreId =>
  hasFront(value) || /^fleet-[1-9]\d{0,4}$/.test(value)

/** What a host name leads to. */
export type Part = StoreId | 'panel' | 'own-site'

export type Market = 'app' | 'theme'

export interface DemoShopConfig {
  port: number
  mailPort: number
  bind: string
  /** The port in public addresses when something in front of the process has another one. */
  publicPort?: number
  dataFolder: string
  hosts: Record<FrontId | 'panel' | 'own-site', string>
  privateJwk: z.infer<typeof privateJwk>
  client: { id: string; secret: string }
  market: Record<Market | 'sites', string>
  installer: string
  demonstrationStore: FrontId
  slowMs: number
  fleet: number
  callsPerSecond: number
}

export const defaultHosts: DemoShopConfig['hosts'] = {
  'store-1': 'shop.localhost',
  'store-2': 'shop2.localhost',
  scratch: 'scratch.localhost',
  panel: 'panel.localhost',
  'own-site': 'own-site.localhost',
}

/** Reads the settings; throws `SettingsFault`. */
export function readConfig(env: Record<string, string | undefined>): DemoShopConfig {
  const { clientId, clientSecret, marketApp, marketTheme, marketSites, ...rest } = readSettings(
    settings,
    env,
  )
  return {
    ...rest,
    hosts: defaultHosts,
    client: { id: clientId, secret: clientSecret },
    market: { app: marketApp, theme: marketTheme, sites: marketSites },
  }
}
