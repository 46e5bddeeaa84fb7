import { newId } from '#lib/ids.ts'
import { personOf, type ConsoleCtx } from '../console.ts'
import { implementConsole } from '../people/public.ts'
import { findStore } from './data.ts'
import { refuse } from './errors.ts'
import { requireNamedStore } from './named-store.ts'
import { eraseStoreData as eraseContract, exportStoreData as exportContract, fetchStoreData as fetchContract, listStoreData as listContract } from './store-data-contract.ts'
import { hasInstallations, openFile } from './store-data-work.ts'

const audit = { kind: 'store_data', id: ({ params }: { params: { store: string } }) => params.store }

export const listStoreData = implementConsole(listContract, null, async (ctx, { params }) => {
  if (!await findStore(ctx.db, params.store)) throw refuse('not_found')
  const [requests, isUsed] = await Promise.all([
    ctx.db.selectFrom('store_data_requests').innerJoin('people', 'people.id', 'store_data_requests.asked_by')
      .select(['store_data_requests.id', 'kind', 'state', 'people.name as asked_by', 'asked_at', 'done_at', 'counts', 'file_until']).where('store_id', '=', params.store).orderBy('asked_at', 'desc').limit(50).execute(),
    hasInstallations(ctx.db, params.store),
  ])
  return {
    may_erase: !isUsed,
    requests: requests.map(one => ({
      id: one.id, kind: one.kind as 'export', state: one.state as 'done', asked_by: one.asked_by, asked_at: one.asked_at.toISOString(), done_at: one.done_at?.toISOString() ?? null,
      counts: one.counts as Record<string, number> | null, file_until: one.file_until?.toISOString() ?? null,
    })),
  }
})

async function ask(ctx: ConsoleCtx, storeId: string, kind: 'export' | 'erase'): Promise<{ id: string }> {
  const id = newId('sdr')
  const made = await ctx.db.insertInto('store_data_requests').values({ id, store_id: storeId, kind, state: 'queued', asked_by: personOf(ctx).id, asked_at: ctx.clock.now() })
    .onConflict(conflict => conflict.columns(['store_id', 'kind']).where('state', '=', 'queued').doNothing()).returning('id').executeTakeFirst()
  if (!made) throw refuse('backoffice.asked_already')
  await ctx.jobs.enqueue(ctx.db, 'store-data', { id })
  return { id }
}

export const exportStoreData = implementConsole(exportContract, { audit }, async (ctx, { params }) => {
  if (!await findStore(ctx.db, params.store)) throw refuse('not_found')
  return ask(ctx, params.store, 'export')
})

export const eraseStoreData = implementConsole(eraseContract, { audit }, async (ctx, { params, body }) => {
  const store = await requireNamedStore(ctx.db, params.store, body.domain)
  if (await hasInstallations(ctx.db, store.id)) throw refuse('backoffice.still_installed')
  return ask(ctx, store.id, 'erase')
})

export const fetchStoreData = implementConsole(fetchContract, { audit }, async (ctx, { params }) => {
  const row = await ctx.db.selectFrom('store_data_requests').select('file_sealed').where('id', '=', params.request).where('store_id', '=', params.store).where('file_until', '>', ctx.clock.now()).executeTakeFirst()
  if (!row?.file_sealed) throw refuse('not_found')
  return { json: openFile(ctx.sealing, row.file_sealed) }
})
