import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Marketplace } from './marketplace.ts'

/** I7 and I9 in the database's own words: what is counted is what is there, within the limits; and every discount that was paid has its use. */
export async function expectCouponsAddUp({ services: { db } }: Marketplace): Promise<void> {
  const { rows } = await sql<{ code: string; wrong: string }>`
    with live as (select coupon_id, store_id, count(*)::integer as uses from coupon_uses where state in ('reserved', 'redeemed') group by coupon_id, store_id)
    select code, 'counted ' || used as wrong from coupons c where used <> coalesce((select sum(uses) from live where coupon_id = c.id), 0)
    union all select code, 'over its limit' from coupons where used > total_limit
    union all select code, 'store counted ' || s.used from coupon_stores s join coupons c on c.id = s.coupon_id
      where s.used <> coalesce((select uses from live where live.coupon_id = s.coupon_id and live.store_id = s.store_id), 0)
    union all select code, 'store over its limit' from coupon_stores s join coupons c on c.id = s.coupon_id where s.used > c.store_limit
    union all select coupon_code, 'paid without its use' from orders o where state in ('paid', 'partially_refunded', 'refunded') and coupon_id is not null
      and not exists (select from coupon_uses u where u.order_id = o.id and u.coupon_id = o.coupon_id and u.state = 'redeemed')
    union all select code, 'redeemed by an order that is not paid' from coupon_uses u join coupons c on c.id = u.coupon_id join orders o on o.id = u.order_id
      where u.state = 'redeemed' and o.state not in ('paid', 'partially_refunded', 'refunded')
    union all select code, 'kept by an order that has ended' from coupon_uses u join coupons c on c.id = u.coupon_id join orders o on o.id = u.order_id
      where u.state = 'reserved' and o.state not in ('draft', 'awaiting_payment')`.execute(db)
  expect(rows).toEqual([])
}
