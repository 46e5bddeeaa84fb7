import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Happened, type HappenedPage, newestFirst } from '#kernel/happened.ts'

const NOT_SPAM = sql<boolean>`spam_at is null`

/** When a store, or somebody about an item, wrote and was answered; not what, which is sealed. */
export async function listMessageHappenings(
  db: Db,
  { storeId = null, itemId = null }: { storeId?: string | null; itemId?: string | null },
  page: HappenedPage,
): Promise<Happened[]> {
  const of = (moment: 'created_at' | 'answered_at', kind: 'written' | 'answered') => {
    const { isBefore, order } = newestFirst(
      page,
      [`contact_messages.${moment}`],
      sql`'message-' || id || ${`-${kind}`}::text`,
    )
    let query = db
      .selectFrom('contact_messages')
      .select(['id', 'partner_id', 'answered_by'])
      .select([sql<Date>`${sql.ref(moment)}`.as('at'), sql<string>`${kind}::text`.as('kind')])
      .where(moment, 'is not', null)
      .where(NOT_SPAM)
      .where(isBefore)
    if (storeId !== null) query = query.where('store_id', '=', storeId)
    if (itemId !== null) query = query.where('item_id', '=', itemId)
    return query.orderBy(order).limit(page.most).execute()
  }
  const rows = (
    await Promise.all([of('created_at', 'written'), of('answered_at', 'answered')])
  ).flat()
  return rows.map((row) => ({
    id: `message-${row.id}-${row.kind}`,
    at: row.at,
    source: 'message',
    kind: row.kind,
    state: row.partner_id === null ? 'market' : 'partner',
    facts: { message: row.id, answered_by: row.answered_by },
  }))
}
