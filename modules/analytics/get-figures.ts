import type { z } from 'zod'
import { refuse } from '#lib/refusal.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findPartner } from '#modules/publishing/public.ts'
import {
  type figures,
  getItemFigures as itemContract,
  getMarketFigures as marketContract,
  getPartnerFigures as partnerContract,
} from './contract.ts'
import {
  countActive,
  findItem,
  lastRun,
  listItemNames,
  listPlatformNames,
  type MoneyDay,
  type Scope,
  sumMoney,
  sumParts,
  sumReasons,
} from './data.ts'
import { refreshFigures } from './roll-up.ts'
import {
  addSums,
  conversionOf,
  type DaySums,
  everyDay,
  periodOf,
  type Range,
  starsOf,
} from './rules.ts'

type Figures = z.input<typeof figures>

export const getItemFigures = defineOperation({
  ...itemContract,
  run: async (ctx, { params, query }) => {
    const item = await findItem(ctx.db, params.partner, params.item)
    if (!item) throw refuse('not_found')
    return readFigures(ctx, { item: item.id }, item.name, query.days)
  },
})

export const getPartnerFigures = defineOperation({
  ...partnerContract,
  run: async (ctx, { params, query }) => {
    const partner = await findPartner(ctx.db, params.partner)
    if (!partner) throw refuse('not_found')
    return readFigures(ctx, { partner: partner.id }, partner.name, query.days)
  },
})

export const getMarketFigures = defineOperation({
  ...marketContract,
  run: (ctx, { query }) =>
    readFigures(
      ctx,
      { market: query.market === 'all' ? null : query.market },
      query.market,
      query.days,
    ),
})

async function readFigures(
  ctx: ConsoleCtx,
  scope: Scope,
  about: string,
  days: Range,
): Promise<Figures> {
  const { db, clock } = ctx
  const fresh = await refreshFigures(ctx)
  const period = periodOf(clock.now(), days)
  const { from, to, beforeFrom, beforeTo } = period
  const own = 'item' in scope ? ['version' as const] : 'partner' in scope ? ['item' as const] : []
  const [parts, active, money, reasons, names, asOf] = await Promise.all([
    sumParts(db, scope, period, ['platform', 'country', ...own]),
    countActive(db, scope),
    sumMoney(db, scope, beforeFrom, to),
    sumReasons(db, scope, from, to),
    listPlatformNames(db),
    fresh ?? lastRun(db),
  ])
  const { platform: platforms, country: countries, version: versions, item: items } = parts.splits
  const itemNames = await listItemNames(
    db,
    items.map((row) => row.key),
  )
  const all = everyDay(parts.days, beforeFrom, to, active)
  const [before, now] = [all.slice(0, days), all.slice(days)]
  return {
    about,
    days,
    from,
    to,
    as_of: asOf !== null && asOf.getUTCFullYear() > 2000 ? asOf.toISOString() : null,
    totals: totalsOf(now),
    before: totalsOf(before),
    series: now.map(({ stars: _stars, ...one }) => ({
      ...one,
      stars: starsOf({ ...one, stars: _stars }),
    })),
    before_series: before.map(({ day, views, installs }) => ({ day, views, installs })),
    money: moneyOf(
      money,
      now.map((one) => one.day),
      beforeTo,
    ),
    platforms: platforms.map((row) => ({ ...row, name: names.get(row.key) ?? '' })),
    countries: countries.map((row) => ({ ...row, name: row.key })),
    versions: versions.filter((row) => row.key !== '').map((row) => ({ ...row, name: row.key })),
    reasons,
    items: items.map(({ key: id, ...row }) => ({ id, name: itemNames.get(id) ?? '', ...row })),
  }
}

function totalsOf(series: readonly (DaySums & { active: number })[]): Figures['totals'] {
  const sums = addSums(series)
  return {
    views: sums.views,
    installs: sums.installs,
    uninstalls: sums.uninstalls,
    active: series.at(-1)?.active ?? 0,
    conversion: conversionOf(sums),
    ratings: sums.ratings,
    stars: starsOf(sums),
  }
}

/**
 * By currency, the one that brought most orders first: amounts of two currencies are never added.
 */
function moneyOf(
  rows: readonly MoneyDay[],
  days: readonly string[],
  beforeTo: string,
): Figures['money'] {
  const add = (list: readonly MoneyDay[]) =>
    list.reduce(
      (all, one) => ({
        orders: all.orders + one.orders,
        paid_minor: all.paid_minor + one.paid_minor,
        refunded_minor: all.refunded_minor + one.refunded_minor,
      }),
      { orders: 0, paid_minor: 0, refunded_minor: 0 },
    )
  return [...new Set(rows.map((row) => row.currency))]
    .map((currency) => {
      const mine = rows.filter((row) => row.currency === currency)
      const byDay = new Map(mine.map((row) => [row.day, row]))
      return {
        currency,
        ...add(mine.filter((row) => row.day > beforeTo)),
        before: add(mine.filter((row) => row.day <= beforeTo)),
        series: days.map((day) => ({
          day,
          paid_minor: byDay.get(day)?.paid_minor ?? 0,
          refunded_minor: byDay.get(day)?.refunded_minor ?? 0,
        })),
      }
    })
    .sort((a, b) => b.orders - a.orders || a.currency.localeCompare(b.currency))
}
