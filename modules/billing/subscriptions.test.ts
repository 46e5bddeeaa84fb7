import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS, chargesOf } from '#test/support/checkout.ts'
import { makeCoupon } from '#test/support/coupons.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { payOrder, sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { advanceSubscription, findDueSubscriptions } from './public.ts'

let market: Marketplace
let owner: Owner
let other: Owner

const NO_FUNDS_LATER = '4900005000000002'
const CLOSED_LATER = '4900005100000001'
const DAY = 86_400

beforeAll(async () => {
  market = await startMarketplace()
  await enter()
  for (const one of [owner, other]) await one.call('POST', '/domain/address', { body: ADDRESS })
})
afterAll(() => market.stop())

/** Lets days pass and does what is due on each of them. */
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    market.clock.moveSeconds(DAY)
    for (const id of await findDueSubscriptions(market.services))
      await advanceSubscription(market.services, id)
  }
  await enter()
}

/** Sessions end as the time passes. */
async function enter(): Promise<void> {
  ;[owner, other] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
}

const stateOf = async (who: Owner, id: string) =>
  (await who.call('GET', `/subscriptions/${id}`)).body.data
const owns = async (who: Owner, slug: string) =>
  (await who.call('GET', `/app-store/app/detail?slug=${slug}`)).body.data.installed.owned as boolean
/** Each of these events queues a mail in its transaction. */
const countEvents = async (id: string, kind: string) =>
  (
    await market.services.db
      .selectFrom('subscription_events')
      .select('id')
      .where('subscription_id', '=', id)
      .where('kind', '=', kind)
      .execute()
  ).length

describe('S3.4 a monthly subscription', () => {
  test('begins with a paid order, entitles the store and renews every month with an order of its own', async () => {
    await sellByPeriod(market, 'finder', [{ priceMinor: 24_990 }])
    const { id, orderNumber } = await subscribe(market, owner, 'finder')
    expect(await stateOf(owner, id)).toMatchObject({
      state: 'active',
      next: { plan: 249.9 },
      due: null,
    })
    expect(await owns(owner, 'finder')).toBe(true)
    expect(await chargesOf(market, orderNumber)).toEqual([24_990])
    await passDays(32)
    const renewed = await stateOf(owner, id)
    expect(renewed).toMatchObject({ state: 'active', due: null })
    expect(renewed.invoices).toHaveLength(2)
    expect(await chargesOf(market, renewed.invoices[0].order_number)).toEqual([24_990])
    expect(await owns(owner, 'finder')).toBe(true)
  })

  test('that cannot be charged is tried on days 0, 1, 3, 5 and 7, works for 14 days, is paused, and is back at once when paid', async () => {
    await sellByPeriod(market, 'vitals', [{ priceMinor: 9_990 }])
    const { id } = await subscribe(market, owner, 'vitals', { card: NO_FUNDS_LATER })
    await passDays(31)
    const due = await stateOf(owner, id)
    expect(due).toMatchObject({ state: 'past_due', due: { amount: 99.9 } })
    expect(await owns(owner, 'vitals')).toBe(true)
    await passDays(10)
    const attempts = await market.services.db
      .selectFrom('dunning_attempts')
      .select(['turn', 'at'])
      .where('subscription_id', '=', id)
      .orderBy('turn')
      .execute()
    const [first] = attempts
    expect(
      attempts.map(({ at }) =>
        Math.round((at.getTime() - (first?.at.getTime() ?? 0)) / 86_400_000),
      ),
    ).toEqual([0, 1, 3, 5, 7])
    expect(await countEvents(id, 'charge_failed')).toBe(5)
    await passDays(6)
    expect(await stateOf(owner, id)).toMatchObject({ state: 'paused' })
    expect(await owns(owner, 'vitals')).toBe(false)
    await payOrder(market, owner, due.due.order_number)
    expect(await stateOf(owner, id)).toMatchObject({ state: 'active', due: null })
    expect(await owns(owner, 'vitals')).toBe(true)
  })

  test('whose card was closed is not charged again, and ends when nobody pays', async () => {
    await sellByPeriod(market, 'video', [{ priceMinor: 5_000 }])
    const { id } = await subscribe(market, other, 'video', { card: CLOSED_LATER })
    await passDays(40)
    const tries = await market.services.db
      .selectFrom('dunning_attempts')
      .select('turn')
      .where('subscription_id', '=', id)
      .execute()
    expect(tries).toHaveLength(1)
    await passDays(20)
    expect(await stateOf(other, id)).toMatchObject({ state: 'ended', end_reason: 'unpaid' })
    expect(await owns(other, 'video')).toBe(false)
  })
})

