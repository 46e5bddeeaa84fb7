import { pageOf, readPageKey } from '#lib/page-key.ts'
import { refuse } from '#lib/refusal.ts'
import { implementConsole } from '../people/public.ts'
import { getStore as getContract, listStores as listContract } from './contract.ts'
import { findStore, listInstalledOn, listStoreRows } from './data.ts'

const MOST = 50
type Row = NonNullable<Awaited<ReturnType<typeof findStore>>>

const present = (row: Row) => ({
  id: row.id, platform: row.platform, domain: row.domain, name: row.name, status: row.status as 'active' | 'closed', since: row.created_at.toISOString(), installations: row.installations,
})

export const listStores = implementConsole(listContract, null, async (ctx, { query }) => {
  const after = query.after === undefined ? null : readPageKey(query.after)
  if (query.after !== undefined && after === null) throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
  const found = await listStoreRows(ctx.db, { beginning: query.q ? query.q.toLowerCase() : null, after, most: MOST + 1 })
  const { rows, next } = pageOf(found, MOST, row => ({ at: row.created_at, id: row.id }))
  return { stores: rows.map(present), next }
})

export const getStore = implementConsole(getContract, null, async (ctx, { params }) => {
  const row = await findStore(ctx.db, params.store)
  if (!row) throw refuse('not_found')
  const items = await listInstalledOn(ctx.db, row.id)
  return {
    ...present(row), url: row.url, platform_version: row.platform_version,
    items: items.map(one => ({
      id: one.id, name: one.name, slug: one.slug, market: one.market as 'app' | 'theme', version: one.version, state: one.state, changed_at: one.updated_at.toISOString(), failure: one.failure,
    })),
  }
})
