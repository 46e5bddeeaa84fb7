import { pickText } from '#lib/locale.ts'
import { implement } from '../ctx.ts'
import { listCategories as contract } from './contract.ts'
import { listCategoryRows } from './data.ts'

export const listCategories = implement(contract, async ctx => ({
  data: (await listCategoryRows(ctx.db, ctx.market)).map(row => ({
    slug: row.slug, name: pickText(row.name, ctx.locale), drawing: row.drawing, count: Number(row.count ?? 0),
  })),
}))
