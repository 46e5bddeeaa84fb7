import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { latinDigits } from '#lib/text.ts'
import { newId } from '#lib/ids.ts'
import { type CouponKind, type Market, MAX_COUPON_CODE_LENGTH } from '#lib/market.ts'
import { type Currency, scaleHalfUp, toMajor, toMinor } from '#lib/money.ts'
import { LIVE_ATTEMPTS } from './rules.ts'

/** How long a place is reserved for an order after it was last priced or paid. */
export const HOLD_SECONDS = 30 * 60

const HOUR = 3600
/** Limits for guessing codes (CPN-5). Many stores may share an address. */
export const COUPON_LIMITS = {
  store: { most: 30, seconds: HOUR },
  ip: { most: 600, seconds: HOUR },
} as const

/**
 * Normalizes a code to ASCII capitals and digits, or null (CPN-6). Ignores case, spaces, hyphens,
 * marks and width, treats all four Turkish i alike, and does not depend on a locale.
 */
export function couponCode(text: string): string | null {
  if (text.length > MAX_COUPON_CODE_LENGTH) return null
  const code = latinDigits(text)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\s‐-―-]/gu, '')
    .replaceAll('ı', 'i')
    .replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 32))
  return /^[A-Z0-9]{3,40}$/.test(code) ? code : null
}

/** `percentBp`: basis points of the net price. */
export type CouponValue =
  | { kind: 'percent'; percentBp: number }
  | { kind: 'amount'; amountMinor: number; currency: string }

type ValueOf<K extends CouponKind> = Extract<CouponValue, { kind: K }>

interface CouponColumns {
  percent_bp: number | null
  amount_minor: number | null
  currency: string | null
}

/** A value as people type and read it: percent, or major units of `currency`. */
interface PlainValue {
  amount: number
  currency: Currency | null
}

interface KindOfCoupon<K extends CouponKind> {
  /** What it takes off a net price, both in minor units. */
  discount: (value: ValueOf<K>, subtotalMinor: number) => number
  toColumns: (value: ValueOf<K>) => CouponColumns
  fromColumns: (row: CouponColumns) => ValueOf<K>
  toPlain: (value: ValueOf<K>) => PlainValue
  /** The value, or the name of the part that is missing or out of range. */
  fromPlain: (plain: PlainValue) => ValueOf<K> | 'amount' | 'currency'
}

const KINDS: { [K in CouponKind]: KindOfCoupon<K> } = {
  percent: {
    discount: ({ percentBp }, subtotalMinor) => scaleHalfUp(subtotalMinor, percentBp, 10_000),
    toColumns: ({ percentBp }) => ({ percent_bp: percentBp, amount_minor: null, currency: null }),
    fromColumns: (row) => ({ kind: 'percent', percentBp: row.percent_bp ?? 0 }),
    toPlain: ({ percentBp }) => ({ amount: percentBp / 100, currency: null }),
    fromPlain: ({ amount }) => {
      const percentBp = Math.round(amount * 100)
      return percentBp < 1 || percentBp > 10_000 || Math.abs(percentBp - amount * 100) > 1e-6
        ? 'amount'
        : { kind: 'percent', percentBp }
    },
  },
  amount: {
    discount: ({ amountMinor }) => amountMinor,
    toColumns: ({ amountMinor, currency }) => ({
      percent_bp: null,
      amount_minor: amountMinor,
      currency,
    }),
    fromColumns: (row) => ({
      kind: 'amount',
      amountMinor: row.amount_minor ?? 0,
      currency: row.currency ?? '',
    }),
    toPlain: ({ amountMinor, currency }) => ({
      amount: toMajor(amountMinor, currency),
      currency: currency as Currency,
    }),
    fromPlain: ({ amount, currency }) => {
      if (currency === null) return 'currency'
      const amountMinor = toMinor(amount, currency)
      return amountMinor ? { kind: 'amount', amountMinor, currency } : 'amount'
    },
  },
}

/** A coupon's value and its periods, as a subscription's order keeps them. */
export type StoredCoupon = CouponColumns & { kind: CouponKind; periods: number | null }

