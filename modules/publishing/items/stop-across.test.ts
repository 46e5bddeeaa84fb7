import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopItem } from '#modules/catalog/public.ts'
import { runInstallation } from '#modules/installs/public.ts'
import { type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { install, shopPage, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { startSecondProcess } from '#test/support/second-process.ts'

/** Where the operator sits. It works nothing off. */
let market: Marketplace
let admin: ConsoleBrowser
let owner: Owner
let other: Owner

const REASONS = {
  grounds: 'contract',
  rule: '§ 7',
  facts: 'It sends what customers type to evil.example.',
  notice: 'It sends data of customers to another site.',
}
/** One sentence on product pages. */
const PART = {
  permissions: [
    {
      code: 'design_block',
      required: true,
      reason: { en: 'To put a sentence onto product pages.' },
    },
  ],
  design_blocks: [
    {
      id: 'a',
      placement: 1004,
      title: { en: 'A sentence' },
      summary: { en: 'A sentence.' },
      html: '<p>Here it is</p>',
    },
  ],
}
const pageOf = (store: 'store-1' | 'store-2') => shopPage(market, store, '/products/tulip-vase')
const item = async (prefix: string) => {
  const id = await listBare(market, prefix)
  await publish(market.services, id, '1.0.0', await zipOf(prefix, '1.0.0', PART))
  return id
}
const runOf = (itemId: string, storeId: string) =>
  market.services.db
    .selectFrom('installation_runs')
    .innerJoin('installations', 'installations.id', 'installation_id')
    .select([
      'installation_runs.id',
      'kind',
      'installation_runs.state',
      'failure',
      'put_off',
      'installations.state as installation',
    ])
    .where('item_id', '=', itemId)
    .where('store_id', '=', storeId)
    .orderBy('turn', 'desc')

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  ;[owner, other] = [await signIn(market), await signIn(market, 'store-2')]
})
afterAll(() => market.stop())

test('PKG-13 an item that is stopped while the last step of an install is done was never there: the stop waits for no luck', async () => {
  const { services } = market
  const { db, clock } = services
  const id = await item('last-step')
  expect((await install(owner, id)).status).toBe(200)
  const run = await runOf(id, owner.storeId).executeTakeFirstOrThrow()
  let running: Promise<void> | undefined
  // Inside the operator's transaction no shop may be called: installs and visitors are outside it.
  const outside = AsyncLocalStorage.snapshot()
  await db.transaction().execute(async (trx) => {
    // Not yet true for anybody else: every step of the install finds that nothing is stopped.
    await stopItem(trx, clock.now(), { itemId: id, notice: REASONS.notice })
    running = outside(() => runInstallation(services, run.id))
    await expect
      .poll(
        async () =>
          (
            await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              db,
            )
          ).rows.length,
        { timeout: 10_000, interval: 20 },
      )
      .toBeGreaterThan(0)
    expect(await outside(() => pageOf('store-1'))).toContain('Here it is')
  })
  await running
  expect(await processRun(market)).toMatchObject({ kind: 'undo', state: 'succeeded' })
  expect(await runOf(id, owner.storeId).execute()).toMatchObject([
    { kind: 'undo', installation: 'uninstalled' },
    { kind: 'install', state: 'failed', failure: 'installs.stopped' },
  ])
  expect(await pageOf('store-1')).not.toContain('Here it is')
})

test("PKG-13 what is stopped in one process is refused in every other from then on, is taken back where it was under way, and pages that others keep follow the database's word within ten seconds", async () => {
  const id = await item('across')
  const there = await startSecondProcess(market)
  try {
    const detail = async () =>
      (await call(there, 'GET', '/app-store/app/detail', { query: { slug: 'across', hl: 'EN' } }))
        .body
    const offered = async () =>
      (
        await call(there, 'GET', '/app/package', {
          site: 'installer',
          query: { prefix: 'across', hl: 'EN' },
          headers: { 'apps-token': other.token, 'store-token': other.storeToken },
        })
      ).status
    const buy = (who: Owner) =>
      call(there, 'POST', '/checkout/across/app', {
        body: {},
        headers: { 'apps-token': who.token, 'store-token': who.storeToken },
      })
    // Asked for twice, so that the other process has it in its memory.
    for (let times = 0; times < 2; times += 1) expect((await detail()).data).toMatchObject({ id })
    expect(await offered()).toBe(200)
    expect((await install(owner, id)).status).toBe(200)
    await expect
      .poll(async () => (await runOf(id, owner.storeId).executeTakeFirstOrThrow()).installation, {
        timeout: 20_000,
      })
      .toBe('installed')
    // The other store's install is held by its shop at the step that would apply it.
    market.shop.setFault('store-2', 'effect_put', { kind: 'too_many', times: 1_000 })
    expect((await install(other, id)).status).toBe(200)
    await expect
      .poll(async () => (await runOf(id, other.storeId).executeTakeFirstOrThrow()).put_off, {
        timeout: 20_000,
      })
      .toBeGreaterThan(0)

    expect((await admin.ask('PUT', `/operator/items/${id}/stop`, REASONS)).body).toEqual({
      success: true,
      stores: 2,
    })
    // At once, wherever it is asked: this is no matter of news.
    expect([
      await offered(),
      (await buy(other)).body.code,
      (await install(other, id)).status,
    ]).toEqual([404, 'catalog.item_not_found', expect.any(Number)])
    expect((await buy(other)).status).toBeGreaterThanOrEqual(400)
    await expect
      .poll(detail, { timeout: 10_000, interval: 50 })
      .toMatchObject({ code: 'catalog.item_delisted', description: REASONS.notice })

    market.shop.setFault('store-2', 'effect_put', null)
    await expect
      .poll(() => runOf(id, other.storeId).execute(), { timeout: 30_000, interval: 200 })
      .toMatchObject([
        { kind: 'undo', state: 'succeeded', installation: 'uninstalled' },
        { kind: 'install', state: 'failed', failure: 'installs.stopped' },
      ])
    expect(await pageOf('store-2')).not.toContain('Here it is')
    const again = await install(other, id)
    expect([again.status, again.body.code]).toEqual([404, 'catalog.item_not_found'])

    // Who has it is listed for the operator, and both are told.
    expect((await admin.ask('GET', `/operator/items/${id}/stores`)).body).toMatchObject({
      stores: [{ store: { id: owner.storeId }, state: 'installed' }],
    })
    const told = await market.services.db
      .selectFrom('owner_notices')
      .select('store_id')
      .where('kind', '=', 'item_stopped')
      .where(sql`facts ->> 'itemId'`, '=', id)
      .execute()
    expect(told.map((one) => one.store_id).toSorted()).toEqual(
      [owner.storeId, other.storeId].toSorted(),
    )
  } finally {
    await there.stop()
  }
})
