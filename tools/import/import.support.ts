import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { diskBlobs } from '#modules/catalog/package-blobs.ts'
import { openDb, type Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { createDatabase } from '#test/support/database.ts'
import { importCatalogue, type ImportOptions, type ImportSummary } from './import-catalogue.ts'

export const CATALOGUE = {
  format: 1,
  source: 'street',
  market: 'app',
  language: 'en',
  currency: 'USD',
  without_plans: 'free',
  default_partner: { name: 'Developer not named' },
}

/** Lines are objects, or text (bytes) that is written as it stands. */
export type Lines = (object | string | Buffer)[]

/** A folder with a catalogue, removed by `remove`. */
export async function writeCatalogue(
  files: Record<string, Lines | object>,
): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'catalogue-'))
  for (const [name, content] of Object.entries({ 'catalogue.json': CATALOGUE, ...files })) {
    const bytes = Buffer.isBuffer(content)
      ? content
      : !Array.isArray(content)
        ? Buffer.from(JSON.stringify(content))
        : Buffer.concat(
            content.flatMap((line) => [
              Buffer.isBuffer(line)
                ? line
                : Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)),
              Buffer.from('\n'),
            ]),
          )
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), bytes)
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

type Asked = Pick<ImportOptions, 'mode' | 'retireMissing'>

export interface Market {
  db: Db
  url: string
  import(folder: string, options?: Asked): Promise<ImportSummary & { lines: string[][] }>
  /** Imports a catalogue made of these files, which is gone afterwards. */
  importFiles(
    files: Record<string, Lines | object>,
    options?: Asked,
  ): Promise<ImportSummary & { lines: string[][] }>
  stop(): Promise<void>
}

/** A market without anything in it, on a database of its own. */
export async function emptyMarket(): Promise<Market> {
  const database = await createDatabase()
  const db = openDb({ url: database.url, poolSize: 3 })
  const folder = await mkdtemp(join(tmpdir(), 'market-'))
  const market: Market = {
    db,
    url: database.url,
    async import(path, asked = {}) {
      const reportPath = join(folder, 'report.tsv')
      const summary = await importCatalogue({
        folder: path,
        db,
        blobs: diskBlobs(join(folder, 'blobs')),
        clock: systemClock,
        reportPath,
        ...asked,
      })
      const lines = readFileSync(reportPath, 'utf8')
        .replace(/\n$/, '')
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t'))
      return { ...summary, lines }
    },
    async importFiles(files, asked) {
      const catalogue = await writeCatalogue(files)
      try {
        return await market.import(catalogue.path, asked)
      } finally {
        await catalogue.remove()
      }
    },
    async stop() {
      await db.destroy()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return market
}

const TABLES = [
  'partners',
  'categories',
  'items',
  'item_texts',
  'item_categories',
  'plans',
  'item_pictures',
  'releases',
  'imported_ratings',
  'shelf',
  'shelf_counts',
  'item_cards',
  'item_words',
  'known_words',
] as const

/**
 * Which transaction wrote each row: a row that is written again, even with the same content, shows
 * another one.
 */
export const writtenBy = (db: Db): Promise<string[]> =>
  rowsOf(
    db,
    (name) => sql`
  select ${name} || ' ' || xmin::text || ' ' || to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`,
  )

/**
 * All that a market holds, but for numbers that count attempts and the time when a row was made.
 */
export const contentOf = (db: Db): Promise<string[]> =>
  rowsOf(
    db,
    (name) => sql`
  select ${name} || ' ' || (case when t ? 'card' then jsonb_set(t, '{card}', t -> 'card' #- '{shelves}') when t ? 'sources' then t - 'id' else t end
    - 'number' - 'revision' - 'created_at' - 'shelf' - 'shelves')::text as row
  from (select to_jsonb(one) as t from ${sql.table(name)} one) every_row order by 1`,
  )

async function rowsOf(db: Db, query: (name: string) => ReturnType<typeof sql>): Promise<string[]> {
  const all: string[] = []
  for (const name of TABLES) {
    const { rows } = await (query(name) as ReturnType<typeof sql<{ row: string }>>).execute(db)
    for (const { row } of rows) all.push(row)
  }
  return all
}
