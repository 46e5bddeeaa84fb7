import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop } from '#demo/shop/testing/start-demo-shop.ts'
import { CHECKS, UNSEEN } from '#modules/stores/platforms/kit/checks.ts'
import { openMarket } from './test-market.ts'
import { runConnector } from './run-connector.ts'
import { send } from './send.ts'
import { runKit } from '#modules/stores/platforms/kit/run-kit.ts'
import type { KitSettings } from '#modules/stores/platforms/kit/settings.ts'
import { startPlainPlatform } from './testing/plain-platform/server.ts'

const DOCUMENT = new URL('../../docs/protocols/store-connector.md', import.meta.url)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connector-kit-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What is not as the document asks, in words. */
const faultsOf = (results: Awaited<ReturnType<typeof runKit>>) =>
  results.flatMap(({ id, outcome, fault, why }) =>
    outcome === 'kept'
      ? []
      : [`${id}: ${fault ? `${fault.words} (#${fault.anchor})` : (why ?? '')}`],
  )

/** The plain platform with four stores, and what the kit must know of it. */
async function plainPlatform(broken?: string) {
  const time = { now: 1_795_000_000 }
  const market = await openMarket()
  const store = (name: string) => ({
    token: `token-of-${name}-0123456789`,
    keyId: `key-${name}`,
    secret: `secret of ${name}`,
  })
  const stores = {
    one: store('one'),
    two: store('two'),
    shut: { ...store('shut'), isClosed: true },
    scratch: store('scratch'),
  }
  const client = { id: 'arasta', secret: 'the client secret' }
  const platform = await startPlainPlatform({
    folder: await mkdtemp(join(folder, 'plain-')),
    installer: market.origin,
    client,
    stores,
    demonstration: 'one',
    scratch: 'scratch',
    now: () => time.now,
    ...(broken !== undefined && { broken }),
  })
  const means: KitSettings = {
    client,
    storeToken: stores.one.token,
    otherStoreToken: stores.two.token,
    demonstrationStore: 'one',
    scratchStore: 'scratch',
    closed: {
      storeId: 'shut',
      storeToken: stores.shut.token,
      key: { id: stores.shut.keyId, secret: stores.shut.secret },
    },
    scopes: ['notes.read', 'notes.write'],
    userCall: '/notes',
    handover: handover(new URL(platform.connector).port, time.now, broken === 'launch-token'),
  }
  const wait = async (seconds: number) => {
    time.now += seconds
  }
  return {
    means,
    platform,
    market,
    run: (only: readonly string[] = []) =>
      runKit(
        { base: platform.connector, means, market, now: () => time.now, wait, patient: true, send },
        { only },
      ),
    async stop() {
      await platform.stop()
      await market.close()
    },
  }
}

/** What the plain platform's panel would hand over. */
function handover(port: string, now: number, livesLong: boolean): KitSettings['handover'] {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    iss: '1',
    aud: 'http://apps.localhost:3000',
    sub: 'one',
    domain: `one.localhost:${port}`,
    account: { id: '1', name: 'O', email: 'o@one.localhost' },
    is_os2: false,
    hl: 'en',
    iat: now,
    nbf: now,
    exp: now + (livesLong ? 600 : 60),
    jti: 'a-random-word-of-its-own',
  }
  const written = `${part({ alg: 'EdDSA', kid: 'panel' })}.${part(claims)}`
  return {
    market: 'http://apps.localhost:3000',
    launchToken: `${written}.${sign(null, Buffer.from(written), privateKey).toString('base64url')}`,
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'panel' }],
  }
}

test('the demo shop conforms to the Store Connector protocol (D4)', async () => {
  const market = await openMarket()
  const shop = await startTestShop({ installer: market.origin })
  try {
    const closedKey = await shop.keyOf('store-2')
    const token = shop.shop.storeToken('store-2')
    const tools = {
      base: shop.shop.connector(),
      send,
      market,
      patient: true,
      now: () => Math.floor(shop.clock.now().getTime() / 1000),
      wait: async (seconds: number) => shop.clock.moveSeconds(seconds),
      means: {
        client: shop.client,
        storeToken: shop.shop.storeToken('store-1'),
        otherStoreToken: token,
        demonstrationStore: 'store-1',
        scratchStore: 'scratch',
        scopes: ['orders.read', 'orders.note'],
        userCall: '/orders',
      },
    }
    const results = await runKit(tools)
    expect(faultsOf(results)).toEqual([
      'closed-store: the settings name no closed store (closed)',
      'launch-token: the settings have no launch token (handover)',
    ])
    shop.shop.setStoreOpen('store-2', false)
    const { otherStoreToken: _, ...rest } = tools.means
    expect(
      faultsOf(
        await runKit(
          {
            ...tools,
            means: { ...rest, closed: { storeId: 'store-2', storeToken: token, key: closedKey } },
          },
          { only: ['closed-store'] },
        ),
      ),
    ).toEqual([])
  } finally {
    await shop.stop()
    await market.close()
  }
})

