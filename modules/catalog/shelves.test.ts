import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb, type Db } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { fold } from '#lib/text.ts'
import { listMarketCurrencies } from '#modules/currencies/data.ts'
import { pricingIn } from '#modules/currencies/pricing.ts'
import { noCache } from '#lib/cache.ts'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  prepareRandomMarket,
  randomDay,
  randomItem,
  writeRandomItem,
  type RandomItem,
} from '#test/support/random-market.ts'
import { SORTS } from './find-contract.ts'
import { fewTraits } from './facets.ts'
import { type Cell, listShelf, MARKET_SHELF, readShelves } from './shelves.ts'
import { maskOf, RELEASED } from './traits.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createDatabase()
  db = openDb({ url: database.url })
  await migrate(db)
  await prepareRandomMarket(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Everything derived, in a fixed order. */
const derived = async () =>
  (
    await sql`
  select 'shelf' as kind, to_jsonb(s) as row from shelf s union all
  select 'prices', to_jsonb(p) from shelf_prices p union all
  select 'counts', to_jsonb(c) from shelf_counts c where n <> 0 union all
  select 'card', to_jsonb(k) from item_cards k union all
  select 'words', to_jsonb(w) from item_words w order by 1, 2`.execute(db)
  ).rows

const item = (n: number) => fc.sample(randomItem(n), { numRuns: 1, seed: n })[0] as RandomItem
const published = (n: number): RandomItem => ({ ...item(n), market: 'app', status: 'published' })

const COUNT = 12
/** What may happen to a market, by whatever hand. */
const change = fc.oneof(
  fc
    .integer({ min: 1, max: COUNT })
    .chain((n) => randomItem(n))
    .map((one) => ({ what: 'write', run: (on: Db) => writeRandomItem(on, one) })),
  fc.integer({ min: 1, max: COUNT }).map((n) => ({
    what: `delete ${n}`,
    run: (on: Db) => on.deleteFrom('items').where('id', '=', `itm_r${n}`).execute(),
  })),
  fc.integer({ min: 0, max: 9 }).map((n) => ({
    what: `installs ${n}`,
    run: (on: Db) => on.updateTable('items').set({ install_count: n }).execute(),
  })),
  fc.constantFrom('Bir', 'İki').map((name) => ({
    what: `partner ${name}`,
    run: (on: Db) => on.updateTable('partners').set({ name }).execute(),
  })),
  fc.constantFrom('Raf', 'Tezgâh').map((name) => ({
    what: `category ${name}`,
    run: (on: Db) =>
      on
        .updateTable('categories')
        .set({ name: JSON.stringify({ tr: name }) })
        .where('position', '=', 1)
        .execute(),
  })),
  fc.integer({ min: 0, max: 800 }).map((day) => ({
    what: `day ${day}`,
    run: (on: Db) =>
      sql`select turn_market_day(${randomDay(day).toISOString().slice(0, 10)}::date)`.execute(on),
  })),
  fc.integer({ min: 1, max: COUNT }).map((n) => ({
    what: `picture ${n}`,
    run: (on: Db) =>
      sql`insert into item_pictures (item_id, role, device, position, sources, width, height) select id, 'cover', 'desktop', 0, '[]', 1280, 800 from items where id = ${`itm_r${n}`}`.execute(
        on,
      ),
  })),
)

describe('derived catalog tables: traits, counts, cards and words', () => {
  test('equal a full rebuild after any changes, in one transaction or many', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.array(change, { minLength: 1, maxLength: 4 })), {
          minLength: 1,
          maxLength: 5,
        }),
        async (steps) => {
          for (const [together, changes] of steps) {
            if (together)
              await db.transaction().execute(async (trx) => {
                for (const one of changes) await one.run(trx)
              })
            else for (const one of changes) await one.run(db)
          }
          const kept = await derived()
          await sql`truncate shelf, shelf_counts, item_cards, item_words`.execute(db)
          await sql`select shelve_items(array(select id from items))`.execute(db)
          expect(kept).toEqual(await derived())
          expect(await db.selectFrom('item_changes').selectAll().execute()).toEqual([])
        },
      ),
      { numRuns: 12 },
    )
  }, 120_000)

  test('follow the date: a release is new for 30, 90 and 365 days for everyone, and the market is notified when that changes (S2.16)', async () => {
    const release = { day: 100, packaged: true, platforms: [1], permissions: [] }
    await writeRandomItem(db, { ...published(150), release })
    const freshAt = async (day: number) => {
      await sql`select turn_market_day(${randomDay(day).toISOString().slice(0, 10)}::date)`.execute(
        db,
      )
      const {
        rows: [row],
      } = await sql<{
        traits: number
      }>`select traits from shelf join items using (number) where items.id = 'itm_r150' and shelf = -1`.execute(
        db,
      )
      return RELEASED.filter((days) => ((row?.traits ?? 0) & maskOf({ released: days })) !== 0)
    }
    const seen = []
    for (const day of [100, 129, 130, 189, 190, 464, 465, 120]) seen.push(await freshAt(day))
    expect(seen).toEqual([
      ['30', '90', '365'],
      ['30', '90', '365'],
      ['90', '365'],
      ['90', '365'],
      ['365'],
      ['365'],
      [],
      ['30', '90', '365'],
    ])
  })

  test('agree for every sort, whether few or many items match', async () => {
    for (const n of [160, 161, 162, 163])
      await writeRandomItem(db, { ...published(n), languages: ['tr'] })
    const traits = maskOf({ language: 'tr' })
    const { cells } = await readShelves({ db, cache: noCache }, 'app')
    const choice = { shelf: MARKET_SHELF.app, price: undefined, band: 0, traits, conditions: 0 }
    const matching = cells.filter((cell) => (cell.traits & traits) === traits)
    const kinds = [...new Set(matching.map((cell) => cell.traits))]
    expect(kinds.length).toBeGreaterThan(0)
    const pricing = pricingIn(await listMarketCurrencies(db), 'USD')
    for (const sort of SORTS) {
      const page = { sort, pricing, limit: 5, offset: 1 }
      expect(await listShelf(db, 'tr', choice.shelf, choice, { ...page, kinds }), sort).toEqual(
        await listShelf(db, 'tr', choice.shelf, choice, page),
      )
    }
  })

  test('include both of two concurrent changes to one item', async () => {
    await writeRandomItem(db, published(101))
    await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        await db.transaction().execute(async (trx) => {
          await trx
            .updateTable('items')
            .set((on) => ({ install_count: on('install_count', '+', 1) }))
            .where('id', '=', 'itm_r101')
            .execute()
          if (n === 4)
            await trx
              .updateTable('item_texts')
              .set({ tagline: 'Yeni söz.' })
              .where('item_id', '=', 'itm_r101')
              .execute()
        })
      }),
    )
    const { card } = await db
      .selectFrom('item_cards')
      .innerJoin('items', 'items.number', 'item_cards.number')
      .select('card')
      .where('items.id', '=', 'itm_r101')
      .executeTakeFirstOrThrow()
    expect(card).toMatchObject({
      install_count: published(101).installs + 10,
      tagline: 'Yeni söz.',
    })
  })

  test('lose an item and all of its rows when it leaves the market', async () => {
    await writeRandomItem(db, published(102))
    await db
      .updateTable('items')
      .set({ status: 'unpublished' })
      .where('id', '=', 'itm_r102')
      .execute()
    for (const table of ['shelf', 'item_cards', 'item_words'] as const) {
      expect(
        await db
          .selectFrom(table)
          .innerJoin('items', 'items.number', `${table}.number`)
          .select('items.id')
          .where('items.id', '=', 'itm_r102')
          .execute(),
        table,
      ).toEqual([])
    }
  })
})

