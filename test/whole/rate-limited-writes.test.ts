import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitKey } from '#kernel/rate-limits.ts'
import { CONSOLE_OPERATIONS, INSTALLER_OPERATIONS, MARKET_OPERATIONS } from '#server/operations.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
})
afterAll(() => market.stop())

const open = [
  ...[...MARKET_OPERATIONS, ...INSTALLER_OPERATIONS]
    .filter(({ operation }) => operation.policy.who === 'anyone')
    .map(({ operation }) => ({ operation, site: 'app' as const })),
  ...CONSOLE_OPERATIONS.filter(({ operation }) => operation.policy.who === 'guest').map(
    ({ operation }) => ({ operation, site: 'console' as const }),
  ),
].filter(({ operation }) => operation.method !== 'get')

describe('ABU-1 public writes are rate limited before their input is read', () => {
  test('every such operation declares its limit for each address', () => {
    expect(open.length).toBeGreaterThan(30)
    expect(
      open
        .filter(({ operation }) => operation.attempts === undefined)
        .map(({ operation }) => operation.id),
    ).toEqual([])
  })

  for (const { operation, site } of open) {
    test(`${operation.id}: after the limit a request is refused without reading its input`, async () => {
      const { db, clock } = market.services
      const { most, seconds } = operation.attempts!
      const endsAt = new Date(clock.now().getTime() + seconds * 1000)
      await db
        .insertInto('limits')
        .values({
          key: limitKey(`attempt ${operation.id} ip 127.0.0.1`),
          used: most - 1,
          ends_at: endsAt,
        })
        .execute()
      const path = typeof operation.path === 'string' ? operation.path : operation.path.app
      const url = new URL(`/api${path.replace(/\{\w+\}/g, 'x')}`, market.origins[site])
      const { origin } = url
      url.hostname = '127.0.0.1'
      const send = () =>
        fetch(url, {
          method: operation.method.toUpperCase(),
          headers: { 'content-type': 'application/json', origin },
          body: '{"surely":"\\u0000"}',
        })
      const [last, over] = [await send(), await send()]
      expect(last.status).not.toBe(429)
      expect([over.status, Number(over.headers.get('retry-after'))]).toEqual([429, seconds])
    })
  }
})
