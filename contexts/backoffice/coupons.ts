import { toMajor, toMinor, type Currency } from '#lib/money.ts'
import type { Market } from '#lib/market.ts'
import { pageOf } from '#lib/page-key.ts'
import { findItemsBySlug } from '../catalog/public.ts'
import { couponCode, writeCoupon } from '../checkout/public.ts'
import { implementConsole } from '../people/public.ts'
import { refuse } from './errors.ts'
import { changeCoupon as changeContract, createCoupon as createContract, listCoupons as listContract } from './money-contract.ts'
import { changeCouponRow, findCouponByCode, listCouponRows, readCoupon, type CouponRow } from './money-data.ts'
import { keyOf, PAGE } from './page-keys.ts'

const refuseField = (name: string) => refuse('input.invalid', { fields: { [name]: { code: 'field.invalid' } } })
const dateOf = (text: string | null) => (text === null ? null : new Date(text))

const present = (row: CouponRow, now: Date) => ({
  id: row.id, code: row.code, kind: row.kind as 'percent' | 'amount', value: row.kind === 'percent' ? (row.percent_bp ?? 0) / 100 : toMajor(row.amount_minor ?? 0), currency: row.currency as Currency | null,
  market: row.market as Market | null, item: row.item_id === null ? null : { id: row.item_id, name: row.item_name ?? '' }, partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name ?? '' },
  valid_from: row.valid_from.toISOString(), valid_until: row.valid_until?.toISOString() ?? null, total_limit: row.total_limit, store_limit: row.store_limit, first_purchase: row.first_purchase, active: row.active, used: row.used,
  now: row.active && row.valid_from <= now && (row.valid_until === null || row.valid_until > now) && (row.total_limit === null || row.used < row.total_limit),
})

export const listCoupons = implementConsole(listContract, null, async (ctx, { query }) => {
  const now = ctx.clock.now()
  // What can be no code is none that there is.
  const found = await listCouponRows(ctx.db, { code: query.q ? couponCode(query.q) ?? '' : null, state: query.state ?? null, after: keyOf(query.after), most: PAGE + 1, now })
  const { rows, next } = pageOf(found, PAGE, row => ({ at: row.created_at, id: row.id }))
  return { coupons: rows.map(row => present(row, now)), next }
})

export const createCoupon = implementConsole(createContract, { audit: { kind: 'coupon', id: (_input, _ctx, answer) => answer?.id, read: readCoupon } }, async (ctx, { body }) => {
  const code = body.code === '' ? undefined : couponCode(body.code)
  if (code === null) throw refuseField('code')
  if (code !== undefined && await findCouponByCode(ctx.db, code)) throw refuse('backoffice.code_taken', { fields: { code: { code: 'backoffice.code_taken' } } })
  if (body.kind === 'amount' && body.currency === null) throw refuseField('currency')
  if (body.kind === 'percent' && body.value > 100) throw refuseField('value')
  const [validFrom, validUntil] = [dateOf(body.valid_from) ?? ctx.clock.now(), dateOf(body.valid_until)]
  if (validUntil !== null && validUntil <= validFrom) throw refuseField('valid_until')
  const items = body.item ? (await Promise.all((['app', 'theme'] as const).map(market => findItemsBySlug(ctx.db, market, [body.item ?? ''])))).flat() : []
  if (body.item && items.length === 0) throw refuseField('item')
  const value = body.kind === 'percent' ? { kind: body.kind, percentBp: Math.round(body.value * 100) } : { kind: body.kind, amountMinor: toMinor(body.value) ?? 0, currency: body.currency ?? '' }
  return writeCoupon(ctx, {
    ...(code !== undefined && { code }), value, market: body.market, itemId: items[0]?.id ?? null, validFrom, validUntil, totalLimit: body.total_limit, storeLimit: body.store_limit, firstPurchase: body.first_purchase,
  })
})

export const changeCoupon = implementConsole(changeContract, { audit: { kind: 'coupon', id: ({ params }) => params.coupon, read: readCoupon } }, async (ctx, { params, body }) => {
  if (!await readCoupon(ctx.db, params.coupon)) throw refuse('not_found')
  const isChanged = await changeCouponRow(ctx.db, params.coupon, { active: body.active, valid_until: dateOf(body.valid_until), total_limit: body.total_limit })
  if (!isChanged) throw refuseField('total_limit')
  return { success: true as const }
})
