import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { SealingKeys } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import { resealColumn } from '#kernel/reseal.ts'
import { resealAppCodes } from '#modules/identity/public.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'sealing' | 'log'>

async function holdsFormer(db: Db, keys: SealingKeys): Promise<boolean> {
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where split_part(${sql.ref(column)}, '.', 1) <> ${keys.current} limit 1`.execute(
        db,
      )
    if (rows.length > 0) return true
  }
  return false
}

/**
 * D23: after the sealing key was changed, encrypts with the current key what stands under former
 * ones, page by page, and notes when nothing is left under them. Does nothing while there is no
 * former key in use. Safe to run in several processes and to end anywhere.
 */
export async function resealOldValues({ db, clock, sealing, log }: Needs): Promise<void> {
  const former = await db
    .selectFrom('sealing_keys')
    .select('id')
    .where('emptied_at', 'is', null)
    .where('id', '<>', sealing.current)
    .execute()
  if (former.length === 0) return
  let count = await resealAppCodes(db, sealing)
  for (const one of SEALED_COLUMNS) count += await resealColumn(db, sealing, one)
  if (count > 0)
    log.info({ count, key: sealing.current }, 'sealed values were encrypted with the current key')
  // Rows that others held, or that moved on their pages meanwhile: the next pass finds them.
  if (await holdsFormer(db, sealing)) return
  await db
    .updateTable('sealing_keys')
    .set({ emptied_at: clock.now() })
    .where(
      'id',
      'in',
      former.map((key) => key.id),
    )
    .execute()
  log.info(
    { keys: former.map((key) => key.id) },
    'nothing is sealed with these keys any more: take them out of SEALING_FORMER_KEYS',
  )
}
