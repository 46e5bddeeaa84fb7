import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Market } from '#lib/market.ts'
import type { Services } from '#kernel/context.ts'
import { type LineKey, selectOrderLines } from './data.ts'
import { supportEndsAt } from './rules.ts'

/**
 * The order or subscription that entitles the store to the item (I5), and the end of its free
 * support (S1.7).
 */
export async function findOwnership(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  storeId: string,
  itemId: string,
) {
  const owned = await findEntitlement(db, storeId, itemId, clock.now())
  return (
    owned && {
      ...owned,
      support_ends_at: owned.paid_at ? supportEndsAt(owned.market as Market, owned.paid_at) : null,
    }
  )
}

/** The store's purchases of the item itself, newest first. */
export const listPurchases = ({ db }: Pick<Services, 'db'>, storeId: string, itemId: string) =>
  selectOrderLines(db)
    .innerJoin('plans', 'plans.id', 'order_lines.plan_id')
    .select([
      'orders.number',
      'orders.state',
      'order_lines.total_minor',
      'order_lines.refunded_minor',
      'orders.currency',
      'orders.paid_at',
      'plans.name',
      'plans.kind',
    ])
    .where('orders.store_id', '=', storeId)
    .where('order_lines.item_id', '=', itemId)
    .where('orders.state', 'in', ['paid', 'partially_refunded', 'refunded'])
    .orderBy('orders.paid_at', 'desc')
    .execute()

/**
 * The order of an item that a store means: the one with this number, otherwise its newest payment.
 */
export const findOrderOfItem = (
  { db }: Pick<Services, 'db'>,
  storeId: string,
  itemId: string,
  number: string | null,
) => {
  const query = selectOrderLines(db)
    .select(['number', 'created_at'])
    .where('order_lines.store_id', '=', storeId)
    .where('item_id', '=', itemId)
  return (
    number === null
      ? query
          .where('paid_at', 'is not', null)
          .orderBy('paid_at', 'desc')
          .limit(1)
          .executeTakeFirst()
      : query.where('number', '=', number).where('state', '<>', 'draft').executeTakeFirst()
  ) satisfies Promise<{ number: string; created_at: Date } | undefined>
}

/** An item whose use ends after a full refund. */
export interface EndedUse extends LineKey {
  storeId: string
  itemId: string
}

/**
 * Refunded items whose week of notice is over (D10). A store that bought the item again keeps it.
 */
export const findEndedUses = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<EndedUse[]> =>
  db
    .selectFrom('order_lines')
    .innerJoin('entitlements', (join) =>
      join
        .onRef('entitlements.order_id', '=', 'order_lines.order_id')
        .onRef('entitlements.line_place', '=', 'order_lines.place'),
    )
    .select([
      'order_lines.order_id as orderId',
      'order_lines.place',
      'entitlements.store_id as storeId',
      'entitlements.item_id as itemId',
    ])
    .where('use_ends_at', '<=', clock.now())
    .where('use_ended_at', 'is', null)
    .where((on) =>
      on.not(
        on.exists(
          on
            .selectFrom('entitlements as owned')
            .select('owned.id')
            .whereRef('owned.store_id', '=', 'entitlements.store_id')
            .whereRef('owned.item_id', '=', 'entitlements.item_id')
            .where(isValid('owned', clock.now())),
        ),
      ),
    )
    .orderBy('use_ends_at')
    .limit(200)
    .execute()

/**
 * The job `pass-entitlements`: a site that was connected anew, not demonstrably by the same owner,
 * has what was bought for it before. Orders, receipts, cards and addresses stay with the former
 * store.
 */
export const passEntitlements = async (
  { db }: Pick<Services, 'db'>,
  storeId: string,
): Promise<void> => {
  await sql`
    update entitlements set store_id = ${storeId}
    where valid_until is null and order_id is not null and store_id = (select former_store_id from stores where id = ${storeId})
      and item_id not in (select item_id from entitlements where store_id = ${storeId} and valid_until is null)`.execute(
    db,
  )
}

/** The item was removed from the store. */
export const markUseEnded = (db: Db, { orderId, place }: LineKey, at: Date) =>
  db
    .updateTable('order_lines')
    .set({ use_ended_at: at })
    .where('order_id', '=', orderId)
    .where('place', '=', place)
    .execute()

/** `order_id` is null for a subscription, `subscription_id` for a purchase. */
export const findEntitlement = (db: Db, storeId: string, itemId: string, now: Date) =>
  db
    .selectFrom('entitlements')
    .leftJoin('orders', 'orders.id', 'entitlements.order_id')
    .innerJoin('items', 'items.id', 'entitlements.item_id')
    .select(['order_id', 'entitlements.subscription_id', 'orders.paid_at', 'items.market'])
    .where('entitlements.store_id', '=', storeId)
    .where('entitlements.item_id', '=', itemId)
    .where(isValid('entitlements', now))
    .executeTakeFirst()

/** Whether the store has the item by something else than this order or subscription. */
export const isOwnedOtherwise = async (
  db: Db,
  { storeId, itemId }: { storeId: string; itemId: string },
  { orderId, subscriptionId }: { orderId: string; subscriptionId: string | null },
  now: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('entitlements')
    .select('id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where(isValid('entitlements', now))
    .where(sql<boolean>`order_id is distinct from ${orderId}`)
    .where(
      sql<boolean>`(subscription_id is null or subscription_id is distinct from ${subscriptionId})`,
    )
    .limit(1)
    .executeTakeFirst()) !== undefined

export const isValid = (table: string, now: Date) =>
  sql<boolean>`coalesce(${sql.ref(`${table}.valid_until`)} > ${now}, true)`

/**
 * A subscription's access to its item, until `validUntil`; null: until further notice. What is paid
 * so late that the time for it has passed gives none.
 */
export function grantSubscription(
  trx: Db,
  one: { id: string; store_id: string; item_id: string },
  until: Date | null,
  now: Date,
): Promise<unknown> {
  const validUntil = until && new Date(Math.max(until.getTime(), now.getTime()))
  return trx
    .insertInto('entitlements')
    .values({
      subscription_id: one.id,
      store_id: one.store_id,
      item_id: one.item_id,
      valid_from: now,
      valid_until: validUntil,
    })
    .onConflict((conflict) =>
      conflict.column('subscription_id').doUpdateSet({ valid_until: validUntil }),
    )
    .execute()
}

export const endSubscriptionAccess = (
  trx: Db,
  subscriptionId: string,
  now: Date,
): Promise<unknown> =>
  trx
    .updateTable('entitlements')
    .set({ valid_until: sql<Date>`greatest(valid_from, ${now}::timestamptz)` })
    .where('subscription_id', '=', subscriptionId)
    .execute()
