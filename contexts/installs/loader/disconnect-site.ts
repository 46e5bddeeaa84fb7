import { implement, inTransaction, storeOf } from '../../ctx.ts'
import { closeSite, findSite } from '../../platforms/public.ts'
import { beginUninstall } from '../begin-uninstall.ts'
import { byOwner, requireSameStore } from '../conditions.ts'
import { refuse } from '../errors.ts'
import { disconnectSite as contract } from '../site-contract.ts'

/**
 * In one transaction: whatever is on the site begins to be uninstalled, the key goes, the sessions end. Its pages are given nothing from the next look on, also
 * before the runs have ended. Bought items stay bought: who proves the site again has them.
 */
export const disconnectSite = implement(contract, async (ctx, { body }) => {
  const store = storeOf(ctx)
  requireSameStore(store, body.store)
  const site = await findSite(ctx, store.storeId)
  if (!site || site.disconnected_at !== null) throw refuse('site.not_a_site')
  const uninstalled = await inTransaction(ctx, async trx => {
    const live = await trx.selectFrom('installations').selectAll().where('store_id', '=', store.storeId).where('state', '!=', 'uninstalled').orderBy('id').forUpdate().execute()
    for (const there of live) {
      if (there.state === 'uninstalling') continue
      if (!['installed', 'paused', 'needs_action'].includes(there.state) || !await beginUninstall(ctx, trx, there, true, byOwner(store))) throw refuse('installs.busy')
    }
    await closeSite(ctx, trx, store.storeId)
    await trx.updateTable('sessions').set({ ended_at: ctx.clock.now() }).where('store_id', '=', store.storeId).where('ended_at', 'is', null).execute()
    return live.length
  })
  return { data: { domain: store.domain, uninstalled } }
})
