import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import {
  FALLBACK_LOCALE,
  type Locale,
  type Text,
  type Translate,
  forEachLocale,
  makeTranslate,
  pickText,
  readLocale,
} from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { formatDay } from '#lib/clock.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import { unseal } from '#lib/sealed.ts'
import { dayAfter } from '#lib/time-zone.ts'
import type { Services } from '#kernel/context.ts'
import {
  type AskingRelease,
  type ListedItem,
  maySeeItem,
  productsOf,
  releaseHere,
  type SaleItem,
  saleItemOf,
  selectOffer,
  selectSaleItem,
} from '#modules/catalog/public.ts'
import { onOneLine } from '#modules/mail/public.ts'
import type { ReceiptKey } from '#locales/keys.ts'
import { readMessages } from '#locales/read.ts'
import type { order, PRODUCT_KINDS } from './contract.ts'
import {
  ADDRESS_PURPOSE,
  type AddressRow,
  ORDER_COLUMNS,
  type OrderRow,
  selectOrderLines,
  selectOrders,
  type ShownOrder,
  SOLD_LINES,
  type SoldLine,
} from './data.ts'
import { refuse } from './errors.ts'
import type { OrderPurpose, OrderState, TaxExemption } from './rules.ts'

/** An item with the release whose permissions need consent; null when there are none. */
export type ConsentItem = Pick<SaleItem, 'id' | 'name'> & {
  latest: AskingRelease | null
  /** Of several items that are bought together: each with its tax rate in percent. */
  together?: readonly { name: string; taxRate: number }[]
}

/** `order_lines.product`: bought inside an app, as it was when the app requested it (S3.4). */
export interface OrderedProduct {
  name: Text
  quantity: number
  price_minor: number
  return_to: string
}

/** One part of what a subscription's order costs (`orders.parts`); days of the subscription's zone. */
export interface OrderPart {
  /** `credit`: paid before for days that another plan covers now; negative. */
  kind: 'plan' | 'usage' | 'credit'
  /** Of the plan, or of what is counted. */
  name: Text
  from: string
  /** Exclusive. */
  until: string
  /** Of use. */
  quantity: number | null
  amount_minor: number
}

type OfProduct = Pick<OrderRow, 'product_id' | 'product_kind' | 'product'>
const productOf = (row: Pick<OrderRow, 'product'>) => row.product as OrderedProduct | null

export function presentProduct(row: OfProduct & Pick<OrderRow, 'currency'>, locale: Locale) {
  const product = productOf(row)
  if (row.product_id === null || !product) return null
  return {
    id: row.product_id,
    name: pickText(product.name, locale),
    kind: row.product_kind as (typeof PRODUCT_KINDS)[number],
    quantity: product.quantity,
    price: toMajor(product.price_minor, row.currency),
    return_to: product.return_to,
  }
}

const partsOf = (row: Pick<OrderRow, 'parts'>) => row.parts as OrderPart[] | null

/** "Growing, 1 December 2026 – 31 December 2026". */
export function describePart(part: OrderPart, locale: Locale): string {
  const name = pickText(part.name, locale)
  const day = (at: string) => formatDay(at, locale, 'UTC')
  return receiptWords(locale)(`receipt.line.${part.kind}`, {
    name,
    from: day(part.from),
    until: day(dayAfter(part.until, -1)),
    count: part.quantity ?? 0,
  })
}

/** Name of the order's one line, for the bank and on documents. */
export function lineName(
  row: OfProduct & Pick<OrderRow, 'parts'>,
  item: { name: string },
  locale: Locale,
): string {
  const parts = partsOf(row)
  if (parts) return `${item.name}: ${parts.map((part) => describePart(part, locale)).join('; ')}`
  const product = productOf(row)
  if (!product) return item.name
  return `${item.name}: ${pickText(product.name, locale)}${product.quantity > 1 ? ` × ${product.quantity}` : ''}`
}

interface OwnPrice {
  amountMinor: number
  currency: string
  prices?: Partial<Record<string, number>> | null | undefined
}

/** The partner's price of the order's line; undefined when it is no longer sold. */
function ownPrice(
  row: Pick<OrderRow, 'product_id' | 'plan_id'>,
  item: SaleItem,
): OwnPrice | undefined {
  if (row.product_id === null) {
    const plan = item.plans.find((one) => one.id === row.plan_id)
    return plan && { ...plan, amountMinor: plan.priceMinor }
  }
  const product = productsOf(item.latest?.manifest).find((one) => one.id === row.product_id)
  return product && { ...product, ...product.price, amountMinor: product.price.amount_minor }
}

