import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import { makeCoupon } from '#test/support/coupons.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { findWaitingMails, sendMail } from '#modules/mail/public.ts'
import { findIdleAttempts, processAttempt } from '#modules/orders/public.ts'
import { advanceSubscription, findDueSubscriptions, recordUsage } from './public.ts'
import { chargeDue } from './charge-due.ts'
import { LOOK_AGAIN_SECONDS, MOST_CHARGES } from './rules.ts'

/** Nothing is charged but what its owner agreed to, as long as they agree. */
let market: Marketplace
let owner: Owner
/** Of another store, whose cards are others to the bank. */
let other: Owner
/** A subscription whose card has no funds. */
let failing = ''

const NO_FUNDS_LATER = '4900005000000002'
const ALSO_NO_FUNDS_LATER = '4900005000000010'
const CLOSED_LATER = '4900005100000001'
const EXPIRED_LATER = '4900005400000008'
const CALLS = {
  key: 'calls',
  name: { en: 'calls', tr: 'çağrı' },
  included: 0,
  tiers: [{ upTo: null, priceMinor: 100, per: 1 }],
}

beforeAll(async () => {
  market = await startMarketplace()
  await enter()
  for (const one of [owner, other]) await one.call('POST', '/domain/address', { body: ADDRESS })
})
afterAll(() => market.stop())

/** Sessions end as the time passes. */
async function enter(): Promise<void> {
  ;[owner, other] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
}
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    market.clock.moveSeconds(86_400)
    for (const id of await findDueSubscriptions(market.services))
      await advanceSubscription(market.services, id)
  }
  await enter()
}
async function passUntil(id: string, state: string, who = () => owner): Promise<void> {
  for (let day = 0; day < 80 && (await stateOf(id, who())).state !== state; day += 1)
    await passDays(1)
}
const stateOf = async (id: string, who = owner) =>
  (await who.call('GET', `/subscriptions/${id}`)).body.data
const leave = (id: string, when: 'now' | 'period_end', who = owner, charge = 0) =>
  who.call('POST', `/subscriptions/${id}/cancel`, { body: { when, charge } })
const finalOf = (id: string) =>
  market.services.db
    .selectFrom('orders')
    .select(['state', 'total_minor', 'parts'])
    .where('subscription_id', '=', id)
    .where('purpose', '=', 'final')
    .executeTakeFirstOrThrow()
const triesOf = async (id: string): Promise<number> =>
  (
    await market.services.db
      .selectFrom('payment_attempts')
      .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
      .select('payment_attempts.id')
      .where('orders.subscription_id', '=', id)
      .where('without_buyer', '=', true)
      .execute()
  ).length
const chooseCard = (id: string, card: string) =>
  owner.call('PUT', `/subscriptions/${id}/card`, { body: { saved_card_id: card } })
