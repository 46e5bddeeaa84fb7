import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { forgetSite as forgetThere } from '#modules/stores/platforms/public.ts'
import { endSessionsOf } from '#modules/stores/sessions/public.ts'
import { beginUninstall } from './begin-uninstall.ts'
import { byOwner, requireSameStore } from './conditions.ts'
import type { StartedBy } from './data.ts'
import { refuse } from './errors.ts'
import { forgetSite as contract } from './site-contract.ts'

/**
 * A site on which the plugin was deleted, or that is no more, is given up, in the caller's
 * transaction: its keys are erased, its sessions end, and what the ledger has there ends as an
 * uninstall ends it, without anybody being asked on the site. Null while it answers, or before we
 * have seen often enough that it does not.
 */
export async function giveUpSite(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  storeId: string,
  by: StartedBy,
  who: 'owner' | 'support',
): Promise<number | null> {
  const now = services.clock.now()
  if (!(await forgetThere(trx, storeId, who, now))) return null
  const live = await trx
    .selectFrom('installations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('state', '!=', 'uninstalled')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const there of live) {
    // A run that is under way finds nothing there either.
    if (there.state === 'uninstalling') continue
    if (
      !['installed', 'paused', 'needs_action'].includes(there.state) ||
      !(await beginUninstall(services, trx, there, true, by))
    )
      throw refuse('installs.busy')
  }
  await endSessionsOf(trx, storeId, now)
  return live.length
}

export const forgetSite = defineOperation({
  ...contract,
  run: async (ctx, { body }) => {
    const store = storeOf(ctx)
    requireSameStore(store, body.store)
    const ended = await inTransaction(ctx, (trx) =>
      giveUpSite(ctx, trx, store.storeId, byOwner(store), 'owner'),
    )
    if (ended === null) throw refuse('site.still_answers')
    return { data: { domain: store.domain, uninstalled: ended } }
  },
})