// TypeScript does not know that a value and the entry of its kind fit together.
const kindOf = (kind: CouponKind) => KINDS[kind] as KindOfCoupon<CouponKind>

/** The discount in minor units, rounded half up and at most the net price. */
export function discountOf(value: CouponValue, subtotalMinor: number): number {
  const wanted = kindOf(value.kind).discount(value, subtotalMinor)
  return Math.max(0, Math.min(wanted, subtotalMinor))
}

export const couponColumns = (value: CouponValue) => ({
  kind: value.kind,
  ...kindOf(value.kind).toColumns(value),
})

/** The value of a row; the database checks `kind`. */
export const couponValue = (row: CouponColumns & { kind: string }): CouponValue =>
  kindOf(row.kind as CouponKind).fromColumns(row)

export const plainCouponValue = (value: CouponValue): PlainValue & { kind: CouponKind } => ({
  kind: value.kind,
  ...kindOf(value.kind).toPlain(value),
})

export const parseCouponValue = (kind: CouponKind, plain: PlainValue) =>
  kindOf(kind).fromPlain(plain)

export interface CouponTerms {
  value: CouponValue
  active: boolean
  validFrom: Date
  validUntil: Date | null
  platformId: number | null
  market: string | null
  itemId: string | null
  partnerId: string | null
  totalLimit: number | null
  storeLimit: number | null
  firstPurchase: boolean
  /** Of a subscription, how many periods it takes off; null: every one. Other orders use it once. */
  periods: number | null
}

/** How far a coupon is used up, as seen by one order. */
export interface CouponUsage {
  used: number
  usedByStore: number
  /** This order has a place already. */
  held: boolean
  /** The store has bought before, or is about to with another first-purchase coupon. */
  hasBought: boolean
}

export interface CouponTarget {
  platformId: number
  market: Market
  itemId: string
  partnerId: string
  currency: string
  subtotalMinor: number
}

export type CouponFault =
  | 'inactive'
  | 'too_early'
  | 'over'
  | 'elsewhere'
  | 'other_currency'
  | 'not_first'
  | 'used_up'
  | 'nothing_off'

/** Why a coupon does not apply, or null. Never shown to buyers (CPN-5). */
export function couponFault(
  terms: CouponTerms,
  usage: CouponUsage,
  target: CouponTarget,
  now: Date,
): CouponFault | null {
  if (!terms.active) return 'inactive'
  if (now < terms.validFrom) return 'too_early'
  if (terms.validUntil !== null && now >= terms.validUntil) return 'over'
  const outside = (scope: string | number | null, its: string | number) =>
    scope !== null && scope !== its
  if (
    outside(terms.platformId, target.platformId) ||
    outside(terms.market, target.market) ||
    outside(terms.itemId, target.itemId) ||
    outside(terms.partnerId, target.partnerId)
  )
    return 'elsewhere'
  if (terms.value.kind === 'amount' && terms.value.currency !== target.currency)
    return 'other_currency'
  if (terms.firstPurchase && usage.hasBought) return 'not_first'
  if (!usage.held && isFull(terms, usage)) return 'used_up'
  return discountOf(terms.value, target.subtotalMinor) === 0 ? 'nothing_off' : null
}

/** No place is left, in total or for this store (I7). */
export const isFull = (
  terms: Pick<CouponTerms, 'totalLimit' | 'storeLimit'>,
  usage: Pick<CouponUsage, 'used' | 'usedByStore'>,
): boolean =>
  (terms.totalLimit !== null && usage.used >= terms.totalLimit) ||
  (terms.storeLimit !== null && usage.usedByStore >= terms.storeLimit)

/**
 * A coupon's terms, usage and item. Uses are counted under the lock of the coupon's row (I7); locks
 * are taken in the order order, attempt, store, coupons by id.
 */

export interface FoundCoupon {
  id: string
  code: string
  terms: CouponTerms
  usage: CouponUsage
  item: Pick<CouponTarget, 'market' | 'itemId' | 'partnerId'>
}

export interface CouponUse {
  storeId: string
  itemId: string
  orderId: string | null
  /** Of a trial that is agreed to; its use is that of no order. */
  subscriptionId?: string
}

