import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { publishRelease } from '#modules/catalog/publish-release.ts'
import { createHttp } from '#lib/http.ts'
import { idOf, install, processRun, uninstall } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, call, signIn } from '#test/support/owner.ts'

/** D19: an app outside asks for rights on the store, and the owner decides. */
let market: Marketplace
let owner: Owner
let other: Owner
const BACK = 'https://app.example/back?from=arasta'
const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

beforeAll(async () => {
  market = await startMarketplace()
  const { id } = await market.services.db
    .selectFrom('items')
    .select('id')
    .where('slug', '=', 'celebration')
    .executeTakeFirstOrThrow()
  const manifest = {
    format: 1,
    kind: 'app',
    prefix: 'celebration',
    version: '5.0.0',
    name: { en: 'Celebration' },
    permissions: [],
    compatibility: { platforms: { 1: '*' } },
    links: { connect: 'https://app.example/begin' },
    connect: {
      redirect_uris: [BACK, '{{store:url}}/apps/back'],
      scopes: ['store.read', 'languages.read'],
    },
  }
  const zip = await writePackage([
    { path: 'arasta.app.json', bytes: Buffer.from(JSON.stringify(manifest)) },
  ])
  await publishRelease(market.services, {
    itemId: id,
    version: '5.0.0',
    notes: { en: 'Connects.' },
    publishedAt: market.clock.now(),
    zip,
  })
  ;[owner, other] = [await signIn(market), await signIn(market, 'store-2')]
  await install(owner, id)
  await processRun(market)
})
afterAll(() => market.stop())

