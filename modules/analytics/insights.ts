import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { pickText, type Text } from '#lib/locale.ts'
import { marketDay } from '#lib/market-days.ts'
import { refuse } from '#lib/refusal.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findItem, lastRun } from './analytics.ts'
import * as contract from './contract.ts'
import { refreshFigures } from './roll-up.ts'
import { countMonths, METRICS, monthsOf, percentOf, windowsOf } from './rules.ts'
import { listTerms } from './search-terms.ts'
import { sumByMonth, sumTrials } from './subscription-figures.ts'

export const getItemInsights = defineOperation({
  ...contract.getItemInsights,
  run: async (ctx, { params }) => {
    const { db } = ctx
    const item = await findItem(db, params.partner, params.item)
    if (!item) throw refuse('not_found')
    const fresh = await refreshFigures(ctx)
    const today = marketDay(ctx.zones, ctx.clock.now())
    const windows = windowsOf(today)
    const months = monthsOf(today)
    const [retention, views, sums, trials, category, terms, asOf] = await Promise.all([
      sumRetention(db, item.id, windows.kept),
      sumViews(db, item.id, windows.views),
      sumByMonth(db, { item: item.id }, `${months[0]}-01`),
      sumTrials(db, { item: item.id }, today),
      findCategory(db, item.id),
      listTerms(db, item.id, today),
      fresh ?? lastRun(db),
    ])
    const medians = category ? await listMedians(db, category.id) : []
    const own = {
      conversion: percentOf(views.installs, views.views),
      churn: countMonths(sums, months).at(-2)?.churn ?? null,
      trials: trials.rate,
      kept_30: percentOf(retention.kept_30, retention.installs),
    }
    return {
      about: item.name,
      as_of: asOf !== null && asOf.getUTCFullYear() > 2000 ? asOf.toISOString() : null,
      retention: { ...windows.kept, ...retention },
      category: category
        ? { id: category.id, name: pickText(category.name as Text, ctx.locale) }
        : null,
      metrics: METRICS.map((metric) => {
        const median = medians.find((one) => one.metric === metric)
        return {
          metric,
          own: own[metric],
          median: median ? Number(median.median) : null,
          partners: median?.partners ?? null,
        }
      }),
      windows,
      terms,
    }
  },
})

interface Days {
  from: string
  to: string
}

async function sumRetention(db: Db, itemId: string, { from, to }: Days) {
  const { rows } = await sql<{ installs: number; kept_7: number; kept_30: number }>`
    select coalesce(sum(installs), 0)::integer as installs,
      coalesce(sum(kept_7), 0)::integer as kept_7, coalesce(sum(kept_30), 0)::integer as kept_30
    from figure_retention_days
    where item_id = ${itemId} and day between ${from}::date and ${to}::date`.execute(db)
  return rows[0] ?? { installs: 0, kept_7: 0, kept_30: 0 }
}

async function sumViews(db: Db, itemId: string, { from, to }: Days) {
  const { rows } = await sql<{ installs: number; views: number }>`
    select coalesce(sum(installs), 0)::integer as installs, coalesce(sum(views), 0)::integer as views
    from figure_days where item_id = ${itemId} and day between ${from}::date and ${to}::date`.execute(
    db,
  )
  return rows[0] ?? { installs: 0, views: 0 }
}

/** The first category of an item, as lists show it; tags are no category to compare with. */
const findCategory = (db: Db, itemId: string) =>
  db
    .selectFrom('item_categories')
    .innerJoin('categories', 'categories.id', 'item_categories.category_id')
    .select(['categories.id', 'categories.name'])
    .where('item_categories.item_id', '=', itemId)
    .where('categories.is_tag', '=', false)
    .orderBy('categories.position')
    .orderBy('categories.id')
    .limit(1)
    .executeTakeFirst()

const listMedians = (db: Db, categoryId: string) =>
  db
    .selectFrom('figure_category_medians')
    .select(['metric', 'median', 'partners'])
    .where('category_id', '=', categoryId)
    .execute()