/** A coupon with everything that decides whether the store may use it for the item. */
export async function findCoupon(
  db: Db,
  code: string,
  { storeId, itemId, orderId, subscriptionId }: CouponUse,
): Promise<FoundCoupon | undefined> {
  const row = await db
    .selectFrom('coupons')
    .innerJoin('items', (join) => join.on('items.id', '=', itemId))
    .leftJoin('coupon_stores', (join) =>
      join
        .onRef('coupon_stores.coupon_id', '=', 'coupons.id')
        .on('coupon_stores.store_id', '=', storeId),
    )
    .selectAll('coupons')
    .select([
      'items.market as sold_in',
      'items.partner_id as sold_by',
      'coupon_stores.used as used_by_store',
    ])
    .select((on) => [
      on
        .exists(
          on
            .selectFrom('coupon_uses')
            .select('coupon_uses.id')
            .whereRef('coupon_id', '=', 'coupons.id')
            .where((use) =>
              subscriptionId === undefined
                ? use('order_id', '=', orderId)
                : use('subscription_id', '=', subscriptionId),
            )
            .where('state', '=', 'reserved'),
        )
        .as('held'),
      on
        .exists(
          on
            .selectFrom('orders')
            .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
            .select('orders.id')
            .where('orders.store_id', '=', storeId)
            .where('list_price_minor', '>', 0)
            .where('orders.state', 'in', ['paid', 'partially_refunded', 'refunded']),
        )
        .as('has_paid'),
      on
        .exists(
          on
            .selectFrom('coupon_uses')
            .innerJoin('coupons as others', 'others.id', 'coupon_uses.coupon_id')
            .select('coupon_uses.id')
            .where('coupon_uses.store_id', '=', storeId)
            .where('state', '=', 'reserved')
            .where('others.first_purchase', '=', true)
            .where(sql<boolean>`coupon_uses.order_id is distinct from ${orderId}`),
        )
        .as('pays_first'),
    ])
    .where('coupons.code', '=', code)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    code: row.code,
    terms: {
      value: couponValue(row),
      active: row.active,
      validFrom: row.valid_from,
      validUntil: row.valid_until,
      platformId: row.platform_id,
      market: row.market,
      itemId: row.item_id,
      partnerId: row.partner_id,
      totalLimit: row.total_limit,
      storeLimit: row.store_limit,
      firstPurchase: row.first_purchase,
      periods: row.periods,
    },
    usage: {
      used: row.used,
      usedByStore: row.used_by_store ?? 0,
      held: Boolean(row.held),
      hasBought: Boolean(row.has_paid) || Boolean(row.pays_first),
    },
    item: { market: row.sold_in as Market, itemId, partnerId: row.sold_by },
  }
}

