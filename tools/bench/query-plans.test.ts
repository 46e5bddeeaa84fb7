import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import type { Known } from './asks.ts'
import { generateMarket } from './generate.ts'
import { lookAround } from './known.ts'
import { explainTree, hotStatements, nodesOf, rowsRead, type PlanNode } from './query-plans.ts'
import { listenIn, type Listener } from './statements.ts'
import { demoStock } from './stock.ts'

const ITEMS = 2_000

let database: TestDatabase
let listener: Listener
let known: Known

beforeAll(async () => {
  database = await createDatabase()
  const market = await generateMarket({ url: database.url, items: ITEMS, seed: 7, stock: demoStock() })
  listener = listenIn(database.url)
  await listener.db.insertInto('platforms').values({ id: 1, key: 'bench', name: 'Bench', logo: 'none', adapter: 'connector', panel_origins: [], panel_host_rule: '{}' }).execute()
  known = await lookAround(listener.db, market)
}, 180_000)

afterAll(async () => {
  await listener?.close()
  await database?.drop()
})

/** Tables that grow with the market. */
const GROWING = ['items', 'shelf', 'item_words', 'item_cards', 'item_texts', 'item_pictures', 'releases', 'plans']

const planOf = async (title: string): Promise<PlanNode[]> => {
  const statement = await hotStatements(known).find(one => one.title === title)?.find(listener)
  if (!statement) throw new Error(`nothing is asked for ${title}`)
  return nodesOf(await explainTree(listener, statement))
}

const TITLES = hotStatements({ categories: [], slugs: [], selectiveWords: [], broadWord: '' })

describe('the plan of what is asked most', () => {
  test.each(TITLES.map(one => one.title))('%s: reads no table that grows from one end to the other', async title => {
    const scans = (await planOf(title)).filter(node => node['Node Type'] === 'Seq Scan')
    expect(scans.map(node => node['Relation Name']).filter(name => name !== undefined && GROWING.includes(name))).toEqual([])
  })

  test.each(TITLES.filter(one => one.page !== undefined).map(one => [one.title, one.page ?? 0] as const))('%s: sorts nothing, and reads little more than its page', async (title, page) => {
    const nodes = await planOf(title)
    const ofShelf = nodes.filter(node => node['Relation Name'] === 'shelf')
    expect(ofShelf.length).toBeGreaterThan(0)
    for (const node of ofShelf) expect(rowsRead(node)).toBeLessThanOrEqual(page * 8)
    // What is put in order again is the page itself at most.
    for (const sort of nodes.filter(node => node['Node Type'].includes('Sort'))) expect(sort['Actual Rows'] ?? 0).toBeLessThanOrEqual(page)
  })

  test('a word that few have is found by the index of words, and only those who have it are looked at', async () => {
    const nodes = await planOf('Search, a word that few have')
    const words = nodes.filter(node => node['Relation Name'] === 'item_words')
    expect(words.map(node => node['Node Type'])).toEqual(['Bitmap Heap Scan'])
    expect(Math.max(...words.map(rowsRead))).toBeLessThanOrEqual(20)
  })

  test('what only few have is found by its traits, not by walking along the shelf', async () => {
    const nodes = await planOf('List, what only few have: another platform, the newest first')
    expect(nodes.map(node => node['Index Name'])).toContain('shelf_traits')
  })

  test('what is typed is looked for in the index of names', async () => {
    expect((await planOf('While somebody types, three letters')).map(node => node['Index Name'])).toContain('item_names_app')
  })

  test('a misspelt word is looked for by its trigrams', async () => {
    const nodes = await planOf('Search, a misspelt word: the nearest one')
    expect(nodes.map(node => node['Index Name'])).toContain('known_words_trigrams')
  })

  test('an item costs the same few rows whatever the size of the market', async () => {
    for (const title of ['Detail', 'Releases', 'Related']) {
      for (const node of await planOf(title)) expect(rowsRead(node)).toBeLessThanOrEqual(100)
    }
  })
})