describe('change notifications', () => {
  const listening = async (work: () => Promise<unknown>): Promise<string[]> => {
    const heard: string[] = []
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    client.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await client.query('listen arasta_changed')
    await work()
    // Notifications come in the order of commits: what was told before this one has arrived with
    // it.
    await db
      .transaction()
      .execute((trx) => sql`select pg_notify('arasta_changed', 'end')`.execute(trx))
    while (heard.at(-1) !== 'end') await client.query('select 1')
    await client.end()
    return heard.slice(0, -1)
  }
  const setPrice = (on: Db, minor: number) =>
    on
      .updateTable('items')
      .set({ price_minor: minor, price_kind: 'one_time', price_period: null })
      .where('id', '=', 'itm_r201')
      .execute()
  beforeAll(() => writeRandomItem(db, published(201)))

  test('are sent once at commit, with the market and the item', async () => {
    expect(
      await listening(() =>
        db.transaction().execute(async (trx) => {
          await setPrice(trx, 111)
          await trx
            .updateTable('item_texts')
            .set({ tagline: 'Başka.' })
            .where('item_id', '=', 'itm_r201')
            .execute()
        }),
      ),
    ).toEqual(['market:app item:itm_r201'])
  })

  test('name only the item when only its counter changed', async () => {
    expect(
      await listening(() =>
        db
          .updateTable('items')
          .set((on) => ({ install_count: on('install_count', '+', 1) }))
          .where('id', '=', 'itm_r201')
          .execute(),
      ),
    ).toEqual(['item:itm_r201'])
  })

  test('are not sent when nothing changed or the transaction was rolled back', async () => {
    expect(await listening(() => setPrice(db, 111))).toEqual([])
    await listening(() =>
      db
        .transaction()
        .execute(async (trx) => {
          await setPrice(trx, 999)
          throw new Error('taken back')
        })
        .catch(() => {}),
    ).then((heard) => expect(heard).toEqual([]))
  })

  test('name the market of a deleted item, and of rows related to items', async () => {
    await writeRandomItem(db, { ...item(202), market: 'theme', status: 'published' })
    expect(
      await listening(() => db.deleteFrom('items').where('id', '=', 'itm_r202').execute()),
    ).toEqual(['market:theme item:itm_r202'])
    expect(
      await listening(() =>
        sql`insert into collections (id, market, slug, name, position) values ('col_1', 'theme', 'c', '{}', 0)`.execute(
          db,
        ),
      ),
    ).toEqual(['market:theme'])
    expect(
      await listening(() =>
        sql`insert into platforms (id, key, name) values (5, 'x', 'X')`.execute(db),
      ),
    ).toEqual(['platform:5'])
  })

  test('of a thousand changes at once are one short message', async () => {
    expect(
      await listening(() =>
        sql`insert into items (id, market, slug, prefix, partner_id, name, price_minor, price_kind, currency, status, updated_at)
      select 'itm_many' || n, 'app', 'many-' || n, 'many-' || n, 'par_r', 'Many', 0, 'free', 'TRY', 'published', now() from generate_series(1, 1000) n`.execute(
          db,
        ),
      ),
    ).toEqual(['market:app'])
  })
})

