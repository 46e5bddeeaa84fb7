import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import { newId, randomCode } from '#lib/ids.ts'
import type { Market } from '#lib/market.ts'
import { PAGE_ROWS, type PageKey, pageOf, parsePageKey } from '#lib/page-key.ts'
import type { Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { readUsedCurrencies } from '#modules/currencies/public.ts'
import { findItemsBySlug } from '#modules/catalog/public.ts'
import {
  couponCode,
  couponColumns,
  type CouponTerms,
  couponValue,
  parseCouponValue,
  plainCouponValue,
} from './coupons.ts'
import { refuse } from './errors.ts'
import {
  changeCoupon as changeContract,
  createCoupon as createContract,
  listCoupons as listContract,
} from './operator-contract.ts'

const refuseField = (name: string) =>
  refuse('input.invalid', { fields: { [name]: { code: 'field.invalid' } } })

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

const plainValue = (row: CouponRow) => {
  const { amount, ...value } = plainCouponValue(couponValue(row))
  return { ...value, value: amount }
}

const present = (row: CouponRow, now: Date) => ({
  id: row.id,
  code: row.code,
  ...plainValue(row),
  market: row.market as Market | null,
  item: row.item_id === null ? null : { id: row.item_id, name: row.item_name ?? '' },
  partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name ?? '' },
  valid_from: row.valid_from.toISOString(),
  valid_until: row.valid_until?.toISOString() ?? null,
  total_limit: row.total_limit,
  store_limit: row.store_limit,
  first_purchase: row.first_purchase,
  periods: row.periods,
  active: row.active,
  used: row.used,
  now:
    row.active &&
    row.valid_from <= now &&
    (row.valid_until === null || row.valid_until > now) &&
    (row.total_limit === null || row.used < row.total_limit),
})

export const listCoupons = defineOperation({
  ...listContract,
  run: async (ctx, { query }) => {
    const now = ctx.clock.now()
    // A malformed code matches no coupon.
    const found = await listCouponRows(ctx.db, {
      code: query.q ? (couponCode(query.q) ?? '') : null,
      state: query.state ?? null,
      after: parsePageKey(query.after),
      most: PAGE_ROWS + 1,
      now,
    })
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.created_at, id: row.id }))
    return { coupons: rows.map((row) => present(row, now)), next }
  },
})

export const createCoupon = defineOperation({
  ...createContract,
  audit: { kind: 'coupon', id: (_input, _ctx, answer) => answer?.id, read: readCoupon },
  run: async (ctx, { body }) => {
    const code = body.code === '' ? undefined : couponCode(body.code)
    if (code === null) throw refuseField('code')
    if (code !== undefined && (await findCouponByCode(ctx.db, code)))
      throw refuse('backoffice.code_taken', { fields: { code: { code: 'backoffice.code_taken' } } })
    if (body.currency !== null && !(await readUsedCurrencies(ctx)).includes(body.currency))
      throw refuse('input.invalid', {
        fields: {
          currency: { code: 'field.currency_unused', params: { currency: body.currency } },
        },
      })
    const value = parseCouponValue(body.kind, { amount: body.value, currency: body.currency })
    if (typeof value === 'string') throw refuseField(value === 'amount' ? 'value' : value)
    const [validFrom, validUntil] = [
      dateOf(body.valid_from) ?? ctx.clock.now(),
      dateOf(body.valid_until),
    ]
    if (validUntil !== null && validUntil <= validFrom) throw refuseField('valid_until')
    const items = body.item
      ? (
          await Promise.all(
            (['app', 'theme'] as const).map((market) =>
              findItemsBySlug(ctx.db, market, [body.item ?? '']),
            ),
          )
        ).flat()
      : []
    if (body.item && items.length === 0) throw refuseField('item')
    return writeCoupon(ctx, {
      ...(code !== undefined && { code }),
      value,
      market: body.market,
      itemId: items[0]?.id ?? null,
      validFrom,
      validUntil,
      totalLimit: body.total_limit,
      storeLimit: body.store_limit,
      firstPurchase: body.first_purchase,
      periods: body.periods,
    })
  },
})

export const changeCoupon = defineOperation({
  ...changeContract,
  audit: { kind: 'coupon', id: ({ params }) => params.coupon, read: readCoupon },
  run: async (ctx, { params, body }) => {
    if (!(await readCoupon(ctx.db, params.coupon))) throw refuse('not_found')
    const isChanged = await changeCouponRow(ctx.db, params.coupon, {
      active: body.active,
      valid_until: dateOf(body.valid_until),
      total_limit: body.total_limit,
    })
    if (!isChanged) throw refuseField('total_limit')
    return { success: true as const }
  },
})

