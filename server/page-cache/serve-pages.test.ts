import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { openGuestGate } from '../guest-gate.ts'
import { pageOf, startSmallSite, type SmallSite } from './small-site.support.ts'

let site: SmallSite
afterEach(() => site.stop())

const titleOf = (text: string) => /<title>(.*?)<\/title>/.exec(text)?.[1]
const readable = async (path: string, headers?: Record<string, string>) =>
  titleOf((await site.get(path, headers)).text)

describe('who is not signed in', () => {
  test('gets the page that was rendered for the one before', async () => {
    site = await startSmallSite()
    const first = await site.get('/list')
    const second = await site.get('/list')
    expect(second.text).toBe(first.text)
    expect(site.renderings()).toBe(1)
    expect(site.cache.stats()).toMatchObject({ hits: 1, misses: 1, stale: 0, entries: 1 })
  })

  test('gets it in the own language, by address, cookie or browser (D18)', async () => {
    site = await startSmallSite()
    expect(await readable('/list')).toBe('/list tr 1')
    expect(await readable('/list', { 'accept-language': 'ar-SA,en;q=0.5' })).toBe('/list ar 2')
    expect(await readable('/list', { cookie: 'hl=en', 'accept-language': 'ar' })).toBe('/list en 3')
    expect(await readable('/list?hl=AR', { cookie: 'hl=en' })).toBe('/list?hl=ar ar 4')
    expect(await readable('/list?hl=xx', { cookie: 'hl=ar' })).toBe('/list ar 2')
    expect(await readable('/list', { 'accept-language': 'fr' })).toBe('/list tr 1')
  })

  test('shares it whatever an advertisement hung onto the address, and the campaign is remembered all the same (S9.2)', async () => {
    site = await startSmallSite()
    await site.get('/list?page=2&category=games')
    const answer = await site.get(
      '/list?utm_source=mail&gclid=1&category=games&fbclid=x&page=2&utm_medium=cpc&price=&x[]=1',
    )
    expect(titleOf(answer.text)).toBe('/list?category=games&page=2 tr 1')
    expect(answer.cookies).toEqual([
      'utm_source=mail; Max-Age=86400; Path=/; Secure; SameSite=None; Partitioned',
      'utm_medium=cpc; Max-Age=86400; Path=/; Secure; SameSite=None; Partitioned',
    ])
    expect(await readable('/delivery-day?category=games')).toBe('/delivery-day tr 2')
  })

  test("keeps the language that was chosen: the cookie is the visitor's own and the next one gets none (D18)", async () => {
    site = await startSmallSite()
    const chosen = await site.get('/?hl=en')
    const again = await site.get('/?hl=en')
    expect(again.cookies).toEqual([
      'hl=en; Max-Age=3600; Path=/; Secure; SameSite=None; Partitioned',
    ])
    expect(chosen.cookies).toEqual(again.cookies)
    expect(again.headers['cache-control']).toBe('private, max-age=0, must-revalidate')
    expect(site.renderings()).toBe(1)
    const plain = await site.get('/', { cookie: 'hl=en' })
    expect(plain.cookies).toEqual([])
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'accept-encoding, accept-language, cookie, apps-token',
    })
  })

  test('half a character at the end of a campaign is no fault', async () => {
    site = await startSmallSite()
    const answer = await site.get(`/?utm_source=${'a'.repeat(99)}${encodeURIComponent('🎉')}`)
    expect(answer.status).toBe(200)
    expect(answer.cookies[0]).toContain('utm_source=aaa')
  })
})

