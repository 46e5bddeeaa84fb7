import { defineOperation } from '#kernel/define-operation.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { newId } from '#lib/ids.ts'
import { hasInstallations } from '#modules/installs/public.ts'
import { requireNamedStore, requireStore } from '#modules/stores/public.ts'
import { refuse } from './errors.ts'
import {
  eraseStoreData as eraseContract,
  exportStoreData as exportContract,
  fetchStoreData as fetchContract,
  listStoreData as listContract,
} from './store-data-contract.ts'
import { openFile } from './store-data-work.ts'

const audit = {
  kind: 'store_data',
  id: ({ params }: { params: { store: string } }) => params.store,
}

export const listStoreData = defineOperation({
  ...listContract,
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

async function ask(
  ctx: ConsoleCtx,
  storeId: string,
  kind: 'export' | 'erase',
): Promise<{ id: string }> {
  const id = newId('sdr')
  const made = await ctx.db
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
  if (!made) throw refuse('backoffice.asked_already')
  await ctx.jobs.enqueue(ctx.db, 'store-data', { id })
  return { id }
}

export const exportStoreData = defineOperation({
  ...exportContract,
  audit,
  run: async (ctx, { params }) => {
    await requireStore(ctx.db, params.store)
    return ask(ctx, params.store, 'export')
  },
})

export const eraseStoreData = defineOperation({
  ...eraseContract,
  audit,
  run: async (ctx, { params, body }) => {
    const store = await requireNamedStore(ctx.db, params.store, body.domain)
    if (await hasInstallations(ctx.db, store.id)) throw refuse('backoffice.still_installed')
    return ask(ctx, store.id, 'erase')
  },
})

export const fetchStoreData = defineOperation({
  ...fetchContract,
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
    return { json: openFile(ctx.sealing, row.file_sealed) }
  },
})