async function use(id: string, quantity: number): Promise<void> {
  const { store_id: storeId, item_id: itemId } = await market.services.db
    .selectFrom('subscriptions')
    .select(['store_id', 'item_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const record = { storeId, itemId, key: crypto.randomUUID(), meter: 'calls', quantity }
  await recordUsage(market.services, { ...record, usedAt: null })
}

test('days without payment cost what the period would have, with the coupon that was agreed to', async () => {
  await makeCoupon(market, {
    code: 'HALF',
    value: { kind: 'percent', percentBp: 5000 },
    periods: null,
  })
  await sellByPeriod(market, 'finder', [{ priceMinor: 30_000, meters: [CALLS], capMinor: 9_000 }])
  const { id } = await subscribe(market, owner, 'finder', { card: EXPIRED_LATER, coupon: 'HALF' })
  await use(id, 3)
  await passUntil(id, 'past_due')
  await use(id, 2)
  await passDays(3)
  const { leaving } = await stateOf(id)
  expect((await leave(id, 'now', owner, leaving.charge)).status).toBe(200)
  const final = await finalOf(id)
  const [plan, ...used] = final.parts as unknown as { amount_minor: number }[]
  expect(used.map((one) => one.amount_minor)).toEqual([300, 200])
  expect(Math.abs(final.total_minor - (plan!.amount_minor / 2 + 500))).toBeLessThanOrEqual(1)
  expect(leaving.charge).toBe(final.total_minor / 100)
})

test('days of which a coupon leaves less than the smallest coin are paid with nothing', async () => {
  await makeCoupon(market, {
    code: 'NEARLY',
    value: { kind: 'percent', percentBp: 9999 },
    periods: null,
  })
  await sellByPeriod(market, 'notices', [{ priceMinor: 12_000 }])
  const { id } = await subscribe(market, other, 'notices', {
    card: EXPIRED_LATER,
    coupon: 'NEARLY',
  })
  await passUntil(id, 'past_due', () => other)
  expect((await leave(id, 'now', other)).status).toBe(200)
  expect(await finalOf(id)).toMatchObject({ state: 'paid', total_minor: 0 })
  expect((await stateOf(id, other)).due).toBeNull()
})

test('a card that will never pay is not charged again, also when its owner chooses it again', async () => {
  await sellByPeriod(market, 'quick', [{ priceMinor: 10_000 }])
  const { id } = await subscribe(market, owner, 'quick', { card: CLOSED_LATER })
  await passUntil(id, 'past_due')
  const { card } = await stateOf(id)
  expect(await triesOf(id)).toBe(1)
  expect((await chooseCard(id, card.id)).status).toBe(200)
  expect(await triesOf(id)).toBe(1)
})

test('a charge that is about to be made is not made when its owner cancels before it', async () => {
  await sellByPeriod(market, 'zoom', [{ priceMinor: 10_000 }])
  const { id } = await subscribe(market, other, 'zoom', { card: NO_FUNDS_LATER })
  await passUntil(id, 'past_due', () => other)
  const tries = await triesOf(id)
  await leave(id, 'period_end', other)
  await chargeDue(market.services, id, tries + 1)
  expect(await triesOf(id)).toBe(tries)
  market.clock.moveSeconds(LOOK_AGAIN_SECONDS)
  await advanceSubscription(market.services, id)
  await enter()
  expect((await stateOf(id, other)).state).toBe('ended')
})

test('a mail names the day on which the item is paused, also when the clocks change before it', async () => {
  await sellByPeriod(market, 'gallery', [{ priceMinor: 10_000 }])
  const { id } = await subscribe(market, owner, 'gallery', { card: NO_FUNDS_LATER })
  // In Berlin the last night of October has an hour more.
  const until = new Date('2027-10-21T22:00:00Z')
  market.clock.moveSeconds((until.getTime() - market.clock.now().getTime()) / 1000 + 60)
  await market.services.db
    .updateTable('subscriptions')
    .set({ time_zone: 'Europe/Berlin', period_until: until, next_action_at: until })
    .where('id', '=', id)
    .execute()
  await advanceSubscription(market.services, id)
  await enter()
  expect((await stateOf(id)).due.works_until).toBe('2027-11-05')
  market.clock.moveSeconds(61)
  for (const mail of await findWaitingMails(market.services)) await sendMail(market.services, mail)
  const [mail] = market.shop.mails().filter(({ text }) => text.includes(`${id}/pay`))
  expect(mail?.text).toContain('5 Kasım 2027')
  failing = id
})

test('while an operator has stopped the item no card is charged for it, also none that its owner chooses', async () => {
  const { card } = await stateOf(failing)
  const tries = await triesOf(failing)
  const { item_id: itemId } = await market.services.db
    .selectFrom('subscriptions')
    .select('item_id')
    .where('id', '=', failing)
    .executeTakeFirstOrThrow()
  await market.services.db
    .insertInto('item_stops')
    .values({
      id: newId('stp'),
      item_id: itemId,
      notice: 'It is looked at',
      releases: [],
      was_published: true,
      stopped_at: market.clock.now(),
    })
    .execute()
  expect((await chooseCard(failing, card.id)).status).toBe(200)
  expect(await triesOf(failing)).toBe(tries)
  await market.services.db
    .updateTable('item_stops')
    .set({ lifted_at: market.clock.now() })
    .execute()
  expect((await chooseCard(failing, card.id)).status).toBe(200)
  expect(await triesOf(failing)).toBe(tries + 1)
})

test('a payment is tried no more often than card schemes allow, however often its owner chooses a card', async () => {
  const { card } = await stateOf(failing)
  for (let turn = 0; turn < MOST_CHARGES; turn += 1) {
    if (turn % 8 === 7) {
      market.clock.moveSeconds(3_600)
      await enter()
    }
    expect((await chooseCard(failing, card.id)).status).toBe(200)
  }
  expect(await triesOf(failing)).toBe(MOST_CHARGES)
})

test('a charge whose answer was lost is not made again on the same day, however late it was made', async () => {
  await sellByPeriod(market, 'vitals', [{ priceMinor: 10_000 }])
  const { id } = await subscribe(market, owner, 'vitals', { card: ALSO_NO_FUNDS_LATER })
  await passUntil(id, 'past_due')
  const tries = await triesOf(id)
  market.clock.moveSeconds(6 * 86_400)
  const { gateway } = market.services
  const charge: typeof gateway.charge = async (...given) => {
    await gateway.charge?.(...given)
    throw new Error('the process died')
  }
  const dying = { ...market.services, gateway: { ...gateway, charge } }
  await expect(advanceSubscription(dying, id)).rejects.toThrow('the process died')
  for (let turn = 0; turn < 3; turn += 1) {
    market.clock.moveSeconds(LOOK_AGAIN_SECONDS)
    for (const attempt of await findIdleAttempts(market.services))
      await processAttempt(market.services, attempt)
    await advanceSubscription(market.services, id)
  }
  await enter()
  expect((await stateOf(id)).state).toBe('past_due')
  expect(await triesOf(id)).toBe(tries + 1)
})