/**
 * Today's price of the order's line, in the order's currency; undefined when it is no longer sold
 * in it. A converted order keeps the rate that the buyer was shown for as long as it can be paid.
 */
export function priceNow(
  row: Pick<
    OrderRow,
    | 'product_id'
    | 'product'
    | 'plan_id'
    | 'currency'
    | 'list_price_minor'
    | 'source_currency'
    | 'source_price_minor'
    | 'plan_version_id'
  >,
  item: SaleItem,
): number | undefined {
  // The terms of a subscription's order were agreed to and stay.
  if (row.plan_version_id !== null) return row.list_price_minor
  const own = ownPrice(row, item)
  if (!own) return undefined
  const quantity = productOf(row)?.quantity ?? 1
  const inCurrency = own.currency === row.currency ? own.amountMinor : own.prices?.[row.currency]
  if (inCurrency !== undefined) return inCurrency * quantity
  const isSame =
    own.currency === row.source_currency && own.amountMinor * quantity === row.source_price_minor
  return isSame ? row.list_price_minor : undefined
}

/**
 * An item that was taken down is no longer sold; products inside an installed app and later periods
 * of a subscription are.
 */
export async function requireListed(
  db: Db,
  storeId: string,
  row: Pick<OrderRow, 'product_id' | 'subscription_id'>,
  item: ListedItem,
): Promise<void> {
  if (row.product_id !== null || row.subscription_id !== null) return
  if (item.status !== 'published' || !(await maySeeItem(db, item, storeId)))
    throw refuse('checkout.order_not_payable')
}

/**
 * The item with the release that this store would get. Products bring no permissions of their own.
 */
export const asSold = (
  {
    product_id,
    subscription_id,
    offer,
  }: Pick<OrderRow, 'product_id' | 'subscription_id'> & {
    offer: Parameters<typeof releaseHere>[0]
  },
  item: SaleItem,
): ConsentItem => ({
  id: item.id,
  name: item.name,
  latest:
    product_id === null && subscription_id === null ? (releaseHere(offer) ?? item.latest) : null,
})

/**
 * Orders with everything that mails and invoices need, in one statement because it runs where
 * payments are recorded. With a place, of that line alone.
 */
export const orderFacts = (db: Db, place: number | null = null) =>
  selectOrders(db, place ?? 1)
    .innerJoin('stores', 'stores.id', 'orders.store_id')
    .innerJoin('items', 'items.id', 'order_lines.item_id')
    .select(ORDER_COLUMNS)
    .select(['stores.domain', 'items.market', 'items.name as item_name'])
    .select((place === null ? SOLD_LINES : sql<SoldLine[] | null>`null`).as('sold_lines'))
    .select((on) => [
      sql<Text | null>`(select json_object_agg(locale, name) from item_texts where item_texts.item_id = items.id)`.as(
        'item_names',
      ),
      on
        .selectFrom('consents')
        .select('locale')
        .whereRef('order_id', '=', 'orders.id')
        .orderBy('agreed_at', 'desc')
        .limit(1)
        .as('agreed_locale'),
      on
        .selectFrom('payment_attempts')
        .select('card_brand')
        .whereRef('order_id', '=', 'orders.id')
        .where('state', '=', 'succeeded')
        .as('card_brand'),
      on
        .selectFrom('payment_attempts')
        .select('card_last_four')
        .whereRef('order_id', '=', 'orders.id')
        .where('state', '=', 'succeeded')
        .as('card_last_four'),
      on
        .selectFrom('payment_attempts')
        .select('installments')
        .whereRef('order_id', '=', 'orders.id')
        .where('state', '=', 'succeeded')
        .as('installments'),
    ])

export const findOrderFacts = (db: Db, orderId: string, place: number | null = null) =>
  orderFacts(db, place).where('orders.id', '=', orderId).executeTakeFirst()

export type OrderFacts = Awaited<ReturnType<typeof findOrderFacts>> & object

export interface Buyer {
  /** The invoice address, frozen when the order was priced. */
  address: AddressRow
  /** The company's name or the person's. */
  name: string
  /** The language of the buyer's consents. */
  locale: Locale
  /** Name of what was bought, in that language and on one line. */
  item: string
  market: Market
}

/** The address frozen in an order; null while it has none. */
export const openAddress = (
  { sealing }: Pick<Services, 'sealing'>,
  { address_sealed: sealed }: Pick<OrderRow, 'address_sealed'>,
): AddressRow | null =>
  sealed === null ? null : (JSON.parse(unseal(sealing, ADDRESS_PURPOSE, sealed)) as AddressRow)

