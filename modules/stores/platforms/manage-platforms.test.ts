import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { readConfig } from '#server/config.ts'
import { renewSites } from '#server/sites.ts'
import { type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { idOf, install } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn } from '#test/support/owner.ts'
import { startPlainPlatform } from '#tools/connector-kit/testing/plain-platform/server.ts'

/** A platform that an operator adds to a running market: the second implementation of the protocol. */
let market: Marketplace
let folder: string
let operator: ConsoleBrowser
let platform: Awaited<ReturnType<typeof startPlainPlatform>>
const client = { id: '', secret: '' }
const storeOf = (name: string) => ({
  token: `token-of-${name}-0123456789`,
  keyId: `key-${name}`,
  secret: `secret of ${name}`,
})
const stores = { one: storeOf('one'), two: storeOf('two') }
const key = {
  kid: 'marktgasse-1',
  ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arasta-platform-'))
  platform = await startPlainPlatform({
    folder,
    installer: 'http://installer.localhost:1',
    client,
    stores,
    demonstration: 'one',
    scratch: 'two',
    now: () => Math.floor(market.clock.now().getTime() / 1000),
  })
  market = await startMarketplace({
    settings: { CONNECTOR_ORIGINS: new URL(platform.connector).origin },
  })
  operator = await firstOperator(market)
})
afterAll(async () => {
  await market.stop()
  await platform.stop()
  await rm(folder, { recursive: true, force: true })
})

const HOST = 'marktgasse.localhost'
const origin = () => `http://${HOST}:${new URL(market.origins.app).port}`
const ask = (method: string, path: string, body?: object) =>
  operator.ask(method, `/operator/platforms${path}`, body)
const look = { name: 'Marktgasse', letters: 'M', ground: '#2f5d3a' }
const facts = () => ({
  ...look,
  app_host: HOST,
  theme_host: null,
  connector: platform.connector,
  panels: ['https://panel.marktgasse.example'],
  panel_host_rule: '{shop}.marktgasse.example={shop}.panel.marktgasse.example',
  demonstration_store: null,
  scratch_store: null,
})

