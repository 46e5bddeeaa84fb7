import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDb, type Db } from '#db/client.ts'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import { readListing, type Listing } from './listing.ts'
import { NO_TERMS } from './plan-terms.ts'
import { writeListings } from './write-listings.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createDatabase()
  db = openDb({ url: database.url, poolSize: 2 })
  await db
    .insertInto('partners')
    .values({ id: 'par_1', slug: 'ada', name: 'Ada', created_at: new Date(0) })
    .execute()
  await db
    .insertInto('categories')
    .values(
      ['cat_1', 'cat_2'].map((id, position) => ({
        id,
        market: 'app',
        slug: `c${position}`,
        name: JSON.stringify({ en: id }),
        position,
      })),
    )
    .execute()
})
beforeEach(async () => {
  await db.deleteFrom('items').execute()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const listing = (more: Partial<Listing> = {}): Listing => ({
  id: 'itm_a',
  slug: 'a',
  prefix: 'a',
  market: 'app',
  partnerId: 'par_1',
  name: 'A',
  price: { kind: 'one_time', amountMinor: 900, currency: 'USD', period: null },
  inAppPurchase: false,
  icon: null,
  swatches: [],
  ground: null,
  links: {},
  credits: [],
  facts: {},
  pageWeight: null,
  status: 'published',
  unpublishedReason: null,
  publishedAt: new Date(0),
  updatedAt: new Date(0),
  texts: [
    { locale: 'en', name: 'A', tagline: 'T', description: ['D'], features: ['F'] },
    { locale: 'tr', name: 'A', tagline: 'T', description: [], features: [] },
  ],
  categoryIds: ['cat_1', 'cat_2'],
  plans: [
    {
      kind: 'one_time',
      amountMinor: 900,
      currency: 'USD',
      period: null,
      name: {},
      features: {},
      ...NO_TERMS,
    },
    {
      kind: 'recurring',
      amountMinor: 100,
      currency: 'USD',
      period: 'year',
      name: { en: 'P' },
      features: { en: ['x'] },
      trialDays: 14,
      trialNeedsCard: true,
      meters: [
        {
          key: 'notices',
          name: { en: 'notices' },
          included: 100,
          tiers: [
            { upTo: 900, priceMinor: 2, per: 1 },
            { upTo: null, priceMinor: 10, per: 10 },
          ],
        },
      ],
      capMinor: 5_000,
    },
  ],
  pictures: [
    {
      role: 'cover',
      locale: null,
      device: 'desktop',
      position: 0,
      sources: [{ path: '/pictures/a.png', type: 'image/png', width: 9 }],
      width: 9,
      height: 9,
      placeholder: null,
      alt: { en: 'a' },
    },
  ],
  counts: {
    rating: 4.5,
    reviewCount: 2,
    histogram: [0, 0, 0, 1, 1],
    installCount: 3,
    ratings: [
      { rater: 'x', stars: 4 },
      { rater: 'y', stars: 5 },
    ],
  },
  releases: [
    {
      id: 'rel_1',
      version: '1.0.0',
      versionOrder: '1',
      status: 'published',
      notes: {},
      publishedAt: null,
      downloads: 1,
    },
    {
      id: 'rel_2',
      version: '2.0.0',
      versionOrder: '2',
      status: 'published',
      notes: { en: 'n' },
      publishedAt: new Date(0),
      downloads: 2,
    },
  ],
  ...more,
})
const write = (...listings: Listing[]) =>
  db.transaction().execute((trx) => writeListings(trx, listings))
const written = async () =>
  (
    await sql<{ row: string }>`
  select concat_ws(' ', 'item', id, xmin) as row from items union all select concat_ws(' ', 'text', locale, xmin) from item_texts
  union all select concat_ws(' ', 'category', category_id, xmin) from item_categories union all select concat_ws(' ', 'plan', position, xmin) from plans
  union all select concat_ws(' ', 'picture', id, xmin) from item_pictures union all select concat_ws(' ', 'release', id, xmin) from releases
  union all select concat_ws(' ', 'rating', rater, xmin) from imported_ratings union all select concat_ws(' ', 'card', locale, xmin) from item_cards
  union all select concat_ws(' ', 'words', xmin) from item_words union all select concat_ws(' ', 'shelf', shelf, xmin) from shelf order by 1`.execute(
      db,
    )
  ).rows.map(({ row }) => row)
const getItem = () => db.selectFrom('items').selectAll().executeTakeFirstOrThrow()

test('writing the same listing again writes no row, at any time', async () => {
  await write(listing())
  const before = await written()
  expect(before.length).toBeGreaterThan(15)
  await write(listing({ updatedAt: new Date(5) }))
  expect(await written()).toEqual(before)
})

test('only changed rows are written, and removed parts of a listing are deleted', async () => {
  await write(listing())
  const before = await written()
  const { texts, plans, releases = [] } = listing()
  await write(
    listing({
      texts: texts.slice(0, 1),
      plans: plans.slice(0, 1),
      categoryIds: ['cat_2'],
      pictures: [],
      releases: releases.slice(0, 1),
    }),
  )
  const after = await written()
  const kept = before.filter((row) => after.includes(row)).map((row) => row.replace(/ \d+$/, ''))
  expect(kept).toEqual(
    expect.arrayContaining([
      'category cat_2',
      'plan 0',
      'rating x',
      'rating y',
      'release rel_1',
      'text en',
    ]),
  )
  expect(after.filter((row) => /^(text|category|plan|picture|release)/.test(row))).toHaveLength(4)
  expect((await getItem()).latest_release_id).toBe('rel_1')
})

test('what a plan says of trial and use is read as it was written, and a change of it is written', async () => {
  await write(listing())
  expect((await readListing(db, listing().id))?.plans).toEqual(listing().plans)
  const before = await written()
  const [once, yearly] = listing().plans as [Listing['plans'][number], Listing['plans'][number]]
  await write(listing({ plans: [once, { ...yearly, capMinor: 6_000 }] }))
  const changed = (await written()).filter((row) => !before.includes(row))
  expect(changed.map((row) => row.replace(/ \d+$/, ''))).toEqual(['plan 1'])
})

test('slug and prefix never change, nor does what a listing omits: counts, releases, source', async () => {
  await write(listing({ source: { name: 's', id: '1', hash: 'h' } }))
  const {
    counts: _counts,
    releases: _releases,
    ...rest
  } = listing({ slug: 'other', prefix: 'other', name: 'New' })
  await write(rest)
  expect(await getItem()).toMatchObject({
    slug: 'a',
    prefix: 'a',
    name: 'New',
    rating: '4.50',
    review_count: 2,
    rating_histogram: [0, 0, 0, 1, 1],
    install_count: 3,
    latest_release_id: 'rel_2',
    source: 's',
    source_hash: 'h',
  })
  expect(await db.selectFrom('imported_ratings').select('rater').execute()).toHaveLength(2)
})

test("the newest published release by version order is the item's", async () => {
  const [one, two] = listing().releases ?? []
  if (!one || !two) throw new Error('two releases')
  await write(listing({ releases: [{ ...two, status: 'yanked' }, one] }))
  expect((await getItem()).latest_release_id).toBe('rel_1')
  await write(listing({ releases: [two, one] }))
  expect((await getItem()).latest_release_id).toBe('rel_2')
})

test('a published item appears in lists at once, an unpublished one does not', async () => {
  await write(
    listing(),
    listing({
      id: 'itm_b',
      slug: 'b',
      prefix: 'b',
      status: 'unpublished',
      unpublishedReason: 'Gone',
      releases: [],
      counts: { rating: null, reviewCount: 0, histogram: null, installCount: 0, ratings: [] },
    }),
  )
  const cards = await sql<{
    slug: string
  }>`select distinct card ->> 'slug' as slug from item_cards`.execute(db)
  expect(cards.rows).toEqual([{ slug: 'a' }])
})

test('a call writes everything or nothing', async () => {
  await expect(write(listing(), listing({ id: 'itm_b', prefix: 'b' }))).rejects.toThrow(/slug/)
  expect(await db.selectFrom('items').select('id').execute()).toEqual([])
})

test('a listing reads back as written, and writing it again changes no row', async () => {
  await write(listing())
  const before = await written()
  const { counts: _counts, releases: _releases, ...said } = listing()
  const read = await readListing(db, 'itm_a')
  expect(read).toEqual({
    ...said,
    tagIds: [],
    texts: said.texts.toSorted((a, b) => a.locale.localeCompare(b.locale)),
  })
  if (read) await write(read)
  expect(await written()).toEqual(before)
})

// The last one: what a store agreed to is never deleted, nor is its item.
test('a plan whose terms a store agreed to stays, though the listing has it no more', async () => {
  await write(listing())
  await sql`insert into plan_versions (id, plan_id, kind, name, period, currency, amount_minor, trial_days, meters, terms_sha256, created_at)
    select 'plv_1', id, kind, name, period, currency, price_minor, trial_days, meters, 'x', now() from plans where position = 1`.execute(
    db,
  )
  await write(listing({ plans: listing().plans.slice(0, 1) }))
  expect((await readListing(db, listing().id))?.plans).toHaveLength(2)
})
