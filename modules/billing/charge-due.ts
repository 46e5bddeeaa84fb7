import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Locale } from '#lib/locale.ts'
import { dayAfter, dayIn, startOfDay } from '#lib/time-zone.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import {
  type ChargeResult,
  chargeWithoutBuyer,
  countGatewayErrors,
  findChargeResult,
  lockOrder,
} from '#modules/orders/public.ts'
import {
  changeSubscription,
  findFrozen,
  findSubscription,
  findVersion,
  lockSubscription,
  type SubscriptionRow,
  timeOf,
} from './data.ts'
import { queueMail } from './mails.ts'
import { LOOK_AGAIN_SECONDS, MOST_CHARGES, nextChargeDay } from './rules.ts'

/** A gateway that was not reached, or that failed, is asked again after this long. */
const UNMADE_SECONDS = 3_600
/** So often for one order; card schemes allow about 15 tries in 30 days, and dunning has its own. */
const MOST_GATEWAY_ERRORS = 6

/** Asked last: whoever cancels, or closes the store, before a charge is not charged by it. */
const isChargeable = async (trx: Db, row: SubscriptionRow, turn: number): Promise<boolean> =>
  row.charges_tried === turn - 1 &&
  turn <= MOST_CHARGES &&
  (row.cancelled_at === null || row.state === 'ended') &&
  !(await findFrozen(trx, row))

/** Charges the open order for the `turn`th time, once, and records how it went. */
export async function chargeDue(services: Services, id: string, turn: number): Promise<void> {
  const row = await findSubscription(services.db, id)
  if (!row?.due_order_id) return
  const orderId = row.due_order_id
  const result = await chargeWithoutBuyer(services, {
    orderId,
    savedCardId: row.saved_card_id,
    locale: row.locale as Locale,
    isWanted: async (trx) => {
      const locked = await lockSubscription(trx, id)
      return locked?.due_order_id === orderId && isChargeable(trx, locked, turn)
    },
    note: async (trx, attemptId) => {
      await trx
        .insertInto('dunning_attempts')
        .values({
          order_id: orderId,
          turn,
          subscription_id: id,
          attempt_id: attemptId,
          at: services.clock.now(),
        })
        .onConflict((conflict) =>
          conflict.columns(['order_id', 'turn']).doUpdateSet((on) => ({
            attempt_id: on.ref('excluded.attempt_id'),
            at: on.ref('excluded.at'),
          })),
        )
        .execute()
      await changeSubscription(trx, id, { charges_tried: turn }, null)
    },
  })
  // A payment is recorded by `subscriptionOrderPaid`.
  if (result.kind !== 'paid') await recordCharge(services, id, { orderId, turn, result })
}

/** A charge whose answer was not recorded, because it came late or the process died. */
export async function recordLostAnswer(services: Services, row: SubscriptionRow): Promise<boolean> {
  if (row.due_order_id === null || row.charges_tried === 0 || row.state === 'paused') return false
  const last = await services.db
    .selectFrom('dunning_attempts')
    .select('attempt_id')
    .where('order_id', '=', row.due_order_id)
    .where('turn', '=', row.charges_tried)
    .executeTakeFirst()
  if (!last?.attempt_id) return false
  const result = await findChargeResult(services.db, last.attempt_id)
  const { due_order_id: orderId, charges_tried: turn } = row
  if (result.kind === 'paid' || (await isChargeRecorded(services.db, row.id, { orderId, turn })))
    return false
  return recordCharge(services, row.id, { orderId, turn, result })
}

const isChargeRecorded = async (
  db: Db,
  id: string,
  { orderId, turn }: { orderId: string; turn: number },
): Promise<boolean> =>
  (await db
    .selectFrom('subscription_events')
    .select('id')
    .where('subscription_id', '=', id)
    .where('kind', '=', 'charge_failed')
    .where(sql<boolean>`facts @> ${JSON.stringify({ order_id: orderId, turn })}`)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** No further charge helps before the owner does something. */
const stopsWith = (result: ChargeResult): boolean =>
  result.kind === 'no_card' ||
  (result.kind === 'declined' && (result.isFinal || result.reason === 'authentication_required'))

type Unpaid = Exclude<ChargeResult, { kind: 'paid' }>

/** The gateway failed, and the card was not refused; until it has failed too often. */
const isGatewayError = async (trx: Db, orderId: string, result: Unpaid): Promise<boolean> =>
  result.kind === 'declined' &&
  result.reason === 'gateway_error' &&
  !result.isFinal &&
  (await countGatewayErrors(trx, orderId)) <= MOST_GATEWAY_ERRORS

/** Returns whether anything changed. */
const recordCharge = (
  services: Services,
  id: string,
  { orderId, turn, result }: { orderId: string; turn: number; result: Unpaid },
): Promise<boolean> =>
  inTransaction(services, async (trx) => {
    const order = await lockOrder(trx, { id: orderId })
    const row = await lockSubscription(trx, id)
    if (!order || !row || row.due_order_id !== orderId) return false
    const { now } = await timeOf(services, trx, row.store_id)
    if (result.kind === 'waiting') {
      const next = secondsAfter(now, LOOK_AGAIN_SECONDS)
      await changeSubscription(trx, id, { next_action_at: next }, null)
      return false
    }
    if (result.kind === 'unmade' || (await isGatewayError(trx, orderId, result))) {
      if (row.charges_tried !== turn) return false
      // It was no try of the card: the same turn comes again.
      const change = { charges_tried: turn - 1, next_action_at: secondsAfter(now, UNMADE_SECONDS) }
      await changeSubscription(trx, id, change, null)
      return true
    }
    if (result.kind === 'closed') {
      await changeSubscription(
        trx,
        id,
        {
          ...(row.state !== 'ended' && { state: row.period_no === 0 ? 'trialing' : 'active' }),
          due_order_id: null,
          past_due_since: null,
          charge_from: null,
          next_action_at: row.state === 'ended' ? null : now,
        },
        { kind: 'order_closed', at: now },
      )
      return true
    }
    const reason = result.kind === 'no_card' ? 'no_card' : result.reason
    const isLive = row.state !== 'ended'
    const since = row.past_due_since ?? now
    const stops = stopsWith(result)
    await changeSubscription(
      trx,
      id,
      {
        ...(isLive && {
          state: row.state === 'paused' ? 'paused' : 'past_due',
          past_due_since: since,
        }),
        stops_charging: row.stops_charging || stops,
        charge_asked: null,
        // A card is charged once a day at most, also when its owner chose it just now.
        next_action_at: startOfDay(row.time_zone, dayAfter(dayIn(row.time_zone, now))),
      },
      {
        kind: 'charge_failed',
        facts: {
          reason,
          order_id: orderId,
          turn: row.charges_tried,
          next:
            stops || row.state === 'paused'
              ? null
              : nextChargeDay(since, row.charges_tried, row.time_zone),
        },
        at: now,
      },
    )
    const version = await findVersion(trx, row.plan_version_id)
    await queueMail(services, trx, {
      row,
      version,
      kind: !isLive
        ? 'last_charge_failed'
        : reason === 'authentication_required'
          ? 'confirm_payment'
          : 'charge_failed',
      key: `${orderId} ${row.charges_tried}`,
      ...(!isLive && { charged: order }),
    })
    if (!isLive) return true
    if (row.state !== 'past_due' && row.state !== 'paused')
      await services.subscriptionChanged(services, trx, id, 'subscription.past_due')
    return true
  })
