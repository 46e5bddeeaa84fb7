import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CatalogueFault } from './import-catalogue.ts'
import { CATALOGUE, emptyMarket, writeCatalogue, writtenBy, type Market } from './import.support.ts'

let market: Market
beforeEach(async () => {
  market = await emptyMarket()
})
afterEach(() => market.stop())

const item = (id: string, more: object = {}) => ({ id, title: `Item ${id}`, ...more })
const items = () => market.db.selectFrom('items').selectAll().orderBy('source_id').execute()

const FULL = {
  'partners.jsonl': [{ id: 'p', name: 'Ada', website: 'https://ada.example/' }],
  'categories.jsonl': [
    { id: 'c', name: { en: 'Marketing', tr: 'Pazarlama' } },
    { id: 'd', market: 'theme', name: 'Dark' },
  ],
  'items.jsonl': [
    item('a', {
      partner: 'p',
      categories: ['c'],
      links: { document: 'https://ada.example/docs' },
      install_count: 7,
      published_at: '2026-01-02',
      updated_at: '2026-02-03T04:05:06Z',
    }),
    item('b', { market: 'theme', categories: ['d'], swatches: ['#112233'] }),
    item('c', { status: 'unpublished', reason: 'Gone' }),
  ],
  'texts.jsonl': [
    {
      item: 'a',
      locale: 'en',
      title: 'Item a',
      tagline: 'Says it',
      description: ['One', 'Two'],
      features: ['F'],
    },
    { item: 'a', locale: 'tr', title: 'Öğe a' },
    { item: 'b', locale: 'en', title: 'Item b' },
    { item: 'c', locale: 'en', title: 'Item c' },
  ],
  'plans.jsonl': [
    { item: 'a', kind: 'free', name: 'Basic' },
    {
      item: 'a',
      kind: 'recurring',
      price_minor: 999,
      period: 'month',
      name: { en: 'Pro' },
      features: ['All'],
    },
  ],
  'releases.jsonl': [
    { item: 'a', version: '1.10.0', downloads: 5, published_at: '2026-02-03', notes: 'New' },
    { item: 'a', version: '1.9.0', downloads: 9 },
    { item: 'a', version: '2.0.0', status: 'yanked' },
  ],
  'ratings.jsonl': [
    { item: 'a', rater: 'x', stars: 5 },
    { item: 'a', rater: 'y', stars: 4.5 },
    { item: 'a', rater: 'z', stars: 1 },
  ],
}

