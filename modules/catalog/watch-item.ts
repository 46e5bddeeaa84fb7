import { prepared } from '#db/prepared.ts'
import { wholeList } from '#lib/wire.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { pricingOf } from '#modules/currencies/public.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { cardRevision } from './cards.ts'
import * as contract from './contract.ts'
import { findDetail } from './data.ts'
import { refuse } from './errors.ts'
import { presentCards } from './present.ts'
import { readShelves } from './shelves.ts'

/** D9: a store can be notified when an item that is only listed becomes installable. */

export const watchItem = defineOperation({
  ...contract.watchItem,
  run: async (ctx, { params }) => {
    await ctx.db
      .insertInto('item_watches')
      .values({
        item_id: await requirePublished(ctx, params.id),
        store_id: ctx.actor.storeId,
        created_at: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { data: { watched: true } }
  },
})

export const unwatchItem = defineOperation({
  ...contract.unwatchItem,
  run: async (ctx, { params }) => {
    await ctx.db
      .deleteFrom('item_watches')
      .where('item_id', '=', await requirePublished(ctx, params.id))
      .where('store_id', '=', ctx.actor.storeId)
      .execute()
    return { data: { watched: false } }
  },
})

async function requirePublished(ctx: Ctx, id: string): Promise<string> {
  const item = await findDetail(ctx.db, ctx.locale, ctx.market, { id })
  if (item?.status !== 'published') throw refuse('catalog.item_not_found')
  return item.id
}

export const listWatchedItems = defineOperation({
  ...contract.listWatchedItems,
  run: async (ctx) => {
    const [platform, pricing, shelves, rows] = await Promise.all([
      requirePlatform(ctx, ctx.platformId),
      pricingOf(ctx),
      readShelves(ctx, ctx.market),
      WATCHED(ctx.db, [ctx.actor.storeId, ctx.locale, ctx.market]),
    ])
    return wholeList(
      await presentCards(
        ctx.db,
        rows.map((row) => row.revision),
        { locale: ctx.locale, shelves, taxIncluded: platform.prices_include_tax, pricing },
      ),
    )
  },
})

const WATCHED = prepared<{ revision: string | null }>(`
  select ${cardRevision('items', '$2')} as revision from item_watches join items on items.id = item_id
  where store_id = $1 and items.market = $3 and items.status = 'published' order by item_watches.created_at desc limit 100`)

/** For the item's own page; null for visitors and for items that can be installed. */
export async function isWatchedHere(
  ctx: Ctx,
  itemId: string,
  installable: boolean,
): Promise<boolean | null> {
  if (ctx.actor.kind !== 'store' || installable) return null
  const row = await ctx.db
    .selectFrom('item_watches')
    .select('item_id')
    .where('item_id', '=', itemId)
    .where('store_id', '=', ctx.actor.storeId)
    .executeTakeFirst()
  return row !== undefined
}
