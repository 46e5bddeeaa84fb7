import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#db/client.ts'
import type { AddressRow } from './addresses/address-data.ts'
import type { OrderRow } from './data.ts'
import { TAX_ZONES, taxDay } from './rules.ts'
import { LIVE_ATTEMPTS, OPEN_ORDERS } from './transitions.ts'

/**
 * Basis points in a country at that time; 0 where no rate is known. A rate begins at the country's
 * midnight.
 */
const rateIn = (country: RawBuilder<string | null>, at: Date) => {
  const zones = Object.keys(TAX_ZONES).map(
    (code) => sql`when ${code} then ${taxDay(code, at)}::date`,
  )
  return sql<number>`coalesce((select rate_bp from tax_rates where tax_rates.country = ${country}
    and valid_from <= case ${country} ${sql.join(zones, sql` `)} else ${taxDay('', at)}::date end order by valid_from desc limit 1), 0)`
}

export const findTaxRate = async (db: Db, country: string, at: Date): Promise<number> =>
  (
    await db
      .selectNoFrom(rateIn(sql`${country}::char(2)`, at).as('rate_bp'))
      .executeTakeFirstOrThrow()
  ).rate_bp

/**
 * By what an order begins: how the platform prices, whether the store owns the item already, and
 * the order that is open for it.
 */
export async function findStanding(
  db: Db,
  { platformId, storeId, itemId }: { platformId: number; storeId: string; itemId: string },
  at: Date,
) {
  const row = await db
    .selectFrom('platforms')
    .leftJoin('orders', (join) =>
      join
        .on('orders.store_id', '=', storeId)
        .on('orders.item_id', '=', itemId)
        .on('product_id', 'is', null)
        .on('orders.state', 'in', OPEN_ORDERS),
    )
    .selectAll('orders')
    .select([
      'home_country',
      'platforms.prices_include_tax as platform_includes_tax',
      rateIn(sql`home_country`, at).as('home_rate_bp'),
    ])
    .select((on) =>
      on
        .exists(
          on
            .selectFrom('entitlements')
            .select('entitlements.order_id')
            .where('entitlements.store_id', '=', storeId)
            .where('entitlements.item_id', '=', itemId)
            .where('valid_until', 'is', null),
        )
        .as('is_owned'),
    )
    .where('platforms.id', '=', platformId)
    .executeTakeFirst()
  if (!row) throw new Error(`platform ${platformId} is not configured`)
  const {
    home_country,
    platform_includes_tax: pricesIncludeTax,
    home_rate_bp: homeRateBp,
    is_owned: isOwned,
    ...open
  } = row
  return {
    platform: { home_country, prices_include_tax: pricesIncludeTax },
    homeRateBp,
    isOwned: Boolean(isOwned),
    open: open.id === null ? undefined : (open as OrderRow),
  }
}

/**
 * What a locked order is priced by: both rates on the day it was made, the address that was chosen
 * (undefined where the store has none of that id), and whether a payment of it goes on.
 */
export async function findPriceFacts(
  db: Db,
  order: Pick<OrderRow, 'id' | 'store_id' | 'created_at' | 'platform_id'>,
  addressId: string | null,
) {
  const row = await db
    .selectFrom('platforms')
    .leftJoin('addresses', (join) =>
      join
        .on('addresses.id', '=', addressId)
        .on('addresses.store_id', '=', order.store_id)
        .on('deleted_at', 'is', null),
    )
    .selectAll('addresses')
    .select([
      rateIn(sql`home_country`, order.created_at).as('home_rate_bp'),
      rateIn(sql`addresses.country`, order.created_at).as('address_rate_bp'),
    ])
    .select((on) =>
      on
        .selectFrom('payment_attempts')
        .select('state')
        .where('order_id', '=', order.id)
        .where('state', 'in', LIVE_ATTEMPTS)
        .as('live_state'),
    )
    .where('platforms.id', '=', order.platform_id)
    .executeTakeFirstOrThrow()
  const {
    home_rate_bp: homeRateBp,
    address_rate_bp: addressRateBp,
    live_state: liveState,
    ...address
  } = row
  return {
    homeRateBp,
    addressRateBp,
    live: liveState === null ? undefined : { state: liveState },
    address: address.id === null ? undefined : (address as AddressRow),
  }
}
