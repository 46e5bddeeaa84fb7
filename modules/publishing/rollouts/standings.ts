import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '#kernel/context.ts'

/**
 * Items that are alike on a platform: see `item_standings.alike`. `fresh`: those that were counted
 * only now, for something has happened to them.
 */
export interface Alike {
  alike: string
  items: number
  fresh: string[]
}

/**
 * An item on a platform; its releases newest first, each with the stores of the first and of the
 * second generation that have it.
 */
export interface StandingItem {
  item: string
  name: string
  partner: string
  alike: string
  releases: [id: string, version: string, onFirst: number, onSecond: number][]
}

/**
 * All items that are on a store of this platform, of one partner or of all. What is noted to be
 * counted anew is counted here, in the same moment.
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
 * Those items one by one, of one partner or of all; each once, though the worker has kept a fresh
 * one meanwhile. One that something has happened to since is not among them.
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

/** Items that are put together: of each heap the first by id, `most` of it. */
export interface Heap {
  those: readonly Alike[]
  most: number
}

export async function listFirst(
  db: Db,
  platformId: number,
  partnerId: string | null,
  heaps: readonly Heap[],
): Promise<{ heap: number; alike: string; item: string }[]> {
  const those = heaps.flatMap((heap) => heap.those)
  const { rows } = await sql<{ heap: number; alike: string; item: string }>`
    select heap, alike, item_id as item from (
      select heap, alike, item_id, row_number() over (partition by heap order by item_id) as place from ${standing(platformId, partnerId, [...new Map(those.map((one) => [one.alike, one])).values()])}
        join unnest(${those.map((one) => one.alike)}::text[], ${heaps.flatMap(({ those: own }, heap) => own.map(() => heap))}::int[]) as heaps (alike, heap) using (alike)
    ) as placed where place <= (${heaps.map((heap) => heap.most)}::int[])[heap + 1] order by heap, place`.execute(
    db,
  )
  return rows
}

/** Those that are named, with their releases. */
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
 * Counts the items anew that something happened to, some at a time, each time in a transaction of
 * its own; of several processes one does it. What happens meanwhile is noted again.
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
  // A statement of its own: the one that counts sees everything that was noted here.
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