describe('importing a catalogue', () => {
  test('lists everything in it: prices, ratings, versions, developers, delistings (D9)', async () => {
    const summary = await market.importFiles(FULL)
    expect(summary).toMatchObject({
      new: 3,
      changed: 0,
      unchanged: 0,
      refused: 0,
      leftAlone: 0,
      lines: [],
    })
    const [a, b, c] = await items()
    expect(a).toMatchObject({
      slug: 'item-a',
      prefix: 'item-a',
      price_kind: 'free',
      price_minor: 0,
      in_app_purchase: true,
      rating: '3.50',
      review_count: 3,
      rating_histogram: [1, 0, 0, 0, 2],
      install_count: 7,
      status: 'published',
      source: 'street',
      source_id: 'a',
      links: { document: 'https://ada.example/docs' },
    })
    expect([a?.published_at?.toISOString(), a?.updated_at.toISOString()]).toEqual([
      '2026-01-02T00:00:00.000Z',
      '2026-02-03T04:05:06.000Z',
    ])
    expect([b?.market, b?.swatches, c?.status, c?.unpublished_reason]).toEqual([
      'theme',
      ['#112233'],
      'unpublished',
      'Gone',
    ])
    const releases = await market.db
      .selectFrom('releases')
      .select(['id', 'version', 'status', 'package_sha256', 'notes'])
      .orderBy('version_order', 'desc')
      .execute()
    expect(releases.map((one) => `${one.version} ${one.status} ${one.package_sha256}`)).toEqual([
      '2.0.0 yanked null',
      '1.10.0 published null',
      '1.9.0 published null',
    ])
    expect(a?.latest_release_id).toBe(releases[1]?.id)
    const partners = await market.db
      .selectFrom('partners')
      .select(['id', 'slug', 'name'])
      .orderBy('slug')
      .execute()
    expect(partners.map((one) => `${one.slug} ${one.name}`)).toEqual([
      'ada Ada',
      'street-developers Developer not named',
    ])
    expect(
      [a, b].map((one) => partners.find((partner) => partner.id === one?.partner_id)?.slug),
    ).toEqual(['ada', 'street-developers'])
    expect(
      await market.db
        .selectFrom('plans')
        .select(['kind', 'period', 'name', 'features', 'price_minor'])
        .orderBy('position')
        .where('item_id', '=', a?.id ?? '')
        .execute(),
    ).toEqual([
      { kind: 'free', period: null, name: { en: 'Basic' }, features: {}, price_minor: 0 },
      {
        kind: 'recurring',
        period: 'month',
        name: { en: 'Pro' },
        features: { en: ['All'] },
        price_minor: 999,
      },
    ])
    expect((await market.db.selectFrom('item_cards').select(['locale']).execute()).length).toBe(3)
  })

  test('repeated writes nothing: every row is the one of the first import', async () => {
    const catalogue = await writeCatalogue(FULL)
    await market.import(catalogue.path)
    const before = await writtenBy(market.db)
    expect(await market.import(catalogue.path)).toMatchObject({ new: 0, changed: 0, unchanged: 3 })
    expect(await writtenBy(market.db)).toEqual(before)
    await catalogue.remove()
  })

  test('writes only what has changed, preserves slugs, and does not touch what is missing from the files', async () => {
    await market.importFiles(FULL)
    const [before] = await items()
    const [first, ...others] = FULL['items.jsonl']
    const summary = await market.importFiles({
      ...FULL,
      'items.jsonl': [{ ...first, title: 'Another name' }, ...others.slice(0, 1)],
      'plans.jsonl': [{ item: 'a', kind: 'one_time', price_minor: 500 }],
      'ratings.jsonl': [{ item: 'a', rater: 'x', stars: 3 }],
      'releases.jsonl': [{ item: 'a', version: '1.9.0', downloads: 9 }],
    })
    expect(summary).toMatchObject({ new: 0, changed: 1, unchanged: 1, leftAlone: 1 })
    const [a, , c] = await items()
    expect(a).toMatchObject({
      id: before?.id,
      slug: 'item-a',
      name: 'Another name',
      price_kind: 'one_time',
      price_minor: 500,
      rating: '3.00',
      review_count: 1,
    })
    expect(c?.status).toBe('unpublished')
    expect(
      await market.db
        .selectFrom('plans')
        .select('price_minor')
        .where('item_id', '=', a?.id ?? '')
        .execute(),
    ).toEqual([{ price_minor: 500 }])
    expect(await market.db.selectFrom('releases').select(['id', 'version']).execute()).toEqual([
      { id: a?.latest_release_id, version: '1.9.0' },
    ])
    expect(
      await market.db.selectFrom('imported_ratings').select(['rater', 'stars']).execute(),
    ).toEqual([{ rater: 'x', stars: '3.0' }])
  })

  test('works with files whose lines are in another order than the items', async () => {
    await market.importFiles(FULL)
    const before = await writtenBy(market.db)
    expect(
      await market.importFiles({ ...FULL, 'items.jsonl': FULL['items.jsonl'].toReversed() }),
    ).toMatchObject({ unchanged: 3, lines: [] })
    expect(await writtenBy(market.db)).toEqual(before)
  })

  test('uses a stated rating where there are no single ones, and none where there are no votes', async () => {
    await market.importFiles({
      'items.jsonl': [
        item('a', { rating: 4.7, review_count: 379 }),
        item('b', { rating: 0, review_count: 0 }),
      ],
    })
    expect(
      (await items()).map(({ rating, review_count, rating_histogram }) => [
        rating,
        review_count,
        rating_histogram,
      ]),
    ).toEqual([
      ['4.70', 379, null],
      [null, 0, null],
    ])
  })

  test('titles of 200 characters, in Japanese and of emoji get slugs of their own (S7.27)', async () => {
    const long = `${'Long title '.repeat(17)}ends`.padEnd(200, '.')
    await market.importFiles({
      'items.jsonl': [
        item('a', { title: long }),
        item('b-7', { title: '日本語のアプリ' }),
        item('c', { title: '🏪' }),
      ],
    })
    expect((await items()).map((one) => [one.slug, one.name])).toEqual([
      ['long-title-long-title-long-title-long-title', long],
      ['b-7', '日本語のアプリ'],
      ['c', '🏪'],
    ])
    expect((await market.db.selectFrom('item_words').select('number').execute()).length).toBe(3)
  })

  test('reuses an existing category of the same slug and adds missing languages; its own categories follow the catalogue', async () => {
    await market.db
      .insertInto('categories')
      .values({
        id: 'cat_there',
        market: 'app',
        slug: 'marketing',
        name: JSON.stringify({ en: 'Mine' }),
        position: 1,
      })
      .execute()
    const names = async () =>
      (
        await market.db
          .selectFrom('categories')
          .select(['id', 'name'])
          .orderBy('position')
          .execute()
      ).map((one) => one.name)
    await market.importFiles(FULL)
    expect(await names()).toEqual([{ en: 'Mine', tr: 'Pazarlama' }, { en: 'Dark' }])
    await market.importFiles({
      ...FULL,
      'categories.jsonl': [
        FULL['categories.jsonl'][0] as object,
        { id: 'd', market: 'theme', name: 'Dark', slug: 'dark' },
      ],
    })
    expect(await names()).toEqual([{ en: 'Mine', tr: 'Pazarlama' }, { en: 'Dark' }])
  })

  test('two catalogues may have the same ids and titles', async () => {
    await market.importFiles({ 'items.jsonl': [item('a')] })
    await market.importFiles({
      'catalogue.json': { ...CATALOGUE, source: 'avenue' },
      'items.jsonl': [item('a')],
    })
    const [first, second] = (await items()).map((one) => one.slug).sort()
    expect([first, second]).toEqual(['item-a', expect.stringMatching(/^item-a-[0-9a-z]{5}$/)])
  })

  test.each([
    [
      'an empty catalogue.json',
      { 'catalogue.json': Buffer.from(''), 'items.jsonl': [] },
      /catalogue\.json cannot be used/,
    ],
    ['no items', {}, /has no items\.jsonl/],
    [
      'a format of the future',
      { 'catalogue.json': { ...CATALOGUE, format: 2 }, 'items.jsonl': [] },
      /format: Invalid input/,
    ],
  ])('a folder with %s is refused in one sentence', async (_, files, words) => {
    const catalogue = await writeCatalogue(files)
    const refusal: unknown = await market.import(catalogue.path).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(CatalogueFault)
    expect((refusal as Error).message).toMatch(words)
    expect((refusal as Error).message).not.toContain('\n')
    await catalogue.remove()
  })
})
