import { afterAll, beforeAll, expect, test } from 'vitest'
import { ATTEMPTS } from '#lib/limit.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false, settings: { TRUST_PROXY: '1' } })
})
afterAll(() => market.stop())

/** Posts nothing to the contact form until an address has used up its attempts, and once more. */
async function postsUntilRefused(forwarded: (index: number) => string): Promise<number> {
  for (let index = 0; index <= ATTEMPTS.byPeople.most; index += 1) {
    const { status } = await call(market, 'POST', '/contact-forms', {
      body: {},
      headers: { 'x-forwarded-for': forwarded(index) },
    })
    if (status === 429) return index
  }
  return Infinity
}

test("ABU-1 addresses that a client invents before the proxy's own entry do not make it somebody else", async () => {
  expect(await postsUntilRefused((index) => `198.51.100.${index}, 203.0.113.9`)).toBe(
    ATTEMPTS.byPeople.most,
  )
})

test('ABU-1 all addresses of one /64 are one caller, and another network is not affected', async () => {
  expect(await postsUntilRefused((index) => `2001:db8:1:2::${index.toString(16)}`)).toBe(
    ATTEMPTS.byPeople.most,
  )
  expect(
    (
      await call(market, 'POST', '/contact-forms', {
        body: {},
        headers: { 'x-forwarded-for': '2001:db8:1:3::1' },
      })
    ).status,
  ).toBe(400)
})
