import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { PageKey } from '#lib/page-key.ts'

export const findPartner = (db: Db, id: string) =>
  db
    .selectFrom('partners')
    .select(['id', 'slug', 'name', 'website'])
    .where('id', '=', id)
    .executeTakeFirst()

export const countItems = (db: Db, partnerId: string) =>
  db
    .selectFrom('items')
    .select(['status', sql<number>`count(*)::integer`.as('count')])
    .where('partner_id', '=', partnerId)
    .groupBy('status')
    .execute()

export const listItemsOf = (db: Db, partnerId: string, after: PageKey | null, most: number) =>
  db
    .selectFrom('items')
    .leftJoin('releases', 'releases.id', 'items.latest_release_id')
    .select([
      'items.id',
      'items.market',
      'items.slug',
      'items.name',
      'items.status',
      'items.install_count',
      'items.updated_at',
      'releases.version',
      'releases.published_at',
      'releases.status as release_status',
    ])
    .where('items.partner_id', '=', partnerId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(items.updated_at, items.id) < (${after?.at}::timestamptz, ${after?.id})`,
      ),
    )
    .orderBy('items.updated_at', 'desc')
    .orderBy('items.id', 'desc')
    .limit(most)
    .execute()

/** A slug is taken once; a second partner of one name gets a number behind it. */
export const insertPartner = (
  db: Db,
  row: { id: string; slug: string; name: string; website: string | null; now: Date },
) =>
  db
    .insertInto('partners')
    .values({
      id: row.id,
      slug: row.slug,
      name: row.name,
      website: row.website,
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()

export const listPartners = (db: Db, after: PageKey | null, most: number) =>
  db
    .selectFrom('partners')
    .select([
      'id',
      'slug',
      'name',
      'created_at',
      'website',
      'verified_at',
      sql<number>`(select count(*)::integer from items where items.partner_id = partners.id)`.as(
        'items',
      ),
      sql<number>`(select count(*)::integer from partner_members where partner_members.partner_id = partners.id)`.as(
        'members',
      ),
      sql<number>`(select count(*)::integer from invitations where invitations.partner_id = partners.id and accepted_at is null and revoked_at is null)`.as(
        'invited',
      ),
    ])
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(partners.created_at, partners.id) < (${after?.at}::timestamptz, ${after?.id})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
