import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Stock } from './demo-stock.ts'
import * as sql from './generate-sql.ts'
import { multiply, type Definition } from './multiply.ts'

export interface GenerateOptions {
  /** A migrated, empty database. */
  url: string
  items: number
  seed: number
  stock: Stock
  /** Items in one transaction. */
  batch?: number
  /** So many are derived by the product's own function; those beyond are copies of them. */
  derived?: number
  onProgress?: (done: number) => void
}

export interface GeneratedMarket {
  items: number
  seconds: number
  /** Words that 5 to 20 items have. */
  selectiveWords: string[]
  broadWord: string
}

/** Fixed, so that the same seed gives the same market on any day. */
const NEWEST = '2026-11-01T00:00:00Z'
const WORDS_WANTED = 32
/**
 * The product's function takes over a millisecond an item: a million would take the better part of
 * an hour.
 */
const DERIVED = 50_000

/**
 * Fills a database with a market of so many items. What is derived of them (shelves, cards, words)
 * is made by the product's own function, a batch at a time: the triggers that would call it at
 * every commit are off meanwhile. What goes beyond `derived` is multiplied from it.
 */
export async function generateMarket({
  url,
  items,
  seed,
  stock,
  batch = 5_000,
  derived = DERIVED,
  onProgress,
}: GenerateOptions): Promise<GeneratedMarket> {
  const began = performance.now()
  const templates = Math.min(items, derived)
  const maker = await openMaker({ url, items, seed, stock, templates })
  try {
    const { client } = maker
    await client.query(sql.INSERT_CATEGORIES, [JSON.stringify(stock.categories)])
    await client.query('insert into packages (sha256, size, created_at) values ($1, $2, $3)', [
      PACKAGE,
      48_000,
      NEWEST,
    ])
    await client.query(sql.INSERT_PARTNERS, [items, NEWEST])
    await client.query(sql.setChangeTriggers('disable'))
    const { rows: indexes } = await client.query<Definition>(sql.READERS_INDEXES)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (let first = 1; first <= templates; first += batch) {
      const last = Math.min(templates, first + batch - 1)
      await client.query('begin')
      await maker.make(first, last)
      await client.query('select shelve_items(array(select id from made))')
      await client.query('commit')
      onProgress?.(last)
    }
    if (items > templates) {
      const second = await openMaker({ url, items, seed, stock, templates })
      try {
        await multiply({
          makers: [maker, second],
          templates,
          items,
          batch,
          dropped: indexes,
          onProgress,
        })
      } finally {
        await second.client.end()
      }
    } else {
      for (const { definition } of indexes) await client.query(definition)
    }
    await client.query(sql.NEXT_NUMBER, [items])
    await client.query(sql.setChangeTriggers('enable'))
    for (const statement of [
      sql.INSERT_COLLECTIONS,
      sql.INSERT_COLLECTION_ITEMS,
      sql.INSERT_BANNERS,
    ])
      await client.query(statement)
    // What autovacuum would have done on a market that stands for some days.
    await client.query('vacuum (analyze)')
    const words = await client.query<{ word: string }>(sql.SELECTIVE_WORDS, [items, WORDS_WANTED])
    return {
      items,
      seconds: (performance.now() - began) / 1000,
      selectiveWords: words.rows.map((row) => row.word),
      broadWord: sql.BROAD_WORD,
    }
  } finally {
    await maker.client.end()
  }
}

/** Stands for every package that there is. */
const PACKAGE = createHash('sha256').update('bench').digest('hex')

/** A session that draws items. */
export interface Maker {
  client: pg.Client
  /** Fills the table `made` with these, and from it all that is not derived. */
  make(first: number, last: number): Promise<void>
}

async function openMaker({
  url,
  items,
  seed,
  stock,
  templates,
}: {
  url: string
  items: number
  seed: number
  stock: Stock
  templates: number
}): Promise<Maker> {
  const client = new pg.Client({ connectionString: url, application_name: 'arasta bench' })
  // A connection that breaks fails the statement that is in progress.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(
      `set synchronous_commit = off; set jit = off; set work_mem = '64MB'; set maintenance_work_mem = '1GB'`,
    )
    await client.query(sql.prepareSession(seed))
    await fillStock(client, stock)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    client,
    async make(first, last) {
      await client.query('truncate made')
      await client.query(sql.CREATE_TABLES, [
        first,
        last,
        stock.items.length,
        items,
        NEWEST,
        templates,
      ])
      await client.query('analyze made')
      await client.query(sql.INSERT_ITEMS)
      await client.query(sql.INSERT_TEXTS)
      await client.query(sql.INSERT_CATEGORIES_OF_ITEMS, [stock.categories.length])
      await client.query(sql.INSERT_PLANS)
      await client.query(sql.INSERT_PICTURES)
      await client.query(sql.INSERT_RELEASES, [PACKAGE])
    },
  }
}

async function fillStock(client: pg.Client, stock: Stock): Promise<void> {
  await client.query(sql.INSERT_STOCK, [
    JSON.stringify(
      stock.items.map(({ price, categories, facts }, place) => ({
        place,
        kind: price.kind,
        period: price.period,
        price_minor: price.amountMinor,
        currency: price.currency,
        categories,
        facts,
      })),
    ),
  ])
  await client.query(sql.INSERT_STOCK_TEXTS, [
    JSON.stringify(
      stock.items.flatMap(({ texts }, place) =>
        texts.map((text, position) => ({ place, position, ...text })),
      ),
    ),
  ])
  await client.query('analyze stock')
  await client.query('analyze stock_text')
}
