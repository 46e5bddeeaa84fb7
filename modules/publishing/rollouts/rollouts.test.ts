import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findReleaseHere, placeOf } from '#modules/catalog/sale-items.ts'
import { checkHealth, findDueHealth, updateAutomatically } from '#modules/installs/public.ts'
import { mailTo } from '#test/support/console.ts'
import { install, installationPath, uninstall, update, processRun } from '#test/support/installs.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import {
  type SubmittedItem,
  startSubmissions,
  type SubmissionDesk,
} from '#test/support/submissions.ts'
import { findDueRollouts, checkRollout } from './watch.ts'

const STORES = 400
let desk: SubmissionDesk
let item: SubmittedItem
let owner: Owner
const HOUR = 3600

const db = () => desk.market.services.db
const release = (version: string) =>
  db()
    .selectFrom('releases')
    .select(['id', 'share', 'status'])
    .where('item_id', '=', item.id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
const rolloutOf = async (version: string) =>
  db()
    .selectFrom('rollouts')
    .selectAll()
    .where('release_id', '=', (await release(version)).id)
    .executeTakeFirstOrThrow()
const seen = async (version: string) =>
  (
    (await desk.owner.ask('GET', `${item.path}/rollouts`)).body.rollouts as {
      version: string
      state: string
      stage: number
      harmed: unknown[]
    }[]
  ).find((one) => one.version === version)!
const look = async () => {
  for (const id of await findDueRollouts(desk.market.services))
    await checkRollout(desk.market.services, id)
}
const store = (n: number) => `sto_many${n}`
const others = Array.from({ length: STORES }, (_, n) => store(n))
const offered = async (id: string) => (await findReleaseHere(db(), id, item.id))?.version
const within = (version: string, share: number) =>
  others.filter((id) => placeOf(id, item.id, version) < share)

async function hand(version: string, query: Record<string, string> = {}): Promise<void> {
  const id = await desk.waiting(item, version, {
    with_listing: version === '1.0.0' ? '1' : '0',
    ...(version.includes('-') && { channel: 'beta' }),
    ...query,
  })
  await desk.claim(id)
  expect((await desk.approve(id)).status).toBe(200)
}

/** Runs that brought a release to stores, or failed to. */
const runs = async (version: string, { failed = 0, done = 0 }) => {
  const { id } = await release(version)
  await sql`insert into installation_runs (id, installation_id, kind, state, created_at, finished_at, failure, started_by, to_release_id)
    select 'run_' || substr(md5(random()::text), 1, 20), 'ins_many' || (n % 100), 'update', case when n < ${failed}::int then 'failed' else 'succeeded' end, ${desk.market.clock.now()}, ${desk.market.clock.now()},
      case when n < ${failed}::int then 'installs.update_failed' end, 'market', ${id} from generate_series(0, ${failed + done - 1}::int) n`.execute(
    db(),
  )
}

beforeAll(async () => {
  desk = await startSubmissions()
  item = await desk.newItem()
  const now = desk.market.clock.now()
  await sql`insert into stores (id, platform_id, external_id, domain, name, url, is_os2, status, checked_at, created_at)
    select 'sto_many' || n, 1, 'many' || n, 'many' || n || '.stores.example', 'Many', 'https://many' || n || '.stores.example', false, 'active', ${now}, ${now} from generate_series(0, ${STORES - 1}::int) n`.execute(
    db(),
  )
  await hand('1.0.0')
  await sql`insert into installations (id, store_id, item_id, release_id, granted, state, installed_at, created_at, updated_at, auto_update)
    select 'ins_many' || n, 'sto_many' || n, ${item.id}, ${(await release('1.0.0')).id}, '{}', 'installed', ${now}, ${now}, ${now}, 'all' from generate_series(0, 99) n`.execute(
    db(),
  )
})
afterAll(() => desk.market.stop())

describe('stages', () => {
  test('a first release comes to everybody at once; the place of a store is the same in the database, and another one for each version', async () => {
    expect(await rolloutOf('1.0.0')).toMatchObject({ stages: [10_000], stage: 1, state: 'running' })
    const { rows } = await sql<{
      id: string
      place: number
    }>`select id, rollout_place(id, ${item.id}, '2.0.0') as place from stores where id like 'sto_many%'`.execute(
      db(),
    )
    expect(rows.every((row) => row.place === placeOf(row.id, item.id, '2.0.0'))).toBe(true)
    const first = (version: string) =>
      others
        .toSorted((a, b) => placeOf(a, item.id, version) - placeOf(b, item.id, version))
        .slice(0, 5)
        .join()
    expect(first('2.0.0')).not.toBe(first('2.1.0'))
  })

  test('what a partner chooses must grow to everybody; a hundred stores get it at once by rule, more in stages', async () => {
    const zip = await item.zip('1.1.0')
    const wrong: Record<string, string>[] = [
      { stages: '10, 5, 100' },
      { stages: '1, 50' },
      { stages: '0, 100' },
      { hours: '0' },
    ]
    for (const query of wrong) {
      expect(
        (await desk.submit(item, zip, { with_listing: '0', rollout: 'staged', ...query })).body
          .code,
        JSON.stringify(query),
      ).toBe('input.invalid')
    }
    await hand('1.1.0')
    expect(await rolloutOf('1.1.0')).toMatchObject({ stages: [10_000] })
    await sql`insert into installations (id, store_id, item_id, release_id, granted, state, installed_at, created_at, updated_at)
      select 'ins_many100', 'sto_many100', item_id, release_id, '{}', 'installed', installed_at, created_at, updated_at from installations where id = 'ins_many0'`.execute(
      db(),
    )
    await hand('1.2.0')
    expect(await rolloutOf('1.2.0')).toMatchObject({
      stages: [100, 1000, 5000, 10_000],
      wait_hours: 24,
      before_id: (await release('1.1.0')).id,
    })
    // An hour instead: nobody is signed in for days.
    await sql`update rollouts set wait_hours = 1, next_at = started_at + interval '1 hour'`.execute(
      db(),
    )
  })

  test('only stores whose turn has come are offered it: till, detail and updates say the release before to the others, and who is in stays in', async () => {
    const now = async () =>
      (
        await Promise.all(others.map(async (id) => ((await offered(id)) === '1.2.0' ? id : '')))
      ).filter(Boolean)
    expect(await now()).toEqual(within('1.2.0', 100))
    expect((await desk.listed(item)).version).toBe('1.1.0')
    desk.market.clock.moveSeconds(HOUR)
    await look()
    const [at10, before] = [await now(), within('1.2.0', 100)]
    expect(at10).toEqual(within('1.2.0', 1000))
    expect([at10.length > before.length, before.every((id) => at10.includes(id))]).toEqual([
      true,
      true,
    ])
    // The worker brings it to those alone.
    await updateAutomatically(desk.market.services)
    const planned = await db()
      .selectFrom('auto_updates')
      .innerJoin('installations', 'installations.id', 'installation_id')
      .select('store_id')
      .where('auto_updates.release_id', '=', (await release('1.2.0')).id)
      .execute()
    expect(planned.map((one) => one.store_id).sort()).toEqual(
      within('1.2.0', 1000)
        .filter((id) => Number(id.slice(8)) < 100)
        .sort(),
    )
  })

  test('a partner lets it go on once however often it is pressed; one that never fails goes through to everybody and is done', async () => {
    const advance = () => desk.owner.ask('POST', `${item.path}/releases/1.2.0/stages`, { stage: 2 })
    expect([(await advance()).status, (await advance()).body.code]).toEqual([
      200,
      'rollouts.not_running',
    ])
    expect(
      (await desk.stranger.ask('POST', `${item.path}/releases/1.2.0/stages`, { stage: 3 })).status,
    ).toBe(404)
    expect(await seen('1.2.0')).toMatchObject({
      stage: 3,
      state: 'running',
      stages: [
        { reached_by: null },
        { reached_by: null },
        { reached_by: expect.any(String) as string },
        { reached_at: null },
      ],
    })
    await runs('1.2.0', { done: 50 })
    for (const stage of [4, 4]) {
      desk.market.clock.moveSeconds(HOUR)
      await look()
      expect((await rolloutOf('1.2.0')).stage).toBe(stage)
    }
    expect([
      (await rolloutOf('1.2.0')).state,
      (await release('1.2.0')).share,
      (await desk.listed(item)).version,
    ]).toEqual(['done', 10_000, '1.2.0'])
    await runs('1.2.0', { failed: 40 })
    desk.market.clock.moveSeconds(HOUR)
    await look()
    expect((await release('1.2.0')).status).toBe('published')
  })
})

describe('channels', () => {
  const channel = (choice: string) =>
    owner.call('PUT', `${installationPath(item.id)}/automatic-updates`, {
      body: { store: owner.storeId, automatic: 'all', channel: choice },
    })
  const page = async () => (await owner.call('GET', installationPath(item.id))).body.data

  test('previews are offered to who takes them, by hand and by themselves; a version that is named still works', async () => {
    owner = await signIn(desk.market)
    expect((await install(owner, item.id, { body: { release: '1.1.0' } })).status).toBe(200)
    expect(await processRun(desk.market)).toMatchObject({ kind: 'install', state: 'succeeded' })
    await hand('2.0.0-beta.1')
    expect(await page()).toMatchObject({
      latest_version: '1.2.0',
      installation: { automatic: { channel: 'stable' } },
    })
    expect((await page()).versions.map((one: { version: string }) => one.version)).toEqual([
      '1.2.0',
      '1.1.0',
      '1.0.0',
    ])
    expect((await channel('nightly')).status).toBe(400)
    expect((await channel('preview')).body.data.automatic).toMatchObject({
      choice: 'all',
      channel: 'preview',
    })
    expect(await page()).toMatchObject({ latest_version: '2.0.0-beta.1' })
    await updateAutomatically(desk.market.services)
    const planned = () =>
      db()
        .selectFrom('auto_updates')
        .innerJoin('installations', 'installations.id', 'installation_id')
        .innerJoin('releases', 'releases.id', 'auto_updates.release_id')
        .select('releases.version')
        .where('store_id', '=', owner.storeId)
        .execute()
    expect((await planned()).map((one) => one.version)).toContain('2.0.0-beta.1')
    await channel('stable')
    expect((await planned()).map((one) => one.version)).not.toContain('2.0.0-beta.1')
    expect((await update(owner, item.id, { release: '2.0.0-beta.1' })).status).toBe(200)
    expect(await processRun(desk.market)).toMatchObject({ kind: 'update', state: 'succeeded' })
    // Never to a lower one by itself, and back on purpose.
    expect(await page()).toMatchObject({ latest_version: '2.0.0-beta.1' })
    expect((await update(owner, item.id, { release: '1.2.0' })).status).toBe(200)
    expect(await processRun(desk.market)).toMatchObject({ kind: 'update', state: 'succeeded' })
  })
})

describe('the halt by itself', () => {
  test('failures halt it, with its reasons, for everybody; the owners and the operators are told, stores are named; only a person with a reason lets it go on', async () => {
    await hand('2.0.0', { rollout: 'staged', stages: '20, 100', hours: '2' })
    expect(await rolloutOf('2.0.0')).toMatchObject({ stages: [2000, 10_000], wait_hours: 2 })
    await runs('2.0.0', { failed: 2, done: 3 })
    desk.market.clock.moveSeconds(61)
    await look()
    expect((await release('2.0.0')).status).toBe('published')
    // 1.2.0, the one before, failed 40 times of 90: twice as often is not reached by three of ten.
    await runs('2.0.0', { failed: 5 })
    desk.market.clock.moveSeconds(61)
    await look()
    expect((await release('2.0.0')).status).toBe('published')
    await db()
      .updateTable('installation_runs')
      .set({ failure: 'installs.store_unreachable' })
      .where('to_release_id', '=', (await release('1.2.0')).id)
      .where('state', '=', 'failed')
      .execute()
    desk.market.clock.moveSeconds(61)
    await look()
    expect(await seen('2.0.0')).toMatchObject({
      state: 'halted',
      halted: { by_market: 'failures' },
      fared: { ended: 10, failed: 7 },
      harmed: expect.arrayContaining([
        { domain: 'many0.stores.example', why: 'failed', path: null },
      ]) as unknown,
    })
    expect([...new Set(await Promise.all(others.map(offered)))]).toEqual(['1.2.0'])
    const statement = await db()
      .selectFrom('statements')
      .selectAll()
      .where('object_id', '=', (await release('2.0.0')).id)
      .executeTakeFirstOrThrow()
    expect(statement).toMatchObject({
      decision: 'halted',
      automated: 'decided',
      decided_by: null,
      reversed_at: null,
    })
    expect(statement.facts).toContain('many0.stores.example')
    const tellsOfTheHalt = /many0\.stores\.example/
    expect((await mailTo(desk.market, 'owner@example.com', tellsOfTheHalt)).subject).toContain(
      '2.0.0',
    )
    expect((await mailTo(desk.market, 'reviewer@example.com')).subject).toContain('2.0.0')
    const log = await db()
      .selectFrom('release_log')
      .select('state')
      .where('release_id', '=', (await release('2.0.0')).id)
      .orderBy('index')
      .execute()
    expect(log.map((one) => one.state)).toEqual(['published', 'halted'])
    // Its time goes by, and it stays.
    desk.market.clock.moveSeconds(3 * HOUR)
    await look()
    expect(await rolloutOf('2.0.0')).toMatchObject({ stage: 1 })
    const { id } = await release('2.0.0')
    const resume = (reason: string) =>
      desk.admin.ask('POST', `/operator/rollouts/${id}/resumption`, { reason })
    expect((await resume('')).body.code).toBe('input.invalid')
    expect([
      (await resume('The platform was at fault, it is mended.')).status,
      (await resume('The platform was at fault, it is mended.')).body.code,
    ]).toEqual([200, 'rollouts.not_halted'])
    desk.market.clock.moveSeconds(61)
    await look()
    expect([(await release('2.0.0')).status, (await seen('2.0.0')).harmed]).toEqual([
      'published',
      [],
    ])
    expect(
      (
        await db()
          .selectFrom('statements')
          .select('reversed_at')
          .where('object_id', '=', id)
          .executeTakeFirstOrThrow()
      ).reversed_at,
    ).not.toBeNull()
    expect(
      (
        (await desk.admin.ask('GET', '/operator/rollouts')).body.rollouts as {
          version: string
          partner: string
        }[]
      ).find((one) => one.version === '2.0.0'),
    ).toMatchObject({ partner: 'Nar', state: 'running' })
  })

  test('a shop that answered well before it and badly after it, twice and a minute apart, halts it; a shop that recovers does not', async () => {
    const { services, shop, clock } = desk.market
    const health = async () =>
      (
        await db()
          .selectFrom('store_health')
          .select(['state'])
          .where('release_id', '=', (await release('2.0.0')).id)
          .orderBy('run_id')
          .execute()
      )
        .map((one) => one.state)
        .sort()
    const ask = async (seconds: number) => {
      clock.moveSeconds(seconds)
      for (const run of await findDueHealth(services)) await checkHealth(services, run)
    }
    const bring = async () => {
      expect((await update(owner, item.id, { release: '2.0.0' })).status).toBe(200)
      expect(await processRun(desk.market)).toMatchObject({ state: 'succeeded' })
    }
    owner = await signIn(desk.market)
    await bring()
    expect(await health()).toEqual(['waiting'])
    shop.setStoreOpen('store-1', false)
    await ask(21)
    expect(await health()).toEqual(['bad_once'])
    await ask(30)
    expect(await health()).toEqual(['bad_once'])
    shop.setStoreOpen('store-1', true)
    await ask(31)
    expect(await health()).toEqual(['well'])
    await look()
    expect((await release('2.0.0')).status).toBe('published')

    await update(owner, item.id, { release: '1.2.0' })
    await processRun(desk.market)
    await bring()
    shop.setStoreOpen('store-1', false)
    await ask(21)
    await ask(61)
    expect(await health()).toEqual(['bad', 'well'])
    clock.moveSeconds(61)
    await look()
    shop.setStoreOpen('store-1', true)
    expect(await seen('2.0.0')).toMatchObject({
      state: 'halted',
      halted: { by_market: 'health' },
      harmed: [{ why: 'bad', path: '/' }],
    })
    // Whoever made it may bring back what nobody but the market itself has halted; what an operator
    // decided stands.
    const change = () =>
      desk.owner.ask('PUT', `${item.path}/releases/2.0.0/state`, {
        to: 'published',
        reason: 'The shop was closed by its owner.',
      })
    expect((await change()).status).toBe(200)
    const reasons = {
      grounds: 'contract',
      rule: 'Partner terms 4.2',
      facts: 'It shows another price than the shop has.',
      notice: 'Halted for its prices.',
    }
    await desk.reviewer.ask('PUT', `/operator/items/${item.id}/releases/2.0.0/state`, {
      ...reasons,
      to: 'halted',
    })
    expect((await change()).body.code).toBe('submissions.halted_by_market')
    await uninstall(owner, item.id)
  })

  test('errors that visitors see on several shops, clearly more than before, halt it; it waits in the inbox, and its figures are on the pages of partner and operator', async () => {
    await hand('2.1.0', { rollout: 'staged', stages: '50, 100' })
    const visits = async (version: string, shops: number, seen: number, failed: number) => {
      const { id } = await release(version)
      await sql`insert into visit_counts (store_id, installation_id, release_id, day, measure, bucket, visits)
        select 'sto_many' || n, 'ins_many' || n, ${id}, ${desk.market.clock.now()}::date, measure, bucket, visits
        from generate_series(0, ${shops - 1}::int) n,
          (values ('ms', 60, ${seen}::int), ('failed', 0, ${failed}::int)) as kind (measure, bucket, visits)`.execute(
        db(),
      )
    }
    await visits('1.2.0', 5, 400, 2)
    await visits('2.1.0', 2, 150, 40)
    desk.market.clock.moveSeconds(61)
    await look()
    expect((await release('2.1.0')).status, "two shops' own trouble").toBe('published')
    await db()
      .deleteFrom('visit_counts')
      .where('release_id', '=', (await release('2.1.0')).id)
      .execute()
    await visits('2.1.0', 5, 100, 20)
    desk.market.clock.moveSeconds(61)
    await look()
    expect(await seen('2.1.0')).toMatchObject({
      state: 'halted',
      halted: { by_market: 'errors' },
      signals: { visits: 500, errors: 100 },
      signals_before: { visits: 2000, errors: 10 },
    })
    expect((await mailTo(desk.market, 'reviewer@example.com', /500/)).text).toContain('100')
    const inbox = await desk.reviewer.ask('GET', '/operator/inbox?view=all')
    expect(JSON.stringify(inbox.body)).toContain(`"kind":"halt"`)

    const own = await desk.owner.ask('GET', `${item.path}/health`)
    const shown = (
      own.body.releases as { version: string; totals: unknown; days: unknown[] }[]
    ).find((one) => one.version === '2.1.0')
    expect(shown).toMatchObject({ state: 'halted', totals: { visits: 500, errors: 100 } })
    expect(shown?.days).toHaveLength(30)
    const operators = await desk.reviewer.ask('GET', `/operator/items/${item.id}/health`)
    expect(operators.body.releases).toEqual(own.body.releases)
    expect((await desk.stranger.ask('GET', `${item.path}/health`)).status).toBe(404)
    expect(
      (await desk.owner.ask('POST', `${item.path}/webhooks/whe_none/resumption`)).body.code,
    ).toBe('webhooks.not_paused')
  })
})
