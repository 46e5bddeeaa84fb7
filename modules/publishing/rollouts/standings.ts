import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '#kernel/context.ts'

/**
 * Items with equal standings on a platform: see `item_standings.alike`. `fresh`: ids of items that
 * were just counted because they had changed.
 */
export interface Alike {
  alike: string
  items: number
  fresh: string[]
}

/**
 * An item on a platform with its releases, newest first, and how many first- and second-generation
 * stores have each.
 */
export interface StandingItem {
  item: string
  name: string
  partner: string
  alike: string
  releases: [id: string, version: string, onFirst: number, onSecond: number][]
}

/**
 * All items installed on this platform, of one partner or of all. Items due for a recount are
 * counted in the same statement.
 */
export async function listAlike(
  db: Db,
  platformId: number,
  partnerId: string | null,
): Promise<Alike[]> {
  const those = sql`platform_id = ${platformId} ${partnerId === null ? sql`` : sql`and partner_id = ${partnerId}`}`
  const { rows } = await sql<Alike>`
    select alike, count(*)::int as items, '{}'::text[] as fresh from item_standings where ${those} and item_id not in (select item_id from item_standings_due) group by alike
    union all select alike, count(*)::int, array_agg(item_id) from standings_of(array(select distinct item_id from item_standings_due)) where ${those} group by alike`.execute(
    db,
  )
  return [...Map.groupBy(rows, (row) => row.alike)].map(([alike, [one, other]]) => ({
    alike,
    items: (one?.items ?? 0) + (other?.items ?? 0),
    fresh: [...(one?.fresh ?? []), ...(other?.fresh ?? [])],
  }))
}

/**
 * The items of these groups, each once, even if the worker has stored a fresh one meanwhile. Items
 * that changed since are left out.
 */
export function standing(platformId: number, partnerId: string | null, those: readonly Alike[]) {
  const fresh = those.flatMap((one) => one.fresh.map((item) => ({ item, alike: one.alike })))
  const items = fresh.map((one) => one.item)
  return sql`(
    select alike, item_id, partner_id from item_standings
      where platform_id = ${platformId} ${partnerId === null ? sql`` : sql`and partner_id = ${partnerId}`} and alike = any(${those.map((one) => one.alike)}::text[])
        and item_id not in (select item_id from item_standings_due) and item_id <> all(${items}::text[])
    union all select alike, id, partner_id from unnest(${items}::text[], ${fresh.map((one) => one.alike)}::text[]) as fresh (id, alike) join items using (id)
  ) as standing`
}

/** A group of items; `most`: how many of it are needed, ordered by id. */
export interface ItemGroup {
  those: readonly Alike[]
  most: number
}

export async function listFirst(
  db: Db,
  platformId: number,
  partnerId: string | null,
  groups: readonly ItemGroup[],
): Promise<{ heap: number; alike: string; item: string }[]> {
  const those = groups.flatMap((heap) => heap.those)
  const { rows } = await sql<{ heap: number; alike: string; item: string }>`
    select heap, alike, item_id as item from (
      select heap, alike, item_id, row_number() over (partition by heap order by item_id) as place from ${standing(platformId, partnerId, [...new Map(those.map((one) => [one.alike, one])).values()])}
        join unnest(${those.map((one) => one.alike)}::text[], ${groups.flatMap(({ those: own }, heap) => own.map(() => heap))}::int[]) as groups (alike, heap) using (alike)
    ) as placed where place <= (${groups.map((heap) => heap.most)}::int[])[heap + 1] order by heap, place`.execute(
    db,
  )
  return rows
}

/** The named items with their releases. */
export const listStandings = async (
  db: Db,
  platformId: number,
  items: readonly string[],
): Promise<StandingItem[]> =>
  (
    await sql<StandingItem>`
  select items.id as item, items.name, items.partner_id as partner, alike, releases from (
    select item_id, alike, releases from item_standings where platform_id = ${platformId} and item_id = any(${items}::text[]) and item_id not in (select item_id from item_standings_due)
    union all select item_id, alike, releases from standings_of(array(select distinct item_id from item_standings_due where item_id = any(${items}::text[]))) where platform_id = ${platformId}
  ) as standing join items on items.id = item_id`.execute(db)
  ).rows

const BATCH = 200

/**
 * Recounts changed items in batches, one transaction each; only one process does so at a time.
 * Changes meanwhile are queued again.
 */
export async function renewStandings({ db }: Pick<Services, 'db'>): Promise<void> {
  for (let more = true; more;) more = await inTransaction({ db }, renewBatch)
}

async function renewBatch(trx: Db): Promise<boolean> {
  const {
    rows: [turn],
  } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('item_standings')) as mine`.execute(trx)
  if (!turn?.mine) return false
  // A separate statement, so that the count sees all changes queued so far.
  const { rows } = await sql<{
    item_id: string
  }>`delete from item_standings_due where item_id in (select distinct item_id from item_standings_due order by item_id limit ${BATCH}) returning item_id`.execute(
    trx,
  )
  const items = [...new Set(rows.map((row) => row.item_id))]
  if (items.length === 0) return false
  await sql`delete from item_standings where item_id = any(${items}::text[])`.execute(trx)
  await sql`insert into item_standings select standing.* from standings_of(${items}::text[]) as standing`.execute(
    trx,
  )
  return true
}
