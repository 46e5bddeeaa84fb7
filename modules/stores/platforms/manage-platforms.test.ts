import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importJWK, SignJWT } from 'jose'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { LOCALES } from '#lib/locale.ts'
import type { WireError } from '#lib/wire-error.ts'
import { readAllMessages } from '#locales/read.ts'
import { findDraftedPictures } from '#modules/publishing/submissions/purge-pictures.ts'
import { readConfig } from '#server/config.ts'
import { renewSites } from '#server/sites.ts'
import { type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { idOf, install } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn } from '#test/support/owner.ts'
import type { PlainConfig } from '#tools/connector-kit/testing/plain-platform/platform.ts'
import { startPlainPlatform } from '#tools/connector-kit/testing/plain-platform/server.ts'
import type { z } from 'zod'
import type { getPlatformSetup } from './setup/contract.ts'

/** A platform that an operator adds to a running market: the second implementation of the protocol. */
let market: Marketplace
let folder: string
let time: NodeJS.Timeout
let operator: ConsoleBrowser
let platform: Awaited<ReturnType<typeof startPlainPlatform>>
const client = { id: '', secret: '' }
const storeOf = (name: string) => ({
  token: `token-of-${name}-0123456789`,
  keyId: `key-${name}`,
  secret: `secret of ${name}`,
})
const stores = { one: storeOf('one'), two: storeOf('two'), scratch: storeOf('scratch') }
const config: PlainConfig = {
  folder: '',
  installer: '',
  client,
  stores,
  demonstration: 'one',
  scratch: 'scratch',
  now: () => Math.floor(market.clock.now().getTime() / 1000),
}
const key = {
  kid: 'marktgasse-1',
  ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arasta-platform-'))
  config.folder = folder
  platform = await startPlainPlatform(config)
  const connector = new URL(platform.connector).origin
  market = await startMarketplace({
    settings: {
      CONNECTOR_ORIGINS: [
        connector,
        ...Object.keys(stores).map((name) => connector.replace('localhost', `${name}.localhost`)),
      ].join(),
    },
  })
  config.installer = market.origins.installer
  // The checks wait for a platform that asks for keys again after a while.
  time = setInterval(() => market.clock.moveSeconds(1), 1000)
  operator = await firstOperator(market)
  await market.startWorker()
})
afterAll(async () => {
  clearInterval(time)
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
  demonstration_store: 'one',
  scratch_store: 'scratch',
})

type Setup = z.output<(typeof getPlatformSetup)['output']>
const setupOf = async (id: number) => (await ask('GET', `/${id}/setup`)).body as unknown as Setup

/** Runs these checks, or all, and answers how they ended. */
async function runChecks(id: number, only: string[] | null = null): Promise<Setup> {
  expect((await ask('POST', `/${id}/checks`, { only })).status).toBe(200)
  await expect
    .poll(async () => (await setupOf(id)).run?.finished_at ?? null, {
      timeout: 120_000,
      interval: 250,
    })
    .not.toBe(null)
  return setupOf(id)
}

