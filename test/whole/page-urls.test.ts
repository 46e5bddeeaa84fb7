import { LOCALES } from '#lib/locale.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPageRequest } from '#server/page-cache/read-request.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { rawRequest } from '#test/support/raw-request.ts'
import { readScreens } from '#test/support/screens.ts'
import { variantsOf } from '#test/support/url-variants.ts'

// Which page a URL means is decided in one place (`lib/page-address.ts`): guard, frame policy,
// cache and canonical address must agree on it for every route and however its path is written.

const screens = await readScreens()
const words = new Set(
  screens.flatMap(({ path }) => path.split('/')).filter((word) => /^[a-z]/.test(word)),
)
/** A path of each route: `:slug` and others are filled with what could stand there. */
const pathOf = (route: string) =>
  route
    .replace('/*', '/no/such/page')
    .replace(/:(\w+)/g, (_, name: string) =>
      name === 'slug' || name === 'page' || name === 'developer'
        ? 'terms-of-nobody'
        : 'Q'.repeat(43),
    )
const pages = screens
  .filter(({ id }) => id !== 'showcase')
  .map((screen) => ({ ...screen, url: pathOf(screen.path) }))

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false, buildFolder: 'build' })
  owner = await signIn(market)
})
afterAll(() => market.stop())

const ancestorsOf = (headers: Record<string, string>) =>
  /frame-ancestors ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1]
/** What was decided about a request for a page's data. */
async function dataDecision(url: string) {
  const { status, headers, body } = await rawRequest(market.origins.app, url, {
    headers: { accept: '*/*' },
  })
  const code = /"(session\.[a-z_]+|not_found)"/.exec(body)?.[1]
  const redirect = status === 202 ? /"(\/[^"]*)"/.exec(body)?.[1] : undefined
  return {
    status,
    ancestors: ancestorsOf(headers),
    code,
    redirect,
    isData: headers['x-remix-response'],
  }
}

describe.each(pages)('$path', ({ url, guards, layout, path }) => {
  const { documents, data } = variantsOf(url, words)
  const isMarket = url.split('/').includes('market')

  test('S2.14 a document requested in another form is redirected to the canonical address of the page, by GET and by HEAD', async () => {
    for (const form of documents) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await rawRequest(
          market.origins.app,
          `${form}?sort=newest&q=a%20b`,
          { method },
        )
        expect([status, headers.location], `${method} ${form}`).toEqual([
          308,
          `${url}?sort=newest&q=a%20b`,
        ])
      }
    }
  })

  test('S2.14 S4.1 its data requests have the same result however the address is written', async () => {
    const usual = await dataDecision(data[0]!)
    expect(usual).toMatchObject({
      isData: 'yes',
      ancestors: isMarket ? market.shop.origin('panel') : "'none'",
    })
    for (const form of data.slice(1)) expect(await dataDecision(form), form).toEqual(usual)
  })

  test('S4.5 S6.3 S8.5 without a session its guard responds alike to document and data requests', async () => {
    const document = await rawRequest(market.origins.app, url)
    const asked = await dataDecision(data[0]!)
    expect(ancestorsOf(document.headers)).toBe(isMarket ? market.shop.origin('panel') : "'none'")
    if (!guards.includes('auth-required'))
      expect(asked.status === 202 ? 'elsewhere' : asked.status).toBe(
        document.headers.location === undefined ? document.status : 'elsewhere',
      )
    else if (isMarket) {
      expect(layout).toBe('frame')
      expect([document.status, asked.status, asked.code], path).toEqual([
        401,
        401,
        'session.token_invalid',
      ])
    } else {
      const root = `/?${new URLSearchParams({ 'sign-in': 'required', next: url })}`
      expect(
        [document.status, document.headers.location, asked.status, asked.redirect],
        path,
      ).toEqual([302, root, 202, root])
    }
  })

  test('S2.29 S2.33 every visitor gets a page or a redirect to one, also on an error: never data', async () => {
    for (const cookie of ['', `apps-token=${owner.token}; store-token=${owner.storeToken}`]) {
      const { status, headers } = await rawRequest(market.origins.app, url, { headers: { cookie } })
      expect(headers.location ?? headers['content-type'], `${status} ${path}`).toMatch(
        /^(\/|http)|^text\/html; charset=utf-8$/,
      )
    }
  })

  test('the page cache has one entry for it, or none', () => {
    const { host } = new URL(market.origins.app)
    const keyOf = (form: string) =>
      readPageRequest({ method: 'GET', url: form, headers: { host } }, host, LOCALES)?.key
    const known = new Set([keyOf(url), undefined])
    for (const form of [...documents, `/.${url}`, `/x/..${url}`])
      expect(known, form).toContain(keyOf(form))
    const payload = new Set([keyOf(data[0]!), undefined])
    for (const form of data) expect(payload, form).toContain(keyOf(form))
    if (isMarket || guards.includes('auth-required'))
      expect([...known, ...payload]).toEqual([undefined, undefined])
  })
})

test('S2.14 the canonical link of a public page is its one address', async () => {
  for (const [form, canonical] of [
    ['/LIST//?hl=en', '/list?hl=en'],
    ['/%70artners/', '/partners'],
    ['//Legal', '/legal'],
  ] as const) {
    const sent = await rawRequest(market.origins.app, form)
    const page = await rawRequest(market.origins.app, sent.headers.location ?? '')
    expect(/<link rel="canonical" href="([^"]*)"/.exec(page.body)?.[1]).toBe(
      market.origins.app + canonical,
    )
  }
})

test('S4.3 D3 foreign path segments keep their case, and no form of a path leads to another site', async () => {
  for (const [form, location] of [
    ['/Minty/Reviews', '/Minty/reviews'],
    ['/enter//AbCdEf', '/enter/AbCdEf'],
    ['//evil.example/', '/evil.example'],
    ['/%6Darket/yok', '/market/yok'],
  ] as const) {
    const { status, headers } = await rawRequest(market.origins.app, form)
    expect([status, headers.location], form).toEqual([308, location])
  }
  for (const form of [
    '/%2f%2fevil.example',
    '/%2F%2Fevil.example/',
    '/%5cevil.example//',
    '/\\evil.example',
    '/Minty',
    '/%zz',
    '/%zz/',
  ]) {
    const { status, headers } = await rawRequest(market.origins.app, form)
    expect([404, 308, 400], form).toContain(status)
    expect(headers.location ?? '', form).not.toMatch(/^\/[/\\]|^\/%2f|^\/%5c|:/i)
  }
})
