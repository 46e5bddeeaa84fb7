import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { SavedCards } from '#db/types.gen.ts'
import { newId } from '#lib/ids.ts'
import type { SavedCard } from '../gateways/gateway.ts'

export type SavedCardRow = Selectable<SavedCards>

export const findSavedCards = (db: Db, storeId: string) =>
  db
    .selectFrom('saved_cards')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()

/** Deleted ones too: whoever asks twice is not told something else. */
export const findSavedCard = (db: Db, storeId: string, id: string) =>
  db
    .selectFrom('saved_cards')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * The name that the gateway has for this store; undefined when it has none, or none of its cards is
 * kept any more.
 */
export const findCustomerRef = async (
  db: Db,
  storeId: string,
  gateway: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('saved_cards')
      .select('customer_ref')
      .where('store_id', '=', storeId)
      .where('gateway', '=', gateway)
      .where('deleted_at', 'is', null)
      .orderBy('updated_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.customer_ref

/**
 * Once under its two names; kept again, it has the newer expiry and, where one was given, the newer
 * name. The same card under another name of the gateway makes way: answers the ids of those rows,
 * which the gateway is to forget. The gateway's own word (`fingerprint`) says which is the same;
 * where it has none, of one of the two, the brand, the last four digits and the expiry do.
 */
export async function keepCard(
  db: Db,
  row: { storeId: string; gateway: string; name: string | null; card: SavedCard },
  at: Date,
): Promise<string[]> {
  const { storeId, gateway, name, card } = row
  const same = {
    brand: card.brand,
    last_four: card.lastFour,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
  }
  const { fingerprint } = card
  const older = await db
    .updateTable('saved_cards')
    .set({ deleted_at: at, updated_at: at, forget_at: at })
    .where('store_id', '=', storeId)
    .where('gateway', '=', gateway)
    .where('deleted_at', 'is', null)
    .where((on) => {
      const alike = on.and(same)
      return fingerprint === null
        ? alike
        : on.or([
            on('fingerprint', '=', fingerprint),
            on.and([on('fingerprint', 'is', null), alike]),
          ])
    })
    .where((on) =>
      on.or([on('customer_ref', '!=', card.customerRef), on('card_ref', '!=', card.cardRef)]),
    )
    .returning(['id', 'store_name'])
    .execute()
  const called = name ?? older.find((one) => one.store_name !== null)?.store_name ?? null
  const facts = { ...same, ...(fingerprint !== null && { fingerprint }), updated_at: at }
  await db
    .insertInto('saved_cards')
    .values({
      id: newId('scd'),
      store_id: storeId,
      gateway,
      customer_ref: card.customerRef,
      card_ref: card.cardRef,
      store_name: called,
      created_at: at,
      ...facts,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'customer_ref', 'card_ref'])
        .where('deleted_at', 'is', null)
        .doUpdateSet({ ...facts, ...(called !== null && { store_name: called }) }),
    )
    .execute()
  return older.map((one) => one.id)
}

/** `forgetAt`: when its gateway, which could not be asked, is asked to forget it. */
export const markCardDeleted = (db: Db, id: string, at: Date, forgetAt: Date | null = null) =>
  db
    .updateTable('saved_cards')
    .set({ deleted_at: at, updated_at: at, forget_at: forgetAt })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()

/**
 * Deleted cards whose gateway is to be asked now, each for one time: whoever asks next gets it
 * after `againAt`.
 */
export const takeCardsToForget = (db: Db, now: Date, againAt: Date) =>
  db
    .updateTable('saved_cards')
    .set({ forget_at: againAt })
    .where('id', 'in', (on) =>
      on
        .selectFrom('saved_cards')
        .select('id')
        .where('forget_at', '<=', now)
        .orderBy('forget_at')
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()

export const findCardToForget = (db: Db, id: string) =>
  db
    .selectFrom('saved_cards')
    .selectAll()
    .where('id', '=', id)
    .where('forget_at', 'is not', null)
    .executeTakeFirst()
export const markCardForgotten = (db: Db, id: string) =>
  db.updateTable('saved_cards').set({ forget_at: null }).where('id', '=', id).execute()

export const touchCard = (db: Db, storeId: string, id: string, at: Date) =>
  db
    .updateTable('saved_cards')
    .set({ updated_at: at })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