async function enter(id: number, sub: keyof typeof stores, lives = 100) {
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
    exp: now + lives,
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
  await renewSites(market.services, readConfig(market.env))
  const untried = await ask('PUT', `/${id}/state`, { state: 'open' })
  expect([untried.status, untried.body.code]).toEqual([409, 'backoffice.platform_unchecked'])
  const lacking = await ask('POST', `/${id}/checks`, { only: null })
  expect([lacking.status, lacking.body.code]).toEqual([409, 'backoffice.checks_lack'])
  const given = {
    store: stores.one.token,
    other: stores.two.token,
    closed: null,
    scopes: ['notes.read', 'notes.write'],
    user_call: '/notes',
  }
  expect((await ask('PUT', `/${id}/test-stores`, given)).status).toBe(200)

  // A connector that takes a nonce twice: the check says so, with what was sent and answered.
  config.broken = 'nonce-replay'
  const failing = await runChecks(id)
  expect(failing.run).toMatchObject({ state: 'finished', failure: null })
  expect(failing.checks.filter((one) => one.state === 'failed').map((one) => one.id)).toEqual([
    'nonce-replay',
    'nonce-at-once',
  ])
  const first = { method: 'GET', target: '/connector/stores/one', sent: null, status: 200 }
  expect(failing.checks.find((one) => one.id === 'nonce-replay')).toMatchObject({
    anchor: 's2-nonce-once',
    section: 2,
    expected: '401 bad_signature',
    quote: {
      before: 'The platform refuses a timestamp more than 300 seconds off',
      text: 'and a nonce seen in that window (401),',
    },
    calls: [first, first],
  })
  expect(failing.checks.filter((one) => one.state === 'skipped').map((one) => one.id)).toEqual([
    'nonce-of-a-fast-clock',
    'package-withdrawn-key',
    'closed-store',
    'launch-token',
  ])
  const closed = await ask('PUT', `/${id}/state`, { state: 'open' })
  expect([closed.status, closed.body.code]).toEqual([409, 'backoffice.platform_unchecked'])
  delete config.broken
  const mended = await runChecks(id, ['nonce-replay', 'nonce-at-once'])
  expect(mended.missing).toEqual(['handover'])
  // A check that never ran is not one that passed.
  const { db } = market.services
  const untriedYet = await db
    .deleteFrom('platform_checks')
    .where('platform_id', '=', Number(id))
    .where('check_id', '=', 'nonce-at-once')
    .returningAll()
    .executeTakeFirstOrThrow()
  const partly = await ask('PUT', `/${id}/state`, { state: 'open' })
  expect([partly.status, partly.body.code]).toEqual([409, 'backoffice.platform_unchecked'])
  await db
    .insertInto('platform_checks')
    .values({ ...untriedYet, calls: JSON.stringify(untriedYet.calls) })
    .execute()
  const unentered = await ask('PUT', `/${id}/state`, { state: 'open' })
  expect([unentered.status, unentered.body.code]).toEqual([409, 'backoffice.platform_no_handover'])

  // The first handover, which lives too long at first.
  expect((await enter(id, 'one', 600)).status).toBe(401)
  expect((await setupOf(id)).handovers[0]?.facts).toEqual([
    { step: 'arrived', ok: true, detail: '' },
    { step: 'signed', ok: true, detail: key.kid },
    { step: 'fresh', ok: false, detail: expect.stringContaining('exp − iat = 600 s') },
  ])
  expect((await enter(id, 'one')).status).toBe(200)
  const ready = await setupOf(id)
  expect([ready.missing, ready.handovers[0]?.facts.every(({ ok }) => ok)]).toEqual([[], true])
  // Anybody can send what is not signed: it displaces neither this one nor the one before.
  for (let junk = 0; junk < 12; junk += 1)
    expect((await send('POST', '/auth/domain', { authorization: 'Bearer junk' })).status).toBe(401)
  const crowded = await setupOf(id)
  expect(crowded.missing).toEqual([])
  expect(crowded.handovers.filter(({ facts }) => facts.every(({ ok }) => ok))).toHaveLength(1)
  expect(crowded.handovers.filter(({ facts }) => facts[1]?.ok)).toHaveLength(2)
  expect(crowded.handovers.length).toBeLessThanOrEqual(7)
  expect(JSON.stringify(ready)).not.toContain(stores.one.token)
  const left = await db.selectFrom('platform_check_packages').select('sha256').execute()
  expect(left).toEqual([])

  expect((await ask('PUT', `/${id}/state`, { state: 'open' })).status).toBe(200)
  expect(await listed()).toContain(id)
  const row = await db
    .selectFrom('platforms')
    .select('test_stores_sealed')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({ test_stores_sealed: null })
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
}, 240_000)

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
  const audited = await market.services.db
    .selectFrom('audit_log')
    .select(['object_id', 'before', 'after'])
    .where('operation', '=', 'changePlatformFace')
    .execute()
  expect(audited).toEqual([
    {
      object_id: '8',
      before: { market_name: null, brand: null },
      after: { market_name: 'Gassenmarkt', brand: { colours: { action: ['#0b5d3b', '#7fd8ad'] } } },
    },
  ])
  await renewSites(market.services, readConfig(market.env))
  const http = createHttp({ allowOrigins: [origin(), market.origins.app] })
  const css = await http.request(`${origin()}/brand.css`)
  expect(css.body.toString()).toContain('--action: light-dark(#0b5d3b, #7fd8ad)')
  expect((await http.request(`${market.origins.app}/brand.css`)).status).toBe(404)
  const titleAt = async (at: string) =>
    (await http.request(`${at}/api/openapi.json`, { maxBytes: 4 * 1024 * 1024 })).body
      .toString()
      .match(/"title":"([^"]+)"/)?.[1]
  expect([await titleAt(origin()), await titleAt(market.origins.app)]).toEqual([
    'Gassenmarkt',
    'Arasta',
  ])
})

