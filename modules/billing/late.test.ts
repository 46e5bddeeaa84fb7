import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp, HttpFailure } from '#lib/http.ts'
import { dayIn, startOfDay } from '#lib/time-zone.ts'
import { createSandboxGateway } from '#modules/orders/gateways/sandbox.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { payOrder, sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { grantSubscription, refundOrder } from '#modules/orders/public.ts'
import { advanceSubscription, findDueSubscriptions, recordUsage } from './public.ts'

let market: Marketplace
let owner: Owner

const NO_FUNDS_LATER = '4900005000000002'
const WANTS_HOLDER = '4900005200000000'
const CALLS = {
  key: 'calls',
  name: { en: 'calls', tr: 'çağrı' },
  included: 0,
  tiers: [{ upTo: null, priceMinor: 1, per: 1 }],
}

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1')
  await owner.call('POST', '/domain/address', { body: ADDRESS })
})
afterAll(() => market.stop())

async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    market.clock.moveSeconds(86_400)
    for (const id of await findDueSubscriptions(market.services))
      await advanceSubscription(market.services, id)
  }
  owner = await signIn(market, 'store-1')
}
const stateOf = async (id: string) => (await owner.call('GET', `/subscriptions/${id}`)).body.data
const ordersOf = (id: string) =>
  market.services.db
    .selectFrom('orders')
    .select(['number', 'purpose', 'state', 'total_minor', 'parts'])
    .where('subscription_id', '=', id)
    .orderBy('created_at')
    .execute()
const itemOf = async (slug: string) =>
  (
    await market.services.db
      .selectFrom('items')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
  ).id
const use = async (slug: string, key: string, quantity: number) =>
  recordUsage(market.services, {
    storeId: owner.storeId,
    itemId: await itemOf(slug),
    key,
    meter: 'calls',
    quantity,
    usedAt: null,
  })
const setStore = (status: 'active' | 'closed') =>
  market.services.db.updateTable('stores').set({ status }).where('id', '=', owner.storeId).execute()

test('a change that was not paid is cancelled when its period ends', async () => {
  const [small, large] = await sellByPeriod(market, 'zoom', [
    { priceMinor: 10_000 },
    { priceMinor: 20_000 },
  ])
  const { id } = await subscribe(market, owner, 'zoom', { plan: small, card: WANTS_HOLDER })
  await passDays(10)
  const [change] = (await stateOf(id)).changes
  const asked = await owner.call('POST', `/subscriptions/${id}/plan`, {
    body: { plan: large, today: change.today },
  })
  expect(asked.body.data.order_number).toEqual(expect.any(String))
  await passDays(22)
  const open = (await ordersOf(id)).filter(({ purpose }) => purpose === 'change')
  expect(open.map(({ state }) => state)).toEqual(['cancelled'])
})

test('what is due when a store is closed is asked for anew when it opens, for the time from then on', async () => {
  await sellByPeriod(market, 'finder', [{ priceMinor: 10_000 }])
  const { id } = await subscribe(market, owner, 'finder', { card: NO_FUNDS_LATER })
  await passDays(32)
  expect(await stateOf(id)).toMatchObject({ state: 'past_due' })
  await setStore('closed')
  await passDays(2)
  market.clock.moveSeconds(60 * 86_400)
  await setStore('active')
  await passDays(1)
  const { due } = await stateOf(id)
  const orders = await ordersOf(id)
  expect(orders.map(({ state }) => state)).toEqual(['paid', 'cancelled', 'awaiting_payment'])
  await payOrder(market, owner, due.order_number)
  const paid = await stateOf(id)
  expect(paid).toMatchObject({ state: 'active', due: null })
  expect(Date.parse(paid.period_until)).toBeGreaterThan(
    market.clock.now().getTime() + 25 * 86_400_000,
  )
})

