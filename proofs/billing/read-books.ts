import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

export interface OrderPart {
  kind: 'plan' | 'usage' | 'credit'
  from: string
  until: string
  quantity: number | null
  amount_minor: number
}
export interface BookedOrder {
  id: string
  number: string
  subscription_id: string | null
  purpose: 'start' | 'renewal' | 'change' | 'final'
  period_no: number | null
  plan_id: string
  state: string
  parts: OrderPart[]
  subtotal_minor: number
  discount_minor: number
  tax_rate_bp: number
  coupon_code: string | null
  total_minor: number
  refunded_minor: number
  created_at: Date
  paid_at: Date | null
}
export interface BookedSubscription {
  id: string
  store_id: string
  item_id: string
  plan_id: string
  state: string
  period_no: number
  period_from: Date
  period_until: Date
  trial_until: Date | null
  due_order_id: string | null
  next_action_at: Date | null
  frozen_since: Date | null
  ended_at: Date | null
  is_open: boolean
}
export interface BookedEvent {
  subscription_id: string
  kind: string
  facts: Record<string, unknown>
  at: Date
}
export interface BookedTotal {
  subscription_id: string
  period_no: number
  meter: string
  quantity: number
}

export interface BookedRefund {
  order_id: string
  amount_minor: number
  state: string
  requested_at: Date
  ended_at: Date | null
}

export interface Books {
  subscriptions: BookedSubscription[]
  orders: BookedOrder[]
  events: BookedEvent[]
  records: {
    subscription_id: string
    key: string
    meter: string
    quantity: number
    period_no: number
  }[]
  totals: BookedTotal[]
  tries: { order_id: string; turn: number; at: Date; is_final: boolean; state: string }[]
  refunds: BookedRefund[]
  /** Plan by version. */
  plans: Map<string, string>
}

const rowsOf = async <T>(query: { execute(db: Db): Promise<{ rows: T[] }> }, db: Db) =>
  (await query.execute(db)).rows

/** All that the market has written down about subscriptions. */
export async function readBooks(db: Db): Promise<Books> {
  const versions = await db
    .selectFrom('plan_versions')
    .select(['id', 'plan_id', 'offer_id'])
    .execute()
  return {
    plans: new Map(versions.map(({ id, plan_id, offer_id }) => [id, offer_id ?? plan_id])),
    subscriptions: await rowsOf(
      sql<BookedSubscription>`select s.*, coalesce(v.offer_id, v.plan_id) as plan_id, stores.status = 'active' as is_open
        from subscriptions s join plan_versions v on v.id = s.plan_version_id
        join stores on stores.id = s.store_id order by s.created_at, s.id`,
      db,
    ),
    orders: await rowsOf(
      sql<BookedOrder>`select orders.id, number, subscription_id, purpose, period_no, coalesce(v.offer_id, v.plan_id) as plan_id,
        state, parts, orders.subtotal_minor, orders.discount_minor, line.tax_rate_bp, coupon_code, orders.total_minor, orders.refunded_minor, orders.created_at, paid_at
        from orders join order_lines line on line.order_id = orders.id join plan_versions v on v.id = plan_version_id order by orders.created_at, orders.id`,
      db,
    ),
    events: await rowsOf(
      sql<BookedEvent>`select subscription_id, kind, facts, at from subscription_events order by id`,
      db,
    ),
    records: await rowsOf(
      sql<
        Books['records'][number]
      >`select subscription_id, key, meter, quantity, period_no from usage_records`,
      db,
    ),
    totals: await rowsOf(
      sql<BookedTotal>`select subscription_id, period_no, meter, quantity from usage_totals`,
      db,
    ),
    tries: await rowsOf(
      sql<Books['tries'][number]>`select d.order_id, d.turn, d.at, a.is_final, a.state
        from dunning_attempts d join payment_attempts a on a.id = d.attempt_id order by d.order_id, d.turn`,
      db,
    ),
    refunds: await rowsOf(
      sql<BookedRefund>`select order_id, amount_minor, state, requested_at, ended_at from refunds`,
      db,
    ),
  }
}
