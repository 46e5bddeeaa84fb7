import type { Services } from '#kernel/context.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { SettingsFault } from '#lib/settings.ts'

const PURPOSE = 'key-check'
const WORDS = 'arasta'

/**
 * Notes which sealing keys are in use, and refuses to go on without one that stored values need, or
 * with another key under a known id: otherwise the fault would show much later, on the first value
 * that cannot be read. Throws `SettingsFault`.
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
    return isSame(sealing, value)
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
        check_value: seal({ ...sealing, current: id }, PURPOSE, WORDS),
        first_used_at: now,
      })
      .onConflict((on) => on.column('id').doNothing())
      .execute()
  }
  // A key that is current again seals again.
  await db
    .updateTable('sealing_keys')
    .set({ emptied_at: null })
    .where('id', '=', sealing.current)
    .execute()
}

function isSame(sealing: Services['sealing'], value: string): boolean {
  try {
    return unseal(sealing, PURPOSE, value) === WORDS
  } catch {
    return false
  }
}
