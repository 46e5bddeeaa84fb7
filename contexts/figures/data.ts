import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#db/client.ts'
import type { DaySums } from './rules.ts'

/** Whose figures. */
export type Scope = { item: string } | { partner: string } | { market: 'app' | 'theme' | null }
type Kind = 'days' | 'money_days' | 'reason_days'

/** The rows of a scope between two days, as `one`. Markets have tables of their own, so that no page reads what every item did. */
function rowsOf(scope: Scope, kind: Kind, from: string, to: string): RawBuilder<unknown> {
  const within = sql`one.day between ${from}::date and ${to}::date`
  if ('item' in scope) return sql`${sql.table(`figure_${kind}`)} one where one.item_id = ${scope.item} and ${within}`
  if ('partner' in scope) return sql`items join ${sql.table(`figure_${kind}`)} one on one.item_id = items.id where items.partner_id = ${scope.partner} and ${within}`
  const table = sql.table(`figure_market_${kind}`)
  return scope.market === null ? sql`${table} one where ${within}` : sql`${table} one where one.market = ${scope.market} and ${within}`
}

const SUMS = sql`sum(one.views)::integer as views, sum(one.installs)::integer as installs, sum(one.uninstalls)::integer as uninstalls, sum(one.ratings)::integer as ratings, sum(one.stars)::integer as stars`
const EVER = ['2000-01-01', '9999-12-31'] as const

export const sumDays = async (db: Db, scope: Scope, from: string, to: string) =>
  (await sql<DaySums & { day: string }>`select one.day::text as day, ${SUMS} from ${rowsOf(scope, 'days', from, to)} group by one.day order by one.day`.execute(db)).rows

/** How many stand now: all that ever came less all that ever went. */
export const countActive = async (db: Db, scope: Scope): Promise<number> =>
  (await sql<{ active: number }>`select coalesce(sum(one.installs - one.uninstalls), 0)::integer as active from ${rowsOf(scope, 'days', ...EVER)}`.execute(db)).rows[0]?.active ?? 0

export interface MoneyDay { currency: string; day: string; orders: number; paid_minor: number; refunded_minor: number }
export const sumMoney = async (db: Db, scope: Scope, from: string, to: string) =>
  (await sql<MoneyDay>`select one.currency, one.day::text as day, sum(one.orders)::integer as orders, sum(one.paid_minor)::bigint as paid_minor, sum(one.refunded_minor)::bigint as refunded_minor
    from ${rowsOf(scope, 'money_days', from, to)} group by one.currency, one.day order by one.currency, one.day`.execute(db)).rows

export interface SplitRow { key: string; views: number; installs: number; uninstalls: number }
const MOST_PARTS = 30
export const splitBy = async (db: Db, scope: Scope, part: 'platform_id' | 'country' | 'version', from: string, to: string) =>
  (await sql<SplitRow>`select one.${sql.ref(part)}::text as key, sum(one.views)::integer as views, sum(one.installs)::integer as installs, sum(one.uninstalls)::integer as uninstalls
    from ${rowsOf(scope, 'days', from, to)} group by 1 having sum(one.views) + sum(one.installs) + sum(one.uninstalls) > 0 order by installs desc, views desc, key limit ${MOST_PARTS}`.execute(db)).rows

export const sumReasons = async (db: Db, scope: Scope, from: string, to: string) =>
  (await sql<{ reason: string; uninstalls: number }>`select one.reason, sum(one.uninstalls)::integer as uninstalls from ${rowsOf(scope, 'reason_days', from, to)} group by 1 order by 2 desc, 1`.execute(db)).rows

export const sumItems = async (db: Db, partnerId: string, from: string, to: string) =>
  (await sql<{ id: string; name: string; views: number; installs: number; uninstalls: number }>`
    select items.id, items.name, sum(one.views)::integer as views, sum(one.installs)::integer as installs, sum(one.uninstalls)::integer as uninstalls
    from ${rowsOf({ partner: partnerId }, 'days', from, to)} group by items.id, items.name order by installs desc, views desc, items.id limit ${MOST_PARTS}`.execute(db)).rows

export const findItem = (db: Db, partnerId: string, itemId: string) =>
  db.selectFrom('items').select(['id', 'name', 'market']).where('id', '=', itemId).where('partner_id', '=', partnerId).executeTakeFirst()

export const listPlatformNames = async (db: Db): Promise<Map<string, string>> =>
  new Map((await db.selectFrom('platforms').select(['id', 'name']).execute()).map(row => [String(row.id), row.name]))

export const lastRun = async (db: Db): Promise<Date | null> => (await db.selectFrom('figures_run').select('at').executeTakeFirst())?.at ?? null
