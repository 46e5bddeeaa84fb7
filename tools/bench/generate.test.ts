import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import { generateMarket, type GeneratedMarket } from './generate.ts'
import { demoStock } from './stock.ts'

const ITEMS = 600

interface Made { database: TestDatabase; client: pg.Client; market: GeneratedMarket }

async function make(seed: number, batch: number): Promise<Made> {
  const database = await createDatabase()
  const market = await generateMarket({ url: database.url, items: ITEMS, seed, stock: demoStock(), batch })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return { database, client, market }
}

const made: Made[] = []
beforeAll(async () => {
  // The same seed in other portions, and another seed.
  for (const [seed, batch] of [[1, 600], [1, 250], [2, 600]] as const) made.push(await make(seed, batch))
}, 180_000)
afterAll(async () => {
  for (const { client, database } of made) {
    await client.end()
    await database.drop()
  }
})

async function ask<T>(place: number, text: string): Promise<T> {
  const { rows: [row] } = await (made[place] as Made).client.query<{ answer: T }>(text)
  return row?.answer as T
}

const EVERYTHING = ['items', 'item_texts', 'item_categories', 'plans', 'releases', 'shelf', 'item_words', 'shelf_counts', 'item_cards', 'item_pictures']
/** A picture's id is the database's own; where a word stands among those of an item is of no account. */
const fingerprint = (table: string): string => `
  select md5(string_agg(said, '|' order by said)) as answer from (
    select (to_jsonb(one_row) - 'id' - 'words')::text ${table === 'item_words' ? '|| tsvector_to_array(words)::text' : ''} as said from ${table} one_row
  ) all_of_it`

describe('a generated market', () => {
  test('is the same for the same seed, whatever portions it is made in, and another for another', async () => {
    for (const table of EVERYTHING) {
      const [once, again, other] = await Promise.all([0, 1, 2].map(place => ask<string>(place, fingerprint(table))))
      expect(again, table).toBe(once)
      expect(other, table).not.toBe(once)
    }
  })

  test('has as many items as were wanted, all of them on their shelves, with cards and words, and counted as they are', async () => {
    expect(await ask(0, 'select count(*)::integer as answer from items')).toBe(ITEMS)
    expect(await ask(0, 'select count(*)::integer as answer from shelf where shelf = -1')).toBe(ITEMS)
    expect(await ask(0, 'select count(*)::integer as answer from item_words')).toBe(ITEMS)
    expect(await ask(0, 'select sum(n)::integer as answer from shelf_counts where shelf = -1')).toBe(ITEMS)
    expect(await ask(0, 'select count(*)::integer as answer from item_cards')).toBe(await ask(0, 'select count(*)::integer as answer from item_texts'))
    expect(await ask(0, `select count(*)::integer as answer from shelf_counts c where n <> (
      select count(*) from shelf s where s.shelf = c.shelf and s.free = c.free and s.rating_band = c.rating_band and s.traits = c.traits)`)).toBe(0)
  })

  test('is skewed as markets are: most are unrated and hardly installed, a few have very much, one and a half categories each', async () => {
    const unrated = await ask<number>(0, 'select count(*)::integer as answer from items where rating is null') / ITEMS
    expect(unrated).toBeGreaterThan(0.5)
    expect(unrated).toBeLessThan(0.7)
    const middle = await ask<number>(0, 'select percentile_disc(0.5) within group (order by install_count) as answer from items')
    expect(await ask<number>(0, 'select max(install_count) as answer from items')).toBeGreaterThan(50 * Math.max(middle, 1))
    const categories = await ask<number>(0, 'select count(*)::integer as answer from item_categories') / ITEMS
    expect(categories).toBeGreaterThan(1.2)
    expect(categories).toBeLessThan(1.8)
  })

  test('has a word that a fifth of all have, and words that five to twenty have', async () => {
    const { market, client } = made[0] as Made
    const having = async (word: string) =>
      (await client.query<{ n: number }>('select count(*)::integer as n from item_words where words @@ $1::tsquery', [`'${word}':*`])).rows[0]?.n ?? 0
    expect(await having(market.broadWord) / ITEMS).toBeGreaterThan(0.15)
    expect(await having(market.broadWord) / ITEMS).toBeLessThan(0.25)
    expect(market.selectiveWords.length).toBeGreaterThan(10)
    for (const word of market.selectiveWords) {
      expect(await having(word), word).toBeGreaterThanOrEqual(5)
      expect(await having(word), word).toBeLessThanOrEqual(20)
    }
  })

  test('still notes its changes afterwards: the triggers that were off are on again', async () => {
    const { client } = made[2] as Made
    await client.query(`update items set price_minor = 123400, price_kind = 'one_time', price_period = null where id = (select min(id) from items)`)
    expect(await ask(2, `select (card ->> 'price_minor')::integer as answer from item_cards join items using (number) where id = (select min(id) from items) limit 1`)).toBe(123_400)
    expect(await ask(2, `select count(*)::integer as answer from pg_trigger where tgname like 'note_%' and tgenabled <> 'O'`)).toBe(0)
  })
})
