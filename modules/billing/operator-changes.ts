import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { toMajor, toMinor } from '#lib/money.ts'
import { dayAfter, dayIn, startOfDay } from '#lib/time-zone.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  cancelOrder,
  endUseOfSubscription,
  findRefundableMinor,
  listSubscriptionOrders,
  lockOrder,
  refundAcross,
} from '#modules/orders/public.ts'
import { type Locked, lockWithOrders } from './change-subscription.ts'
import {
  changeSubscription,
  findSubscription,
  findVersion,
  insertEvent,
  type SubscriptionChange,
  timeOf,
} from './data.ts'
import { refuse } from './errors.ts'
import * as contract from './operator-contract.ts'
import { canCharge, canWriteOff, extendable, requireAny } from './operator-subscriptions.ts'
import { queueMail } from './mails.ts'
import { endRefunded } from './order-refunded.ts'
import { grantPeriod } from './periods.ts'
import { refundPeriod } from './refund-period.ts'
import { type Extendable, GRACE_DAYS } from './rules.ts'
import { grantTrial } from './start-subscription.ts'
import { findUnusedDays } from './unused-days.ts'

// What operators do to a subscription, each with a note. All of it runs in the transaction of the
// console's write (`audit`), so `ctx.db` is that transaction.

const audited = {
  kind: 'subscription',
  id: ({ params }: { params: { subscription: string } }) => params.subscription,
  read: readAudited,
}

const done = { success: true as const }

const lockAny = (ctx: ConsoleCtx, id: string, { refunds = false } = {}): Promise<Locked> =>
  lockWithOrders(ctx, ctx.db, id, { refunds })

const askedBy = (ctx: ConsoleCtx): string => `operator ${personOf(ctx).id}`

/** The charge itself is the worker's: no card is charged in a transaction. */
export const chargeNow = defineOperation({
  ...contract.chargeNow,
  audit: audited,
  run: async (ctx, { params, body }) => {
    const { row, time } = await lockAny(ctx, params.subscription)
    if (row.due_order_id === null || row.frozen_since !== null) throw refuse('billing.not_now')
    if (!canCharge(row)) throw refuse('billing.charge_useless')
    const turn = row.charges_tried + 1
    if (row.charge_asked === turn) return done
    await changeSubscription(
      ctx.db,
      row.id,
      { charge_asked: turn, next_action_at: time.now },
      { kind: 'operator_charge', facts: { turn, note: body.note }, at: time.now },
    )
    await ctx.jobs.enqueue(ctx.db, 'advance-subscription', { id: row.id })
    return done
  },
})

export const extendSubscription = defineOperation({
  ...contract.extendSubscription,
  audit: audited,
  run: async (ctx, { params, body: { days, note } }) => {
    const locked = await lockAny(ctx, params.subscription)
    const { row, time } = locked
    const what = extendable(row)
    if (what === null) throw refuse('billing.not_now')
    const { change, until } = extended(locked, what, days)
    const after = { ...row, ...change }
    await changeSubscription(ctx.db, row.id, change, {
      kind: 'extended',
      facts: { reason: what, days, day: until, note },
      at: time.now,
    })
    const now = ctx.clock.now()
    if (what === 'trial') await grantTrial(ctx.db, after, time.isTest, now)
    else
      await grantPeriod(ctx.db, row, after.past_due_since ?? after.period_until, {
        now,
        isTest: time.isTest,
      })
    await ctx.subscriptionChanged(
      ctx,
      ctx.db,
      row.id,
      what === 'grace' ? 'subscription.past_due' : 'subscription.changed',
    )
    return { until }
  },
})

/** The row after the extension, and the last day that it gives. */
function extended(
  { row, time }: Locked,
  what: Extendable,
  days: number,
): { change: SubscriptionChange; until: string } {
  const zone = row.time_zone
  const later = (at: Date, more: number) => dayAfter(dayIn(zone, at), more)
  if (what === 'grace') {
    // All of what follows an unpaid order counts from the day since which it is unpaid.
    const since =
      row.state === 'paused'
        ? later(time.now, days - GRACE_DAYS)
        : later(row.past_due_since ?? row.period_until, days)
    return {
      change: {
        state: 'past_due',
        past_due_since: startOfDay(zone, since),
        next_action_at: time.now,
      },
      until: dayAfter(since, GRACE_DAYS),
    }
  }
  const until = later(row.period_until, days)
  return {
    change: {
      period_until: startOfDay(zone, until),
      anchor_day: until,
      anchor_period: row.period_no + 1,
      // Its end is announced anew.
      reminded_period: null,
      next_action_at: time.now,
      ...(what === 'trial'
        ? { trial_until: startOfDay(zone, until) }
        : { extra_days: row.extra_days + days }),
    },
    until,
  }
}

