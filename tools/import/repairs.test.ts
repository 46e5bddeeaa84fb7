import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentOf, emptyMarket, type Market } from './import.support.ts'
import { makeFormat } from './format.ts'
import { PARTS } from './format.ts'

let market: Market
beforeAll(async () => {
  market = await emptyMarket()
})
afterAll(() => market.stop())

const catalogue = (source: string) => ({
  format: 1,
  source,
  market: 'app',
  language: 'en',
  currency: 'USD',
  without_plans: 'free',
  default_partner: { name: 'Nobody' },
})
const read = (source: string) =>
  market.db
    .selectFrom('items')
    .selectAll()
    .where('source', '=', source)
    .orderBy('source_id')
    .execute()

describe('a line of a catalogue', () => {
  test('may have null for any optional field at any depth', async () => {
    const format = makeFormat(() => {})
    const nulls = (kind: keyof typeof format) =>
      Object.fromEntries(
        Object.entries(format[kind].shape).flatMap(([name, schema]) =>
          schema.safeParse(undefined).success ? [[name, null]] : [],
        ),
      )
    const { lines, ...outcome } = await market.importFiles({
      'catalogue.json': catalogue('nulls'),
      'items.jsonl': [
        { ...nulls('item'), id: 'a', title: 'A' },
        {
          id: 'b',
          title: 'B',
          links: { support: null, document: 'https://a.example/' },
          categories: [null],
        },
      ],
      'texts.jsonl': [
        { ...nulls('text'), item: 'a', locale: 'en', title: 'A' },
        { item: 'b', locale: 'en', title: 'B' },
      ],
      'plans.jsonl': [{ ...nulls('plan'), item: 'a', kind: 'free' }],
      'releases.jsonl': [{ ...nulls('release'), item: 'a', version: '1.0.0' }],
      'ratings.jsonl': [{ item: 'a', rater: 'r', stars: 5 }],
    })
    expect(lines).toEqual([])
    expect(outcome).toMatchObject({ new: 2, refused: 0 })
    expect(PARTS.length).toBeGreaterThan(0)
  })

  test('loses only the invalid field, and the report names the item and the value', async () => {
    const { lines } = await market.importFiles({
      'catalogue.json': catalogue('fields'),
      'items.jsonl': [
        {
          id: 'a',
          title: 'A',
          install_count: '1200',
          review_count: 3,
          rating: '4.5',
          in_app_purchase: 'true',
          published_at: 20_240_801,
          links: { support: 5, document: 'https://a.example/' },
          swatches: ['#112233', 'red', '#445566'],
        },
        { id: 42, title: 7, status: 'Live', icon: 'x'.repeat(3_000) },
        { id: 'c', title: ['no text'], install_count: 3 },
      ],
      'texts.jsonl': [{ item: 'a', locale: 'en', title: 'A', features: ['ok', { text: 'no' }, 3] }],
    })
    const [number, letter] = await read('fields')
    expect(letter).toMatchObject({
      source_id: 'a',
      install_count: 1200,
      review_count: 3,
      rating: '4.50',
      in_app_purchase: true,
      links: { document: 'https://a.example/' },
      swatches: ['#112233', '#445566'],
      published_at: null,
    })
    expect(number).toMatchObject({ source_id: '42', name: '7', status: 'published', icon: null })
    expect(await read('fields')).toHaveLength(2)
    const of = (id: string) =>
      lines.filter((line) => line[4] === id).map((line) => line.slice(2, 4).join(' '))
    expect(of('a')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^R-FIELD-BAD repaired: install_count: "1200" read as 1200/),
        expect.stringMatching(/^R-FIELD-BAD repaired: swatches\.1: "red" left out/),
        expect.stringMatching(/^R-DATE-BAD repaired: published_at 20240801/),
        expect.stringMatching(/^R-LINK-BAD repaired: support: 5/),
        expect.stringMatching(/^R-FIELD-BAD repaired: features\.1: \{"text":"no"\} left out/),
        expect.stringMatching(/^R-FIELD-BAD repaired: features\.1: 3 read as "3"/),
      ]),
    )
    expect(of('42')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^R-FIELD-BAD repaired: status: "Live" left out/),
      ]),
    )
    expect(of('c')).toEqual([
      expect.stringMatching(/^R-LINE-FORM skipped: title: .*found \["no text"\]/),
    ])
  })

  test('may have counts up to and beyond the largest safe number', async () => {
    const { refused } = await market.importFiles({
      'catalogue.json': catalogue('counts'),
      'items.jsonl': [
        {
          id: 'a',
          title: 'A',
          install_count: 9_000_000_000_000,
          rating: 5,
          review_count: 9_000_000_000_000,
        },
      ],
    })
    expect(refused).toBe(0)
    await market.db
      .updateTable('items')
      .set((on) => ({
        install_count: on('install_count', '+', 1),
        review_count: on('review_count', '+', 1),
      }))
      .where('source', '=', 'counts')
      .execute()
    expect((await read('counts'))[0]).toMatchObject({ install_count: 2_000_000_001 })
  })
})

