import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import type { SealedColumn } from '#kernel/reseal.ts'
import {
  countChanged,
  listRows,
  MAX_STORE_DATA_ROWS,
  openSealed,
  type StoreData,
} from '#modules/stores/public.ts'
import { ADDRESS_PURPOSE } from './data.ts'

/**
 * The export only says whether there is an identity number. Erasing keeps orders with their invoice
 * address, and the fact of a consent.
 */
export const storeDataOfOrders: StoreData = {
  async collect({ db, sealing }, storeId) {
    const orders = await listRows(
      db,
      sql`select number, state, currency, total_minor, refunded_minor, coupon_code, address_sealed, created_at, paid_at, (select string_agg(items.name, ', ' order by place) from order_lines join items on items.id = item_id where order_id = orders.id) as item
    from orders where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
    )
    return {
      addresses: await listRows(
        db,
        sql`select name, invoice_type, tax_office, tax_number, address, city, district, country, zip_code, firstname, lastname, phone, company, email, identity_number_sealed is not null as has_identity_number, created_at, deleted_at
      from addresses where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
      orders: orders.map(({ address_sealed: sealed, ...order }) => ({
        ...order,
        address: openSealed(sealing, ADDRESS_PURPOSE, sealed),
      })),
      cards: await listRows(
        db,
        sql`select brand, last_four, expiry_month, expiry_year, store_name, created_at, deleted_at from saved_cards where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
      refund_requests: await listRows(
        db,
        sql`select (select number from orders where orders.id = order_id) as order, reason, text, state, answer, created_at, decided_at from refund_requests where order_id in (select id from orders where store_id = ${storeId}) order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
      consents: await listRows(
        db,
        sql`select kind, version, text_sha256, locale, account, ip, agreed_at from consents where store_id = ${storeId} order by agreed_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
    }
  },
  async erase(trx, storeId, now, jobs) {
    return {
      ...(await erasePaymentData({ jobs }, trx, storeId, now)),
      refund_requests: await countChanged(
        trx,
        sql`update refund_requests set text = '' where text <> '' and order_id in (select id from orders where store_id = ${storeId})`,
      ),
      consents: await countChanged(
        trx,
        sql`update consents set account = '{}', ip = null where store_id = ${storeId}`,
      ),
    }
  },
}

/** Deletes saved cards, here and by a job at their gateway, and addresses; gives their numbers. */
export async function erasePaymentData(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Db,
  storeId: string,
  now: Date,
): Promise<{ cards: number; addresses: number }> {
  const cards = await trx
    .updateTable('saved_cards')
    .set({ deleted_at: now, store_name: null, forget_at: now })
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of cards) await jobs.enqueue(trx, 'forget-card', { id })
  return {
    cards: cards.length,
    addresses: await countChanged(
      trx,
      sql`update addresses set name = '-', tax_office = null, tax_number = null, address = '-', city = '-', district = '-', zip_code = null, firstname = null, lastname = null, phone = '-', company = null,
      vat_state = null, vat_answered_at = null, vat_consultation = null, vat_next_check_at = null,
      identity_number_sealed = null, email = '-', is_default = false, deleted_at = coalesce(deleted_at, ${now}), updated_at = ${now} where store_id = ${storeId}`,
    ),
  }
}

export const SEALED_COLUMNS_OF_ORDERS: readonly SealedColumn[] = [
  { table: 'addresses', column: 'identity_number_sealed', purpose: 'address' },
  { table: 'invoices', column: 'content_sealed', purpose: 'invoice' },
  {
    table: 'orders',
    column: 'address_sealed',
    purpose: 'address',
    inner: ['identity_number_sealed'],
  },
  { table: 'payment_attempts', column: 'challenge_sealed', purpose: 'payment-challenge' },
  { table: 'payment_attempts', column: 'return_sealed', purpose: 'payment-return' },
]
