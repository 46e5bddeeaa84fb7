import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fold } from '#lib/text.ts'
import { LOCALES, type Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { insertPlatform, SEEDS } from '#modules/stores/platforms/public.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'
import {
  CATEGORY_COUNT,
  othersOf,
  prepareRandomMarket,
  randomDay,
  randomMarket,
  WORDS,
  writeRandomItem,
  type RandomItem,
} from '#test/support/random-market.ts'
import { WHOLE } from '#test/support/sample-share.ts'
import type { ListAnswer } from './find-contract.ts'
import { turnMarketDay } from './shelves.ts'
import { ASKED, RELEASED } from './traits.ts'

/** The list beside a few lines of TypeScript that sort and count the same items by hand. */

let market: Marketplace
/** Of a second-generation storefront (D19). */
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  await prepareRandomMarket(market.services.db)
  owner = await signIn(market, 'store-2', 'theme')
})
afterAll(() => market.stop())

/** What a euro costs, and how converted prices are rounded, in minor units. */
const QUOTES = {
  TRY: { perEuro: 48, unit: 100, step: 1, ending: 0 },
  USD: { perEuro: 1.25, unit: 100, step: 1, ending: 0 },
  EUR: { perEuro: 1, unit: 100, step: 100, ending: 90 },
  SAR: { perEuro: 4, unit: 100, step: 25, ending: 0 },
  JPY: { perEuro: 160, unit: 1, step: 10, ending: 0 },
  KWD: { perEuro: 0.375, unit: 1_000, step: 5, ending: 0 },
} as const
type Quoted = keyof typeof QUOTES

/** The partner's price in this currency, or a converted one; exact for these rates. */
function shownPrice({ price }: RandomItem, currency: Quoted): number {
  const own = Object.fromEntries(othersOf(price))[currency]
  if (price.minor === 0 || price.currency === currency) return price.minor
  if (own !== undefined) return own
  const [from, to] = [QUOTES[price.currency], QUOTES[currency]]
  const exact = (price.minor * to.perEuro * to.unit) / (from.perEuro * from.unit)
  const steps = Math.floor((exact - to.ending) / to.step + 0.5 + 1e-9)
  return Math.max(steps * to.step + to.ending, to.ending || to.step)
}
/** By use only: after what is free, and before the cheapest. */
const sortPrice = (item: RandomItem, currency: Quoted) =>
  item.price.minor === 0 ? (isFree(item) ? 0 : 0.5) : shownPrice(item, currency)
const stars = (item: RandomItem) => (item.rating?.tenths ?? 0) / 10
const isFree = (item: RandomItem) => item.price.kind === 'free'

/** The day that the test market lives in. */
const TODAY = 400
type Asked = (typeof ASKED)[number]
interface Query {
  market: Market
  category?: string
  price?: 'free' | 'paid'
  rating?: number
  q?: string
  platform?: number
  permission?: Asked
  language?: Locale
  released?: string
  os2?: boolean
}

const asksFor = ({ market: own, release }: RandomItem): Asked[] => {
  if (!release?.packaged) return []
  return own === 'theme' || release.permissions.length === 0 ? ['none'] : release.permissions
}

const hasWords = (item: RandomItem, q: string | undefined) =>
  fold(q ?? '')
    .split(' ')
    .filter(Boolean)
    .every((word) =>
      fold(
        `${item.words.join(' ')} Ürün ${item.id} Rastgele ${item.categories.map((n) => `Raf ${n}`).join(' ')}`,
      )
        .split(' ')
        .some((own) => (word.length > 1 ? own.startsWith(word) : own === word)),
    )

/** D26: an item without a package says nothing about platforms. */
const worksOn = ({ release }: RandomItem, platform: number) =>
  release?.packaged !== true || release.platforms.includes(platform)

const fits = (
  item: RandomItem,
  {
    market: wanted,
    category,
    price,
    rating,
    q,
    platform,
    permission,
    language,
    released,
    os2,
  }: Query,
) =>
  item.status === 'published' &&
  item.market === wanted &&
  hasWords(item, q) &&
  (category === undefined || item.categories.some((n) => `c-${n}` === category)) &&
  (price === undefined || isFree(item) === (price === 'free')) &&
  stars(item) >= (rating ?? 0) &&
  worksOn(item, 1) &&
  (platform === undefined || worksOn(item, platform)) &&
  (permission === undefined || asksFor(item).includes(permission)) &&
  (language === undefined || item.languages.includes(language)) &&
  (!os2 || wanted === 'app' || (item.release?.packaged === true && item.release.os2 === true)) &&
  (released === undefined || (item.release !== null && item.release.day > TODAY - Number(released)))

