import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListAnswer } from '#modules/catalog/find-contract.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import { judge, meanNdcg, ndcgOf, rankTitles, readJudgedQueries, type Ask } from './judge.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

const ask: Ask = async ({ locale, market: site, q }) => {
  const { body } = await call(market, 'GET', `/market/${site}/list`, {
    query: { q, hl: locale.toUpperCase() },
    site,
  })
  return (body as ListAnswer).data.map(({ slug }) => slug)
}

describe('the judged queries', () => {
  test('are 200 and more, at least 40 in each language, and name items of the demo', async () => {
    const queries = readJudgedQueries()
    expect(queries.length).toBeGreaterThanOrEqual(200)
    for (const locale of ['tr', 'en', 'ar', 'de', 'es'])
      expect(queries.filter((one) => one.locale === locale).length).toBeGreaterThanOrEqual(40)
    const items = await market.services.db.selectFrom('items').select('slug').execute()
    const known = new Set(items.map(({ slug }) => slug))
    for (const { grades } of queries)
      for (const slug of grades.keys()) expect(known.has(slug), slug).toBe(true)
  })

  test('find what fits: none finds nothing, and the order is good in every language', async () => {
    const judgements = await judge(readJudgedQueries(), ask)
    expect(judgements.flatMap(({ empty }) => empty)).toEqual([])
    expect(judgements.flatMap(({ missed }) => missed).length).toBeLessThanOrEqual(2)
    for (const { locale, ndcg } of judgements) expect(ndcg, locale).toBeGreaterThan(0.87)
    expect(meanNdcg(judgements)).toBeGreaterThan(0.88)
  }, 240_000)

  test('find each item of the demo by its full name, first', async () => {
    const items = (await market.services.db
      .selectFrom('items')
      .innerJoin('item_texts', 'item_id', 'id')
      .select(['slug', 'item_texts.name as title', 'locale', 'market'])
      .where('market', '=', 'app')
      .execute()) as Parameters<typeof rankTitles>[0]
    expect(await rankTitles(items, ask)).toMatchObject({ first: items.length, behind: [] })
  }, 240_000)
})

test('nDCG is 1 for the best order, less for a worse one, and 0 without an item that fits', () => {
  const grades = new Map([
    ['a', 3],
    ['b', 1],
  ])
  expect(ndcgOf(['a', 'b', 'x'], grades)).toBe(1)
  expect(ndcgOf(['b', 'a'], grades)).toBeGreaterThan(0.5)
  expect(ndcgOf(['b', 'a'], grades)).toBeLessThan(1)
  expect(ndcgOf(['x'], grades)).toBe(0)
})