describe('a kept page', () => {
  test('comes in the smallest form that the browser takes, each with its own tag', async () => {
    site = await startSmallSite({
      render: (request) => Promise.resolve(pageOf(request.address.repeat(300))),
    })
    const encodings = {
      'gzip, deflate, br, zstd': 'br',
      'gzip, deflate': 'gzip',
      'br;q=0, gzip;q=0.5': 'gzip',
      '': undefined,
      identity: undefined,
      '*': 'br',
      BR: 'br',
      'gzip;q=0': undefined,
    }
    const seen = new Map<string | undefined, string>()
    for (const [asked, got] of Object.entries(encodings)) {
      const answer = await site.get('/list', { 'accept-encoding': asked })
      expect(answer.headers['content-encoding'], asked).toBe(got)
      expect(answer.headers['content-length'], asked).toBe(String(answer.bytes))
      expect(titleOf(answer.text)).toBe('/list'.repeat(300))
      seen.set(got, answer.headers.etag!)
    }
    expect(new Set(seen.values()).size).toBe(3)
    expect(site.renderings()).toBe(1)
  })

  test('is not sent again to who has it, also when a proxy weakened the tag', async () => {
    site = await startSmallSite()
    const {
      headers: { etag },
    } = await site.get('/list', { 'accept-encoding': 'br' })
    for (const known of [etag!, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await site.get('/list?utm_source=x', {
        'accept-encoding': 'br',
        'if-none-match': known,
      })
      expect([answer.status, answer.bytes, answer.headers.etag], known).toEqual([304, 0, etag])
      expect(answer.headers).not.toHaveProperty('content-type')
      expect(answer.headers).not.toHaveProperty('content-length')
      expect(answer.cookies).toHaveLength(1)
      expect(answer.headers['cache-control']).toBe('private, max-age=0, must-revalidate')
      expect(answer.headers['content-security-policy']).toContain('sha256-')
    }
    expect(
      (await site.get('/list', { 'accept-encoding': 'gzip', 'if-none-match': etag! })).status,
    ).toBe(200)
    expect(
      (await site.get('/list', { 'accept-encoding': 'br', 'if-none-match': '"other"' })).status,
    ).toBe(200)
  })

  test('answers HEAD without a body and with its length', async () => {
    site = await startSmallSite()
    const full = await site.get('/list')
    const head = await site.get('/list', {}, 'HEAD')
    expect([head.status, head.bytes, head.headers['content-length']]).toEqual([
      200,
      0,
      full.headers['content-length'],
    ])
    expect(site.renderings()).toBe(1)
  })

  test('carries a policy with the hashes of its own inline scripts, no nonce, and the headers of every answer (D22)', async () => {
    site = await startSmallSite()
    for (const time of ['rendered', 'kept']) {
      const { headers, text } = await site.get('/delivery-day')
      const hashes = [...text.matchAll(/<script>(.*?)<\/script>/g)].map(
        ([, content]) => `'sha256-${createHash('sha256').update(content!).digest('base64')}'`,
      )
      expect(hashes, time).toHaveLength(1)
      expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashes.join(' ')};`)
      expect(headers['content-security-policy'] + text).not.toContain('nonce')
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
    }
  })
})

describe('the ordinary way, with nothing read from the cache and nothing put into it', () => {
  const cases: [string, string, Record<string, string>, string?][] = [
    ['a session cookie', '/list', { cookie: 'hl=en; apps-token=abc' }],
    ['a store token', '/list', { cookie: 'store-token=abc' }],
    ['a session header', '/list', { 'apps-token': 'abc' }],
    ['a store header', '/list', { 'store-token': '' }],
    ['Authorization', '/list', { authorization: 'Bearer abc' }],
    ['a launch link', '/list?apps-token=abc', {}],
    ['a launch link in other letters', '/list?apps%2Dtoken=abc', {}],
    ['a form', '/list', {}, 'POST'],
    ['a body', '/list', { 'content-length': '0' }],
    ['a foreign host', '/list', { host: 'evil.example' }],
    ['a host for scripts', '/list', { host: 'localhost:3000' }],
    ['an address with a host in it', 'http://apps.localhost/list', {}],
    ["the panel's frame", '/market', {}],
    ['a framed list', '/market/list', {}],
    ['the account', '/account', {}],
    ['checkout', '/checkout/delivery-day', {}],
    ['an entry', '/enter/abc', {}],
    ['a call', '/api/openapi.json', {}],
    ['the health check', '/health/ready', {}],
    ['data for a navigation', '/list.data', {}],
    ['a file', '/favicon.svg', {}],
    ['two slashes', '//list', {}],
    ["a search longer than anybody's", `/search?q=${'a'.repeat(700)}`, {}],
  ]
  test("is taken for everything that is or could be somebody's", async () => {
    site = await startSmallSite()
    await site.get('/list')
    for (const [name, path, headers, method] of cases)
      expect((await site.get(path, headers, method)).text, name).toMatch(/^ordinary/)
    expect(site.renderings()).toBe(1)
    expect(site.cache.stats()).toMatchObject({ hits: 0, entries: 1 })
  })

  test('is taken by each when the page fails, sets a cookie, leads elsewhere or forbids to be kept; none of it stays', async () => {
    const bad = {
      '/a': pageOf('', { status: 500 }),
      '/b': pageOf('', { complete: false }),
      '/c': pageOf('', { headers: { 'set-cookie': 'a=b' } }),
      '/d': pageOf('', { status: 302 }),
      '/e': pageOf('', { headers: { 'cache-control': 'private' } }),
    }
    site = await startSmallSite({
      render: (request) =>
        request.path === '/f'
          ? Promise.reject(new Error('broken'))
          : Promise.resolve(bad[request.path as '/a']),
    })
    for (const path of [...Object.keys(bad), '/f']) {
      const answer = await site.get(path)
      expect(answer.text, path).toMatch(/^ordinary/)
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
    expect(site.cache.stats().entries).toBe(0)
  })

  test('a page that is not there is shown and not kept: nobody can fill the memory with made-up addresses', async () => {
    site = await startSmallSite({
      render: (request) => Promise.resolve(pageOf(`no ${request.path}`, { status: 404 })),
    })
    for (const time of [1, 2]) {
      const answer = await site.get('/no-such-item')
      expect([
        answer.status,
        titleOf(answer.text),
        answer.headers['cache-control'],
        answer.headers.etag,
      ]).toEqual([404, 'no /no-such-item', 'private, no-store', undefined])
      expect(site.renderings()).toBe(time)
    }
    expect(site.cache.stats().entries).toBe(0)
  })
})

describe('SRV-6 what is made anew for guests', () => {
  const gate = () => openGuestGate({ trustedHops: 0, shedAtLagMs: 0, pagesPerMinute: 4 })

  test('is limited by address; what is kept is not counted', async () => {
    site = await startSmallSite({ gate: gate() })
    const made = [await readable('/list?page=2'), await readable('/list?page=3')]
    expect(made).toEqual(['/list?page=2 tr 1', '/list?page=3 tr 2'])
    expect((await site.get('/list?page=4')).text).toContain('ordinary')
    for (let again = 0; again < 5; again += 1)
      expect(await readable('/list?page=2')).toBe('/list?page=2 tr 1')
    expect(site.renderings()).toBe(2)
  })

  test('is refused while the process is overloaded; pages in memory are shown, even out of date', async () => {
    let isBusy = false
    site = await startSmallSite({ gate: { ...gate(), isBusy: () => isBusy } })
    await site.get('/list')
    site.changes.say('market:app')
    isBusy = true
    expect(await readable('/list')).toBe('/list tr 1')
    expect((await site.get('/search?q=x')).text).toContain('ordinary')
    isBusy = false
    expect(await readable('/list')).toBe('/list tr 2')
  })
})