/** Locks the coupons whose uses change, in one order. */
export const lockCoupons = (db: Db, { code, id }: { code: string | null; id: string | null }) =>
  db
    .selectFrom('coupons')
    .select('id')
    .where((on) => on.or([on('code', '=', code), on('id', '=', id)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Serializes what a store may have only once: a first purchase, a default address. */
export const lockStore = (db: Db, storeId: string) =>
  db.selectFrom('stores').select('id').where('id', '=', storeId).forNoKeyUpdate().execute()

/** Reserves a place, counted by statements that carry the limits; false when none is left. */
export async function reserveUse(
  db: Db,
  coupon: FoundCoupon,
  use: CouponUse,
  at: Date,
  heldUntil: Date,
): Promise<boolean> {
  const counted = await db
    .updateTable('coupons')
    .set({ used: sql<number>`used + 1` })
    .where('id', '=', coupon.id)
    .where((on) => on.or([on('total_limit', 'is', null), on('used', '<', on.ref('total_limit'))]))
    .returning('store_limit')
    .executeTakeFirst()
  if (!counted) return false
  const { storeId } = use
  const ofStore = await db
    .insertInto('coupon_stores')
    .values({ coupon_id: coupon.id, store_id: storeId, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['coupon_id', 'store_id'])
        .doUpdateSet({ used: sql<number>`coupon_stores.used + 1` })
        .where(sql<boolean>`coupon_stores.used < coalesce(${counted.store_limit}, 2147483647)`),
    )
    .returning('used')
    .executeTakeFirst()
  if (!ofStore) {
    await countDown(db, coupon.id, 1)
    return false
  }
  await db
    .insertInto('coupon_uses')
    .values({
      id: newId('use'),
      coupon_id: coupon.id,
      store_id: storeId,
      order_id: use.orderId,
      subscription_id: use.subscriptionId ?? null,
      state: 'reserved',
      reserved_at: at,
      held_until: heldUntil,
      ended_at: null,
    })
    .execute()
  return true
}

export const extendUse = (db: Db, orderId: string, heldUntil: Date) =>
  db
    .updateTable('coupon_uses')
    .set({ held_until: heldUntil })
    .where('order_id', '=', orderId)
    .where('state', '=', 'reserved')
    .execute()

/**
 * Ends the use that an order reserved; true when this call did. A released use is no longer
 * counted.
 */
export async function endUse(
  db: Db,
  couponId: string,
  orderId: string,
  state: 'redeemed' | 'released',
  at: Date,
): Promise<boolean> {
  await lockCoupons(db, { code: null, id: couponId })
  const ended = await db
    .updateTable('coupon_uses')
    .set({ state, ended_at: at })
    .where('order_id', '=', orderId)
    .where('coupon_id', '=', couponId)
    .where('state', '=', 'reserved')
    .returning('store_id')
    .executeTakeFirst()
  if (ended && state === 'released') await countDownStores(db, couponId, [ended.store_id])
  return ended !== undefined
}

/**
 * Ends the use that the agreed trial of a subscription reserved, if there is one: redeemed with the
 * first payment, else released.
 */
export async function endUseOfSubscription(
  db: Db,
  subscriptionId: string,
  state: 'redeemed' | 'released',
  at: Date,
): Promise<void> {
  const held = await db
    .selectFrom('coupon_uses')
    .select('coupon_id')
    .where('subscription_id', '=', subscriptionId)
    .where(sql<boolean>`state in ('reserved', 'redeemed')`)
    .executeTakeFirst()
  if (!held) return
  await lockCoupons(db, { code: null, id: held.coupon_id })
  const ended = await db
    .updateTable('coupon_uses')
    .set({ state, ended_at: at })
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'reserved')
    .returning('store_id')
    .executeTakeFirst()
  if (ended && state === 'released') await countDownStores(db, held.coupon_id, [ended.store_id])
}

/** Releases expired places of orders without a running payment. The coupon must be locked. */
export async function releaseExpiredUses(db: Db, couponId: string, now: Date): Promise<number> {
  const left = await db
    .updateTable('coupon_uses')
    .set({ state: 'released', ended_at: now })
    .where('coupon_id', '=', couponId)
    .where('state', '=', 'reserved')
    .where('held_until', '<=', now)
    .where('subscription_id', 'is', null)
    .where((on) =>
      on.not(
        on.exists(
          on
            .selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.order_id', '=', 'coupon_uses.order_id')
            .where('payment_attempts.state', 'in', LIVE_ATTEMPTS),
        ),
      ),
    )
    .returning('store_id')
    .execute()
  await countDownStores(
    db,
    couponId,
    left.map((use) => use.store_id),
  )
  return left.length
}

const countDown = (db: Db, couponId: string, count: number) =>
  db
    .updateTable('coupons')
    .set({ used: sql<number>`used - ${count}::integer` })
    .where('id', '=', couponId)
    .execute()

/** Counts one use less for each store. */
async function countDownStores(
  db: Db,
  couponId: string,
  storeIds: readonly string[],
): Promise<void> {
  if (storeIds.length === 0) return
  await countDown(db, couponId, storeIds.length)
  await sql`update coupon_stores set used = coupon_stores.used - given.count from (select store_id, count(*)::integer as count from unnest(${[...storeIds]}::text[]) as store_id
    group by store_id) as given where coupon_stores.coupon_id = ${couponId} and coupon_stores.store_id = given.store_id`.execute(
    db,
  )
}