test('a trial that was over long before it is paid begins its first period with the payment', async () => {
  await sellByPeriod(market, 'video', [{ priceMinor: 10_000, trialDays: 5 }])
  const started = await owner.call('POST', '/subscriptions', {
    body: { slug: 'video', trial: true },
  })
  expect(started.status).toBe(200)
  // No worker looks at it for two months.
  market.clock.moveSeconds(60 * 86_400)
  owner = await signIn(market, 'store-1')
  const { id } = await subscribe(market, owner, 'video')
  const paid = await stateOf(id)
  expect(paid).toMatchObject({ state: 'active' })
  expect(Date.parse(paid.period_until)).toBeGreaterThan(
    market.clock.now().getTime() + 25 * 86_400_000,
  )
})

test('a trial’s use costs nothing, and the last use of a cancelled subscription is charged', async () => {
  await sellByPeriod(market, 'gallery', [
    { priceMinor: 10_000, meters: [CALLS], capMinor: 5_000, trialDays: 5 },
  ])
  const cards = (await owner.call('GET', '/domain/card')).body.data
  const card = cards.find((one: { last_four: string }) => one.last_four === '0002')
  const preview = await owner.call('GET', '/subscriptions/preview', { query: { slug: 'gallery' } })
  const { today, trial } = preview.body.data
  const started = await owner.call('POST', '/subscriptions', {
    body: {
      slug: 'gallery',
      trial: true,
      agree: { amount: today, day: trial.until, saved_card_id: card.id },
    },
  })
  const id = started.body.data.subscription_id as string
  await use('gallery', 'in-trial', 300)
  await passDays(6)
  const first = await stateOf(id)
  await (first.due ? payOrder(market, owner, first.due.order_number) : null)
  expect((await ordersOf(id)).map((one) => one.total_minor)).toEqual([10_000])
  await use('gallery', 'in-period', 100)
  const lock = await owner.call('POST', `/subscriptions/${id}/cancel`, {
    body: { when: 'period_end' },
  })
  expect(lock.body.data.state).toBe('ending')
  await passDays(32)
  // The last use is charged although the subscription has ended.
  const orders = await ordersOf(id)
  expect(orders.map((one) => [one.purpose, one.total_minor, one.state])).toEqual([
    ['renewal', 10_000, 'paid'],
    ['final', 100, 'paid'],
  ])
})

test('a subscription whose period was paid back ends', async () => {
  await sellByPeriod(market, 'tour', [{ priceMinor: 9_000 }])
  const { id, orderNumber } = await subscribe(market, owner, 'tour')
  const back = { reason: 'other', askedBy: 'operator', key: 'whole' } as const
  await refundOrder(market.services, { ...back, orderNumber, amountMinor: null })
  expect(await stateOf(id)).toMatchObject({ state: 'ended', end_reason: 'returned' })
})

test('what was refunded of a change is missing from the days for which the change was paid, and from no others', async () => {
  await sellByPeriod(market, 'notices', [
    { priceMinor: 30_000 },
    { priceMinor: 60_000 },
    { priceMinor: 90_000 },
  ])
  const { id } = await subscribe(market, owner, 'notices')
  const changeTo = async (place: number) =>
    (await stateOf(id)).changes.find(
      ({ plan }: { plan: { id: string } }) => plan.id === `pln_notices_${place}`,
    )
  await passDays(15)
  const { credit, today, plan } = await changeTo(1)
  await owner.call('POST', `/subscriptions/${id}/plan`, { body: { plan: plan.id, today } })
  const change = (await ordersOf(id)).find(({ purpose }) => purpose === 'change')!
  if (change.state !== 'paid') await payOrder(market, owner, change.number)
  await refundOrder(market.services, {
    orderNumber: change.number,
    amountMinor: null,
    reason: 'other',
    askedBy: 'operator',
    key: 'change',
  })
  // All of the change went back: the days are worth what they were before it.
  expect((await changeTo(2)).credit).toBe(credit)
  expect((await stateOf(id)).leaving.refund).toBe(credit)
})

test('a payment so late that its time has passed is recorded all the same', async () => {
  const { db } = market.services
  const row = await db
    .selectFrom('subscriptions')
    .select(['id', 'store_id', 'item_id'])
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  const now = market.clock.now()
  await grantSubscription(db, row, new Date(now.getTime() - 86_400_000), now)
  const granted = await db
    .selectFrom('entitlements')
    .select('valid_until')
    .where('subscription_id', '=', row.id)
    .executeTakeFirst()
  expect(granted?.valid_until).toEqual(now)
})

