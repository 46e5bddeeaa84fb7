import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createForeignHttp } from '#lib/foreign/foreign-http.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { connectWordPress } from './connect-site.ts'
import { PLUGIN_VERSION, isPluginSupported, inspectWordPress } from './inspect-site.ts'

/**
 * A real WordPress is connected in `npm run prove -- wordpress`; here is what is none, or not a
 * good one.
 */

let market: Marketplace
const servers: Server[] = []
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false, settings: { PLATFORM_ID: '2' } })
})
afterAll(async () => {
  for (const server of servers) server.close()
  await market.stop()
})

type Said = [status: number, body: object | string, headers?: Record<string, string>]
/** A site that answers so, by the route that is asked for, or the path. */
async function siteOf(
  answers: Record<string, Said>,
  host = 'wordpress.localhost',
): Promise<string> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    const [status, body, headers] = answers[
      url.searchParams.get('rest_route') ?? `page ${url.pathname}`
    ] ?? [404, {}]
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://${host}:${(server.address() as AddressInfo).port}`
}
const connect = (site: string) =>
  connectWordPress(
    { ...market.services, http: createForeignHttp({ localOrigins: [site] }) },
    site,
    { user: 'admin', password: 'abcd' },
    { origin: market.origins.app, installer: market.origins.installer, platformId: 2 },
  )
const problemOf = async (site: string) =>
  (
    await inspectWordPress(
      { http: createForeignHttp({ localOrigins: [site] }) },
      new URL(site).host,
    )
  ).problem

test('D4 D7 WordPress is known by its index, or by its pages where that is off; nobody is led elsewhere, and no password goes over a line that others read', async () => {
  const index = (site: string, more: object = {}): Said => [
    200,
    {
      home: site,
      namespaces: ['wp/v2', 'arasta/v1'],
      arasta_connector: { version: PLUGIN_VERSION },
      authentication: [],
      ...more,
    },
  ]
  const consent = (address: string) => ({
    authentication: {
      'application-passwords': {
        endpoints: { authorization: `${address}/wp-admin/authorize-application.php` },
      },
    },
  })
  const looked = async (answers: (site: string) => Record<string, Said>, host?: string) => {
    const said: Record<string, Said> = {}
    const site = await siteOf(said, host)
    Object.assign(said, answers(site))
    return problemOf(site)
  }
  expect(await problemOf('http://wordpress.localhost:1')).toBe('unreachable')
  expect(await looked(() => ({ 'page /': [200, '<p>wp-content is a word</p>'] }))).toBe(
    'no_wordpress',
  )
  expect(
    await looked(() => ({
      'page /': [200, '', { link: '<https://x/wp-json/>; rel="https://api.w.org/"' }],
    })),
  ).toBe('rest_off')
  expect(await looked(() => ({ '/': [401, { code: 'rest_not_logged_in' }] }))).toBe('rest_off')
  expect(await looked(() => ({ '/': [302, '', { location: 'http://127.0.0.1/index.php' }] }))).toBe(
    'elsewhere',
  )
  expect(await looked((site) => ({ '/': index(site, consent('https://victim.example')) }))).toBe(
    'elsewhere',
  )
  expect(await looked((site) => ({ '/': index(site) }))).toBe('no_passwords')
  expect(await looked((site) => ({ '/': index(site, consent(site)) }))).toBeNull()
  expect(await looked((site) => ({ '/': index(site, consent(site)) }), '127.0.0.1')).toBe(
    'http_only',
  )
  expect((await inspectWordPress({ http: createForeignHttp() }, '10.0.0.1')).problem).toBe(
    'not_public',
  )
})

test('D7 SRV-2 a hostile page is read as far as its head may reach, in linear time', async () => {
  for (const part of [
    '<meta ',
    '<meta name="generator" ',
    '<meta\tname=x content=',
    '<!--',
    '<script>',
    '<link href=',
    '<noscript>',
    '<a b=',
  ]) {
    const page = part.repeat((4 * 2 ** 20) / part.length)
    expect(
      await problemOf(
        await siteOf({
          '/': [200, page, { 'content-type': 'text/html' }],
          'page /': [200, page, { 'content-type': 'text/html' }],
        }),
      ),
      part,
    ).toBe('no_wordpress')
  }
  const page = (head: string) =>
    siteOf({
      'page /': [
        200,
        `<!doctype html><html><head>${head}</head><body>${'x'.repeat(2 ** 20)}`,
        { 'content-type': 'text/html' },
      ],
    })
  for (const head of [
    '<META CONTENT="WordPress 7.0" name=generator>',
    '<link rel=stylesheet href=/wp-content/themes/x.css>',
    "<script src='/wp-includes/js/x.js'></script>",
    "<link rel='https://api.w.org/' href='https://x.example/api.w.org/'>",
  ]) {
    expect(await problemOf(await page(head)), head).toBe('rest_off')
  }
  expect(
    await problemOf(
      await page('<!-- <meta name=generator content=WordPress> --><title>/wp-content/</title>'),
    ),
  ).toBe('no_wordpress')
})

