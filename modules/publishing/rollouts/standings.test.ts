import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#kernel/context.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { listAlike, listFirst, listStandings, renewStandings } from './standings.ts'

let market: Marketplace
const at = new Date('2026-05-01T10:00:00Z')
const [STORES, ITEMS, RELEASES] = [6, 4, 3]
const ITEM_IDS = Array.from({ length: ITEMS }, (_, n) => `itm_${n}`)

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  const { db } = market.services
  await db
    .insertInto('partners')
    .values({ id: 'par_x', slug: 'x', name: 'X', created_at: at })
    .execute()
  await sql`insert into platforms (id, key, name) values (2, 'two', 'Two') on conflict do nothing`.execute(
    db,
  )
  for (let n = 0; n < STORES; n += 1) {
    await db
      .insertInto('stores')
      .values({
        id: `sto_${n}`,
        platform_id: 1,
        external_id: `s${n}`,
        domain: `s${n}.example`,
        name: 'S',
        url: `https://s${n}.example`,
        is_os2: n % 2 === 0,
        status: 'active',
        checked_at: at,
        created_at: at,
      })
      .execute()
  }
  for (let n = 0; n < ITEMS; n += 1) {
    await db
      .insertInto('items')
      .values({
        id: `itm_${n}`,
        market: 'app',
        slug: `x-${n}`,
        prefix: `x-${n}`,
        partner_id: 'par_x',
        name: 'X',
        price_minor: 0,
        price_kind: 'free',
        currency: 'TRY',
        status: 'published',
        updated_at: at,
      })
      .execute()
    for (let v = 1; v <= RELEASES; v += 1)
      await db
        .insertInto('releases')
        .values({
          id: `rel_${n}_${v}`,
          item_id: `itm_${n}`,
          version: `${v}.0.0`,
          status: 'published',
          notes: '{}',
          version_order: String(v),
        })
        .execute()
  }
})
afterAll(() => market.stop())

/** What counting says, and what is read. */
const counted = async () =>
  (
    await sql<{
      line: string
    }>`select concat_ws(' ', platform_id, release_id, count(*) filter (where not is_os2), count(*) filter (where is_os2)) as line
  from installations join stores on stores.id = store_id where state <> 'uninstalled' group by platform_id, release_id`.execute(
      market.services.db,
    )
  ).rows
    .map((row) => row.line)
    .toSorted()
async function read(): Promise<string[]> {
  const { db } = market.services
  for (const platform of [1, 2]) {
    // What is counted together is what stands there item by item.
    const those = await listAlike(db, platform, null)
    const together = (await listFirst(db, platform, null, [{ those, most: ITEMS }])).map(
      ({ alike, item }) => `${item} ${alike}`,
    )
    const byItem = await listStandings(db, platform, ITEM_IDS)
    expect(together.toSorted()).toEqual(
      byItem.map(({ item, alike }) => `${item} ${alike}`).toSorted(),
    )
    for (const { alike, releases } of byItem)
      expect(alike.slice(alike.lastIndexOf(']') + 1)).toBe(
        releases.map(([, , first, second]) => ` ${first}.${second}`).join(''),
      )
    expect(those.reduce((sum, one) => sum + one.items, 0)).toBe(byItem.length)
  }
  const all = await Promise.all(
    [1, 2].map(async (platform) =>
      (await listStandings(db, platform, ITEM_IDS))
        .flatMap((one) => one.releases)
        .filter(([, , first, second]) => first + second > 0)
        .map(([id, , first, second]) => `${platform} ${id} ${first} ${second}`),
    ),
  )
  return all.flat().toSorted()
}
const due = async () =>
  (await market.services.db.selectFrom('item_standings_due').select('item_id').execute()).length

const install = (
  n: number,
  item: number,
  version = 1,
) => sql`insert into installations (id, store_id, item_id, release_id, granted, state, installed_at, created_at, updated_at)
  values (${`ins_${n}_${item}_${crypto.randomUUID()}`}, ${`sto_${n}`}, ${`itm_${item}`}, ${`rel_${item}_${version}`}, '{}', 'installing', ${at}, ${at}, ${at}) on conflict do nothing`