describe('a second implementation, written from the document alone in another style (D4)', () => {
  test('conforms to the whole protocol', async () => {
    const plain = await plainPlatform()
    const results = await plain.run()
    await plain.stop()
    expect(faultsOf(results)).toEqual([])
    expect(results).toHaveLength(CHECKS.length)
  })

  test.each(CHECKS.map((check) => [check.id, check] as const))(
    'with the fault “%s” it fails the check of that name, which quotes the violated sentence',
    async (id, check) => {
      const plain = await plainPlatform(id)
      const [result] = await plain.run([id])
      await plain.stop()
      expect(result).toMatchObject({ outcome: 'broken' })
      expect([
        ...check.asks,
        's5-revision',
        's2-error-form',
        's3-credentials',
        's3-package',
        's5-slot-hash',
        's4-layers-marked',
      ]).toContain(result?.fault?.anchor)
      expect(result?.fault?.words).not.toContain('cannot be read')
    },
  )
})

describe('the document', () => {
  test('has an anchor at every normative paragraph and row, and a check or a reason for each', async () => {
    const text = await readFile(DOCUMENT, 'utf8')
    const anchors = [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, anchor]) => anchor)
    expect(new Set(anchors).size).toBe(anchors.length)
    const checked = new Set(CHECKS.flatMap((check) => check.asks))
    expect(
      anchors.filter(
        (anchor) => anchor !== undefined && !checked.has(anchor) && !(anchor in UNSEEN),
      ),
    ).toEqual([])
    expect(
      [...checked, ...Object.keys(UNSEEN)].filter((anchor) => !anchors.includes(anchor)),
    ).toEqual([])
    expect(Object.keys(UNSEEN).filter((anchor) => checked.has(anchor))).toEqual([])
    // From section 1 on: a paragraph or row that says what must be, may be or is answered.
    const body = text.slice(text.indexOf('## 1 '))
    const blocks = body
      .replaceAll(/```[\s\S]*?```/g, '')
      .split(/\n\n+/)
      .flatMap((block) => (block.startsWith('|') ? block.split('\n').slice(2) : [block]))
    const bare = blocks.filter(
      (block) =>
        /\b(must|may|at most|at least|checks|refuses|answers|answered|never|is \d{3}|\d{3} `)/.test(
          block,
        ) &&
        !block.includes('<a id="') &&
        !block.startsWith('#'),
    )
    expect(bare).toEqual([])
  })

  test('is quoted with section and anchor for every failure, and the program exits with 1', async () => {
    const plain = await plainPlatform('nonce-replay')
    const file = join(folder, 'nonce.json')
    await writeFile(
      file,
      JSON.stringify({
        client: plain.means.client,
        store_token: plain.means.storeToken,
        installer: 'http://localhost:1',
        listen: '127.0.0.1:0',
      }),
    )
    const said: string[] = []
    const run = {
      folder,
      out: (line: string) => said.push(line),
      err: (line: string) => said.push(line),
      now: () => 1_795_000_000,
    }
    expect(
      await runConnector({
        ...run,
        args: [
          'check',
          plain.platform.connector,
          '--settings',
          'nonce.json',
          '--only',
          'nonce-replay',
          '--only',
          'clock-skew',
          '--only',
          'other-store',
        ],
      }),
    ).toBe(1)
    expect(said.join('\n')).toContain(
      'FAIL hostile    nonce-replay: a call that is sent a second time is refused\n       the same call once more was answered 200, not 401 bad_signature\n       Asked for in section 2: docs/protocols/store-connector.md#s2-nonce-once',
    )
    expect(said.join('\n')).toContain('1 kept, 1 broken, 1 not tried')
    said.length = 0
    expect(
      await runConnector({
        ...run,
        args: [
          'check',
          plain.platform.connector,
          '--settings',
          'nonce.json',
          '--only',
          'clock-skew',
          '--json',
        ],
      }),
    ).toBe(0)
    expect(JSON.parse(said.join(''))).toMatchObject({
      protocol: 1,
      summary: { kept: 1, broken: 0, not_tried: 0 },
      results: [{ id: 'clock-skew', outcome: 'kept' }],
    })
    expect(
      await runConnector({
        ...run,
        args: [
          'check',
          plain.platform.connector,
          '--settings',
          'nonce.json',
          '--only',
          'other-store',
          '--strict',
          '--json',
        ],
      }),
    ).toBe(1)
    await plain.stop()
    said.length = 0
    expect(
      await runConnector({
        ...run,
        args: ['check', plain.platform.connector, '--settings', 'nonce.json'],
      }),
    ).toBe(2)
    expect(
      await runConnector({
        ...run,
        args: ['check', plain.platform.connector, '--settings', 'none.json'],
      }),
    ).toBe(2)
    expect(await runConnector({ ...run, args: ['check'] })).toBe(2)
    expect(said.join('\n')).toMatch(
      /nobody answers at[\s\S]*none\.json cannot be read: ENOENT[\s\S]*say the address of the connector/,
    )
  })
})
