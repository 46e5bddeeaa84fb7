import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '#lib/time-zone.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { findWaitingMails, sendMail } from '#modules/mail/public.ts'
import { payOrder, sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { advanceSubscription, findDueSubscriptions, recordUsage } from './public.ts'

let market: Marketplace
let owner: Owner

/** Pays once, and has no funds when it is charged later. */
const NO_FUNDS_LATER = '4900005000000002'
const CLOSED_LATER = '4900005100000001'
const WANTS_HOLDER = '4900005200000000'
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

async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    market.clock.moveSeconds(86_400)
    for (const id of await findDueSubscriptions(market.services))
      await advanceSubscription(market.services, id)
  }
  owner = await signIn(market, 'store-1')
}
async function passUntil(id: string, state: string): Promise<void> {
  for (let day = 0; day < 80 && (await stateOf(id)).state !== state; day += 1) await passDays(1)
}
const stateOf = async (id: string) => (await owner.call('GET', `/subscriptions/${id}`)).body.data
const finalOf = (id: string) =>
  market.services.db
    .selectFrom('orders')
    .select(['number', 'state', 'total_minor', 'parts'])
    .where('subscription_id', '=', id)
    .where('purpose', '=', 'final')
    .executeTakeFirst()
const partsOf = (order: { parts: unknown } | undefined) =>
  (order?.parts ?? []) as { kind: string; from: string; until: string; amount_minor: number }[]
async function use(id: string, quantity: number, key: string): Promise<void> {
  const { store_id: storeId, item_id: itemId } = await market.services.db
    .selectFrom('subscriptions')
    .select(['store_id', 'item_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await recordUsage(market.services, {
    storeId,
    itemId,
    key,
    meter: 'calls',
    quantity,
    usedAt: null,
  })
}
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

