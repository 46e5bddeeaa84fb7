import { createHash } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import { poolOf, type Db } from './client.ts'

/**
 * A statement that PostgreSQL parses once for each connection: for what is asked most. Everything
 * that can vary without end must be a value (`$1`), never text. Runs on the pool, so never inside a
 * transaction.
 */
export function prepared<Row extends QueryResultRow>(
  text: string,
): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  const name = `arasta_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
  return async (db, values) =>
    (await poolOf(db).query<Row>({ name, text, values: [...values] })).rows
}

type Prepared<Row extends QueryResultRow> = ReturnType<typeof prepared<Row>>

/**
 * The same for statements whose text is put together from a few fixed parts: each text is prepared
 * when it is first asked for.
 */
export function preparedByText<Row extends QueryResultRow>(): (text: string) => Prepared<Row> {
  const known = new Map<string, Prepared<Row>>()
  return (text) => {
    let statement = known.get(text)
    if (!statement) known.set(text, (statement = prepared<Row>(text)))
    return statement
  }
}
