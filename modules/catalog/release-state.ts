import { type Expression, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import type { ReleaseState } from './release-log/format.ts'
import { appendLogEntry } from './release-log/log.ts'
import { chooseLatest, restartRollouts } from './rollouts.ts'

/** From → to. A yanked version number cannot be used again. */
const CHANGES: Record<ReleaseState, readonly ReleaseState[]> = {
  published: ['halted', 'yanked'],
  halted: ['published', 'yanked'],
  yanked: [],
}

export type StateChange =
  | { done: true; index: number }
  | { done: false; why: 'no_release' | 'no_package' | 'not_from_here'; state: ReleaseState | null }

interface ReleaseChange {
  itemId: string
  version: string
  to: ReleaseState
  reason: string
}

/**
 * Halts, yanks or republishes a release (PKG-13) and logs the reason. Stores that have it keep it.
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

/** Serializes decisions about one item. */
const lockItem = (trx: Db, id: string) =>
  trx
    .selectFrom('items')
    .select(['id', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Stores that have the item keep it. `notice` is shown on its page. False when it is not published.
 */
export async function unpublishItem(
  trx: Db,
  now: Date,
  { itemId, notice }: { itemId: string; notice: string },
): Promise<boolean> {
  if ((await lockItem(trx, itemId))?.status !== 'published') return false
  await trx
    .updateTable('items')
    .set({ status: 'unpublished', unpublished_reason: notice, updated_at: now })
    .where('id', '=', itemId)
    .execute()
  return true
}

/** False when the item is not unpublished, or is stopped. */
export async function publishItemAgain(trx: Db, now: Date, itemId: string): Promise<boolean> {
  if ((await lockItem(trx, itemId))?.status !== 'unpublished' || (await findStop(trx, itemId)))
    return false
  await trx
    .updateTable('items')
    .set({ status: 'published', unpublished_reason: null, updated_at: now })
    .where('id', '=', itemId)
    .execute()
  return true
}

/** The stop in force. */
export const findStop = (db: Db, itemId: string) =>
  db
    .selectFrom('item_stops')
    .select(['id', 'notice', 'stopped_at'])
    .where('item_id', '=', itemId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()

/** Whether a stop is in force, as a column of another statement. */
export const isStopped = (itemId: Expression<string>) =>
  sql<boolean>`exists (select from item_stops where item_id = ${itemId} and lifted_at is null)`

/** Like `findStop`, with the item locked: nobody can stop it before the transaction ends. */
export async function lockAndFindStop(trx: Db, itemId: string): ReturnType<typeof findStop> {
  await lockItem(trx, itemId)
  return findStop(trx, itemId)
}

/**
 * Unpublishes an item and halts its releases, and logs the notice; installs reverts running work.
 * Returns the stop's id, or null for an item that is a draft, unknown or already stopped.
 */
export async function stopItem(
  trx: Db,
  now: Date,
  { itemId, notice }: { itemId: string; notice: string },
): Promise<string | null> {
  const item = await lockItem(trx, itemId)
  if (!item || item.status === 'draft' || (await findStop(trx, itemId))) return null
  const offered = await trx
    .updateTable('releases')
    .set({ status: 'halted' })
    .where('item_id', '=', itemId)
    .where('status', '=', 'published')
    .where('package_sha256', 'is not', null)
    .returning('id')
    .execute()
  const releases = offered.map((one) => one.id).sort()
  for (const id of releases) await appendLogEntry(trx, id, now, notice)
  await chooseLatest(trx, itemId, now)
  const id = newId('stp')
  await trx
    .insertInto('item_stops')
    .values({
      id,
      item_id: itemId,
      notice,
      releases,
      was_published: item.status === 'published',
      stopped_at: now,
    })
    .execute()
  await trx
    .updateTable('items')
    .set({ status: 'unpublished', unpublished_reason: notice, updated_at: now })
    .where('id', '=', itemId)
    .execute()
  return id
}

/**
 * Republishes what the stop halted, except what was yanked since. Returns the stop's id, or null.
 */
export async function liftStop(trx: Db, now: Date, itemId: string): Promise<string | null> {
  await lockItem(trx, itemId)
  const stop = await trx
    .updateTable('item_stops')
    .set({ lifted_at: now })
    .where('item_id', '=', itemId)
    .where('lifted_at', 'is', null)
    .returning(['id', 'releases', 'was_published'])
    .executeTakeFirst()
  if (!stop) return null
  const back =
    stop.releases.length === 0
      ? []
      : await trx
          .updateTable('releases')
          .set({ status: 'published' })
          .where('id', 'in', stop.releases)
          .where('status', '=', 'halted')
          .returning('id')
          .execute()
  for (const { id } of back.toSorted((a, b) => a.id.localeCompare(b.id)))
    await appendLogEntry(trx, id, now, 'The stop was lifted')
  await restartRollouts(
    trx,
    now,
    back.map((one) => one.id),
  )
  await chooseLatest(trx, itemId, now)
  if (stop.was_published)
    await trx
      .updateTable('items')
      .set({ status: 'published', unpublished_reason: null, updated_at: now })
      .where('id', '=', itemId)
      .execute()
  return stop.id
}
