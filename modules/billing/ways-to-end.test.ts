import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#kernel/context.ts'
import { followSubscription } from '#modules/installs/public.ts'
import { findIdleRefunds, finishRefund, requestRefund } from '#modules/orders/public.ts'
import { REFUND_RETRY_SECONDS } from '#modules/orders/rules.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import {
  type ConsoleBrowser,
  firstOperator,
  mailTo,
  signInToConsole,
} from '#test/support/console.ts'
import { idOf, install, processRun, shopPage } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import {
  advanceSubscription,
  findDueSubscriptions,
  recordUsage,
  storeDataOfBilling,
} from './public.ts'

let market: Marketplace
let owner: Owner
const people = {} as Record<'support' | 'finance', ConsoleBrowser>

const DAY = 86_400
const CALLS = {
  key: 'calls',
  name: { en: 'calls', tr: 'çağrı' },
  included: 0,
  tiers: [{ upTo: null, priceMinor: 100, per: 1 }],
}

beforeAll(async () => {
  market = await startMarketplace()
  const admin = await firstOperator(market)
  for (const role of ['support', 'finance'] as const) {
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
    people[role] = await signInToConsole(market, `${role}@example.com`)
  }
  // Months go by, and everybody stays signed in.
  await market.services.db
    .updateTable('person_sessions')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
  owner = await signIn(market, 'store-1')
  await owner.call('POST', '/domain/address', { body: ADDRESS })
})
afterAll(() => market.stop())

async function advance(): Promise<void> {
  for (const id of await findDueSubscriptions(market.services))
    await advanceSubscription(market.services, id)
}
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    market.clock.moveSeconds(DAY)
    await advance()
  }
  owner = await signIn(market, 'store-1')
}
const stateOf = async (id: string) => (await owner.call('GET', `/subscriptions/${id}`)).body.data
const begin = (slug: string) => owner.call('POST', '/subscriptions', { body: { slug } })
const leaveNow = (id: string, body: object) =>
  owner.call('POST', `/subscriptions/${id}/cancel`, { body: { when: 'now', ...body } })
const owns = async (slug: string) =>
  (await owner.call('GET', `/app-store/app/detail?slug=${slug}`)).body.data.installed
    .owned as boolean
const ordersOf = (id: string) =>
  market.services.db
    .selectFrom('orders')
    .select(['id', 'number', 'purpose', 'state', 'total_minor', 'refunded_minor'])
    .where('subscription_id', '=', id)
    .orderBy('created_at')
    .execute()
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
async function finishRefunds(): Promise<void> {
  market.clock.moveSeconds(REFUND_RETRY_SECONDS)
  for (const refund of await findIdleRefunds(market.services))
    await finishRefund(market.services, refund)
}
const mailed = (text: RegExp) => mailTo(market, ADDRESS.email, text)

describe('an amount that stays open after the end', () => {
  const writeOff = (id: string, who = people.finance) =>
    who.ask('POST', `/operator/subscriptions/${id}/write-off`, {
      note: 'The owner closed the company',
      confirmed: true,
    })

  test('D10 is written off by finance with a note, once: nothing is owed, and the store can begin anew', async () => {
    await sellByPeriod(market, 'video', [
      { kind: 'usage', priceMinor: 0, meters: [CALLS], capMinor: 9_000 },
    ])
    const id = (await begin('video')).body.data.subscription_id as string
    expect((await writeOff(id)).body.code).toBe('billing.not_now')
    await use(id, 20, 'a')
    await leaveNow(id, { charge: 20 })
    await advance()
    expect((await begin('video')).body.code).toBe('billing.owed')
    expect((await writeOff(id, people.support)).status).toBe(403)
    expect((await writeOff(id)).status).toBe(200)
    expect((await writeOff(id)).body.code).toBe('billing.not_now')
    expect(await ordersOf(id)).toMatchObject([
      { purpose: 'final', state: 'cancelled', total_minor: 2_000 },
    ])
    expect(await stateOf(id)).toMatchObject({ state: 'ended', due: null, left: { charge: 0 } })
    const line = await market.services.db
      .selectFrom('audit_log')
      .select(['operation', 'after'])
      .where('object_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({
      operation: 'writeOffSubscription',
      after: { written_off_minor: 2_000, note: 'The owner closed the company' },
    })
    const { timeline } = (await people.support.ask('GET', `/operator/subscriptions/${id}`))
      .body as { timeline: { kind: string; amount: number | null }[] }
    expect(timeline.find(({ kind }) => kind === 'written_off')?.amount).toBe(20)
    expect((await mailed(/no longer|istemiyoruz/)).text).toContain('20,00')
    expect((await begin('video')).status).toBe(200)
  })
})

