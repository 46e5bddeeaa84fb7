import { importJWK, SignJWT } from 'jose'
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { setOwnCode } from '#demo/shop/connector/state.ts'
import { openDatabase } from '#demo/shop/storage/database.ts'
import { seed as seedShop } from '#demo/shop/storage/seed.ts'
import { generateSigningKey } from '#modules/catalog/packages/sign-package.ts'
import { openCallProxy } from '../../harness/call-proxy.ts'
import { restartable } from '../../harness/processes.ts'
import type { ShopState } from '../ledgers.ts'
import { callMarket, Owner, type Platform } from '../owner.ts'
import { versionsOf } from '../seed-items.ts'
import { nameOfCall, openRefusals, type OpenSystem } from './other-system.ts'

interface PlatformKey {
  kty: string
  crv: string
  x: string
  d: string
  kid: string
}

/**
 * The demo platform: a process of its own with a book of its own, which is read when it has been
 * stopped.
 */
export const demoPlatform: OpenSystem = async ({
  folder,
  stores,
  ports,
  market,
  callsPerSecond,
  isDirect,
  killSwitch,
  witness,
  misbehavior,
  onAnswer,
  onChild,
}) => {
  const dataFolder = join(folder, 'shop')
  const [port, mailPort] = ports as [number, number]
  const [key, clientSecret] = [
    { ...generateSigningKey(), kid: 'platform-1' } as PlatformKey,
    randomBytes(32).toString('base64url'),
  ]

  // The platform's stores are there before it runs, some with markup of their own.
  const ledger = openDatabase(dataFolder)
  seedShop(ledger, stores)
  for (let n = 1; n <= stores; n += 2)
    setOwnCode(ledger, `fleet-${n}`, 'placement:3', `<!-- ours ${n} -->\n`)
  ledger.close()
  const readBook = () => readShopState(dataFolder, [clientSecret])
  const [before, tokens] = [readBook(), readStoreTokens(dataFolder)]

  const shop = restartable(
    'demo/shop/main.ts',
    {
      NODE_ENV: 'production',
      DEMO_SHOP_PORT: String(port),
      DEMO_SHOP_MAIL_PORT: String(mailPort),
      DEMO_SHOP_DATA: dataFolder,
      DEMO_SHOP_PRIVATE_JWK: JSON.stringify(key),
      DEMO_SHOP_CLIENT_ID: 'arasta',
      DEMO_SHOP_CLIENT_SECRET: clientSecret,
      DEMO_SHOP_MARKET_APP: market.app,
      DEMO_SHOP_MARKET_THEME: 'http://themes.localhost:1',
      DEMO_SHOP_INSTALLER: market.installer,
      DEMO_SHOP_FLEET: String(stores),
      DEMO_SHOP_CALLS_PER_SECOND: String(callsPerSecond),
    },
    { onChild },
  )
  const refusals = openRefusals()
  const proxy = await openCallProxy({
    port,
    host: 'panel.localhost',
    killSwitch,
    witness,
    nameOf: nameOfCall,
    misbehavior: (call) => misbehavior(call) ?? refusals.misbehavior(call),
    onAnswer,
  })
  const { d: _private, ...publicKey } = key
  return {
    settings: {
      PLATFORM_PUBLIC_JWK: JSON.stringify(publicKey),
      CONNECTOR_URL: `${isDirect ? `http://panel.localhost:${port}` : proxy.url}/connector/v1`,
      CONNECTOR_KEY_ID: 'arasta',
      CONNECTOR_SECRET: clientSecret,
      PANEL_ORIGINS: `http://panel.localhost:${port}`,
    },
    shelf: { platform: 1, versionsOf },
    start: () => shop.start(),
    openOwner: (n, world) =>
      signInFromPanel(world, key, `fleet-${n + 1}`, tokens.get(`fleet-${n + 1}`) ?? ''),
    refuse: async (place, on) => refusals.set(place, on),
    async readBook() {
      await shop.stop()
      const seen = readBook()
      await shop.start()
      return seen
    },
    bookBefore: () => before,
    pid: () => shop.pid(),
    output: () => shop.output(),
    async close() {
      await shop.stop()
      await proxy.close()
    },
  }
}

/** A platform that has too much to do says so, and its owner comes again. */
async function signInFromPanel(
  world: Platform,
  key: PlatformKey,
  externalId: string,
  storeToken: string,
  triesLeft = 20,
): Promise<Owner> {
  const now = Math.floor(Date.now() / 1000) + world.aheadSeconds
  const launch = await new SignJWT({
    domain: `${externalId}.shop.localhost`,
    account: { id: `u-${externalId}`, name: 'Ayşe Demir', email: 'ayse@shop.example' },
    is_os2: false,
    hl: 'tr',
    iss: '1',
    aud: world.origin,
    sub: externalId,
    iat: now,
    nbf: now,
    exp: now + 100,
    jti: randomBytes(12).toString('hex'),
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .sign(await importJWK(key, 'EdDSA'))
  const reply = await callMarket(
    world,
    'POST',
    '/auth/domain',
    {},
    { authorization: `Bearer ${launch}`, 'apps-token': launch, 'store-token': storeToken },
  )
  if (reply.status === 503 && triesLeft > 0) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return signInFromPanel(world, key, externalId, storeToken, triesLeft - 1)
  }
  if (reply.status !== 200)
    throw new Error(
      `${externalId} could not sign in: ${reply.status} ${JSON.stringify(reply.body)}`,
    )
  return new Owner(world, externalId, {
    token: reply.body.token,
    storeId: reply.body.store_id,
    storeToken,
  })
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
          storeId: String(row.store_id),
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
          .map((row) => [`${String(row.store_id)} ${String(row.slot)}`, String(row.html)]),
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