describe('a trial', () => {
  test('begins without a card, and ends without a charge unless the owner agreed', async () => {
    await sellByPeriod(market, 'quick', [{ priceMinor: 9_990, trialDays: 14 }])
    const started = await other.call('POST', '/subscriptions', {
      body: { slug: 'quick', trial: true },
    })
    const id = started.body.data.subscription_id as string
    expect(await stateOf(other, id)).toMatchObject({
      state: 'trialing',
      is_agreed: false,
      next: null,
    })
    expect(await owns(other, 'quick')).toBe(true)
    await passDays(8)
    expect(await countEvents(id, 'reminded')).toBe(1)
    await passDays(7)
    expect(await stateOf(other, id)).toMatchObject({
      state: 'ended',
      end_reason: 'trial_over',
      invoices: [],
    })
    expect(await owns(other, 'quick')).toBe(false)
    const again = await other.call('POST', '/subscriptions', {
      body: { slug: 'quick', trial: true },
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'billing.trial_used' } })
  })

  test('that the owner agreed to is charged on the day and with the amount that were shown', async () => {
    await sellByPeriod(market, 'tour', [{ priceMinor: 9_990, trialDays: 10 }])
    const started = await owner.call('POST', '/subscriptions', {
      body: { slug: 'tour', trial: true },
    })
    const id = started.body.data.subscription_id as string
    const cards = (await owner.call('GET', '/domain/card')).body.data
    const card = cards.find((one: { last_four: string }) => one.last_four === '0008')
    const { ends } = await stateOf(owner, id)
    const wrong = await owner.call('POST', `/subscriptions/${id}/agree`, {
      body: { amount: 1, day: ends, saved_card_id: card.id },
    })
    expect(wrong).toMatchObject({ status: 409, body: { code: 'billing.changed' } })
    const agreed = await owner.call('POST', `/subscriptions/${id}/agree`, {
      body: { amount: 99.9, day: ends, saved_card_id: card.id },
    })
    expect(agreed.body.data).toMatchObject({ is_agreed: true, next: { day: ends, plan: 99.9 } })
    await passDays(11)
    const running = await stateOf(owner, id)
    expect(running).toMatchObject({ state: 'active' })
    expect(running.invoices.map((one: { total: number }) => one.total)).toEqual([99.9])
  })
})

