import { sql } from 'kysely'
import type { Services } from '#contexts/ctx.ts'
import type { Db } from '#db/client.ts'
import { keyedHashes, keyIdOf, seal, unseal, type SealingKeys } from '#lib/sealed.ts'
import { resealAppCodes } from './reseal-app-codes.ts'
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'sealing' | 'log'>

/** Table pages (8 KiB) that one transaction goes through: some hundred rows. */
const PAGES = 64

/** One sealed value under the current key; null where it is already. */
function resealed(keys: SealingKeys, { purpose, inner = [] }: SealedColumn, sealed: string): { sealed: string; plain: string } | null {
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

/** Re-encrypts the rows on some pages of a table, in one transaction; rows that somebody else holds wait for the next pass. */
async function resealPages(db: Db, keys: SealingKeys, one: SealedColumn, first: number): Promise<number> {
  const [table, column] = [sql.table(one.table), sql.ref(one.column)]
  return db.transaction().execute(async trx => {
    const { rows } = await sql<{ id: string; sealed: string }>`
      select ctid::text as id, ${column} as sealed from ${table}
      where ctid >= ${`(${first},0)`}::tid and ctid < ${`(${first + PAGES},0)`}::tid and split_part(${column}, '.', 1) <> ${keys.current}
      for update skip locked`.execute(trx)
    const changes = rows.flatMap(({ id, sealed }) => {
      const found = resealed(keys, one, sealed)
      return found ? [{ id, sealed: found.sealed, hash: one.hash ? keyedHashes(keys, one.hash.purpose, one.hash.of(found.plain))[0] : null }] : []
    })
    if (changes.length === 0) return 0
    const hash = one.hash ? sql`, ${sql.ref(one.hash.column)} = given.hash` : sql``
    await sql`update ${table} set ${column} = given.sealed ${hash}
      from unnest(${changes.map(change => change.id)}::tid[], ${changes.map(change => change.sealed)}::text[], ${changes.map(change => change.hash)}::bytea[]) as given (id, sealed, hash)
      where ${table}.ctid = given.id`.execute(trx)
    return changes.length
  })
}

async function resealColumn(db: Db, keys: SealingKeys, one: SealedColumn): Promise<number> {
  const { rows } = await sql<{ pages: number }>`select pg_relation_size(${one.table}::regclass) / current_setting('block_size')::int as pages`.execute(db)
  let count = 0
  for (let first = 0; first <= (rows[0]?.pages ?? 0); first += PAGES) count += await resealPages(db, keys, one, first)
  return count
}

async function holdsFormer(db: Db, keys: SealingKeys): Promise<boolean> {
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where split_part(${sql.ref(column)}, '.', 1) <> ${keys.current} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * D23: after the sealing key was changed, encrypts with the current key what stands under former ones, page by page, and notes when nothing is left under
 * them. Does nothing while there is no former key in use. Safe to run in several processes and to end anywhere.
 */
export async function resealOldValues({ db, clock, sealing, log }: Needs): Promise<void> {
  const former = await db.selectFrom('sealing_keys').select('id').where('emptied_at', 'is', null).where('id', '<>', sealing.current).execute()
  if (former.length === 0) return
  let count = await resealAppCodes(db, sealing)
  for (const one of SEALED_COLUMNS) count += await resealColumn(db, sealing, one)
  if (count > 0) log.info({ count, key: sealing.current }, 'sealed values were encrypted with the current key')
  // Rows that others held, or that moved on their pages meanwhile: the next pass finds them.
  if (await holdsFormer(db, sealing)) return
  await db.updateTable('sealing_keys').set({ emptied_at: clock.now() }).where('id', 'in', former.map(key => key.id)).execute()
  log.info({ keys: former.map(key => key.id) }, 'nothing is sealed with these keys any more: take them out of SEALING_FORMER_KEYS')
}
