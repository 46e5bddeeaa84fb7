import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import { emptyMarket, writeCatalogue, type Market } from './import.support.ts'
import { RULES } from './rules.ts'

let market: Market
beforeAll(async () => {
  market = await emptyMarket()
})
afterAll(() => market.stop())

const plain = { id: 'ok', title: 'Fine' }

/** Nearly every line breaks a rule; the comments are line numbers. */
const DIRTY = {
  'catalogue.json': {
    format: 1,
    source: 'dirty',
    market: 'app',
    language: 'en',
    currency: 'USD',
    without_plans: 'unlisted',
    default_partner: { name: 'Nobody' },
    taken_on: '2020',
  },
  'partners.jsonl': [
    { id: 'p', name: 'Ada', website: 'javascript:alert(1)' },
    { id: 'p', name: 'Again' },
    { id: 'q', name: ' \u200B ' },
  ],
  'categories.jsonl': [
    { id: 'c', name: 'Marketing' },
    { id: 'd', name: 'Dark', market: 'theme' },
  ],
  'items.jsonl': [
    plain, // 1
    { ...plain, title: 'Twice' }, // 2
    { id: 'empty', title: '\u202E' }, // 3
    { id: 'form', title: { en: 'no text' } }, // 4
    '{"id":"json"', // 5
    Buffer.from([0x7b, 0xc3, 0x28, 0x7d]), // 6
    JSON.stringify({ id: 'long', title: 'x'.repeat(1_000_001) }), // 7
    { id: 'same', title: 'Fine' }, // 8
    { id: 'ja', title: '日本語' }, // 9
    { id: 'reserved', title: 'Checkout' }, // 10
    {
      id: 'refs',
      title: 'References',
      partner: 'nobody',
      categories: ['c', 'd', 'none'],
      links: { document: 'ftp://x.example' },
      published_at: '2026-02-30',
      install_count: 3_000_000_000,
      icon: 'https://x.example/i.png',
    }, // 11
    { id: 'stated', title: 'Stated', rating: 4.5, review_count: 9 }, // 12
    { id: 'nobody', title: 'Nobody rated', rating: 0, review_count: 0, colour: 'red' }, // 13
    { id: 'cleaned', title: '  Blank\u0000s ' }, // 14
    { id: 'cut', title: 'y'.repeat(201) }, // 15
    { id: 'pictures', title: 'Pictures' }, // 16
    { id: 'taken', title: 'Taken' }, // 17
    {
      id: 'field',
      title: 'Field',
      review_count: '12',
      rating: 'good',
      swatches: ['#112233', 'red'],
    }, // 18
  ],
  'texts.jsonl': [
    {
      item: 'ok',
      locale: 'en',
      title: 'Fine',
      features: Array.from({ length: 51 }, (_, at) => `f${at}`),
    }, // 1
    { item: 'ok', locale: 'en', title: 'Again' }, // 2
    { item: 'ok', locale: 'xx', title: 'Gut' }, // 3
    { item: 'gone', locale: 'en', title: 'Gone' }, // 4
  ],
  'plans.jsonl': [
    { item: 'ok', kind: 'free', price_minor: 100, prices_minor: { GBP: 100 }, trial_days: 7 },
    { item: 'ok', kind: 'recurring', price_minor: 100 },
    { item: 'ok', kind: 'one_time', price_minor: 1, currency: 'GBP' },
    { item: 'ok', kind: 'one_time' },
  ],
  'releases.jsonl': [{ item: 'ok', version: 'v1' }],
  'ratings.jsonl': [
    { item: 'ok', rater: 'x', stars: 4.7 },
    { item: 'stated', rater: 'x', stars: 5 },
  ],
  'pictures.jsonl': [
    '../catalogue.json',
    'pictures/none.png',
    'pictures/a.svg',
    'pictures/heavy.png',
  ].map((file) => ({ item: 'pictures', role: 'screenshot', file })),
  'pictures/a.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  'pictures/heavy.png': Buffer.alloc(2_100_000),
}

