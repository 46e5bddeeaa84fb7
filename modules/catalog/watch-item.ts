import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { wholeList } from '#lib/wire.ts'
import { type Ctx } from '#kernel/context.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import {
  listWatchedItems as listContract,
  unwatchItem as unwatchContract,
  watchItem as watchContract,
} from './contract.ts'
import { deleteWatch, findDetail, hasWatch, insertWatch, listWatchedCards } from './data.ts'
import { refuse } from './errors.ts'
import { presentCards } from './present.ts'
import { readShelves } from './shelves.ts'

/** D9: an item that is only listed has a way to be told when it can be installed. */

async function requireListed(ctx: Ctx, id: string): Promise<string> {
  const item = await findDetail(ctx.db, ctx.locale, ctx.market, { id })
  if (item?.status !== 'published') throw refuse('catalog.item_not_found')
  return item.id
}

export const watchItem = defineOperation({
  ...watchContract,
  run: async (ctx, { params }) => {
    const itemId = await requireListed(ctx, params.id)
    await insertWatch(ctx.db, itemId, storeOf(ctx).storeId, ctx.clock.now())
    return { data: { watched: true } }
  },
})

export const unwatchItem = defineOperation({
  ...unwatchContract,
  run: async (ctx, { params }) => {
    const itemId = await requireListed(ctx, params.id)
    await deleteWatch(ctx.db, itemId, storeOf(ctx).storeId)
    return { data: { watched: false } }
  },
})

export const listWatchedItems = defineOperation({
  ...listContract,
  run: async (ctx) => {
    const [platform, shelves, cards] = await Promise.all([
      requirePlatform(ctx, ctx.platformId),
      readShelves(ctx, ctx.market),
      listWatchedCards(ctx.db, ctx.locale, ctx.market, storeOf(ctx).storeId),
    ])
    return wholeList(
      presentCards(cards, {
        locale: ctx.locale,
        shelves,
        taxIncluded: platform.prices_include_tax,
      }),
    )
  },
})

/** For the item's own page; null where nobody has to wait. */
export const isWatched = async (
  ctx: Ctx,
  itemId: string,
  installable: boolean,
): Promise<boolean | null> =>
  ctx.actor.kind === 'store' && !installable ? hasWatch(ctx.db, itemId, ctx.actor.storeId) : null
