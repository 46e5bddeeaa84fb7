import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeDataOfCatalog } from '#modules/catalog/public.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { tellOfSavedItems } from './saved-notices.ts'

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
})
afterAll(() => market.stop())

const setPrice = (slug: string, minor: number) =>
  sql`update items set price_minor = ${minor}, updated_at = updated_at + interval '1 second' where slug = ${slug}`.execute(
    market.services.db,
  )
const priceOf = async (slug: string): Promise<number> =>
  (
    await sql<{ price_minor: number }>`select price_minor from items where slug = ${slug}`.execute(
      market.services.db,
    )
  ).rows[0]!.price_minor
const setStatus = (slug: string, status: 'published' | 'unpublished') =>
  sql`update items set status = ${status} where slug = ${slug}`.execute(market.services.db)
const saved = async (who = owner) => (await who.call('GET', '/saved-items')).body.data
const told = async (who = owner) => {
  market.clock.moveSeconds(1)
  await tellOfSavedItems(market.services)
  const { data } = (await who.call('GET', '/notices', { query: { hl: 'EN' } })).body
  return (data as { kind: string; item: { slug: string } }[]).map(
    ({ kind, item }) => `${kind} ${item.slug}`,
  )
}

describe('items saved for later', () => {
  test('of both markets are listed newest first, for this store alone', async () => {
    for (const slug of ['delivery-day', 'lux'])
      expect((await owner.call('PUT', `/saved-items/${slug}`)).status).toBe(200)
    market.clock.moveSeconds(60)
    await owner.call('PUT', '/saved-items/cookie-consent')
    expect((await saved()).map((one: { slug: string }) => one.slug)).toEqual([
      'cookie-consent',
      'delivery-day',
      'lux',
    ])
    expect(await saved()).toMatchObject([
      {},
      { market: 'app', price_before: null, item: { slug: 'delivery-day' } },
      { market: 'theme' },
    ])
    expect(await saved(await signIn(market, 'store-2'))).toEqual([])
  })

  test('say that they cost less than when they were saved, and the store is told once for each lower price', async () => {
    const before = await priceOf('delivery-day')
    expect(await told()).toEqual([])
    await setPrice('delivery-day', before + 5000)
    expect(await told()).toEqual([])
    await setPrice('delivery-day', before - 5000)
    const find = async () =>
      (await saved()).find((one: { slug: string }) => one.slug === 'delivery-day')
    expect((await find()).price_before).toBeGreaterThan((await find()).item.price)
    expect(await told()).toEqual(['saved_cheaper delivery-day'])
    await setPrice('delivery-day', before)
    expect((await find()).price_before).toBeNull()
    await setPrice('delivery-day', before - 5000)
    expect(await told()).toHaveLength(1)
    await setPrice('delivery-day', before - 6000)
    expect(await told()).toHaveLength(2)
    await setPrice('delivery-day', before)
  })

  test('are told of in whatever currency they cost the store less', async () => {
    const { db } = market.services
    const item = sql`(select id from items where slug = 'lux')`
    const sellFor = async (minor: number, currency: string, inLira: number | null) => {
      await sql`delete from plan_prices where item_id = ${item} and position = 0`.execute(db)
      if (inLira !== null)
        await sql`insert into plan_prices (item_id, position, currency, price_minor) values (${item}, 0, 'TRY', ${inLira})`.execute(
          db,
        )
      await sql`update plans set price_minor = ${minor}, currency = ${currency} where item_id = ${item} and position = 0`.execute(
        db,
      )
      await sql`update items set price_minor = ${minor}, currency = ${currency}, updated_at = updated_at + interval '1 second' where slug = 'lux'`.execute(
        db,
      )
    }
    const count = (await told()).length
    const find = async () => (await saved()).find((one: { slug: string }) => one.slug === 'lux')
    // It was saved at its price in dollars, as the partner had none in liras.
    const before = await priceOf('lux')
    const { price: shown } = (await find()).item
    await sellFor(before, 'USD', (shown + 100) * 100)
    expect(await told()).toHaveLength(count)
    await sellFor(before, 'USD', Math.round(shown * 50))
    expect((await told())[0]).toBe('saved_cheaper lux')
    expect((await find()).price_before).toBe(shown)
    // In dollars again: as much as at first, then less than what the store was told in liras.
    await sellFor(before, 'USD', null)
    expect((await find()).price_before).toBeNull()
    expect(await told()).toHaveLength(count + 1)
    await sellFor(Math.round(before / 3), 'USD', null)
    expect(await told()).toHaveLength(count + 2)
    await sellFor(before, 'USD', null)
    expect(await told()).toHaveLength(count + 2)
  })

  test('stay when they leave the market, can be removed then, and the store is told when they are back', async () => {
    const count = (await told()).length
    await setStatus('lux', 'unpublished')
    expect(await told()).toHaveLength(count)
    expect((await saved()).at(-1)).toMatchObject({ slug: 'lux', name: 'Lux', item: null })
    await setStatus('lux', 'published')
    expect((await told())[0]).toBe('saved_ready lux')
    await setStatus('lux', 'unpublished')
    expect((await owner.call('PUT', '/saved-items/lux')).status).toBe(404)
    expect((await owner.call('DELETE', '/saved-items/lux')).status).toBe(200)
    expect(await saved()).toHaveLength(2)
    await setStatus('lux', 'published')
  })

  test('are told of in the product only, because a mail would be advertising', async () => {
    const { rows } = await sql`select due_at from owner_notices where due_at is not null`.execute(
      market.services.db,
    )
    expect(rows).toEqual([])
    const { choices } = (await owner.call('GET', '/notices')).body
    expect(choices.find((one: { topic: string }) => one.topic === 'saved')).toMatchObject({
      mail: false,
      mail_never: true,
    })
  })

  test('are 200 at most, and one that is saved already stays saved', async () => {
    const other = await signIn(market, 'store-2')
    await other.call('PUT', '/saved-items/delivery-day')
    const { db, clock } = market.services
    await sql`insert into items (id, market, slug, prefix, partner_id, name, price_minor, currency, status, updated_at)
      select 'itm_full_' || n, 'app', 'full-' || n, 'full.n' || n, partner_id, 'Full', 0, 'TRY', 'unpublished', ${clock.now()}
      from (select partner_id from items limit 1) as those, generate_series(1, 199) n`.execute(db)
    await sql`insert into item_watches (store_id, item_id, created_at, price_minor, currency, price_kind, was_available)
      select ${other.storeId}, id, ${clock.now()}, 0, 'TRY', 'one_time', false from items where slug like 'full-%'`.execute(
      db,
    )
    expect((await other.call('PUT', '/saved-items/delivery-day')).status).toBe(200)
    expect(await other.call('PUT', '/saved-items/cookie-consent')).toMatchObject({
      status: 409,
      body: { code: 'catalog.saved_full' },
    })
    expect((await other.call('DELETE', '/saved-items/full-7')).status).toBe(200)
    expect((await other.call('PUT', '/saved-items/cookie-consent')).status).toBe(200)
    expect(await saved(other)).toHaveLength(200)
  })

  test('are in an export of the store’s data, and an erasure removes them (D23)', async () => {
    const { services } = market
    const { saved_items: list } = await storeDataOfCatalog.collect(services, owner.storeId)
    expect(list).toHaveLength(2)
    await services.db
      .transaction()
      .execute((trx) =>
        storeDataOfCatalog.erase(trx, owner.storeId, services.clock.now(), services.jobs),
      )
    expect(await saved()).toEqual([])
  })
})