describe('an import', () => {
  const files = (ids: string[], more: object = {}) => ({
    'catalogue.json': catalogue('modes'),
    'items.jsonl': ids.map((id) => ({ id, title: `Item ${id}` })),
    'texts.jsonl': ids.map((id) => ({ item: id, locale: 'en', title: `Item ${id}` })),
    ...more,
  })

  test('with --dry-run reports what it would do and writes nothing', async () => {
    await market.importFiles(files(['a', 'b']))
    const before = await contentOf(market.db)
    const tried = await market.importFiles(
      files(['a', 'c', 'd'], {
        'partners.jsonl': [{ id: 'p', name: 'New' }],
        'categories.jsonl': [{ id: 'k', name: 'New' }],
      }),
      { mode: 'dry', retireMissing: true },
    )
    expect(tried).toMatchObject({ new: 2, unchanged: 1, retired: 1, written: false })
    expect(await contentOf(market.db)).toEqual(before)
  })

  test('with --strict writes all of a clean catalogue, and nothing where one line must be repaired or skipped', async () => {
    const before = await contentOf(market.db)
    const dirty = files(['a', 'e'], {
      'plans.jsonl': [{ item: 'e', kind: 'recurring', price_minor: 5 }],
    })
    expect(await market.importFiles(dirty, { mode: 'strict' })).toMatchObject({
      new: 1,
      written: false,
      lines: [expect.arrayContaining(['plans.jsonl', 'R-PLAN-PERIOD', 'e'])],
    })
    expect(await contentOf(market.db)).toEqual(before)
    expect(await market.importFiles(files(['a', 'b', 'e']), { mode: 'strict' })).toMatchObject({
      new: 1,
      unchanged: 2,
      written: true,
    })
    expect((await read('modes')).map((row) => row.source_id)).toEqual(['a', 'b', 'e'])
  })

  test('with --retire delists items missing from the files, relists them when they return, and does neither while lines cannot be read', async () => {
    const states = async () =>
      Object.fromEntries((await read('modes')).map((row) => [row.source_id, row.status]))
    const others = await market.db
      .selectFrom('items')
      .select(['id', 'status'])
      .where('source', '<>', 'modes')
      .orderBy('id')
      .execute()
    expect(
      await market.importFiles(
        files(['a'], { 'items.jsonl': ['{"id":"b"', { id: 'a', title: 'Item a' }] }),
        { retireMissing: true },
      ),
    ).toMatchObject({ retired: null })
    expect(await states()).toEqual({ a: 'published', b: 'published', e: 'published' })
    expect(await market.importFiles(files(['a']), { retireMissing: true })).toMatchObject({
      retired: 2,
      unchanged: 1,
    })
    expect(await states()).toEqual({ a: 'published', b: 'unpublished', e: 'unpublished' })
    const shelved = await market.db
      .selectFrom('shelf')
      .innerJoin('items', 'items.number', 'shelf.number')
      .select('source_id')
      .where('source', '=', 'modes')
      .distinct()
      .execute()
    expect(shelved).toEqual([{ source_id: 'a' }])
    expect(await market.importFiles(files(['a', 'b']), { retireMissing: true })).toMatchObject({
      changed: 1,
      retired: 0,
    })
    expect(await states()).toEqual({ a: 'published', b: 'published', e: 'unpublished' })
    expect(
      await market.db
        .selectFrom('items')
        .select(['id', 'status'])
        .where('source', '<>', 'modes')
        .orderBy('id')
        .execute(),
    ).toEqual(others)
  })
})
