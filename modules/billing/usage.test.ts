import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS } from '#test/support/checkout.ts'
import { idOf, processRun, shopPage, uninstall } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import {
  type Credential,
  installed,
  openApp,
  publishSelling,
  signed,
} from '#test/support/selling-app.ts'
import { payOrder, sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { followSubscription } from '#modules/installs/public.ts'
import { advanceSubscription, findDueSubscriptions } from './public.ts'

let market: Marketplace
let owner: Owner
let app: Credential
let id: string

const NOTICES = {
  key: 'notices',
  name: { en: 'notifications', tr: 'bildirim' },
  included: 100,
  tiers: [
    { upTo: 1_000, priceMinor: 2, per: 1 },
    { upTo: null, priceMinor: 1, per: 1 },
  ],
}
const DAY = 86_400

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1')
  await owner.call('POST', '/domain/address', { body: ADDRESS })
  await publishSelling(market, 'celebration', '9.0.0', [])
  await sellByPeriod(market, 'celebration', [
    { priceMinor: 9_990, meters: [NOTICES], capMinor: 2_000 },
  ])
  id = (await subscribe(market, owner, 'celebration')).id
  app = await installed(market, owner, 'celebration')
})
afterAll(() => market.stop())

const report = (body: object, forged = {}) =>
  signed(market, app, 'POST', 'celebration/usage', body, forged)
const use = (key: string, quantity: number, more: object = {}) =>
  report({ key, meter: 'notices', quantity, ...more })
const subscription = async () => (await owner.call('GET', `/subscriptions/${id}`)).body.data

async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    market.clock.moveSeconds(DAY)
    for (const due of await findDueSubscriptions(market.services))
      await advanceSubscription(market.services, due)
  }
  owner = await signIn(market, 'store-1')
  app = await openApp(market, owner, 'celebration')
}

describe('S3.4 use that an app reports', () => {
  test('is counted once a key, costs what its tiers say beyond the included units, and is shown to owner and app', async () => {
    expect((await use('a', 100)).body.data).toMatchObject({ used: 100, cost: 0, cap: 20 })
    expect((await use('b', 250)).body.data).toMatchObject({ used: 350, cost: 5 })
    expect((await use('b', 250)).body.data).toMatchObject({ used: 350, cost: 5 })
    expect(await use('b', 251)).toMatchObject({ status: 409, body: { code: 'billing.key_reused' } })
    const [used] = (await subscription()).usage
    expect(used).toMatchObject({ used: 350, cost: 5 })
    // On the first day of at most 31, as if the day was over.
    expect(used.forecast).toBeLessThanOrEqual(31 * 350)
    const data = await signed(market, app, 'GET', 'celebration/app-data')
    expect(data.body.data.subscription).toMatchObject({ id, state: 'active', cap: 20 })
  })

  test('is refused when forged, unknown, late or from the future', async () => {
    expect(
      (await report({ key: 'x', meter: 'notices', quantity: 1 }, { secret: 'x' })).status,
    ).toBe(401)
    expect((await report({ key: 'x', meter: 'other', quantity: 1 })).body.code).toBe(
      'billing.meter_unknown',
    )
    for (const days of [-40, 2]) {
      const usedAt = new Date(market.clock.now().getTime() + days * DAY * 1000).toISOString()
      expect((await use('x', 1, { used_at: usedAt })).body.code).toBe('billing.outside_period')
    }
    expect((await use('x', 0)).status).toBe(400)
    expect((await subscription()).usage).toMatchObject([{ used: 350 }])
  })

  test('stops at the cap, however many records come at once, until the owner raises it', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => use(`race-${n}`, 100)))
    const done = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ body }) => body.code === 'billing.cap_reached')).toHaveLength(
      12 - done.length,
    )
    const { usage } = await subscription()
    expect(usage[0].cost).toBeLessThanOrEqual(20)
    expect(usage[0].used).toBe(350 + 100 * done.length)
    expect((await use('big', 500)).body.code).toBe('billing.cap_reached')
    const low = await owner.call('PUT', `/subscriptions/${id}/cap`, { body: { cap: 1 } })
    expect(low).toMatchObject({ status: 422, body: { code: 'billing.cap_too_low' } })
    await owner.call('PUT', `/subscriptions/${id}/cap`, { body: { cap: 100 } })
    expect((await use('big', 500)).status).toBe(200)
    const told = await market.services.db
      .selectFrom('subscription_events')
      .select('facts')
      .where('kind', '=', 'near_cap')
      .execute()
    expect(told.map(({ facts }) => (facts as { percent: number }).percent).toSorted()).toEqual([
      50, 90,
    ])
  })

  test('adds nothing to the price where the owner agreed to no cap', async () => {
    const { db } = market.services
    const change = (cap: number | null) =>
      db.updateTable('subscriptions').set({ cap_minor: cap }).where('id', '=', id).execute()
    await change(null)
    expect((await use('without-cap', 1)).body.code).toBe('billing.cap_reached')
    await change(10_000)
  })

  test('is charged with the next period, as parts of its order', async () => {
    const [{ cost }] = (await subscription()).usage
    await passDays(32)
    const { invoices, usage } = await subscription()
    expect(invoices[0].total).toBeCloseTo(99.9 + cost, 2)
    expect(invoices[0].lines).toHaveLength(2)
    expect(usage).toMatchObject([{ used: 0 }])
  })
})

describe('an unpaid subscription', () => {
  test('is paused on the shop byte for byte, and is back when it is paid', async () => {
    await sellByPeriod(market, 'delivery-day', [{ priceMinor: 5_000 }])
    const bare = await shopPage(market, 'store-1', '/')
    const sub = await subscribe(market, owner, 'delivery-day', { card: '4900005100000001' })
    const item = await idOf(owner, 'delivery-day')
    await installed(market, owner, 'delivery-day').catch(() => {})
    const withItem = await shopPage(market, 'store-1', '/')
    await passDays(31)
    const { due } = (await owner.call('GET', `/subscriptions/${sub.id}`)).body.data
    await passDays(15)
    await followSubscription(market.services, sub.id)
    await processRun(market)
    expect(await shopPage(market, 'store-1', '/')).toBe(bare)
    const resumed = await owner.call('POST', `/app-store/app/${item}/installation/resume`, {
      body: { store: owner.storeId },
    })
    expect(resumed).toMatchObject({ status: 409, body: { code: 'installs.unpaid' } })
    await payOrder(market, owner, due.order_number)
    await followSubscription(market.services, sub.id)
    await processRun(market)
    expect(await shopPage(market, 'store-1', '/')).toBe(withItem)
    await uninstall(owner, item)
    await processRun(market)
    expect((await owner.call('GET', `/subscriptions/${sub.id}`)).body.data).toMatchObject({
      state: 'ending',
    })
  })
})
