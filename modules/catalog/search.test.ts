import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import {
  prepareRandomMarket,
  randomItem,
  writeRandomItem,
  type RandomItem,
} from '#test/support/random-market.ts'
import type { ListAnswer } from './find-contract.ts'
import { nearest } from './spelling.ts'

let market: Marketplace
let admin: ConsoleBrowser
beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  await prepareRandomMarket(market.services.db)
})
afterAll(() => market.stop())

const find = async (q: string, query: Record<string, string> = {}) => {
  const { status, body } = await call(market, 'GET', '/market/app/list', { query: { q, ...query } })
  expect(status, q).toBe(200)
  const { data, meta } = body as ListAnswer
  return { slugs: data.map(({ slug }) => slug), ...meta }
}

/** An item of the app market with these words in its Turkish name, and how it was rated. */
async function list(n: number, words: string[], facts: Partial<RandomItem> = {}): Promise<string> {
  const [item] = fc.sample(randomItem(n), { numRuns: 1, seed: n }) as [RandomItem]
  await writeRandomItem(market.services.db, {
    ...item,
    id: `itm_f${n}`,
    market: 'app',
    status: 'published',
    words,
    categories: [1],
    languages: ['tr'],
    release: null,
    rating: null,
    ...facts,
  })
  return `itm-f${n}`
}
const remove = (...slugs: string[]) =>
  market.services.db.deleteFrom('items').where('slug', 'in', slugs).execute()

