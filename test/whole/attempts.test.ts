import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitKey } from '#contexts/limits.ts'
import { CONSOLE_OPERATIONS } from '#server/console/operations.ts'
import { INSTALLER_OPERATIONS, OPERATIONS } from '#server/operations.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'

let market: Marketplace
beforeAll(async () => { market = await startMarketplace({ catalogue: false }) })
afterAll(() => market.stop())

const open = [
  ...[...OPERATIONS, ...INSTALLER_OPERATIONS].filter(({ operation }) => operation.access === 'anyone').map(({ operation }) => ({ operation, site: 'app' as const })),
  ...CONSOLE_OPERATIONS.filter(({ operation }) => operation.policy.who === 'anyone').map(({ operation }) => ({ operation, site: 'console' as const })),
].filter(({ operation }) => operation.method !== 'get')

describe('ABU-1 whatever anyone may write is limited before its input is read', () => {
  test('every such call declares how often one address may make it', () => {
    expect(open.length).toBeGreaterThan(30)
    expect(open.filter(({ operation }) => operation.attempts === undefined).map(({ operation }) => operation.id)).toEqual([])
  })

  for (const { operation, site } of open) {
    test(`${operation.id}: once its attempts are used up, a call is refused without a look at its input`, async () => {
      const { db, clock } = market.services
      const { most, seconds } = operation.attempts!
      const endsAt = new Date(clock.now().getTime() + seconds * 1000)
      await db.insertInto('limits').values({ key: limitKey(`attempt ${operation.id} ip 127.0.0.1`), used: most - 1, ends_at: endsAt }).execute()
      const path = typeof operation.path === 'string' ? operation.path : operation.path.app
      const url = new URL(`/api${path.replace(/\{\w+\}/g, 'x')}`, market.origins[site])
      const { origin } = url
      url.hostname = '127.0.0.1'
      const send = () => fetch(url, { method: operation.method.toUpperCase(), headers: { 'content-type': 'application/json', origin }, body: '{"surely":"\\u0000"}' })
      const [last, over] = [await send(), await send()]
      expect(last.status).not.toBe(429)
      expect([over.status, Number(over.headers.get('retry-after'))]).toEqual([429, seconds])
    })
  }
})