const EXPECTED = `
partners.jsonl 1 R-LINK-BAD repaired
partners.jsonl 2 R-LINE-TWICE skipped
partners.jsonl 3 R-TEXT-CLEANED repaired
partners.jsonl 3 R-TEXT-BLANKS repaired
partners.jsonl 3 R-TITLE-EMPTY skipped
items.jsonl 2 R-LINE-TWICE skipped
items.jsonl 3 R-TEXT-CLEANED repaired
items.jsonl 3 R-TITLE-EMPTY skipped
items.jsonl 4 R-LINE-FORM skipped
items.jsonl 5 R-LINE-JSON skipped
items.jsonl 6 R-LINE-UTF8 skipped
items.jsonl 7 R-LINE-LONG skipped
items.jsonl 8 R-TITLE-REPEATED repaired
items.jsonl 9 R-SLUG-FROM-ID repaired
items.jsonl 10 R-SLUG-TAKEN repaired
items.jsonl 11 R-PARTNER-UNKNOWN repaired
items.jsonl 11 R-CATEGORY-UNKNOWN repaired
items.jsonl 11 R-LINK-BAD repaired
items.jsonl 11 R-DATE-BAD repaired
items.jsonl 11 R-COUNT-CAPPED repaired
items.jsonl 11 R-PRICE-UNKNOWN repaired
items.jsonl 11 R-TEXT-MISSING repaired
items.jsonl 12 R-RATING-COUNTED repaired
items.jsonl 13 R-RATING-NOBODY repaired
items.jsonl 14 R-TEXT-CLEANED repaired
items.jsonl 14 R-TEXT-BLANKS repaired
items.jsonl 15 R-TEXT-CUT repaired
items.jsonl 17 R-ITEM-REFUSED skipped
items.jsonl 18 R-FIELD-BAD repaired
items.jsonl  R-PICTURE-REMOTE left
items.jsonl  R-FIELD-UNKNOWN left
texts.jsonl 1 R-LIST-CUT repaired
texts.jsonl 2 R-LINE-TWICE skipped
texts.jsonl 3 R-LOCALE-UNKNOWN skipped
texts.jsonl 4 R-ITEM-UNKNOWN skipped
plans.jsonl 1 R-PLAN-FREE repaired
plans.jsonl 1 R-PLAN-OTHER-PRICE repaired
plans.jsonl 1 R-PLAN-TERMS repaired
plans.jsonl 2 R-PLAN-PERIOD skipped
plans.jsonl 3 R-PLAN-CURRENCY skipped
plans.jsonl 4 R-PLAN-PRICE skipped
releases.jsonl 1 R-RELEASE-ORDER repaired
ratings.jsonl 1 R-STARS-BAD skipped
pictures.jsonl 1 R-PICTURE-PATH repaired
pictures.jsonl 2 R-PICTURE-MISSING repaired
pictures.jsonl 3 R-PICTURE-TYPE repaired
pictures.jsonl 4 R-PICTURE-SIZE repaired
`
  .trim()
  .split('\n')

test('every rule repairs or skips its line, is reported once, and affects no other line', async () => {
  // another party's row has the place of one of the items: nothing that a rule could foresee.
  await market.importFiles({
    'catalogue.json': DIRTY['catalogue.json'],
    'items.jsonl': [{ id: 'before', title: 'Before' }],
  })
  await market.db
    .updateTable('items')
    .set({ source_id: 'taken' })
    .where('source_id', '=', 'before')
    .execute()
  const { lines, ...summary } = await market.importFiles(DIRTY)
  const found = lines.map(
    ([file, line, rule, what]) => `${file} ${line} ${rule} ${what?.split(/[ :]/)[0]}`,
  )
  for (const one of EXPECTED) expect(found, one).toContain(one)
  expect(
    new Set(EXPECTED.map((one) => one.split(' ').find((word) => word.startsWith('R-')))),
  ).toEqual(new Set(Object.keys(RULES)))
  expect(summary).toMatchObject({ new: 11, refused: 1 })
  const items = await market.db
    .selectFrom('items')
    .select([
      'source_id',
      'slug',
      'name',
      'status',
      'unpublished_reason',
      'icon',
      'links',
      'install_count',
      'published_at',
      'rating',
      'review_count',
    ])
    .where('source', '=', 'dirty')
    .execute()
  const by = Object.fromEntries(items.map((one) => [one.source_id, one]))
  expect(by.ok).toMatchObject({ name: 'Fine', slug: 'fine', status: 'published' })
  expect(by.same?.slug).toMatch(/^fine-[0-9a-z]{5}$/)
  expect(by.reserved?.slug).toMatch(/^checkout-[0-9a-z]{5}$/)
  expect(by.refs).toMatchObject({
    icon: null,
    links: {},
    install_count: 2_000_000_000,
    published_at: null,
    status: 'unpublished',
    unpublished_reason: 'The source gives no price.',
  })
  expect(by.stated).toMatchObject({ rating: '5.00', review_count: 1 })
  expect(by.cleaned?.name).toBe('Blanks')
  expect(by.taken?.name).toBe('Before')
})

