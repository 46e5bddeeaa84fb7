import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '#lib/time-zone.ts'
import { finishRefund, requestRefund } from '#modules/orders/public.ts'
import { ADDRESS, billIn } from '#test/support/checkout.ts'
import { firstOperator } from '#test/support/console.ts'
import { makeCoupon } from '#test/support/coupons.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { advanceSubscription, findDueSubscriptions, recordUsage } from './public.ts'

let market: Marketplace
let owner: Owner

const EXPIRED_LATER = '4900005400000008'
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
async function passUntilDue(id: string): Promise<void> {
  for (let day = 0; day < 40 && (await stateOf(id)).due === null; day += 1) {
    market.clock.moveSeconds(86_400)
    for (const due of await findDueSubscriptions(market.services))
      await advanceSubscription(market.services, due)
    owner = await signIn(market, 'store-1')
  }
}
async function use(id: string, quantity: number): Promise<void> {
  const { store_id: storeId, item_id: itemId } = await market.services.db
    .selectFrom('subscriptions')
    .select(['store_id', 'item_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const record = { storeId, itemId, key: crypto.randomUUID(), meter: 'calls', quantity }
  await recordUsage(market.services, { ...record, usedAt: null })
}

test('D10 the console’s lists say of which next charges a coupon takes something off, but not which one', async () => {
  for (const [code, slug, periods] of [
    ['TWICE', 'gallery', 2],
    ['ONCE', 'tour', 1],
  ] as const) {
    await makeCoupon(market, { code, value: { kind: 'percent', percentBp: 5000 }, periods })
    await sellByPeriod(market, slug, [{ priceMinor: 20_000 }])
    await subscribe(market, owner, slug, { coupon: code })
  }
  const operator = await firstOperator(market)
  const { body } = await operator.ask('GET', '/operator/subscriptions')
  const listed = body.subscriptions as { next: object | null }[]
  expect(listed.map((one) => one.next)).toEqual(
    expect.arrayContaining(
      [true, false].map(
        (has) => expect.objectContaining({ amount: 200, has_coupon: has }) as object,
      ),
    ),
  )
  expect(JSON.stringify(listed)).not.toContain('TWICE')
})

test('S3.4 while an amount is open, the page shows the use that counts now, and since when', async () => {
  await sellByPeriod(market, 'finder', [{ priceMinor: 30_000, meters: [CALLS], capMinor: 9_000 }])
  const { id } = await subscribe(market, owner, 'finder', { card: EXPIRED_LATER })
  await use(id, 40)
  const before = await stateOf(id)
  expect(before).toMatchObject({ usage: [{ used: 40 }], usage_cost: 40 })
  expect(before.usage_since).toBe(dayIn(before.time_zone, new Date(before.period_from)))
  await passUntilDue(id)
  await use(id, 3)
  const open = await stateOf(id)
  expect(open).toMatchObject({ due: { amount: 340 }, usage: [{ used: 3 }], usage_cost: 3 })
  // What is charged for it, in words, as on the invoice.
  expect(open.invoices[0].lines[1]).toMatch(/^40 çağrı, \d/)
  expect(open.usage_since).toBe(dayIn(open.time_zone, new Date(open.period_until)))
})

test('D27 a store that is charged in another currency now is told why its plan cannot be changed', async () => {
  await sellByPeriod(market, 'quick', [
    { priceMinor: 10_000, meters: [CALLS], capMinor: 9_000 },
    { priceMinor: 20_000 },
  ])
  const { id } = await subscribe(market, owner, 'quick')
  expect(await stateOf(id)).toMatchObject({ changes: [{}], other_currency: null })
  await billIn(market, owner, 'USD')
  expect(await stateOf(id)).toMatchObject({ changes: [], other_currency: 'USD' })
  await billIn(market, owner, 'TRY')
})

test('D10 what leaving gives back counts a refund that is still on its way as one that has arrived', async () => {
  await sellByPeriod(market, 'zoom', [{ priceMinor: 30_000 }])
  const { id, orderNumber } = await subscribe(market, owner, 'zoom')
  market.clock.moveSeconds(10 * 86_400)
  owner = await signIn(market, 'store-1')
  const before = (await stateOf(id)).leaving.refund
  const asked = await requestRefund(market.services, {
    orderNumber,
    amountMinor: 12_000,
    reason: 'goodwill',
    askedBy: 'test',
    key: 'on-its-way',
  })
  const refund = asked.kind === 'refund' ? asked.refund.id : ''
  const onItsWay = (await stateOf(id)).leaving.refund
  await finishRefund(market.services, refund)
  expect((await stateOf(id)).leaving.refund).toBe(onItsWay)
  expect(onItsWay).toBeLessThan(before - 70)
})
