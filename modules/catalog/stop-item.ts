import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { chooseLatest } from './latest-release.ts'
import { restartRollouts } from './rollouts.ts'
import { appendLogEntry } from './release-log/append-entry.ts'

/** Of an item, held until the transaction ends: decisions about one come one after the other. */
const lockItem = (trx: Db, id: string) =>
  trx
    .selectFrom('items')
    .select(['id', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Takes a published item off the market; who has it keeps it. `notice` is what its page says. False
 * when it is not published.
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

/**
 * Brings back what was taken off. False when it is not off, or is stopped: that is lifted first.
 */
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

/**
 * The same, so that none can begin before the transaction ends: whoever stops the item waits for
 * it, and then finds what was done in it.
 */
export async function findStopFirmly(trx: Db, itemId: string): ReturnType<typeof findStop> {
  await lockItem(trx, itemId)
  return findStop(trx, itemId)
}

/**
 * Stops an item: from the commit on it is not listed, none of its releases is offered, and work
 * that is under way is taken back (installs asks). The release log says so with the notice. Answers
 * the stop's id; null when the item is a draft, not there, or stopped already.
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
 * Lifts the stop in force: what was offered before is again, but for what was withdrawn meanwhile.
 * Answers the stop's id; null when there is none.
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
