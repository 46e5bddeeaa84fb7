import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultHosts, type StoreId } from '../../shop/config.ts'
import { createDemoShop } from '../../shop/demo-shop.ts'
import { answersSchema } from '../../../modules/catalog/packages/inputs.ts'
import { fillSettings, type SettingValue } from '../../../modules/catalog/packages/placeholders.ts'
import {
  generateSigningKey,
  publicHalf,
  signPackage,
} from '../../../modules/catalog/packages/sign-package.ts'
import {
  claimCredential,
  storeConnector,
} from '../../../modules/stores/platforms/connector-protocol.ts'
import { releasedFile } from '../../../modules/stores/platforms/loader/released.ts'
import type { Effect } from '../../../modules/stores/platforms/store-connector.ts'
import { systemClock } from '../../../lib/clock.ts'
import { createHttp } from '../../../lib/http.ts'
import type { DemoRelease } from '../demo-item.ts'

/**
 * A demo shop of our own on a free port, with just enough of a market beside it (package files,
 * public keys, the measuring script) to put items on it as the product does: through the Store
 * Connector protocol, signed. For pictures and for tests in a browser.
 */
export interface ShopStage {
  /** Origin of the shop front, e.g. `http://shop.localhost:41234`. */
  origin: string
  /** Origin of the market's files. */
  installer: string
  /** Puts every part of a release on the shop; answers the way to take exactly that off again. */
  put(release: DemoRelease, answers?: Record<string, SettingValue>): Promise<() => Promise<void>>
  close(): Promise<void>
}

export async function openShopStage({
  store = 'store-1',
}: { store?: StoreId } = {}): Promise<ShopStage> {
  const folder = await mkdtemp(join(tmpdir(), 'arasta-stage-'))
  const key = generateSigningKey()
  const packages = new Map<string, Buffer>()
  const market = await serveMarket(packages, JSON.stringify({ keys: [publicHalf(key)] }))
  const client = { id: 'stage', secret: randomBytes(32).toString('base64url') }
  const { kty, crv, x, d, kid } = generateSigningKey()
  const shop = createDemoShop({
    port: 0,
    mailPort: 0,
    bind: '127.0.0.1',
    dataFolder: folder,
    hosts: defaultHosts,
    privateJwk: { kty, crv, x, d, kid },
    client,
    market: { app: market.origin, theme: market.origin, sites: market.origin },
    installer: market.origin,
    demonstrationStore: 'store-1',
    fleet: 0,
    callsPerSecond: 0,
    slowMs: 1000,
  })
  await shop.start()
  const http = createHttp({ allowOrigins: [new URL(shop.connector()).origin] })
  const credential = await claimCredential(
    http,
    systemClock,
    { baseUrl: shop.connector(), keyId: client.id, secret: client.secret },
    shop.storeToken(store),
  )
  const connector = storeConnector(
    http,
    systemClock,
    { baseUrl: shop.connector(), keyId: credential.key_id, secret: credential.secret },
    credential.store_id,
  )

  let count = 0
  return {
    origin: shop.origin(store),
    installer: market.origin,
    async put(release, answers = {}) {
      packages.set(release.sha256, release.zip)
      const { prefix, version } = release.manifest
      await connector.putPackage({
        sha256: release.sha256,
        url: `${market.origin}/${release.sha256}.zip`,
        size: release.zip.length,
        prefix,
        version,
        ...signPackage(release.sha256, key),
      })
      const ids: string[] = []
      for (const effect of effectsOf(release, answers)) {
        const id = `eff_${prefix}_${(count += 1)}`
        await connector.putEffect(id, effect)
        ids.push(id)
      }
      return async () => {
        for (const id of ids.toReversed()) await connector.deleteEffect(id)
      }
    },
    async close() {
      await shop.stop()
      market.server.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** What a release puts on a shop when its owner refuses nothing. */
export function effectsOf(
  { manifest, sha256 }: DemoRelease,
  given: Record<string, SettingValue>,
): Effect[] {
  const common = { package: sha256, item: { prefix: manifest.prefix, version: manifest.version } }
  if (manifest.kind === 'theme') {
    const { stylesheet, stylesheet_rtl, settings } = manifest
    return [
      {
        kind: 'theme',
        slot: 'theme',
        ...common,
        content: { stylesheet, stylesheet_rtl, settings },
      },
    ]
  }
  const answers = answersSchema(manifest.inputs).parse(given)
  const effect =
    (kind: 'tracking_code' | 'design_block') =>
    (part: { placement: number; html: string }): Effect => ({
      kind,
      slot: `placement:${part.placement}`,
      ...common,
      content: { html: fillSettings(part.html, answers) },
    })
  return [
    ...manifest.tracking_codes.map(effect('tracking_code')),
    ...manifest.design_blocks.map(effect('design_block')),
  ]
}

async function serveMarket(
  packages: ReadonlyMap<string, Buffer>,
  keys: string,
): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const script = releasedFile(/^\/loader\/([\w.-]+\.js)$/.exec(request.url ?? '')?.[1] ?? '')
    const zip = packages.get(/^\/([0-9a-f]{64})\.zip$/.exec(request.url ?? '')?.[1] ?? '')
    if (request.url === '/keys.json')
      response.writeHead(200, { 'content-type': 'application/json' }).end(keys)
    else if (script)
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
        .end(script)
    // What a visit measured; nobody reads it here.
    else if (request.url === '/loader/visits') response.writeHead(204).end()
    else if (zip) response.writeHead(200, { 'content-type': 'application/zip' }).end(zip)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://installer.localhost:${(server.address() as AddressInfo).port}`, server }
}
