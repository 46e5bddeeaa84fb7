import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { PageKey } from '#lib/page-key.ts'

export const countItemsByStatus = (db: Db) => db.selectFrom('items').select(['status', sql<number>`count(*)::integer`.as('count'), sql<number>`coalesce(sum(install_count), 0)::bigint`.as('installs')]).groupBy('status').execute()

export const countStores = async (db: Db) => (await db.selectFrom('stores').select(sql<number>`count(*)::integer`.as('count')).executeTakeFirstOrThrow()).count
export const countPartners = async (db: Db) => (await db.selectFrom('partners').select(sql<number>`count(*)::integer`.as('count')).executeTakeFirstOrThrow()).count

/** What the queue keeps of jobs that were given up, and of those that wait; the queue's own tables. */
export const countJobs = async (db: Db) => (await sql<{ name: string; failed: number; waiting: number }>`
  select name, count(*) filter (where state = 'failed')::integer as failed, count(*) filter (where state in ('created', 'retry'))::integer as waiting
  from pgboss.job where state in ('failed', 'created', 'retry') group by name order by name`.execute(db)).rows

const storeColumns = ['stores.id', 'stores.domain', 'stores.name', 'stores.url', 'stores.status', 'stores.created_at', 'stores.platform_id', 'stores.platform_version', 'platforms.name as platform'] as const
const liveOnes = sql<number>`(select count(*)::integer from installations where installations.store_id = stores.id and installations.state <> 'uninstalled')`

export const listStoreRows = (db: Db, { beginning, after, most }: { beginning: string | null; after: PageKey | null; most: number }) =>
  db.selectFrom('stores').innerJoin('platforms', 'platforms.id', 'stores.platform_id').select([...storeColumns, liveOnes.as('installations')])
    .$if(beginning !== null, query => query.where(sql<boolean>`stores.domain collate "C" >= ${beginning} and stores.domain collate "C" < ${`${beginning}\u{10ffff}`}`))
    .$if(after !== null, query => query.where(sql<boolean>`(stores.created_at, stores.id) < (${after?.at}::timestamptz, ${after?.id})`))
    .orderBy('stores.created_at', 'desc').orderBy('stores.id', 'desc').limit(most).execute()

export const findStore = (db: Db, id: string) =>
  db.selectFrom('stores').innerJoin('platforms', 'platforms.id', 'stores.platform_id').select([...storeColumns, liveOnes.as('installations')]).where('stores.id', '=', id).executeTakeFirst()

export const listInstalledOn = (db: Db, storeId: string) =>
  db.selectFrom('installations').innerJoin('items', 'items.id', 'installations.item_id').innerJoin('releases', 'releases.id', 'installations.release_id')
    .select(['items.id', 'items.name', 'items.slug', 'items.market', 'releases.version', 'installations.state', 'installations.updated_at',
      sql<string | null>`(select failure from installation_runs where installation_runs.installation_id = installations.id order by turn desc limit 1)`.as('failure')])
    .where('installations.store_id', '=', storeId).orderBy('installations.updated_at', 'desc').orderBy('installations.id').limit(200).execute()

export interface AuditFilter { actorIds: readonly string[] | null; kind: string | null; object: string | null; from: Date | null; to: Date | null; before: number | null; most: number }

export const listAuditRows = (db: Db, { actorIds, kind, object, from, to, before, most }: AuditFilter) => {
  let query = db.selectFrom('audit_log').innerJoin('people', 'people.id', 'audit_log.actor_id').leftJoin('partners', 'partners.id', 'audit_log.partner_id')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.actor_id', 'people.name', 'people.email', 'audit_log.actor_role', 'audit_log.operation', 'audit_log.kind', 'audit_log.object_id',
      'partners.name as partner', 'audit_log.before', 'audit_log.after', 'audit_log.request_id'])
  if (actorIds !== null) query = query.where('audit_log.actor_id', 'in', actorIds.length === 0 ? ['nobody'] : actorIds)
  if (kind !== null) query = query.where('audit_log.kind', '=', kind)
  if (object !== null) query = query.where('audit_log.object_id', '=', object)
  if (from !== null) query = query.where('audit_log.at', '>=', from)
  if (to !== null) query = query.where('audit_log.at', '<', to)
  if (before !== null) query = query.where('audit_log.id', '<', before)
  return query.orderBy('audit_log.id', 'desc').limit(most).execute()
}

const MOST_ACTORS = 100
/** By id, by address or by a part of the name, in any case. */
export const findActors = async (db: Db, text: string): Promise<string[]> =>
  (await db.selectFrom('people').select('id')
    .where(eb => eb.or([eb('id', '=', text), eb('email', '=', text.toLowerCase()), eb('name', 'ilike', `%${text.replace(/[\\%_]/g, sign => `\\${sign}`)}%`)])).limit(MOST_ACTORS).execute()).map(row => row.id)

/** What of the first steps is there; one look at an index each. */
export const findBeginnings = async (db: Db) => (await sql<{ name: boolean; colours: boolean; company: boolean; platform: boolean; texts: boolean; categories: boolean; tax: boolean; shares: boolean; partners: boolean; published: boolean }>`select
  exists (select from market_faces where market = 'both' and name is not null and logo is not null) as name, exists (select from market_settings where brand is not null) as colours, exists (select from market_settings where operator is not null) as company,
  exists (select from stores) as platform, exists (select from market_texts where published_at is not null) as texts,
  exists (select from categories where not is_tag) as categories, exists (select from tax_rates join platforms on platforms.home_country = tax_rates.country) as tax,
  exists (select from share_rules) as shares, exists (select from partner_members) as partners, exists (select from items where status = 'published') as published`.execute(db)).rows[0]
