import { METHODS } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { Sender } from '#proofs/hostile/send.ts'

let market: Marketplace
const sender = new Sender(4)
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false, buildFolder: 'build' })
})
afterAll(async () => {
  sender.close()
  await market.stop()
})

/**
 * One path of each kind of route of each role: pages, their data, forms, calls, files, doors of
 * other systems.
 */
const PATHS = {
  app: [
    '/',
    '/list',
    '/list.data',
    '/_root.data',
    '/market',
    '/market.data',
    '/enter/x',
    '/contact',
    '/account',
    '/checkout/x',
    '/nothing/here',
    '/brand.css',
    '/sitemap.xml',
    '/robots.txt',
    '/api/market/app/list',
    '/api/contact-forms',
    '/api/nothing',
    '/api/openapi.json',
    '/api/docs',
    '/api/oauth/token',
    '/assets/x.js',
    '/pictures/x.webp',
    '/share/x.jpg',
    '/icons/lucide.json',
    '/favicon.svg',
    '/builds/x',
    '/.well-known/arasta-keys.json',
    '/checkout/return',
    '/connector/wordpress.zip',
  ],
  theme: ['/', '/list', '/api/market/theme/list'],
  console: [
    '/',
    '/sign-in',
    '/operator',
    '/operator.data',
    '/nothing',
    '/api/account',
    '/api/nothing',
    '/assets/x.js',
    '/robots.txt',
  ],
  installer: [
    '/',
    '/keys.json',
    '/log/head',
    '/log/entries',
    '/loader/sites/site-0123456789abcdef.json',
    '/loader/sites/site-0123456789abcdef/trouble',
    '/loader/x.js',
    '/packages/x.zip',
    '/api/app/package',
    '/api/nothing',
  ],
  preview: ['/', '/.arasta/preview.js', '/nothing'],
} as const

/** A server closes the connection of whoever wants a tunnel. */
const SENT = METHODS.filter((method) => method !== 'CONNECT')

describe.each(Object.entries(PATHS))('%s', (site, paths) => {
  test.each(paths)('%s responds to every HTTP method, without a 5xx (D8)', async (path) => {
    const origin = market.origins[site as keyof typeof PATHS]
    const faults: string[] = []
    for (const method of SENT) {
      const reply = await sender.send({
        origin,
        method,
        path,
        headers: { origin, accept: 'text/html' },
      })
      if (typeof reply === 'string') faults.push(`${method}: ${reply}`)
      else if (reply.status >= 500)
        faults.push(`${method}: ${reply.status} ${reply.body.toString('utf8').slice(0, 120)}`)
    }
    expect(faults).toEqual([])
  })
})

test('a method that no page accepts is refused as such', async () => {
  for (const site of ['app', 'console'] as const) {
    const reply = await sender.ask({
      origin: market.origins[site],
      method: 'TRACE',
      path: '/',
      headers: { origin: market.origins[site] },
    })
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  }
})

test.each([
  ['no body', undefined, ''],
  ['JSON', 'application/json', '{}'],
  ['text', 'text/plain', 'email=a'],
  ['several parts without a boundary', 'multipart/form-data', '--x'],
  [
    'several parts that are cut off',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb',
  ],
])('a screen refuses a malformed post of %s (D8)', async (_, type, body) => {
  for (const [site, path] of [
    ['app', '/contact'],
    ['app', '/newsletter'],
    ['app', '/contact.data'],
    ['console', '/sign-in'],
    ['console', '/recovery'],
  ] as const) {
    const origin = market.origins[site]
    const reply = await sender.ask({
      origin,
      method: 'POST',
      path,
      headers: { origin, ...(type !== undefined && { 'content-type': type }) },
      body: Buffer.from(body),
    })
    expect(reply.status, `${site} ${path}`).toBe(400)
  }
})
