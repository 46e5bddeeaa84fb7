import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { createBoundedServer, type AllowBody, type EarlyRefusal } from '../../lib/bounded-server.ts'
import { createHttp } from '../../lib/http.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import { createAssets } from './assets.ts'
import { frontIds, hasFront, storeIds } from './config.ts'
import type { DemoShopConfig, FrontId, Part, StoreId } from './config.ts'
import { getFault, setFault, setFrontManner } from './connector/faults.ts'
import type { Fault, FaultyCall, FrontManner } from './connector/faults.ts'
import { editEffect, removeEffect } from './connector/effects.ts'
import { createPackageKeeper } from './connector/packages.ts'
import { connectorRoutes } from './connector/routes.ts'
import { setOwnCode } from './connector/state.ts'
import { frontRoutes } from './front/routes.ts'
import { createSmtpSink } from './mail/smtp-sink.ts'
import { ownSiteRoutes } from './own-site/routes.ts'
import { panelRoutes } from './panel/routes.ts'
import { nowSeconds, originOf } from './platform.ts'
import type { Platform } from './platform.ts'
import { openDatabase } from './storage/database.ts'
import { getAttachment, mails } from './storage/mails.ts'
import type { Mail } from './storage/mails.ts'
import { seed } from './storage/seed.ts'

import { setStatus } from './storage/stores.ts'
import { webServiceRoutes } from './web-service.ts'

export interface DemoShop {
  /** Listens; fails when a port is taken. Returns the port of the shops and the panel. */
  start(): Promise<number>
  /** Lets running requests end, closes the rest and the database. */
  stop(): Promise<void>
  /**
   * Public origin of a store's shop front, of the panel or of the example site; known after
   * `start`.
   */
  origin(part: Part): string
  /** Every route that it answers, with the part whose host it is found at. */
  routes(): readonly { part: FrontId | 'panel' | 'own-site'; method: string; path: string }[]
  /** Address of the connector, without a slash at the end. */
  connector(): string
  /** Makes a call of this store fail (see the README), or heals it with null. */
  setFault(store: StoreId, call: FaultyCall, fault: Fault | null): void
  /** The fault that waits for the next call; gone when it has struck as often as it should. */
  getFault(store: StoreId, call: FaultyCall): Fault | undefined
  /**
   * Makes the shop front answer as behind a delivery network, or send its visitors to the other
   * shop; null: as itself.
   */
  setFrontManner(store: StoreId, manner: FrontManner | null): void
  /**
   * What the owner writes in the panel: into what an item put there (null takes it away), or into a
   * placement of their own.
   */
  setItemCode(store: StoreId, effectId: string, html: string | null): void
  setOwnCode(store: StoreId, slot: string, html: string): void
  /** What the settings page does. */
  setStoreOpen(store: StoreId, open: boolean): void
  /** Where the demo mail server takes mail; known after `start`. */
  mailPort(): number
  /** The mailbox, newest first. */
  mails(): Mail[]
  /** What was attached to a mail, by its place. */
  mailFile(mailId: number, position: number): Uint8Array | undefined
  /** The store's handle, as the panel hands it over. */
  storeToken(store: StoreId): string
}

/** As the Store Connector protocol writes them. */
const REFUSALS: Readonly<Record<EarlyRefusal, { error: string; message: string }>> = {
  'body.too_large': { error: 'too_large', message: 'the body is larger than 1 MiB' },
  'body.too_slow': { error: 'too_slow', message: 'the body did not arrive in time' },
  'headers.too_many': { error: 'too_many_headers', message: 'the request has too many headers' },
  busy: { error: 'busy', message: 'too many bodies are under way' },
}

