import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { SavedCards } from '#db/types.gen.ts'
import { newId } from '#lib/ids.ts'
import type { SavedCard } from '../gateways/gateway.ts'

export type SavedCardRow = Selectable<SavedCards>

export const findSavedCards = (db: Db, storeId: string) =>
  db.selectFrom('saved_cards').selectAll().where('store_id', '=', storeId).where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc').orderBy('id').execute()

/** Deleted ones too: whoever asks twice is not told something else. */
export const findSavedCard = (db: Db, storeId: string, id: string) =>
  db.selectFrom('saved_cards').selectAll().where('store_id', '=', storeId).where('id', '=', id).executeTakeFirst()

/** The name that the gateway has for this store; undefined when it has none, or none of its cards is kept any more. */
export const findCustomerRef = async (db: Db, storeId: string, gateway: string): Promise<string | undefined> =>
  (await db.selectFrom('saved_cards').select('customer_ref').where('store_id', '=', storeId).where('gateway', '=', gateway)
    .where('deleted_at', 'is', null).orderBy('updated_at', 'desc').limit(1).executeTakeFirst())?.customer_ref

/** Once under its two names; kept again, it has the newer expiry and, where one was given, the newer name. */
export const keepCard = (db: Db, row: { storeId: string; gateway: string; name: string | null; card: SavedCard }, at: Date) => {
  const { storeId, gateway, name, card } = row
  const facts = { brand: card.brand, last_four: card.lastFour, expiry_month: card.expiryMonth, expiry_year: card.expiryYear, updated_at: at }
  return db.insertInto('saved_cards')
    .values({ id: newId('scd'), store_id: storeId, gateway, customer_ref: card.customerRef, card_ref: card.cardRef, store_name: name, created_at: at, ...facts })
    .onConflict(conflict => conflict.columns(['gateway', 'customer_ref', 'card_ref']).where('deleted_at', 'is', null)
      .doUpdateSet({ ...facts, ...(name !== null && { store_name: name }) })).execute()
}

export const markCardDeleted = (db: Db, id: string, at: Date) =>
  db.updateTable('saved_cards').set({ deleted_at: at, updated_at: at }).where('id', '=', id).where('deleted_at', 'is', null).execute()

export const touchCard = (db: Db, storeId: string, id: string, at: Date) =>
  db.updateTable('saved_cards').set({ updated_at: at }).where('store_id', '=', storeId).where('id', '=', id).where('deleted_at', 'is', null).execute()
