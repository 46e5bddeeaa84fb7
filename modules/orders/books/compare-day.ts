import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import type { GatewayMovement, GatewayPayment } from '../gateways/gateway.ts'
import {
  findOwnAttempt,
  listOpenRefunds,
  listOwnMoved,
  type DifferenceKind,
  type OwnAttempt,
  type Sum,
} from './ledger-data.ts'
import { finishRefund } from '../refunds/refund-order.ts'
import { settleAttempt, type SettleNeeds } from '../settle-payment.ts'

export interface Difference {
  kind: DifferenceKind
  /** Our attempt's id, or the gateway's own name of what we do not know. */
  subject: string
  order_number: string | null
  attempt_id: string | null
  gateway_ref: string | null
  ours: Sum | null
  theirs: Sum | null
}

/**
 * Both books of one day (`YYYY-MM-DD`, UTC). What has no end here yet is brought to one first: late
 * is not different. Before anything is called different, the gateway is asked for that payment
 * alone, for its clock is not ours. Writes no differences down. Throws `GatewayUnavailable`.
 */
export async function compareDay(
  services: SettleNeeds,
  day: string,
): Promise<{ movements: number; differences: Difference[] }> {
  const from = new Date(`${day}T00:00:00Z`)
  const until = secondsAfter(from, 86_400)
  const { gateway, db } = services
  const theirs = (await gateway.listMovements?.(from, until)) ?? []
  const differences: Difference[] = []
  const seen = new Set<string>()
  for (const [gatewayRef, movements] of Map.groupBy(theirs, (movement) => movement.gatewayRef)) {
    const own = await findOwn(services, movements[0] as GatewayMovement)
    if (own) seen.add(own.id)
    differences.push(
      ...(own ? await compareKnown(services, own, movements) : unknownHere(gatewayRef, movements)),
    )
  }
  for (const own of await listOwnMoved(db, gateway.name, from, until)) {
    if (!seen.has(own.id)) differences.push(...(await compareKnown(services, own, [])))
  }
  return { movements: theirs.length, differences }
}

async function findOwn(
  { db, gateway }: Pick<Services, 'db' | 'gateway'>,
  { attemptId, gatewayRef }: GatewayMovement,
): Promise<OwnAttempt | undefined> {
  const byId =
    attemptId === null ? undefined : await findOwnAttempt(db, gateway.name, { id: attemptId })
  return byId ?? findOwnAttempt(db, gateway.name, { gatewayRef })
}

/** Money that moved at the gateway under a name that we never gave. */
function unknownHere(gatewayRef: string, movements: GatewayMovement[]): Difference[] {
  const about = {
    subject: gatewayRef,
    order_number: movements[0]?.orderNumber ?? null,
    attempt_id: null,
    gateway_ref: gatewayRef,
    ours: null,
  }
  return [...Map.groupBy(movements, (one) => `${one.kind} ${one.currency}`).values()].map(
    (alike) => ({
      ...about,
      kind: alike[0]?.kind === 'charge' ? 'charge_unknown' : 'refund_differs',
      theirs: sumOf(alike),
    }),
  )
}

const sumOf = (movements: GatewayMovement[]): Sum | null =>
  movements[0] === undefined
    ? null
    : {
        amountMinor: movements.reduce((sum, one) => sum + one.amountMinor, 0),
        currency: movements[0].currency,
      }

async function compareKnown(
  services: SettleNeeds,
  before: OwnAttempt,
  movements: GatewayMovement[],
): Promise<Difference[]> {
  const own = await bringToAnEnd(services, before)
  const payment = await services.gateway.retrieve({
    attemptId: own.id,
    gatewayRef: own.gateway_ref,
    orderNumber: own.order_number,
    amountMinor: own.amount_minor,
    currency: own.currency,
  })
  const about = {
    subject: own.id,
    order_number: own.order_number,
    attempt_id: own.id,
    gateway_ref: own.gateway_ref,
  }
  const charged =
    sumOf(movements.filter((one) => one.kind === 'charge')) ??
    chargeOf(payment, own.refunded_minor > 0 || movements.length > 0)
  const ours: Sum | null =
    own.captured_minor === null ? null : { amountMinor: own.captured_minor, currency: own.currency }
  const found: Difference[] = []
  const add = (kind: DifferenceKind, mine: Sum | null, its: Sum | null) =>
    found.push({ kind, ...about, ours: mine, theirs: its })

  // An attempt that had ended here without money, and money came all the same: it goes back, and a
  // human looks why.
  const ended = before.captured_minor === null && ['voided', 'declined'].includes(before.state)
  if (charged && ended) add('charge_unknown', null, charged)
  else if (charged && ours === null) add('charge_unknown', null, charged)
  else if (ours !== null && charged === null) add('charge_missing', ours, null)
  else if (
    ours !== null &&
    charged !== null &&
    (ours.amountMinor !== charged.amountMinor || ours.currency !== charged.currency)
  )
    add('amount_differs', ours, charged)

  if (payment !== null && own.refunded_minor !== backOf(payment, charged)) {
    add(
      'refund_differs',
      { amountMinor: own.refunded_minor, currency: own.currency },
      { amountMinor: backOf(payment, charged), currency: payment.currency },
    )
  }
  if (ours !== null && own.state !== 'succeeded' && own.refunded_minor < ours.amountMinor) {
    add(
      'money_held',
      { amountMinor: ours.amountMinor - own.refunded_minor, currency: own.currency },
      charged,
    )
  }
  return found
}

/** What was voided whole was charged before, when some of it is known to have gone back. */
const chargeOf = (payment: GatewayPayment | null, wentBack: boolean): Sum | null =>
  payment?.state === 'paid' || (payment?.state === 'voided' && wentBack)
    ? { amountMinor: payment.amountMinor, currency: payment.currency }
    : null

/** A gateway may call it a void when all of a payment goes back. */
const backOf = (payment: GatewayPayment, charged: Sum | null): number =>
  payment.state === 'voided' && charged !== null ? charged.amountMinor : payment.refundedMinor

async function bringToAnEnd(services: SettleNeeds, own: OwnAttempt): Promise<OwnAttempt> {
  if (own.state !== 'succeeded') await settleAttempt(services, own.id)
  for (const { id } of await listOpenRefunds(services.db, own.id)) await finishRefund(services, id)
  return (await findOwnAttempt(services.db, services.gateway.name, { id: own.id })) ?? own
}
