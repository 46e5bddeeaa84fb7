import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import {
  prepareRandomMarket,
  randomMarket,
  writeRandomItem,
  type RandomItem,
} from '#test/support/random-market.ts'
import type { ItemDetail } from './contract.ts'
import type { ListAnswer } from './find-contract.ts'

let market: Marketplace
const items: RandomItem[] = []
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  await prepareRandomMarket(market.services.db)
  for (const one of fc.sample(randomMarket(40), { numRuns: 1, seed: 3 })[0] as RandomItem[]) {
    items.push({ ...one, market: 'app', status: 'published' })
    await writeRandomItem(market.services.db, items.at(-1) as RandomItem)
  }
})
afterAll(() => market.stop())

const list = async (query: Record<string, string>) =>
  (await call(market, 'GET', '/market/app/list', { query: { per_page: '100', ...query } }))
    .body as ListAnswer

describe('the reasons of a ranking (D13)', () => {
  test('the points of all terms add up to the score, each being weight times value', async () => {
    const { data } = await list({ why: '1' })
    const { rows } = await sql<{
      id: string
      smart: number
    }>`select items.id, smart from shelf join items using (number) where shelf = -1`.execute(
      market.services.db,
    )
    const placed = new Map(rows.map((row) => [row.id, row.smart]))
    for (const { id, why } of data) {
      const points = why?.terms.reduce((sum, term) => sum + term.points, 0) ?? 0
      expect(points).toBeCloseTo(why?.score ?? Number.NaN, 4)
      expect(why?.score).toBeCloseTo(placed.get(id) ?? Number.NaN, 5)
      const of = (name: string) =>
        why?.terms.find((term) => term.term === name) ?? { weight: 0, value: 0, points: -1 }
      expect(of('rating').points).toBeCloseTo((of('rating').weight * of('rating').value) / 5, 6)
      expect(of('installs').points).toBeCloseTo(
        (of('installs').weight * Math.log(1 + of('installs').value)) / Math.log(1e6),
        6,
      )
      for (const name of ['recency', 'quality', 'verified'])
        expect(of(name).points).toBeCloseTo(of(name).weight * of(name).value, 6)
    }
    expect(data.map((one) => one.why?.score)).toEqual(
      data.map((one) => one.why?.score).toSorted((a, b) => (b ?? 0) - (a ?? 0)),
    )
  })

  test('follows the public weights', async () => {
    const { db } = market.services
    await sql`update smart_weights set verified = 0.5`.execute(db)
    await sql`update partners set verified_at = now()`.execute(db)
    await sql`select shelve_items(array(select id from items))`.execute(db)
    const { data } = await list({ why: '1' })
    for (const { why } of data)
      expect(why?.terms.find((term) => term.term === 'verified')).toMatchObject({
        weight: 0.5,
        value: 1,
        points: 0.5,
      })
  })

  test('of a search names the fields that matched', async () => {
    const one = {
      ...(items[0] as RandomItem),
      id: 'itm_w1',
      words: ['pusula'],
      categories: [2],
      release: { day: 1, packaged: false, platforms: [], permissions: [] },
    }
    await writeRandomItem(market.services.db, one)
    await sql`update releases set notes = '{"tr": "Artık mıknatısı da var."}' where item_id = 'itm_w1'`.execute(
      market.services.db,
    )
    const matched = async (q: string) =>
      (await list({ q, why: '1' })).data.find((item) => item.id === 'itm_w1')?.why?.matched
    expect(await matched('pusula')).toEqual(['name', 'description'])
    expect(await matched('rastgele')).toEqual(['developer'])
    expect(await matched('raf')).toEqual(['category'])
    expect(await matched('urun')).toEqual(['tagline'])
    expect(await matched('miknatis')).toEqual(['release_notes'])
    expect(await matched('pusulalarda')).toEqual(['name', 'description'])
  })

  test('is returned only on request', async () => {
    expect((await list({})).data.some((one) => one.why !== null)).toBe(false)
  })
})

describe('related items (S2.17)', () => {
  test('share most categories, and say which', async () => {
    for (const [n, categories] of [
      [1, 3, 4, 5],
      [1, 3, 4, 5],
      [1, 3],
    ].entries()) {
      await writeRandomItem(market.services.db, {
        ...(items[0] as RandomItem),
        id: `itm_k${n}`,
        categories,
        installs: 0,
      })
    }
    const { data } = (
      await call(market, 'GET', '/app-store/app/detail', {
        query: { id: 'itm_k0', includes: 'related' },
      })
    ).body as { data: ItemDetail }
    expect(data.related?.[0]).toMatchObject({ id: 'itm_k1', why_related: { same_developer: true } })
    expect(data.related?.[0]?.why_related.categories.map((one) => one.slug)).toEqual([
      'c-1',
      'c-3',
      'c-4',
      'c-5',
    ])
    expect(data.related?.map((one) => one.id)).not.toContain('itm_k0')
    for (const { categories, why_related: why } of data.related ?? []) {
      expect(why.categories.map((one) => one.slug)).toEqual(
        categories
          .map((one) => one.slug)
          .filter((slug) => ['c-1', 'c-3', 'c-4', 'c-5'].includes(slug)),
      )
    }
  })
})
