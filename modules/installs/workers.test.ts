import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf, install, uninstall, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { finishFailed, finishSucceeded, postponeRun, releaseRun } from './data.ts'
import { runInstallation } from './public.ts'
import { MAX_TRIES, pauseSeconds } from './rules.ts'

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

const runOf = () =>
  market.services.db
    .selectFrom('installation_runs')
    .selectAll()
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('a worker that lost its run to another neither finishes nor releases it (I9)', async () => {
  await install(owner, item)
  const { db } = market.services
  const run = await runOf()
  await db
    .updateTable('installation_runs')
    .set({
      state: 'running',
      tries: 2,
      leased_until: new Date(market.clock.now().getTime() + 60_000),
    })
    .where('id', '=', run.id)
    .execute()
  const late = { id: run.id, tries: 1, installation_id: run.installation_id }
  const now = market.clock.now()
  const end = { done: 1, notice: null, state: 'installed', now, checkAt: now } as const
  expect(await finishSucceeded(db, late, end)).toBe(false)
  expect(await finishFailed(db, late, 'installs.failed', now)).toBe(false)
  await releaseRun(db, late)
  await postponeRun(db, late, market.clock.now())
  expect(await runOf()).toMatchObject({
    state: 'running',
    tries: 2,
    put_off: 0,
    leased_until: expect.any(Date),
  })
  market.clock.moveSeconds(61)
  await processRun(market)
  await uninstall(owner, item)
  await processRun(market)
})

test('a platform that asks to be called later is retried without limit: that is no failure, and nothing is rolled back (INS-3, INS-9)', async () => {
  const often = MAX_TRIES + 4
  market.shop.setFault('store-1', 'effect_put', { kind: 'too_many', times: often })
  await install(owner, item)
  for (let turn = 0; turn < often; turn += 1) {
    await runInstallation(market.services, (await runOf()).id)
    const { put_off: putOff, leased_until: until } = await runOf()
    expect(putOff).toBe(turn + 1)
    // The demo platform asks for two seconds.
    const pause = ((until as Date).getTime() - market.clock.now().getTime()) / 1000
    expect(pause).toBeGreaterThanOrEqual(2)
    await runInstallation(market.services, (await runOf()).id)
    expect(market.shop.getFault('store-1', 'effect_put')?.times ?? 0).toBe(often - turn - 1)
    market.clock.moveSeconds(6)
  }
  await runInstallation(market.services, (await runOf()).id)
  expect(await runOf()).toMatchObject({ kind: 'install', state: 'succeeded' })
  market.clock.moveSeconds(-6 * often)
})

test('a run never retries sooner than the platform asked, not at the same moment as others, and within hours', () => {
  for (const asked of [0.5, 1, 2, 30, 7200]) {
    const pauses = [0, 0.5, 0.999].map((random) => pauseSeconds(asked, random))
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(Math.min(asked, 300))
    expect(Math.max(...pauses)).toBeLessThanOrEqual(600)
    expect(new Set(pauses).size).toBe(3)
  }
})
