import { pageOf, readPageKey } from '#lib/page-key.ts'
import { implementConsole } from '../people/public.ts'
import { forgetStoreSite as forgetContract, getStore as getContract, listStores as listContract } from './contract.ts'
import { giveUpSite } from '../installs/public.ts'
import { findAnySite, findKnownPlatform, mayForget } from '../platforms/public.ts'
import { findStore, listInstalledOn, listStoreRows } from './data.ts'
import { requireNamedStore } from './named-store.ts'
import { refuse } from './errors.ts'

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
  const [items, site] = await Promise.all([listInstalledOn(ctx.db, row.id), findAnySite(ctx.db, row.id)])
  const since = site?.forgotten_at ? null : site?.silent_since ?? site?.left_at ?? null
  return {
    ...present(row), url: row.url, system: row.platform_version === null ? null : { name: findKnownPlatform(row.platform_id)?.system ?? row.platform, version: row.platform_version },
    silence: site && since && items.some(one => one.state !== 'uninstalled') ? { since: since.toISOString(), looks: site.silent_looks, may_forget: mayForget(site, ctx.clock.now()) } : null,
    items: items.map(one => ({
      id: one.id, name: one.name, slug: one.slug, market: one.market as 'app' | 'theme', version: one.version, state: one.state, changed_at: one.updated_at.toISOString(), failure: one.failure,
    })),
  }
})

/** What no owner can do any more who cannot get in: the site names nobody whom a code could go to. */
export const forgetStoreSite = implementConsole(forgetContract, { audit: { kind: 'store', id: ({ params }) => params.store } }, async (ctx, { params, body }) => {
  const store = await requireNamedStore(ctx.db, params.store, body.domain)
  const uninstalled = await giveUpSite(ctx, ctx.db, store.id, { kind: 'market' }, 'support')
  if (uninstalled === null) throw refuse('backoffice.still_answers')
  return { uninstalled }
})
