import { LOCALES } from '#lib/locale.ts'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { makeSiteApp } from '../site-app.ts'
import { getRequestListener } from '@hono/node-server'
import { readCall } from './read-request.ts'
import { answerShared, servePages } from './serve-pages.ts'
import { toldChanges } from './small-site.support.ts'

const HOST = 'apps.localhost'
const changes = toldChanges()
let market: Marketplace
let cache: PageCache
let server: Server

beforeAll(async () => {
  market = await startMarketplace()
  const site = { market: 'app', platformId: 1, origin: `http://${HOST}`, trustedHops: 0 } as const
  cache = createPageCache({
    maxBytes: 2 ** 24,
    maxAgeSeconds: 60,
    clock: market.clock,
    changes,
    log: market.services.log,
  })
  const app = await makeSiteApp(market.services, site, {
    pictureFolder: join(tmpdir(), 'arasta-shared-calls'),
  })
  const listener = servePages(
    {
      origin: site.origin,
      cache,
      render: answerShared(market.services, site),
      languages: market.services.languages,
    },
    getRequestListener(app.fetch) as never,
  )
  server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  cache.stop()
  await market.stop()
})

interface Answer {
  status: number
  headers: Record<string, string>
  body: { data?: unknown; code?: string }
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        path,
        headers: { host: HOST, 'accept-language': 'en', ...headers },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => {
            const whole = Buffer.concat(parts)
            const text = (
              answer.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole
            ).toString()
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers as Record<string, string>,
              body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
            })
          })
      },
    )
      .on('error', reject)
      .end()
  })
}

const LIST = '/api/market/app/list?is_active=1&hl=TR&market=app&platform_id=1'

describe('a call that every visitor may make', () => {
  test('S7.4 is answered out of memory the second time, with the very same answer, an ETag and what it varies by', async () => {
    const first = await get(LIST)
    const { hits } = cache.stats()
    const second = await get(
      '/api/market/app/list?platform_id=1&market=app&utm_source=x&hl=tr&is_active=1',
    )
    expect(cache.stats().hits).toBe(hits + 1)
    expect(second.body).toEqual(first.body)
    expect(second.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'accept-encoding, accept-language, cookie, apps-token',
    })
    expect((await get(LIST, { 'if-none-match': second.headers.etag ?? '' })).status).toBe(304)
  })

  test('answers as it does without memory, whatever is asked', async () => {
    const slug = ((await get(LIST)).body.data as { slug: string }[])[0]?.slug ?? ''
    const paths = [
      '/api/market/theme/list?sort=newest&per_page=3',
      '/api/app-store/category',
      '/api/app-store/banner?place=home',
      '/api/app-store/collection',
      `/api/app-store/app/detail?slug=${slug}&includes=releases,related`,
      '/api/market/app/list?q=takvim&hl=AR',
      '/api/categories?hl=AR',
    ]
    for (const path of paths) {
      const kept = await get(path)
      const plain = await fetch(market.origins.app.replace('apps.localhost', 'localhost') + path, {
        headers: { 'accept-language': 'en' },
      })
      expect(kept.status, path).toBe(200)
      expect(kept.body, path).toEqual(await plain.json())
      expect(plain.headers.get('etag'), path).toMatch(/^(W\/)?"/)
    }
  })

  test('is answered anew the moment what it shows has changed', async () => {
    const before = await get('/api/app-store/category?hl=TR')
    await market.services.db
      .updateTable('categories')
      .set({ name: JSON.stringify({ tr: 'Yeni ad', en: 'New name' }) })
      .where('market', '=', 'app')
      .where('position', '=', 1)
      .execute()
    changes.say('market:app')
    const after = await get('/api/app-store/category?hl=TR')
    expect(JSON.stringify(before.body)).not.toContain('Yeni ad')
    expect(JSON.stringify(after.body)).toContain('Yeni ad')
  })

  test('goes the ordinary way with a sign of somebody, and is not kept then', async () => {
    const { entries, hits, misses } = cache.stats()
    for (const headers of [
      { 'apps-token': 'x'.repeat(43) },
      { cookie: 'apps-token=abc' },
      { authorization: 'Bearer x' },
    ] as Record<string, string>[])
      await get(LIST, headers)
    await get(`${LIST}&apps-token=abc`)
    expect(cache.stats()).toMatchObject({ entries, hits, misses })
  })

  test("is refused in the asker's words and never kept when it asks for what cannot be", async () => {
    const { entries } = cache.stats()
    const wrong = [
      'sort=best',
      'price=',
      'page=0',
      'page=1000000000000',
      'hl=xx',
      'market=theme',
      'platform_id=0',
      'q=a&q=b',
      'category=../x',
      'per_page=101',
    ]
    for (const query of wrong) {
      const { status, body } = await get(`/api/market/app/list?${query}`)
      expect([status, body.code], query).toEqual([400, 'input.invalid'])
    }
    expect((await get('/api/app-store/app/detail?slug=there-is-no-such-item')).status).toBe(404)
    expect(await get('/api/market/app/list?platform_id=9')).toMatchObject({
      status: 404,
      body: { code: 'platform.not_found' },
    })
    expect(cache.stats().entries).toBe(entries)
  })

  test('is only one that its contract says so of', () => {
    for (const path of [
      '/api/checkout/status/x',
      '/api/saved-items',
      '/api/domain/address',
      '/api/openapi.json',
    ])
      expect(readCall(path, '', 'tr', LOCALES), path).toBeNull()
    expect(readCall('/api/market/app/list', 'gclid=1&sort=rating', 'en', LOCALES)).toEqual({
      address: '/api/market/app/list?sort=rating',
      locale: 'en',
    })
  })
})