describe('a plan that costs only by use', () => {
  test('S3.4 begins with what its owner agreed to, kept as a consent', async () => {
    await sellByPeriod(market, 'notices', [
      { kind: 'usage', priceMinor: 0, meters: [CALLS], capMinor: 7_000 },
    ])
    await begin('notices')
    const { content, ip } = await market.services.db
      .selectFrom('consents')
      .innerJoin('agreed_texts', 'agreed_texts.sha256', 'consents.text_sha256')
      .innerJoin('items', 'items.id', 'consents.item_id')
      .select(['content', 'ip'])
      .where('consents.kind', '=', 'subscription')
      .where('items.slug', '=', 'notices')
      .executeTakeFirstOrThrow()
    expect(ip).not.toBeNull()
    expect(content).toMatchObject({
      first_amount_minor: 0,
      cap_minor: 7_000,
      meters: [{ key: 'calls', tiers: [{ priceMinor: 100 }] }],
    })
  })
})

describe('leaving now', () => {
  test('S3.4 names what goes back and what is charged last: before, in the answer, and in the mail', async () => {
    await sellByPeriod(market, 'gallery', [
      { priceMinor: 30_000, meters: [CALLS], capMinor: 9_000 },
    ])
    const { id } = await subscribe(market, owner, 'gallery')
    await use(id, 5, 'a')
    expect((await stateOf(id)).leaving).toMatchObject({ refund: 300, charge: 5 })
    await use(id, 2, 'b')
    const refused = await leaveNow(id, { refund: 300, charge: 5 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'billing.changed' } })
    expect((await leaveNow(id, { refund: 300, charge: 7 })).status).toBe(200)
    const ended = await stateOf(id)
    expect(ended.left).toEqual({ refund: 300, charge: 7, charge_currency: 'TRY' })
    expect(ended.due).toMatchObject({ amount: 7, is_charging: true })
    const { text } = await mailed(/300,00/)
    expect(text).toContain('7,00')
    await advance()
    expect(await stateOf(id)).toMatchObject({ due: null, left: { refund: 300, charge: 7 } })
  })
})

