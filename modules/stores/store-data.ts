import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { unseal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'

type Rows = Record<string, unknown>[]

/**
 * One module's data about a store (D23). `collect` returns lists by name, with sealed values
 * opened, without secrets, gateway handles and hashes. `erase` removes personal data except what
 * the law requires to keep, and returns how many rows of each kind it changed.
 */
export interface StoreData {
  collect(
    services: Pick<Services, 'db' | 'sealing'>,
    storeId: string,
  ): Promise<Record<string, Rows>>
  erase(
    trx: Db,
    storeId: string,
    now: Date,
    jobs: Services['jobs'],
  ): Promise<Record<string, number>>
}

/** Most rows of one list in an export. */
export const MAX_STORE_DATA_ROWS = 20_000

export const listRows = async (
  db: Db,
  query: ReturnType<typeof sql<Record<string, unknown>>>,
): Promise<Rows> => (await query.execute(db)).rows

export const countChanged = async (db: Db, query: ReturnType<typeof sql>): Promise<number> =>
  Number((await query.execute(db)).numAffectedRows ?? 0)

/** The content of a sealed JSON column; null for an empty one. */
export const openSealed = (
  sealing: Services['sealing'],
  purpose: string,
  sealed: unknown,
): unknown =>
  typeof sealed === 'string' ? (JSON.parse(unseal(sealing, purpose, sealed)) as unknown) : null

export const storeDataOfStores: StoreData = {
  async collect({ db, sealing }, storeId) {
    const sites = await listRows(
      db,
      sql`select site_key, locale, rules, proved_by, proved_at, seen_at, disconnected_at, created_at, contact_sealed from sites where store_id = ${storeId}`,
    )
    return {
      store: await listRows(
        db,
        sql`select external_id, domain, name, url, status, platform_version, created_at from stores where id = ${storeId}`,
      ),
      site: sites.map(({ contact_sealed: sealed, ...site }) => ({
        ...site,
        contact: openSealed(sealing, 'site-contact', sealed),
      })),
      links: await listRows(
        db,
        sql`select person_name, linked_at, opened_at, ended_at, ended_by from store_links where store_id = ${storeId} order by linked_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
      sessions: await listRows(
        db,
        sql`select account, created_at, expires_at, ended_at from sessions where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
    }
  },
  async erase(trx, storeId, now) {
    return {
      // With its key: a site that is connected again starts anew.
      site: await countChanged(trx, sql`delete from sites where store_id = ${storeId}`),
      closed: await countChanged(
        trx,
        sql`update stores set status = 'closed' where id = ${storeId} and platform_id = 7`,
      ),
      credentials: await countChanged(
        trx,
        sql`update store_credentials set revoked_at = ${now} where store_id = ${storeId} and revoked_at is null and exists (select from stores where id = store_id and platform_id = 7)`,
      ),
      links: await countChanged(
        trx,
        sql`delete from store_links where store_id = ${storeId} or linked_from = ${storeId}`,
      ),
      sessions: await countChanged(trx, sql`delete from sessions where store_id = ${storeId}`),
      entries: await countChanged(
        trx,
        sql`delete from pending_entries where store_id = ${storeId}`,
      ),
      connects: await countChanged(
        trx,
        sql`delete from connect_attempts where store_id = ${storeId}`,
      ),
    }
  },
}
