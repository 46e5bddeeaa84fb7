import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { MARKETS } from '#lib/market.ts'
import { refuse } from '#lib/refusal.ts'
import { marketDay } from '#lib/market-days.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findPartner } from '#modules/publishing/public.ts'
import * as contract from './contract.ts'
import type { figures } from './contract.ts'
import { refreshFigures } from './roll-up.ts'
import {
  addSums,
  conversionOf,
  everyDay,
  periodOf,
  starsOf,
  type DaySums,
  type Range,
} from './rules.ts'

type Figures = z.input<typeof figures>

export const getItemFigures = defineOperation({
  ...contract.getItemFigures,
  run: async (ctx, { params, query }) => {
    const item = await findItem(ctx.db, params.partner, params.item)
    if (!item) throw refuse('not_found')
    return readFigures(ctx, { item: item.id }, item.name, query.days)
  },
})

export const getPartnerFigures = defineOperation({
  ...contract.getPartnerFigures,
  run: async (ctx, { params, query }) => {
    const partner = await findPartner(ctx.db, params.partner)
    if (!partner) throw refuse('not_found')
    return readFigures(ctx, { partner: partner.id }, partner.name, query.days)
  },
})

export const getMarketFigures = defineOperation({
  ...contract.getMarketFigures,
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
  const period = periodOf(marketDay(ctx.zones, clock.now()), days)
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

/** By currency, most orders first: amounts of different currencies are never added. */
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

export type Scope = { item: string } | { partner: string } | { market: 'app' | 'theme' | null }
type Kind = 'days' | 'money_days' | 'reason_days' | 'subscription_days'

/** Rows of a scope between two days, as `one`. Markets have tables of their own for speed. */
export function rowsOf(scope: Scope, kind: Kind, from: string, to: string): RawBuilder<unknown> {
  const within = sql`one.day between ${from}::date and ${to}::date`
  if ('item' in scope)
    return sql`${sql.table(`figure_${kind}`)} one where one.item_id = ${scope.item} and ${within}`
  if ('partner' in scope)
    return sql`items join ${sql.table(`figure_${kind}`)} one on one.item_id = items.id where items.partner_id = ${scope.partner} and ${within}`
  const markets = scope.market === null ? MARKETS : [scope.market]
  return sql`${sql.table(`figure_market_${kind}`)} one where one.market = any(${[...markets]}) and ${within}`
}

export const EVER = ['2000-01-01', '9999-12-31'] as const

interface SplitRow {
  key: string
  views: number
  installs: number
  uninstalls: number
}
const MOST_PARTS = 30
const SPLITS = {
  platform: 'platform_id',
  country: 'country',
  version: 'version',
  item: 'item_id',
} as const
type Split = keyof typeof SPLITS
interface Parts {
  days: (DaySums & { day: string })[]
  splits: Record<Split, SplitRow[]>
}

/**
 * Sums by day from `beforeFrom`, and the largest groups of each split from `from`. One statement,
 * because finding the rows takes most of the time.
 */
async function sumParts(
  db: Db,
  scope: Scope,
  { beforeFrom, from, to }: { beforeFrom: string; from: string; to: string },
  wanted: readonly Split[],
): Promise<Parts> {
  const sums = sql`sum(views)::integer as views, sum(installs)::integer as installs, sum(uninstalls)::integer as uninstalls, sum(ratings)::integer as ratings, sum(stars)::integer as stars`
  const splits = wanted.map(
    (split) => sql`(
    select ${split} as part, ${sql.ref(SPLITS[split])}::text as key, ${sums} from one where day >= ${from}::date group by 2
    having sum(views) + sum(installs) + sum(uninstalls) > 0 order by installs desc, views desc, key limit ${MOST_PARTS})`,
  )
  const { rows } = await sql<DaySums & { part: 'day' | Split; key: string }>`
    with one as materialized (select one.* from ${rowsOf(scope, 'days', beforeFrom, to)})
    ${sql.join([sql`(select 'day' as part, day::text as key, ${sums} from one group by day)`, ...splits], sql` union all `)}`.execute(
    db,
  )
  const of = (part: Split): SplitRow[] =>
    rows
      .filter((row) => row.part === part)
      .map(({ key, views, installs, uninstalls }) => ({ key, views, installs, uninstalls }))
      .sort((a, b) => b.installs - a.installs || b.views - a.views || (a.key < b.key ? -1 : 1))
  return {
    days: rows
      .filter((row) => row.part === 'day')
      .map(({ part: _, key, ...one }) => ({ ...one, day: key })),
    splits: {
      platform: of('platform'),
      country: of('country'),
      version: of('version'),
      item: of('item'),
    },
  }
}

/** Active installations: all installs minus all uninstalls. */
const countActive = async (db: Db, scope: Scope): Promise<number> =>
  (
    await sql<{
      active: number
    }>`select coalesce(sum(one.installs - one.uninstalls), 0)::integer as active from ${rowsOf(scope, 'days', ...EVER)}`.execute(
      db,
    )
  ).rows[0]?.active ?? 0

interface MoneyDay {
  currency: string
  day: string
  orders: number
  paid_minor: number
  refunded_minor: number
}
const sumMoney = async (db: Db, scope: Scope, from: string, to: string) =>
  (
    await sql<MoneyDay>`select one.currency, one.day::text as day, sum(one.orders)::integer as orders, sum(one.paid_minor)::bigint as paid_minor, sum(one.refunded_minor)::bigint as refunded_minor
    from ${rowsOf(scope, 'money_days', from, to)} group by one.currency, one.day order by one.currency, one.day`.execute(
      db,
    )
  ).rows

const sumReasons = async (db: Db, scope: Scope, from: string, to: string) =>
  (
    await sql<{
      reason: string
      uninstalls: number
    }>`select one.reason, sum(one.uninstalls)::integer as uninstalls from ${rowsOf(scope, 'reason_days', from, to)} group by 1 order by 2 desc, 1`.execute(
      db,
    )
  ).rows

const listItemNames = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('items')
            .select(['id', 'name'])
            .where('id', 'in', [...ids])
            .execute()
        ).map((row) => [row.id, row.name]),
  )

export const findItem = (db: Db, partnerId: string, itemId: string) =>
  db
    .selectFrom('items')
    .select(['id', 'name', 'market'])
    .where('id', '=', itemId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()

const listPlatformNames = async (db: Db): Promise<Map<string, string>> =>
  new Map(
    (await db.selectFrom('platforms').select(['id', 'name']).execute()).map((row) => [
      String(row.id),
      row.name,
    ]),
  )

export const lastRun = async (db: Db): Promise<Date | null> =>
  (await db.selectFrom('figures_run').select('at').executeTakeFirst())?.at ?? null