const there = (n: number, item: number) =>
  sql`store_id = ${`sto_${n}`} and item_id = ${`itm_${item}`}`

test('D12 D19 what stands on the stores is read as counting it says, before it was counted anew and after, whatever comes, moves and goes meanwhile', async () => {
  const { services } = market
  // The same numbers each time.
  let seed = 11
  const pick = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const move = () => {
    const [n, item, version] = [pick(STORES), pick(ITEMS), 1 + pick(RELEASES)]
    return [
      install(n, item, version),
      install(n, item, version),
      sql`update installations set state = 'installed' where ${there(n, item)} and state = 'installing'`,
      sql`update installations set release_id = ${`rel_${item}_${version}`} where ${there(n, item)}`,
      sql`update installations set state = 'uninstalled' where ${there(n, item)}`,
      sql`update stores set is_os2 = not is_os2 where id = ${`sto_${n}`}`,
      sql`update stores set platform_id = ${1 + pick(2)} where id = ${`sto_${n}`}`,
      sql`delete from installations where ${there(n, item)} and state = 'uninstalled'`,
    ][pick(8)]!
  }
  const some = () =>
    Promise.all(
      Array.from({ length: 100 }, () => inTransaction(services, (trx) => move().execute(trx))),
    )
  await some()
  expect((await counted()).length).toBeGreaterThan(4)
  expect(await due()).toBeGreaterThan(0)
  expect(await read()).toEqual(await counted())
  // What was counted by the reader is kept before the reader goes on: it is there once.
  const those = await listAlike(services.db, 1, null)
  expect(those.flatMap((one) => one.fresh).length).toBeGreaterThan(0)
  await renewStandings(services)
  const first = (await listFirst(services.db, 1, null, [{ those, most: 2 * ITEMS }])).map(
    (row) => row.item,
  )
  expect(first).toEqual([...new Set(first)])
  // Two processes count anew while it goes on.
  await Promise.all([
    some(),
    renewStandings(services),
    renewStandings(services),
    some(),
    renewStandings(services),
  ])
  expect(await read()).toEqual(await counted())
  await renewStandings(services)
  expect(await due()).toBe(0)
  expect(await read()).toEqual(await counted())
})

test('D12 a release that is halted, or that comes new, is noted too; what changes nothing is not', async () => {
  const { services } = market
  await renewStandings(services)
  await sql`update installations set updated_at = now(), inputs = '{"a": 1}'`.execute(services.db)
  await sql`update stores set checked_at = now(), name = 'T'`.execute(services.db)
  await sql`update releases set notes = '{"en": ["x"]}'`.execute(services.db)
  expect(await due()).toBe(0)
  await sql`update releases set status = 'halted' where id = 'rel_0_2'`.execute(services.db)
  await sql`insert into releases (id, item_id, version, status, notes, version_order) values ('rel_1_9', 'itm_1', '9.0.0', 'published', '{}', '9')`.execute(
    services.db,
  )
  expect(await due()).toBe(2)
  await renewStandings(services)
  expect([await due(), await read()]).toEqual([0, await counted()])
})

test('D19 an installation that begins while its store becomes one of the second generation is counted where it is, though the job comes between', async () => {
  const { services } = market
  await sql`delete from installations`.execute(services.db)
  await sql`update stores set is_os2 = false, platform_id = 1`.execute(services.db)
  await renewStandings(services)
  let moved: Promise<unknown> = Promise.resolve()
  await inTransaction(services, async (trx) => {
    await install(0, 0).execute(trx)
    // On another connection: it waits for the one that has begun, for it could not see it.
    moved = inTransaction(services, async (other) => {
      await sql`update stores set is_os2 = true where id = 'sto_0'`.execute(other)
      await renewStandings(services)
    })
    await expect
      .poll(
        async () =>
          (
            await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'update stores%'`.execute(
              services.db,
            )
          ).rows.length,
      )
      .toBe(1)
  })
  await moved
  await renewStandings(services)
  expect([await due(), await read()]).toEqual([0, ['1 rel_0_1 0 1']])
})
