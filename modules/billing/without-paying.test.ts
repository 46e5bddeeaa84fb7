import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { payOrder, sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { refundOrder, selectOrders } from '#modules/orders/public.ts'
import { advanceSubscription, findDueSubscriptions, recordUsage } from './public.ts'

let market: Marketplace
let owner: Owner

const CALLS = {
  key: 'calls',
  name: { en: 'calls', tr: 'çağrı' },
  included: 0,
  tiers: [{ upTo: null, priceMinor: 100, per: 1 }],
}

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1')
  await owner.call('POST', '/domain/address', { body: ADDRESS })
})
afterAll(() => market.stop())

const stateOf = async (id: string) => (await owner.call('GET', `/subscriptions/${id}`)).body.data
const slugs = async (): Promise<string[]> =>
  (await owner.call('GET', '/subscriptions')).body.data.map(
    (one: { item: { slug: string } }) => one.item.slug,
  )

async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    market.clock.moveSeconds(86_400)
    for (const id of await findDueSubscriptions(market.services))
      await advanceSubscription(market.services, id)
  }
  owner = await signIn(market, 'store-1')
}

/** An operator refunds an order, wholly when the amount is null. */
async function refund(orderNumber: string, amountMinor: number | null): Promise<void> {
  const answer = await refundOrder(market.services, {
    orderNumber,
    amountMinor,
    reason: 'other',
    askedBy: 'test',
    key: `${orderNumber}-${amountMinor}`,
  })
  expect(answer).toMatchObject({ kind: 'refund', refund: { state: 'succeeded' } })
}

