import { newId, sha256Hex } from '#lib/ids.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { gatewayOf, insertResolved } from './discrepancies.ts'
import type { GatewayMovement } from './gateways/gateway.ts'
import { dayOf, findOwn, listGateways } from './reconciliation.ts'

/**
 * Money that a gateway took for an order of this market, by an attempt that this database does not
 * know: it was restored to an earlier moment.
 */
export interface LostPayment {
  gateway: string
  gatewayRef: string
  /** Null where the gateway does not tell. */
  orderNumber: string | null
  /** What is still held, minor units. */
  amountMinor: number
  currency: string
  at: Date
}

const [OUR_NUMBER, OUR_ATTEMPT] = [/^AR[0-9A-Z]{16}$/, /^att_[0-9a-z]{20}$/]
/** What else is charged with the same account of the gateway must not go back. */
const isOurs = ({ attemptId, orderNumber }: GatewayMovement): boolean =>
  OUR_ATTEMPT.test(attemptId ?? '') || OUR_NUMBER.test(orderNumber ?? '')

/**
 * Payments in the gateways' ledgers from then until now that nobody knows here. Throws
 * `GatewayUnavailable`.
 */
export async function findLostPayments(
  services: Services,
  from: Date,
  until: Date,
): Promise<LostPayment[]> {
  const found: LostPayment[] = []
  for (const gateway of await listGateways(services)) {
    const movements = (await gateway.listMovements?.(from, until)) ?? []
    for (const [gatewayRef, own] of Map.groupBy(movements, (one) => one.gatewayRef)) {
      const charge = own.find((one) => one.kind === 'charge')
      if (!charge || !isOurs(charge)) continue
      const amountMinor = heldOf(own)
      if (amountMinor <= 0 || (await findOwn({ ...services, gateway }, charge))) continue
      const { orderNumber, currency, at } = charge
      found.push({ gateway: gateway.name, gatewayRef, orderNumber, amountMinor, currency, at })
    }
  }
  return found
}

const heldOf = (movements: readonly GatewayMovement[]): number =>
  movements.reduce(
    (sum, one) => sum + (one.kind === 'charge' ? one.amountMinor : -one.amountMinor),
    0,
  )

/**
 * Gives the money back, since nothing can be delivered for it, and writes that down as a resolved
 * difference. Idempotent: the gateway knows the refund by its key. Answers whether it went back.
 */
export async function returnLostPayment(
  services: Services,
  lost: LostPayment,
  by: string,
): Promise<'returned' | 'refused' | 'unknown'> {
  const { gatewayRef, amountMinor, currency } = lost
  const gateway = gatewayOf(services, lost.gateway)
  if (!gateway) return 'unknown'
  const key = `lost-${sha256Hex(gatewayRef).slice(0, 40)}`
  const result = await gateway.refund(gatewayRef, { amountMinor, currency }, key)
  if (result.kind !== 'refunded' || result.refundedMinor !== amountMinor)
    return result.kind === 'refused' ? 'refused' : 'unknown'
  const now = services.clock.now()
  const about = {
    gateway: gateway.name,
    subject: gatewayRef,
    order_number: lost.orderNumber,
    attempt_id: null,
    gateway_ref: gatewayRef,
    ours: null,
    theirs: { amountMinor, currency },
  }
  const note = 'Unknown after the database was restored; the money went back.'
  await inTransaction(services, async (trx) => {
    // The comparison of these days meets the charge and the refund, and reports neither again.
    for (const [kind, day] of [
      ['charge_unknown', dayOf(lost.at)],
      ['refund_differs', dayOf(now)],
    ] as const)
      await insertResolved(trx, { id: newId('dif'), kind, day, ...about }, { note, by }, now)
  })
  services.log.warn(
    { gateway: gateway.name, gatewayRef, order: lost.orderNumber, amountMinor, currency },
    'payment of a lost order given back',
  )
  return 'returned'
}