export const creditSubscription = defineOperation({
  ...contract.creditSubscription,
  audit: audited,
  run: async (ctx, { params, body }) => {
    const row = await requireAny(ctx, params.subscription)
    const { currency } = await findVersion(ctx.db, row.plan_version_id)
    const amountMinor = toMinor(body.amount, currency)
    if (amountMinor === null)
      throw refuse('input.invalid', { fields: { amount: { code: 'field.invalid' } } })
    const orders = (await listSubscriptionOrders(ctx.db, row.id)).filter(
      (order) => order.paid_at !== null && order.currency === currency,
    )
    // Credits of one subscription wait for each other at its newest order.
    const [newest] = orders
    if (newest) await lockOrder(ctx.db, { id: newest.id })
    if (await isCredited(ctx.db, row.id, body.key)) return done
    const left = await findRefundableMinor(ctx.db, row.id, currency)
    const missing =
      amountMinor > left
        ? amountMinor
        : await refundAcross(
            ctx,
            orders.map(({ number }) => number),
            { amountMinor, reason: 'goodwill', askedBy: askedBy(ctx), key: body.key },
          )
    if (missing > 0)
      throw refuse('backoffice.refund_refused', { params: { left: toMajor(left, currency) } })
    await insertEvent(ctx.db, row.id, {
      kind: 'operator_credit',
      facts: { refund_minor: amountMinor, credit: body.key, note: body.note },
      at: (await timeOf(ctx, ctx.db, row.store_id)).now,
    })
    return done
  },
})

const isCredited = async (db: Db, subscriptionId: string, key: string): Promise<boolean> =>
  (await db
    .selectFrom('subscription_events')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'operator_credit')
    .where(sql<boolean>`facts ->> 'credit' = ${key}`)
    .executeTakeFirst()) !== undefined

export const endSubscriptionNow = defineOperation({
  ...contract.endSubscriptionNow,
  audit: audited,
  run: async (ctx, { params, body }) => {
    const locked = await lockAny(ctx, params.subscription, { refunds: body.refund })
    const { row, version, time } = locked
    if (row.state === 'ended') throw refuse('billing.not_now')
    const refundMinor = body.refund
      ? (await findUnusedDays(ctx.db, row, version, time.now)).refundMinor
      : 0
    if (refundMinor > 0)
      await refundPeriod(ctx, ctx.db, row, {
        amountMinor: refundMinor,
        reason: 'other',
        askedBy: askedBy(ctx),
      })
    await endRefunded(ctx, ctx.db, locked, { refundMinor, note: body.note })
    return done
  },
})

/** Nobody asks for what an ended subscription still owes any more: the store may begin anew. */
export const writeOffSubscription = defineOperation({
  ...contract.writeOffSubscription,
  audit: audited,
  run: async (ctx, { params, body }) => {
    const { row, version, time } = await lockAny(ctx, params.subscription)
    if (!canWriteOff(row)) throw refuse('billing.not_now')
    const now = ctx.clock.now()
    const order = await lockOrder(ctx.db, { id: row.due_order_id })
    if (order?.state !== 'awaiting_payment') throw refuse('billing.not_now')
    if (!(await cancelOrder(ctx.db, order.id, now))) throw refuse('checkout.payment_in_flight')
    // A last order for days after a trial held its coupon.
    if (row.period_no === 0) await endUseOfSubscription(ctx.db, row.id, 'released', now)
    await changeSubscription(
      ctx.db,
      row.id,
      { due_order_id: null, charge_asked: null, next_action_at: null },
      {
        kind: 'written_off',
        facts: { order: order.number, written_off_minor: order.total_minor, note: body.note },
        at: time.now,
      },
    )
    await queueMail(ctx, ctx.db, {
      row,
      version,
      kind: 'written_off',
      key: order.id,
      charged: order,
    })
    return done
  },
})

/** What the audit log compares, with what the newest of these acts says. */
async function readAudited(db: Db, id: string) {
  const row = await findSubscription(db, id)
  const last = await db
    .selectFrom('subscription_events')
    .select('facts')
    .where('subscription_id', '=', id)
    .where('kind', 'in', [
      'operator_charge',
      'operator_credit',
      'operator_end',
      'extended',
      'written_off',
    ])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const facts = (last?.facts ?? {}) as {
    note?: string
    refund_minor?: number
    written_off_minor?: number
  }
  return (
    row && {
      state: row.state,
      period_until: row.period_until.toISOString(),
      past_due_since: row.past_due_since?.toISOString() ?? null,
      charge_asked: row.charge_asked,
      refund_minor: facts.refund_minor ?? null,
      written_off_minor: facts.written_off_minor ?? null,
      note: facts.note ?? null,
    }
  )
}
