import { fold } from '#lib/fold.ts'
import { implement } from '../ctx.ts'
import { requirePlatform } from '../platforms/public.ts'
import { listItems as contract } from './contract.ts'
import { countItems, listCards, type ListFilter } from './data.ts'
import { presentCard } from './present.ts'

const MAX_WORDS = 8

export const listItems = implement(contract, async (ctx, { query }) => {
  const filter: ListFilter = {
    market: ctx.market, category: query.category, price: query.price, rating: query.rating,
    words: fold(query.q ?? '').split(' ').filter(Boolean).slice(0, MAX_WORDS),
  }
  const [platform, total, rows] = await Promise.all([
    requirePlatform(ctx, ctx.platformId),
    countItems(ctx.db, filter),
    listCards(ctx.db, ctx.locale, filter, { sort: query.sort, limit: query.per_page, offset: (query.page - 1) * query.per_page }),
  ])
  return {
    data: rows.map(row => presentCard(row, ctx.locale, platform.prices_include_tax)),
    meta: { total, page: query.page, per_page: query.per_page },
  }
})
