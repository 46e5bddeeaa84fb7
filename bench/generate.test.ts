import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import { generateMarket, type GeneratedMarket } from './generate.ts'
import { demoStock } from './demo-stock.ts'

const ITEMS = 600

interface Made {
  database: TestDatabase
  client: pg.Client
  market: GeneratedMarket
}

async function make(seed: number, batch: number, derived?: number): Promise<Made> {
  const database = await createDatabase()
  const market = await generateMarket({
    url: database.url,
    items: ITEMS,
    seed,
    stock: demoStock(),
    batch,
    ...(derived === undefined ? {} : { derived }),
  })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return { database, client, market }
}

const made: Made[] = []
beforeAll(async () => {
  // The same seed in other portions, another seed; and twice one where two thirds are copies.
  for (const [seed, batch, derived] of [
    [1, 600],
    [1, 250],
    [2, 600],
    [1, 150, 200],
    [1, 70, 200],
  ] as const)
    made.push(await make(seed, batch, derived))
}, 180_000)
afterAll(async () => {
  for (const { client, database } of made) {
    await client.end()
    await database.drop()
  }
})

async function ask<T>(place: number, text: string): Promise<T> {
  const {
    rows: [row],
  } = await (made[place] as Made).client.query<{ answer: T }>(text)
  return row?.answer as T
}

const EVERYTHING = [
  'items',
  'item_texts',
  'item_categories',
  'plans',
  'releases',
  'shelf',
  'item_words',
  'shelf_counts',
  'item_cards',
  'item_pictures',
]
/**
 * A picture's id is the database's own; where a word stands among those of an item is of no
 * account.
 */
const fingerprint = (table: string): string => `
  select md5(string_agg(said, '|' order by said)) as answer from (
    select (to_jsonb(one_row) - 'id' - 'words')::text ${table === 'item_words' ? '|| tsvector_to_array(words)::text' : ''} as said from ${table} one_row
  ) all_of_it`

describe('a generated market', () => {
  test('is deterministic for a seed, independent of batch sizes, and differs for another seed', async () => {
    for (const table of EVERYTHING) {
      const [once, again, other] = await Promise.all(
        [0, 1, 2].map((place) => ask<string>(place, fingerprint(table))),
      )
      expect(again, table).toBe(once)
      expect(other, table).not.toBe(once)
    }
  })

  test('has the requested number of items, each with ranking rows, card and words, and correct counts', async () => {
    expect(await ask(0, 'select count(*)::integer as answer from items')).toBe(ITEMS)
    expect(await ask(0, 'select count(*)::integer as answer from shelf where shelf = -1')).toBe(
      ITEMS,
    )
    expect(await ask(0, 'select count(*)::integer as answer from item_words')).toBe(ITEMS)
    expect(
      await ask(0, 'select sum(n)::integer as answer from shelf_counts where shelf = -1'),
    ).toBe(ITEMS)
    expect(await ask(0, 'select count(*)::integer as answer from item_cards')).toBe(
      await ask(0, 'select count(*)::integer as answer from item_texts'),
    )
    expect(
      await ask(
        0,
        `select count(*)::integer as answer from shelf_counts c where n <> (
      select count(*) from shelf s where s.shelf = c.shelf and s.free = c.free and s.rating_band = c.rating_band and s.traits = c.traits)`,
      ),
    ).toBe(0)
  })

  test('is skewed realistically: most items unrated and rarely installed, a few with very many, 1.5 categories each', async () => {
    const unrated =
      (await ask<number>(0, 'select count(*)::integer as answer from items where rating is null')) /
      ITEMS
    expect(unrated).toBeGreaterThan(0.5)
    expect(unrated).toBeLessThan(0.7)
    const middle = await ask<number>(
      0,
      'select percentile_disc(0.5) within group (order by install_count) as answer from items',
    )
    expect(await ask<number>(0, 'select max(install_count) as answer from items')).toBeGreaterThan(
      50 * Math.max(middle, 1),
    )
    const categories =
      (await ask<number>(0, 'select count(*)::integer as answer from item_categories')) / ITEMS
    expect(categories).toBeGreaterThan(1.2)
    expect(categories).toBeLessThan(1.8)
  })

  test('has a word of a fifth of all items, and words of five to twenty items', async () => {
    const { market, client } = made[0] as Made
    const having = async (word: string) =>
      (
        await client.query<{ n: number }>(
          'select count(*)::integer as n from item_words where words @@ $1::tsquery',
          [`'${word}':*`],
        )
      ).rows[0]?.n ?? 0
    expect((await having(market.broadWord)) / ITEMS).toBeGreaterThan(0.15)
    expect((await having(market.broadWord)) / ITEMS).toBeLessThan(0.25)
    expect(market.selectiveWords.length).toBeGreaterThan(10)
    for (const word of market.selectiveWords) {
      expect(await having(word), word).toBeGreaterThanOrEqual(5)
      expect(await having(word), word).toBeLessThanOrEqual(20)
    }
  })

  test('records changes afterwards: the disabled triggers are enabled again', async () => {
    const { client } = made[2] as Made
    await client.query(
      `update items set price_minor = 123400, price_kind = 'one_time', price_period = null where id = (select min(id) from items)`,
    )
    expect(
      await ask(
        2,
        `select (card ->> 'price_minor')::integer as answer from item_cards join items using (number) where id = (select min(id) from items) limit 1`,
      ),
    ).toBe(123_400)
    expect(
      await ask(
        2,
        `select count(*)::integer as answer from pg_trigger where tgname like 'note_%' and tgenabled <> 'O'`,
      ),
    ).toBe(0)
  })
})

