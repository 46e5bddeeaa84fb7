import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { tryConsumeRateLimits } from '#kernel/rate-limits.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { LOOKS, findDueLooks, lookAtShop, purgeShopLooks, readShop } from './look-at-shop.ts'

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
})
afterAll(() => market.stop())

const list = async (who = owner) => (await who.call('GET', '/shop-findings')).body
const kinds = async (who = owner) =>
  ((await list(who)).data as { kind: string }[]).map(({ kind }) => kind)
/** A session does not last that long. */
const waitDays = async (days: number) => {
  market.clock.moveSeconds(days * 86_400)
  owner = await signIn(market)
}
const look = async () => {
  for (const id of await findDueLooks(market.services)) await lookAtShop(market.services, id)
}
const setUrl = (url: string) =>
  sql`update stores set url = ${url} where id = ${owner.storeId}`.execute(market.services.db)
const install = (slug: string, state: string) =>
  sql`insert into installations (id, store_id, item_id, release_id, state, granted, created_at, updated_at)
    select 'ins_found', ${owner.storeId}, id, latest_release_id, ${state}, '{}', ${market.clock.now()}, ${market.clock.now()} from items where slug = ${slug}`.execute(
    market.services.db,
  )

describe('what is missing on an owner’s shop', () => {
  test('is read when the owner visits, by a job and never in the request', async () => {
    expect(await list()).toMatchObject({ data: [], looked_at: null })
    expect(await findDueLooks(market.services)).toEqual([owner.storeId])
    await look()
    const { data, looked_at: at } = await list()
    expect(at).not.toBeNull()
    expect(data.length).toBeGreaterThan(0)
    expect(data.length).toBeLessThanOrEqual(3)
    const delivery = data.find((one: { kind: string }) => one.kind === 'delivery_day')
    expect(delivery).toMatchObject({ item: { slug: 'delivery-day', installable: true } })
    expect(new URL(delivery.page_url).pathname).toMatch(/^\/products\/./)
  })

  test('is read again after a week, or when the owner asks, six times an hour at most', async () => {
    await waitDays(6)
    await list()
    expect(await findDueLooks(market.services)).toEqual([])
    await waitDays(1)
    await list()
    expect(await findDueLooks(market.services)).toEqual([owner.storeId])
    await look()
    for (let n = 0; n < 6; n += 1) {
      market.clock.moveSeconds(1)
      expect((await owner.call('POST', '/shop-findings/look')).status).toBe(200)
    }
    expect((await owner.call('POST', '/shop-findings/look')).status).toBe(429)
    await look()
  })

  test('is dismissed for good by this store, and can be brought back', async () => {
    expect(await kinds()).toContain('delivery_day')
    await owner.call('PUT', '/shop-findings/delivery_day/dismissal')
    await waitDays(8)
    await list()
    await look()
    expect(await kinds()).not.toContain('delivery_day')
    await owner.call('DELETE', '/shop-findings/delivery_day/dismissal')
    expect(await kinds()).toContain('delivery_day')
  })

  test('goes when an item that solves it is installed', async () => {
    await install('delivery-day', 'installed')
    expect(await kinds()).not.toContain('delivery_day')
    await sql`delete from installations where id = 'ins_found'`.execute(market.services.db)
  })

  test('is not said of a shop that cannot be read, and is tried three times', async () => {
    const { url } = await market.services.db
      .selectFrom('stores')
      .select('url')
      .where('id', '=', owner.storeId)
      .executeTakeFirstOrThrow()
    await sql`delete from shop_looks`.execute(market.services.db)
    await setUrl('http://shop.invalid')
    await list()
    for (let n = 0; n < 4; n += 1) {
      await look()
      market.clock.moveSeconds(600)
    }
    expect(await findDueLooks(market.services)).toEqual([])
    expect(await list()).toMatchObject({ data: [], looked_at: null })
    await setUrl(url)
  })

  test('is never read from another site: a redirect there and a private address are refused', async () => {
    const { http } = market.services
    expect((await readShop(http, 'http://169.254.169.254/')).pages).toEqual([])
    const asked: string[] = []
    const elsewhere = {
      reach: 'foreign' as const,
      request: async (url: string) => {
        asked.push(url)
        return {
          status: 302,
          headers: { location: 'https://other.example/' },
          body: Buffer.from(''),
        }
      },
    }
    expect((await readShop(elsewhere, 'https://lale.example/')).pages).toEqual([])
    expect(asked).toEqual(['https://lale.example/'])
  })

  test('waits while the market reads others, which is no try of the shop', async () => {
    await waitDays(8)
    const { looked_at: before } = await list()
    for (let n = 0; n < LOOKS.most; n += 1) await tryConsumeRateLimits(market.services, [LOOKS])
    await look()
    const { rows } = await sql`select tries from shop_looks`.execute(market.services.db)
    expect(rows).toEqual([{ tries: 0 }])
    expect(await list()).toMatchObject({ looked_at: before })
    market.clock.moveSeconds(301)
    await look()
    expect((await list()).looked_at).not.toBe(before)
  })

  test('is forgotten 60 days after the last visit, and with the data of the store (D23)', async () => {
    await list()
    await look()
    await waitDays(61)
    await purgeShopLooks(market.services)
    const { rows } = await sql`select from shop_findings`.execute(market.services.db)
    expect(rows).toEqual([])
  })
})
