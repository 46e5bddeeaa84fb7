import type { ConnectScope } from '#lib/market.ts'
import { wholeList } from '#lib/wire.ts'
import { implement, type ConnectedActor, type Ctx } from '../../ctx.ts'
import { askPlatform, connectorOf } from '../../platforms/public.ts'
import { getConnectedStore as storeContract, listConnectedGroups as groupsContract, listConnectedLanguages as languagesContract } from '../connect-contract.ts'
import { refuse } from '../errors.ts'

/** The connected app that calls, if its owner gave it this right. */
function requireScope(ctx: Ctx, scope: ConnectScope): ConnectedActor {
  if (ctx.actor.kind !== 'connected') throw new Error('requireScope in an operation that others may call')
  if (!ctx.actor.scopes.includes(scope)) throw refuse('rights.scope_missing')
  return ctx.actor
}

export const getConnectedStore = implement(storeContract, async ctx => {
  const app = requireScope(ctx, 'store.read')
  const store = await ctx.db.selectFrom('stores').select(['id', 'name', 'domain', 'url']).where('id', '=', app.storeId).executeTakeFirstOrThrow()
  return { data: { ...store, scopes: [...app.scopes], connected_at: app.since.toISOString() } }
})

export const listConnectedLanguages = implement(languagesContract, async ctx => {
  const connector = await connectorOf(ctx, requireScope(ctx, 'languages.read').storeId)
  return wholeList(await askPlatform(() => connector.listLanguages()))
})

export const listConnectedGroups = implement(groupsContract, async ctx => {
  const connector = await connectorOf(ctx, requireScope(ctx, 'customer_groups.read').storeId)
  return wholeList(await askPlatform(() => connector.listCustomerGroups()))
})
