import { LOCALES, type Locale } from '#lib/locale.ts'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createDemoShop, type DemoShop } from '#demo/shop/demo-shop.ts'
import { makeInstallerApp } from '#apps/installer/app.ts'
import { makePreviewApp } from '#apps/preview/app.ts'
import { createSandboxBank, type SandboxBank } from '#demo/sandbox-bank/bank.ts'
import { createVatService, type VatService } from '#demo/vat-service/vat-service.ts'
import type { Services } from '#kernel/context.ts'
import {
  DEMO_PLATFORM,
  findSeed,
  insertPlatform,
  insertPlatformHost,
} from '#modules/stores/platforms/public.ts'
import { listenByHost } from '#server/listen-by-host.ts'
import { renewSites } from '#server/sites.ts'
import { DEFAULT_BRANDING } from '#modules/market/public.ts'
import { generateSigningKey } from '#modules/catalog/packages/sign-package.ts'
import { openDb } from '#db/client.ts'
import { createBoundedServer, type AllowBody } from '#lib/bounded-server.ts'
import { movableClock } from '#lib/clock.ts'
import { allowConsoleBody, allowMarketBody, allowPreviewBody } from '#server/request-body.ts'
import { readConfig } from '#server/config.ts'
import { describeEarlyRefusal } from '#server/errors.ts'
import { openGuestGate, type GuestGate } from '#server/guest-gate.ts'
import { openJobs, type JobQueue } from '#server/jobs.ts'
import { openLog } from '#server/log.ts'
import { addPlatforms } from '#server/prepare.ts'
import { makeConsoleApp } from '#server/console/console-app.ts'
import { openConsole } from '#server/console/context.ts'
import { makeServices } from '#server/services.ts'
import { makeSiteApp } from '#server/site-app.ts'
import { createDatabase } from './database.ts'
import { createCatalogueDatabase } from './loaded-catalogue.ts'

/**
 * The whole product without its screens: the real apps on real ports, a real PostgreSQL, the demo
 * shop and the bank as they are. Nothing of ours is replaced; only the clock can be moved.
 */
export interface Marketplace {
  services: Services
  clock: ReturnType<typeof movableClock>
  shop: DemoShop
  bank: SandboxBank
  vat: VatService
  origins: { app: string; theme: string; installer: string; preview: string; console: string }
  /** Address of the app store for any site, where `anySite` asked for one. */
  anySite: string
  /** Every route of every role, as its router knows it. */
  routes(): { role: keyof Marketplace['origins']; method: string; path: string }[]
  gate: GuestGate
  queue: JobQueue
  /** Where packages lie. */
  blobFolder: string
  databaseUrl: string
  platformKey: { kty: string; crv: string; x: string; d: string; kid: string }
  /** What the market was told at its start, for another process of it. */
  env: Record<string, string>
  /** Works jobs off in this process from now on. */
  startWorker(): Promise<void>
  stop(): Promise<void>
}

/**
 * A port of our own before the app that will answer on it exists: the parts must know each other's
 * addresses.
 */
interface Port {
  origin: string
  server: Server
  answer(listener: RequestListener): void
}

