import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#kernel/context.ts'
import { lockOrder, requestRefund } from '#modules/orders/public.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { changeSubscription } from './data.ts'
import { advanceSubscription, subscriptionOrderRefunded } from './public.ts'

let market: Marketplace
let owner: Owner

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1')
  await owner.call('POST', '/domain/address', { body: ADDRESS })
})
afterAll(() => market.stop())

const stateOf = async (id: string) => (await owner.call('GET', `/subscriptions/${id}`)).body.data
const leaveNow = (id: string, refund: number, charge = 0) =>
  owner.call('POST', `/subscriptions/${id}/cancel`, { body: { when: 'now', refund, charge } })
const beginTwice = async (slug: string) =>
  (
    await Promise.all([1, 2, 3].map(() => owner.call('POST', '/subscriptions', { body: { slug } })))
  ).map(({ status }) => status)

test('a plan that costs only by use begins once, however many requests there are at once', async () => {
  await sellByPeriod(market, 'video', [{ kind: 'usage', priceMinor: 0, capMinor: 2_000 }])
  expect((await beginTwice('video')).toSorted()).toEqual([200, 409, 409])
})

test('requests at once for the order of a first period have one order or a clean answer', async () => {
  await sellByPeriod(market, 'zoom', [{ priceMinor: 10_000 }])
  const statuses = await beginTwice('zoom')
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
})

test('who leaves while a renewal is being paid is told to wait, and nothing of it is done', async () => {
  await sellByPeriod(market, 'finder', [{ priceMinor: 10_000 }])
  const { id } = await subscribe(market, owner, 'finder')
  market.clock.moveSeconds(32 * 86_400)
  owner = await signIn(market, 'store-1')
  // The bank takes its time.
  const answer = Promise.withResolvers<void>()
  const { gateway } = market.services
  let isAsked = false
  const slow: typeof gateway = {
    ...gateway,
    charge: async (...given) => {
      isAsked = true
      await answer.promise
      const step = await gateway.charge?.(...given)
      if (!step) throw new Error('the sandbox charges cards')
      return step
    },
  }
  const renewal = advanceSubscription({ ...market.services, gateway: slow }, id)
  await expect.poll(() => isAsked, { timeout: 10_000 }).toBe(true)
  const { leaving } = await stateOf(id)
  const refused = await leaveNow(id, leaving.refund, leaving.charge)
  expect(refused).toMatchObject({ status: 409, body: { code: 'checkout.payment_in_flight' } })
  answer.resolve()
  await renewal
  const paid = await stateOf(id)
  expect(paid).toMatchObject({ state: 'active', due: null })
  expect((await leaveNow(id, paid.leaving.refund)).status).toBe(200)
})

test('who leaves while a refund of the period ends does not wait for it in a circle', async () => {
  await sellByPeriod(market, 'quick', [{ priceMinor: 10_000 }])
  const { id, orderNumber } = await subscribe(market, owner, 'quick')
  const { services } = market
  await requestRefund(services, {
    orderNumber,
    amountMinor: 100,
    reason: 'other',
    askedBy: 'test',
    key: 'race',
  })
  const { leaving } = await stateOf(id)
  const { id: orderId } = await services.db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', orderNumber)
    .executeTakeFirstOrThrow()
  const [locked, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // As a refund that ends does it: its order first, then the subscription.
  let tries = 0
  const refund = inTransaction(services, async (trx) => {
    tries += 1
    await lockOrder(trx, { id: orderId })
    locked.resolve()
    await asked.promise
    await subscriptionOrderRefunded(services, trx, { orderId, amountMinor: 100, isReturn: true })
  })
  await locked.promise
  const left = leaveNow(id, leaving.refund)
  // Longer than PostgreSQL waits before it looks for a deadlock: this transaction would be its victim.
  await sleep(3_000)
  asked.resolve()
  await refund
  expect(tries).toBe(1)
  expect((await left).status).toBe(200)
})

test('a subscription moves only as its table says', async () => {
  const { db } = market.services
  const { id } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('state', '=', 'ended')
    .executeTakeFirstOrThrow()
  await expect(changeSubscription(db, id, { state: 'active' }, null)).rejects.toThrow(
    'cannot become active',
  )
})
