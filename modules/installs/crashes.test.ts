import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FaultyCall } from '#demo/shop/connector/faults.ts'
import { connectorOf } from '#modules/stores/platforms/public.ts'
import { idOf, install, installationPath, shopPage, uninstall } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { runInstallation } from './public.ts'
import { renewLease } from './data.ts'
import { LEASE_SECONDS, MAX_TRIES } from './rules.ts'

let market: Marketplace
let owner: Owner
let item: string

beforeAll(async () => {
  // Without a worker: the test itself decides when a run is taken up.
  market = await startMarketplace()
  owner = await signIn(market)
  item = await idOf(owner, 'cookie-consent')
})
afterAll(() => market.stop())

const runOf = async () =>
  await market.services.db
    .selectFrom('installation_runs')
    .selectAll()
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const stateOf = async () => (await connectorOf(market.services, owner.storeId)).getState()
const layersOf = async () =>
  (await stateOf()).slots.flatMap((slot) => slot.layers.map((layer) => layer.effect_id))

/** Takes runs up until none is left, as the queue would. */
async function workOff(): Promise<number> {
  for (let tries = 1; tries <= MAX_TRIES + 4; tries += 1) {
    const run = await runOf()
    if (run.state === 'succeeded' || run.state === 'failed') return tries
    // A platform that said "later" is not asked before.
    if (run.leased_until && run.leased_until > market.clock.now()) market.clock.moveSeconds(10)
    await runInstallation(market.services, run.id).catch(() => {})
  }
  throw new Error('the run did not end')
}

describe('a broken connection (INS-3)', () => {
  const calls: FaultyCall[] = ['package', 'effect_put', 'state']
  for (const call of calls) {
    for (const kind of ['error_500', 'too_many', 'reset', 'reset_after'] as const) {
      test(`at "${call}" by ${kind}: the install applies each layer once, and the uninstall restores the shop`, async () => {
        const before = await shopPage(market, 'store-1', '/')
        expect((await install(owner, item)).status).toBe(200)
        market.shop.setFault('store-1', call, { kind, times: 2 })
        await workOff()
        expect((await runOf()).state).toBe('succeeded')
        const layers = await layersOf()
        expect(new Set(layers).size).toBe(layers.length)
        expect(layers.length).toBeGreaterThan(0)

        expect((await uninstall(owner, item)).status).toBe(200)
        market.shop.setFault('store-1', 'effect_delete', { kind, times: 1 })
        await workOff()
        expect(await runOf()).toMatchObject({ state: 'succeeded', failure: null })
        expect(await shopPage(market, 'store-1', '/')).toBe(before)
      })
    }
  }
})

describe('a worker that dies', () => {
  test('in the middle of a run blocks it only until its lease expires; then another continues where it stopped', async () => {
    const started = (await install(owner, item)).body.data
    const run = await runOf()
    // What a killed worker leaves behind: the lease is held, the first step is marked as running.
    await market.services.db
      .updateTable('installation_runs')
      .set({
        state: 'running',
        leased_until: new Date(market.clock.now().getTime() + LEASE_SECONDS * 1000),
      })
      .where('id', '=', run.id)
      .execute()
    await runInstallation(market.services, run.id)
    expect((await owner.call('GET', `/installations/${started.id}`)).body.data.state).toBe(
      'installing',
    )
    market.clock.moveSeconds(LEASE_SECONDS + 1)
    await runInstallation(market.services, run.id)
    expect((await owner.call('GET', `/installations/${started.id}`)).body.data.state).toBe(
      'installed',
    )
    market.clock.moveSeconds(-LEASE_SECONDS - 1)
    await uninstall(owner, item)
    await workOff()
  })
})

test('a worker that lost its lease to another stops without touching its work', async () => {
  await install(owner, item)
  const run = await runOf()
  const later = new Date(market.clock.now().getTime() + 60_000)
  await market.services.db
    .updateTable('installation_runs')
    .set({ state: 'running', tries: 2, leased_until: later })
    .where('id', '=', run.id)
    .execute()
  expect(await renewLease(market.services.db, { id: run.id, tries: 1 }, later)).toBe(false)
  expect(await renewLease(market.services.db, { id: run.id, tries: 2 }, later)).toBe(true)
  market.clock.moveSeconds(61)
  await workOff()
  market.clock.moveSeconds(-61)
  await uninstall(owner, item)
  await workOff()
})

describe('a permanent failure of the shop', () => {
  test('during an install: it is rolled back after a limited number of attempts, and the owner is notified (I6)', async () => {
    market.shop.setFault('store-1', 'effect_put', { kind: 'error_500', times: null })
    const started = (await install(owner, item)).body.data
    await workOff()
    market.shop.setFault('store-1', 'effect_put', null)
    expect(await runOf()).toMatchObject({ kind: 'undo', state: 'succeeded' })
    expect((await owner.call('GET', `/installations/${started.id}`)).body.data.state).toBe(
      'uninstalled',
    )
    expect((await owner.call('GET', installationPath(item))).body.data).toMatchObject({
      state: 'none',
      installation: null,
    })
    expect(await layersOf()).toEqual([])
  })
})

test('with a missing package: an install is rolled back, an uninstall needs none, and what is impossible says so', async () => {
  const { db } = market.services
  await db
    .insertInto('releases')
    .values({
      id: 'rel_gone',
      item_id: item,
      version: '0.0.1',
      version_order: '00000',
      status: 'yanked',
      notes: '{}',
    })
    .execute()
  const lose = () =>
    db
      .updateTable('installations')
      .set({ release_id: 'rel_gone' })
      .where('state', '!=', 'uninstalled')
      .execute()
  const started = (await install(owner, item)).body.data
  await lose()
  await workOff()
  expect(await runOf()).toMatchObject({ kind: 'undo', state: 'succeeded' })
  expect((await owner.call('GET', `/installations/${started.id}`)).body.data.state).toBe(
    'uninstalled',
  )

  await install(owner, item)
  await workOff()
  await owner.call('POST', `${installationPath(item)}/pause`, { body: { store: owner.storeId } })
  await workOff()
  await owner.call('POST', `${installationPath(item)}/resume`, { body: { store: owner.storeId } })
  await lose()
  await workOff()
  expect(await runOf()).toMatchObject({
    kind: 'resume',
    state: 'failed',
    failure: 'installs.resume_failed',
  })
  expect(
    (
      await db
        .selectFrom('installations')
        .select('state')
        .where('state', '!=', 'uninstalled')
        .executeTakeFirstOrThrow()
    ).state,
  ).toBe('needs_action')
  await uninstall(owner, item)
  await workOff()
  expect(await runOf()).toMatchObject({ kind: 'uninstall', state: 'succeeded', failure: null })
  expect(await layersOf()).toEqual([])
})

describe('another change at the same place', () => {
  test('of the shop stays, ours is removed, and the owner is notified', async () => {
    await install(owner, item)
    await workOff()
    const { effect } = await market.services.db
      .selectFrom('side_effects')
      .select(({ ref }) => ref('slot').as('effect'))
      .orderBy('applied_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    // The ledger says what was there before; a base that differs now was changed by somebody else.
    await market.services.db
      .updateTable('side_effects')
      .set({ before_sha256: 'f'.repeat(64) })
      .where('slot', '=', effect)
      .where('state', '=', 'applied')
      .execute()
    await uninstall(owner, item)
    await workOff()
    expect(await runOf()).toMatchObject({
      kind: 'uninstall',
      state: 'succeeded',
      failure: 'installs.changed_meanwhile',
    })
    expect(await layersOf()).toEqual([])
  })
})
