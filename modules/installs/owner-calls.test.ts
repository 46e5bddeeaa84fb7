import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS, buy, CARDS, pay, prepareOrder } from '#test/support/checkout.ts'
import {
  AGREEMENT,
  idOf,
  install,
  shopPage,
  uninstall,
  processRun,
} from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'

let market: Marketplace
let owner: Owner
let stranger: Owner
beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, stranger] = [await signIn(market), await signIn(market, 'store-2')]
})
afterAll(() => market.stop())

describe("the store's orders (D21, S3.3)", () => {
  const orders = async (who: Owner, query: Record<string, string> = {}) =>
    (await who.call('GET', '/checkout/orders', { query: { hl: 'EN', ...query } })).body

  test("are the signed-in store's only, newest first, with amounts paid and due", async () => {
    expect((await call(market, 'GET', '/checkout/orders')).status).toBe(401)
    expect(await orders(owner)).toEqual({ data: [], meta: { total: 0, page: 1, per_page: 24 } })
    await buy(market, owner, 'quick')
    market.clock.moveSeconds(5)
    await pay(owner, await prepareOrder(owner, 'gallery'), { card: CARDS.declined })
    const { data, meta } = await orders(owner)
    expect(meta.total).toBe(2)
    expect(data).toMatchObject([
      { item: { slug: 'gallery' }, state: 'awaiting_payment', may_pay: true, paid_at: null },
      {
        item: { slug: 'quick' },
        state: 'paid',
        may_pay: false,
        total: 59.9,
        currency: 'TRY',
        card_last_four: CARDS.good.slice(-4),
        refunded: 0,
        available: true,
      },
    ])
    expect(
      (await orders(owner, { per_page: '1', page: '2' })).data.map(
        (one: { item: { slug: string } }) => one.item.slug,
      ),
    ).toEqual(['quick'])
    expect((await orders(stranger)).data).toEqual([])
    expect((await stranger.call('GET', `/checkout/status/${data[1].order_number}`)).status).toBe(
      404,
    )
    expect((await owner.call('GET', '/checkout/orders', { query: { page: '0' } })).status).toBe(400)
  })

  test('omit drafts, but include orders with a payment attempt', async () => {
    // Orders of one moment have no order among themselves.
    market.clock.moveSeconds(1)
    const declined = await prepareOrder(owner, 'carousel')
    await pay(owner, declined, { card: CARDS.declined })
    await owner.call('POST', '/checkout/zoom/app', { body: {} })
    await market.services.db
      .updateTable('orders')
      .set({ state: 'expired' })
      .where('state', 'in', ['draft', 'awaiting_payment'])
      .execute()
    expect(
      (await orders(owner)).data.map(
        (one: { item: { slug: string }; state: string }) => `${one.item.slug} ${one.state}`,
      ),
    ).toEqual(['carousel expired', 'gallery expired', 'quick paid'])
  })
})

describe('the default address (S2.22, S7.21)', () => {
  const addresses = async () =>
    (await owner.call('GET', '/domain/address')).body.data as {
      id: string
      name: string
      is_default: boolean
      identity_number?: string
    }[]
  test('is exactly one: the first, then the chosen one; when it is deleted the next one', async () => {
    for (const { id } of await addresses()) await owner.call('DELETE', `/domain/address/${id}`)
    for (const name of ['One', 'Two', 'Three'])
      await owner.call('POST', '/domain/address', {
        body: { ...ADDRESS, name, identity_number: '10000000146' },
      })
    const defaults = async () =>
      (await addresses()).filter((one) => one.is_default).map((one) => one.name)
    expect(await defaults()).toEqual(['One'])
    const two = (await addresses()).find((one) => one.name === 'Two')
    const chosen = await owner.call('PUT', `/domain/address/${two?.id}`, {
      body: { ...ADDRESS, name: 'Two', identity_number: two?.identity_number, is_default: true },
    })
    expect(chosen.body.data).toMatchObject({
      is_default: true,
      identity_number: two?.identity_number,
    })
    expect(await defaults()).toEqual(['Two'])
    expect(
      (
        await stranger.call('PUT', `/domain/address/${two?.id}`, {
          body: { ...ADDRESS, is_default: true },
        })
      ).status,
    ).toBe(404)
    await owner.call('PUT', `/domain/address/${two?.id}`, {
      body: { ...ADDRESS, name: 'Two again' },
    })
    expect(await defaults()).toEqual(['Two again'])
    await owner.call('DELETE', `/domain/address/${two?.id}`)
    expect(await defaults()).toHaveLength(1)
  })
})

describe('app data (S7.16, D19)', () => {
  const dataOf = (who: Owner, prefix: string) =>
    who.call('GET', `/app-store/app/${prefix}/app-data`, { query: { hl: 'EN' } })
  test('returns the state of its installation to that store only', async () => {
    expect((await call(market, 'GET', '/app-store/app/quick/app-data')).status).toBe(401)
    expect((await dataOf(owner, 'quick')).body.code).toBe('installs.not_installed')
    expect((await dataOf(owner, 'nothing-of-the-kind')).body.code).toBe('catalog.item_not_found')
    expect((await dataOf(owner, 'flatly')).body.code).toBe('catalog.item_not_found')
    await install(owner, await idOf(owner, 'quick'), {
      body: { release: '1.0.0', inputs: { leave_out: '/sale' } },
    })
    await processRun(market)
    expect((await dataOf(owner, 'quick')).body.data).toMatchObject({
      prefix: 'quick',
      version: '1.0.0',
      latest_version: '1.2.0',
      state: 'installed',
      settings: { leave_out: '/sale' },
      permissions: ['tracking_code'],
      purchases: [{ total: 59.9, currency: 'TRY', kind: 'one_time', refunded: 0 }],
    })
    expect((await dataOf(stranger, 'quick')).body.code).toBe('installs.not_installed')
  })
})

