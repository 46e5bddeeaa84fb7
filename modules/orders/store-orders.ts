import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { pickText, type Text } from '#lib/locale.ts'
import { toMajor } from '#lib/money.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import * as contract from './contract.ts'
import { type AttemptRow, type OrderRow, selectShownOrders } from './data.ts'
import { refuse } from './errors.ts'
import { presentOrder, presentProduct, shownItem } from './order-facts.ts'
import { findRefundRequest, isRefundable } from './refund-requests.ts'
import { returnableUntil, wasReturned } from './returns.ts'
import { type AttemptState, isLive, orderCan, supportEndsAt } from './rules.ts'
import { settleAttempt } from './settle-payment.ts'

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

/** Refunds, oldest first, with the numbers of their credit notes. */
const REFUNDS = sql<
  RefundOfOrder[] | null
>`(select json_agg(json_build_object('amount_minor', r.amount_minor, 'state', r.state, 'reason', r.reason,
  'at', coalesce(r.ended_at, r.requested_at), 'document', (select i.number from invoices i where i.refund_id = r.id)) order by r.turn) from refunds r where r.order_id = orders.id)`
const PAID = ['paid', 'partially_refunded', 'refunded']

/** D30: drafts, and orders that ended without a payment attempt, are not shown to owners. */
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

/** Orders with all that their owner sees of them. */
const selectStoreOrders = (db: Db, storeId: string) =>
  selectShownOrders(db)
    .where('orders.id', 'in', ordersOf(db, storeId).select('orders.id'))
    .leftJoin('plans', 'plans.id', 'order_lines.plan_id')
    .select('plans.name as plan_name')
    .select([
      sql<
        string | null
      >`(select card_last_four from payment_attempts where order_id = orders.id order by (state = 'succeeded') desc, turn desc limit 1)`.as(
        'last_four',
      ),
      REFUNDS.as('refunds'),
      wasReturned,
    ])

type StoreOrderRow = Awaited<
  ReturnType<ReturnType<typeof selectStoreOrders>['executeTakeFirstOrThrow']>
>

const presentStoreOrder = (
  ctx: Pick<Ctx, 'locale' | 'returnDays'>,
  row: StoreOrderRow,
  now: Date,
) => ({
  ...presentOrder(row, shownItem(row, ctx.locale), ctx.locale),
  plan:
    presentProduct(row, ctx.locale)?.name ?? pickText((row.plan_name ?? {}) as Text, ctx.locale),
  card_last_four: row.last_four,
  refunded: toMajor(row.refunded_minor, row.currency),
  created_at: row.created_at.toISOString(),
  may_pay: orderCan.pay(row, now),
  available:
    row.bundle_id === null ? row.item_status === 'published' : row.bundle?.isOffered === true,
  receipt: PAID.includes(row.state) && row.total_minor > 0 && row.address_sealed !== null,
  support_ends_at:
    PAID.includes(row.state) && row.state !== 'refunded' && row.product_id === null && row.paid_at
      ? (supportEndsAt(row.market as 'app', row.paid_at)?.toISOString() ?? null)
      : null,
  use_ends_at: row.use_ended_at === null ? (row.use_ends_at?.toISOString() ?? null) : null,
  // Of a bundle each line is returned by itself.
  returnable_until:
    row.bundle_id === null ? (returnableUntil(row, ctx, now)?.toISOString() ?? null) : null,
  returnable_lines: returnableLines(ctx, row, now),
  refunds: (row.refunds ?? []).map((refund) => ({
    amount: toMajor(refund.amount_minor, row.currency),
    state: REFUND_STATES[refund.state as 'unknown'],
    at: new Date(refund.at).toISOString(),
    document: refund.document,
    unwanted: refund.reason === 'money_back',
  })),
})

const returnableLines = (ctx: Pick<Ctx, 'returnDays'>, row: StoreOrderRow, now: Date) =>
  (row.sold_lines ?? [row]).flatMap((line) => {
    const until = returnableUntil({ ...row, ...line }, ctx, now)
    return until === null
      ? []
      : [
          {
            place: line.place,
            amount: toMajor(line.total_minor + line.surcharge_minor, row.currency),
            until: until.toISOString(),
          },
        ]
  })

