import { PAID } from './check-refunds.ts'
import type { MarketLedger } from './ledgers.ts'
import type { Violation } from './violation.ts'

const RESERVED_STATES = ['reserved', 'redeemed']

/**
 * I7: every use belongs to an order, is counted once, and there are no more of them than there may
 * be, in all and for each store.
 */
export function checkCoupons(
  { orders, coupons, uses }: MarketLedger,
  { settled }: { settled: boolean },
): Violation[] {
  const found: Violation[] = []
  const numbers = new Map(orders.map((order) => [order.id, order.number]))
  const say = (order: string, what: string) => found.push({ invariant: 'I7', order, what })
  const taken = uses.filter((use) => RESERVED_STATES.includes(use.state))
  for (const coupon of coupons) {
    const own = taken.filter((use) => use.couponId === coupon.id)
    const orderNumbers = own.map((use) => numbers.get(use.orderId)).join(', ')
    if (own.length !== coupon.used)
      say(orderNumbers, `${coupon.code} has ${own.length} uses, ${coupon.used} are counted`)
    if (coupon.totalLimit !== null && own.length > coupon.totalLimit)
      say(orderNumbers, `${coupon.code} has ${own.length} uses and may have ${coupon.totalLimit}`)
    const byStore = Map.groupBy(own, (use) => use.storeId)
    for (const [store, count] of Object.entries(coupon.usedByStore)) {
      if (count !== (byStore.get(store)?.length ?? 0))
        say(
          orderNumbers,
          `${coupon.code}: ${count} uses of store ${store} are counted, there are ${byStore.get(store)?.length ?? 0}`,
        )
    }
    for (const [store, list] of byStore) {
      if (list.length > (coupon.storeLimit ?? Infinity))
        say(
          list.map((use) => numbers.get(use.orderId)).join(', '),
          `${coupon.code} has ${list.length} uses of store ${store} and may have ${coupon.storeLimit}`,
        )
    }
  }
  const first = new Set(coupons.filter((coupon) => coupon.firstPurchase).map((coupon) => coupon.id))
  for (const [store, list] of Map.groupBy(
    taken.filter((use) => first.has(use.couponId)),
    (use) => use.storeId,
  )) {
    if (list.length > 1)
      say(
        list.map((use) => numbers.get(use.orderId)).join(', '),
        `store ${store} has ${list.length} first purchases`,
      )
  }
  const useOf = Map.groupBy(taken, (use) => use.orderId)
  // Later periods of a subscription have the coupon of the first one, which was counted once.
  const redeemed = new Set(
    taken.filter((use) => use.state === 'redeemed').map((use) => `${use.couponId} ${use.storeId}`),
  )
  for (const order of orders) {
    const own = useOf.get(order.id) ?? []
    const isPaid = PAID.includes(order.state)
    if (
      isPaid &&
      order.couponId !== null &&
      !own.some((use) => use.state === 'redeemed' && use.couponId === order.couponId) &&
      !(
        order.agreedCouponId === order.couponId &&
        redeemed.has(`${order.couponId} ${order.storeId}`)
      )
    )
      say(order.number, `is ${order.state} with a coupon that it has not redeemed`)
    if (order.discountMinor > 0 && order.couponId === null)
      say(order.number, `has ${order.discountMinor} off without a coupon`)
    if (own.length > 1) say(order.number, `holds ${own.length} places`)
    for (const use of own) {
      if (use.state === 'redeemed' && !isPaid)
        say(order.number, `has redeemed a coupon and is ${order.state}`)
      if (settled && ['cancelled', 'expired'].includes(order.state))
        say(order.number, `is ${order.state} and holds a coupon's place`)
      if (use.couponId !== order.couponId)
        say(order.number, 'holds a place of another coupon than its own')
    }
  }
  return found
}
