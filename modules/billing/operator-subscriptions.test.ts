import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS, chargesOf } from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { payOrder, sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { findIdleRefunds, finishRefund } from '#modules/orders/public.ts'
import { REFUND_RETRY_SECONDS } from '#modules/orders/rules.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import type { getAnySubscription } from './operator-contract.ts'
import { advanceSubscription, findDueSubscriptions } from './public.ts'

let market: Marketplace
let owner: Owner
/** The subscription of the first test. */
let first = ''
const people = {} as Record<'support' | 'finance' | 'reviewer' | 'partner', ConsoleBrowser>

const NO_FUNDS_LATER = '4900005000000002'
const CLOSED_LATER = '4900005100000001'
const DAY = 86_400

beforeAll(async () => {
  market = await startMarketplace()
  await invite()
  await enter()
  await owner.call('POST', '/domain/address', { body: ADDRESS })
})
afterAll(() => market.stop())

/** An owner's session ends as the time passes. */
async function enter(): Promise<void> {
  owner = await signIn(market, 'store-1')
}

async function invite(): Promise<void> {
  const admin = await firstOperator(market)
  for (const role of ['support', 'finance', 'reviewer'])
    await admin.ask('POST', '/operator/invitations', { email: mailOf(role), role })
  await admin.ask('POST', '/operator/partners', { name: 'Atölye', email: mailOf('partner') })
  for (const role of ['support', 'finance', 'reviewer', 'partner'] as const)
    people[role] = await signInToConsole(market, mailOf(role))
  // Months go by, and everybody stays signed in.
  await market.services.db
    .updateTable('person_sessions')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
}
const mailOf = (role: string) => `${role}@example.com`

async function advance(): Promise<void> {
  for (const id of await findDueSubscriptions(market.services))
    await advanceSubscription(market.services, id)
}
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    market.clock.moveSeconds(DAY)
    await advance()
  }
  await enter()
}

const page = async (id: string, who = people.finance) =>
  (await who.ask('GET', `/operator/subscriptions/${id}`)).body as unknown as AnswerOf<
    typeof getAnySubscription
  >
const kindsOf = async (id: string) => (await page(id)).timeline.map(({ kind }) => kind)
const act = (id: string, what: string, body: object, who = people.finance) =>
  who.ask('POST', `/operator/subscriptions/${id}/${what}`, {
    note: 'The owner called',
    confirmed: true,
    ...body,
  })
const list = async (query: Record<string, string>, who = people.support) =>
  (
    (await who.ask('GET', `/operator/subscriptions?${new URLSearchParams(query)}`)).body as {
      subscriptions: { id: string; state: string; due: object | null }[]
    }
  ).subscriptions
const owns = async (slug: string) =>
  (await owner.call('GET', `/app-store/app/detail?slug=${slug}`)).body.data.installed
    .owned as boolean

describe('D10 a subscription in the console', () => {
  test('support reads it and changes nothing; reviewers and partners do not see it', async () => {
    await sellByPeriod(market, 'finder', [{ priceMinor: 24_990 }])
    const { id } = await subscribe(market, owner, 'finder')
    first = id
    expect(await page(id, people.support)).toMatchObject({
      state: 'active',
      terms: { price: 249.9 },
      can: { charge: false, extend: 'period', credit: 249.9, end: true },
      orders: [{ purpose: 'start', state: 'paid', total: 249.9 }],
    })
    for (const who of [people.reviewer, people.partner])
      expect((await who.ask('GET', `/operator/subscriptions/${id}`)).status).toBe(403)
    for (const [what, body] of [
      ['charge', {}],
      ['extend', { days: 3 }],
      ['credit', { amount: 10, key: 'c1' }],
      ['end', { refund: true }],
    ] as const)
      expect((await act(id, what, body, people.support)).status).toBe(403)
    expect((await act(id, 'extend', { days: 3, note: '' })).body).toMatchObject({
      fields: { note: expect.any(String) as string },
    })
    expect((await act(id, 'extend', { days: 3, confirmed: false as unknown as true })).status).toBe(
      400,
    )
  })

  test('is found by store, item, state and what is unpaid', async () => {
    const [one] = await list({ q: 'shop.' })
    expect(one).toMatchObject({ state: 'active', due: null })
    expect([
      (await list({ state: 'active' })).length,
      (await list({ state: 'unpaid' })).length,
      (await list({ q: 'nobody.example' })).length,
      (await list({ q: String(one?.id) })).length,
    ]).toEqual([1, 0, 0, 1])
  })
})

