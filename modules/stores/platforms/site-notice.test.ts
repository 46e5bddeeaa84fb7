import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createForeignHttp } from '#lib/foreign/foreign-http.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { cdnOf } from './site-notice.ts'
import { panelHostOf, panelOriginOf } from './panel-host.ts'
import { probeSite } from './public.ts'

describe('which delivery network an answer came through (D7)', () => {
  test.each([
    [{ 'cf-ray': '8f3a-IST' }, 'Cloudflare'],
    [{ server: 'cloudflare' }, 'Cloudflare'],
    [{ 'x-amz-cf-id': 'a' }, 'Amazon CloudFront'],
    [{ via: '1.1 abc.cloudfront.net (CloudFront)' }, 'Amazon CloudFront'],
    [{ 'x-served-by': 'cache-fra-1' }, 'Fastly'],
    [{ 'x-akamai-transformed': '9' }, 'Akamai'],
    [{ 'x-vercel-id': 'fra1::a' }, 'Vercel'],
    [{ 'x-sucuri-id': '11' }, 'Sucuri'],
    [{ 'x-iinfo': '1-2' }, 'Imperva'],
    [{ server: 'BunnyCDN-DE1-1' }, 'Bunny'],
    [{ server: 'nginx' }, null],
    [{ via: '1.1 varnish' }, null],
    [{ 'x-served-by': 'php-7' }, null],
    [{}, null],
  ])('%j: %s', (headers, name) => {
    expect(cdnOf(headers as Record<string, string>)).toBe(name)
  })
})

describe("S9.6 the panel's host follows from the shop's", () => {
  const rule = { from: '{shop}.demo.localhost', to: '{shop}.panel.demo.localhost' }
  test.each([
    ['kahve.demo.localhost', 'kahve.panel.demo.localhost'],
    ['KAHVE.demo.localhost:3100', 'kahve.panel.demo.localhost:3100'],
    ['demo.localhost', null],
    ['.demo.localhost', null],
    ['a.b.demo.localhost', null],
    ['kahve.demo.localhost.evil.example', null],
    ['a/b.demo.localhost', null],
    ['shop.example', null],
  ])('%s: %s', (domain, host) => {
    expect(panelHostOf(rule, domain)).toBe(host)
  })

  test("where no rule fits it is the platform's own", () => {
    const platform = { panel_origins: ['https://panel.example'], panel_host_rule: rule }
    expect(panelOriginOf(platform, 'kahve.demo.localhost')).toBe(
      'https://kahve.panel.demo.localhost',
    )
    expect(panelOriginOf(platform, 'shop.example')).toBe('https://panel.example')
    expect(panelOriginOf({ ...platform, panel_host_rule: null }, 'kahve.demo.localhost')).toBe(
      'https://panel.example',
    )
    expect(
      panelOriginOf({ panel_origins: [], panel_host_rule: rule }, 'kahve.demo.localhost'),
    ).toBeNull()
  })
})

