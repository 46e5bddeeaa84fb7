import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type MarketZone, nextZone } from '#lib/market-days.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { changeMarketPlace as contract } from './contract.ts'
import { refuse } from './errors.ts'

/** The market's time zones in their order. */
export async function listZones(db: Db): Promise<MarketZone[]> {
  const rows = await db
    .selectFrom('market_zones')
    .select(['time_zone', sql<string>`from_day::text`.as('from_day')])
    // The first one has always held: minus infinity is no date.
    .select(sql<Date>`greatest(begins_at, '0001-01-01')`.as('begins_at'))
    .orderBy('begins_at')
    .execute()
  return rows.map((row) => ({
    fromDay: row.from_day,
    beginsAt: row.begins_at,
    timeZone: row.time_zone,
  }))
}

const readPlace = async (db: ConsoleCtx['db']) => {
  const row = await db.selectFrom('market_settings').select('country').executeTakeFirst()
  return { country: row?.country, time_zone: (await listZones(db)).at(-1)?.timeZone }
}

export const changeMarketPlace = defineOperation({
  ...contract,
  audit: { kind: 'settings', id: () => 'place', read: readPlace },
  run: async (ctx, { body }) => {
    const now = ctx.clock.now()
    if (!(await isKnownToDatabase(ctx.db, body.time_zone)))
      throw refuse('input.invalid', { fields: { time_zone: { code: 'field.invalid' } } })
    // The row is locked until the end, so zones change one after the other.
    await ctx.db
      .updateTable('market_settings')
      .set({ country: body.country, changed_at: now })
      .execute()
    await changeZone(ctx.db, body.time_zone, now)
    return { success: true as const }
  },
})

/** Versions of the time zone database differ. */
const isKnownToDatabase = async (db: Db, timeZone: string): Promise<boolean> =>
  (
    await sql<{ name: string }>`
      select name from pg_timezone_names where name = ${timeZone}`.execute(db)
  ).rows.length > 0

/**
 * From the next day on, so that no moment changes its day (docs/decisions/0054-time-zones.md). At
 * once while nothing was counted.
 */
async function changeZone(db: Db, timeZone: string, now: Date): Promise<void> {
  await db.deleteFrom('market_zones').where('begins_at', '>', now).execute()
  const zones = await listZones(db)
  if (zones.at(-1)?.timeZone === timeZone) return
  if (await isAnythingCounted(db)) {
    const { fromDay, beginsAt } = nextZone(zones, timeZone, now)
    await db
      .insertInto('market_zones')
      .values({
        from_day: sql<Date>`${fromDay}::date`,
        begins_at: beginsAt,
        time_zone: timeZone,
      })
      .execute()
    return
  }
  await db
    .deleteFrom('market_zones')
    .where('begins_at', '>', sql<Date>`'-infinity'`)
    .execute()
  await db.updateTable('market_zones').set({ time_zone: timeZone }).execute()
}

async function isAnythingCounted(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select (select id from orders where paid_at is not null order by paid_at limit 1) is not null
      or (select item_id from item_views order by item_id limit 1) is not null as found`.execute(db)
  return rows[0]?.found ?? false
}
