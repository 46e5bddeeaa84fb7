import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { previewOrigin } from '#modules/installs/public.ts'
import { insertPreview } from '#modules/installs/start-preview.ts'
import { createForeignHttp } from '#lib/foreign/foreign-http.ts'
import { hashSecret, randomCode } from '#lib/ids.ts'
import { seal } from '#lib/sealed.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { makePreviewApp } from './app.ts'

/** A shop of which nothing good is to be expected, and the preview server in front of it. */
let market: Marketplace
let app: Hono
let shop: { origin: string; asked: IncomingMessage[]; stop(): void }
let releaseId: string
let answer: RequestListener

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  const { db } = market.services
  await db
    .insertInto('partners')
    .values({ id: 'par_x', slug: 'x', name: 'X', created_at: new Date() })
    .execute()
  await db
    .insertInto('items')
    .values({
      id: 'itm_x',
      market: 'theme',
      slug: 'x',
      prefix: 'x',
      partner_id: 'par_x',
      name: 'X',
      price_minor: 0,
      price_kind: 'free',
      currency: 'TRY',
      status: 'published',
      updated_at: new Date(),
    })
    .execute()
  releaseId = 'rel_x'
  await db
    .insertInto('releases')
    .values({
      id: releaseId,
      item_id: 'itm_x',
      version: '1.0.0',
      status: 'published',
      notes: '{}',
      version_order: '1',
    })
    .execute()
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  shop = {
    asked,
    origin: `http://shop9.localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  app = makePreviewApp(
    {
      ...market.services,
      http: createForeignHttp({ localOrigins: [shop.origin] }),
    },
    0,
  )
})
afterAll(async () => {
  shop.stop()
  await market.stop()
})

async function preview({ origin = shop.origin, assets = [] as string[] } = {}): Promise<string> {
  const token = randomCode(26).toLowerCase()
  const now = market.clock.now()
  await insertPreview(
    market.services.db,
    {
      platformId: 1,
      releaseId,
      storeId: null,
      answersSha256: null,
      withoutItem: false,
      locale: 'en',
      tokenHash: hashSecret(token),
      tokensSealed: seal(
        market.services.sealing,
        'preview',
        JSON.stringify({ ours: token, shop: 'the-shop-token' }),
      ),
      shopOrigin: origin,
      assetOrigins: assets,
      pages: [],
      expiresAt: new Date(now.getTime() + 900_000),
    },
    now,
  )
  return previewOrigin(market.services.origins, token)
}
let remoteAddress = '192.0.2.1'
const ask = (url: string, init: RequestInit = {}) =>
  app.request(
    url,
    { ...init, headers: { host: new URL(url).host, ...init.headers } },
    { incoming: { headers: {}, socket: { remoteAddress } } },
  )
const html =
  (body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  }
const policiesOf = (response: Response) =>
  (response.headers.get('content-security-policy') ?? '').split(', ')
const directives = (response: Response, policy = policiesOf(response)[0] ?? '') =>
  Object.fromEntries(
    policy.split('; ').map((part) => {
      const [name = '', ...sources] = part.split(' ')
      return [name, sources]
    }),
  )

describe('a page of a preview (XSS-4, XSS-5)', () => {
  test('stands in a sandbox of our own making, without an origin, framed by our markets and the panel alone', async () => {
    answer = html('<!doctype html><html><head><title>x</title></head></html>', {
      'content-security-policy':
        "script-src 'self' 'nonce-abcdefgh12345678' https://evil.example; frame-ancestors *",
      'x-frame-options': 'DENY',
    })
    const at = await preview()
    const response = await ask(`${at}/`)
    const policy = directives(response)
    expect(policy.sandbox).toEqual(['allow-scripts', 'allow-forms'])
    expect(policy['default-src']).toEqual(["'none'"])
    expect(policy['script-src']).toEqual([at, "'nonce-abcdefgh12345678'"])
    // By its nonce a script could come from anywhere: a second policy, which knows no nonce, says
    // where from.
    expect(directives(response, policiesOf(response)[1])).toMatchObject({
      'script-src': [at, "'unsafe-inline'", "'unsafe-eval'", "'wasm-unsafe-eval'"],
      'style-src': [at, "'unsafe-inline'"],
    })
    expect(policy['connect-src']).toEqual([at])
    expect(policy['form-action']).toEqual([at])
    expect(policy['frame-ancestors']).toEqual([
      market.origins.app,
      market.origins.theme,
      market.shop.origin('panel'),
    ])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'access-control-allow-origin': '*',
    })
    expect(response.headers.get('x-frame-options')).toBeNull()
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('takes files from elsewhere only where the platform said so, and no word of a platform can widen the policy', async () => {
    answer = html('<p>x</p>')
    const policy = directives(
      await ask(
        `${await preview({ assets: ['https://cdn.shop.example', 'https://x.example; script-src *', '*'] })}/`,
      ),
    )
    expect(policy['img-src']).toContain('https://cdn.shop.example')
    expect(JSON.stringify(policy)).not.toContain('x.example')
    expect(policy['script-src']).not.toContain('*')
  })

  test('gets nothing of the visitor, and the visitor nothing of the shop but the body', async () => {
    answer = html('<p>x</p>', {
      'set-cookie': 'spy=1',
      refresh: '0;url=https://evil.example',
      link: '<https://evil.example>; rel=preload',
      'clear-site-data': '"*"',
    })
    shop.asked.length = 0
    const response = await ask(`${await preview()}/products?q=%C5%9F`, {
      headers: {
        cookie: 'apps-token=secret',
        'apps-token': 'secret',
        authorization: 'Bearer secret',
        referer: 'http://apps.localhost',
        'x-forwarded-for': '1.2.3.4',
      },
    })
    expect(
      [...response.headers.keys()].filter((name) =>
        ['set-cookie', 'refresh', 'link', 'clear-site-data'].includes(name),
      ),
    ).toEqual([])
    const [seen] = shop.asked
    expect(seen?.url).toBe('/products?q=%C5%9F')
    expect(seen?.headers['arasta-preview']).toBe('the-shop-token')
    expect(JSON.stringify(seen?.headers)).not.toMatch(/secret|cookie|referer|forwarded/)
  })

  test("begins with our own script, keeps its links and forms inside, and leads links to the shop's own address here", async () => {
    const other = `${shop.origin}9/`
    answer = html(
      `<!DOCTYPE html><html lang="en"><head data-x><link rel="stylesheet" href="${shop.origin}/a.css"></head><body><a href="/products">a</a><a href="${shop.origin}">b</a><a href="${other}">c</a></body></html>`,
    )
    const at = await preview()
    const text = await (await ask(`${at}/`)).text()
    expect(text).toMatch(
      /<head data-x><script src="\/\.arasta\/preview\.js" data-note="[^"]+" data-outside="[^"]+"><\/script><link/,
    )
    expect(text).toContain(`href="${at}/a.css"`)
    expect(text).toContain(`<a href="${at}">b</a><a href="${other}">c</a>`)
    expect((await ask(`${at}/.arasta/preview.js`)).headers.get('content-type')).toContain(
      'text/javascript',
    )
  })

  test('is led here in linear time whatever it contains, by a parser that knows comments and scripts', async () => {
    for (const part of [
      '<head ',
      '<html ',
      '<!doctype ',
      '<!--',
      '<html><!-- -->',
      '<meta ',
      shop.origin,
      `${shop.origin} `,
    ]) {
      const body = part.repeat(Math.floor((11 * 2 ** 20) / part.length))
      answer = html(body)
      const at = await preview()
      const text = await (await ask(`${at}/`)).text()
      const script =
        /<script src="\/\.arasta\/preview\.js" data-note="[^"]*" data-outside="[^"]*"><\/script>/.exec(
          text,
        )?.[0] ?? 'none'
      // Of its own address only where no longer name begins with it: before a space, or at the end.
      const led =
        part === shop.origin
          ? 1
          : part.startsWith(shop.origin)
            ? Math.floor((11 * 2 ** 20) / part.length)
            : 0
      expect(text.length - script.length, part).toBe(
        body.length + led * (at.length - shop.origin.length),
      )
    }
    answer = html('<!-- <head> --><!doctype html><html><script>"<head>"</script>')
    expect(await (await ask(`${await preview()}/`)).text()).toMatch(
      /^<!-- <head> --><!doctype html><html><script src="\/\.arasta\/preview\.js"[^>]*><\/script><script>"<head>"<\/script>$/,
    )
  })

  test('that is posted to does nothing and tells the shop nothing', async () => {
    shop.asked.length = 0
    const response = await ask(`${await preview()}/cart`, {
      method: 'POST',
      body: 'slug=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(await response.text()).toContain('Nothing is ordered here')
    expect(directives(response).sandbox).toEqual(['allow-scripts', 'allow-forms'])
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      expect((await ask(`${await preview()}/cart`, { method })).status).toBe(405)
    expect(shop.asked).toEqual([])
  })
})

describe('a file of a preview', () => {
  test('opened by itself is nothing: no script of a drawing runs', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const policy = directives(await ask(`${await preview()}/x.svg`))
    expect([policy['default-src'], policy.sandbox, policy['frame-ancestors']]).toEqual([
      ["'none'"],
      [],
      ["'none'"],
    ])
  })

  test('that never changes is asked for once, and not for another preview', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, {
          'content-type': 'text/css',
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .end('a{}')
    shop.asked.length = 0
    const at = await preview()
    for (const _ of [1, 2, 3]) expect(await (await ask(`${at}/assets/1/a.css`)).text()).toBe('a{}')
    expect(shop.asked).toHaveLength(1)
  })
})

describe('a shop that is not what it should be', () => {
  test.each([
    ['https://evil.example/'],
    ['//evil.example/'],
    ['http://169.254.169.254/latest'],
    ['javascript:alert(1)'],
    ['http://['],
  ])('cannot send the visitor to %s', async (location) => {
    answer = (_, response) => response.writeHead(302, { location }).end()
    const response = await ask(`${await preview()}/go`)
    expect(response.headers.get('location')).toBeNull()
    expect(response.status).toBe(404)
  })

  test('that redirects within itself is followed within the preview', async () => {
    answer = (_, response) =>
      response.writeHead(301, { location: `${shop.origin}/products?a=1` }).end()
    expect((await ask(`${await preview()}/p`)).headers.get('location')).toBe('/products?a=1')
  })

  test('that sends without end is cut off, one that is away is told apart from one whose preview is over', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1 << 20)));
      }
      response.on('drain', more)
      more()
    }
    const large = await ask(`${await preview()}/`)
    expect([large.status, (await large.text()).includes('data-failed="away"')]).toEqual([502, true])
    answer = (request) => request.socket.destroy()
    expect((await ask(`${await preview()}/`)).status).toBe(502)
    // its own page of a fault, or its closed sign, is not the item on a shop
    answer = (_, response) =>
      response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>oops</h1>')
    const faulty = await preview()
    expect([(await ask(`${faulty}/`)).status, await (await ask(`${faulty}/`)).text()]).toEqual([
      502,
      expect.stringContaining('data-failed="away"'),
    ])
    answer = (_, response) =>
      response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>closed</h1>')
    expect(await (await ask(`${faulty}/`)).text()).toContain('data-failed="away"')
    expect(await (await ask(`${faulty}/`)).text()).toContain('data-failed="over"')
    answer = (_, response) => response.writeHead(410, { 'arasta-preview': 'over' }).end()
    const at = await preview()
    expect((await ask(`${at}/`)).status).toBe(410)
    answer = html('<p>back</p>')
    expect((await ask(`${at}/`)).status).toBe(410)
  })

  test('at an address in our own network is not reached (SRV-2)', async () => {
    for (const origin of [
      market.origins.app,
      'http://127.0.0.1:1',
      'http://169.254.169.254',
      'http://[::1]:80',
      'http://localhost',
    ]) {
      expect((await ask(`${await preview({ origin })}/`)).status).toBe(502)
    }
  })
})

describe('the address of a preview', () => {
  test('that nobody was given is not found, and one that is over is gone', async () => {
    const { host } = new URL(market.services.origins.preview)
    for (const name of [
      '',
      'x.',
      `${'0'.repeat(26)}.`,
      `${'0'.repeat(25)}'.`,
      `a.${'0'.repeat(26)}.`,
    ]) {
      const response = await app.request(`http://${host}/`, { headers: { host: name + host } })
      expect([response.status, directives(response).sandbox]).toEqual([
        404,
        ['allow-scripts', 'allow-forms'],
      ])
    }
    const at = await preview()
    market.clock.moveSeconds(901)
    expect((await ask(`${at}/`)).status).toBe(410)
  })

  test.each([
    '/../../etc/passwd',
    '//evil.example/x',
    '/%2e%2e/%2e%2e/x',
    '/@evil.example/',
    '/\\evil.example/',
    '/a?b=http://evil.example',
    '/%00',
    '/%ff',
  ])('with the path %s stays on the shop', async (path) => {
    answer = html('<p>x</p>')
    shop.asked.length = 0
    const response = await ask((await preview()) + path)
    expect(response.status).toBeLessThan(500)
    expect(shop.asked).toHaveLength(1)
  })
})