describe('changes', () => {
  test('an upgrade is charged at once for the days that are left, less the unused days of the old plan', async () => {
    const [small, large] = await sellByPeriod(market, 'zoom', [
      { priceMinor: 24_990 },
      { priceMinor: 49_990 },
    ])
    const { id } = await subscribe(market, owner, 'zoom', { plan: small })
    await passDays(20)
    const before = await stateOf(owner, id)
    const change = before.changes.find((one: { plan: { id: string } }) => one.plan.id === large)
    expect(change).toMatchObject({ is_now: true })
    expect(change.today).toBeCloseTo(change.new_part - change.credit, 2)
    const done = await owner.call('POST', `/subscriptions/${id}/plan`, {
      body: { plan: large, today: change.today },
    })
    expect(done.body.data).toMatchObject({
      order_number: null,
      subscription: { plan: { id: large }, next: { plan: 499.9 } },
    })
    const after = await stateOf(owner, id)
    expect(after.period_until).toBe(before.period_until)
    expect(after.invoices[0].total).toBe(change.today)
  })

  test('a downgrade costs nothing today and begins with the next period', async () => {
    const [yearly, monthly] = await sellByPeriod(market, 'gallery', [
      { priceMinor: 99_900, period: 'year' },
      { priceMinor: 9_990 },
    ])
    const { id } = await subscribe(market, owner, 'gallery', { plan: yearly })
    const planned = await owner.call('POST', `/subscriptions/${id}/plan`, {
      body: { plan: monthly, today: 0 },
    })
    expect(planned.body.data.subscription).toMatchObject({
      plan: { id: yearly },
      next: { plan: 99.9 },
    })
    await passDays(360)
    expect(await countEvents(id, 'reminded')).toBe(1)
    await passDays(7)
    const monthlyNow = await stateOf(owner, id)
    expect(monthlyNow).toMatchObject({ state: 'active', plan: { id: monthly }, pending: null })
    expect(monthlyNow.invoices.map((one: { total: number }) => one.total)).toEqual([99.9, 999])
  })

  test('what a coupon paid is neither credited nor refunded, it takes off a change in its period too, and later periods take no coupon', async () => {
    const [small, large] = await sellByPeriod(market, 'instant', [
      { priceMinor: 30_000 },
      { priceMinor: 60_000 },
    ])
    await makeCoupon(market, { code: 'NINETY', value: { kind: 'percent', percentBp: 9000 } })
    const { id, orderNumber } = await subscribe(market, owner, 'instant', {
      plan: small,
      coupon: 'NINETY',
    })
    expect(await chargesOf(market, orderNumber)).toEqual([3_000])
    const { changes, leaving } = await stateOf(owner, id)
    const change = changes.find((one: { plan: { id: string } }) => one.plan.id === large)
    expect(change).toMatchObject({ new_part: 600, credit: 30, discount: 540, today: 30, next: 600 })
    expect(leaving.refund).toBe(30)
    await market.services.db
      .updateTable('subscriptions')
      .set({ saved_card_id: null })
      .where('id', '=', id)
      .execute()
    await passDays(32)
    const { due } = await stateOf(owner, id)
    const priced = await owner.call('POST', `/checkout/calculate/${due.order_number}`, {
      body: { coupon_code: 'NINETY' },
    })
    expect(priced.body.code).toBe('checkout.coupon_invalid')
  })

  test('cancelled now, the days that are left are refunded; at the end of the period, nothing more is charged', async () => {
    await sellByPeriod(market, 'cookie-consent', [{ priceMinor: 30_000 }])
    const { id, orderNumber } = await subscribe(market, owner, 'cookie-consent')
    await passDays(10)
    const { leaving } = await stateOf(owner, id)
    expect(leaving.refund).toBeGreaterThan(150)
    expect(leaving.refund).toBeLessThan(220)
    const ended = await owner.call('POST', `/subscriptions/${id}/cancel`, {
      body: { when: 'now', refund: leaving.refund },
    })
    expect(ended.body.data).toMatchObject({ state: 'ended', end_reason: 'cancelled', next: null })
    expect(await owns(owner, 'cookie-consent')).toBe(false)
    const refund = await market.services.db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .select('amount_minor')
      .where('number', '=', orderNumber)
      .executeTakeFirst()
    expect(refund?.amount_minor).toBe(Math.round(leaving.refund * 100))

    const second = await subscribe(market, owner, 'cookie-consent')
    const kept = await owner.call('POST', `/subscriptions/${second.id}/cancel`, {
      body: { when: 'period_end' },
    })
    expect(kept.body.data).toMatchObject({ state: 'ending', next: null })
    expect(await owns(owner, 'cookie-consent')).toBe(true)
    await passDays(32)
    expect(await stateOf(owner, second.id)).toMatchObject({
      state: 'ended',
      end_reason: 'cancelled',
    })
  })
})

test('a stranger sees and changes no subscription of another store', async () => {
  const [mine] = (await owner.call('GET', '/subscriptions')).body.data
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '/cancel', { when: 'now' }],
    ['POST', '/keep', undefined],
    ['PUT', '/cap', { cap: 5 }],
    ['PUT', '/card', { saved_card_id: 'x' }],
  ] as const)
    expect(
      (await other.call(method, `/subscriptions/${mine.id}${path}`, body ? { body } : {})).status,
    ).toBe(404)
})
