import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import type { PageKey } from '#lib/page-key.ts'
import type { PartnerEvent } from './contract.ts'
import type { EventKind } from './rules.ts'

interface EventRow {
  id: string
  kind: EventKind
  at: Date
  item_id: string | null
  item: string | null
  store: string | null
  subject_id: string
  facts: {
    reason?: string
    failure?: string
    stars?: number
    amount_minor?: number
    currency?: Currency
  }
}

interface Asked {
  partnerId: string
  kinds: readonly EventKind[]
  itemId?: string | undefined
  after?: PageKey | null
  most: number
}

/** Events of a partner, newest first. A closed store is not named any more. */
export async function listEvents(
  db: Db,
  { partnerId, kinds, itemId, after, most }: Asked,
): Promise<EventRow[]> {
  const [only] = kinds
  const { rows } = await sql<EventRow>`
    select event.id::text as id, event.kind, event.at, event.item_id, items.name as item,
      case when stores.status = 'closed' then null else stores.domain end as store,
      event.subject_id, event.facts
    from partner_events event
    left join items on items.id = event.item_id
    left join stores on stores.id = event.store_id
    where event.partner_id = ${partnerId}
      and ${kinds.length === 1 ? sql`event.kind = ${only}` : sql`event.kind = any(${[...kinds]})`}
      ${itemId === undefined ? sql`` : sql`and event.item_id = ${itemId}`}
      and ${isBeyond(['partner_events.at', 'event.id', 'event'], after ?? null, 'newest')}
    order by event.at desc, event.id desc
    limit ${most}`.execute(db)
  return rows
}

export const presentEvent = ({ facts, ...row }: EventRow): PartnerEvent => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  item: row.item_id === null ? null : { id: row.item_id, name: row.item ?? '' },
  store: row.store,
  subject: row.subject_id,
  reason: facts.reason ?? null,
  failure: facts.failure ?? null,
  stars: facts.stars ?? null,
  amount:
    facts.amount_minor === undefined || facts.currency === undefined
      ? null
      : toMajor(facts.amount_minor, facts.currency),
  currency: facts.currency ?? null,
})

export const listItemNames = (db: Db, partnerId: string) =>
  db
    .selectFrom('items')
    .select(['id', 'name'])
    .where('partner_id', '=', partnerId)
    .orderBy('name')
    .limit(500)
    .execute()

/** Addresses of a partner, or those of one member. */
export function listFeedRows(db: Db, partnerId: string, personId: string | null) {
  const query = db
    .selectFrom('partner_feeds')
    .innerJoin('people', 'people.id', 'partner_feeds.person_id')
    .leftJoin('items', 'items.id', 'partner_feeds.item_id')
    .select(['partner_feeds.id', 'partner_feeds.locale', 'partner_feeds.created_at'])
    .select(['partner_feeds.used_at', 'partner_feeds.item_id'])
    .select(['people.name as person', 'items.name as item'])
    .where('partner_feeds.partner_id', '=', partnerId)
  return (personId === null ? query : query.where('partner_feeds.person_id', '=', personId))
    .orderBy('partner_feeds.created_at', 'desc')
    .limit(200)
    .execute()
}

/** The address with this token, while its person is a member of the partner. */
export const findFeed = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('partner_feeds')
    .innerJoin('partners', 'partners.id', 'partner_feeds.partner_id')
    .innerJoin('partner_members', (join) =>
      join
        .onRef('partner_members.partner_id', '=', 'partner_feeds.partner_id')
        .onRef('partner_members.person_id', '=', 'partner_feeds.person_id'),
    )
    .select(['partner_feeds.id', 'partner_feeds.partner_id', 'partner_feeds.item_id'])
    .select(['partner_feeds.locale', 'partner_feeds.used_at'])
    .select(['partners.name as partner', 'partner_members.role'])
    .where('partner_feeds.token_hash', '=', tokenHash)
    .executeTakeFirst()