describe('SRV-6 what one network can make a shop do', () => {
  /** All at once, so that nothing is given back meanwhile. */
  const useUpLimit = async (url: string): Promise<void> => {
    await Promise.all(Array.from({ length: 800 }, (_, n) => ask(`${url}/${n}.png`)))
  }

  test('it cannot make the market ask a shop for more than some pages', async () => {
    const url = await preview()
    answer = html('<p>page</p>')
    remoteAddress = '192.0.2.99'
    const statuses: number[] = []
    for (let n = 0; n < 400; n += 1) statuses.push((await ask(`${url}/${n}`)).status)
    expect(statuses.slice(0, 360).every((status) => status === 200)).toBe(true)
    expect(statuses).toContain(429)
    remoteAddress = '192.0.2.98'
    expect((await ask(`${url}/other`)).status).toBe(200)
  })

  test('a page over the limit says so in its frame, a file is refused in a word', async () => {
    const url = await preview()
    answer = html('<p>page</p>')
    remoteAddress = '192.0.2.97'
    await useUpLimit(url)
    const page = await ask(`${url}/one-more`, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await page.text()).toContain('data-failed="busy"')
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors http')
    await useUpLimit(url)
    const file = await ask(`${url}/one-more.png`, { headers: { accept: 'image/*' } })
    expect([file.status, await file.text()]).toEqual([429, 'busy'])
  })

  test('a file that is cached here costs the shop nothing and is not counted', async () => {
    const url = await preview()
    answer = (_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'font/woff2',
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .end('a font')
    remoteAddress = '192.0.2.96'
    shop.asked.length = 0
    const statuses = new Set<number>()
    for (let n = 0; n < 400; n += 1) statuses.add((await ask(`${url}/font.woff2`)).status)
    expect([...statuses]).toEqual([200])
    expect(shop.asked).toHaveLength(1)
  })
})
