import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '../ctx.ts'

/** Items of one kind on a platform: see `item_standings.kind`. `items`: each with its counts, `itm_a 3.0 1.2;itm_b …`. */
export interface KindOfItems { kind: string; items: string }

/** An item on a platform; its releases newest first, each with the stores of the first and of the second generation that have it. */
export interface StandingItem { item: string; name: string; partner: string; kind: string; releases: [id: string, version: string, onFirst: number, onSecond: number][] }

/** What is noted to be counted anew is counted here, in the same moment. */
const standing = (platformId: number) => sql`(
  select item_id, kind, counts, releases from item_standings where platform_id = ${platformId} and item_id not in (select item_id from item_standings_due)
  union all select item_id, kind, counts, releases from standings_of(array(select distinct item_id from item_standings_due)) where platform_id = ${platformId}
) as standing`

/** Every item that is on a store of this platform, of one partner or of all. */
export const listKinds = async (db: Db, platformId: number, partnerId: string | null): Promise<KindOfItems[]> => (await sql<KindOfItems>`
  select kind, string_agg(item_id || ' ' || counts, ';') as items from ${standing(platformId)}
  ${partnerId === null ? sql`` : sql`where item_id in (select id from items where partner_id = ${partnerId})`} group by kind`.execute(db)).rows

/** Those of them that are named, with their releases. */
export const listStandings = async (db: Db, platformId: number, items: readonly string[]): Promise<StandingItem[]> => (await sql<StandingItem>`
  select items.id as item, items.name, items.partner_id as partner, kind, releases
  from ${standing(platformId)} join items on items.id = item_id where item_id = any(${items}::text[])`.execute(db)).rows

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