describe('a theme on a second-generation storefront (S7.30, D19)', () => {
  const os2 = (who: Owner, id: string, body: object = {}) =>
    who.call('POST', `/onlinestore/theme/${id}/install`, {
      body: { store: who.storeId, permissions: [], agreement: AGREEMENT, ...body },
    })

  test('is installed with the same plan, ledger and states; a store without the flag is refused with a message', async () => {
    const id = await idOf(await signIn(market, 'store-2', 'theme'), 'flatly', 'theme')
    expect(
      (await call(market, 'POST', `/onlinestore/theme/${id}/install`, { body: {} })).status,
    ).toBe(401)
    const refused = await os2(owner, id)
    expect([refused.status, refused.body.code]).toEqual([422, 'installs.not_os2'])
    expect((await os2(stranger, await idOf(owner, 'quick'))).body.code).toBe(
      'catalog.item_not_found',
    )
    expect((await os2(stranger, id, { agreement: null })).body.code).toBe(
      'installs.agreement_required',
    )
    expect((await os2(stranger, id, { store: 'shop.localhost' })).body.code).toBe(
      'session.store_changed',
    )
    const before = await shopPage(market, 'store-2', '/')
    expect((await os2(stranger, id)).body.data).toMatchObject({
      state: 'installing',
      run: { kind: 'install' },
    })
    expect(await processRun(market)).toMatchObject({ state: 'succeeded' })
    expect(await shopPage(market, 'store-2', '/')).not.toBe(before)
    await uninstall(stranger, id, 'theme')
    expect(await processRun(market)).toMatchObject({ state: 'succeeded', failure: null })
    expect(await shopPage(market, 'store-2', '/')).toBe(before)
  })

  test('needs a build for it', async () => {
    const id = await idOf(await signIn(market, 'store-2', 'theme'), 'flatly', 'theme')
    const themeOwner = await signIn(market, 'store-2', 'theme')
    await sql`update releases set manifest = jsonb_set(manifest, '{os2}', 'false') where item_id = ${id}`.execute(
      market.services.db,
    )
    expect((await os2(themeOwner, id)).body.code).toBe('installs.not_for_storefront')
  })

  test('is offered to it only with a build for it, in lists, counts, rows, suggestions and related items; its own page says why', async () => {
    const [second, first] = [
      await signIn(market, 'store-2', 'theme'),
      await signIn(market, 'store-1', 'theme'),
    ]
    const seen = async (who: Owner) => {
      const get = async (path: string, query: Record<string, string> = {}) =>
        (await who.call('GET', path, { query: { hl: 'EN', ...query } })).body
      const [list, found, suggested, categories, rows, lux, flatly] = await Promise.all([
        get('/market/theme/list', { per_page: '100' }),
        get('/market/theme/list', { q: 'flatly' }),
        get('/market/theme/suggest', { q: 'flatl' }),
        get('/theme-store/category'),
        get('/theme-store/collection', { per_collection: '24' }),
        get('/theme-store/theme/detail', { slug: 'lux', includes: 'related' }),
        get('/theme-store/theme/detail', { slug: 'flatly' }),
      ])
      const slugs = (items: { slug: string }[]) => items.map((one) => one.slug)
      return {
        everywhere: [slugs(list.data), slugs(found.data), slugs(suggested.data.items)].map((one) =>
          one.includes('flatly'),
        ),
        inRows:
          (rows.data as { items: { slug: string }[] }[]).some((row) =>
            slugs(row.items).includes('flatly'),
          ) || slugs(lux.data.related).includes('flatly'),
        total: list.meta.total as number,
        shown: list.data.length as number,
        free: (list.meta.facets.price as { count: number }[]).reduce(
          (sum, { count }) => sum + count,
          0,
        ),
        counts: (categories.data as { count: number }[]).reduce((sum, { count }) => sum + count, 0),
        fits: [flatly.data.fits_storefront, lux.data.fits_storefront],
        preview: flatly.data.links.live_preview as string | null,
        categories: flatly.data.categories.length as number,
      }
    }
    const [here, there] = [await seen(second), await seen(first)]
    expect(there).toMatchObject({
      everywhere: [true, true, true],
      fits: [true, true],
      preview: expect.stringContaining('/preview/flatly'),
    })
    expect(here).toMatchObject({
      everywhere: [false, false, false],
      inRows: false,
      fits: [false, true],
      preview: null,
    })
    for (const { total, shown, free } of [here, there])
      expect([shown, free]).toEqual([total, total])
    expect([here.total, here.counts]).toEqual([there.total - 1, there.counts - there.categories])
  })
})