/** The whole platform in this process. Throws when the data folder cannot be used. */
export function createDemoShop(
  config: DemoShopConfig,
  { clock = systemClock, bodyMs }: { clock?: Clock; bodyMs?: number } = {},
): DemoShop {
  const db = openDatabase(config.dataFolder)
  seed(db, config.fleet)
  let port = config.port
  let mailPort = config.mailPort
  const stopping = new AbortController()
  const platform: Platform = {
    config,
    db,
    clock,
    stopping: stopping.signal,
    http: createHttp({ allowOrigins: [config.installer, config.market.app, config.market.theme] }),
    hostOf: (part) =>
      `${part === 'panel' || part === 'own-site' || hasFront(part) ? config.hosts[part] : `${part}.shop.localhost`}:${config.publicPort ?? port}`,
  }
  const { app, routes } = assemble(platform)
  const sink = createSmtpSink(platform)
  const server = createBoundedServer(getRequestListener(app.fetch), {
    allowBody,
    refusalText: (refusal) => ({
      type: 'application/json',
      body: JSON.stringify(REFUSALS[refusal]),
    }),
    ...(bodyMs !== undefined && { bodyMs }),
  })

  return {
    async start() {
      server.listen(config.port, config.bind)
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
      mailPort = await sink.start(config.mailPort)
      return port
    },
    async stop() {
      stopping.abort()
      await sink.stop()
      if (server.listening) {
        const closed = once(server, 'close')
        server.close()
        server.closeIdleConnections()
        const patience = setTimeout(() => server.closeAllConnections(), 2_000)
        await closed
        clearTimeout(patience)
      }
      db.close()
    },
    origin: (part) => originOf(platform, part),
    routes: () => routes,
    connector: () => `${originOf(platform, 'panel')}/connector/v1`,
    setFault: (store, call, fault) => setFault(db, store, call, fault),
    getFault: (store, call) => getFault(db, store, call),
    setFrontManner: (store, manner) => setFrontManner(db, store, manner),
    setItemCode: (store, effectId, html) =>
      void (html === null
        ? removeEffect(platform, store, effectId, nowSeconds(platform))
        : editEffect(platform, store, effectId, html)),
    setOwnCode: (store, slot, html) => setOwnCode(db, store, slot, html),
    setStoreOpen: (store, open) => setStatus(db, store, open ? 'active' : 'closed'),
    mailPort: () => mailPort,
    mails: () => mails(platform),
    mailFile: (mailId, position) => getAttachment(platform, mailId, position)?.content,
    storeToken: (store) =>
      db.get<{ token: string }>(
        'SELECT store_token AS token FROM credential WHERE store_id = ?',
        store,
      )?.token ?? '',
  }
}

/** Calls of the market and of apps carry a signature or a secret; everything else is a form. */
const allowBody: AllowBody = ({ url = '', headers }) => {
  const isCall =
    /^\/(?:connector|web-service)\//.test(url) &&
    (headers['arasta-signature'] ?? headers.authorization) !== undefined
  return { bytes: isCall ? 1024 * 1024 : 128 * 1024 }
}

/** One door for all hosts: the name in `Host` says which part answers. */
function assemble(platform: Platform) {
  const { hosts } = platform.config
  const assets = createAssets()
  const keeper = createPackageKeeper(platform)
  const ownTheme = {
    stylesheet: assets.hash('bootstrap.css'),
    stylesheet_rtl: assets.hash('bootstrap.rtl.css'),
  }

  const machines = new Hono<{ Bindings: HttpBindings }>()
  machines.route('/connector/v1', connectorRoutes(platform, keeper, ownTheme))
  machines.route('/web-service/v1', webServiceRoutes(platform))
  const panel = panelRoutes(platform, assets)
  const ownSite = ownSiteRoutes(platform, assets)
  const fronts = Object.fromEntries(
    frontIds.map((id) => [id, frontRoutes(platform, assets, keeper, id)]),
  )

  const app = new Hono<{ Bindings: HttpBindings }>()
  const isForMachines = (path: string) => /^\/(?:connector|web-service)(?:\/|$)/.test(path)
  app.all('*', (c) => {
    const host = (c.req.header('host') ?? '').toLowerCase().replace(/:\d+$/, '')
    const store = frontIds.find((id) => hosts[id] === host)
    if (store) return fronts[store]?.fetch(c.req.raw, c.env) ?? c.notFound()
    if (host === hosts['own-site']) return ownSite.fetch(c.req.raw, c.env)
    const loopback = host === 'localhost' || host === '127.0.0.1'
    if (host !== hosts.panel && !loopback) return c.text('no shop has this name', 421)
    if (isForMachines(c.req.path)) return machines.fetch(c.req.raw, c.env)
    if (host === hosts.panel) return panel.fetch(c.req.raw, c.env)
    const asked = c.req.query('store') ?? ''
    if (hasFront(asked)) return fronts[asked]?.fetch(c.req.raw, c.env) ?? c.notFound()
    return c.html(index(platform), c.req.path === '/' ? 200 : 404)
  })
  const parts = [
    ...frontIds.map((id) => [id, fronts[id]] as const),
    ['panel', panel] as const,
    ['panel', machines] as const,
    ['own-site', ownSite] as const,
  ]
  const routes = parts.flatMap(
    ([part, one]) => one?.routes.map(({ method, path }) => ({ part, method, path })) ?? [],
  )
  return { app, routes }
}

const index = (
  platform: Platform,
) => html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport"
  content="width=device-width"><title>Demo Commerce</title>
<h1>Demo Commerce</h1><ul>${[...storeIds, 'panel' as const, 'own-site' as const].map(
  (part) => html`<li><a href="${originOf(platform, part)}/">${originOf(platform, part)}</a></li>`,
)}</ul>
<p>Scripts may stay on this host and name a store: <code>/products?store=store-1</code></p></html>`
