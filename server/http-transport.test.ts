import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn } from '#test/support/owner.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

const raw = (
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: string } = {},
) =>
  createHttp({ allowOrigins: [market.origins.app] }).request(market.origins.app + path, {
    method,
    ...options,
    timeoutMs: 20_000,
    maxBytes: 4 * 1024 * 1024,
  })

describe('bad input (D8, SRV-1, SRV-6)', () => {
  test("garbage in every query parameter is a clear 400 in the reader's language, never a 500", async () => {
    const garbage = [
      "' or 1=1 --",
      '../../etc/passwd',
      '%00',
      '\u0000',
      '1e309',
      '-1',
      '[]',
      '{"$gt":""}',
      'a'.repeat(5000),
      '\ud800',
      'İ',
      '<script>',
    ]
    for (const name of [
      'page',
      'per_page',
      'category',
      'price',
      'rating',
      'sort',
      'hl',
      'platform_id',
      'market',
      'is_active',
    ]) {
      for (const value of garbage) {
        const answer = await call(market, 'GET', '/market/app/list', { query: { [name]: value } })
        expect([200, 400, 431], `${name}=${value.slice(0, 20)}`).toContain(answer.status)
        if (answer.status === 400) expect(answer.body.fields, name).toBeDefined()
      }
    }
  })

  test('a search for anything at all answers', async () => {
    for (const q of ['%', '_', '\\', "'", 'ışık', 'القهوه', '😀', 'a'.repeat(200), '   ']) {
      expect((await call(market, 'GET', '/market/app/list', { query: { q } })).status, q).toBe(200)
    }
  })

  test('a 10 MB body is refused with 413 and read no further', async () => {
    const answer = await raw('POST', '/api/auth/domain', {
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(10 * 1024 * 1024),
    }).catch((error: { kind: string }) => ({ status: error.kind, body: Buffer.from('{}') }))
    expect([413, 'reset']).toContain(answer.status)
  })

  test('broken JSON, a wrong type and deep nesting are 400', async () => {
    const owner = await signIn(market)
    for (const body of ['{', '[]]', 'null x'])
      expect((await owner.call('POST', '/domain/address', { body })).status).toBe(400)
    expect(
      (
        await owner.call('POST', '/domain/address', {
          body: '{"a":1}',
          headers: { 'content-type': 'text/plain' },
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await owner.call('POST', '/domain/address', {
          body: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
        })
      ).status,
    ).toBe(400)
  })

  test('extra fields that would matter inside are not taken over (TOK-12)', async () => {
    const owner = await signIn(market)
    const answer = await owner.call('POST', '/checkout/delivery-day/app', {
      body: { price: 0, store_id: 'sto_x', state: 'paid', total: 0, __proto__: { total: 0 } },
    })
    expect(answer.body.data).toMatchObject({ state: 'draft', total: 249.9 })
  })
})

describe('what every answer carries', () => {
  test('an unknown call is 404, a wrong method 405, both with words', async () => {
    const [unknown, wrong] = [
      await call(market, 'GET', '/no/such', { query: { hl: 'EN' } }),
      await call(market, 'DELETE', '/market/app/list', { query: { hl: 'EN' } }),
    ]
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Page not found'])
    expect([wrong.status, wrong.body.code]).toEqual([405, 'method.not_allowed'])
  })

  test('security headers stand on answers and errors alike', async () => {
    for (const path of ['/api/market/app/list', '/api/nothing']) {
      const { headers } = await raw('GET', path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      })
    }
  })

  test('an error speaks the language asked for: query before cookie before Accept-Language, else Turkish (D18)', async () => {
    const words = async (headers: Record<string, string>, query = '') =>
      JSON.parse((await raw('GET', `/api/x${query}`, { headers })).body.toString())
        .message as string
    expect(await words({ cookie: 'hl=ar', 'accept-language': 'en' }, '?hl=EN')).toBe(
      'Page not found',
    )
    expect(await words({ cookie: 'hl=ar', 'accept-language': 'en' })).toBe('الصفحة غير موجودة')
    expect(await words({ 'accept-language': 'fr, en;q=0.8' })).toBe('Page not found')
    expect(await words({ 'accept-language': 'fr' })).toBe('Sayfa bulunamadı')
  })
})

describe('a write that a cookie vouches for (FRM-5)', () => {
  test('is taken from our own pages only', async () => {
    const owner = await signIn(market)
    const write = (headers: Record<string, string>) =>
      raw('POST', '/api/auth/sign-out', {
        headers: {
          cookie: `apps-token=${owner.token}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: '{}',
      })
    expect((await write({ origin: 'http://evil.example' })).status).toBe(403)
    expect((await write({})).status).toBe(403)
    expect((await write({ origin: market.origins.theme })).status).toBe(403)
    expect((await write({ origin: market.origins.app })).status).toBe(200)
  })
})

describe('the document of the calls', () => {
  test('lists every operation at /api/openapi.json, with a page to read it', async () => {
    const document = JSON.parse((await raw('GET', '/api/openapi.json')).body.toString())
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/checkout/payment/{order_number}'].post.operationId).toBe('payOrder')
    expect(document.paths['/market/theme/list'].get).toBeDefined()
    const page = await raw('GET', '/api/docs')
    expect(page.status).toBe(200)
    expect((await raw('GET', '/api/docs/files/swagger-ui.css')).status).toBe(200)
  })
})

describe('the host of a request (D7, SRV-5)', () => {
  test('that is not ours is sent to the canonical one', async () => {
    const answer = await raw('GET', '/list?x=1', { headers: { host: 'evil.example' } })
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      `${market.origins.app}/list?x=1`,
    ])
  })
})
