import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultHosts } from '#demo/shop/config.ts'
import { createDemoShop } from '#demo/shop/demo-shop.ts'
import { claimCredential, storeConnector } from '#modules/stores/platforms/connector-protocol.ts'
import type { Manifest } from '#modules/catalog/packages/manifest.ts'
import type { SettingValue } from '#modules/catalog/packages/placeholders.ts'
import { effectOfChange, planChanges } from '#modules/installs/rules.ts'
import { systemClock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import { startPackageServer } from './package-server.ts'
import { startReloadProxy } from './reload-proxy.ts'

export interface Installed {
  version: string
  changes: string[]
}

/**
 * A demo shop of its own, in a folder that goes with it: no market, no database, no account. What
 * is put on it, is put there as the market does it: packed, signed, by the connector, in the places
 * that the manifest names.
 */
export async function startDevShop({ port }: { port: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'arasta-dev-'))
  const packages = await startPackageServer()
  const inner = { port: 0 }
  const proxy = await startReloadProxy({ port, target: () => inner.port }).catch(
    async (error: unknown) => {
      await packages.stop()
      await rm(folder, { recursive: true, force: true })
      throw error
    },
  )
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as {
    x: string
    d: string
  }
  const client = { id: 'arasta-dev', secret: randomBytes(32).toString('base64url') }
  const shop = createDemoShop({
    port: 0,
    mailPort: 0,
    bind: '127.0.0.1',
    publicPort: proxy.port,
    dataFolder: join(folder, 'shop'),
    hosts: defaultHosts,
    client,
    installer: packages.origin,
    privateJwk: { kty: 'OKP', crv: 'Ed25519', x, d, kid: 'dev' },
    market: { app: packages.origin, theme: packages.origin, sites: packages.origin },
    demonstrationStore: 'store-1',
    slowMs: 20_000,
    fleet: 0,
    callsPerSecond: 0,
  })
  inner.port = await shop.start()
  const http = createHttp({ allowOrigins: [shop.origin('panel')] })
  const baseUrl = shop.connector()
  const key = await claimCredential(
    http,
    systemClock,
    { baseUrl, keyId: client.id, secret: client.secret },
    shop.storeToken('store-1'),
  )
  const store = storeConnector(
    http,
    systemClock,
    { baseUrl, keyId: key.key_id, secret: key.secret },
    key.store_id,
  )
  /** What stands there now, by the part of the manifest that brought it. */
  let standing = new Map<string, string>()

  return {
    url: `${shop.origin('store-1')}/`,
    reload: () => proxy.reload(),
    /**
     * Puts a version in the place of the one before: each part where it stood, what is gone is
     * taken off.
     */
    async install(
      bytes: Buffer,
      manifest: Manifest,
      inputs: Record<string, SettingValue>,
    ): Promise<Installed> {
      const release = packages.offer(bytes, manifest)
      await store.putPackage(release)
      const changes = planChanges(manifest, inputs)
      const placed = new Map<string, string>()
      for (const change of changes) {
        const [id, replaces] = [`eff_${randomBytes(10).toString('hex')}`, standing.get(change.key)]
        await store.putEffect(
          id,
          effectOfChange(change, { sha256: release.sha256, version: manifest.version, manifest }),
          { replaces },
        )
        placed.set(change.key, id)
      }
      for (const [part, id] of standing) if (!placed.has(part)) await store.deleteEffect(id)
      standing = placed
      return { version: manifest.version, changes: changes.map((change) => change.key) }
    },
    async stop(): Promise<void> {
      await proxy.stop()
      await Promise.all([shop.stop(), packages.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type DevShop = Awaited<ReturnType<typeof startDevShop>>
