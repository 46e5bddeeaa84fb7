import { defineOperation } from '#kernel/define-operation.ts'
import { pickText } from '#lib/locale.ts'
import { wholeList } from '#lib/wire.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { listCollections as contract } from './contract.ts'
import { readCollections } from './collections.ts'
import { mustHave } from './offered.ts'
import { presentCards } from './present.ts'
import { readShelves } from './shelves.ts'

/** Collections that have something in them; items that are no longer published are left out. */
export const listCollections = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const [platform, shelves, rows] = await Promise.all([
      requirePlatform(ctx, ctx.platformId),
      readShelves(ctx, ctx.market),
      readCollections(ctx.db, ctx.market, ctx.locale, query.per_collection, mustHave(ctx)),
    ])
    const around = { locale: ctx.locale, shelves, taxIncluded: platform.prices_include_tax }
    return wholeList(
      rows.map((row) => ({
        slug: row.slug,
        name: pickText(row.name, ctx.locale),
        lead: pickText(row.lead, ctx.locale),
        items: presentCards(row.cards, around),
      })),
    )
  },
})