/** Sort keys, the biggest first, as numbers. */
const KEYS: Record<string, (item: RandomItem, currency: Quoted) => number[]> = {
  rating: (item) => [-stars(item), -(item.rating?.reviews ?? 0)],
  price_asc: (item, currency) => [sortPrice(item, currency)],
  price_desc: (item, currency) => [-sortPrice(item, currency)],
  installs_asc: (item) => [item.installs],
  installs_desc: (item) => [-item.installs],
  newest: (item) => [-item.day],
}

const query = fc.record({
  market: fc.constantFrom<Market>('app', 'theme'),
  category: fc.option(
    fc.integer({ min: 1, max: CATEGORY_COUNT }).map((n) => `c-${n}`),
    { nil: undefined },
  ),
  price: fc.option(fc.constantFrom('free' as const, 'paid' as const), { nil: undefined }),
  rating: fc.option(
    fc.integer({ min: 1, max: 10 }).map((n) => n / 2),
    { nil: undefined },
  ),
  q: fc.option(
    fc.constantFrom(...WORDS, 'kar', 'IŞIK', 'isik', 'القهوه', 'rast', 'kargo sepet', 'raf'),
    { nil: undefined },
  ),
  platform: fc.option(fc.constantFrom(1, 2, 3, 4), { nil: undefined, freq: 2 }),
  permission: fc.option(fc.constantFrom(...ASKED), { nil: undefined, freq: 2 }),
  language: fc.option(fc.constantFrom(...LOCALES), { nil: undefined, freq: 2 }),
  released: fc.option(fc.constantFrom(...RELEASED), { nil: undefined, freq: 2 }),
  os2: fc.boolean(),
  sort: fc.constantFrom(...Object.keys(KEYS)),
  currency: fc.constantFrom(...(Object.keys(QUOTES) as Quoted[])),
  page: fc.integer({ min: 1, max: 3 }),
})

