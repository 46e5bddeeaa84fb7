import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { DEFAULT_LOCALE, pickText, readLocale, type Locale, type Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { onOneLine } from '#lib/one-line.ts'
import { unseal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import { ADDRESS_PURPOSE, type AddressRow } from './addresses/address-data.ts'
import { lineName } from './product-orders.ts'

/**
 * Orders with what is written to their buyer about them; in one statement, for it runs where money
 * is recorded.
 */
export const orderFacts = (db: Db) =>
  db
    .selectFrom('orders')
    .innerJoin('stores', 'stores.id', 'orders.store_id')
    .innerJoin('items', 'items.id', 'orders.item_id')
    .selectAll('orders')
    .select(['stores.domain', 'items.market', 'items.name as item_name'])
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
        .as('card_parts'),
    ])

export const findOrderFacts = (db: Db, orderId: string) =>
  orderFacts(db).where('orders.id', '=', orderId).executeTakeFirst()

export type OrderFacts = Awaited<ReturnType<typeof findOrderFacts>> & object

export interface Buyer {
  /** The invoice address as it was when the order was priced. */
  address: AddressRow
  /** The company's title, or the person's name. */
  name: string
  /** In which the buyer agreed to the order. */
  locale: Locale
  /** What was bought, as it is called in it, on one line. */
  item: string
  market: Market
}

/**
 * Whom an order is invoiced to, and in which language we write to them; null while it has no
 * address (free items).
 */
export function buyerOf(
  { sealing, log }: Pick<Services, 'sealing' | 'log'>,
  order: OrderFacts,
): Buyer | null {
  if (order.address_sealed === null) return null
  try {
    const address = JSON.parse(unseal(sealing, ADDRESS_PURPOSE, order.address_sealed)) as AddressRow
    const locale = readLocale(order.agreed_locale) ?? DEFAULT_LOCALE
    return {
      address,
      name: onOneLine(nameOn(address), 160),
      locale,
      item: itemOn(order, locale),
      market: order.market as Market,
    }
  } catch (error) {
    // A key that is gone must not keep money from being written down.
    log.error({ error, order: order.id }, 'an invoice address cannot be opened')
    return null
  }
}

/** What was bought, as it is called in a language, on one line. */
export const itemOn = (order: OrderFacts, locale: Locale): string =>
  onOneLine(
    lineName(order, { name: pickText(order.item_names ?? {}, locale) || order.item_name }, locale),
  )

/** The name that an invoice is written to. */
const nameOn = (
  address: Pick<AddressRow, 'company' | 'firstname' | 'lastname' | 'invoice_type'>,
): string => {
  const person = `${address.firstname ?? ''} ${address.lastname ?? ''}`.trim()
  return address.invoice_type === 'institutional'
    ? (address.company ?? person)
    : person || (address.company ?? '')
}
