import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  advanceSubscription,
  countDueRenewals,
  findDueSubscriptions,
} from '#modules/billing/public.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { openHealth, type Health } from '../health.ts'
import { openLog } from '../log.ts'
import { listenForChanges, type Changes } from '../page-cache/changes.ts'
import { readingsOf } from './figures.ts'

let market: Marketplace
let changes: Changes
let health: Health
beforeAll(async () => {
  market = await startMarketplace()
  changes = listenForChanges({ databaseUrl: market.databaseUrl, log: openLog('silent') })
  health = await openHealth({ databaseUrl: market.databaseUrl, changes })
  health.endStart()
})
afterAll(async () => {
  await Promise.all([health.close(), changes.stop()])
  await market.stop()
})

const readings = () => readingsOf({ services: market.services, health, pages: () => undefined })

async function valuesOf(read: ReturnType<typeof readings>, name: string) {
  const found = (await read[name]?.read()) ?? []
  return Object.fromEntries(
    found.map(({ value, labels }) => [Object.values(labels).join(' ') || 'all', value]),
  )
}

test('jobs whose time has come are counted by their name, with the longest wait; later ones and others’ are not', async () => {
  const { db, jobs } = market.services
  for (const id of ['one', 'two', 'three']) await jobs.enqueue(db, 'check-vat-id', { id })
  await jobs.enqueue(db, 'check-vat-id', { id: 'later' }, 3_600)
  await sql`update pgboss.job set start_after = now() - interval '90 s'
    where name = 'check-vat-id' and data->>'id' = 'two'`.execute(db)
  const read = readings()
  expect((await valuesOf(read, 'arasta.job.waiting'))['check-vat-id']).toBe(3)
  expect((await valuesOf(read, 'arasta.job.waiting'))['move-test-clock']).toBe(0)
  expect((await valuesOf(read, 'arasta.job.oldest'))['check-vat-id']).toBeCloseTo(90, -1)
  // The next scrape is within the same turn: nothing is asked again.
  await jobs.enqueue(db, 'check-vat-id', { id: 'four' })
  expect((await valuesOf(read, 'arasta.job.waiting'))['check-vat-id']).toBe(3)
  expect((await valuesOf(readings(), 'arasta.job.waiting'))['check-vat-id']).toBe(4)
})

test('subscriptions are due from their time on, and late a quarter of an hour after', async () => {
  const owner = await signIn(market)
  await owner.call('POST', '/domain/address', { body: ADDRESS })
  await sellByPeriod(market, 'zoom', [{ priceMinor: 10_000 }])
  const { id } = await subscribe(market, owner, 'zoom')
  for (const due of await findDueSubscriptions(market.services))
    await advanceSubscription(market.services, due)
  expect(await countDueRenewals(market.services)).toEqual({ due: 0, late: 0 })
  const { next_action_at: at } = await market.services.db
    .selectFrom('subscriptions')
    .select('next_action_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const seconds = (at!.getTime() - market.clock.now().getTime()) / 1000
  market.clock.moveSeconds(seconds + 60)
  expect(await countDueRenewals(market.services)).toEqual({ due: 1, late: 0 })
  market.clock.moveSeconds(900)
  expect(await countDueRenewals(market.services)).toEqual({ due: 1, late: 1 })
  expect(await valuesOf(readings(), 'arasta.renewals.late')).toEqual({ all: 1 })
})

test('an archiver that is off has no lag and does not fail', async () => {
  const read = readings()
  expect(await valuesOf(read, 'arasta.wal.archive_lag')).toEqual({ all: 0 })
  expect(await valuesOf(read, 'arasta.wal.archive_failing')).toEqual({ all: 0 })
})

test('readiness is told check by check, connections by pool and state, the event loop and memory by number', async () => {
  const read = readings()
  await expect.poll(() => changes.listening).toBe(true)
  expect(await valuesOf(read, 'arasta.ready')).toEqual({
    started: 1,
    database: 1,
    migrations: 1,
    changes: 1,
  })
  expect(Object.keys(await valuesOf(read, 'db.client.connection.count')).sort()).toEqual([
    'main idle',
    'main used',
    'readers idle',
    'readers used',
  ])
  expect(await valuesOf(read, 'db.client.connection.max')).toEqual({ main: 6, readers: 6 })
  expect((await valuesOf(read, 'process.memory.usage')).all).toBeGreaterThan(2e7)
  const late = await valuesOf(read, 'nodejs.eventloop.delay')
  expect(Object.keys(late)).toEqual(['mean', 'p99', 'max'])
  health.beginStop()
  expect((await valuesOf(readings(), 'arasta.ready')).started).toBe(0)
})

test('a statement that waits for a connection is seen as waiting', async () => {
  const { db } = market.services
  const busy = Array.from({ length: 8 }, () => sql`select pg_sleep(0.5)`.execute(db))
  await expect
    .poll(async () => valuesOf(readings(), 'db.client.connection.pending_requests'))
    .toMatchObject({ main: 2 })
  await Promise.all(busy)
  expect(await valuesOf(readings(), 'db.client.connection.pending_requests')).toMatchObject({
    main: 0,
  })
})