test('D26 D29 a platform has its own choice of the languages of the market, and its own default', async () => {
  const choose = (languages: string[] | null) => ask('PUT', '/8/languages', { languages })
  for (const wrong of [[], ['de', 'de'], ['xx']])
    expect((await choose(wrong)).status, String(wrong)).toBe(400)
  expect((await ask('PUT', '/99/languages', { languages: ['de'] })).status).toBe(404)
  expect((await choose(['de', 'en'])).status).toBe(200)
  await renewSites(market.services, readConfig(market.env))
  const http = createHttp({ allowOrigins: [origin(), market.origins.app] })
  const textOf = async (url: string, headers = {}) =>
    (await http.request(url, { headers })).body.toString()
  const offeredAt = async (at: string) => [
    ...new Set(
      [...(await textOf(`${at}/sitemap/pages.xml`)).matchAll(/hreflang="(\w\w)"/g)].map(
        ([, language]) => language,
      ),
    ),
  ]
  expect(await offeredAt(origin())).toEqual(['de', 'en'])
  expect(await offeredAt(market.origins.app)).toEqual(LOCALES)
  const list = '/api/market/app/list?market=app&hl='
  expect((await http.request(`${origin()}${list}TR`)).status).toBe(400)
  expect((await http.request(`${origin()}${list}EN`)).status).toBe(200)
  expect((await http.request(`${market.origins.app}${list}TR`)).status).toBe(200)
  // Who asks for another language reads the platform's default; the market's is Turkish.
  const lost = async (at: string) =>
    (JSON.parse(await textOf(`${at}/api/nothing`, { 'accept-language': 'es' })) as WireError)
      .message
  expect(await lost(origin())).toBe(readAllMessages('de')['errors.not_found'])
  expect(await lost(market.origins.app)).toBe(readAllMessages('es')['errors.not_found'])
  const audited = await market.services.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('operation', '=', 'changePlatformLanguages')
    .execute()
  expect(audited).toEqual([{ before: { languages: null }, after: { languages: 'de, en' } }])

  // What the market gives up, a platform has no longer; it cannot take what the market lacks.
  market.services.languages.splice(0, Infinity, 'en', 'tr')
  try {
    expect(await offeredAt(origin())).toEqual(['en'])
    const refused = await choose(['de'])
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'texts.language_unoffered',
        message: expect.stringContaining('German is no language of this market') as string,
      }),
    ])
    expect((await choose(null)).status).toBe(200)
    await renewSites(market.services, readConfig(market.env))
    expect(await offeredAt(origin())).toEqual(['en', 'tr'])
  } finally {
    market.services.languages.splice(0, Infinity, ...LOCALES)
  }
})

test('D26 a logo is encoded anew and shown in place of the letters; an SVG is refused', async () => {
  const upload = (bytes: Buffer) =>
    operator.upload('/operator/platforms/8/logo', {}, bytes, 'image/png')
  for (const inside of ['', '<script>alert(1)</script>', '<a href="javascript:alert(1)"/>']) {
    const svg = await upload(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`))
    expect([svg.status, svg.body.code], inside).toEqual([422, 'partners.picture_svg'])
  }
  expect((await upload(Buffer.from('<html>'))).body.code).toBe('partners.picture_unreadable')
  const plain = { create: { width: 400, height: 300, channels: 3, background: '#2f5d3a' } } as const
  const listed = async () =>
    (
      (await call(market, 'GET', '/platforms')).body as { data: { id: number; logo: string }[] }
    ).data.find((one) => one.id === 8)?.logo ?? ''
  const drawn = await listed()
  expect(drawn).toMatch(/\/pictures\/platforms\/marktgasse\.svg$/)
  for (const bytes of [
    await sharp(plain).png().toBuffer(),
    await sharp(plain).webp().toBuffer(),
    await sharp(plain).jpeg().toBuffer(),
  ])
    expect((await upload(bytes)).status).toBe(200)
  const logo = await listed()
  expect(logo).toMatch(/\/pictures\/partners\/[0-9a-f]{40}-512\.webp$/)
  const shown = await createHttp({ allowOrigins: [new URL(logo).origin] }).request(logo)
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  const path = new URL(logo).pathname
  expect((await setupOf(8)).platform.logo).toBe(path)
  expect(await findDraftedPictures(market.services.db, [path])).toEqual([path])
  expect((await operator.ask('DELETE', '/operator/platforms/8/logo')).status).toBe(200)
  expect(await listed()).toBe(drawn)
  const { status } = await operator.upload(
    '/operator/platforms/99/logo',
    {},
    await sharp(plain).png().toBuffer(),
    'image/png',
  )
  expect(status).toBe(404)
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
    expect(Object.keys(taken.body.fields as object), host).toEqual(['app_host'])
  }
  const twice = await ask('PUT', `/${id}`, {
    app_host: 'beide.example',
    theme_host: 'beide.example',
  })
  expect([twice.status, Object.keys(twice.body.fields as object)]).toEqual([409, ['theme_host']])
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

test('D26 a market has eleven platforms at most: the twelfth is refused, however many are added at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      ask('POST', '', { ...look, name: `P${n}`, entry: 'panel' }),
    ),
  )
  const ids = answers.flatMap(({ status, body }) => (status === 200 ? [Number(body.id)] : []))
  expect(ids.toSorted()).toEqual([10, 11])
  for (const { status, body } of answers.filter((one) => one.status !== 200)) {
    expect([status, body.code]).toEqual([409, 'backoffice.platforms_full'])
    expect(body.message).toContain('11')
  }
})
