import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { inTransaction } from '#kernel/context.ts'
import {
  beginLeaving,
  closeSite,
  findSite,
  findWordPressSite,
} from '#modules/stores/platforms/public.ts'
import { endSessionsOf } from '#modules/stores/sessions/public.ts'
import { beginUninstall } from './begin-uninstall.ts'
import { byOwner, requireSameStore } from './conditions.ts'
import { refuse } from './errors.ts'
import { disconnectSite as contract } from './site-contract.ts'

/**
 * In one transaction: whatever is on the site begins to be uninstalled, the site is closed, the
 * sessions end. A site of the loader is given nothing from the next look on, and its key goes at
 * once; a WordPress site gets its keys back when the runs have ended (`leave-site.ts`). Bought
 * items stay bought: who connects the site again has them.
 */
export const disconnectSite = defineOperation({
  ...contract,
  run: async (ctx, { body }) => {
    const store = storeOf(ctx)
    requireSameStore(store, body.store)
    const [site, wordpress] = [
      await findSite(ctx, store.storeId),
      await findWordPressSite(ctx.db, store.storeId),
    ]
    if (!wordpress && (!site || site.disconnected_at !== null)) throw refuse('site.not_a_site')
    const uninstalled = await inTransaction(ctx, async (trx) => {
      const live = await trx
        .selectFrom('installations')
        .selectAll()
        .where('store_id', '=', store.storeId)
        .where('state', '!=', 'uninstalled')
        .orderBy('id')
        .forUpdate()
        .execute()
      for (const there of live) {
        if (there.state === 'uninstalling') continue
        if (
          !['installed', 'paused', 'needs_action'].includes(there.state) ||
          !(await beginUninstall(ctx, trx, there, true, byOwner(store)))
        )
          throw refuse('installs.busy')
      }
      if (wordpress) {
        await beginLeaving(trx, store.storeId, ctx.clock.now())
        await ctx.jobs.enqueue(trx, 'leave-site', { id: store.storeId })
      } else await closeSite(ctx, trx, store.storeId)
      await endSessionsOf(trx, store.storeId, ctx.clock.now())
      return live.length
    })
    return { data: { domain: store.domain, uninstalled } }
  },
})