/** The invoice recipient and language of an order; null without an address (free items). */
export function buyerOf(
  { sealing, log }: Pick<Services, 'sealing' | 'log'>,
  order: OrderFacts,
): Buyer | null {
  if (order.address_sealed === null) return null
  try {
    const address = JSON.parse(unseal(sealing, ADDRESS_PURPOSE, order.address_sealed)) as AddressRow
    const locale = readLocale(order.agreed_locale) ?? FALLBACK_LOCALE
    return {
      address,
      name: onOneLine(invoiceNameOf(address), 160),
      locale,
      item: itemNameOf(order, locale),
      market: order.market as Market,
    }
  } catch (error) {
    // A lost key must not roll back a payment.
    log.error({ error, order: order.id }, 'invoice address cannot be unsealed')
    return null
  }
}

/** Name of what was bought, on one line. */
export const itemNameOf = (order: OrderFacts, locale: Locale): string =>
  onOneLine(
    order.sold_lines
      ? namesTogether(order.sold_lines.map((line) => soldName(line, locale)))
      : lineName(
          order,
          { name: pickText(order.item_names ?? {}, locale) || order.item_name },
          locale,
        ),
  )

export const soldName = (line: Pick<SoldLine, 'names' | 'name'>, locale: Locale): string =>
  pickText(line.names ?? {}, locale) || line.name

/** Names of items that are bought together, for the bank, texts and mails. */
export const namesTogether = (names: readonly string[]): string => names.join(' + ')

/** The invoice recipient's name. */
const invoiceNameOf = (
  address: Pick<AddressRow, 'company' | 'firstname' | 'lastname' | 'invoice_type'>,
): string => {
  const person = `${address.firstname ?? ''} ${address.lastname ?? ''}`.trim()
  return address.invoice_type === 'institutional'
    ? (address.company ?? person)
    : person || (address.company ?? '')
}

type OrderedItem = Pick<SaleItem, 'id' | 'market' | 'slug' | 'name' | 'icon'> & {
  latest: { version: string } | null
}

function presentSubscriptionOf(
  row: OrderRow,
  locale: Locale,
): z.input<typeof order>['subscription'] {
  if (row.plan_version_id === null) return null
  return {
    id: row.subscription_id,
    purpose: row.purpose as OrderPurpose,
    plan: row.plan_id,
    lines: (partsOf(row) ?? []).map((part) => ({
      text: describePart(part, locale),
      amount: toMajor(part.amount_minor, row.currency),
    })),
  }
}

const presentItem = (item: OrderedItem) => ({
  id: item.id,
  market: item.market,
  slug: item.slug,
  name: item.name,
  icon: item.icon,
  version: item.latest?.version ?? null,
})

type LineAmounts = Pick<
  SoldLine,
  | 'place'
  | 'list_price_minor'
  | 'subtotal_minor'
  | 'discount_minor'
  | 'tax_minor'
  | 'tax_rate_bp'
  | 'total_minor'
>

const presentLine = (line: LineAmounts, item: OrderedItem, currency: string) => ({
  place: line.place,
  item: presentItem(item),
  list_price: toMajor(line.list_price_minor, currency),
  subtotal: toMajor(line.subtotal_minor, currency),
  discount: toMajor(line.discount_minor, currency),
  tax: toMajor(line.tax_minor, currency),
  tax_rate: line.tax_rate_bp / 100,
  total: toMajor(line.total_minor, currency),
})

export const soldItem = (line: SoldLine, locale: Locale): OrderedItem => ({
  id: line.item_id,
  market: line.market as OrderedItem['market'],
  slug: line.slug,
  name: soldName(line, locale),
  icon: line.icon,
  latest: line.version === null ? null : { version: line.version },
})

