import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import {
  prepareRandomMarket,
  randomItem,
  writeRandomItem,
  type RandomItem,
} from '#test/support/random-market.ts'
import type { Suggestions } from './find-contract.ts'
import { completionsOf } from './suggestions.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
  await prepareRandomMarket(market.services.db)
  for (const [n, words] of [
    ['galeri'],
    ['galeri', 'ışık'],
    ['galeri', 'ışıklı'],
    ['gala'],
  ].entries()) {
    const one = fc.sample(randomItem(n), { numRuns: 1, seed: n })[0] as RandomItem
    await writeRandomItem(market.services.db, {
      ...one,
      id: `itm_s${n}`,
      market: 'app',
      status: 'published',
      words,
      categories: [1],
      languages: ['tr'],
      release: null,
      installs: n,
    })
  }
})
afterAll(() => market.stop())

const suggest = async (q: string, hl = 'tr') => {
  const { status, body } = await call(market, 'GET', '/market/app/suggest', {
    query: { q, hl: hl.toUpperCase() },
  })
  expect(status, q).toBe(200)
  return (body as { data: Suggestions }).data
}

describe('suggestions while typing (D24)', () => {
  test.each([
    ['teslim', 'delivery-day'],
    ['TESLİ', 'delivery-day'],
    ['deliv', 'delivery-day'],
    ['التوصيل', 'delivery-day'],
    ['isikl', 'itm-s2'],
    ['galerilerim', 'itm-s0'],
  ])('%s suggests %s', async (q, slug) => {
    expect((await suggest(q)).items.map((item) => item.slug)).toContain(slug)
  })

  test("items are in the reader's language, with their icon", async () => {
    const item = async (hl: string) =>
      (await suggest('deliv', hl)).items.find((one) => one.slug === 'delivery-day')
    const names = [await item('tr'), await item('en'), await item('ar')].map((one) => one?.name)
    expect(new Set(names).size).toBe(3)
    expect((await item('tr'))?.icon).toMatch(/\.svg|\.png|\/pictures\//)
  })

  test('the last word is completed as names do, and categories and developers are included', async () => {
    expect((await suggest('gal')).words).toEqual(['galeri', 'gala'])
    expect((await suggest('galeri isik')).words).toEqual(['galeri ışıklı'])
    expect((await suggest('raf')).categories.map((one) => one.slug)).toContain('c-1')
    expect((await suggest('rastg')).developers).toEqual([{ slug: 'random', name: 'Rastgele' }])
  })

  test('a typo is corrected', async () => {
    expect(await suggest('galerri')).toMatchObject({ corrected: 'galeri', items: [], words: [] })
  })

  test('there are at most eight, none of a deleted item, and none for an empty query', async () => {
    const some = await suggest('ga')
    expect(
      some.words.length + some.items.length + some.categories.length + some.developers.length,
    ).toBeLessThanOrEqual(8)
    await market.services.db
      .updateTable('items')
      .set({ status: 'unpublished' })
      .where('id', '=', 'itm_s3')
      .execute()
    expect((await suggest('gala')).items.map((item) => item.slug)).not.toContain('itm-s3')
    for (const q of ['', '   ', '!!!', "' | & :*"])
      expect(await suggest(q)).toEqual({
        words: [],
        corrected: null,
        items: [],
        categories: [],
        developers: [],
      })
  })

  test('a query that is too long is refused', async () => {
    expect(
      (await call(market, 'GET', '/market/app/suggest', { query: { q: 'a'.repeat(101) } })).status,
    ).toBe(400)
  })
})

describe('completions', () => {
  test("are lowercase in the reader's language, the most frequent first, without words typed already", () => {
    expect(completionsOf('IŞI', ['Işık', 'IŞIKLI', 'ışık seti', 'Işı'], 'tr', 3)).toEqual([
      'ışık',
      'ışıklı',
    ])
    expect(completionsOf('my sto', ['Store', 'Stories'], 'en', 1)).toEqual(['my store'])
    expect(completionsOf('s', ['Store'], 'en', 3)).toEqual([])
  })
})
