import { secondsAfter } from '#lib/clock.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { hasInstallations, storeDataOfInstalls } from '#modules/installs/public.ts'
import { storeDataOfMessaging } from '#modules/messaging/public.ts'
import { storeDataOfOrders } from '#modules/orders/public.ts'
import { storeDataOfReviews } from '#modules/reviews/public.ts'
import { type StoreData, storeDataOfStores } from '#modules/stores/public.ts'

/** D23: what each module knows of a store, for its owner to have or to be gone. */
const MODULES: readonly StoreData[] = [
  storeDataOfStores,
  storeDataOfOrders,
  storeDataOfInstalls,
  storeDataOfReviews,
  storeDataOfMessaging,
]

const FILE_PURPOSE = 'store-data'
/** A file that nobody fetched goes after a week. */
const FILE_SECONDS = 7 * 86_400

async function mergeAll<T>(
  parts: readonly (() => Promise<Record<string, T>>)[],
): Promise<Record<string, T>> {
  const all: Record<string, T> = {}
  for (const part of parts) Object.assign(all, await part())
  return all
}

/** The job `store-data`: makes the file, or erases; both once, whoever asks again finds it done. */
export async function workOnStoreData(services: Services, id: string): Promise<void> {
  const { db, clock, sealing, jobs } = services
  const request = await db
    .selectFrom('store_data_requests')
    .select(['store_id', 'kind'])
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (!request) return
  const now = clock.now()
  if (request.kind === 'export') {
    const collected = await mergeAll(
      MODULES.map((one) => () => one.collect(services, request.store_id)),
    )
    const counts = Object.fromEntries(
      Object.entries(collected).map(([name, list]) => [name, list.length]),
    )
    await db
      .updateTable('store_data_requests')
      .set({
        state: 'done',
        done_at: now,
        counts: JSON.stringify(counts),
        file_sealed: seal(sealing, FILE_PURPOSE, JSON.stringify(collected, null, 2)),
        file_until: secondsAfter(now, FILE_SECONDS),
      })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .execute()
    return
  }
  await inTransaction(services, async (trx) => {
    const mine = await trx
      .selectFrom('store_data_requests')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .forUpdate()
      .executeTakeFirst()
    if (!mine) return
    // Something came onto the store between the asking and now: its data is needed to take it off
    // again.
    const isUsed = await hasInstallations(trx, request.store_id)
    const counts = isUsed
      ? null
      : JSON.stringify(
          await mergeAll(MODULES.map((one) => () => one.erase(trx, request.store_id, now, jobs))),
        )
    await trx
      .updateTable('store_data_requests')
      .set({ state: isUsed ? 'failed' : 'done', done_at: now, counts })
      .where('id', '=', id)
      .execute()
    // What was exported before holds it still.
    if (!isUsed)
      await trx
        .updateTable('store_data_requests')
        .set({ file_sealed: null, file_until: null })
        .where('store_id', '=', request.store_id)
        .execute()
  })
}

export const openFile = (sealing: Services['sealing'], sealed: string): string =>
  unseal(sealing, FILE_PURPOSE, sealed)

/** Housekeeping. */
export const tidyStoreData = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<unknown> =>
  db
    .updateTable('store_data_requests')
    .set({ file_sealed: null, file_until: null })
    .where('file_until', '<=', clock.now())
    .execute()
