import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { launchToken, signIn, type Owner } from '#test/support/owner.ts'
import { rawRequest, type RawResponse } from '#test/support/raw-request.ts'
import { WHOLE } from '#test/support/sample-share.ts'
import { readScreens } from '#test/support/screens.ts'
import { makeSiteApp } from '#server/site-app.ts'

// S2.32, D5: a token in an address is read once. Whatever answers, and however it fails, no
// address, link or text of the answer holds it.

const screens = (await readScreens()).filter(({ id }) => id !== 'showcase')
const pathOf = (route: string) =>
  route
    .replace(/\{[^}]*\}$/, '')
    .replace('*', 'no/such/page')
    .replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) =>
      name === 'slug' || name === 'page' || name === 'developer' ? 'nobody' : 'Q'.repeat(43),
    )

let market: Marketplace
let owner: Owner
/** What may stand in an address: good no more, never good, or not a launch token at all. */
let tokens: Record<'used' | 'expired' | 'forged' | 'a session', string>
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false, buildFolder: 'build' })
  owner = await signIn(market)
  const used = await launchToken(market, 'store-1')
  await rawRequest(market.origins.app, `/market?apps-token=${used}&store-token=${owner.storeToken}`)
  const now = Math.floor(market.clock.now().getTime() / 1000)
  tokens = {
    used,
    expired: await launchToken(market, 'store-1', {
      claims: { iat: now - 400, nbf: now - 400, exp: now - 300 },
    }),
    forged: await launchToken(market, 'store-1', { kid: 'unknown' }),
    'a session': owner.token,
  }
})
afterAll(() => market.stop())

const ask = (path: string, token: string, options: Parameters<typeof rawRequest>[2] = {}) =>
  rawRequest(
    market.origins.app,
    `${path}?sort=newest&apps-token=${token}&store-token=${owner.storeToken}&hl=en`,
    options,
  )
const cookie = () => `apps-token=${owner.token}; store-token=${owner.storeToken}`
/** The parts of a token by which it could be known again. */
function expectNoToken(answer: RawResponse, token: string, at: string): void {
  const said =
    JSON.stringify(Object.entries(answer.headers).filter(([name]) => name !== 'set-cookie')) +
    answer.body
  for (const secret of [token, ...token.split('.').slice(-1), owner.storeToken])
    expect(said.includes(secret), `${at}: ${said.slice(0, 300)}`).toBe(false)
}