describe('a payment that the bank took back for good', () => {
  const chargeBack = (number: string, amount: number | null = null) =>
    people.finance.ask('POST', `/operator/orders/${number}/chargebacks`, {
      amount,
      reference: 'CB-1',
      confirmed: true,
    })

  test('D10 ends its subscription at once: the item leaves the shop byte for byte, nothing goes back twice, and the owner is told', async () => {
    await sellByPeriod(market, 'delivery-day', [
      { priceMinor: 30_000, meters: [CALLS], capMinor: 9_000 },
    ])
    const bare = await shopPage(market, 'store-1', '/')
    const { id, orderNumber } = await subscribe(market, owner, 'delivery-day')
    await install(owner, await idOf(owner, 'delivery-day'))
    await processRun(market)
    expect(await shopPage(market, 'store-1', '/')).not.toBe(bare)
    await use(id, 5, 'c')
    expect((await chargeBack(orderNumber)).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({
      state: 'ended',
      end_reason: 'disputed',
      due: null,
      left: { refund: 0, charge: 0 },
    })
    expect(await owns('delivery-day')).toBe(false)
    await followSubscription(market.services, id)
    await processRun(market)
    expect(await shopPage(market, 'store-1', '/')).toBe(bare)
    expect(await ordersOf(id)).toMatchObject([{ state: 'paid', refunded_minor: 0 }])
    const { timeline } = (await people.support.ask('GET', `/operator/subscriptions/${id}`))
      .body as { timeline: { kind: string; amount: number | null; mail: string | null }[] }
    expect(timeline.find(({ kind }) => kind === 'charged_back')?.amount).toBe(300)
    expect(timeline.find(({ kind }) => kind === 'mailed')?.mail).toBe('ended_disputed')
    expect((await begin('delivery-day')).status).toBe(200)
  })

  test('of an earlier period gives back the days that a later order paid', async () => {
    await sellByPeriod(market, 'zoom', [{ priceMinor: 31_000 }])
    const { id, orderNumber } = await subscribe(market, owner, 'zoom')
    await passDays(33)
    const { leaving, state } = await stateOf(id)
    expect(state).toBe('active')
    expect(leaving.refund).toBeGreaterThan(200)
    expect((await chargeBack(orderNumber, 100)).status).toBe(200)
    await finishRefunds()
    expect(await stateOf(id)).toMatchObject({
      end_reason: 'disputed',
      left: { refund: leaving.refund },
    })
    const [first, second] = await ordersOf(id)
    expect([first?.refunded_minor, second?.refunded_minor]).toEqual([
      0,
      Math.round(leaving.refund * 100),
    ])
  })

  test('is not written down while the next one is being paid', async () => {
    await sellByPeriod(market, 'finder', [{ priceMinor: 10_000 }])
    const { id, orderNumber } = await subscribe(market, owner, 'finder')
    market.clock.moveSeconds(32 * DAY)
    owner = await signIn(market, 'store-1')
    const { gateway } = market.services
    const answer = Promise.withResolvers<void>()
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
    expect((await chargeBack(orderNumber)).body.code).toBe('checkout.payment_in_flight')
    answer.resolve()
    await renewal
    expect(await stateOf(id)).toMatchObject({ state: 'active' })
    expect((await chargeBack(orderNumber)).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ end_reason: 'disputed' })
  })
})

describe('a change of plan', () => {
  test('credits no more than what was paid for the period and did not go back, of whichever order', async () => {
    const [, second, third] = await sellByPeriod(market, 'vitals', [
      { priceMinor: 10_000 },
      { priceMinor: 30_000 },
      { priceMinor: 60_000 },
    ])
    const { id, orderNumber } = await subscribe(market, owner, 'vitals')
    await passDays(10)
    const changeTo = async (plan: string | undefined) =>
      (await stateOf(id)).changes.find((one: { plan: { id: string } }) => one.plan.id === plan)
    const { today } = await changeTo(second)
    await owner.call('POST', `/subscriptions/${id}/plan`, { body: { plan: second, today } })
    expect((await changeTo(third)).credit).toBeGreaterThan(today)
    await requestRefund(market.services, {
      orderNumber,
      amountMinor: null,
      reason: 'other',
      askedBy: 'test',
      key: 'older',
    })
    await finishRefunds()
    expect((await stateOf(id)).state).toBe('active')
    expect((await changeTo(third)).credit).toBe(today)
  })
})

describe('what an owner writes at a cancellation', () => {
  test('D23 is in the export of the store’s data and goes with it; the history stays as it was', async () => {
    await sellByPeriod(market, 'instant', [{ priceMinor: 10_000 }])
    const { id } = await subscribe(market, owner, 'instant')
    await owner.call('POST', `/subscriptions/${id}/cancel`, {
      body: { when: 'period_end', reason: 'Ayşe from sales never answered' },
    })
    const { services } = market
    const known = async () =>
      JSON.stringify((await storeDataOfBilling.collect(services, owner.storeId)).cancellations)
    expect(await known()).toContain('Ayşe')
    const events = () =>
      services.db
        .selectFrom('subscription_events')
        .select(['id', 'kind', 'facts'])
        .where('subscription_id', '=', id)
        .orderBy('id')
        .execute()
    const before = await events()
    await inTransaction(services, (trx) =>
      storeDataOfBilling.erase(trx, owner.storeId, services.clock.now(), services.jobs),
    )
    expect(await known()).not.toContain('Ayşe')
    expect(JSON.stringify(await events())).not.toContain('Ayşe')
    expect((await events()).map(({ kind }) => kind)).toEqual(before.map(({ kind }) => kind))
    await expect(
      services.db
        .updateTable('subscription_events')
        .set({ facts: '{}' })
        .where('subscription_id', '=', id)
        .execute(),
    ).rejects.toThrow('append-only')
  })
})