const coupons = (db: Db) =>
  db
    .selectFrom('coupons')
    .leftJoin('items', 'items.id', 'coupons.item_id')
    .leftJoin('partners', 'partners.id', 'coupons.partner_id')
    .selectAll('coupons')
    .select(['items.name as item_name', 'partners.name as partner_name'])

type CouponRow = Awaited<ReturnType<ReturnType<typeof coupons>['executeTakeFirstOrThrow']>>

const listCouponRows = (
  db: Db,
  {
    code,
    state,
    after,
    most,
    now,
  }: { code: string | null; state: string | null; after: PageKey | null; most: number; now: Date },
) => {
  let query = coupons(db)
  if (code !== null) query = query.where('coupons.code', '=', code)
  if (state === 'active')
    query = query
      .where('coupons.active', '=', true)
      .where(sql<boolean>`coalesce(valid_until, 'infinity') > ${now}`)
  if (state === 'ended')
    query = query.where(sql<boolean>`(not coupons.active or valid_until <= ${now})`)
  return query
    .where(isBeyond(['coupons.created_at', 'coupons.id'], after, 'newest'))
    .orderBy('coupons.created_at', 'desc')
    .orderBy('coupons.id', 'desc')
    .limit(most)
    .execute()
}

const findCouponByCode = (db: Db, code: string) =>
  db.selectFrom('coupons').select('id').where('code', '=', code).executeTakeFirst()

function readCoupon(db: Db, id: string) {
  return db
    .selectFrom('coupons')
    .select([
      'kind',
      'percent_bp',
      'amount_minor',
      'currency',
      'market',
      'item_id',
      'valid_from',
      'valid_until',
      'total_limit',
      'store_limit',
      'first_purchase',
      'periods',
      'active',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** False when the coupon does not exist or has more uses than the new limit. */
const changeCouponRow = async (
  db: Db,
  id: string,
  change: { active: boolean; valid_until: Date | null; total_limit: number | null },
): Promise<boolean> =>
  (
    await db
      .updateTable('coupons')
      .set(change)
      .where('id', '=', id)
      .where(sql<boolean>`used <= coalesce(${change.total_limit}, used)`)
      .where(sql<boolean>`coalesce(${change.valid_until}::timestamptz, 'infinity') > valid_from`)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** 80 random bits, so that codes cannot be guessed (CPN-5). */
const CODE_LENGTH = 16

/**
 * Omitted terms do not limit the coupon, which takes off one period; without a code a random one is
 * made.
 */
export type NewCoupon = Pick<CouponTerms, 'value'> &
  Partial<Omit<CouponTerms, 'value'>> & { code?: string }

function couponRow({ value, code: given, ...terms }: NewCoupon, now: Date) {
  const code = given === undefined ? randomCode(CODE_LENGTH) : couponCode(given)
  if (code === null) throw new Error(`"${given}" is not a valid coupon code`)
  return {
    id: newId('cpn'),
    code,
    created_at: now,
    ...couponColumns(value),
    platform_id: terms.platformId ?? null,
    market: terms.market ?? null,
    item_id: terms.itemId ?? null,
    partner_id: terms.partnerId ?? null,
    valid_from: terms.validFrom ?? now,
    valid_until: terms.validUntil ?? null,
    total_limit: terms.totalLimit ?? null,
    store_limit: terms.firstPurchase ? 1 : (terms.storeLimit ?? null),
    first_purchase: terms.firstPurchase ?? false,
    periods: terms.periods === undefined ? 1 : terms.periods,
    active: terms.active ?? true,
  }
}

/** Creates a coupon, or changes the terms of the one with this code and keeps its uses. */
export async function writeCoupon(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  coupon: NewCoupon,
): Promise<{ id: string; code: string }> {
  const row = couponRow(coupon, clock.now())
  const { id: _id, code: _code, created_at: _at, ...known } = row
  return db
    .insertInto('coupons')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doUpdateSet(known))
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}

/** Creates a partner's coupon; `taken` when the code exists, whoever owns it. */
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

/** A coupon's terms for the audit log. */
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
      'periods',
      'active',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Deactivates a partner's coupon; orders that reserved a place keep it. False when there is none.
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
