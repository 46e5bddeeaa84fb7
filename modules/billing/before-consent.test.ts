import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAfter, dayIn } from '#lib/time-zone.ts'
import { ADDRESS, cardWith, pay, prepareKnownOrder } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { monthsAfterDay } from './rules.ts'

let market: Marketplace
let owner: Owner

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1')
})
afterAll(() => market.stop())

const preview = async (slug: string) =>
  (await owner.call('GET', `/subscriptions/preview?slug=${slug}`)).body.data
const today = () => dayIn('Europe/Istanbul', market.clock.now())
const METERS = [
  {
    key: 'mails',
    name: { en: 'mails' },
    included: 10,
    tiers: [{ upTo: null, priceMinor: 5, per: 1 }],
  },
]

test('S3.4 a trial costs nothing today, and the year that would follow it is shown with its days, tax and the most that use may add', async () => {
  await sellByPeriod(market, 'finder', [
    { priceMinor: 12_000, trialDays: 14, meters: METERS, capMinor: 5_000 },
  ])
  const shown = await preview('finder')
  const until = dayAfter(today(), 14)
  expect(shown).toMatchObject({
    today: 120,
    renews: monthsAfterDay(today(), 1),
    trial: { days: 14, until },
    coming: { total: 1_440, is_preliminary: true },
  })
  expect(shown.coming.charges).toHaveLength(12)
  expect(shown.coming.charges[0]).toEqual({
    day: until,
    plan: 120,
    tax: 20,
    discount: 0,
    cap: 50,
  })
})

test('S3.4 without a trial the first charge is today, and nothing was used before it', async () => {
  await sellByPeriod(market, 'zoom', [{ priceMinor: 12_000, meters: METERS, capMinor: 5_000 }])
  const { coming } = await preview('zoom')
  expect(coming.charges.slice(0, 2)).toMatchObject([
    { day: today(), cap: 0 },
    { day: monthsAfterDay(today(), 1), cap: 50 },
  ])
})

test('S3.4 who pays during a trial keeps its days: preview, order and subscription name the same next charge', async () => {
  await sellByPeriod(market, 'gallery', [{ priceMinor: 9_990, trialDays: 10 }])
  await owner.call('POST', '/subscriptions', { body: { slug: 'gallery', trial: true } })
  const renews = monthsAfterDay(dayAfter(today(), 10), 1)
  expect(await preview('gallery')).toMatchObject({ trial: { days: 0 }, renews })
  await owner.call('POST', '/domain/address', { body: ADDRESS })
  const { orderNumber, id } = await subscribe(market, owner, 'gallery')
  const { body: order } = await owner.call('GET', `/checkout/status/${orderNumber}`)
  expect(order.data.subscription).toMatchObject({ purpose: 'start', id })
  expect(order.data.subscription.lines).toHaveLength(1)
  const { body } = await owner.call('GET', `/subscriptions/${id}`)
  expect(body.data.next.day).toBe(renews)
})

test('S3.4 a trial that began before the shop had an address can be agreed to once it has one', async () => {
  await sellByPeriod(market, 'tour', [{ priceMinor: 9_990, trialDays: 10 }])
  const other = await signIn(market, 'store-2')
  const begun = await other.call('POST', '/subscriptions', { body: { slug: 'tour', trial: true } })
  const id = begun.body.data.subscription_id as string
  const shown = async () => (await other.call('GET', `/subscriptions/${id}`)).body.data
  expect((await shown()).coming).toMatchObject({ is_preliminary: true })
  await other.call('POST', '/domain/address', { body: ADDRESS })
  await sellByPeriod(market, 'quick', [{ priceMinor: 5_000 }])
  await subscribe(market, other, 'quick')
  const [card] = (await other.call('GET', '/domain/card')).body.data
  const { coming } = await shown()
  expect(coming).toMatchObject({ is_preliminary: false })
  const [{ plan: amount, day }] = coming.charges
  const agreed = await other.call('POST', `/subscriptions/${id}/agree`, {
    body: { amount, day, saved_card_id: card.id },
  })
  expect(agreed.body.data).toMatchObject({ is_agreed: true, next: { day, plan: amount } })
})

test('D10 what recurs is not paid in installments', async () => {
  await sellByPeriod(market, 'instant', [{ priceMinor: 90_000 }])
  const { body: begun } = await owner.call('POST', '/subscriptions', { body: { slug: 'instant' } })
  const number = begun.data.order_number as string
  const { body: status } = await owner.call('GET', `/checkout/status/${number}`)
  expect(status.data.means.installments).toBe(false)
  const { body: quote } = await owner.call('POST', `/checkout/installments/${number}`, {
    body: { first_digits: '55287900' },
  })
  expect(quote.data.offers.map((offer: { count: number }) => offer.count)).toEqual([1])
  const prepared = await prepareKnownOrder(owner, status.data)
  const paid = await pay(owner, prepared, {
    body: { card: cardWith('5528790000000008'), installments: 2 },
  })
  expect(paid).toMatchObject({ status: 422, body: { code: 'checkout.installments_not_offered' } })
})