describe('an unpaid subscription in the console', () => {
  test('is charged when an operator asks, once however often they press, and its timeline says what the bank said', async () => {
    await sellByPeriod(market, 'vitals', [{ priceMinor: 9_990 }])
    const { id } = await subscribe(market, owner, 'vitals', { card: NO_FUNDS_LATER })
    await passDays(31)
    const failed = (await page(id)).timeline.findLast(({ kind }) => kind === 'charge_failed')
    expect(failed).toMatchObject({ turn: 1, reason: 'insufficient_funds', day: expect.any(String) })
    expect(await list({ state: 'unpaid' })).toMatchObject([
      { id, state: 'past_due', due: { amount: 99.9, reason: 'insufficient_funds' } },
    ])
    const before = (await page(id)).charges_tried
    const presses = await Promise.all([1, 2].map(() => act(id, 'charge', {})))
    expect(presses.map(({ status }) => status)).toEqual([200, 200])
    await advance()
    await advance()
    expect((await page(id)).charges_tried).toBe(before + 1)
    expect((await kindsOf(id)).filter((kind) => kind === 'operator_charge')).toHaveLength(1)
    expect(await kindsOf(id)).toEqual(
      expect.arrayContaining(['operator_charge', 'charge_failed', 'mailed', 'order_opened']),
    )
    expect(
      await market.services.db
        .selectFrom('audit_log')
        .select(['operation', 'kind'])
        .where('object_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    ).toMatchObject({ operation: 'chargeSubscriptionNow', kind: 'subscription' })
  })

  test('works longer with days of grace, also after it was paused', async () => {
    const [{ id } = { id: '' }] = await list({ state: 'unpaid' })
    const until = String((await page(id)).due?.works_until)
    expect((await act(id, 'extend', { days: 5 })).status).toBe(200)
    expect(Date.parse(String((await page(id)).due?.works_until)) - Date.parse(until)).toBe(
      5 * DAY * 1000,
    )
    await passDays(20)
    expect([(await page(id)).state, await owns('vitals')]).toEqual(['paused', false])
    expect((await act(id, 'extend', { days: 4 })).status).toBe(200)
    await advance()
    expect([(await page(id)).state, await owns('vitals')]).toEqual(['past_due', true])
    await payOrder(market, owner, String((await page(id)).due?.order))
    expect((await page(id)).state).toBe('active')
  })

  test('whose bank said that the card will not work is not charged again', async () => {
    await sellByPeriod(market, 'video', [{ priceMinor: 5_000 }])
    const { id } = await subscribe(market, owner, 'video', { card: CLOSED_LATER })
    await passDays(32)
    expect((await act(id, 'charge', {})).body.code).toBe('billing.charge_useless')
    expect((await page(id)).can.charge).toBe(false)
  })
})

describe('what an operator gives', () => {
  test('a longer period is not charged and not refunded', async () => {
    await sellByPeriod(market, 'gallery', [{ priceMinor: 30_000 }])
    const { id } = await subscribe(market, owner, 'gallery')
    const { can, next } = await page(id)
    expect((await act(id, 'extend', { days: 30 })).status).toBe(200)
    const after = await page(id)
    expect(Date.parse(String(after.next?.day)) - Date.parse(String(next?.day))).toBe(
      30 * DAY * 1000,
    )
    expect(after.can.refund).toBe(can.refund)
    expect((await act(id, 'extend', { days: 61 })).status).toBe(400)
    await passDays(45)
    expect((await page(id)).orders).toHaveLength(1)
    expect((await page(id)).can.refund).toBe(0)
    await passDays(17)
    expect((await page(id)).orders).toHaveLength(2)
  })

  test('a longer trial', async () => {
    await sellByPeriod(market, 'quick', [{ priceMinor: 9_990, trialDays: 14 }])
    const { body } = await owner.call('POST', '/subscriptions', {
      body: { slug: 'quick', trial: true },
    })
    const id = body.data.subscription_id as string
    expect((await act(id, 'extend', { days: 10 })).status).toBe(200)
    await passDays(20)
    expect([(await page(id)).state, await owns('quick')]).toEqual(['trialing', true])
    await passDays(5)
    expect((await page(id)).state).toBe('ended')
  })

  test('a credit goes back once from the newest orders, never more than was paid', async () => {
    await sellByPeriod(market, 'notices', [{ priceMinor: 10_000 }])
    const { id, orderNumber } = await subscribe(market, owner, 'notices')
    await passDays(31)
    const renewal = String((await page(id)).orders[0]?.number)
    for (let press = 0; press < 2; press += 1)
      expect((await act(id, 'credit', { amount: 130, key: 'credit-1' })).status).toBe(200)
    market.clock.moveSeconds(REFUND_RETRY_SECONDS)
    for (const refund of await findIdleRefunds(market.services))
      await finishRefund(market.services, refund)
    expect([await chargesOf(market, renewal), await chargesOf(market, orderNumber)]).toEqual([
      [],
      [7_000],
    ])
    expect((await act(id, 'credit', { amount: 71, key: 'credit-2' })).body).toMatchObject({
      code: 'backoffice.refund_refused',
    })
    expect((await page(id)).can.credit).toBe(70)
    expect((await page(id)).state).toBe('active')
  })

  test('an end at once gives the days that are left back and takes the item away', async () => {
    const id = first
    const { can } = await page(id)
    expect(can.refund).toBeGreaterThan(0)
    expect((await act(id, 'end', { refund: true })).status).toBe(200)
    expect(await page(id)).toMatchObject({ state: 'ended', end_reason: 'operator' })
    const { amount } = await market.services.db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .select((on) => on.fn.sum<string>('refunds.amount_minor').as('amount'))
      .where('orders.subscription_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(amount)).toBe(Math.round(can.refund * 100))
    expect(await owns('finder')).toBe(false)
    expect((await act(id, 'end', { refund: true })).body.code).toBe('billing.not_now')
    expect((await act(id, 'extend', { days: 1 })).body.code).toBe('billing.not_now')
  })
})
