import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { pickText, type Text } from '#lib/locale.ts'
import { toMajor } from '#lib/money.ts'
import { listOrders as contract } from './contract.ts'
import { selectShownOrders } from './data.ts'
import { presentOrder, shownItem } from './present.ts'
import { presentProduct } from './product-orders.ts'
import { supportEndsAt } from './rules.ts'
import { orderCan } from './transitions.ts'

interface RefundOfOrder {
  amount_minor: number
  state: string
  reason: string
  at: string
  document: string | null
}
const REFUND_STATES = {
  requested: 'under_way',
  unknown: 'under_way',
  succeeded: 'done',
  refused: 'refused',
} as const

/** Oldest first, with the number of their credit notes. */
const REFUNDS = sql<
  RefundOfOrder[] | null
>`(select json_agg(json_build_object('amount_minor', r.amount_minor, 'state', r.state, 'reason', r.reason,
  'at', coalesce(r.ended_at, r.requested_at), 'document', (select i.number from invoices i where i.refund_id = r.id)) order by r.turn) from refunds r where r.order_id = orders.id)`
const PAID = ['paid', 'partially_refunded', 'refunded']

/**
 * D30: what was only looked at, a draft or an order that ended before anybody pressed Pay, is no
 * order to its owner.
 */
const ordersOf = (db: Db, storeId: string) =>
  db
    .selectFrom('orders')
    .where('orders.store_id', '=', storeId)
    .where((on) =>
      on.or([
        on('orders.state', 'not in', ['draft', 'expired', 'cancelled']),
        on.exists(
          on
            .selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.order_id', '=', 'orders.id'),
        ),
      ]),
    )

export const listOrders = defineOperation({
  ...contract,
  run: async (ctx, { query: { page, per_page: perPage } }) => {
    const { storeId } = storeOf(ctx)
    const now = ctx.clock.now()
    const [{ total }, rows] = await Promise.all([
      ordersOf(ctx.db, storeId)
        .select((on) => on.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
      selectShownOrders(ctx.db)
        .where('orders.id', 'in', ordersOf(ctx.db, storeId).select('orders.id'))
        .leftJoin('plans', 'plans.id', 'orders.plan_id')
        .select('plans.name as plan_name')
        .select([
          sql<
            string | null
          >`(select card_last_four from payment_attempts where order_id = orders.id order by (state = 'succeeded') desc, turn desc limit 1)`.as(
            'last_four',
          ),
          REFUNDS.as('refunds'),
        ])
        .orderBy('orders.created_at', 'desc')
        .orderBy('orders.id')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute(),
    ])
    return {
      data: rows.map((row) => ({
        ...presentOrder(row, shownItem(row, ctx.locale), ctx.locale),
        plan:
          presentProduct(row, ctx.locale)?.name ??
          pickText((row.plan_name ?? {}) as Text, ctx.locale),
        card_last_four: row.last_four,
        refunded: toMajor(row.refunded_minor),
        created_at: row.created_at.toISOString(),
        may_pay: orderCan.pay(row, now),
        available: row.item_status === 'published',
        receipt: PAID.includes(row.state) && row.total_minor > 0 && row.address_sealed !== null,
        support_ends_at:
          PAID.includes(row.state) &&
          row.state !== 'refunded' &&
          row.product_id === null &&
          row.paid_at
            ? (supportEndsAt(row.market as 'app', row.paid_at)?.toISOString() ?? null)
            : null,
        use_ends_at:
          row.state === 'refunded' && row.use_ended_at === null
            ? (row.use_ends_at?.toISOString() ?? null)
            : null,
        refunds: (row.refunds ?? []).map((refund) => ({
          amount: toMajor(refund.amount_minor),
          state: REFUND_STATES[refund.state as 'unknown'],
          at: new Date(refund.at).toISOString(),
          document: refund.document,
          unwanted: refund.reason === 'money_back',
        })),
      })),
      meta: { total, page, per_page: perPage },
    }
  },
})
