import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { setOwnCode } from '#demo/shop/connector/state.ts'
import { openDatabase } from '#demo/shop/storage/database.ts'
import { seed as seedShop } from '#demo/shop/storage/seed.ts'
import { restartable } from '../../harness/processes.ts'
import { storeName, type ShopState } from '../ledgers.ts'
import { fleetId, newPanelKey, openPanelProxy, type Client, type OpenPanel } from './panel.ts'

const ID = 1

/**
 * The demo platform: a process of its own with a book of its own, which is read when it has been
 * stopped.
 */
export const openDemoPanel: OpenPanel = async (around) => {
  const { folder, stores, ports, market, callsPerSecond, isDirect, onChild } = around
  const dataFolder = join(folder, 'shop')
  const [port, mailPort] = ports as [number, number]
  const key = newPanelKey('platform-1')

  // The platform's stores are there before it runs, some with markup of their own.
  const ledger = openDatabase(dataFolder)
  seedShop(ledger, stores)
  for (let n = 1; n <= stores; n += 2)
    setOwnCode(ledger, fleetId(n), 'placement:3', `<!-- ours ${n} -->\n`)
  ledger.close()
  let clientSecret = ''
  const readBook = () => readShopState(dataFolder, clientSecret === '' ? [] : [clientSecret])
  const [before, tokens] = [readBook(), readStoreTokens(dataFolder)]
  const tokenOf = (externalId: string) => tokens.get(externalId) ?? ''

  const processWith = ({ id, secret }: Client) =>
    restartable(
      'demo/shop/main.ts',
      {
        NODE_ENV: 'production',
        DEMO_SHOP_PORT: String(port),
        DEMO_SHOP_MAIL_PORT: String(mailPort),
        DEMO_SHOP_DATA: dataFolder,
        DEMO_SHOP_PRIVATE_JWK: JSON.stringify(key),
        DEMO_SHOP_CLIENT_ID: id,
        DEMO_SHOP_CLIENT_SECRET: secret,
        DEMO_SHOP_MARKET_APP: market.app,
        DEMO_SHOP_MARKET_THEME: 'http://themes.localhost:1',
        DEMO_SHOP_INSTALLER: market.installer,
        DEMO_SHOP_FLEET: String(stores),
        DEMO_SHOP_CALLS_PER_SECOND: String(callsPerSecond),
      },
      { onChild },
    )
  let shop: ReturnType<typeof processWith> | undefined
  const proxy = await openPanelProxy(around, port, 'panel.localhost')
  const origin = `http://panel.localhost:${port}`
  return {
    id: ID,
    connector: `${isDirect ? origin : proxy.url}/connector/v1`,
    origin,
    key,
    // Anybody may have previews of store 1.
    tests: {
      store: tokenOf('store-2'),
      other: tokenOf('store-1'),
      scopes: ['orders.read', 'orders.note'],
    },
    testOrigins: [`http://shop.localhost:${port}`, `http://shop2.localhost:${port}`],
    tokenOf,
    refuse: proxy.refuse,
    async start(client) {
      clientSecret = client.secret
      shop = processWith(client)
      await shop.start()
    },
    async readBook() {
      await shop?.stop()
      const seen = readBook()
      await shop?.start()
      return seen
    },
    bookBefore: () => before,
    pid: () => shop?.pid(),
    output: () => shop?.output() ?? '',
    async close() {
      await shop?.stop()
      await proxy.close()
    },
  }
}

const openState = (dataFolder: string) =>
  new DatabaseSync(join(dataFolder, 'demo-shop.sqlite'), { readOnly: false })

/** The platform's book from its file; the platform was stopped before, so nothing is in progress. */
function readShopState(dataFolder: string, secrets: readonly string[]): ShopState {
  const ledger = openState(dataFolder)
  try {
    return {
      effects: ledger
        .prepare('select * from effect order by position')
        .all()
        .map((row) => ({
          storeId: storeName(ID, String(row.store_id)),
          id: String(row.effect_id),
          kind: String(row.kind),
          slot: String(row.slot),
          prefix: String(row.prefix),
          content: String(row.content),
          sha256: String(row.content_sha256),
        })),
      own: Object.fromEntries(
        ledger
          .prepare('select * from own_code')
          .all()
          .map((row) => [
            `${storeName(ID, String(row.store_id))} ${String(row.slot)}`,
            String(row.html),
          ]),
      ),
      secrets: [
        ...secrets,
        ...ledger
          .prepare('select secret, store_token from credential')
          .all()
          .flatMap((row) => [String(row.secret), String(row.store_token)]),
      ],
    }
  } finally {
    ledger.close()
  }
}

/** The handles by which the market gets at each store's key. */
function readStoreTokens(dataFolder: string): Map<string, string> {
  const ledger = openState(dataFolder)
  try {
    return new Map(
      ledger
        .prepare('select store_id, store_token from credential')
        .all()
        .map((row) => [String(row.store_id), String(row.store_token)]),
    )
  } finally {
    ledger.close()
  }
}