test('D4 the plugin that is handed out is the one whose version it says, and an older one is not good enough', () => {
  const source = readFileSync('connectors/wordpress/arasta-connector/arasta-connector.php', 'utf8')
  expect([
    /Version: +([\d.]+)/.exec(source)?.[1],
    /VERSION = '([\d.]+)'/.exec(source)?.[1],
    /Stable tag: ([\d.]+)/.exec(
      readFileSync('connectors/wordpress/arasta-connector/readme.txt', 'utf8'),
    )?.[1],
  ]).toEqual([PLUGIN_VERSION, PLUGIN_VERSION, PLUGIN_VERSION])
  expect(
    [PLUGIN_VERSION, '1.1.0', '1.1.10', '1.10.0', '2.0.0'].map((one) => isPluginSupported(one)),
  ).toEqual(Array(5).fill(true))
  expect(
    [null, '', '1.0.9', '0.9.9', '1.1', 'x', '1.1.0; DROP'].map((one) => isPluginSupported(one)),
  ).toEqual(Array(7).fill(false))
})

test('a site that cannot be connected says why, and no store comes of it (D4)', async () => {
  expect(await connect('http://wordpress.localhost:1')).toEqual({ failure: 'unreachable' })
  expect(await connect(await siteOf({}))).toEqual({ failure: 'no_plugin' })
  const connection = (status: number, body: object = {}) =>
    siteOf({ '/arasta/v1/connection': [status, body] })
  expect(await connect(await connection(401))).toEqual({ failure: 'bad_password' })
  expect(await connect(await connection(403))).toEqual({ failure: 'not_allowed' })
  expect(await connect(await connection(409))).toEqual({ failure: 'connected_elsewhere' })
  // Nobody is led to another host by a site's word.
  const keys = {
    connector_url: 'http://elsewhere.localhost:1/connector',
    store_id: `wp-${'0'.repeat(20)}`,
    store_token: 'x'.repeat(32),
    client: { id: 'client', secret: 'x'.repeat(43) },
  }
  expect(await connect(await connection(200, keys))).toEqual({ failure: 'no_plugin' })
  expect(await market.services.db.selectFrom('store_credentials').selectAll().execute()).toEqual([])
})

test('INS-4 a site is no other store, whatever address or id it gives itself', async () => {
  const id = `wp-${'1'.repeat(20)}`
  const siteThatSays = async (facts: (site: string) => object, secret = 's') => {
    const answers: Record<string, Said> = {
      '/c/credentials': [200, { store_id: id, key_id: 'key', secret: secret.repeat(43) }],
    }
    const site = await siteOf(answers)
    answers['/arasta/v1/connection'] = [
      200,
      {
        connector_url: `${site}/index.php?rest_route=/c`,
        store_id: id,
        store_token: site.padEnd(40, 'x'),
        client: { id: 'client', secret: 'x'.repeat(43) },
      },
    ]
    answers[`/c/stores/${id}`] = [
      200,
      {
        id,
        name: 'Shop',
        locale: 'tr',
        currency: 'TRY',
        is_os2: false,
        status: 'active',
        platform_version: '6.1.9',
        ...facts(site),
      },
    ]
    return site
  }
  const itself = (site: string) => ({ domain: new URL(site).host, url: site })
  expect(
    await connect(
      await siteThatSays(() => ({ domain: 'victim.example', url: 'https://victim.example' })),
    ),
  ).toEqual({ failure: 'no_plugin' })
  expect(
    await connect(await siteThatSays((site) => ({ ...itself(site), domain: 'victim.example' }))),
  ).toEqual({ failure: 'no_plugin' })
  const first = await siteThatSays(itself)
  const kept = await connect(first)
  expect(kept).toMatchObject({ storeId: expect.any(String) as string })
  expect(await connect(await siteThatSays(itself, 't'))).toEqual({ failure: 'copy' })
  // With its very keys it is that site or a copy of it: its owner says which.
  expect(await connect(await siteThatSays(itself))).toMatchObject({
    twinOf: kept && 'storeId' in kept && kept.storeId,
  })
  const { domain } = await market.services.db
    .selectFrom('stores')
    .select('domain')
    .where('external_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(domain).toBe(new URL(first).host)
})
