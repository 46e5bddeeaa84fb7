import type { Db } from '#db/client.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  describePart,
  findCard,
  findRefundableMinor,
  listDocumentsOfOrders,
  listSubscriptionOrders,
  type OrderPart,
} from '#modules/orders/public.ts'
import { findAgreedCoupon } from './coupons.ts'
import {
  findSubscription,
  findUsage,
  findVersion,
  type SubscriptionRow,
  timeOf,
  usagePeriodOf,
} from './data.ts'
import { refuse } from './errors.ts'
import * as contract from './operator-contract.ts'
import { nextAnchor, presentComing, presentPlan, taxingOf } from './present.ts'
import { type Extendable, MOST_CHARGES } from './rules.ts'
import { costOf, presentUsage } from './store-subscriptions.ts'
import { findLine, listLines, presentLine } from './subscription-lines.ts'
import { readTimeline } from './timeline.ts'
import { findUnusedDays } from './unused-days.ts'

export const listAllSubscriptions = defineOperation({
  ...contract.listAllSubscriptions,
  run: async (ctx, { query }) => {
    const { rows, next } = await listLines(ctx.db, query)
    return { subscriptions: rows.map((row) => presentLine(row, ctx.locale)), next }
  },
})

export const getAnySubscription = defineOperation({
  ...contract.getAnySubscription,
  run: async (ctx, { params }) => {
    const row = await findLine(ctx.db, params.subscription)
    if (!row) throw refuse('billing.not_found')
    const { db, locale } = ctx
    const [current, pending, partner, time, orders, used, card, taxing, timeline] =
      await Promise.all([
        findVersion(db, row.plan_version_id),
        row.pending_version_id === null ? null : findVersion(db, row.pending_version_id),
        findPartner(db, row.partner_id),
        timeOf(ctx, db, row.store_id),
        listSubscriptionOrders(db, row.id),
        findUsage(db, row.id, usagePeriodOf(row)),
        row.saved_card_id === null
          ? undefined
          : findCard(db, row.store_id, row.saved_card_id, ctx.clock.now()),
        taxingOf(ctx, row),
        readTimeline(db, row, locale),
      ])
    const { currency } = current
    const unused = await findUnusedDays(db, row, current, time.now)
    const documents = await listDocumentsOfOrders(
      db,
      orders.map((order) => order.id),
    )
    const next = pending ?? current
    const iso = (at: Date | null) => at?.toISOString() ?? null
    const shown = presentLine(row, locale)
    return {
      ...shown,
      partner,
      terms: presentPlan(current, locale),
      version: { id: current.id, at: current.createdAt.toISOString() },
      pending: pending && presentPlan(pending, locale),
      time_zone: row.time_zone,
      period_no: row.period_no,
      period_from: row.period_from.toISOString(),
      period_until: row.period_until.toISOString(),
      trial_until: iso(row.trial_until),
      agreed_at: iso(row.agreed_at),
      cancelled_at: iso(row.cancelled_at),
      frozen_since: iso(row.frozen_since),
      is_test: time.isTest,
      card: card ? { brand: card.brand, last_four: card.last_four, expired: card.expired } : null,
      coming:
        shown.next === null
          ? {
              currency: next.currency as Currency,
              charges: [],
              total: 0,
              coupon_ends: null,
              is_preliminary: false,
            }
          : presentComing(taxing, next, nextAnchor(row, current, next), {
              no: row.period_no + 1,
              capMinor: row.cap_minor ?? 0,
              isPreliminary: taxing.facts.address === undefined,
              coupon: await findAgreedCoupon(db, row.id),
            }),
      cap: row.cap_minor === null ? null : toMajor(row.cap_minor, currency),
      usage: presentUsage(locale, { row, version: current, used, taxing, now: time.now }),
      usage_cost: toMajor(costOf(current, used), currency),
      charges_tried: row.charges_tried,
      orders: orders.map((order) => ({
        number: order.number,
        purpose: order.purpose ?? '',
        period_no: order.period_no,
        lines: ((order.parts ?? []) as unknown as OrderPart[]).map((part) =>
          describePart(part, locale),
        ),
        total: toMajor(order.total_minor, order.currency),
        refunded: toMajor(order.refunded_minor, order.currency),
        currency: order.currency as Currency,
        state: order.state,
        at: (order.paid_at ?? order.created_at).toISOString(),
        documents: documents.filter((one) => one.order_id === order.id).map((one) => one.number),
      })),
      timeline,
      can: {
        charge: canCharge(row),
        extend: extendable(row),
        credit: toMajor(await findRefundableMinor(db, row.id, currency), currency),
        end: row.state !== 'ended',
        write_off: canWriteOff(row),
        refund: toMajor(unused.refundMinor, currency),
      },
    }
  },
})

/** Whether charging the open amount now can help. */
export const canCharge = (row: SubscriptionRow): boolean =>
  row.due_order_id !== null &&
  row.frozen_since === null &&
  !row.stops_charging &&
  row.charges_tried < MOST_CHARGES

/** Whether it has ended and still owes something. */
export const canWriteOff = <Row extends Pick<SubscriptionRow, 'state' | 'due_order_id'>>(
  row: Row,
): row is Row & { due_order_id: string } => row.state === 'ended' && row.due_order_id !== null

/** What days more would be given to; null while a charge runs and after the end. */
export function extendable(row: SubscriptionRow): Extendable | null {
  if (row.state === 'ended' || row.frozen_since !== null) return null
  if (row.past_due_since !== null) return 'grace'
  if (row.due_order_id !== null) return null
  return row.state === 'trialing' ? 'trial' : 'period'
}

export async function requireAny(
  ctx: Pick<ConsoleCtx, 'db'>,
  id: string,
): Promise<SubscriptionRow> {
  const row = await findSubscription(ctx.db, id)
  if (!row) throw refuse('billing.not_found')
  return row
}

const findPartner = (db: Db, id: string) =>
  db.selectFrom('partners').select(['id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
