import { sql } from 'kysely'
import { expect } from 'vitest'
import { calculatePrice, checkCoupon } from '#modules/orders/calculate-price.ts'
import type { Order } from '#modules/orders/contract.ts'
import { startOrder } from '#modules/orders/start-order.ts'
import { type NewCoupon, writeCoupon } from '#modules/orders/manage-coupons.ts'
import type { Marketplace } from './marketplace.ts'
import { addStore, ctxOf, run } from './reviewers.ts'

let made = 0
/** A coupon of its own for a test: ten percent off, without limits, but for what is said. */
export const makeCoupon = ({ services }: Marketplace, terms: Partial<NewCoupon> = {}) =>
  writeCoupon(services, {
    code: `TEST${(made += 1)}X`,
    value: { kind: 'percent', percentBp: 1000 },
    ...terms,
  })

export type OrderAnswer = { data: Order }

/**
 * A store that is there in the database alone, with an open order of an item that costs ₺208.25
 * net; its calls answer what is said or the refusal's code.
 */
export async function couponBuyer(market: Marketplace, name: string, slug = 'delivery-day') {
  const actor = await addStore(market, name)
  const ctx = ctxOf(market, actor)
  const start = async (what: string): Promise<Order> => {
    const started = await run<OrderAnswer>(startOrder, ctx, { params: { slug: what }, body: {} })
    if (typeof started === 'string') throw new Error(started)
    return started.data
  }
  const applyTo = (number: string, code?: string) =>
    run<OrderAnswer>(calculatePrice, ctx, {
      params: { order_number: number },
      body: code === undefined ? {} : { coupon_code: code },
    })
  const { order_number: number } = await start(slug)
  return {
    ctx,
    actor,
    number,
    start,
    applyTo,
    apply: (code?: string) => applyTo(number, code),
    check: (code: string) =>
      run<{ data: object }>(checkCoupon, ctx, {
        params: { code },
        query: { order_number: number },
      }),
  }
}

/**
 * I7 and I9 in the database's own words: what is counted is what is there, within the limits; and
 * every discount that was paid has its use.
 */
export async function expectCouponsAddUp({ services: { db } }: Marketplace): Promise<void> {
  const { rows } = await sql<{ code: string; wrong: string }>`
    with live as (select coupon_id, store_id, count(*)::integer as uses from coupon_uses where state in ('reserved', 'redeemed') group by coupon_id, store_id)
    select code, 'counted ' || used as wrong from coupons c where used <> coalesce((select sum(uses) from live where coupon_id = c.id), 0)
    union all select code, 'over its limit' from coupons where used > total_limit
    union all select code, 'store counted ' || s.used from coupon_stores s join coupons c on c.id = s.coupon_id
      where s.used <> coalesce((select uses from live where live.coupon_id = s.coupon_id and live.store_id = s.store_id), 0)
    union all select code, 'store over its limit' from coupon_stores s join coupons c on c.id = s.coupon_id where s.used > c.store_limit
    union all select coupon_code, 'paid without its use' from orders o where state in ('paid', 'partially_refunded', 'refunded') and coupon_id is not null
      and not exists (select from coupon_uses u where (u.order_id = o.id or (u.store_id = o.store_id and exists (select from subscription_coupons s
        where s.subscription_id = o.subscription_id and s.coupon_id = o.coupon_id))) and u.coupon_id = o.coupon_id and u.state = 'redeemed')
    union all select code, 'redeemed by an order that is not paid' from coupon_uses u join coupons c on c.id = u.coupon_id join orders o on o.id = u.order_id
      where u.state = 'redeemed' and o.state not in ('paid', 'partially_refunded', 'refunded')
    union all select code, 'kept by an order that has ended' from coupon_uses u join coupons c on c.id = u.coupon_id join orders o on o.id = u.order_id
      where u.state = 'reserved' and o.state not in ('draft', 'awaiting_payment')`.execute(db)
  expect(rows).toEqual([])
}