describe('search by need', () => {
  test('finds what means the same, in the language of the store or another, and says what else was searched', async () => {
    expect(await find('kargo bedava', { hl: 'TR' })).toMatchObject({
      slugs: expect.arrayContaining(['free-delivery']),
      also: expect.arrayContaining(['ücretsiz kargo']),
      corrected: null,
      dropped: [],
    })
    expect((await find('free shipping', { hl: 'TR' })).slugs[0]).toBe('free-delivery')
    expect((await find('GDPR', { hl: 'TR' })).slugs).toEqual(['cookie-consent'])
    expect((await find('DSGVO', { hl: 'EN' })).slugs).toEqual(['cookie-consent'])
  })

  test('says of an item that it was found by what the words mean', async () => {
    const { body } = await call(market, 'GET', '/market/app/list', {
      query: { q: 'GDPR', why: '1' },
    })
    const [first] = (body as ListAnswer).data
    expect(first?.why).toMatchObject({
      by_meaning: true,
      matched: expect.arrayContaining(['name']),
    })
    expect((await find('cookie consent', { why: '1' })).also).toEqual([])
  })

  test('searches only the words that were typed when somebody asks for that', async () => {
    expect(await find('GDPR', { only_typed: '1' })).toMatchObject({ slugs: [], also: [] })
    expect((await find('cookie consent', { only_typed: '1' })).slugs[0]).toBe('cookie-consent')
  })

  test('drops a word when nothing has all of them, and says which', async () => {
    const { slugs, dropped } = await find('konfeti zürafa')
    expect(slugs[0]).toBe('celebration')
    expect(dropped).toEqual(['zurafa'])
    // Items have each of these words, and none has both.
    const found = await find('konfeti çerez')
    expect(found.dropped).toHaveLength(1)
    expect(found.slugs.length).toBeGreaterThan(0)
  })

  test('treats words with and without a blank or hyphen between as the same', async () => {
    const [open, closed] = [await list(1, ['zırt', 'pırt']), await list(2, ['zırtpırt'])]
    for (const q of ['zırt pırt', 'zirt-pirt', 'zirtpirt'])
      expect((await find(q)).slugs.toSorted(), q).toEqual([open, closed])
    expect((await find('Lieferkalender', { hl: 'DE' })).slugs).toContain('delivery-day')
    await remove(open, closed)
  })

  test('corrects a slip though some item has it, too, and never a real word', async () => {
    const often = await Promise.all([3, 4, 5, 6].map((n) => list(n, ['vestiyer'])))
    const stray = await list(7, ['vestyer'])
    expect(await find('vestyer')).toMatchObject({ total: 5, corrected: null, also: ['vestiyer'] })
    expect((await find('vestiyr')).corrected).toBe('vestiyer')
    await remove(...often, stray)
    // Real words of commerce that no item has, near to others that many have.
    const near = await Promise.all([8, 9, 10, 11].map((n) => list(n, ['quizo', 'faturo'])))
    for (const q of ['quiz', 'fatura']) {
      const found = await find(q)
      expect(found.corrected, q).toBeNull()
      expect(found.also, q).not.toContain('faturo')
    }
    await remove(...near)
  })

  test('ranks an exact title before a title that begins with it, then one that contains it, then all else', async () => {
    const [text, inside, begins, exact] = [
      await list(20, ['pürtük', 'gör', 'lamba']),
      await list(21, ['gör', 'lamba', 'pürtük']),
      await list(22, ['lamba', 'pürtük', 'gör']),
      await list(23, ['lamba', 'pürtük']),
    ]
    expect((await find('lamba pürtük')).slugs).toEqual([exact, begins, inside, text])
    await remove(text, inside, begins, exact)
  })

  test('ranks equal names by their ratings, and trusts many more than few', async () => {
    const [few, many, none] = [
      await list(30, ['kırlangıç'], { rating: { tenths: 50, reviews: 2 }, day: 1, installs: 0 }),
      await list(31, ['kırlangıç'], { rating: { tenths: 45, reviews: 900 }, day: 1, installs: 0 }),
      await list(32, ['kırlangıç'], { rating: null, day: 1, installs: 0 }),
    ]
    expect((await find('kırlangıç')).slugs).toEqual([many, few, none])
    await remove(few, many, none)
  })

  test('keeps the same order over its pages when too many items match to be counted', async () => {
    const named = await Promise.all([40, 41].map((n) => list(n, ['orta', 'yol'])))
    const all = (await find('orta', { per_page: '100' })).slugs
    expect(all.slice(0, 2).toSorted()).toEqual(named)
    await remove(...named)
  })

  test.each([
    ['kart', ['kargo'], [90], 'kart'],
    ['roket', ['boket'], [90], 'roket'],
    ['orket', ['roket'], [3], 'roket'],
  ])('%s, near to %j, is taken for %s', (word, candidates, items, chosen) => {
    const known = candidates.map((candidate, n) => ({ word: candidate, items: items[n] ?? 0 }))
    expect(nearest(word, known)).toBe(chosen)
  })

  test('facets of categories come by their number of items', async () => {
    const { facets } = await find('arasta')
    const counts = facets.categories.map(({ count }) => count)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  })
})

