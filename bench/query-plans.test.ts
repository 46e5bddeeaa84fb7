import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import type { KnownValues } from './requests.ts'
import { generateMarket } from './generate.ts'
import { readKnownValues } from './known-values.ts'
import { explainTree, hotStatements, nodesOf, rowsRead, type PlanNode } from './query-plans.ts'
import { recordStatements, type StatementRecorder } from './statements.ts'
import { demoStock } from './demo-stock.ts'

const ITEMS = 2_000

let database: TestDatabase
let listener: StatementRecorder
let known: KnownValues

beforeAll(async () => {
  database = await createDatabase()
  const market = await generateMarket({
    url: database.url,
    items: ITEMS,
    seed: 7,
    stock: demoStock(),
  })
  listener = recordStatements(database.url)
  await listener.db
    .insertInto('platforms')
    .values({
      id: 1,
      key: 'bench',
      name: 'Bench',
      panel_origins: [],
      panel_host_rule: '{}',
    })
    .execute()
  await addOtherPrices(listener.db)
  known = await readKnownValues(listener.db, market)
}, 180_000)

/** Every third item that costs something gets a price in another currency (D27). */
async function addOtherPrices(db: Db) {
  await sql`
    insert into plan_prices (item_id, position, currency, price_minor)
    select items.id, plans.position, other.code, 4900 from plans
    join items on items.id = plans.item_id
    cross join (values ('TRY'), ('EUR')) as other (code)
    where items.number % 3 = 0 and plans.price_minor > 0 and plans.currency <> other.code`.execute(
    db,
  )
  await sql`vacuum (analyze)`.execute(db)
}

afterAll(async () => {
  await listener?.close()
  await database?.drop()
})

/** Tables that grow with the market. */
const GROWING = [
  'items',
  'shelf',
  'shelf_prices',
  'item_words',
  'item_cards',
  'item_texts',
  'item_pictures',
  'releases',
  'plans',
]

const planOf = async (title: string): Promise<PlanNode[]> => {
  const statement = await hotStatements(known)
    .find((one) => one.title === title)
    ?.find(listener)
  if (!statement) throw new Error(`nothing is asked for ${title}`)
  return nodesOf(await explainTree(listener, statement))
}

const TITLES = hotStatements({ categories: [], slugs: [], selectiveWords: [], broadWord: '' })

describe('plans of the most frequent statements', () => {
  test.each(TITLES.map((one) => one.title))(
    '%s: no sequential scan of a table that grows',
    async (title) => {
      const scans = (await planOf(title)).filter((node) => node['Node Type'] === 'Seq Scan')
      expect(
        scans
          .map((node) => node['Relation Name'])
          .filter((name) => name !== undefined && GROWING.includes(name)),
      ).toEqual([])
    },
  )

  test.each(
    TITLES.filter((one) => one.page !== undefined).map(
      (one) => [one.title, one.page ?? 0] as const,
    ),
  )('%s: no sort, and reads little more than one page', async (title, page) => {
    const nodes = await planOf(title)
    const ofShelf = nodes.filter((node) => node['Relation Name'] === 'shelf')
    expect(ofShelf.length).toBeGreaterThan(0)
    for (const node of ofShelf) expect(rowsRead(node)).toBeLessThanOrEqual(page * 8)
    // What is put in order again is the page itself at most; a merge looks one row ahead.
    for (const sort of nodes.filter((node) => node['Node Type'].includes('Sort')))
      expect(sort['Actual Rows'] ?? 0).toBeLessThanOrEqual(page + 1)
  })

  test.each(['List, price_asc', 'List, price_desc'])(
    'D27 %s: the items of each of several currencies are read in the order of an index',
    async (title) => {
      const used = await listener.db.selectFrom('shelf').select('currency').distinct().execute()
      expect(used.length).toBeGreaterThan(1)
      const nodes = await planOf(title)
      const ofShelf = nodes.filter((node) => node['Relation Name'] === 'shelf')
      expect(ofShelf.map((node) => node['Index Name'])).toEqual(['shelf_price'])
      // Once for each currency of the market, in which the statement converts.
      expect(ofShelf[0]?.['Actual Loops']).toBeGreaterThanOrEqual(used.length)
      expect(
        nodes
          .filter((node) => node['Relation Name'] === 'shelf_prices')
          .map((node) => node['Index Name']),
      ).toEqual(['shelf_prices_price'])
    },
  )

  test('a rare word is found by the index of words, reading only its items', async () => {
    const nodes = await planOf('Search, a word that few have')
    const words = nodes.filter((node) => node['Relation Name'] === 'item_words')
    expect(words.map((node) => node['Node Type'])).toEqual(['Bitmap Heap Scan'])
    expect(Math.max(...words.map(rowsRead))).toBeLessThanOrEqual(20)
  })

  test('a rare trait is found by its index, without scanning the ranking', async () => {
    const nodes = await planOf('List, what only few have: another platform, the newest first')
    expect(nodes.map((node) => node['Index Name'])).toContain('shelf_traits')
  })

  test('completion uses the index of names', async () => {
    expect(
      (await planOf('While somebody types, three letters')).map((node) => node['Index Name']),
    ).toContain('item_names_app')
  })

  test('a misspelled word is found by trigrams', async () => {
    const nodes = await planOf('Search, a misspelt word: the nearest one')
    expect(nodes.map((node) => node['Index Name'])).toContain('known_words_trigrams')
  })

  test('an item reads the same few rows at any size of the market', async () => {
    for (const title of ['Detail', 'Releases', 'Related']) {
      for (const node of await planOf(title)) expect(rowsRead(node)).toBeLessThanOrEqual(100)
    }
  })
})