async function openPort(
  host: string,
  allowBody: AllowBody,
  bodyMs: number | undefined,
): Promise<Port> {
  let listener: RequestListener | undefined
  const server = createBoundedServer((request, response) => void listener?.(request, response), {
    allowBody,
    refusalText: (refusal, incoming) => describeEarlyRefusal(NAMELESS, refusal, incoming),
    ...(bodyMs !== undefined && { bodyMs }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    server,
    answer: (given) => {
      listener = given
    },
  }
}

/** What the market is called does not matter to a refusal that is made before any route runs. */
const NAMELESS = {
  languages: LOCALES as Locale[],
  branding: { both: DEFAULT_BRANDING, app: DEFAULT_BRANDING, theme: DEFAULT_BRANDING },
}

const newJwk = (kid: string) => {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as {
    x: string
    d: string
  }
  return { kty: 'OKP' as const, crv: 'Ed25519' as const, x, d, kid }
}

/** The demo's platform for any site, at a host of its own. */
async function addAnySite(db: Services['db']): Promise<void> {
  const { demoHost = '', ...seed } = findSeed(7)!
  await insertPlatform(db, seed)
  await insertPlatformHost(db, { platform_id: 7, market: 'app', host: `${demoHost}.localhost` })
}

export async function startMarketplace({
  catalogue = true,
  buildFolder,
  anySite = false,
  settings = {},
  bodyMs,
}: {
  catalogue?: boolean
  buildFolder?: string
  anySite?: boolean
  settings?: Record<string, string>
  bodyMs?: number
} = {}): Promise<Marketplace> {
  const folder = await mkdtemp(join(tmpdir(), 'arasta-test-'))
  const blobFolder = join(folder, 'blobs')
  const { database, signingKey } = catalogue
    ? await createCatalogueDatabase(blobFolder)
    : { database: await createDatabase(), signingKey: generateSigningKey() }
  const [apps, themes, installer, preview, desk] = (await Promise.all(
    (
      [
        ['apps', allowMarketBody],
        ['themes', allowMarketBody],
        ['installer', allowMarketBody],
        ['preview', allowPreviewBody],
        ['console', allowConsoleBody],
      ] as const
    ).map(([name, allowBody]) => openPort(`${name}.localhost`, allowBody, bodyMs)),
  )) as [Port, Port, Port, Port, Port]
  const sites = anySite ? apps.origin.replace('apps.', 'sites.') : null
  const platformKey = newJwk('platform-1')
  const secret = () => randomBytes(32).toString('base64url')
  const [clientSecret, merchantSecret] = [secret(), secret()]
  const clock = movableClock(new Date())

  const shop = createDemoShop(
    {
      port: 0,
      mailPort: 0,
      bind: '127.0.0.1',
      dataFolder: join(folder, 'shop'),
      hosts: {
        'store-1': 'shop.localhost',
        'store-2': 'shop2.localhost',
        scratch: 'scratch.localhost',
        panel: 'panel.localhost',
        'own-site': 'own-site.localhost',
      },
      privateJwk: platformKey,
      client: { id: 'arasta', secret: clientSecret },
      market: { app: apps.origin, theme: themes.origin, sites: sites ?? apps.origin },
      installer: installer.origin,
      slowMs: 20_000,
      demonstrationStore: 'store-1',
      fleet: 0,
      callsPerSecond: 0,
    },
    { clock, ...(bodyMs !== undefined && { bodyMs }) },
  )
  await shop.start()
  const bank = await createSandboxBank(
    {
      host: '127.0.0.1',
      port: 0,
      publicUrl: '',
      dataFolder: join(folder, 'bank'),
      merchantId: 'arasta',
      merchantName: 'Arasta',
      merchantSecret,
      noticeOrigins: [apps.origin, themes.origin, desk.origin, ...(sites ? [sites] : [])],
      noticeDelaysMs: [0, 0, 0],
    },
    clock,
    { ...(bodyMs !== undefined && { bodyMs }) },
  )
  const vat = await createVatService({ host: '127.0.0.1', port: 0 }, clock)
  const { d: _private, ...publicKey } = platformKey
  const env: Record<string, string> = {
    NODE_ENV: 'test',
    OPERATOR_NAME: 'Arasta Demo',
    OPERATOR_ADDRESS: 'İstanbul, Türkiye',
    OPERATOR_MAIL: 'hello@arasta.example',
    DATABASE_URL: database.url,
    DATABASE_POOL: '6',
    APP_ORIGIN: apps.origin,
    THEME_ORIGIN: themes.origin,
    INSTALLER_ORIGIN: installer.origin,
    PREVIEW_ORIGIN: preview.origin,
    CONSOLE_ORIGIN: desk.origin,
    DEMONSTRATION_STORE: 'store-1',
    SCRATCH_STORE: 'scratch',
    BLOB_FOLDER: blobFolder,
    SEALING_KEY: randomBytes(32).toString('base64'),
    MARKET_SIGNING_JWK: JSON.stringify(signingKey),
    PLATFORM_PUBLIC_JWK: JSON.stringify(publicKey),
    CONNECTOR_URL: shop.connector(),
    CONNECTOR_KEY_ID: 'arasta',
    CONNECTOR_SECRET: clientSecret,
    PANEL_ORIGINS: shop.origin('panel'),
    PANEL_HOST_RULE: '{shop}.localhost=panel.localhost',
    STORE_ORIGINS: `${shop.origin('store-1')},${shop.origin('store-2')},${shop.origin('scratch')}`,
    SANDBOX_BANK_URL: bank.url,
    SANDBOX_BANK_MERCHANT_ID: 'arasta',
    SANDBOX_BANK_MERCHANT_SECRET: merchantSecret,
    VAT_SERVICE_URL: vat.url,
    PAYOUT_PROVIDERS: 'sandbox',
    SMTP_URL: `smtp://127.0.0.1:${shop.mailPort()}`,
    CONTACT_MAIL_TO: 'hello@apps.localhost',
    ALERT_MAIL_TO: 'money@apps.localhost',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    SHED_AT_LAG_MS: '0',
    PAGES_PER_MINUTE: '1000000',
    ...settings,
  }
  const config = readConfig(env)
  const log = openLog(config.logLevel)
  const db = openDb({ url: config.databaseUrl, poolSize: config.databasePool })
  const queue = await openJobs({ databaseUrl: config.databaseUrl, log })
  const services = makeServices(config, { db, clock, log, jobs: queue.jobs })
  // All that there are, so that tests can ask in each.
  services.languages.splice(0, Infinity, ...LOCALES)
  await addPlatforms(
    services,
    { ...config, platformId: config.platformId ?? DEMO_PLATFORM },
    catalogue,
  )
  if (sites && !catalogue) await addAnySite(db)
  await renewSites(services, config)

  const gate = openGuestGate(config)
  const main = { platformId: config.platformId ?? 1 }
  const shared = { trustedHops: config.trustedHops, gate }
  const folders = {
    pictureFolder: join(blobFolder, 'pictures'),
    ...(buildFolder === undefined ? {} : { buildFolder }),
  }
  const roles = {
    app: await makeSiteApp(
      services,
      { ...shared, ...main, market: 'app', origin: apps.origin },
      folders,
    ),
    theme: await makeSiteApp(
      services,
      { ...shared, ...main, market: 'theme', origin: themes.origin },
      folders,
    ),
    preview: makePreviewApp(services, 0),
    console: await makeConsoleApp(services, await openConsole(services, config, gate), folders),
    installer: makeInstallerApp(services, {
      ...shared,
      ...main,
      market: 'app',
      origin: installer.origin,
    }),
  }
  for (const [market, port] of [
    ['app', apps],
    ['theme', themes],
  ] as const)
    port.answer(
      await listenByHost(services, market, async (site) =>
        getRequestListener(
          (site.origin === port.origin
            ? roles[market]
            : await makeSiteApp(services, { ...shared, ...site }, folders)
          ).fetch,
        ),
      ),
    )
  preview.answer(getRequestListener(roles.preview.fetch))
  desk.answer(getRequestListener(roles.console.fetch))
  installer.answer(getRequestListener(roles.installer.fetch))

  return {
    routes: () =>
      Object.entries(roles).flatMap(([role, { routes }]) =>
        routes.map(({ method, path }) => ({ role: role as keyof typeof roles, method, path })),
      ),
    services,
    gate,
    clock,
    shop,
    bank,
    vat,
    queue,
    platformKey,
    env,
    blobFolder,
    databaseUrl: database.url,
    origins: {
      app: apps.origin,
      theme: themes.origin,
      installer: installer.origin,
      preview: preview.origin,
      console: desk.origin,
    },
    anySite: sites ?? '',
    startWorker: () => queue.work(services),
    async stop() {
      for (const { server } of [apps, themes, installer, preview, desk]) {
        server.close()
        server.closeAllConnections()
      }
      gate.stop()
      await queue.stop()
      await Promise.all([shop.stop(), bank.close(), vat.close()])
      await db.destroy()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
