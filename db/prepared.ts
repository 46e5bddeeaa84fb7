import { createHash } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import { poolOf, type Db } from './client.ts'

/**
 * A statement that PostgreSQL parses once for each connection: for what is asked most. Everything that can vary without end must be
 * a value (`$1`), never text. Runs on the pool, so never inside a transaction.
 */
export function prepared<Row extends QueryResultRow>(text: string): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  const name = `arasta_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
  return async (db, values) => (await poolOf(db).query<Row>({ name, text, values: [...values] })).rows
}
