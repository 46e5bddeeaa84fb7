import * as oauth from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishRelease } from '#modules/catalog/publish-release.ts'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { createHttp } from '#lib/http.ts'
import { install, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, call, signIn } from '#test/support/owner.ts'

/**
 * Our OAuth endpoints against openid-client, a certified client library: it checks metadata (RFC
 * 8414), the issuer in the response (RFC 9207), PKCE, token responses and revocation by itself.
 */
let market: Marketplace
let owner: Owner
let config: oauth.Configuration
const REDIRECT = 'https://app.example/back'

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
    version: '6.0.0',
    name: { en: 'Celebration' },
    permissions: [],
    compatibility: { platforms: { 1: '*' } },
    links: { connect: 'https://app.example/begin' },
    connect: { redirect_uris: [REDIRECT], scopes: ['store.read', 'languages.read'] },
  }
  await publishRelease(market.services, {
    itemId: id,
    version: '6.0.0',
    notes: { en: 'Connects.' },
    publishedAt: market.clock.now(),
    zip: await writePackage([
      { path: 'arasta.app.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    ]),
  })
  owner = await signIn(market)
  await install(owner, id)
  await processRun(market)
  const http = createHttp({ allowOrigins: [market.origins.app] })
  const fetchFromMarket: oauth.CustomFetch = async (url, { method, headers, body }) => {
    const answer = await http.request(url, {
      method,
      headers,
      ...(body != null && { body: String(body) }),
    })
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    })
  }
  config = await oauth.discovery(
    new URL(market.origins.app),
    'celebration',
    undefined,
    oauth.None(),
    {
      algorithm: 'oauth2',
      [oauth.customFetch]: fetchFromMarket,
      execute: [oauth.allowInsecureRequests],
    },
  )
})
afterAll(() => market.stop())

/** The owner opens the authorization URL and approves; returns where the app is sent back to. */
async function approve(url: URL): Promise<URL> {
  const asked = Object.fromEntries(url.searchParams)
  const { body } = await owner.call('POST', '/oauth/authorize', {
    body: { ...asked, store: owner.storeId, approve: true },
  })
  return new URL(body.data.url)
}

const statusWith = async (token: string) =>
  (await call(market, 'GET', '/connected/store', { headers: { authorization: `Bearer ${token}` } }))
    .status

test('D19 a client library discovers the endpoints, gets a token with PKCE, refreshes and revokes it', async () => {
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: 'store.read',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  })
  expect(url.origin + url.pathname).toBe(`${market.origins.app}/authorize`)
  const tokens = await oauth.authorizationCodeGrant(config, await approve(url), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'store.read' })
  expect(await statusWith(tokens.access_token)).toBe(200)

  const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token!)
  expect(renewed.access_token).not.toBe(tokens.access_token)
  expect(await statusWith(renewed.access_token)).toBe(200)

  await oauth.tokenRevocation(config, renewed.access_token)
  expect(await statusWith(renewed.access_token)).toBe(401)
})

test('D19 a client library reports a reused refresh token as invalid_grant', async () => {
  const verifier = oauth.randomPKCECodeVerifier()
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const first = await oauth.authorizationCodeGrant(config, await approve(url), {
    pkceCodeVerifier: verifier,
  })
  const second = await oauth.refreshTokenGrant(config, first.refresh_token!)
  await expect(oauth.refreshTokenGrant(config, first.refresh_token!)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  expect(await statusWith(second.access_token)).toBe(401)
})