async function enter(id: number, sub: keyof typeof stores) {
  const now = Math.floor(market.clock.now().getTime() / 1000)
  const launch = await new SignJWT({
    domain: `${sub}.marktgasse.example`,
    account: { id: 'u-1', name: 'Lena Vogt', email: 'lena@marktgasse.example' },
    is_os2: false,
    hl: 'en',
    iss: String(id),
    aud: origin(),
    sub,
    iat: now,
    nbf: now,
    exp: now + 100,
    jti: randomBytes(12).toString('hex'),
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .sign(await importJWK(key as never, 'EdDSA'))
  return send('POST', '/auth/domain', {
    authorization: `Bearer ${launch}`,
    'apps-token': launch,
    'store-token': stores[sub].token,
  })
}

async function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
) {
  const answer = await createHttp({ allowOrigins: [origin()] }).request(`${origin()}/api${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: JSON.parse(answer.body.toString('utf8')) }
}

test('S1.2 D26 a platform is added in the console, opened when it is complete, and works beside the others at its own host', async () => {
  const { id } = (await ask('POST', '', { ...look, entry: 'panel' })).body as { id: number }
  expect(id).toBe(8)
  const early = await ask('PUT', `/${id}/state`, { state: 'open' })
  expect([early.status, early.body.code]).toEqual([409, 'backoffice.platform_incomplete'])

  expect((await ask('PUT', `/${id}`, facts())).status).toBe(200)
  const { d: _private, ...publicKey } = key
  expect((await ask('POST', `/${id}/keys`, { jwk: JSON.stringify(publicKey) })).status).toBe(200)
  const made = (await ask('POST', `/${id}/credentials`)).body
  Object.assign(client, { id: made.client_id, secret: made.client_secret })
  const listed = async () =>
    ((await call(market, 'GET', '/platforms')).body as { data: { id: number }[] }).data.map(
      (one) => one.id,
    )
  expect(await listed()).not.toContain(id)
  expect((await ask('PUT', `/${id}/state`, { state: 'open' })).status).toBe(200)
  expect(await listed()).toContain(id)

  await renewSites(market.services, readConfig(market.env))
  const { status, body } = await enter(id, 'one')
  expect([status, body.domain]).toEqual([200, 'one.marktgasse.example'])
  const headers = { 'apps-token': body.token, 'store-token': stores.one.token }
  expect((await send('GET', '/domain/address', headers)).status).toBe(200)
  // A session is worth nothing at the store of another platform, in either direction.
  expect((await call(market, 'GET', '/domain/address', { headers })).status).toBe(401)
  const other = await signIn(market)
  expect(
    (
      await send('GET', '/domain/address', {
        'apps-token': other.token,
        'store-token': other.storeToken,
      })
    ).status,
  ).toBe(401)

  const { platforms } = (await ask('GET', '')).body as { platforms: Record<string, unknown>[] }
  expect(platforms.find((one) => one.id === id)).toMatchObject({
    name: 'Marktgasse',
    state: 'open',
    stores: 1,
    hosts: { app: HOST, theme: null },
    keys: [{ kid: key.kid, retired_at: null }],
  })
  expect(JSON.stringify(platforms)).not.toContain(client.secret)
})

test('D26 a platform has its own name of the market and its own colors; unreadable ones are refused', async () => {
  const face = (body: object) => ask('PUT', '/8/face', body)
  const unreadable = await face({
    market_name: '',
    colours: { action: { light: '#ffffff', dark: '#000000' } },
  })
  expect([unreadable.status, unreadable.body.code]).toEqual([409, 'texts.unreadable'])
  expect((await face({ market_name: '<b>', colours: {} })).status).toBe(400)
  const colours = { action: { light: '#0b5d3b', dark: '#7fd8ad' } }
  expect((await face({ market_name: 'Gassenmarkt', colours })).status).toBe(200)
  await renewSites(market.services, readConfig(market.env))
  const http = createHttp({ allowOrigins: [origin(), market.origins.app] })
  const css = await http.request(`${origin()}/brand.css`)
  expect(css.body.toString()).toContain('--action: light-dark(#0b5d3b, #7fd8ad)')
  expect((await http.request(`${market.origins.app}/brand.css`)).status).toBe(404)
  const titleAt = async (at: string) =>
    (await http.request(`${at}/api/openapi.json`)).body.toString().match(/"title":"([^"]+)"/)?.[1]
  expect([await titleAt(origin()), await titleAt(market.origins.app)]).toEqual([
    'Gassenmarkt',
    'Arasta',
  ])
})

test('D26 a paused platform takes no new stores, orders and installations; its owners still sign in', async () => {
  expect((await ask('PUT', '/8/state', { state: 'paused' })).status).toBe(200)
  const stranger = await enter(8, 'two')
  expect([stranger.status, stranger.body.code]).toEqual([409, 'platform.paused'])
  const owner = await enter(8, 'one')
  expect(owner.status).toBe(200)
  expect(
    (await call(market, 'GET', '/platforms')).body.data.map((one: { id: number }) => one.id),
  ).not.toContain(8)

  expect((await ask('PUT', '/1/state', { state: 'paused' })).status).toBe(200)
  try {
    const other = await signIn(market)
    const refused = await install(other, await idOf(other, 'cookie-consent'))
    expect([refused.status, refused.body.code]).toEqual([409, 'platform.paused'])
  } finally {
    await ask('PUT', '/1/state', { state: 'open' })
  }
  expect((await ask('PUT', '/8/state', { state: 'retired' })).status).toBe(200)
  const again = await ask('PUT', '/8/state', { state: 'open' })
  expect([again.status, again.body.code]).toEqual([409, 'backoffice.platform_retired'])
})

test('D26 a host belongs to one storefront, a connector is at a public address, and a secret key is refused', async () => {
  const { id } = (await ask('POST', '', { ...look, name: 'Zweite', entry: 'panel' })).body as {
    id: number
  }
  for (const host of [HOST, 'console.localhost', 'apps.localhost']) {
    const taken = await ask('PUT', `/${id}`, { ...facts(), app_host: host })
    expect([taken.status, taken.body.code], host).toEqual([409, 'backoffice.host_taken'])
  }
  const own = { ...facts(), app_host: 'zweite.localhost' }
  for (const connector of [
    'http://shop.example/connector',
    'https://10.0.0.8/connector',
    'https://[::1]/connector',
    'https://metadata.internal/connector',
    'https://user:secret@shop.example/connector',
    'https://intranet/connector',
  ]) {
    const refused = await ask('PUT', `/${id}`, { ...own, connector })
    expect([refused.status, refused.body.code], connector).toEqual([
      422,
      'backoffice.connector_address',
    ])
  }
  for (const wrong of [
    { app_host: 'https://zweite.example' },
    { app_host: 'zweite' },
    { ground: 'red' },
    { letters: 'ABC' },
    { panel_host_rule: 'a=b' },
    { panels: ['javascript:alert(1)'] },
  ])
    expect((await ask('PUT', `/${id}`, { ...own, ...wrong })).status, JSON.stringify(wrong)).toBe(
      400,
    )
  expect((await ask('PUT', '/9999', own)).status).toBe(404)
  expect((await ask('POST', `/${id}/keys`, { jwk: JSON.stringify(key) })).status).toBe(400)
  const unreadable = await ask('POST', `/${id}/keys/fetch`, { url: platform.connector })
  expect([unreadable.status, unreadable.body.code]).toEqual([422, 'backoffice.keys_unreadable'])
})

test('D26 two changes at once of who has which host end one after the other', async () => {
  const body = { ...facts(), connector: null }
  const hosts = ['first.example', 'second.example']
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      ask('PUT', `/${3 + (n % 2)}`, {
        ...body,
        app_host: hosts[n % 2],
        theme_host: hosts[(n + 1) % 2],
      }),
    ),
  )
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
})
