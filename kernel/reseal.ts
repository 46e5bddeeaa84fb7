import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { keyedHashes, keyIdOf, seal, type SealingKeys, unseal } from '#lib/sealed.ts'

/** A sealed column (`lib/sealed.ts`) and what re-encryption needs to know. */
export interface SealedColumn {
  table: string
  column: string
  purpose: string
  /** Fields of the JSON inside that are themselves sealed, for the same purpose. */
  inner?: readonly string[]
  /** A keyed hash of the value in another column, by which rows are found. */
  hash?: { column: string; purpose: string; of: (plain: string) => string }
}

/** Table pages (8 KiB) per transaction: some hundred rows. */
const PAGES = 64

/** Re-encrypts one value with the current key; null when it already is. */
function resealed(
  keys: SealingKeys,
  { purpose, inner = [] }: SealedColumn,
  sealed: string,
): { sealed: string; plain: string } | null {
  if (keyIdOf(sealed) === keys.current) return null
  const plain = unseal(keys, purpose, sealed)
  if (inner.length === 0) return { sealed: seal(keys, purpose, plain), plain }
  const fields = JSON.parse(plain) as Record<string, unknown>
  for (const name of inner) {
    const value = fields[name]
    if (typeof value === 'string') fields[name] = seal(keys, purpose, unseal(keys, purpose, value))
  }
  return { sealed: seal(keys, purpose, JSON.stringify(fields)), plain }
}

/**
 * Re-encrypts the rows on some pages of a table in one transaction; locked rows wait for the next
 * run.
 */
async function resealPages(
  db: Db,
  keys: SealingKeys,
  one: SealedColumn,
  first: number,
): Promise<number> {
  const [table, column] = [sql.table(one.table), sql.ref(one.column)]
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; sealed: string }>`
      select ctid::text as id, ${column} as sealed from ${table}
      where ctid >= ${`(${first},0)`}::tid and ctid < ${`(${first + PAGES},0)`}::tid and split_part(${column}, '.', 1) <> ${keys.current}
      for update skip locked`.execute(trx)
    const changes = rows.flatMap(({ id, sealed }) => {
      const found = resealed(keys, one, sealed)
      return found
        ? [
            {
              id,
              sealed: found.sealed,
              hash: one.hash
                ? keyedHashes(keys, one.hash.purpose, one.hash.of(found.plain))[0]
                : null,
            },
          ]
        : []
    })
    if (changes.length === 0) return 0
    const hash = one.hash ? sql`, ${sql.ref(one.hash.column)} = given.hash` : sql``
    await sql`update ${table} set ${column} = given.sealed ${hash}
      from unnest(${changes.map((change) => change.id)}::tid[], ${changes.map((change) => change.sealed)}::text[], ${changes.map((change) => change.hash)}::bytea[]) as given (id, sealed, hash)
      where ${table}.ctid = given.id`.execute(trx)
    return changes.length
  })
}

/**
 * Re-encrypts one column under the current key and returns how many values changed. The owner of
 * the table declares the column; nobody else writes a table whose name is a parameter.
 */
export async function resealColumn(db: Db, keys: SealingKeys, one: SealedColumn): Promise<number> {
  const { rows } = await sql<{
    pages: number
  }>`select pg_relation_size(${one.table}::regclass) / current_setting('block_size')::int as pages`.execute(
    db,
  )
  let count = 0
  for (let first = 0; first <= (rows[0]?.pages ?? 0); first += PAGES)
    count += await resealPages(db, keys, one, first)
  return count
}

export const SEALED_COLUMNS_OF_KERNEL: readonly SealedColumn[] = [
  { table: 'console_presses', column: 'answer_sealed', purpose: 'console-press' },
  { table: 'form_presses', column: 'answer_sealed', purpose: 'form-press' },
]
