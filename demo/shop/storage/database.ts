import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { migrations } from './schema.ts'

/**
 * One SQLite file. Statements run at once and one after another, so a `transaction` can never meet
 * another one.
 */
export interface Database {
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Returns the number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** All of `work` or none of it. `work` must not wait for anything. */
  transaction<Result>(work: () => Result): Result
  close(): void
}

/**
 * Opens (and where needed creates and migrates) the database in `folder`. Throws when the folder
 * cannot be used.
 */
export function openDatabase(folder: string): Database {
  mkdirSync(folder, { recursive: true })
  const file = new DatabaseSync(path.join(folder, 'demo-shop.sqlite'), {
    timeout: 5_000,
    enableForeignKeyConstraints: true,
  })
  // A log beside the file: a killed process leaves nothing half done, the next start rolls on.
  file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')

  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? file.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  let open = false
  const db: Database = {
    all: <Row>(sql: string, ...values: SQLInputValue[]) =>
      statement(sql).all(...values) as unknown as Row[],
    get: <Row>(sql: string, ...values: SQLInputValue[]) =>
      statement(sql).get(...values) as unknown as Row | undefined,
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    transaction(work) {
      if (open) return work()
      file.exec('BEGIN IMMEDIATE')
      open = true
      try {
        const result = work()
        file.exec('COMMIT')
        return result
      } catch (error) {
        file.exec('ROLLBACK')
        throw error
      } finally {
        open = false
      }
    },
    close: () => file.close(),
  }

  db.transaction(() => {
    const { user_version: version } = db.get<{ user_version: number }>('PRAGMA user_version') ?? {
      user_version: 0,
    }
    if (version > migrations.length)
      throw new Error(`the database is of a newer version (${version}) than this program`)
    for (const sql of migrations.slice(version)) file.exec(sql)
    file.exec(`PRAGMA user_version = ${migrations.length}`)
  })
  return db
}
