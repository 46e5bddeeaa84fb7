import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '#demo/shop/connector/canonical-json.ts'
import { sha256Hex } from '#lib/ids.ts'
import type { PlainConfig } from '#tools/connector-kit/testing/plain-platform/platform.ts'
import { startPlainPlatform } from '#tools/connector-kit/testing/plain-platform/server.ts'
import { openFolder } from '#tools/connector-kit/testing/plain-platform/store-file.ts'
import { storeName, type ShopEffect } from '../ledgers.ts'
import { fleetId, newPanelKey, openPanelProxy, type OpenPanel } from './panel.ts'

const ID = 2
const TEST_STORES = ['kit-1', 'kit-2'] as const

const newSecret = () => randomBytes(24).toString('base64url')
const newStore = () => ({ token: newSecret(), keyId: newSecret(), secret: newSecret() })

/**
 * The second implementation of the protocol, which shares no code with the demo platform. Its
 * stores have the same ids as the demo platform's: only the platform tells them apart.
 */
export const openPlainPanel: OpenPanel = async (around) => {
  const folder = join(around.folder, 'plain')
  mkdirSync(folder)
  const names = Array.from({ length: around.stores }, (_, n) => fleetId(n + 1))
  const stores = Object.fromEntries([...TEST_STORES, ...names].map((id) => [id, newStore()]))
  const tokenOf = (externalId: string) => stores[externalId]?.token ?? ''
  const config: PlainConfig = {
    folder,
    installer: around.market.installer,
    client: { id: newSecret(), secret: newSecret() },
    stores,
    demonstration: TEST_STORES[1],
    scratch: TEST_STORES[1],
    now: () => Math.floor(Date.now() / 1000),
  }
  const platform = await startPlainPlatform(config)
  const { port, pathname } = new URL(platform.connector)
  const proxy = await openPanelProxy(around, Number(port), 'connector.marktgasse.localhost')
  const book = openFolder(folder)
  return {
    id: ID,
    connector: proxy.url + pathname,
    origin: 'http://panel.marktgasse.localhost',
    key: newPanelKey('2026-11'),
    tests: {
      store: tokenOf(TEST_STORES[0]),
      other: tokenOf(TEST_STORES[1]),
      scopes: ['notes.read', 'notes.write'],
    },
    testOrigins: TEST_STORES.map((id) => `http://${id}.localhost:${port}`),
    tokenOf,
    refuse: proxy.refuse,
    async start(client) {
      config.client = client
    },
    async readBook() {
      const files = names.map((id) => ({ id, file: book.read(id) }))
      return {
        effects: files.flatMap(({ id, file }) =>
          file.layers.map((layer): ShopEffect => {
            const content = canonicalJson(layer.content)
            return {
              storeId: storeName(ID, id),
              id: layer.effect_id,
              kind: layer.kind,
              slot: layer.slot,
              prefix: layer.item.prefix,
              content,
              sha256: sha256Hex(content),
            }
          }),
        ),
        own: {},
        secrets: [
          config.client.secret,
          ...Object.values(stores).flatMap(({ token, secret }) => [token, secret]),
          ...files.flatMap(({ file }) => file.secrets.map(({ secret }) => secret)),
        ],
      }
    },
    bookBefore: () => ({ effects: [], own: {}, secrets: [] }),
    output: () => '',
    async close() {
      await Promise.all([platform.stop(), proxy.close()])
    },
  }
}
