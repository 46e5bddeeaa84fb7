import type { Currency, Locale } from '../catalogue/product.ts'
import type { StoreId } from '../config.ts'
import type { Platform } from '../platform.ts'
import { nowSeconds } from '../platform.ts'
import type { Address } from './address.ts'
import { emptyCart, readCart } from './carts.ts'
import type { Notes } from './carts.ts'
import type { Store } from './stores.ts'
import type { Visit } from './visits.ts'

/** Payment happens at the door; the shop takes no cards. */
export const payments = ['cash_at_door', 'card_at_door'] as const
export type Payment = (typeof payments)[number]

export interface OrderLine {
  slug: string
  name: string
  quantity: number
  priceMinor: number
  notes: Notes
}
export interface OrderNote {
  author: string
  text: string
  writtenAt: number
}
export interface Order {
  id: number
  number: string
  locale: Locale
  address: Address
  payment: Payment
  currency: Currency
  goodsMinor: number
  deliveryMinor: number
  totalMinor: number
  placedAt: number
}

interface OrderRow {
  id: number
  number: string
  locale: Locale
  address: string
  payment: Payment
  currency: Currency
  goods_minor: number
  delivery_minor: number
  total_minor: number
  placed_at: number
}

const fromRow = (row: OrderRow): Order => ({
  id: row.id,
  number: row.number,
  locale: row.locale,
  address: JSON.parse(row.address) as Address,
  payment: row.payment,
  currency: row.currency,
  goodsMinor: row.goods_minor,
  deliveryMinor: row.delivery_minor,
  totalMinor: row.total_minor,
  placedAt: row.placed_at,
})

/**
 * Turns the cart into an order and empties it. Undefined when there is nothing to order or no
 * address yet.
 */
export function placeOrder(
  platform: Platform,
  store: Store,
  visit: Visit,
  payment: Payment,
  locale: Locale,
): string | undefined {
  const { db } = platform
  return db.transaction(() => {
    const cart = readCart(platform, visit, store.currency)
    if (cart.lines.length === 0 || visit.address === null) return undefined
    const { last } = db.get<{ last: number | null }>(
      'SELECT max(CAST(number AS INTEGER)) AS last FROM shop_order WHERE store_id = ?',
      store.id,
    ) ?? { last: null }
    const number = String((last ?? 100000) + 1)
    db.run(
      `INSERT INTO shop_order (store_id, number, visit_id, member_id, locale, address, payment, currency, goods_minor,
         delivery_minor, total_minor, placed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      store.id,
      number,
      visit.id,
      visit.memberId,
      locale,
      JSON.stringify(visit.address),
      payment,
      store.currency,
      cart.goodsMinor,
      cart.deliveryMinor,
      cart.totalMinor,
      nowSeconds(platform),
    )
    const order = getOrder(platform, store.id, number)
    cart.lines.forEach(({ product, quantity, notes }, position) =>
      db.run(
        'INSERT INTO order_line VALUES (?, ?, ?, ?, ?, ?, ?)',
        order?.id ?? null,
        position,
        product.slug,
        product.name[locale],
        quantity,
        product.priceMinor,
        JSON.stringify(notes),
      ),
    )
    emptyCart(platform, visit)
    return number
  })
}

export function getOrder({ db }: Platform, store: StoreId, number: string): Order | undefined {
  const row = db.get<OrderRow>(
    'SELECT * FROM shop_order WHERE store_id = ? AND number = ?',
    store,
    number,
  )
  return row && fromRow(row)
}

/** The order, if this visit or its member placed it. */
export function getOwnOrder({ db }: Platform, visit: Visit, number: string): Order | undefined {
  const row = db.get<OrderRow>(
    'SELECT * FROM shop_order WHERE store_id = ? AND number = ? AND (visit_id = ? OR member_id = ?)',
    visit.storeId,
    number,
    visit.id,
    visit.memberId,
  )
  return row && fromRow(row)
}

export const ordersOf = ({ db }: Platform, store: StoreId): Order[] =>
  db
    .all<OrderRow>('SELECT * FROM shop_order WHERE store_id = ? ORDER BY id DESC LIMIT 200', store)
    .map(fromRow)

export const ordersOfMember = ({ db }: Platform, memberId: number): Order[] =>
  db
    .all<OrderRow>(
      'SELECT * FROM shop_order WHERE member_id = ? ORDER BY id DESC LIMIT 50',
      memberId,
    )
    .map(fromRow)

export const linesOf = ({ db }: Platform, order: Order): OrderLine[] =>
  db
    .all<{ slug: string; name: string; quantity: number; price_minor: number; notes: string }>(
      'SELECT slug, name, quantity, price_minor, notes FROM order_line WHERE order_id = ? ORDER BY position',
      order.id,
    )
    .map(({ price_minor: priceMinor, notes, ...line }) => ({
      ...line,
      priceMinor,
      notes: JSON.parse(notes) as Notes,
    }))

export const notesOf = ({ db }: Platform, order: Order): OrderNote[] =>
  db.all<OrderNote>(
    'SELECT author, text, written_at AS "writtenAt" FROM order_note WHERE order_id = ? ORDER BY id',
    order.id,
  )

export function addNote(platform: Platform, order: Order, author: string, text: string): void {
  platform.db.run(
    'INSERT INTO order_note (order_id, author, text, written_at) VALUES (?, ?, ?, ?)',
    order.id,
    author,
    text,
    nowSeconds(platform),
  )
}

export const orderFigures = (
  { db }: Platform,
  store: StoreId,
): { count: number; totalMinor: number } =>
  db.get<{ count: number; totalMinor: number }>(
    'SELECT count(*) AS count, coalesce(sum(total_minor), 0) AS "totalMinor" FROM shop_order WHERE store_id = ?',
    store,
  ) ?? { count: 0, totalMinor: 0 }
