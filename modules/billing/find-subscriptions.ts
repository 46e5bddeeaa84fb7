import type { Db } from '#db/client.ts'
import type { Found } from '#kernel/found.ts'
import { type Locale, pickText, type Text } from '#lib/locale.ts'
import { selectLines } from './subscription-lines.ts'

/** Subscriptions by their id, and the newest of these stores. */
export async function findSubscriptions(
  db: Db,
  { text, storeIds, locale }: { text: string; storeIds: readonly string[]; locale: Locale },
  most: number,
): Promise<Found[]> {
  const rows = await selectLines(db)
    .where((on) =>
      storeIds.length === 0
        ? on('subscriptions.id', '=', text.toLowerCase())
        : on.or([
            on('subscriptions.id', '=', text.toLowerCase()),
            on('subscriptions.store_id', 'in', storeIds),
          ]),
    )
    .orderBy('subscriptions.created_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    place: row.id,
    title: `${row.item_name} · ${pickText(row.plan_name as Text, locale)}`,
    detail: row.domain,
    state: row.state,
    amount: { minor: row.amount_minor, currency: row.currency },
    at: row.created_at,
  }))
}
