import { toMajor, type Currency } from '#lib/money.ts'
import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { requireItem, type SaleItem } from '../catalog/public.ts'
import type { order, OrderState } from './contract.ts'
import type { OrderRow } from './data.ts'

/** An order's row → the form of the contract. */
export function presentOrder(row: OrderRow, item: SaleItem): z.input<typeof order> {
  return {
    order_number: row.number,
    item: { id: item.id, market: item.market, slug: item.slug, name: item.name, icon: item.icon, version: item.latest?.version ?? null },
    state: row.state as OrderState,
    list_price: toMajor(row.list_price_minor), subtotal: toMajor(row.subtotal_minor), discount: toMajor(row.discount_minor),
    tax: toMajor(row.tax_minor), tax_rate: row.tax_rate_bp / 100, tax_included: row.prices_include_tax, total: toMajor(row.total_minor),
    currency: row.currency as Currency, coupon_code: row.coupon_code, address_id: row.address_id,
    expires_at: row.expires_at.toISOString(), paid_at: row.paid_at?.toISOString() ?? null,
  }
}

/** The item of an order, whichever market it belongs to. */
export async function itemOfOrder(ctx: Ctx, row: OrderRow): Promise<SaleItem> {
  const { market } = await ctx.db.selectFrom('items').select('market').where('id', '=', row.item_id).executeTakeFirstOrThrow()
  return requireItem(ctx, market as SaleItem['market'], { id: row.item_id }, ctx.locale)
}
