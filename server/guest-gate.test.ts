import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'

let market: Marketplace
let owner: Owner
let busy: NodeJS.Timeout
const spin = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}
beforeAll(async () => {
  market = await startMarketplace({
    catalogue: false,
    settings: { SHED_AT_LAG_MS: '15', PAGES_PER_MINUTE: '10' },
  })
  owner = await signIn(market)
  busy = setInterval(() => spin(60), 5)
  await vi.waitUntil(() => market.gate.isBusy(), { timeout: 20_000 })
})
afterAll(async () => {
  clearInterval(busy)
  await market.stop()
})

const ask = (
  site: keyof Marketplace['origins'],
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) => {
  const url = new URL(path, market.origins[site])
  url.hostname = '127.0.0.1'
  return fetch(url, { method, headers, redirect: 'manual' })
}

describe('SRV-6 while the process is overloaded', () => {
  test('guests are sent away with 503 and when to come again, in their language', async () => {
    for (const [locale, words] of [
      ['tr', /yoğun/],
      ['en', /busy/],
      ['ar', /مشغول/],
    ] as const) {
      const { status, headers, body } = await call(market, 'GET', '/app-store/category', {
        headers: { 'accept-language': locale },
      })
      expect([status, headers['retry-after'], body.code]).toEqual([503, '2', 'busy'])
      expect(body.message).toMatch(words)
    }
    for (const site of ['app', 'theme', 'console', 'installer'] as const) {
      const answer = await ask(site, '/api/nothing', { accept: 'text/html' })
      expect([site, answer.status, answer.headers.get('retry-after')]).toEqual([site, 503, '2'])
    }
  })

  test('so are those who only claim a session, once it was looked for', async () => {
    expect(
      (
        await call(market, 'GET', '/app-store/category', {
          headers: { 'apps-token': 'A'.repeat(43) },
        })
      ).status,
    ).toBe(503)
    expect(
      (
        await call(market, 'POST', '/contact-forms', {
          body: {},
          headers: { 'apps-token': 'A'.repeat(43) },
        })
      ).status,
    ).toBe(503)
  })

  test('signed-in owners, gateways and returns from the bank are not', async () => {
    expect((await owner.call('GET', '/app-store/category')).status).toBe(200)
    expect((await ask('app', '/checkout/notice/sandbox', {}, 'POST')).status).toBe(401)
    expect((await ask('app', '/checkout/return/sandbox')).status).toBe(400)
  })

  test('what shops and their customers need of the installer is given', async () => {
    expect((await ask('installer', '/keys.json')).status).toBe(200)
    expect((await ask('installer', '/loader/sites/x.json')).status).toBe(404)
  })
})
