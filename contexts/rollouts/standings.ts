import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '../ctx.ts'

/** A release as it stands on a platform: see `item_standings.releases`. */
type Standing = [id: string, version: string, versionOrder: string, range: string | null, os2: boolean, offered: boolean, onFirst: number, onSecond: number]

export interface StandingItem { item: string; name: string; partner: string; releases: Standing[] }

/** Every item that is on a store of this platform, of one partner or of all. What is noted to be counted anew is counted here, in the same moment. */
export async function listStandings(db: Db, platformId: number, partnerId: string | null): Promise<StandingItem[]> {
  const { rows } = await sql<StandingItem>`
    select items.id as item, items.name, items.partner_id as partner, releases from (
      select item_id, releases from item_standings where platform_id = ${platformId} and item_id not in (select item_id from item_standings_due)
      union all select item_id, releases from standings_of(array(select distinct item_id from item_standings_due)) where platform_id = ${platformId}
    ) as standing join items on items.id = standing.item_id ${partnerId === null ? sql`` : sql`where items.partner_id = ${partnerId}`}`.execute(db)
  return rows
}

const BATCH = 200

/**
 * Counts the items anew that something happened to, some at a time, each time in a transaction of its own; of several processes one does it. What happens meanwhile is
 * noted again.
 */
export async function renewStandings({ db }: Pick<Services, 'db'>): Promise<void> {
  for (let more = true; more;) more = await inTransaction({ db }, renewBatch)
}

async function renewBatch(trx: Db): Promise<boolean> {
  const { rows: [turn] } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('item_standings')) as mine`.execute(trx)
  if (!turn?.mine) return false
  // A statement of its own: the one that counts sees everything that was noted here.
  const { rows } = await sql<{ item_id: string }>`delete from item_standings_due where item_id in (select distinct item_id from item_standings_due order by item_id limit ${BATCH}) returning item_id`.execute(trx)
  const items = [...new Set(rows.map(row => row.item_id))]
  if (items.length === 0) return false
  await sql`delete from item_standings where item_id = any(${items}::text[])`.execute(trx)
  await sql`insert into item_standings select standing.* from standings_of(${items}::text[]) as standing`.execute(trx)
  return true
}