test('a gateway that is not reached costs no try of the card, and is asked again within the day', async () => {
  await sellByPeriod(market, 'vitals', [{ priceMinor: 7_000 }])
  const { id } = await subscribe(market, owner, 'vitals')
  const http = {
    request: () => Promise.reject(new HttpFailure('unreachable', false, 'the bank')),
  }
  const gateway = createSandboxGateway(
    { url: market.bank.url, merchantId: 'arasta', merchantSecret: 'x'.repeat(40) },
    { http, clock: market.clock },
  )
  market.clock.moveSeconds(32 * 86_400)
  await advanceSubscription({ ...market.services, gateway }, id)
  owner = await signIn(market, 'store-1')
  expect(await stateOf(id)).toMatchObject({ state: 'active' })
  market.clock.moveSeconds(3_700)
  await advanceSubscription(market.services, id)
  owner = await signIn(market, 'store-1')
  expect(await stateOf(id)).toMatchObject({ state: 'active', due: null })
  const tries = await market.services.db
    .selectFrom('dunning_attempts')
    .select('turn')
    .where('subscription_id', '=', id)
    .execute()
  expect(tries).toEqual([{ turn: 1 }])
})

test('a gateway that fails by itself is asked again the same day without a word to the owner, and counts as a refusal when it goes on', async () => {
  await sellByPeriod(market, 'take-along', [{ priceMinor: 7_000 }])
  const { id } = await subscribe(market, owner, 'take-along')
  market.clock.moveSeconds(32 * 86_400)
  // A clock that is wrong: the bank refuses the call, not the card.
  const gateway = createSandboxGateway(
    {
      url: market.bank.url,
      merchantId: 'arasta',
      merchantSecret: market.env.SANDBOX_BANK_MERCHANT_SECRET ?? '',
    },
    {
      http: createHttp({ allowOrigins: [market.bank.url] }),
      clock: { now: () => new Date(0) },
    },
  )
  const askAgain = async () => {
    await advanceSubscription({ ...market.services, gateway }, id)
    market.clock.moveSeconds(3_700)
  }
  for (let hour = 0; hour < 6; hour += 1) await askAgain()
  const failures = () =>
    market.services.db
      .selectFrom('subscription_events')
      .select('facts')
      .where('subscription_id', '=', id)
      .where('kind', '=', 'charge_failed')
      .execute()
  expect(await failures()).toEqual([])
  await askAgain()
  expect(await failures()).toMatchObject([{ facts: { reason: 'gateway_error', turn: 1 } }])
  owner = await signIn(market, 'store-1')
  expect(await stateOf(id)).toMatchObject({ state: 'past_due' })
  await passDays(2)
  expect(await stateOf(id)).toMatchObject({ state: 'active', due: null })
})

test('a store that opens on the day on which its period ended keeps its days: 31, 30, 31', async () => {
  const zone = 'Europe/Istanbul'
  const today = () => dayIn(zone, market.clock.now())
  const moveTo = (at: number) =>
    market.clock.moveSeconds((at - market.clock.now().getTime()) / 1_000)
  // The month after it is shorter.
  while (!/-(01|03|05|08|10)-31$/.test(today())) market.clock.moveSeconds(86_400)
  moveTo(startOfDay(zone, today()).getTime() + 12 * 3_600_000)
  owner = await signIn(market, 'store-1')
  await sellByPeriod(market, 'quick', [{ priceMinor: 10_000 }])
  const { id } = await subscribe(market, owner, 'quick')
  const { period_until: until } = await stateOf(id)
  await setStore('closed')
  moveTo(Date.parse(until) + 60_000)
  await advanceSubscription(market.services, id)
  expect(dayIn(zone, new Date(until))).toBe(today())
  await setStore('active')
  market.clock.moveSeconds(3_600)
  await advanceSubscription(market.services, id)
  owner = await signIn(market, 'store-1')
  const renewed = await stateOf(id)
  expect(renewed.state).toBe('active')
  expect(dayIn(zone, new Date(renewed.period_until))).toMatch(/-31$/)
})
