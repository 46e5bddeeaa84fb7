import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { connectWordPress } from './connect-site.ts'

/** A real WordPress is connected in `npm run prove -- wordpress`; here is what is none, or not a good one. */

let market: Marketplace
const servers: Server[] = []
beforeAll(async () => { market = await startMarketplace({ catalogue: false, settings: { PLATFORM_ID: '2' } }) })
afterAll(async () => {
  for (const server of servers) server.close()
  await market.stop()
})

/** A site that answers so, by the route that is asked for. */
async function siteOf(answers: Record<string, [number, object]>): Promise<string> {
  const server = createServer((request, response) => {
    const [status, body] = answers[new URL(request.url ?? '', 'http://x').searchParams.get('rest_route') ?? ''] ?? [404, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise(resolve => server.once('listening', resolve))
  return `http://wordpress.localhost:${(server.address() as AddressInfo).port}`
}
const connect = (site: string) => connectWordPress({ ...market.services, http: createHttp({ allowOrigins: [site] }) }, site, { user: 'admin', password: 'abcd' }, { origin: market.origins.app, installer: market.origins.installer })
const index = (namespaces: string[]): [number, object] => [200, { namespaces }]

test('a site that cannot be connected says why, and no store comes of it (D4)', async () => {
  expect(await connect('http://wordpress.localhost:1')).toEqual({ failure: 'unreachable' })
  expect(await connect(await siteOf({}))).toEqual({ failure: 'no_wordpress' })
  expect(await connect(await siteOf({ '/': index(['wp/v2']) }))).toEqual({ failure: 'no_connector' })
  const connection = (status: number, body: object = {}) => siteOf({ '/': index(['wp/v2', 'arasta/v1']), '/arasta/v1/connection': [status, body] })
  expect(await connect(await connection(401))).toEqual({ failure: 'bad_password' })
  expect(await connect(await connection(403))).toEqual({ failure: 'no_connector' })
  expect(await connect(await connection(409))).toEqual({ failure: 'connected_elsewhere' })
  // Nobody is led to another host by a site's word.
  const keys = { connector_url: 'http://elsewhere.localhost:1/connector', store_id: `wp-${'0'.repeat(20)}`, store_token: 'x'.repeat(32), client: { id: 'client', secret: 'x'.repeat(43) } }
  expect(await connect(await connection(200, keys))).toEqual({ failure: 'no_connector' })
  expect(await market.services.db.selectFrom('store_credentials').selectAll().execute()).toEqual([])
})

test('INS-4 a site is no other store, whatever address or id it gives itself', async () => {
  const id = `wp-${'1'.repeat(20)}`
  const siteThatSays = async (facts: (site: string) => object) => {
    const answers: Record<string, [number, object]> = { '/': index(['wp/v2', 'arasta/v1']), '/c/credentials': [200, { store_id: id, key_id: 'key', secret: 's'.repeat(43) }] }
    const site = await siteOf(answers)
    answers['/arasta/v1/connection'] = [200, { connector_url: `${site}/index.php?rest_route=/c`, store_id: id, store_token: site.padEnd(40, 'x'), client: { id: 'client', secret: 'x'.repeat(43) } }]
    answers[`/c/stores/${id}`] = [200, { id, name: 'Shop', locale: 'tr', currency: 'TRY', is_os2: false, status: 'active', platform_version: '6.1.9', ...facts(site) }]
    return site
  }
  const itself = (site: string) => ({ domain: new URL(site).host, url: site })
  expect(await connect(await siteThatSays(() => ({ domain: 'victim.example', url: 'https://victim.example' })))).toEqual({ failure: 'no_connector' })
  expect(await connect(await siteThatSays(site => ({ ...itself(site), domain: 'victim.example' })))).toEqual({ failure: 'no_connector' })
  const first = await siteThatSays(itself)
  const kept = await connect(first)
  expect(kept).toEqual({ storeId: expect.any(String) as string })
  expect(await connect(await siteThatSays(itself))).toEqual({ failure: 'connected_elsewhere' })
  const { domain } = await market.services.db.selectFrom('stores').select('domain').where('external_id', '=', id).executeTakeFirstOrThrow()
  expect(domain).toBe(new URL(first).host)
})
