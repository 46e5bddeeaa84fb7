import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { movableClock } from '../../../lib/clock.ts'
import { createHttp } from '../../../lib/http.ts'
import { defaultHosts } from '../config.ts'
import type { DemoShopConfig, Part, StoreId } from '../config.ts'
import { createDemoShop } from '../demo-shop.ts'
import { openBrowser } from './browser.ts'
import { startFakeInstaller } from './fake-installer.ts'
import type { SignedPackage } from './fake-installer.ts'
import { signedClient } from './signed-client.ts'
import type { Key } from './signed-client.ts'
import { writeZip } from './zip-writer.ts'

/** A whole demo shop on a free port and a fake installer, for one test file. */
export async function startTestShop(changes: Partial<DemoShopConfig> = {}) {
  const dataFolder = changes.dataFolder ?? (await mkdtemp(path.join(os.tmpdir(), 'demo-shop-')))
  const installer = await startFakeInstaller()
  const keys = generateKeyPairSync('ed25519')
  const client: Key = { id: 'arasta', secret: 'a platform client secret of 40 characters' }
  const clock = movableClock(new Date('2026-11-20T12:00:00Z'))
  const config: DemoShopConfig = {
    port: 0,
    mailPort: 0,
    bind: '127.0.0.1',
    dataFolder,
    hosts: defaultHosts,
    client,
    installer: installer.origin,
    slowMs: 30_000,
    demonstrationStore: 'store-1',
    fleet: 0,
    callsPerSecond: 0,
    privateJwk: {
      ...(keys.privateKey.export({ format: 'jwk' }) as {
        kty: 'OKP'
        crv: 'Ed25519'
        x: string
        d: string
      }),
      kid: 'panel-1',
    },
    market: {
      app: 'http://apps.localhost:1',
      theme: 'http://themes.localhost:1',
      sites: 'http://sites.localhost:1',
    },
    ...changes,
  }
  const shop = createDemoShop(config, { clock })
  await shop.start()
  const origins = (['store-1', 'store-2', 'panel', 'own-site'] as const).map((part) =>
    shop.origin(part),
  )
  const http = createHttp({ allowOrigins: [...origins, origins[0]?.replace('shop.', '') ?? ''] })
  const call = signedClient(http, shop.origin('panel'), () =>
    Math.floor(clock.now().getTime() / 1000),
  )

  async function keyOf(store: StoreId): Promise<Key> {
    const { json } = await call({
      method: 'POST',
      path: '/connector/v1/credentials',
      key: client,
      body: { store_token: shop.storeToken(store) },
    })
    return { id: String(json.key_id), secret: String(json.secret) }
  }

  return {
    shop,
    config,
    clock,
    installer,
    client,
    call,
    keyOf,
    http,
    publicKey: keys.publicKey,
    browser: () => openBrowser(http),
    at: (part: Part, where = '/') => shop.origin(part) + where,
    /** Makes, signs and puts a package with these files besides its manifest. */
    async putPackage(
      store: StoreId,
      prefix: string,
      files: Record<string, string> = {},
    ): Promise<SignedPackage> {
      const made = installer.offer(packageOf(prefix, files), prefix)
      const { status } = await call({
        method: 'PUT',
        path: `/connector/v1/stores/${store}/packages/${made.sha256}`,
        key: await keyOf(store),
        body: made.body,
      })
      if (status !== 200) throw new Error(`the package was refused: ${status}`)
      return made
    },
    async stop() {
      await shop.stop()
      await installer.stop()
      if (changes.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
export type TestShop = Awaited<ReturnType<typeof startTestShop>>

export const packageOf = (
  prefix: string,
  files: Record<string, string> = {},
  version = '1.0.0',
): Buffer =>
  writeZip([
    {
      name: 'arasta.app.json',
      content: JSON.stringify({ format: 1, kind: 'app', prefix, version }),
    },
    ...Object.entries(files).map(([name, content]) => ({ name, content })),
  ])

/** An effect of an item's package. */
export const effect = (made: SignedPackage, kind: string, slot: string, content: object) => ({
  kind,
  slot,
  package: made.sha256,
  item: { prefix: made.body.prefix, version: made.body.version },
  content,
})
