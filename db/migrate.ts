import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { LANGUAGES } from '#lib/languages.ts'
import type { Db } from './client.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

export interface MigrateOptions {
  folder?: URL
  /**
   * A migration that waits longer for a lock is given up and tried again: whoever comes after it in
   * the queue for the table waits no longer than this.
   */
  lockTimeoutMs?: number
  /** How often, in all. */
  tries?: number
  pauseMs?: number
}

/**
 * Applies the migrations that are missing and returns their names. The SQL files are the truth;
 * Kysely keeps the list of those applied and a lock, so that two processes may call this at once.
 * All are applied in one transaction, without the time limit of requests (building an index takes
 * as long as it takes) but with one on waiting for locks, so that a process that still serves the
 * old version is not stopped behind a waiting `alter table`.
 */
export async function migrate(
  db: Db,
  { folder = FOLDER, lockTimeoutMs = 3_000, tries = 20, pauseMs = 2_000 }: MigrateOptions = {},
): Promise<string[]> {
  for (let turn = 1; ; turn += 1) {
    try {
      await refuseBeforeBaseline(db)
      const applied = await migrateOnce(db, folder, lockTimeoutMs)
      if (folder === FOLDER) await addLanguages(db)
      return applied
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || turn >= tries) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** A language is added by its row in lib/languages.ts alone. */
async function addLanguages(db: Db): Promise<void> {
  const known = await db.selectFrom('languages').select(['code', 'trait_bit']).execute()
  const rows = Object.entries(LANGUAGES).map(([code, { traitBit: trait_bit }]) => ({
    code,
    trait_bit,
  }))
  const changed = known.find(
    ({ code, trait_bit }) => rows.find((one) => one.code === code)?.trait_bit !== trait_bit,
  )
  if (changed) throw new Error(`lib/languages.ts: "${changed.code}" is in use with its trait bit`)
  const missing = rows.filter(({ code }) => !known.some((one) => one.code === code))
  if (missing.length > 0)
    await db
      .insertInto('languages')
      .values(missing)
      .onConflict((on) => on.doNothing())
      .execute()
}

/** Throws for a database made by the migrations that the baseline replaced. */
async function refuseBeforeBaseline(db: Db): Promise<void> {
  const { rows: tables } =
    await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (tables.length === 0) return
  const { rows } =
    await sql`select from kysely_migration where name like '0001-platforms-and-accounts.%'`.execute(
      db,
    )
  if (rows.length === 0) return
  throw new Error(
    'This database was made before the schema baseline (docs/decisions/0044) and cannot be migrated; nothing was changed. ' +
      'Create a new, empty database. With npm start: stop it, delete its data folder (.arasta/data), start again.',
  )
}

/** The name of a migration holds its content, so that a changed file is noticed. */
async function readMigrations(folder: URL): Promise<[name: string, text: string][]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const text = await readFile(new URL(name, folder), 'utf8')
      const content = createHash('sha256')
        .update(text.replaceAll('\r\n', '\n'))
        .digest('hex')
        .slice(0, 12)
      return [`${name.replace(/\.sql$/, '')}.${content}`, text]
    }),
  )
}

/** The migrations of this release. */
export const listMigrationNames = async (): Promise<string[]> =>
  (await readMigrations(FOLDER)).map(([name]) => name)

/** Which of them a database lacks; it may have later ones. */
export async function listMissingMigrations(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration where name = any(${names}::text[])`.execute(db)
  const applied = new Set(rows.map((row) => row.name))
  return names.filter((name) => !applied.has(name))
}

async function migrateOnce(db: Db, folder: URL, lockTimeoutMs: number): Promise<string[]> {
  const limits = sql.raw(
    `set local statement_timeout = 0; set local lock_timeout = ${Math.floor(lockTimeoutMs)};`,
  )
  const migrator = new Migrator({
    db,
    provider: {
      // Kysely refuses when a name that was applied is not there any more.
      async getMigrations() {
        const entries = (await readMigrations(folder)).map(([name, text]): [string, Migration] => [
          name,
          {
            up: (on) =>
              limits
                .execute(on)
                .then(() => sql.raw(text).execute(on))
                .then(() => {}),
          },
        ])
        return Object.fromEntries(entries)
      },
    },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