describe('synonyms at the console', () => {
  const terms = { tr: ['zıpzıp', 'konfeti'], en: ['bouncy'] }

  test('are searched at once when made, changed, deleted and undone, and each step is audited', async () => {
    expect((await find('zıpzıp')).slugs).toEqual([])
    const made = await admin.ask('POST', '/operator/synonyms', { terms })
    expect(made.status).toBe(200)
    const id = String(made.body.id)
    expect((await find('zıpzıp')).slugs).toEqual(['celebration'])
    expect((await find('bouncy', { hl: 'EN' })).slugs).toEqual(['celebration'])
    const path = `/operator/synonyms/${id}`
    const other = { terms: { tr: ['zıpzıp', 'takvim'] } }
    expect((await admin.ask('PUT', path, other)).status).toBe(200)
    expect((await find('zıpzıp')).slugs).toContain('delivery-day')
    expect((await admin.ask('POST', `${path}/undo`)).status).toBe(200)
    expect((await find('zıpzıp')).slugs).toEqual(['celebration'])
    expect((await admin.ask('DELETE', path)).status).toBe(200)
    expect((await find('zıpzıp')).slugs).toEqual([])
    expect((await admin.ask('GET', `/operator/synonyms?q=zipzip`)).body.groups).toEqual([])
    expect((await admin.ask('POST', `${path}/undo`)).status).toBe(200)
    expect((await admin.ask('GET', `/operator/synonyms?q=ZIPZ`)).body.groups).toMatchObject([
      { id, terms },
    ])
    const lines = await market.services.db
      .selectFrom('audit_log')
      .select('operation')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
    expect(lines.map(({ operation }) => operation)).toEqual([
      'createSynonyms',
      'changeSynonyms',
      'undoSynonyms',
      'deleteSynonyms',
      'undoSynonyms',
    ])
  })

  test('are refused with fewer than two terms, without a letter, or with too many words', async () => {
    for (const [given, field] of [
      [{ en: ['alone'] }, 'terms'],
      [{ en: ['one', '***'] }, 'terms.en'],
      [{ en: ['one', 'a b c d e f'] }, 'terms.en'],
    ] as const)
      expect(
        (await admin.ask('POST', '/operator/synonyms', { terms: given })).body,
        field,
      ).toMatchObject({ code: 'input.invalid', fields: { [field]: expect.any(String) } })
  })

  test('start with 200 groups and more in every language, each with two words that differ', async () => {
    const rows = await market.services.db
      .selectFrom('synonym_terms')
      .select(['group_id', 'locale', 'words'])
      .where('group_id', 'like', 'syn_000000%')
      .execute()
    for (const locale of ['tr', 'en', 'ar', 'de', 'es']) {
      const groups = Map.groupBy(
        rows.filter((row) => row.locale === locale),
        (row) => row.group_id,
      )
      const full = [...groups.values()].filter(
        (own) => new Set(own.map(({ words }) => words)).size >= 2,
      )
      expect(full.length, locale).toBeGreaterThanOrEqual(200)
    }
  })

  test('a search can be tried: what it finds, and which words it looks for besides', async () => {
    const asked = new URLSearchParams({ q: 'kargo bedava zürafa', market: 'app', language: 'tr' })
    const { body } = await admin.ask('GET', `/operator/search-test?${asked}`)
    expect(body).toMatchObject({ dropped: ['zurafa'], corrected: null })
    expect((body.items as { slug: string }[])[0]?.slug).toBe('free-delivery')
    expect((body.groups as string[]).length).toBeGreaterThan(0)
  })
})

describe('searches that found nothing', () => {
  const missed = async () => {
    await market.services.missedSearches.write(market.services.db)
    const { body } = await admin.ask('GET', '/operator/missed-searches')
    return body.searches as { words: string; times: number; language: string; market: string }[]
  }

  test('are listed for operators, the most frequent first, and leave the list when dismissed', async () => {
    for (const q of ['Glühwürmchen', 'gluhwurmchen', 'quokka']) await find(q, { hl: 'DE' })
    const [first] = await missed()
    expect(first).toMatchObject({ words: 'gluhwurmchen', times: 2, language: 'de', market: 'app' })
    await find('gluhwurmchen')
    expect((await missed())[0]).toMatchObject({ words: 'gluhwurmchen', times: 3 })
    const body = { market: 'app', words: 'gluhwurmchen' }
    expect((await admin.ask('POST', '/operator/missed-searches/dismiss', body)).status).toBe(200)
    expect((await missed()).map(({ words }) => words)).not.toContain('gluhwurmchen')
  })

  test('keep nothing that may be personal, and no more than can be read', async () => {
    for (const q of ['quokka@example.com', 'quokka 0555 123 45 67', 'q'.repeat(90)]) await find(q)
    const { missedSearches, clock, db } = market.services
    for (let n = 0; n < 300; n += 1)
      missedSearches.note({ market: 'app', locale: 'tr', q: `quokka ${n}` }, clock.now())
    await missed()
    const rows = await db.selectFrom('missed_searches').select('words').execute()
    expect(rows.length).toBeLessThan(250)
    for (const { words } of rows) expect(words).not.toMatch(/example|\d{5}|q{80}/)
  })
})
