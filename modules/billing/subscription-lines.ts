import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { directionOf, isBeyond } from '#db/list-order.ts'
import { type Locale, pickText, type Text } from '#lib/locale.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import type { ListSort } from '#lib/list-sort.ts'
import { PAGE_ROWS, type PageKey, pageOf, parsePageKey } from '#lib/page-key.ts'
import { dayAfter, dayIn } from '#lib/time-zone.ts'
import { couponValue } from '#modules/orders/public.ts'
import { coversPeriod } from './coupons.ts'
import { selectSubscriptions } from './data.ts'
import type { SubscriptionLine } from './operator-contract.ts'
import {
  type EndReason,
  GRACE_DAYS,
  type PlanPeriod,
  SUBSCRIPTION_STATES,
  type SubscriptionState,
} from './rules.ts'

/** What the console's lists show of subscriptions. */
export const selectLines = (db: Db) =>
  selectSubscriptions(db)
    .innerJoin('items', 'items.id', 'subscriptions.item_id')
    .innerJoin('stores', 'stores.id', 'subscriptions.store_id')
    .innerJoin('plan_versions as plan', 'plan.id', 'subscriptions.plan_version_id')
    .leftJoin('plan_versions as pending', 'pending.id', 'subscriptions.pending_version_id')
    .leftJoin('orders as due', 'due.id', 'subscriptions.due_order_id')
    .leftJoin('subscription_coupons as coupon', 'coupon.subscription_id', 'subscriptions.id')
    .select([
      'coupon.kind as coupon_kind',
      'coupon.percent_bp',
      'coupon.amount_minor as coupon_minor',
      'coupon.currency as coupon_currency',
      'coupon.periods as coupon_periods',
      'coupon.plan_period as coupon_period',
    ])
    .select([
      'items.name as item_name',
      'items.partner_id',
      'stores.domain',
      'plan.name as plan_name',
      'plan.period as plan_period',
      'plan.currency',
      'plan.amount_minor',
      'pending.amount_minor as pending_minor',
      'pending.currency as pending_currency',
      'pending.period as pending_period',
      'due.number as due_number',
      'due.total_minor as due_total',
      'due.currency as due_currency',
    ])
    .select((on) =>
      on
        .selectFrom('payment_attempts')
        .select('decline_reason')
        .whereRef('order_id', '=', 'subscriptions.due_order_id')
        .orderBy('turn', 'desc')
        .limit(1)
        .as('due_reason'),
    )

export type LineRow = Awaited<ReturnType<ReturnType<typeof selectLines>['executeTakeFirstOrThrow']>>

export const findLine = (db: Db, id: string): Promise<LineRow | undefined> =>
  selectLines(db).where('subscriptions.id', '=', id).executeTakeFirst()

export interface LineFilter {
  q?: string | undefined
  state?: SubscriptionState | 'unpaid' | undefined
  item?: string | undefined
  store?: string | undefined
  partner?: string | undefined
  sort?: ListSort | undefined
  after?: string | undefined
}

/** A page of subscriptions, the newest first unless told otherwise. */
export async function listLines(
  db: Db,
  { after, sort = 'newest', ...filter }: LineFilter,
): Promise<{ rows: LineRow[]; next: string | null }> {
  const way = directionOf(sort)
  const found = await filterLines(db, { ...filter, sort }, parsePageKey(after))
    .orderBy('subscriptions.created_at', way)
    .orderBy('subscriptions.id', way)
    .limit(PAGE_ROWS + 1)
    .execute()
  return pageOf(found, PAGE_ROWS, (row) => ({ at: row.created_at, id: row.id }))
}

function filterLines(
  db: Db,
  {
    q = '',
    state,
    item,
    store,
    partner,
    sort,
  }: Omit<LineFilter, 'after' | 'sort'> & { sort: ListSort },
  after: PageKey | null,
) {
  let query = selectLines(db)
  const beginning = q.toLowerCase()
  if (q !== '')
    query = query.where(
      sql<boolean>`subscriptions.id in (select id from subscriptions where id = ${beginning} union all select subscriptions.id from (select id from stores where domain collate "C" >= ${beginning} and domain collate "C" < ${`${beginning}\u{10ffff}`} limit 1000) found join subscriptions on subscriptions.store_id = found.id)`,
    )
  if (state === 'unpaid') query = query.where('subscriptions.due_order_id', 'is not', null)
  else if (state) query = query.where('subscriptions.state', '=', state)
  if (item) query = query.where('subscriptions.item_id', '=', item)
  if (store) query = query.where('subscriptions.store_id', '=', store)
  if (partner) query = query.where('items.partner_id', '=', partner)
  if (after !== null)
    query = query.where(isBeyond(['subscriptions.created_at', 'subscriptions.id'], after, sort))
  return query
}

export function presentLine(row: LineRow, locale: Locale): SubscriptionLine {
  const state = SUBSCRIPTION_STATES.find((one) => one === row.state) ?? 'ended'
  const isEnding = row.cancelled_at !== null && state !== 'ended'
  const day = (at: Date) => dayIn(row.time_zone, at)
  const goesOn =
    state !== 'ended' && !isEnding && row.agreed_at !== null && row.due_order_id === null
  return {
    id: row.id,
    store: { id: row.store_id, domain: row.domain },
    item: { id: row.item_id, name: row.item_name },
    plan: {
      name: pickText(row.plan_name as Text, locale),
      period: row.plan_period as PlanPeriod,
    },
    state: isEnding ? 'ending' : state,
    currency: (row.pending_currency ?? row.currency) as Currency,
    next: goesOn
      ? {
          day: day(row.period_until),
          amount: toMajor(
            row.pending_minor ?? row.amount_minor,
            row.pending_currency ?? row.currency,
          ),
          has_coupon: hasCoupon(row),
        }
      : null,
    since: row.created_at.toISOString(),
    ends: endDay(row, state, day),
    end_reason: row.end_reason as EndReason | null,
    due:
      row.due_number === null || row.due_total === null
        ? null
        : {
            order: row.due_number,
            amount: toMajor(row.due_total, row.due_currency ?? row.currency),
            currency: (row.due_currency ?? row.currency) as Currency,
            reason: row.due_reason,
            works_until: dayAfter(day(row.past_due_since ?? row.period_until), GRACE_DAYS),
          },
  }
}

/** Whether a coupon takes something off the next charge. */
const hasCoupon = (row: LineRow): boolean =>
  row.coupon_kind !== null &&
  coversPeriod(
    {
      value: couponValue({
        kind: row.coupon_kind,
        percent_bp: row.percent_bp,
        amount_minor: row.coupon_minor,
        currency: row.coupon_currency,
      }),
      periods: row.coupon_periods,
      planPeriod: row.coupon_period as PlanPeriod,
    },
    {
      period: (row.pending_period ?? row.plan_period) as PlanPeriod,
      currency: row.pending_currency ?? row.currency,
    },
    row.period_no + 1,
  )

/** When it ended or is going to end; null while it goes on. */
function endDay(row: LineRow, state: SubscriptionState, day: (at: Date) => string): string | null {
  if (state === 'ended') return row.ended_at && day(row.ended_at)
  return row.cancelled_at !== null || row.agreed_at === null ? day(row.period_until) : null
}