export function presentOrder(
  row: OrderRow & Partial<Pick<ShownOrder, 'sold_lines' | 'bundle'>>,
  item: OrderedItem,
  locale: Locale,
): z.input<typeof order> {
  const lines = row.sold_lines?.map((line) => ({ line, item: soldItem(line, locale) })) ?? [
    { line: row, item },
  ]
  const listPriceMinor = lines.reduce((sum, { line }) => sum + line.list_price_minor, 0)
  return {
    order_number: row.number,
    item: presentItem(item),
    bundle:
      row.bundle_id === null
        ? null
        : {
            id: row.bundle_id,
            slug: row.bundle?.slug ?? null,
            name: row.bundle ? pickText(row.bundle.names, locale) : null,
          },
    lines: lines.map((one) => presentLine(one.line, one.item, row.currency)),
    state: row.state as OrderState,
    list_price: toMajor(listPriceMinor, row.currency),
    subtotal: toMajor(row.subtotal_minor, row.currency),
    discount: toMajor(row.discount_minor, row.currency),
    tax: toMajor(row.tax_minor, row.currency),
    tax_rate: row.tax_rate_bp / 100,
    tax_exemption: row.tax_exemption as TaxExemption | null,
    tax_included: row.prices_include_tax,
    total: toMajor(row.total_minor, row.currency),
    surcharge: toMajor(row.surcharge_minor, row.currency),
    currency: row.currency as Currency,
    rate_date: row.rate_day,
    coupon_code: row.coupon_code,
    product: presentProduct(row, locale),
    subscription: presentSubscriptionOf(row, locale),
    address_id: row.address_id,
    expires_at: row.expires_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  }
}

export const shownItem = (row: ShownOrder, locale: Locale): OrderedItem => ({
  id: row.item_id,
  market: row.market as OrderedItem['market'],
  slug: row.slug,
  name: pickText(row.names ?? {}, locale) || row.item_name,
  icon: row.icon,
  latest: row.version === null ? null : { version: row.version },
})

type ReceiptWords = Translate<ReceiptKey>

const WORDS = forEachLocale<ReceiptWords>((locale) =>
  makeTranslate(readMessages(locale, 'receipts'), locale),
)

/** Texts in the buyer's language: jobs have no request to take one from. */
export const receiptWords = (locale: Locale): ReceiptWords => WORDS[locale]

/** The store's order with its item, listed or not, and the release offered to the store. */
export const selectOrderForSale = (db: Db, number: string, storeId: string) =>
  selectForSale(db, selectOrders(db))
    .where('orders.number', '=', number)
    .where('orders.store_id', '=', storeId)

const selectForSale = (db: Db, lines: ReturnType<typeof selectOrderLines>) =>
  lines.select(ORDER_COLUMNS).select([
    jsonObjectFrom(
      selectSaleItem(db).where('items.id', '=', sql.ref<string>('order_lines.item_id')),
    )
      .$notNull()
      .as('item'),
    jsonObjectFrom(
      selectOffer(db, sql.ref<string>('order_lines.item_id')).where(
        'stores.id',
        '=',
        sql.ref<string>('orders.store_id'),
      ),
    )
      .$notNull()
      .as('offer'),
  ])

export const findOrderForSale = (db: Db, number: string, storeId: string) =>
  selectOrderForSale(db, number, storeId).executeTakeFirst()
export type OrderForSale = NonNullable<Awaited<ReturnType<typeof findOrderForSale>>>

/** What an order sells: the line as it is priced, and its item. */
export interface LineForSale {
  line: Parameters<typeof priceNow>[0] & Pick<OrderRow, 'subscription_id' | 'place' | 'tax_rate_bp'>
  item: ListedItem
  bought: ConsentItem
}

/** All lines of an order; those of one line need no further statement. */
export async function linesForSale(
  db: Db,
  order: OrderForSale,
  locale: Locale,
): Promise<LineForSale[]> {
  const rows =
    order.bundle_id === null
      ? [order]
      : await selectForSale(db, selectOrderLines(db))
          .where('orders.id', '=', order.id)
          .orderBy('order_lines.place')
          .execute()
  return rows.map((row) => {
    const item = saleItemOf(row.item, locale)
    return { line: row, item, bought: asSold(row, item) }
  })
}

/** What texts about the order name: the item, or all that are bought together. */
export const boughtTogether = (lines: readonly LineForSale[]): ConsentItem => {
  const [first] = lines
  if (!first) throw new Error('An order sells nothing')
  if (lines.length === 1) return first.bought
  return {
    ...first.bought,
    name: namesTogether(lines.map(({ item }) => item.name)),
    together: lines.map(({ line, item }) => ({ name: item.name, taxRate: line.tax_rate_bp / 100 })),
  }
}

/**
 * Whether everything costs what the locked order was priced with. That of a bundle is never made
 * into another, so its lines are as they were seen.
 */
export const arePricesKept = (order: OrderRow, lines: readonly LineForSale[]): boolean =>
  lines.every(({ line: seen, item }) => {
    const line = order.bundle_id === null ? order : seen
    return priceNow(line, item) === line.list_price_minor
  })

/** Paid orders need a named seller, so nothing is sold until the operator entered one. */
export function requireSeller({ operator }: Pick<Services, 'operator'>): void {
  if (operator.name === '') throw refuse('checkout.no_seller')
}
