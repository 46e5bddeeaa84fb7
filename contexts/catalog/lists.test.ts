import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fold } from '#lib/fold.ts'
import type { Market } from '#lib/market.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import { CATEGORY_COUNT, prepareRandomMarket, randomMarket, WORDS, writeRandomItem, type RandomItem } from '#test/support/random-market.ts'

/** The list beside a few lines of TypeScript that sort and count the same items by hand. */

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  await prepareRandomMarket(market.services.db)
})
afterAll(() => market.stop())

const WEIGHT = { TRY: 1, SAR: 11, USD: 42, EUR: 48 }
const sortPrice = ({ price }: RandomItem) => Math.max(Math.round(price.minor * WEIGHT[price.currency]), price.kind === 'free' ? 0 : 1)
const stars = (item: RandomItem) => (item.rating?.tenths ?? 0) / 10
const isFree = (item: RandomItem) => item.price.kind === 'free'

interface Query { market: Market; category?: string; price?: 'free' | 'paid'; rating?: number; q?: string }

const hasWords = (item: RandomItem, q: string | undefined) =>
  fold(q ?? '').split(' ').filter(Boolean).every(word => fold(`${item.words.join(' ')} Ürün ${item.id} Rastgele ${item.categories.map(n => `Raf ${n}`).join(' ')}`).split(' ')
    .some(own => word.length > 1 ? own.startsWith(word) : own === word))

const fits = (item: RandomItem, { market: wanted, category, price, rating, q }: Query) =>
  item.status === 'published' && item.market === wanted && hasWords(item, q)
  && (category === undefined || item.categories.some(n => `c-${n}` === category))
  && (price === undefined || isFree(item) === (price === 'free')) && stars(item) >= (rating ?? 0)

/** Sort keys, the biggest first, as numbers. */
const KEYS: Record<string, (item: RandomItem) => number[]> = {
  rating: item => [-stars(item), -(item.rating?.reviews ?? 0)],
  price_asc: item => [sortPrice(item)],
  price_desc: item => [-sortPrice(item)],
  installs_asc: item => [item.installs],
  installs_desc: item => [-item.installs],
  newest: item => [-item.day],
}

const query = fc.record({
  market: fc.constantFrom<Market>('app', 'theme'),
  category: fc.option(fc.integer({ min: 1, max: CATEGORY_COUNT }).map(n => `c-${n}`), { nil: undefined }),
  price: fc.option(fc.constantFrom('free' as const, 'paid' as const), { nil: undefined }),
  rating: fc.option(fc.integer({ min: 1, max: 10 }).map(n => n / 2), { nil: undefined }),
  q: fc.option(fc.constantFrom(...WORDS, 'kar', 'IŞIK', 'isik', 'القهوه', 'rast', 'kargo sepet', 'raf'), { nil: undefined }),
  sort: fc.constantFrom(...Object.keys(KEYS)),
  page: fc.integer({ min: 1, max: 3 }),
})

describe('a list', () => {
  test('is filtered, sorted, counted and faceted as one would by hand, whatever the combination (S2.16, S7.4, S7.27)', async () => {
    const { db } = market.services
    const items = fc.sample(randomMarket(120), { numRuns: 1, seed: 7 })[0] as RandomItem[]
    for (const item of items) await writeRandomItem(db, item)
    const counted = (asked: Query) => items.filter(item => fits(item, asked)).length
    await fc.assert(fc.asyncProperty(query, async ({ sort, page, ...asked }) => {
      const given = Object.fromEntries(Object.entries({ ...asked, sort, page, per_page: 7 }).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]))
      const { body, status } = await call(market, 'GET', asked.market === 'app' ? '/market/app/list' : '/market/theme/list', { query: given, site: asked.market })
      expect(status).toBe(200)
      const { data, meta } = body as { data: { id: string; price: number }[]; meta: { total: number; facets: { categories: { slug: string; count: number }[]; price: { value: 'free' | 'paid'; count: number }[]; rating: { value: number; count: number }[] } } }
      const expected = items.filter(item => fits(item, asked))
      expect(meta.total).toBe(expected.length)
      const keys = KEYS[sort] as (item: RandomItem) => number[]
      const keyOf = new Map(items.map(item => [item.id, keys(item)]))
      const order = expected.map(keys).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0))
      expect(data.map(one => keyOf.get(one.id))).toEqual(order.slice((page - 1) * 7, page * 7))
      expect(new Set(data.map(one => one.id)).size).toBe(data.length)
      for (const one of data) expect(expected.some(item => item.id === one.id), one.id).toBe(true)
      for (const { slug, count } of meta.facets.categories) expect(count, slug).toBe(counted({ ...asked, category: slug }))
      for (const { value, count } of meta.facets.price) expect(count, value).toBe(counted({ ...asked, price: value }))
      for (const { value, count } of meta.facets.rating) expect(count, String(value)).toBe(counted({ ...asked, rating: value }))
    }), { numRuns: 150, seed: 11 })
  })

  test('shows every item once when one walks through its pages, for every order', async () => {
    for (const sort of ['smart', ...Object.keys(KEYS)]) {
      const seen: string[] = []
      for (let page = 1; ; page += 1) {
        const { body } = await call(market, 'GET', '/market/app/list', { query: { sort, page: String(page), per_page: '10' } })
        if (body.data.length === 0) break
        seen.push(...body.data.map((one: { id: string }) => one.id))
      }
      const { total } = (await call(market, 'GET', '/market/app/list')).body.meta
      expect(seen.length, sort).toBe(total)
      expect(new Set(seen).size, sort).toBe(total)
    }
  })

  test('says in which order the smart one comes: better rated, more installed, newer, more complete first (D13)', async () => {
    const { body } = await call(market, 'GET', '/market/app/list', { query: { per_page: '100' } })
    const rows = await sql<{ id: string }>`select items.id from shelf join items using (number) where shelf = -1 order by smart desc, number limit 100`.execute(market.services.db)
    expect(body.data.map((one: { id: string }) => one.id)).toEqual(rows.rows.map(row => row.id))
  })

  test('refuses what it does not know, field by field, and a category that is gone is an empty shelf', async () => {
    const { status, body } = await call(market, 'GET', '/market/app/list', { query: { sort: 'cheapest', rating: '4.3', page: '0', price: 'gift' } })
    expect(status).toBe(400)
    expect(Object.keys(body.fields).sort()).toEqual(['page', 'price', 'rating', 'sort'])
    expect((await call(market, 'GET', '/market/app/list', { query: { category: 'gone' } })).body).toMatchObject({ data: [], meta: { total: 0 } })
    expect((await call(market, 'GET', '/market/app/list', { query: { q: '!!! …' } })).body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  test('ends after 10,000 items: who gets that far needs a filter', async () => {
    const { status, body } = await call(market, 'GET', '/market/app/list', { query: { page: '101', per_page: '100' } })
    expect(status).toBe(200)
    expect(body.data).toEqual([])
  })
})