describe("S2.31 the notice about the shop's own site", () => {
  let market: Marketplace
  let owner: Owner
  beforeAll(async () => {
    market = await startMarketplace({ catalogue: false })
    owner = await signIn(market, 'store-1')
  })
  afterAll(() => market.stop())
  afterEach(() => market.shop.setFrontManner('store-1', null))

  const notice = async () => (await owner.call('GET', '/domain/site-notice')).body.data as unknown
  const probes = async () =>
    (await market.services.db.selectFrom('store_sites').select('asked_at').execute()).map((row) =>
      row.asked_at?.getTime(),
    )

  test('says nothing of a shop that answers itself, and asks it twice a minute at most, however often a page is shown', async () => {
    expect(await Promise.all([notice(), notice(), notice()])).toEqual([null, null, null])
    const asked = await probes()
    expect(asked).toHaveLength(1)
    market.clock.moveSeconds(29)
    expect(await notice()).toBeNull()
    expect(await probes()).toEqual(asked)
    market.clock.moveSeconds(1)
    await notice()
    expect(await probes()).not.toEqual(asked)
  })

  test('says so at once: on the first page after signing in, and on the next one after the shop has changed', async () => {
    const stranger = await signIn(market, 'store-2')
    const told = async () =>
      (await stranger.call('GET', '/domain/site-notice')).body.data as unknown
    market.shop.setFrontManner('store-2', 'cdn')
    expect(await told()).toEqual({ cdn: 'Cloudflare', redirects_to: null })
    market.shop.setFrontManner('store-2', 'elsewhere')
    market.clock.moveSeconds(30)
    expect(await told()).toMatchObject({
      cdn: null,
      redirects_to: expect.stringContaining('localhost'),
    })
    market.shop.setFrontManner('store-2', null)
  })

  test('names the network in front of the shop, and the host that it sends its visitors to', async () => {
    market.shop.setFrontManner('store-1', 'cdn')
    await probeSite(market.services, owner.storeId)
    expect(await notice()).toEqual({ cdn: 'Cloudflare', redirects_to: null })
    market.shop.setFrontManner('store-1', 'elsewhere')
    await probeSite(market.services, owner.storeId)
    expect(await notice()).toEqual({ cdn: null, redirects_to: 'shop2.localhost' })
    market.shop.setFrontManner('store-1', null)
    await probeSite(market.services, owner.storeId)
    expect(await notice()).toBeNull()
  })

  test('dismissed, it is silent for thirty days for this store', async () => {
    market.shop.setFrontManner('store-1', 'cdn')
    await probeSite(market.services, owner.storeId)
    expect((await owner.call('POST', '/domain/site-notice/dismiss', { body: {} })).status).toBe(200)
    expect(await notice()).toBeNull()
    market.clock.moveSeconds(30 * 86_400 - 1)
    owner = await signIn(market, 'store-1')
    expect(await notice()).toBeNull()
    market.clock.moveSeconds(1)
    expect(await notice()).toEqual({ cdn: 'Cloudflare', redirects_to: null })
  })

  describe('asks only what may be asked (SRV-2)', () => {
    let trap: Server
    let hits = 0
    beforeAll(
      () =>
        new Promise<void>((resolve) => {
          trap = createServer((_, response) => {
            hits += 1
            response.end('inside')
          }).listen(0, '127.0.0.1', resolve)
        }),
    )
    afterAll(() => {
      trap.close()
    })
    const port = () => (trap.address() as AddressInfo).port

    test.each([
      'http://127.0.0.1',
      'http://localhost',
      'http://[::1]',
      'http://0x7f000001',
      'http://2130706433',
    ])('a shop that sends to %s is not followed there', async (inside) => {
      const shop = createServer((_, response) =>
        response.writeHead(302, { location: `${inside}:${port()}/` }).end(),
      )
      await new Promise<void>((resolve) => {
        shop.listen(0, '127.0.0.1', resolve)
      })
      const origin = `http://bait.localhost:${(shop.address() as AddressInfo).port}`
      await market.services.db
        .updateTable('stores')
        .set({ url: origin })
        .where('id', '=', owner.storeId)
        .execute()
      await probeSite(
        { ...market.services, http: createForeignHttp({ localOrigins: [origin] }) },
        owner.storeId,
      )
      expect(hits).toBe(0)
      shop.close()
    })

    test('a chain without an end is left after three redirects', async () => {
      let asked = 0
      const shop = createServer((request, response) => {
        asked += 1
        response.writeHead(302, { location: `${request.url}x` }).end()
      })
      await new Promise<void>((resolve) => {
        shop.listen(0, '127.0.0.1', resolve)
      })
      const origin = `http://loop.localhost:${(shop.address() as AddressInfo).port}`
      await market.services.db
        .updateTable('stores')
        .set({ url: origin })
        .where('id', '=', owner.storeId)
        .execute()
      await probeSite(
        { ...market.services, http: createForeignHttp({ localOrigins: [origin] }) },
        owner.storeId,
      )
      expect(asked).toBe(4)
      shop.close()
    })
  })
})
