import { defineOperation } from '#kernel/define-operation.ts'
import { pickText } from '#lib/locale.ts'
import { wholeList } from '#lib/wire.ts'
import { listPartnerCategories as contract } from './contract.ts'
import { findPartnerCategories } from './data.ts'

/** S7.25, D19: of partners, not of items. */
export const listPartnerCategories = defineOperation({
  ...contract,
  run: async (ctx) => {
    const rows = await ctx.cache.recall('partner-categories', ['market:app', 'market:theme'], () =>
      findPartnerCategories(ctx.db),
    )
    return wholeList(
      rows.map(({ slug, name, text, partners }) => ({
        slug,
        name: pickText(name, ctx.locale),
        text: pickText(text, ctx.locale),
        count: partners,
      })),
    )
  },
})
