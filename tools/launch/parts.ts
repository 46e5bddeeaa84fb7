import { join } from 'node:path'
import { addressesOf, type Addresses, type Ports } from './addresses.ts'
import { publicKey, type Secrets } from './secrets.ts'

/**
 * What every part is told: where it lives, where the others are, and its own share of the secrets.
 */
export interface Surroundings {
  root: string
  dataFolder: string
  ports: Ports
  secrets: Secrets
  databaseUrl: string
  /** The only platform to run for; null: all of the market. */
  platformId: string | null
  /** Nothing of the demo is loaded. */
  empty: boolean
}

export interface Part {
  /** For people and log files, e.g. `sandbox-bank`. */
  name: string
  title: string
  /** The file to run, from the root of the checkout. */
  file: string
  env: Record<string, string>
}

export interface Parts {
  /** Runs once before the rest: migrates, and loads the demo where there is to be one. */
  prepare: Part
  /** Parts that need nothing of ours: started beside `prepare`. */
  alone: Part[]
  /** Parts that read what `prepare` wrote. */
  after: Part[]
}

/**
 * Keeps the server's memory near what it uses (docs/memory.md). glibc gives every thread an arena
 * of its own and keeps what was freed there: with the threads that compress pages and draw pictures
 * that came to 300 MB. Buffers of 16 KiB and more return to the system when they are freed. V8's
 * young generation may grow to three times 8 MiB instead of 128 MiB, and with this bound its old
 * generation grows by 1.4 times what lives, not by 4, before it is collected.
 */
export const LEAN_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=512',
}

/** How the server reaches the demo's panel, and who signs there. */
const demoPlatform = (at: Addresses, secrets: Secrets): Record<string, string> => ({
  PLATFORM_PUBLIC_JWK: JSON.stringify(publicKey(secrets.demoPlatformKey)),
  CONNECTOR_URL: `${at.panel}/connector/v1`,
  CONNECTOR_KEY_ID: secrets.connector.clientId,
  CONNECTOR_SECRET: secrets.connector.clientSecret,
  DEMONSTRATION_STORE: 'store-1',
  SCRATCH_STORE: 'scratch',
  PANEL_ORIGINS: at.panel,
  PANEL_HOST_RULE: process.env.PANEL_HOST_RULE ?? '{shop}.localhost=panel.localhost',
})

/**
 * The processes of the product with their settings; the names of settings are those of each part's
 * own config file.
 */
export function productParts({
  root,
  dataFolder,
  ports,
  secrets,
  databaseUrl,
  platformId,
  empty,
}: Surroundings): Parts {
  const at = addressesOf(ports)
  const bankAccount = {
    SANDBOX_BANK_MERCHANT_ID: secrets.bank.merchantId,
    SANDBOX_BANK_MERCHANT_SECRET: secrets.bank.merchantSecret,
  }
  const server: Record<string, string> = {
    NODE_ENV: 'production',
    // No proxy sends requests here.
    SHUTDOWN_DELAY_SECONDS: '0',
    ...LEAN_MEMORY,
    DATABASE_URL: databaseUrl,
    ...(platformId !== null && { PLATFORM_ID: platformId }),
    DEMO_CATALOGUE: empty ? '0' : '1',
    APPS_PORT: String(ports.apps),
    APP_ORIGIN: at.apps,
    THEMES_PORT: String(ports.themes),
    THEME_ORIGIN: at.themes,
    INSTALLER_PORT: String(ports.installer),
    INSTALLER_ORIGIN: at.installer,
    PREVIEW_PORT: String(ports.preview),
    PREVIEW_ORIGIN: at.preview,
    CONSOLE_PORT: String(ports.console),
    CONSOLE_ORIGIN: at.console,
    BUILD_FOLDER: join(root, 'build'),
    BLOB_FOLDER: join(dataFolder, 'blobs'),
    SEALING_KEY: secrets.dataKey,
    SEALING_KEY_ID: secrets.dataKeyId,
    SEALING_FORMER_KEYS: JSON.stringify(secrets.formerDataKeys),
    MARKET_SIGNING_JWK: JSON.stringify(secrets.marketKey),
    MARKET_FORMER_KEYS: JSON.stringify(secrets.formerMarketKeys),
    // A market of one's own begins with a platform that is still to be set up.
    ...(empty && platformId === null ? {} : demoPlatform(at, secrets)),
    ...(process.env.CHROMIUM_PATH && {
      CHROMIUM_PATH: process.env.CHROMIUM_PATH,
      ...(process.env.LD_LIBRARY_PATH && { CHROMIUM_LIBRARIES: process.env.LD_LIBRARY_PATH }),
    }),
    STORE_ORIGINS: `${at.shop},${at.shop2},${at.scratch},${at.ownSite}`,
    SANDBOX_BANK_URL: at.bank,
    VAT_SERVICE_URL: `http://127.0.0.1:${ports.vat}`,
    SMTP_URL: `smtp://127.0.0.1:${ports.mail}`,
    CONTACT_MAIL_TO: 'hello@apps.localhost',
    ALERT_MAIL_TO: 'hello@apps.localhost',
    PAYOUT_PROVIDERS: 'sandbox',
    ...bankAccount,
  }
  return {
    prepare: {
      name: 'prepare',
      title: 'The preparation of the database',
      file: empty ? 'server/prepare.ts' : 'demo/prepare.ts',
      env: server,
    },
    alone: [
      {
        name: 'sandbox-bank',
        title: 'The sandbox bank',
        file: 'demo/sandbox-bank/main.ts',
        env: {
          NODE_ENV: 'production',
          SANDBOX_BANK_PORT: String(ports.bank),
          SANDBOX_BANK_DATA: join(dataFolder, 'sandbox-bank'),
          SANDBOX_BANK_PUBLIC_URL: at.bank,
          SANDBOX_BANK_NOTICE_ORIGINS: [ports.apps, ports.themes, ports.console]
            // Platforms may be added with hosts of their own.
            .map((port) => `http://*.localhost:${port}`)
            .join(),
          ...bankAccount,
        },
      },
      {
        name: 'demo-shop',
        title: 'The demo shop',
        file: 'demo/shop/main.ts',
        env: {
          NODE_ENV: 'production',
          DEMO_SHOP_PORT: String(ports.shop),
          DEMO_SHOP_MAIL_PORT: String(ports.mail),
          DEMO_SHOP_DATA: join(dataFolder, 'demo-shop'),
          DEMO_SHOP_PRIVATE_JWK: JSON.stringify(secrets.demoPlatformKey),
          DEMO_SHOP_CLIENT_ID: secrets.connector.clientId,
          DEMO_SHOP_CLIENT_SECRET: secrets.connector.clientSecret,
          DEMO_SHOP_MARKET_APP: at.apps,
          DEMO_SHOP_MARKET_THEME: at.themes,
          DEMO_SHOP_MARKET_SITES: platformId === null ? at.sites : at.apps,
          DEMO_SHOP_INSTALLER: at.installer,
          DEMO_SHOP_DEMONSTRATION: 'store-1',
        },
      },
      {
        name: 'vat-service',
        title: 'The VAT service',
        file: 'demo/vat-service/main.ts',
        env: { NODE_ENV: 'production', VAT_SERVICE_PORT: String(ports.vat) },
      },
    ],
    after: [{ name: 'server', title: 'The marketplace', file: 'server/main.ts', env: server }],
  }
}
