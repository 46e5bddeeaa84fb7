import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { dayAfter, dayIn } from '#lib/time-zone.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { advanceSubscription, findDueSubscriptions } from './public.ts'

let market: Marketplace
let owner: Owner
let address: string

/** Its tax is 25 %, that of Türkiye 20 %; list prices contain the latter. */
const BERLIN = {
  ...ADDRESS,
  city: 'Berlin',
  district: undefined,
  country: 'DE',
  zip_code: '10119',
  phone: '+49 30 123456',
}

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1')
  await market.services.db
    .insertInto('tax_rates')
    .values({
      id: newId('txr'),
      country: 'DE',
      kind: 'standard',
      valid_from: new Date('2020-01-01'),
      rate_bp: 2_500,
    })
    .execute()
  address = (await owner.call('POST', '/domain/address', { body: ADDRESS })).body.data.id
})
afterAll(() => market.stop())
beforeEach(() => moveTo(ADDRESS))

const moveTo = async (body: object) => {
  const { status } = await owner.call('PUT', `/domain/address/${address}`, { body })
  expect(status).toBe(200)
}
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    market.clock.moveSeconds(86_400)
    for (const id of await findDueSubscriptions(market.services))
      await advanceSubscription(market.services, id)
  }
  owner = await signIn(market, 'store-1')
}
const stateOf = async (id: string) => (await owner.call('GET', `/subscriptions/${id}`)).body.data
const ordersOf = async (id: string) =>
  (
    await market.services.db
      .selectFrom('orders')
      .select(['purpose', 'state', 'total_minor'])
      .where('subscription_id', '=', id)
      .orderBy('created_at')
      .execute()
  ).map((one) => [one.purpose, one.total_minor, one.state])
const toldTo = async (id: string) =>
  (
    await market.services.db
      .selectFrom('subscription_events')
      .select(sql<string>`facts ->> 'about'`.as('about'))
      .where('subscription_id', '=', id)
      .where('kind', '=', 'mailed')
      .orderBy('id')
      .execute()
  ).map(({ about }) => about)
const daysLeft = async (id: string) =>
  (Date.parse((await stateOf(id)).period_until) - market.clock.now().getTime()) / 86_400_000

async function beginTrial(slug: string): Promise<string> {
  const [card] = (await owner.call('GET', '/domain/card')).body.data
  const preview = await owner.call('GET', '/subscriptions/preview', { query: { slug } })
  const { today, trial } = preview.body.data
  const started = await owner.call('POST', '/subscriptions', {
    body: {
      slug,
      trial: true,
      agree: { amount: today, day: trial.until, saved_card_id: card.id },
    },
  })
  return started.body.data.subscription_id as string
}

test('a month that becomes dearer by another tax is announced a week before, and then charged', async () => {
  await sellByPeriod(market, 'finder', [{ priceMinor: 12_000 }])
  const { id } = await subscribe(market, owner, 'finder')
  await moveTo(BERLIN)
  await passDays(20)
  expect(await toldTo(id)).toEqual([])
  await passDays(Math.ceil(await daysLeft(id)) - 6)
  expect(await toldTo(id)).toEqual(['amount_changed'])
  await passDays(8)
  expect(await ordersOf(id)).toEqual([
    ['start', 12_000, 'paid'],
    ['renewal', 12_500, 'paid'],
  ])
  // The same again is nothing new.
  await passDays(31)
  expect(await toldTo(id)).toEqual(['amount_changed'])
  expect(await ordersOf(id)).toHaveLength(3)
})

test('one that becomes dearer in its last week is charged seven days after its owner was told', async () => {
  await sellByPeriod(market, 'zoom', [{ priceMinor: 12_000 }])
  const { id } = await subscribe(market, owner, 'zoom')
  await passDays(Math.floor(await daysLeft(id)) - 2)
  await moveTo(BERLIN)
  await passDays(4)
  const { state, due, time_zone: zone } = await stateOf(id)
  const today = dayIn(zone, market.clock.now())
  expect({ state, due }).toMatchObject({ state: 'active', due: { amount: 125 } })
  expect(due.charges_on > today && due.charges_on <= dayAfter(today, 7)).toBe(true)
  expect(await toldTo(id)).toEqual(['amount_changed'])
  await passDays(4)
  expect((await ordersOf(id)).at(-1)).toEqual(['renewal', 12_500, 'awaiting_payment'])
  const tries = await market.services.db
    .selectFrom('dunning_attempts')
    .select('turn')
    .where('subscription_id', '=', id)
    .execute()
  expect(tries).toEqual([])
  await passDays(4)
  expect((await ordersOf(id)).at(-1)).toEqual(['renewal', 12_500, 'paid'])
  expect(await stateOf(id)).toMatchObject({ state: 'active', due: null })
})

test('who leaves in these days pays only those on which it worked', async () => {
  await sellByPeriod(market, 'quick', [{ priceMinor: 12_000 }])
  const { id } = await subscribe(market, owner, 'quick')
  await passDays(Math.floor(await daysLeft(id)) - 2)
  await moveTo(BERLIN)
  await passDays(5)
  const { charge } = (await stateOf(id)).leaving
  await owner.call('POST', `/subscriptions/${id}/cancel`, { body: { when: 'now', charge } })
  const [, renewal, last] = await ordersOf(id)
  expect(renewal).toEqual(['renewal', 12_500, 'cancelled'])
  expect(last![0]).toBe('final')
  expect(last![1]).toBeLessThan(12_500 / 6)
})

test('after a trial nothing dearer is charged than what was agreed to: its owner is asked again', async () => {
  await sellByPeriod(market, 'gallery', [{ priceMinor: 12_000, trialDays: 20 }])
  const id = await beginTrial('gallery')
  expect(await stateOf(id)).toMatchObject({ is_agreed: true, next: { plan: 120 } })
  await moveTo(BERLIN)
  await passDays(15)
  expect(await stateOf(id)).toMatchObject({ state: 'trialing', is_agreed: false, next: null })
  expect(await toldTo(id)).toContain('agree_again')
  await passDays(8)
  expect(await stateOf(id)).toMatchObject({ state: 'ended', end_reason: 'trial_over' })
  expect(await ordersOf(id)).toEqual([])
})

test('who agrees again is charged the new amount', async () => {
  await sellByPeriod(market, 'tour', [{ priceMinor: 12_000, trialDays: 20 }])
  const id = await beginTrial('tour')
  await passDays(17)
  await moveTo(BERLIN)
  await passDays(1)
  const { ends, is_agreed: isAgreed } = await stateOf(id)
  expect(isAgreed).toBe(false)
  const [card] = (await owner.call('GET', '/domain/card')).body.data
  const again = await owner.call('POST', `/subscriptions/${id}/agree`, {
    body: { amount: 125, day: ends, saved_card_id: card.id },
  })
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  await passDays(4)
  expect(await ordersOf(id)).toEqual([['renewal', 12_500, 'paid']])
})

test('a lower tax is charged without a word', async () => {
  await moveTo(BERLIN)
  await sellByPeriod(market, 'video', [{ priceMinor: 12_000 }])
  const { id } = await subscribe(market, owner, 'video')
  await moveTo(ADDRESS)
  await passDays(32)
  expect(await ordersOf(id)).toEqual([
    ['start', 12_500, 'paid'],
    ['renewal', 12_000, 'paid'],
  ])
  expect(await toldTo(id)).toEqual([])
})