test("pictures of the folder become the item's icon and pictures, under generated names", async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await market.importFiles({
    'items.jsonl': [{ id: 'drawn', title: 'Drawn', icon: 'pictures/i.png' }],
    'pictures/i.png': png,
    'pictures.jsonl': [{ item: 'drawn', role: 'cover', file: 'pictures/i.png', alt: 'A point' }],
  })
  const { id, icon } = await market.db
    .selectFrom('items')
    .select(['id', 'icon'])
    .where('source_id', '=', 'drawn')
    .executeTakeFirstOrThrow()
  expect(icon).toMatch(/^\/pictures\/imported\/[0-9a-f]{40}\.png$/)
  expect(
    await market.db
      .selectFrom('item_pictures')
      .select(['role', 'device', 'sources', 'width', 'height', 'alt'])
      .where('item_id', '=', id)
      .execute(),
  ).toEqual([
    {
      role: 'cover',
      device: 'desktop',
      sources: [{ path: icon, type: 'image/png', width: 1 }],
      width: 1,
      height: 1,
      alt: { en: 'A point' },
    },
  ])
})

test('an item with any text is listed and the report keeps its columns', async () => {
  const naughty = anyText({ minLength: 1, maxLength: 60 })
  const some = fc.sample(naughty, { numRuns: 120, seed: 7 })
  const { lines, refused } = await market.importFiles({
    'catalogue.json': {
      format: 1,
      source: 'naughty',
      market: 'app',
      language: 'en',
      currency: 'USD',
      without_plans: 'free',
      default_partner: { name: 'Nobody' },
    },
    'items.jsonl': some.map((title, at) => ({ id: `n${at}`, title: `t${title}` })),
    'texts.jsonl': some.map((said, at) => ({
      item: `n${at}`,
      locale: 'en',
      title: `'; drop table items; -- ${said}`,
      tagline: said,
      description: [said, '{{7*7}} ${jndi:ldap://x}'],
    })),
    'ratings.jsonl': some.map((rater, at) => ({ item: `n${at}`, rater, stars: 5 })),
  })
  expect(refused).toBe(0)
  expect(lines.every((columns) => columns.length === 5)).toBe(true)
  expect(
    (await market.db.selectFrom('items').select('id').where('source', '=', 'naughty').execute())
      .length,
  ).toBe(120)
  expect(
    (
      await market.db
        .selectFrom('item_words')
        .innerJoin('items', 'items.number', 'item_words.number')
        .select('items.id')
        .where('source', '=', 'naughty')
        .execute()
    ).length,
  ).toBe(120)
})

test('the document lists every rule with its sentence', async () => {
  const text = await readFile(
    join(import.meta.dirname, '../../docs/protocols/catalogue-import.md'),
    'utf8',
  )
  const inText = Object.fromEntries(
    [...text.matchAll(/^\| `(R-[A-Z0-9-]+)` +\| (.+?) +\|$/gm)].map(([, rule, words]) => [
      rule,
      words,
    ]),
  )
  expect(inText).toEqual(RULES)
})

test('a report replaces the previous one only when the import has ended', async () => {
  const catalogue = await writeCatalogue({})
  await writeFile(join(catalogue.path, 'items.jsonl'), '')
  const { lines } = await market.import(catalogue.path)
  expect(lines).toEqual([])
  await catalogue.remove()
})
