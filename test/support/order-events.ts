import { selectOrders } from '#modules/orders/public.ts'
import { ATTEMPT_MOVES, ORDER_MOVES } from '#modules/orders/rules.ts'
import type { Marketplace } from './marketplace.ts'

interface EventRow {
  from_state: string | null
  to_state: string | null
}

/**
 * Does one state follow from the other, from nothing to the one that stands in the row, along the
 * table? What does not, in words.
 */
function chainFaults(
  name: string,
  moves: Readonly<Record<string, readonly string[]>>,
  told: readonly EventRow[],
  end: string,
): string[] {
  const faults: string[] = []
  let state: string | null = null
  for (const { from_state: from, to_state: to } of told) {
    if (from !== state) faults.push(`${name}: ${from} → ${to}, but it was ${state}`)
    const allowed: readonly string[] =
      state === null ? [Object.keys(moves)[0] as string] : (moves[state] ?? [])
    if (to === null || !allowed.includes(to)) faults.push(`${name}: ${state} → ${to} is no move`)
    state = to
  }
  return state === end ? faults : [...faults, `${name} is ${end}, its events end with ${state}`]
}

/**
 * I9: tells every order anew from its events alone, and says where that is not what stands in its
 * row. Empty when the log is complete.
 */
export async function findEventFaults({
  services: { db },
}: Pick<Marketplace, 'services'>): Promise<string[]> {
  const [orders, attempts, events, uses] = await Promise.all([
    selectOrders(db).selectAll('orders').select('tax_rate_bp').execute(),
    db.selectFrom('payment_attempts').selectAll().execute(),
    db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    db.selectFrom('coupon_uses').selectAll().execute(),
  ])
  const byOrder = Map.groupBy(events, (event) => event.order_id)
  return orders.flatMap((order) => {
    const told = byOrder.get(order.id) ?? []
    const faults = chainFaults(
      `order ${order.number}`,
      ORDER_MOVES,
      told.filter((event) => event.kind === 'order'),
      order.state,
    )
    for (const attempt of attempts.filter((one) => one.order_id === order.id)) {
      const its = told.filter(
        (event) => event.kind === 'attempt' && event.attempt_id === attempt.id,
      )
      faults.push(...chainFaults(`attempt ${attempt.id}`, ATTEMPT_MOVES, its, attempt.state))
    }
    const price = told.findLast(
      (event) => event.kind === 'repriced' || (event.kind === 'order' && event.from_state === null),
    )?.facts as Record<string, unknown> | undefined
    const row = {
      to: order.total_minor,
      subtotal: order.subtotal_minor,
      discount: order.discount_minor,
      tax: order.tax_minor,
      rate_bp: order.tax_rate_bp,
      exemption: order.tax_exemption,
      coupon: order.coupon_code,
      address: order.address_id,
    }
    for (const [name, value] of Object.entries(row))
      if (price?.[name] !== value)
        faults.push(
          `order ${order.number}: ${name} is ${value}, its events say ${String(price?.[name])}`,
        )
    const ended = told.filter(
      (event) => event.kind === 'coupon' && event.to_state === 'redeemed',
    ).length
    const redeemed = uses.filter(
      (use) => use.order_id === order.id && use.state === 'redeemed',
    ).length
    const reserved = told.filter(
      (event) => event.kind === 'coupon' && event.to_state === 'reserved',
    ).length
    if (ended !== redeemed || reserved !== uses.filter((use) => use.order_id === order.id).length)
      faults.push(`order ${order.number}: its coupon's uses are not its events`)
    return faults
  })
}
