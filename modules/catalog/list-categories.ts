import { defineOperation } from '#kernel/define-operation.ts'
import { pickText } from '#lib/locale.ts'
import { wholeList } from '#lib/wire.ts'
import { listCategories as contract } from './contract.ts'
import { facetsOfShelves } from './facets.ts'
import { mustHave } from './offered.ts'
import { MARKET_SHELF, readShelves } from './shelves.ts'

export const listCategories = defineOperation({
  ...contract,
  run: async (ctx) => {
    const { categories, cells } = await readShelves(ctx, ctx.market)
    const counts = facetsOfShelves(cells, {
      shelf: MARKET_SHELF[ctx.market],
      price: undefined,
      band: 0,
      traits: mustHave(ctx),
    }).categories
    return wholeList(
      categories
        .filter((one) => !one.tag)
        .map(({ number, slug, name, drawing }) => ({
          slug,
          name: pickText(name, ctx.locale),
          drawing,
          count: counts.get(number) ?? 0,
        })),
    )
  },
})