test('who lets a renewal fail and uses the grace owes the days that it worked and all use, and cannot begin anew before that is paid', async () => {
  await sellByPeriod(market, 'finder', [{ priceMinor: 31_000, meters: [CALLS], capMinor: 9_000 }])
  const { id } = await subscribe(market, owner, 'finder', { card: NO_FUNDS_LATER })
  await use(id, 30, 'paid-period')
  await passUntil(id, 'past_due')
  await use(id, 7, 'grace')
  const unpaid = await stateOf(id)
  await passUntil(id, 'ended')
  const ended = await stateOf(id)
  expect(ended).toMatchObject({ state: 'ended', end_reason: 'unpaid' })
  const final = await finalOf(id)
  const [worked, ...used] = partsOf(final)
  expect(used.map(({ kind, amount_minor: minor }) => [kind, minor])).toEqual([
    ['usage', 3_000],
    ['usage', 700],
  ])
  const days = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000
  expect(worked).toMatchObject({
    kind: 'plan',
    from: dayIn(unpaid.time_zone, new Date(unpaid.period_until)),
  })
  expect(days(worked!.from, worked!.until)).toBe(14)
  // The period that was not paid has the days of its month.
  const next = new Date(`${worked!.from}T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  const length = days(worked!.from, next.toISOString().slice(0, 10))
  expect(Math.abs(worked!.amount_minor - (31_000 * 14) / length)).toBeLessThanOrEqual(600)
  expect(final).toMatchObject({ state: 'awaiting_payment' })
  // Its page shows it, with the order that pays it; the card is not tried any more.
  expect(ended.due).toMatchObject({
    order_number: final!.number,
    amount: final!.total_minor / 100,
  })
  await passDays(40)
  const tries = await market.services.db
    .selectFrom('dunning_attempts')
    .innerJoin('orders', 'orders.id', 'dunning_attempts.order_id')
    .select('turn')
    .where('orders.number', '=', final!.number)
    .execute()
  expect(tries).toEqual([])
  const begin = (hl: string) =>
    owner.call('POST', '/subscriptions', { body: { slug: 'finder' }, query: { hl } })
  const refused = await begin('DE')
  expect(refused).toMatchObject({ status: 409, body: { code: 'billing.owed' } })
  expect(refused.body.message).toContain(`/account/subscriptions/${id}/pay`)
  expect(refused.body.message).toContain('offen')
  const preview = await owner.call('GET', '/subscriptions/preview', { query: { slug: 'finder' } })
  expect(preview.body.data.owed).toEqual({
    subscription_id: id,
    amount: final!.total_minor / 100,
    currency: 'TRY',
  })
  expect((await toldTo(id)).at(-1)).toBe('ended_owing')
  await payOrder(market, owner, final!.number)
  expect((await stateOf(id)).due).toBeNull()
  expect((await begin('EN')).status).toBe(200)
})

test('what is owed does not lapse after two months', async () => {
  await sellByPeriod(market, 'quick', [{ priceMinor: 30_000 }])
  const { id } = await subscribe(market, owner, 'quick', { card: CLOSED_LATER })
  await passUntil(id, 'ended')
  market.clock.moveSeconds(300 * 86_400)
  owner = await signIn(market, 'store-1')
  const again = await owner.call('POST', '/subscriptions', { body: { slug: 'quick' } })
  expect(again.body.code).toBe('billing.owed')
})

test('leaving at once pays for use, and for the days without payment when there are any', async () => {
  await sellByPeriod(market, 'gallery', [{ priceMinor: 28_000, meters: [CALLS], capMinor: 9_000 }])
  const { id } = await subscribe(market, owner, 'gallery', { card: WANTS_HOLDER })
  await use(id, 5, 'a')
  expect((await stateOf(id)).leaving.charge).toBe(5)
  await passUntil(id, 'past_due')
  await passDays(2)
  const { leaving } = await stateOf(id)
  await owner.call('POST', `/subscriptions/${id}/cancel`, {
    body: { when: 'now', charge: leaving.charge },
  })
  const final = await finalOf(id)
  expect(final?.total_minor).toBe(Math.round(leaving.charge * 100))
  expect(partsOf(final).map(({ kind }) => kind)).toEqual(['plan', 'usage'])
  expect(partsOf(final)[0]!.amount_minor).toBeGreaterThan(1_500)
  expect(partsOf(final)[0]!.amount_minor).toBeLessThan(4_500)
})

test('a charge of the last use that fails is told by mail, with the link that pays it', async () => {
  await sellByPeriod(market, 'tour', [{ priceMinor: 5_000, meters: [CALLS], capMinor: 9_000 }])
  const { id } = await subscribe(market, owner, 'tour', { card: EXPIRED_LATER })
  await use(id, 12, 'a')
  await owner.call('POST', `/subscriptions/${id}/cancel`, { body: { when: 'period_end' } })
  await passUntil(id, 'ended')
  expect(await toldTo(id)).toEqual(
    expect.arrayContaining(['ended_last_charge', 'last_charge_failed']),
  )
  market.clock.moveSeconds(61)
  for (const mail of await findWaitingMails(market.services)) await sendMail(market.services, mail)
  expect(
    market.shop.mails().filter(({ text }) => text.includes(`/account/subscriptions/${id}/pay`)),
  ).toEqual([expect.objectContaining({ text: expect.stringContaining('12,00') as string })])
})

test.each([
  {
    paused: 'before the next one began',
    slug: 'zoom',
    late: 12,
    waits: 7,
    leavesAfter: 2,
    days: 3,
  },
  {
    paused: 'after the next one began',
    slug: 'vitals',
    late: 20,
    waits: 2,
    leavesAfter: 4,
    days: 9,
  },
])(
  'who pays for a period late, paused $paused, owes only the days on which the item worked',
  async ({ slug, late, waits, leavesAfter, days }) => {
    await sellByPeriod(market, slug, [{ priceMinor: 30_000 }])
    const { id } = await subscribe(market, owner, slug, { card: EXPIRED_LATER })
    // Nothing is done for some days after the end of the period.
    const until = Date.parse((await stateOf(id)).period_until) + late * 86_400_000
    market.clock.moveSeconds((until - market.clock.now().getTime()) / 1000 + 36_000)
    await passDays(0)
    await advanceSubscription(market.services, id)
    await passUntil(id, 'paused')
    await passDays(waits)
    await payOrder(market, owner, (await stateOf(id)).due.order_number, EXPIRED_LATER)
    await passDays(leavesAfter)
    const { leaving } = await stateOf(id)
    await owner.call('POST', `/subscriptions/${id}/cancel`, {
      body: { when: 'now', charge: leaving.charge },
    })
    const last = await finalOf(id)
    const [worked] = partsOf(last)
    expect((Date.parse(worked!.until) - Date.parse(worked!.from)) / 86_400_000).toBe(days)
    expect(last!.total_minor).toBe(Math.round(leaving.charge * 100))
  },
)