describe('text folding in the database (D24)', () => {
  const inDatabase = async (texts: string[]) =>
    (
      await sql<{
        folded: string
      }>`select fold(said) as folded from unnest(${texts}::text[]) with ordinality as one (said, place) order by place`.execute(
        db,
      )
    ).rows.map((row) => row.folded)

  test('equals the folding in TypeScript for words that must match', async () => {
    const words = [
      'IŞIK',
      'ışık',
      'İstanbul',
      'ÇĞÖŞÜ',
      'القهوه',
      'القهوة',
      'مَوْقِع',
      'أحمد',
      'إلى',
      'Café',
      'Teslimat—günü, (2)',
      'ΣΊΣΥΦΟΣ',
      'Straße',
      'ｆｕｌｌｗｉｄｔｈ',
      '日本語アプリ',
      'हिन्दी',
      '½ Ⅷ ①',
      'e\u0301a\u0308',
      '🙂',
      '',
    ]
    expect(await inDatabase(words)).toEqual(words.map(fold))
  })

  // Letters that Unicode has known for long: Node and PostgreSQL need not have the same newest
  // ones.
  const LETTERS = fc.oneof(
    ...(
      [
        [0x20, 0x24f],
        [0x386, 0x4ff],
        [0x620, 0x6ff],
        [0x904, 0x939],
        [0x3041, 0x3096],
      ] as const
    ).map(([min, max]) =>
      fc
        .integer({ min, max })
        .map((code) => String.fromCodePoint(code))
        .filter((letter) => /\p{Assigned}/u.test(letter)),
    ),
  )
  test('equals the folding in TypeScript for any text', async () => {
    const letter = fc.oneof(
      fc.constantFrom(...'ıİIişŞğĞçÇöÖüÜâîûأإآٱىئؤةـًٌٍَُِّْ٠١٢abcXYZ 019-_.,/'),
      LETTERS,
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: letter, maxLength: 30 }), { minLength: 20, maxLength: 40 }),
        async (texts) => {
          expect(await inDatabase(texts)).toEqual(texts.map(fold))
        },
      ),
      { numRuns: 40 },
    )
  })
})

test('items are fetched by their traits only if they are few and rare on their shelf', () => {
  const cell = (traits: number, n: number): Cell => ({ shelf: 1, free: false, band: 0, traits, n })
  const kindsOf = (wanted: number, ...cells: Cell[]) =>
    fewTraits(cells, { shelf: 1, price: undefined, band: 0, traits: wanted, conditions: 0 })
  expect(kindsOf(1, cell(1, 10), cell(3, 10), cell(2, 180))).toEqual([1, 3])
  expect(kindsOf(1, cell(1, 20), cell(3, 20), cell(2, 160))).toBeNull()
  expect(kindsOf(1, cell(1, 1_001), cell(2, 100_000))).toBeNull()
  expect(kindsOf(1, cell(2, 100))).toEqual([])
})
