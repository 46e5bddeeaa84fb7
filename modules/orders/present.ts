import { pickText, type Locale } from '#lib/locale.ts'
import { toMajor, type Currency } from '#lib/money.ts'
import type { z } from 'zod'
import type { SaleItem } from '#modules/catalog/public.ts'
import type { order, OrderState } from './contract.ts'
import type { OrderRow, ShownOrder } from './data.ts'
import { presentProduct } from './product-orders.ts'

type OrderedItem = Pick<SaleItem, 'id' | 'market' | 'slug' | 'name' | 'icon'> & {
  latest: { version: string } | null
}

/** An order's row → the form of the contract. */
export function presentOrder(
  row: OrderRow,
  item: OrderedItem,
  locale: Locale,
): z.input<typeof order> {
  return {
    order_number: row.number,
    item: {
      id: item.id,
      market: item.market,
      slug: item.slug,
      name: item.name,
      icon: item.icon,
      version: item.latest?.version ?? null,
    },
    state: row.state as OrderState,
    list_price: toMajor(row.list_price_minor),
    subtotal: toMajor(row.subtotal_minor),
    discount: toMajor(row.discount_minor),
    tax: toMajor(row.tax_minor),
    tax_rate: row.tax_rate_bp / 100,
    tax_included: row.prices_include_tax,
    total: toMajor(row.total_minor),
    surcharge: toMajor(row.surcharge_minor),
    currency: row.currency as Currency,
    coupon_code: row.coupon_code,
    product: presentProduct(row, locale),
    address_id: row.address_id,
    expires_at: row.expires_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  }
}

/** The item of an order, whichever market it belongs to and whether it is listed still or not. */
export const shownItem = (row: ShownOrder, locale: Locale): OrderedItem => ({
  id: row.item_id,
  market: row.market as OrderedItem['market'],
  slug: row.slug,
  name: pickText(row.names ?? {}, locale) || row.item_name,
  icon: row.icon,
  latest: row.version === null ? null : { version: row.version },
})
