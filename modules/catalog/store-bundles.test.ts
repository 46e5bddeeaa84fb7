import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy } from '#test/support/checkout.ts'
import { startBundle } from '#test/support/bundles.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'

let market: Marketplace
let owner: Owner

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
})
afterAll(() => market.stop())

/** The demo's. */
const SLUG = 'product-page-set'

interface Detail {
  name: string
  percent_off: number
  currency: string
  items: {
    item: { slug: string }
    price: number
    price_in_bundle: number
    owned: boolean
  }[]
  price: number
  price_in_bundle: number
  saved: number
}

const detail = async (hl = 'EN') =>
  (await owner.call('GET', '/app-store/bundle/detail', { query: { slug: SLUG, hl } })).body
    .data as unknown as Detail

const minor = (amount: number) => Math.round(amount * 100)
const sumOf = (amounts: number[]) => amounts.reduce((all, one) => all + minor(one), 0)

describe('bundles for stores (decision 0067)', () => {
  test('a store sees the items of a bundle with their prices in its currency, and what it saves', async () => {
    const { items, ...bundle } = await detail('TR')
    expect(bundle).toMatchObject({ name: 'Ürün sayfası seti', percent_off: 20, currency: 'TRY' })
    expect(items.map(({ item, owned }) => [item.slug, owned])).toEqual([
      ['gallery', false],
      ['zoom', false],
      ['delivery-day', false],
    ])
    expect(sumOf(items.map(({ price }) => price))).toBe(minor(bundle.price))
    expect(sumOf(items.map((one) => one.price_in_bundle))).toBe(minor(bundle.price_in_bundle))
    expect(Math.abs(minor(bundle.saved) - minor(bundle.price) * 0.2)).toBeLessThan(2)
    expect(minor(bundle.price) - minor(bundle.saved)).toBe(minor(bundle.price_in_bundle))
  })

  test('a bundle costs on its page what its order comes to, item by item', async () => {
    const { items, price_in_bundle: sum } = await detail()
    const order = (await startBundle(owner, SLUG)).body.data
    expect(order.lines.map((line: { total: number }) => line.total)).toEqual(
      items.map((one) => one.price_in_bundle),
    )
    expect(order.total).toBe(sum)
  })

  test('the market lists its bundles with the cards of their items and their prices; the other market has its own', async () => {
    const list = async (path: string) =>
      (await owner.call('GET', path, { query: { hl: 'EN' } })).body.data as unknown as (Pick<
        Detail,
        'price' | 'price_in_bundle'
      > & { slug: string; items: { slug: string }[] })[]
    const { price, price_in_bundle: together } = await detail()
    const [bundle] = await list('/app-store/bundle')
    expect([bundle?.slug, bundle?.items.map(({ slug }) => slug)]).toEqual([
      SLUG,
      ['gallery', 'zoom', 'delivery-day'],
    ])
    expect([bundle?.price, bundle?.price_in_bundle]).toEqual([price, together])
    expect(await list('/theme-store/bundle')).toEqual([])
    expect(
      (await owner.call('GET', '/theme-store/bundle/detail', { query: { slug: SLUG } })).body.code,
    ).toBe('catalog.bundle_not_found')
  })

  test("an item's page names its bundle until that is withdrawn", async () => {
    const { db } = market.services
    const named = async (slug: string) =>
      (await owner.call('GET', '/app-store/app/detail', { query: { slug, hl: 'EN' } })).body.data
        .bundle as unknown
    expect(await named('zoom')).toEqual({ slug: SLUG, name: 'Product page set', percent_off: 20 })
    expect(await named('cookie-consent')).toBeNull()
    const setState = (state: string) =>
      db.updateTable('bundles').set({ state }).where('slug', '=', SLUG).execute()
    await setState('withdrawn')
    await expect.poll(() => named('zoom')).toBeNull()
    await setState('published')
    await expect.poll(() => named('zoom')).toMatchObject({ slug: SLUG })
  })

  test('what the store owns already is not charged again, and the discount is of the rest', async () => {
    const before = await detail()
    await buy(market, owner, 'gallery')
    const { items, price, saved } = await detail()
    const rest = before.items.slice(1).map((one) => one.price)
    expect(items.map(({ owned }) => owned)).toEqual([true, false, false])
    expect(items[0]?.price_in_bundle).toBe(0)
    expect(minor(price)).toBe(sumOf(rest))
    expect(Math.abs(minor(saved) - sumOf(rest) * 0.2)).toBeLessThan(2)
    await buy(market, owner, 'zoom')
    const last = await detail()
    expect([last.saved, last.price_in_bundle]).toEqual([0, before.items[2]?.price])
  })
})
