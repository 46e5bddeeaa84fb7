import type { ConnectScope } from '#lib/market.ts'
import { wholeList } from '#lib/wire.ts'
import type { ConnectedActor } from '#kernel/actor.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { askPlatform, connectorOf } from '#modules/stores/platforms/public.ts'
import { requireStore } from '#modules/stores/public.ts'
import { refuse } from '../../errors.ts'
import {
  getConnectedStore as storeContract,
  listConnectedGroups as groupsContract,
  listConnectedLanguages as languagesContract,
} from '../connect-contract.ts'

/** The connected app that calls, if its owner gave it this right. */
function requireScope(ctx: Ctx, scope: ConnectScope): ConnectedActor {
  if (ctx.actor.kind !== 'connected')
    throw new Error('requireScope in an operation that others may call')
  if (!ctx.actor.scopes.includes(scope)) throw refuse('rights.scope_missing')
  return ctx.actor
}

export const getConnectedStore = defineOperation({
  ...storeContract,
  run: async (ctx) => {
    const app = requireScope(ctx, 'store.read')
    const { id, name, domain, url } = await requireStore(ctx.db, app.storeId)
    return {
      data: {
        id,
        name,
        domain,
        url,
        scopes: [...app.scopes],
        connected_at: app.since.toISOString(),
      },
    }
  },
})

export const listConnectedLanguages = defineOperation({
  ...languagesContract,
  run: async (ctx) => {
    const connector = await connectorOf(ctx, requireScope(ctx, 'languages.read').storeId)
    return wholeList(await askPlatform(() => connector.listLanguages()))
  },
})

export const listConnectedGroups = defineOperation({
  ...groupsContract,
  run: async (ctx) => {
    const connector = await connectorOf(ctx, requireScope(ctx, 'customer_groups.read').storeId)
    return wholeList(await askPlatform(() => connector.listCustomerGroups()))
  },
})