const navigations = {
  'inside a frame': { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' },
  'at top level': { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
  'by an old browser': {},
} as const

const triedInEveryWay = new Set<string>()

describe.each(screens)('$path', ({ path: route, guards }) => {
  const path = pathOf(route)
  const isMarket = path.split('/').includes('market')
  const place = screens.findIndex((one) => one.path === route)
  // Before any screen the same code answers (`server/launch-links.ts`): the first screen with these
  // guards is opened in every way with every token, the others in one way with each.
  const kindOfScreen = `${guards.join()} ${isMarket}`
  const isFirst = !triedInEveryWay.has(kindOfScreen)
  triedInEveryWay.add(kindOfScreen)
  const waysTo = (kind: string) =>
    Object.entries(navigations).filter(
      (_, at, all) =>
        WHOLE || isFirst || at === (place + Object.keys(tokens).indexOf(kind)) % all.length,
    )

  test('S4.6 D5 a refused token redirects to the page without it, for visitors and for the signed-in store', async () => {
    for (const [kind, token] of Object.entries(tokens)) {
      for (const [how, headers] of waysTo(kind)) {
        const at = `${kind} ${how}`
        const visitor = await ask(path, token, { headers })
        expect([visitor.status, visitor.headers.location], at).toEqual([
          303,
          `${path}?sort=newest&hl=en&launch=refused`,
        ])
        const signedIn = await ask(path, token, { headers: { ...headers, cookie: cookie() } })
        const known = kind === 'used' || kind === 'expired'
        expect([signedIn.status, signedIn.headers.location], at).toEqual([
          303,
          `${path}?sort=newest&hl=en${known ? '' : '&launch=other-store'}`,
        ])
        for (const answer of [visitor, signedIn]) {
          expect(answer.headers).toMatchObject({
            'referrer-policy': 'no-referrer',
            'cache-control': 'no-store',
          })
          expect(answer.headers['set-cookie'] ?? '', at).not.toMatch(/apps-token/)
          expectNoToken(answer, token, at)
        }
      }
    }
  })

  test('S4.6 S6.3 the page behind it applies its guard, and public pages are served', async () => {
    const usual = await rawRequest(market.origins.app, `${path}?hl=en`)
    const refused = await rawRequest(market.origins.app, `${path}?hl=en&launch=refused`)
    expect(refused.status).toBe(usual.status)
    // cookies that contradict each other are those of nobody
    const mixed = await rawRequest(market.origins.app, `${path}?hl=en`, {
      headers: {
        cookie: `apps-token=${owner.token}; store-token=${market.shop.storeToken('store-2')}`,
      },
    })
    expect(mixed.status, path).toBe(usual.status)
    if (guards.includes('auth-required'))
      expect(mixed.headers['set-cookie']).toMatch(/apps-token=; Max-Age=0/)
    if (guards.includes('auth-required') && isMarket)
      expect(refused.body).toContain('session.token_invalid')
    else if (usual.status === 200 && guards.includes('domain-check'))
      expect(refused.body).toContain('has expired or was used before')
    if (guards.includes('auth-required') && isMarket) {
      const other = await rawRequest(market.origins.app, `${path}?hl=en&launch=other-store`, {
        headers: { cookie: cookie() },
      })
      expect([other.status, other.body.includes('This sign-in link is for another shop')]).toEqual([
        401,
        true,
      ])
    }
  })

  test('requests other than navigation are answered without the token: HEAD, pictures, scripts, data, forms; prefetches are redirected', async () => {
    const token = tokens.forged
    const asked: [string, Parameters<typeof rawRequest>[2]][] = [
      ['HEAD', { method: 'HEAD' }],
      ['image', { headers: { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' } }],
      [
        'script',
        { headers: { 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors', accept: '*/*' } },
      ],
      ['fetch', { headers: { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' } }],
      ['POST', { method: 'POST', headers: { origin: market.origins.app } }],
    ]
    for (const [how, options] of asked) expectNoToken(await ask(path, token, options), token, how)
    expectNoToken(
      await ask(path === '/' ? '/_.data' : `${path}.data`, token, { headers: { accept: '*/*' } }),
      token,
      'data',
    )
    for (const [name, value] of [
      ['sec-purpose', 'prefetch'],
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
    ] as const) {
      const ahead = await ask(path, token, {
        headers: { [name]: value, 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
      })
      expect([ahead.status, ahead.body, ahead.headers['cache-control']]).toEqual([
        503,
        '',
        'no-store',
      ])
    }
  })
})

test('every other GET route of the site contains no token either', async () => {
  const { services, origins } = market
  const app = await makeSiteApp(
    services,
    { market: 'app', platformId: 1, origin: origins.app, trustedHops: 0 },
    { buildFolder: 'build', pictureFolder: '/nowhere' },
  )
  const paths = new Set(
    app.routes
      .filter(({ method, path }) => method === 'GET' && path !== '*' && path !== '/*')
      .map(({ path }) => pathOf(path)),
  )
  expect(paths.size).toBeGreaterThan(40)
  for (const path of paths) {
    for (const token of [tokens.used, tokens.forged])
      expectNoToken(await ask(path, token), token, path)
    expectNoToken(
      await ask(path, tokens.used, { headers: { host: 'elsewhere.example' } }),
      tokens.used,
      path,
    )
  }
})

test('S7.1 an internal error shows no token and a link without it, and the page does not hydrate under that address', async () => {
  const token = await launchToken(market, 'store-1')
  market.shop.setStoreOpen('store-1', false)
  try {
    const closed = await ask('/market/list', token, { headers: navigations['inside a frame'] })
    expect(closed.status).toBe(410)
    expectNoToken(closed, token, 'closed')
    expect(closed.body).not.toContain('type="module"')
  } finally {
    market.shop.setStoreOpen('store-1', true)
  }
  expect(
    (await ask('/market/list', token, { headers: navigations['inside a frame'] })).headers.location,
  ).toBe('/market/list?sort=newest&hl=en')
})
