import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { marketDay, marketDayStart, nextZone } from '#lib/market-days.ts'
import { createViewCounter, rollUpBatch } from '#modules/analytics/public.ts'
import { type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { listZones } from './public.ts'

let market: Marketplace
let admin: ConsoleBrowser
beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
})
afterAll(() => market.stop())

const HOUR = 3_600_000
const choose = async (timeZone: string) =>
  (await admin.ask('PUT', '/operator/settings/place', { country: 'TR', time_zone: timeZone })).body
const settings = async () => (await admin.ask('GET', '/operator/settings')).body
const views = async () =>
  (
    await market.services.db
      .selectFrom('figure_days')
      .select(['views', sql<string>`day::text`.as('day')])
      .where('views', '>', 0)
      .orderBy('day')
      .execute()
  ).map(({ day, views: count }) => [day, count])

describe('the time zone of a market', () => {
  test('holds at once while nothing was counted, and only zones that exist are accepted', async () => {
    const { db } = market.services
    await db.deleteFrom('item_views').execute()
    expect(await choose('Mars/Olympus')).toMatchObject({
      fields: { time_zone: expect.any(String) as string },
    })
    expect(await choose('Europe/Berlin')).toEqual({ success: true })
    expect(await settings()).toMatchObject({ time_zone: 'Europe/Berlin', zone_from: null })
    expect((await listZones(db)).map((one) => one.timeZone)).toEqual(['Europe/Berlin'])
    expect(await choose('Europe/Istanbul')).toEqual({ success: true })
  })

  test('changes with the next day: a view before and one after are each counted on one day', async () => {
    const { db, clock } = market.services
    const { slug } = await db
      .selectFrom('items')
      .select('slug')
      .where('status', '=', 'published')
      .limit(1)
      .executeTakeFirstOrThrow()
    const counter = createViewCounter(market.services)
    const look = async () => {
      counter.count({ slug, platformId: 1 })
      await counter.write()
      await rollUpBatch(market.services)
    }
    // Half an hour before midnight in Istanbul, when it is 20:30 in London.
    const zones = await listZones(db)
    const today = marketDay(zones, clock.now())
    const midnight = marketDayStart(
      zones,
      marketDay(zones, new Date(clock.now().getTime() + 24 * HOUR)),
    )
    market.clock.moveSeconds((midnight.getTime() - clock.now().getTime()) / 1000 - 1800)
    await look()
    expect(await choose('Europe/London')).toEqual({ success: true })
    expect(await settings()).toMatchObject({
      time_zone: 'Europe/London',
      zone_from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    })
    // Midnight in Istanbul: the day goes on until that of London.
    market.clock.moveSeconds(3600)
    await look()
    market.clock.moveSeconds(3 * 3600)
    await look()
    const counted = await views()
    expect(counted).toHaveLength(2)
    expect(counted.map(([, count]) => count)).toEqual([2, 1])
    expect(String(counted[0]?.[0]) >= today).toBe(true)
    // Another look at the source gives the same days.
    await sql`insert into figures_due (item_id, day) select distinct item_id, day from item_views`.execute(
      db,
    )
    await rollUpBatch(market.services)
    expect(await views()).toEqual(counted)
  })

  test('means the same to the database and to the program, around every change of clocks', async () => {
    const { db } = market.services
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin']) {
      market.clock.moveSeconds(3 * 24 * 3600)
      const { fromDay, beginsAt } = nextZone(await listZones(db), timeZone, market.clock.now())
      await db
        .insertInto('market_zones')
        .values({
          from_day: sql<Date>`${fromDay}::date`,
          begins_at: beginsAt,
          time_zone: timeZone,
        })
        .execute()
    }
    const zones = await listZones(db)
    expect(zones.length).toBeGreaterThan(3)
    const around = [
      ...zones.slice(1).map((one) => one.beginsAt.getTime()),
      Date.parse('2026-03-29T00:00Z'),
      Date.parse('2027-10-31T00:00Z'),
    ]
    const moments = around.flatMap((at) =>
      Array.from({ length: 120 }, (_, n) => new Date(at + (n - 60) * 1_799_000)),
    )
    const { rows } = await sql<{ day: string; starts: Date }>`
      select figure_day(at)::text as day, day_start(figure_day(at)) as starts
      from unnest(${moments}::timestamptz[]) with ordinality as one (at, n) order by n`.execute(db)
    expect(rows.map(({ day, starts }) => [day, starts.toISOString()])).toEqual(
      moments.map((at) => {
        const day = marketDay(zones, at)
        return [day, marketDayStart(zones, day).toISOString()]
      }),
    )
  })
})
