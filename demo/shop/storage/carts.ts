import type { Platform } from '../platform.ts'
import type { StoreId } from '../config.ts'
import { allProducts, getProduct } from './products.ts'
import type { Product } from './products.ts'
import type { Visit } from './visits.ts'

/**
 * What the buyer, or an app on the page, wrote beside an article, e.g. `{ "Delivery day":
 * "2026-11-26" }`.
 */
export type Notes = Record<string, string>

export interface CartLine {
  id: number
  product: Product
  quantity: number
  notes: Notes
}
export interface Cart {
  lines: CartLine[]
  goodsMinor: number
  deliveryMinor: number
  totalMinor: number
}

export const maxQuantity = 99

/** Delivery costs nothing from `freeFrom` on; minor units. */
export const delivery = {
  TRY: { price: 8900, freeFrom: 100000 },
  USD: { price: 600, freeFrom: 5000 },
} as const

interface LineRow {
  id: number
  slug: string
  quantity: number
  notes: string
}

export function readCart(
  { db }: Platform,
  visit: Visit | undefined,
  currency: keyof typeof delivery,
): Cart {
  const rows =
    visit === undefined
      ? []
      : db.all<LineRow>(
          'SELECT id, slug, quantity, notes FROM cart_line WHERE visit_id = ? AND store_id = ? ORDER BY id',
          visit.id,
          visit.storeId,
        )
  const lines = rows.flatMap(({ id, slug, quantity, notes }) => {
    const product = visit && getProduct(db, visit.storeId, slug)
    return product ? [{ id, product, quantity, notes: JSON.parse(notes) as Notes }] : []
  })
  return totalOf(lines, currency)
}

function totalOf(lines: CartLine[], currency: keyof typeof delivery): Cart {
  const goodsMinor = lines.reduce((sum, line) => sum + line.product.priceMinor * line.quantity, 0)
  const deliveryMinor =
    lines.length === 0 || goodsMinor >= delivery[currency].freeFrom ? 0 : delivery[currency].price
  return { lines, goodsMinor, deliveryMinor, totalMinor: goodsMinor + deliveryMinor }
}

/** What a preview's cart shows: one article, so that the page with goods in it is seen. */
export function exampleCart(
  { db }: Platform,
  storeId: StoreId,
  currency: keyof typeof delivery,
): Cart {
  const product = allProducts(db, storeId)[0]
  return totalOf(product ? [{ id: 0, product, quantity: 1, notes: {} }] : [], currency)
}

/** Adds to the line with the same article and the same notes, or makes one. */
export function addToCart(
  { db }: Platform,
  visit: Visit,
  slug: string,
  quantity: number,
  notes: Notes,
): void {
  const sorted = JSON.stringify(
    Object.fromEntries(Object.entries(notes).sort(([a], [b]) => (a < b ? -1 : 1))),
  )
  db.run(
    `INSERT INTO cart_line (visit_id, store_id, slug, quantity, notes) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (visit_id, store_id, slug, notes) DO UPDATE SET quantity = min(${maxQuantity}, quantity + excluded.quantity)`,
    visit.id,
    visit.storeId,
    slug,
    quantity,
    sorted,
  )
}

/** Nought takes the line out. */
export function setQuantity(
  { db }: Platform,
  visit: Visit,
  lineId: number,
  quantity: number,
): void {
  const at = [lineId, visit.id, visit.storeId] as const
  if (quantity === 0)
    db.run('DELETE FROM cart_line WHERE id = ? AND visit_id = ? AND store_id = ?', ...at)
  else
    db.run(
      'UPDATE cart_line SET quantity = ? WHERE id = ? AND visit_id = ? AND store_id = ?',
      quantity,
      ...at,
    )
}

export function emptyCart({ db }: Platform, visit: Visit): void {
  db.run('DELETE FROM cart_line WHERE visit_id = ? AND store_id = ?', visit.id, visit.storeId)
}
