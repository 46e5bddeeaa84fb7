import type { Currency } from '#lib/money.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { CouponKind } from '#lib/market.ts'
import { marketDayStart } from '#lib/market-days.ts'
import { dayAfter } from '#lib/time-zone.ts'
import {
  couponValue,
  endCoupon,
  findOwnCoupon,
  insertCoupon,
  listCouponsOf,
} from '#modules/orders/public.ts'
import { refuse } from '../errors.ts'
import { requireOwnItem } from './items.ts'
import * as planContract from './plan-contract.ts'
import { readDraft } from './draft.ts'

export const listItemCoupons = defineOperation({
  ...planContract.listItemCoupons,
  run: async (ctx, { params }) => {
    const item = await requireOwnItem(ctx.db, params)
    const [rows, draft] = await Promise.all([
      listCouponsOf(ctx.db, { partnerId: params.partner, itemId: item.id }),
      readDraft(ctx, item.id),
    ])
    const now = ctx.clock.now()
    return {
      currency: draft?.listed.price.currency ?? 'USD',
      coupons: rows.map((row) => ({
        id: row.id,
        code: row.code,
        kind: couponValue(row).kind,
        percent: row.percent_bp === null ? null : row.percent_bp / 100,
        amount_minor: row.amount_minor,
        currency: row.currency as Currency | null,
        from: row.valid_from.toISOString(),
        until: row.valid_until?.toISOString() ?? null,
        total_limit: row.total_limit,
        store_limit: row.store_limit,
        first_purchase: row.first_purchase,
        periods: row.periods,
        used: row.used,
        active: row.active,
        over: row.valid_until !== null && row.valid_until <= now,
      })),
    }
  },
})

/** The field that gives the value of each kind. */
const VALUE_FIELDS = {
  percent: 'percent',
  amount: 'amount_minor',
} as const satisfies Record<CouponKind, string>

export const createItemCoupon = defineOperation({
  ...planContract.createItemCoupon,

  audit: { kind: 'coupon', id: (_input, _ctx, answer) => answer?.id, read: findOwnCoupon },
  // Trying codes until one is taken would reveal a code, so attempts are few.
  limits: (_ctx, { params }) => [{ key: `coupons of ${params.partner}`, most: 60, seconds: 3_600 }],

  run: async (ctx, { params, body }) => {
    const item = await requireOwnItem(ctx.db, params)
    const draft = await readDraft(ctx, item.id)
    const currency = draft?.listed.price.currency ?? 'USD'
    const valueField = VALUE_FIELDS[body.kind]
    if (body[valueField] === null)
      throw refuse('input.invalid', { fields: { [valueField]: { code: 'field.required' } } })
    const value = couponValue({
      kind: body.kind,
      percent_bp: Math.round((body.percent ?? 0) * 100),
      amount_minor: body.amount_minor,
      currency,
    })
    // The last day is included, in the market's time zone.
    const validUntil = body.until === null ? null : marketDayStart(ctx.zones, dayAfter(body.until))
    if (validUntil && validUntil <= ctx.clock.now())
      throw refuse('input.invalid', { fields: { until: { code: 'field.past' } } })
    const made = await insertCoupon(ctx, {
      value,
      ...(body.code.trim() !== '' && { code: body.code }),
      market: item.market,
      itemId: item.id,
      partnerId: params.partner,
      validUntil,
      totalLimit: body.total_limit,
      storeLimit: body.store_limit,
      firstPurchase: body.first_purchase,
      periods: body.periods,
    })
    if (made === 'malformed' || made === 'taken')
      throw refuse('input.invalid', { fields: { code: { code: `field.code_${made}` } } })
    return made
  },
})

export const endItemCoupon = defineOperation({
  ...planContract.endItemCoupon,
  audit: { kind: 'coupon', id: ({ params }) => params.coupon, read: findOwnCoupon },
  run: async (ctx, { params }) => {
    if (
      !(await endCoupon(ctx.db, {
        id: params.coupon,
        partnerId: params.partner,
        itemId: params.item,
      }))
    )
      throw refuse('not_found')
    return { success: true as const }
  },
})
