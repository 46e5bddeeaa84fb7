import { generateKeyPairSync } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, launchToken } from '#test/support/owner.ts'
import { refreshPlatformKeys } from './platform-keys.ts'

/** D5, D26: a platform publishes its keys, and changes them without telling the market. */
let market: Marketplace
let operator: ConsoleBrowser
let server: Server
let answer: RequestListener
let asked = 0

const makeKey = (kid: string) => ({
  kid,
  ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
})
type Key = ReturnType<typeof makeKey>
const publish = (...keys: Key[]) => {
  answer = (_, response) =>
    response.end(JSON.stringify({ keys: keys.map(({ d: _private, ...open }) => open) }))
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  market = await startMarketplace({
    catalogue: false,
    settings: { CONNECTOR_ORIGINS: address('') },
  })
  operator = await firstOperator(market)
})
afterAll(async () => {
  await market.stop()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  market.clock.moveSeconds(61)
  asked = 0
})

const address = (path = '/jwks.json') =>
  `http://keys.localhost:${(server.address() as AddressInfo).port}${path}`
const fetchFrom = (url: string) => operator.ask('POST', '/operator/platforms/1/keys/fetch', { url })
const enter = async (key: Key) => {
  const launch = await launchToken(market, 'store-1', { kid: key.kid, key })
  return (
    await call(market, 'POST', '/auth/domain', {
      headers: {
        authorization: `Bearer ${launch}`,
        'apps-token': launch,
        'store-token': market.shop.storeToken('store-1'),
      },
    })
  ).status
}
const factsOf = async () =>
  (
    (await operator.ask('GET', '/operator/platforms')).body as {
      platforms: { keys: { kid: string }[]; keys_url: string; keys_fetched_at: string }[]
    }
  ).platforms[0]

const [first, second, third, stranger, pasted] = [
  '2026-1',
  '2026-2',
  '2026-3',
  'stranger',
  'pasted',
].map(makeKey) as [Key, Key, Key, Key, Key]

test('the keys of a JWK set are added, and its address stays', async () => {
  publish(first)
  expect((await fetchFrom(address())).body).toMatchObject({ added: [first.kid] })
  expect(await enter(first)).toBe(200)
  expect(await factsOf()).toMatchObject({
    keys_url: address(),
    keys_fetched_at: market.clock.now().toISOString(),
  })
  expect(asked).toBe(1)
})

test('a token with a key that is not known has the set asked for again, once a minute at most', async () => {
  publish(first, second)
  expect(await enter(second)).toBe(200)
  expect(asked).toBe(1)
  expect(await enter(stranger)).toBe(401)
  expect(asked).toBe(1)
  market.clock.moveSeconds(61)
  expect(await Promise.all(Array.from({ length: 8 }, () => enter(stranger)))).toEqual(
    Array.from({ length: 8 }, () => 401),
  )
  expect(asked).toBe(2)
  market.clock.moveSeconds(61)
  expect(await enter(first)).toBe(200)
  expect(asked).toBe(2)
})

test('a retired key stays retired, and does not have the set asked for', async () => {
  expect((await operator.ask('DELETE', `/operator/platforms/1/keys/${second.kid}`)).status).toBe(
    200,
  )
  expect(await enter(second)).toBe(401)
  expect(asked).toBe(0)
  await refreshPlatformKeys(market.services)
  expect(asked).toBe(1)
  expect(await enter(second)).toBe(401)
})

test('the set is read every hour; one that cannot be read changes nothing', async () => {
  publish(first, third)
  await refreshPlatformKeys(market.services)
  expect(await enter(third)).toBe(200)
  const before = await factsOf()
  market.clock.moveSeconds(3600)
  answer = (_, response) => response.writeHead(500).end()
  await refreshPlatformKeys(market.services)
  expect(asked).toBe(2)
  expect(await factsOf()).toEqual(before)
})

test('what is no set of public Ed25519 keys, too long or too slow is refused at the field', async () => {
  const wrong: Record<string, RequestListener> = {
    'no JSON': (_, response) => response.end('<html>'),
    'no keys': (_, response) => response.end('{"keys":[]}'),
    'another kind of key': (_, response) => response.end('{"keys":[{"kty":"RSA","kid":"r"}]}'),
    'a private key': (_, response) => response.end(JSON.stringify({ keys: [stranger] })),
    'too long': (_, response) => response.end(' '.repeat(70_000)),
    missing: (_, response) => response.writeHead(404).end(),
    'led elsewhere': (_, response) => response.writeHead(302, { location: '/other' }).end(),
    'too slow': () => {},
  }
  for (const [name, listener] of Object.entries(wrong)) {
    answer = listener
    const { status, body } = await fetchFrom(address())
    expect([status, body.code], name).toEqual([422, 'backoffice.keys_unreadable'])
    expect(Object.keys(body.fields as object), name).toEqual(['url'])
  }
}, 30_000)

test('an address that is not public and https is never asked', async () => {
  for (const url of [
    'http://keys.example/jwks.json',
    'https://10.0.0.8/jwks.json',
    'https://[::1]/jwks.json',
    'https://metadata.internal/jwks.json',
    'https://user:secret@keys.example/jwks.json',
    `http://other.localhost:${(server.address() as AddressInfo).port}/jwks.json`,
  ]) {
    const { status, body } = await fetchFrom(url)
    expect([status, body.code], url).toEqual([422, 'backoffice.connector_address'])
  }
  expect(asked).toBe(0)
})

test('back to pasted keys: the set is not asked for any more, its keys stay', async () => {
  expect((await operator.ask('DELETE', '/operator/platforms/1/keys/fetch')).status).toBe(200)
  publish(stranger)
  expect(await enter(stranger)).toBe(401)
  await refreshPlatformKeys(market.services)
  expect(asked).toBe(0)
  expect(await enter(third)).toBe(200)
  expect(await factsOf()).toMatchObject({ keys_url: null, keys_fetched_at: null })
  const { d: _private, ...open } = stranger
  const pasted = await operator.ask('POST', '/operator/platforms/1/keys', {
    jwk: JSON.stringify(open),
  })
  expect(pasted.status).toBe(200)
  expect(await enter(stranger)).toBe(200)
  const rows = await market.services.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('operation', '=', 'detachPlatformKeys')
    .execute()
  expect(rows).toEqual([{ before: { keys_url: address() }, after: { keys_url: null } }])
})

test('a key that leaves the set is valid for a day longer and comes back with it; one that was pasted is left alone', async () => {
  const { d: _private, ...open } = pasted
  const added = await operator.ask('POST', '/operator/platforms/1/keys', {
    jwk: JSON.stringify(open),
  })
  expect(added.status).toBe(200)
  publish(first, third)
  expect((await fetchFrom(address())).status).toBe(200)
  market.clock.moveSeconds(61)
  publish(third)
  await refreshPlatformKeys(market.services)
  expect((await factsOf())?.keys.find(({ kid }) => kid === first.kid)).toMatchObject({
    valid_until: new Date(market.clock.now().getTime() + 86_400_000).toISOString(),
  })
  market.clock.moveSeconds(86_400 - 120)
  expect(await enter(first)).toBe(200)
  market.clock.moveSeconds(180)
  expect(await enter(first)).toBe(401)
  expect(await enter(third)).toBe(200)
  expect(await enter(pasted)).toBe(200)
  publish(first, third)
  market.clock.moveSeconds(61)
  expect(await enter(first)).toBe(200)
})
