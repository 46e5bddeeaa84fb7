import { newId } from '#lib/ids.ts'
import { secondsAfter } from '#lib/clock.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { personOf } from '#kernel/actor.ts'
import { inTransaction, type ConsoleCtx, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { storeDataOfCatalog } from '#modules/catalog/public.ts'
import { storeDataOfBilling } from '#modules/billing/public.ts'
import { hasInstallations, storeDataOfInstalls } from '#modules/installs/public.ts'
import { storeDataOfMessaging } from '#modules/messaging/public.ts'
import { storeDataOfOrders } from '#modules/orders/public.ts'
import { storeDataOfReviews } from '#modules/reviews/public.ts'
import {
  requireNamedStore,
  requireStore,
  storeDataOfStores,
  type StoreData,
} from '#modules/stores/public.ts'
import { refuse } from './errors.ts'
import { storeDataOfNotes } from './notes.ts'
import * as contract from './operator-contract.ts'

/** D23: exports and erases what each module knows of a store. */
const MODULES: readonly StoreData[] = [
  storeDataOfStores,
  storeDataOfCatalog,
  storeDataOfOrders,
  storeDataOfBilling,
  storeDataOfInstalls,
  storeDataOfReviews,
  storeDataOfMessaging,
  storeDataOfNotes,
]

const FILE_PURPOSE = 'store-data'
const FILE_SECONDS = 7 * 86_400

const audit = {
  kind: 'store_data',
  id: ({ params }: { params: { store: string } }) => params.store,
}

export const listStoreData = defineOperation({
  ...contract.listStoreData,
  run: async (ctx, { params }) => {
    await requireStore(ctx.db, params.store)
    const [requests, isUsed] = await Promise.all([
      ctx.db
        .selectFrom('store_data_requests')
        .innerJoin('people', 'people.id', 'store_data_requests.asked_by')
        .select([
          'store_data_requests.id',
          'kind',
          'state',
          'people.name as asked_by',
          'asked_at',
          'done_at',
          'counts',
          'file_until',
        ])
        .where('store_id', '=', params.store)
        .orderBy('asked_at', 'desc')
        .limit(50)
        .execute(),
      hasInstallations(ctx.db, params.store),
    ])
    return {
      may_erase: !isUsed,
      requests: requests.map((one) => ({
        id: one.id,
        kind: one.kind as 'export',
        state: one.state as 'done',
        asked_by: one.asked_by,
        asked_at: one.asked_at.toISOString(),
        done_at: one.done_at?.toISOString() ?? null,
        counts: one.counts as Record<string, number> | null,
        file_until: one.file_until?.toISOString() ?? null,
      })),
    }
  },
})

export const exportStoreData = defineOperation({
  ...contract.exportStoreData,
  audit,
  run: async (ctx, { params }) => {
    await requireStore(ctx.db, params.store)
    return queueRequest(ctx, params.store, 'export')
  },
})

export const eraseStoreData = defineOperation({
  ...contract.eraseStoreData,
  audit,
  run: async (ctx, { params, body }) => {
    const store = await requireNamedStore(ctx.db, params.store, body.domain)
    if (await hasInstallations(ctx.db, store.id)) throw refuse('backoffice.still_installed')
    return queueRequest(ctx, store.id, 'erase')
  },
})

async function queueRequest(
  ctx: ConsoleCtx,
  storeId: string,
  kind: 'export' | 'erase',
): Promise<{ id: string }> {
  const id = newId('sdr')
  const inserted = await ctx.db
    .insertInto('store_data_requests')
    .values({
      id,
      store_id: storeId,
      kind,
      state: 'queued',
      asked_by: personOf(ctx).id,
      asked_at: ctx.clock.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'kind']).where('state', '=', 'queued').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw refuse('backoffice.asked_already')
  await ctx.jobs.enqueue(ctx.db, 'store-data', { id })
  return { id }
}

export const fetchStoreData = defineOperation({
  ...contract.fetchStoreData,
  audit,
  run: async (ctx, { params }) => {
    const row = await ctx.db
      .selectFrom('store_data_requests')
      .select('file_sealed')
      .where('id', '=', params.request)
      .where('store_id', '=', params.store)
      .where('file_until', '>', ctx.clock.now())
      .executeTakeFirst()
    if (!row?.file_sealed) throw refuse('not_found')
    return { json: unseal(ctx.sealing, FILE_PURPOSE, row.file_sealed) }
  },
})

/** The job `store-data`: exports or erases. Does nothing for a request that is done. */
export async function processStoreDataRequest(services: Services, id: string): Promise<void> {
  const request = await services.db
    .selectFrom('store_data_requests')
    .select(['store_id', 'kind'])
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (!request) return
  if (request.kind === 'export') await exportStore(services, id, request.store_id)
  else await eraseStore(services, id, request.store_id)
}

async function exportStore(services: Services, id: string, storeId: string): Promise<void> {
  const now = services.clock.now()
  const collected = await mergeAll(MODULES.map((one) => () => one.collect(services, storeId)))
  const counts = Object.fromEntries(
    Object.entries(collected).map(([name, list]) => [name, list.length]),
  )
  await services.db
    .updateTable('store_data_requests')
    .set({
      state: 'done',
      done_at: now,
      counts: JSON.stringify(counts),
      file_sealed: seal(services.sealing, FILE_PURPOSE, JSON.stringify(collected, null, 2)),
      file_until: secondsAfter(now, FILE_SECONDS),
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

async function eraseStore(services: Services, id: string, storeId: string): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services, async (trx) => {
    const request = await trx
      .selectFrom('store_data_requests')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .forUpdate()
      .executeTakeFirst()
    if (!request) return
    // An item that was installed since the request needs the data to be uninstalled.
    const isUsed = await hasInstallations(trx, storeId)
    const counts = isUsed
      ? null
      : JSON.stringify(
          await mergeAll(MODULES.map((one) => () => one.erase(trx, storeId, now, services.jobs))),
        )
    await trx
      .updateTable('store_data_requests')
      .set({ state: isUsed ? 'failed' : 'done', done_at: now, counts })
      .where('id', '=', id)
      .execute()
    // Earlier exports contain the data too.
    if (!isUsed)
      await trx
        .updateTable('store_data_requests')
        .set({ file_sealed: null, file_until: null })
        .where('store_id', '=', storeId)
        .execute()
  })
}

async function mergeAll<T>(
  parts: readonly (() => Promise<Record<string, T>>)[],
): Promise<Record<string, T>> {
  const all: Record<string, T> = {}
  for (const part of parts) Object.assign(all, await part())
  return all
}

export const purgeStoreData = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<unknown> =>
  db
    .updateTable('store_data_requests')
    .set({ file_sealed: null, file_until: null })
    .where('file_until', '<=', clock.now())
    .execute()