export const listOrders = defineOperation({
  ...contract.listOrders,
  run: async (ctx, { query: { page, per_page: perPage } }) => {
    const { storeId } = ctx.actor
    const now = ctx.clock.now()
    const [{ total }, rows] = await Promise.all([
      ordersOf(ctx.db, storeId)
        .select((on) => on.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
      selectStoreOrders(ctx.db, storeId)
        .orderBy('orders.created_at', 'desc')
        .orderBy('orders.id')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute(),
    ])
    return {
      data: rows.map((row) => presentStoreOrder(ctx, row, now)),
      meta: { total, page, per_page: perPage },
    }
  },
})

const MOST_ATTEMPTS = 20

const listAttempts = (db: Db, orderId: string) =>
  db
    .selectFrom('payment_attempts')
    .select(['state', 'created_at', 'card_last_four', 'decline_reason'])
    .where('order_id', '=', orderId)
    .orderBy('turn')
    .limit(MOST_ATTEMPTS)
    .execute()

export const getStoreOrder = defineOperation({
  ...contract.getStoreOrder,
  run: async (ctx, { params }) => {
    const now = ctx.clock.now()
    const row = await selectStoreOrders(ctx.db, ctx.actor.storeId)
      .where('orders.number', '=', params.order_number)
      .executeTakeFirst()
    if (!row) throw refuse('checkout.order_not_found')
    const [attempts, request] = await Promise.all([
      listAttempts(ctx.db, row.id),
      findRefundRequest(ctx.db, row.id),
    ])
    return {
      data: {
        ...presentStoreOrder(ctx, row, now),
        attempts: attempts.map((one) => ({
          state: one.state as AttemptState,
          at: one.created_at.toISOString(),
          card_last_four: one.card_last_four,
          message: one.decline_reason ? ctx.t(`errors.decline.${one.decline_reason}`) : null,
        })),
        refund_request: request,
        may_ask_refund: request === null && isRefundable(row, ctx, now),
      },
    }
  },
})

/** A poll asks the gateway about an attempt that did not change for this long. */
const RECHECK_AFTER_SECONDS = 3

type Outcome = 'open' | 'in_progress' | 'confirmed' | 'failed'

/** What the screens show (S4.8). After a declined attempt the order stays payable. */
function outcomeOf(
  order: Pick<OrderRow, 'state'>,
  attempt: Pick<AttemptRow, 'state'> | undefined,
): Outcome {
  if (['paid', 'partially_refunded', 'refunded'].includes(order.state)) return 'confirmed'
  if (order.state === 'expired' || order.state === 'cancelled') return 'failed'
  if (attempt === undefined || attempt.state === 'voided') return 'open'
  return attempt.state === 'declined' ? 'failed' : 'in_progress'
}

const MESSAGE: Record<Outcome, string> = {
  open: 'checkout.status.open',
  in_progress: 'checkout.status.in_progress',
  confirmed: 'checkout.status.confirmed',
  failed: 'errors.checkout.order_not_completed',
}

const attemptOf = ({
  attempt_id: id,
  attempt_state: state,
  attempt_updated_at: updatedAt,
  decline_reason,
  card_last_four,
}: NonNullable<Awaited<ReturnType<typeof findOrderStatus>>>) =>
  id === null || state === null || updatedAt === null
    ? undefined
    : { id, state, updated_at: updatedAt, decline_reason, card_last_four }

export const getOrderStatus = defineOperation({
  ...contract.getOrderStatus,
  run: async (ctx, { params }) => {
    const { storeId } = ctx.actor
    const seen = await findOrderStatus(ctx.db, params.order_number, storeId)
    if (!seen) throw refuse('checkout.order_not_found')
    let order = seen
    const first = attemptOf(seen)
    if (
      first &&
      isLive(first) &&
      secondsAfter(first.updated_at, RECHECK_AFTER_SECONDS) < ctx.clock.now()
    ) {
      await settleAttempt(ctx, first.id).catch((error: unknown) =>
        ctx.log.warn({ error, attempt: first.id }, 'poll could not settle the attempt'),
      )
      order = (await findOrderStatus(ctx.db, params.order_number, storeId)) ?? order
    }
    const attempt = attemptOf(order)
    const {
      capabilities: { cardFields, savedCards, installments },
      browser: { element },
    } = ctx.gateway
    const outcome = outcomeOf(order, attempt)
    const reason = attempt?.state === 'declined' ? attempt.decline_reason : null
    return {
      data: {
        ...presentOrder(order, shownItem(order, ctx.locale), ctx.locale),
        attempt: attempt
          ? { state: attempt.state as AttemptState, reason, card_last_four: attempt.card_last_four }
          : null,
        means: {
          card_fields: cardFields,
          saved_cards: savedCards,
          // What recurs is charged whole each time.
          installments: installments && order.plan_version_id === null,
          element: element ? { script: element.script, public_key: element.publicKey } : null,
        },
        outcome,
        message: reason ? ctx.t(`errors.decline.${reason}`) : ctx.t(MESSAGE[outcome]),
      },
    }
  },
})

/** An order with its newest attempt. */
const findOrderStatus = (db: Db, number: string, storeId: string) =>
  selectShownOrders(db)
    .leftJoinLateral(
      (on) =>
        on
          .selectFrom('payment_attempts')
          .select([
            'id as attempt_id',
            'state as attempt_state',
            'updated_at as attempt_updated_at',
            'decline_reason',
            'card_last_four',
          ])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('turn', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select([
      'attempt_id',
      'attempt_state',
      'attempt_updated_at',
      'decline_reason',
      'card_last_four',
    ])
    .where('orders.number', '=', number)
    .where('orders.store_id', '=', storeId)
    .executeTakeFirst()
