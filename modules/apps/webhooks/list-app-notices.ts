import { storeOf } from '#kernel/actor.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findItem } from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { listAppNotices as contract } from './contract.ts'
import { findCopy, listMessages } from './data.ts'
import { presentMessage } from './present.ts'
import { DATA_PAUSE_SECONDS } from './rules.ts'
import { endpointOf } from './tell-app.ts'

/**
 * The copies of an app that this store has and had, newest first; another store's are not among
 * them.
 */
export async function requireCopies(ctx: Ctx, id: string): Promise<string[]> {
  const item = await findItem(ctx, id.startsWith('itm_') ? { id } : { slug: id }, ctx.locale)
  if (item?.market !== 'app') throw refuse('catalog.item_not_found')
  const rows = await ctx.db
    .selectFrom('installations')
    .select('id')
    .where('store_id', '=', storeOf(ctx).storeId)
    .where('item_id', '=', item.id)
    .where('installed_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  if (rows.length === 0) throw refuse('installs.not_installed')
  return rows.map((row) => row.id)
}

/**
 * What an app was told of this store: an owner may know it. How it was delivered is between the
 * market and the app.
 */
export const listAppNotices = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const copies = await requireCopies(ctx, params.id)
    const newest = await findCopy(ctx.db, copies[0] as string)
    const told = newest && (await endpointOf(ctx, ctx.db, newest))
    const messages = (await listMessages(ctx.db, copies, 50)).map(presentMessage)
    const since = ctx.clock.now().getTime() - DATA_PAUSE_SECONDS * 1000
    const wasAsked = (type: string) =>
      messages.some((one) => one.type === type && Date.parse(one.occurred_at) > since)
    return {
      data: {
        told: Boolean(told),
        messages,
        may_ask: told
          ? [
              ...(wasAsked('store.data_request') ? [] : ['data' as const]),
              ...(wasAsked('store.erase') ? [] : ['erase' as const]),
            ]
          : [],
      },
    }
  },
})
