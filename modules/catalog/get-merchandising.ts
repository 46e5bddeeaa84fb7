import { defineOperation } from '#kernel/define-operation.ts'
import { listPlatformNames } from '#modules/stores/platforms/public.ts'
import * as contracts from './merchandising-contract.ts'
import * as rows from './merchandising-data.ts'
import { presentBanner } from './operator-banners.ts'
import { presentCategory } from './operator-categories.ts'
import { presentCollection } from './operator-collections.ts'

export const getShelves = defineOperation({
  ...contracts.getShelves,
  run: async (ctx) => {
    const [categories, collections, banners, platforms] = await Promise.all([
      rows.listCategoryRows(ctx.db),
      rows.listCollectionRows(ctx.db),
      rows.listBannerRows(ctx.db),
      listPlatformNames(ctx.db),
    ])
    const now = ctx.clock.now()
    return {
      categories: categories.map(presentCategory),
      collections: collections.map(presentCollection),
      banners: banners.map((row) => presentBanner(row, now)),
      platforms,
    }
  },
})
