import { pickText } from '#lib/locale.ts'
import { implement } from '../ctx.ts'
import { listCategories as contract } from './contract.ts'
import { countCells } from './facets.ts'
import { readShelves } from './shelves.ts'

export const listCategories = implement(contract, async ctx => {
  const { categories, cells } = await readShelves(ctx, ctx.market)
  return {
    data: categories.map(({ number, slug, name, drawing }) => ({
      slug, name: pickText(name, ctx.locale), drawing, count: countCells(cells, { shelf: number, price: undefined, band: 0 }),
    })),
  }
})
