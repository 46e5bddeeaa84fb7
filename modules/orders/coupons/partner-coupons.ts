import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { couponCode } from './coupon-rules.ts'
import { couponRow, type NewCoupon } from './write-coupon.ts'

/**
 * Coupons that a partner makes for an item of its own: never over one that is there. `taken` when
 * anybody has a coupon of this code.
 */
export async function insertCoupon(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  coupon: NewCoupon,
): Promise<{ id: string; code: string } | 'taken' | 'malformed'> {
  if (coupon.code !== undefined && couponCode(coupon.code) === null) return 'malformed'
  const row = await db
    .insertInto('coupons')
    .values(couponRow(coupon, clock.now()))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['id', 'code'])
    .executeTakeFirst()
  return row ?? 'taken'
}

export const listCouponsOf = (
  db: Db,
  { partnerId, itemId }: { partnerId: string; itemId: string },
) =>
  db
    .selectFrom('coupons')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('item_id', '=', itemId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()

/** For the audit log: its terms. */
export const findOwnCoupon = (db: Db, id: string) =>
  db
    .selectFrom('coupons')
    .select([
      'code',
      'kind',
      'percent_bp',
      'amount_minor',
      'currency',
      'item_id',
      'valid_until',
      'total_limit',
      'store_limit',
      'first_purchase',
      'active',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Orders that have taken a place keep it (CPN: the order's price was agreed). False when there is
 * no such coupon of this partner's item.
 */
export const endCoupon = async (
  db: Db,
  { id, partnerId, itemId }: { id: string; partnerId: string; itemId: string },
): Promise<boolean> =>
  (await db
    .updateTable('coupons')
    .set({ active: false })
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .where('item_id', '=', itemId)
    .returning('id')
    .executeTakeFirst()) !== undefined
