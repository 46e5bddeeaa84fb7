import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type SealingKeys, seal, unseal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import { SEALED_COLUMNS_OF_KERNEL, type SealedColumn, resealColumn } from '#kernel/reseal.ts'
import { resealAppCodes } from '#modules/identity/public.ts'
import { SettingsFault } from '#lib/settings.ts'
import { SEALED_COLUMNS_OF_APPS } from '#modules/apps/public.ts'
import { SEALED_COLUMNS_OF_EARNINGS } from '#modules/earnings/public.ts'
import { SEALED_COLUMNS_OF_INSTALLS } from '#modules/installs/public.ts'
import { SEALED_COLUMNS_OF_MAIL } from '#modules/mail/public.ts'
import { SEALED_COLUMNS_OF_MARKET } from '#modules/market/public.ts'
import { SEALED_COLUMNS_OF_MESSAGING } from '#modules/messaging/public.ts'
import { SEALED_COLUMNS_OF_ORDERS } from '#modules/orders/public.ts'
import { SEALED_COLUMNS_OF_STORES } from '#modules/stores/public.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'sealing' | 'log'>

async function hasFormerValues(db: Db, keys: SealingKeys): Promise<boolean> {
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
 * D23: after a key rotation, re-encrypts values of former keys page by page and records when none
 * are left. Safe in several processes and when interrupted.
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
  // Locked or moved rows are left to the next run.
  if (await hasFormerValues(db, sealing)) return
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

const PURPOSE = 'key-check'
const PLAINTEXT = 'arasta'

/**
 * Records which sealing keys are in use. Throws `SettingsFault` when a needed key is missing or
 * differs from the known one, which would otherwise show much later, on the first unreadable
 * value.
 */
export async function registerSealingKeys({
  db,
  clock,
  sealing,
}: Pick<Services, 'db' | 'clock' | 'sealing'>): Promise<void> {
  const known = await db
    .selectFrom('sealing_keys')
    .select(['id', 'check_value', 'emptied_at'])
    .execute()
  const faults = known.flatMap(({ id, check_value: value, emptied_at: emptied }) => {
    if (!sealing.keys[id])
      return emptied
        ? []
        : [`SEALING_FORMER_KEYS lacks ${id}: stored values cannot be read without it.`]
    return isSameKey(sealing, value)
      ? []
      : [`The sealing key ${id} is not the one that stored values were encrypted with.`]
  })
  if (faults.length > 0) throw new SettingsFault(faults)
  const now = clock.now()
  for (const id of Object.keys(sealing.keys)) {
    await db
      .insertInto('sealing_keys')
      .values({
        id,
        check_value: seal({ ...sealing, current: id }, PURPOSE, PLAINTEXT),
        first_used_at: now,
      })
      .onConflict((on) => on.column('id').doNothing())
      .execute()
  }
  // A key that became current again is in use.
  await db
    .updateTable('sealing_keys')
    .set({ emptied_at: null })
    .where('id', '=', sealing.current)
    .execute()
}

function isSameKey(sealing: Services['sealing'], value: string): boolean {
  try {
    return unseal(sealing, PURPOSE, value) === PLAINTEXT
  } catch {
    return false
  }
}

const keyOf = ({ table, column }: SealedColumn) => `${table} ${column}`

/** Every sealed column of the database; `sealing.test.ts` compares the list with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...SEALED_COLUMNS_OF_KERNEL,
  ...SEALED_COLUMNS_OF_APPS,
  ...SEALED_COLUMNS_OF_EARNINGS,
  ...SEALED_COLUMNS_OF_INSTALLS,
  ...SEALED_COLUMNS_OF_MAIL,
  ...SEALED_COLUMNS_OF_MARKET,
  ...SEALED_COLUMNS_OF_MESSAGING,
  ...SEALED_COLUMNS_OF_ORDERS,
  ...SEALED_COLUMNS_OF_STORES,
].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
