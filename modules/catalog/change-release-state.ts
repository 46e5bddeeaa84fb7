import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { chooseLatest } from './latest-release.ts'
import { restartRollouts } from './rollouts.ts'
import { appendLogEntry } from './release-log/append-entry.ts'
import type { ReleaseState } from './release-log/entry.ts'

/** From → to. What was yanked does not come back: its version number is used up. */
const CHANGES: Record<ReleaseState, readonly ReleaseState[]> = {
  published: ['halted', 'yanked'],
  halted: ['published', 'yanked'],
  yanked: [],
}

export type StateChange =
  | { done: true; index: number }
  | { done: false; why: 'no_release' | 'no_package' | 'not_from_here'; state: ReleaseState | null }

export interface ReleaseChange {
  itemId: string
  version: string
  to: ReleaseState
  reason: string
}

/**
 * Halts a release, withdraws it or brings it back (PKG-13). From the commit on nobody is offered
 * it, the item shows the next best one, and the log says so with the reason, for everybody to see.
 * Stores that have it keep it.
 */
export const changeReleaseState = (
  services: Pick<Services, 'db' | 'clock'>,
  change: ReleaseChange,
): Promise<StateChange> =>
  inTransaction(services, (trx) => changeReleaseStateIn(trx, services.clock.now(), change))

/** The same in the caller's transaction. */
export async function changeReleaseStateIn(
  trx: Db,
  now: Date,
  { itemId, version, to, reason }: ReleaseChange,
): Promise<StateChange> {
  await trx.selectFrom('items').select('id').where('id', '=', itemId).forNoKeyUpdate().execute()
  const release = await trx
    .selectFrom('releases')
    .select(['id', 'status', 'package_sha256'])
    .where('item_id', '=', itemId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!release) return { done: false, why: 'no_release', state: null }
  const from = release.status as ReleaseState
  if (release.package_sha256 === null) return { done: false, why: 'no_package', state: from }
  if (!CHANGES[from].includes(to)) return { done: false, why: 'not_from_here', state: from }
  await trx.updateTable('releases').set({ status: to }).where('id', '=', release.id).execute()
  if (to === 'published') await restartRollouts(trx, now, [release.id])
  await chooseLatest(trx, itemId, now)
  return { done: true, index: await appendLogEntry(trx, release.id, now, reason) }
}