describe('a market of which two thirds are copies', () => {
  const COPIES = 3
  const DERIVED = ['shelf', 'shelf_counts', 'item_cards', 'item_words', 'known_words']
  const fingerprints = async (): Promise<Record<string, string>> => {
    const all: Record<string, string> = {}
    for (const table of DERIVED) all[table] = await ask<string>(COPIES, fingerprint(table))
    return all
  }

  test('is deterministic for a seed, independent of batch sizes', async () => {
    for (const table of EVERYTHING)
      expect(await ask(COPIES + 1, fingerprint(table)), table).toBe(
        await ask(COPIES, fingerprint(table)),
      )
  })

  test('has exactly the ranking rows, cards and words that the product derives', async () => {
    const before = await fingerprints()
    const { client } = made[COPIES] as Made
    await client.query('begin')
    for (const table of DERIVED) await client.query(`delete from ${table}`)
    await client.query('select shelve_items(array(select id from items))')
    // What was counted away is not counted at all.
    await client.query('delete from shelf_counts where n = 0')
    const after = await fingerprints()
    await client.query('rollback')
    expect(before).toEqual(after)
  })

  test('gives copies another name and another place in every order than their templates', async () => {
    const alike = (what: string) =>
      ask<number>(
        COPIES,
        `select count(*)::integer as answer from shelf copy join shelf template on template.number = 1 + (copy.number - 1) % 200
      where copy.number > 200 and copy.shelf = -1 and template.shelf = -1 and ${what}`,
      )
    expect(await alike('true')).toBe(400)
    for (const column of ['smart', 'published_at'])
      expect(await alike(`copy.${column} = template.${column}`), column).toBeLessThan(4)
    expect(
      await ask(COPIES, 'select count(distinct name)::integer as answer from items'),
    ).toBeGreaterThan(400)
    expect(await ask(COPIES, 'select count(distinct slug)::integer as answer from items')).toBe(
      ITEMS,
    )
  })

  test('has words of five to twenty items, and one of a fifth of all', async () => {
    const { market, client } = made[COPIES] as Made
    for (const word of market.selectiveWords) {
      const {
        rows: [row],
      } = await client.query<{ n: number }>(
        'select count(*)::integer as n from item_words where words @@ $1::tsquery',
        [`'${word}':*`],
      )
      expect(row?.n, word).toBeGreaterThanOrEqual(5)
      expect(row?.n, word).toBeLessThanOrEqual(20)
    }
    const broad = await ask<number>(
      COPIES,
      `select count(*)::integer as answer from item_words where words @@ '${market.broadWord}'`,
    )
    expect(broad / ITEMS).toBeGreaterThan(0.15)
    expect(broad / ITEMS).toBeLessThan(0.25)
  })

  test('has every key, index and trigger of a market, all enabled', async () => {
    const structure = `select md5(string_agg(said, '|' order by said)) as answer from (
      select pg_get_constraintdef(oid) || conname || convalidated::text from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select tgrelid::regclass || tgname || tgenabled::text from pg_trigger where not tgisinternal
      union all select nspname from pg_namespace where nspname !~ '^pg_(temp|toast)'
    ) all_of_it (said)`
    expect(await ask(COPIES, structure)).toBe(await ask(0, structure))
    const { client } = made[COPIES] as Made
    await expect(
      client.query(`insert into item_categories values ('itm_nobody', 'cat_bench_0')`),
    ).rejects.toThrow('foreign key')
    await client.query(`update items set review_count = 77, rating = 5 where number = 600`)
    expect(
      await ask(
        COPIES,
        `select (card ->> 'review_count')::integer as answer from item_cards where number = 600 limit 1`,
      ),
    ).toBe(77)
  })
})