/** The app of the store's subscription reports use. */
async function use(id: string, quantity: number, key: string): Promise<void> {
  const { store_id: storeId, item_id: itemId } = await market.services.db
    .selectFrom('subscriptions')
    .select(['store_id', 'item_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const record = { storeId, itemId, key, meter: 'calls', quantity, usedAt: null }
  await recordUsage(market.services, record)
}

test('D9 the first order of a subscription cannot be made that of a free plan, nor an unpaid one later', async () => {
  const [yearly] = await sellByPeriod(market, 'finder', [{ priceMinor: 99_900, period: 'year' }])
  const { item_id: itemId } = await market.services.db
    .selectFrom('plans')
    .select('item_id')
    .where('id', '=', yearly as string)
    .executeTakeFirstOrThrow()
  await market.services.db
    .insertInto('plans')
    .values({
      id: 'pln_finder_free',
      item_id: itemId,
      kind: 'free',
      name: JSON.stringify({ en: 'Free', tr: 'Ücretsiz' }),
      price_minor: 0,
      currency: 'TRY',
      position: 1,
    })
    .execute()
  const started = await owner.call('POST', '/subscriptions', {
    body: { slug: 'finder', plan: yearly },
  })
  const number = started.body.data.order_number
  const free = await owner.call('POST', '/checkout/finder/app', {
    body: { plan: 'pln_finder_free' },
  })
  expect(free.body.data).toMatchObject({ total: 0 })
  expect(free.body.data.order_number).not.toBe(number)
  const order = await market.services.db
    .selectFrom('orders')
    .select(['state', 'total_minor'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  expect(order).toEqual({ state: 'cancelled', total_minor: 99_900 })
  expect(await slugs()).not.toContain('finder')
})

test('S3.4 a change to a plan that charges by use brings the cap of that plan', async () => {
  const [, yearly] = await sellByPeriod(market, 'vitals', [
    { priceMinor: 10_000 },
    { priceMinor: 90_000, period: 'year', meters: [CALLS], capMinor: 2_000 },
  ])
  const { id } = await subscribe(market, owner, 'vitals')
  const [change] = (await stateOf(id)).changes
  await owner.call('POST', `/subscriptions/${id}/plan`, {
    body: { plan: yearly, today: change.today },
  })
  expect(await stateOf(id)).toMatchObject({ plan: { id: yearly }, cap: 20 })
  await expect(use(id, 21, 'a')).rejects.toMatchObject({ code: 'billing.cap_reached' })
})

test('S3.4 use that was not paid must be paid before a store begins anew', async () => {
  await sellByPeriod(market, 'video', [
    { kind: 'usage', priceMinor: 0, meters: [CALLS], capMinor: 2_000 },
  ])
  const begin = () => owner.call('POST', '/subscriptions', { body: { slug: 'video' } })
  const id = (await begin()).body.data.subscription_id
  await use(id, 20, 'a')
  await owner.call('POST', `/subscriptions/${id}/cancel`, { body: { when: 'now', charge: 20 } })
  expect(await begin()).toMatchObject({ status: 409, body: { code: 'billing.owed' } })
  const final = await selectOrders(market.services.db)
    .select(['number', 'list_price_minor'])
    .where('subscription_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(final.list_price_minor).toBe(2_000)
  await payOrder(market, owner, final.number)
  expect((await begin()).status).toBe(200)
})

test('S3.4 what was used is charged at the prices at which it was used: a change begins with the next period', async () => {
  const [small, large] = await sellByPeriod(market, 'zoom', [
    { priceMinor: 10_000, meters: [CALLS], capMinor: 2_000 },
    { priceMinor: 12_000, meters: [{ ...CALLS, included: 1_000 }], capMinor: 2_000 },
  ])
  const { id } = await subscribe(market, owner, 'zoom', { plan: small as string })
  expect((await stateOf(id)).changes).toMatchObject([{ plan: { id: large }, is_now: true }])
  await use(id, 20, 'a')
  expect((await stateOf(id)).changes).toMatchObject([{ is_now: false, today: 0 }])
})

test('D10 leaving refunds no more than was paid for the period, whatever was refunded before', async () => {
  const [small, large] = await sellByPeriod(market, 'quick', [
    { priceMinor: 10_000 },
    { priceMinor: 20_000 },
  ])
  const { id, orderNumber } = await subscribe(market, owner, 'quick', { plan: small as string })
  await passDays(32)
  await refund(orderNumber, 1)
  const first = await stateOf(id)
  await owner.call('POST', `/subscriptions/${id}/plan`, {
    body: { plan: large, today: first.changes[0].today },
  })
  const { leaving, invoices } = await stateOf(id)
  const [change, renewal] = invoices
  expect(renewal.total).toBe(100)
  await refund(renewal.order_number, 9_900)
  const left = await stateOf(id)
  expect(leaving.refund).toBeGreaterThan(change.total + 1)
  expect(left.leaving.refund).toBeCloseTo(change.total + 1, 2)
  await refund(change.order_number, null)
  expect((await stateOf(id)).state).toBe('active')
  await refund(renewal.order_number, null)
  expect(await stateOf(id)).toMatchObject({ state: 'ended', end_reason: 'returned' })
})

test('S3.4 an item that an operator stopped is not charged until the stop is lifted', async () => {
  await sellByPeriod(market, 'tour', [{ priceMinor: 5_000 }])
  const { id } = await subscribe(market, owner, 'tour')
  const { db } = market.services
  const { item_id: itemId } = await db
    .selectFrom('subscriptions')
    .select('item_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('item_stops')
    .values({
      id: 'stp_00000000000000000000',
      item_id: itemId,
      notice: 'Stopped',
      releases: [],
      was_published: true,
      stopped_at: market.clock.now(),
    })
    .execute()
  await passDays(40)
  expect((await stateOf(id)).invoices).toHaveLength(1)
  await db
    .updateTable('item_stops')
    .set({ lifted_at: market.clock.now() })
    .where('item_id', '=', itemId)
    .execute()
  await passDays(3)
  expect(await stateOf(id)).toMatchObject({ state: 'active', due: null })
  expect((await stateOf(id)).invoices).toHaveLength(2)
})

test('D10 cards are tried for an open amount ten times an hour at most', async () => {
  const put = () =>
    owner.call('PUT', '/subscriptions/sub_none/card', { body: { saved_card_id: 'none' } })
  for (let n = 0; n < 10; n += 1) expect((await put()).status).toBe(404)
  expect((await put()).status).toBe(429)
})

test('D10 who leaves on the first day has everything back once; the next time the day that is begun is paid', async () => {
  await sellByPeriod(market, 'instant', [{ priceMinor: 30_000 }])
  const first = await subscribe(market, owner, 'instant')
  const { leaving } = await stateOf(first.id)
  expect(leaving.refund).toBe(300)
  await owner.call('POST', `/subscriptions/${first.id}/cancel`, {
    body: { when: 'now', refund: 300 },
  })
  const second = await subscribe(market, owner, 'instant')
  const again = (await stateOf(second.id)).leaving.refund
  expect(again).toBeLessThanOrEqual(291)
  expect(again).toBeGreaterThanOrEqual(289)
})

test('S3.4 what is due can be paid while the platform takes nothing new', async () => {
  await sellByPeriod(market, 'gallery', [{ priceMinor: 5_000 }])
  const { id } = await subscribe(market, owner, 'gallery', { card: '4900005100000001' })
  await passDays(32)
  const { due } = await stateOf(id)
  const become = (state: string) =>
    market.services.db
      .updateTable('platforms')
      .set({ state })
      .where('id', '=', (on) =>
        on.selectFrom('stores').select('platform_id').where('stores.id', '=', owner.storeId),
      )
      .execute()
  await become('paused')
  try {
    await payOrder(market, owner, due.order_number)
  } finally {
    await become('open')
  }
  expect(await stateOf(id)).toMatchObject({ state: 'active', due: null })
})

test('S3.4 a store that once had a test clock is charged in a market whose payments are real', async () => {
  await sellByPeriod(market, 'cookie-consent', [{ priceMinor: 5_000 }])
  const now = market.clock.now()
  await market.services.db
    .insertInto('test_clocks')
    .values({ store_id: owner.storeId, now_at: now, target_at: now, updated_at: now })
    .execute()
  const { id } = await subscribe(market, owner, 'cookie-consent')
  const { gateway } = market.services
  market.services.gateway = { ...gateway, capabilities: { ...gateway.capabilities, isTest: false } }
  await passDays(32)
  market.services.gateway = gateway
  expect((await stateOf(id)).invoices).toHaveLength(2)
})