const wish = (changes: Record<string, string | undefined> = {}) =>
  Object.fromEntries(
    Object.entries({
      client_id: 'celebration',
      redirect_uri: BACK,
      response_type: 'code',
      scope: 'store.read',
      state: 'of mine',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...changes,
    }).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
const ask = (changes = {}, by = owner) =>
  by.call('GET', '/oauth/authorize', { query: wish(changes) })
const decide = async (changes = {}, approve = true, by = owner) =>
  (
    await by.call('POST', '/oauth/authorize', {
      body: { ...wish(changes), store: by.storeId, approve },
    })
  ).body
const codeIn = (url: string) => new URL(url).searchParams.get('code') ?? ''

async function form(path: string, fields: Record<string, string>) {
  const answer = await createHttp({ allowOrigins: [market.origins.app] }).request(
    `${market.origins.app}/api/oauth/${path}`,
    {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  )
  return {
    status: answer.status,
    store: answer.headers['cache-control'],
    body: JSON.parse(answer.body.toString('utf8')) as Record<string, string>,
  }
}
const trade = (code: string, changes = {}) =>
  form('token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: BACK,
    client_id: 'celebration',
    code_verifier: verifier,
    ...changes,
  })
const refresh = (token: string) =>
  form('token', { grant_type: 'refresh_token', refresh_token: token, client_id: 'celebration' })
const see = async (token: string | undefined, what = 'store') =>
  await call(market, 'GET', `/connected/${what}`, {
    headers: { authorization: `Bearer ${token ?? ''}` },
  })

test('D19 the owner approves, the app exchanges the code for a token and reads only what was approved', async () => {
  expect((await ask()).body.data).toMatchObject({
    app: { slug: 'celebration' },
    scopes: ['store.read'],
    connected: [],
    returns_to: 'app.example',
    fault_url: null,
  })
  const { url } = (await decide()).data
  expect(url.startsWith(`${BACK}&`)).toBe(true)
  expect([new URL(url).searchParams.get('state'), new URL(url).searchParams.get('iss')]).toEqual([
    'of mine',
    market.origins.app,
  ])
  const given = await trade(codeIn(url))
  expect(given).toMatchObject({
    status: 200,
    store: 'no-store',
    body: { token_type: 'Bearer', expires_in: 3600, scope: 'store.read' },
  })
  expect((await see(given.body.access_token)).body.data).toMatchObject({
    id: owner.storeId,
    scopes: ['store.read'],
  })
  expect((await see(given.body.access_token, 'languages')).body.code).toBe('rights.scope_missing')
  expect(
    (await owner.call('GET', '/app-store/app/celebration/rights')).body.data.connection,
  ).toMatchObject({ scopes: ['store.read'], last_used_at: expect.any(String) })
  // Nothing of it lies in the database as it is.
  const rows = JSON.stringify(
    await market.services.db.selectFrom('connect_tokens').selectAll().execute(),
  )
  expect(rows).not.toContain(given.body.access_token)

  const more = (await decide({ scope: undefined })).data
  const all = (await trade(codeIn(more.url))).body
  expect(all.scope).toBe('store.read languages.read')
  expect((await see(all.access_token, 'languages')).body.data.length).toBeGreaterThan(1)
  // One connection: the newer took the place of the former.
  expect((await see(given.body.access_token)).body.code).toBe('app.token_invalid')
})

test('D19 a code is valid once, for a minute, for its app, redirect URI and verifier; reuse revokes the tokens it issued', async () => {
  const fresh = async () => codeIn((await decide()).data.url)
  const wrong = { code_verifier: randomBytes(32).toString('base64url') }
  for (const changes of [
    wrong,
    { redirect_uri: `${market.shop.origin('store-1')}/apps/back` },
    { client_id: 'notices' },
    { code_verifier: '' },
  ]) {
    const refused = await trade(await fresh(), changes)
    expect([
      refused.status,
      ['invalid_grant', 'invalid_request'].includes(refused.body.error!),
    ]).toEqual([400, true])
  }
  const late = await fresh()
  market.clock.moveSeconds(61)
  expect((await trade(late)).body.error).toBe('invalid_grant')
  const code = await fresh()
  const both = await Promise.all([trade(code), trade(code)])
  expect(both.map((one) => one.status).toSorted()).toEqual([200, 400])
  expect((await see(both.find((one) => one.status === 200)!.body.access_token)).status).toBe(401)
})

test('D19 a refresh token is valid once; reuse ends the connection; access tokens expire after an hour', async () => {
  const first = (await trade(codeIn((await decide()).data.url))).body
  const second = (await refresh(first.refresh_token!)).body
  expect([
    (await see(second.access_token)).status,
    second.refresh_token === first.refresh_token,
  ]).toEqual([200, false])
  market.clock.moveSeconds(3601)
  owner = await signIn(market)
  expect((await see(second.access_token)).status).toBe(401)
  const third = (await refresh(second.refresh_token!)).body
  expect((await see(third.access_token)).status).toBe(200)
  expect((await refresh(second.refresh_token!)).body.error).toBe('invalid_grant')
  expect([
    (await see(third.access_token)).status,
    (await refresh(third.refresh_token!)).body.error,
  ]).toEqual([401, 'invalid_grant'])
})

test('D19 never redirects to an unregistered URI; other errors and a denial are returned to the app', async () => {
  for (const uri of [
    'https://app.example/back',
    `${BACK}&more=1`,
    'https://evil.example/back',
    `${market.shop.origin('store-2')}/apps/back`,
    'javascript:alert(1)',
  ]) {
    expect((await ask({ redirect_uri: uri })).body.code, uri).toBe('rights.redirect_uri')
    expect((await decide({ redirect_uri: uri })).code, uri).toBe('rights.redirect_uri')
  }
  expect((await ask({ redirect_uri: `${market.shop.origin('store-1')}/apps/back` })).status).toBe(
    200,
  )
  for (const [changes, error] of [
    [{ scope: 'store.read customer_groups.read' }, 'invalid_scope'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
  ] as const)
    expect(new URL((await ask(changes)).body.data.fault_url).searchParams.get('error')).toBe(error)
  const no = new URL((await decide({}, false)).data.url)
  expect([
    no.searchParams.get('error'),
    no.searchParams.get('code'),
    no.searchParams.get('state'),
  ]).toEqual(['access_denied', null, 'of mine'])
  // The app is not on the other store: nobody can be asked for it.
  other = await signIn(market, 'store-2')
  expect((await ask({}, other)).body.code).toBe('rights.unknown_client')
  expect((await ask({ client_id: 'no-such-app' })).status).toBe(404)
  expect((await form('token', { grant_type: 'password' })).body.error).toBe(
    'unsupported_grant_type',
  )
})

test('D19 the owner ends a connection with one click, the app by its token, and an uninstall ends all', async () => {
  const given = async () => (await trade(codeIn((await decide()).data.url))).body
  const first = await given()
  expect(
    (
      await owner.call('DELETE', '/app-store/app/celebration/connection', {
        body: { store: owner.storeId },
      })
    ).body.data.connection,
  ).toBe(null)
  expect([
    (await see(first.access_token)).status,
    (await refresh(first.refresh_token!)).body.error,
  ]).toEqual([401, 'invalid_grant'])
  const second = await given()
  expect((await form('revoke', { token: second.refresh_token! })).status).toBe(200)
  expect((await see(second.access_token)).status).toBe(401)
  const third = await given()
  await uninstall(owner, await idOf(owner, 'celebration'))
  await processRun(market)
  expect([
    (await see(third.access_token)).status,
    (await refresh(third.refresh_token!)).body.error,
  ]).toEqual([401, 'invalid_grant'])
})