describe('item lists', () => {
  test('are filtered, sorted by the price shown, counted and faceted correctly for every combination, currency and storefront (S2.16, S7.4, S7.27, D19, D26, D27)', async () => {
    const { db } = market.services
    const items = fc.sample(randomMarket(120), { numRuns: 1, seed: 7 })[0] as RandomItem[]
    for (const item of items) await writeRandomItem(db, item)
    for (const [code, { perEuro, step, ending }] of Object.entries(QUOTES)) {
      if (code !== 'EUR')
        await sql`insert into exchange_rates (currency, day, per_euro, source)
          values (${code}, '2026-11-20', ${perEuro}, 'operator')`.execute(db)
      await sql`insert into currencies (code, step_minor, ending_minor) values (${code}, ${step}, ${ending})
        on conflict (code) do update set step_minor = ${step}, ending_minor = ${ending}`.execute(db)
    }
    await turnMarketDay({ db, clock: { now: () => randomDay(TODAY) } })
    const counted = (asked: Query) => items.filter((item) => fits(item, asked)).length
    await fc.assert(
      fc.asyncProperty(query, async ({ sort, page, currency, ...asked }) => {
        // A visitor of the platform, or a store of it that names another currency.
        await sql`update platforms set currency = ${currency} where id = 1`.execute(db)
        await sql`update stores set currency = ${currency}`.execute(db)
        const { os2, ...chosen } = asked
        const given = Object.fromEntries(
          Object.entries({ ...chosen, sort, page, per_page: 7 })
            .filter(([, value]) => value !== undefined)
            .map(([name, value]) => [name, String(value)]),
        )
        const { body, status } = await call(
          market,
          'GET',
          asked.market === 'app' ? '/market/app/list' : '/market/theme/list',
          {
            query: given,
            site: asked.market,
            ...(os2 && { headers: { 'apps-token': owner.token } }),
          },
        )
        expect(status).toBe(200)
        const { data, meta } = body as ListAnswer
        const expected = items.filter((item) => fits(item, asked))
        expect(meta.total).toBe(expected.length)
        const keys = (item: RandomItem) => KEYS[sort]?.(item, currency) ?? []
        const keyOf = new Map(items.map((item) => [item.id, keys(item)]))
        const order = expected
          .map(keys)
          .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0))
        expect(data.map((one) => keyOf.get(one.id))).toEqual(order.slice((page - 1) * 7, page * 7))
        expect(new Set(data.map((one) => one.id)).size).toBe(data.length)
        for (const one of data) {
          const item = items.find(({ id }) => id === one.id) as RandomItem
          const price = shownPrice(item, currency) / QUOTES[currency].unit
          expect(one, one.id).toMatchObject({ price, currency })
          const isOwn =
            item.price.minor === 0 ||
            item.price.currency === currency ||
            othersOf(item.price).some(([code]) => code === currency)
          expect(one.rate_date).toBe(isOwn ? null : '2026-11-20')
        }
        for (const one of data)
          expect(
            expected.some((item) => item.id === one.id),
            one.id,
          ).toBe(true)
        for (const { slug, count } of meta.facets.categories)
          expect(count, slug).toBe(counted({ ...asked, category: slug }))
        for (const { value, count } of meta.facets.price)
          expect(count, value).toBe(counted({ ...asked, price: value }))
        for (const { value, count } of meta.facets.rating)
          expect(count, String(value)).toBe(counted({ ...asked, rating: value }))
        for (const { value, count } of meta.facets.platform)
          expect(count, value).toBe(counted({ ...asked, platform: Number(value) }))
        for (const { value, count } of meta.facets.permission)
          expect(count, value).toBe(counted({ ...asked, permission: value }))
        for (const { value, count } of meta.facets.language)
          expect(count, value).toBe(counted({ ...asked, language: value }))
        for (const { value, count } of meta.facets.released)
          expect(count, value).toBe(counted({ ...asked, released: value }))
        for (const { filter, total } of meta.without)
          expect(total, filter).toBe(counted({ ...asked, [filter]: undefined }))
        expect(meta.without.map((one) => one.filter).sort()).toEqual(
          Object.entries(chosen)
            .flatMap(([name, value]) => (name === 'market' || value === undefined ? [] : [name]))
            .sort(),
        )
      }),
      { numRuns: WHOLE ? 1000 : 60, seed: 11 },
    )
  })

  test('show every item once over all pages, in every order', async () => {
    for (const sort of ['smart', ...Object.keys(KEYS)]) {
      const seen: string[] = []
      for (let page = 1; ; page += 1) {
        const { body } = await call(market, 'GET', '/market/app/list', {
          query: { sort, page: String(page), per_page: '10' },
        })
        if (body.data.length === 0) break
        seen.push(...body.data.map((one: { id: string }) => one.id))
      }
      const { total } = (await call(market, 'GET', '/market/app/list')).body.meta
      expect(seen.length, sort).toBe(total)
      expect(new Set(seen).size, sort).toBe(total)
    }
  })

  test('sort smartly: better rated, more installed, newer, more complete first (D13)', async () => {
    const { body } = await call(market, 'GET', '/market/app/list', { query: { per_page: '100' } })
    const rows = await sql<{
      id: string
    }>`select items.id from shelf join items using (number) where shelf = -1 and shelf.traits & 1 = 1 order by smart desc, number limit 100`.execute(
      market.services.db,
    )
    expect(body.data.map((one: { id: string }) => one.id)).toEqual(rows.rows.map((row) => row.id))
  })

  test('have what works on the platform of the request, and what has no package (D26)', async () => {
    const items = fc.sample(randomMarket(120), { numRuns: 1, seed: 7 })[0] as RandomItem[]
    for (const { demoHost: _, ...seed } of SEEDS) await insertPlatform(market.services.db, seed)
    for (const platform of [2, 3]) {
      const { body } = await call(market, 'GET', '/market/app/list', {
        query: { per_page: '100', platform_id: String(platform) },
      })
      const there = items.filter(
        (item) => item.market === 'app' && item.status === 'published' && worksOn(item, platform),
      )
      expect(body.data.map((one: { id: string }) => one.id).toSorted()).toEqual(
        there.map(({ id }) => id).toSorted(),
      )
      expect(body.meta.total).toBe(there.length)
    }
  })

  test('refuse unknown values with field errors, and are empty for an unknown category', async () => {
    const { status, body } = await call(market, 'GET', '/market/app/list', {
      query: { sort: 'cheapest', rating: '4.3', page: '0', price: 'gift' },
    })
    expect(status).toBe(400)
    expect(Object.keys(body.fields).sort()).toEqual(['page', 'price', 'rating', 'sort'])
    expect(
      (await call(market, 'GET', '/market/app/list', { query: { category: 'gone' } })).body,
    ).toMatchObject({ data: [], meta: { total: 0 } })
    expect(
      (await call(market, 'GET', '/market/app/list', { query: { q: '!!! …' } })).body,
    ).toMatchObject({ data: [], meta: { total: 0 } })
  })

  test('end after 10,000 items and then ask for a filter', async () => {
    const { status, body } = await call(market, 'GET', '/market/app/list', {
      query: { page: '101', per_page: '100' },
    })
    expect(status).toBe(200)
    expect(body.data).toEqual([])
  })
})
