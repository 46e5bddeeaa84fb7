import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS } from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { payOrder, sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { findIdleRefunds, finishRefund } from '#modules/orders/public.ts'
import { runArasta } from '#tools/arasta/run-arasta.ts'
import { findDueSubscriptions, findMovingClocks, moveTestClock } from './public.ts'

let market: Marketplace
let owner: Owner
let developer: ConsoleBrowser
let stranger: ConsoleBrowser
let partner = ''
let other = ''
const SLUG = 'finder'
const NO_FUNDS_LATER = '4900005000000002'

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1')
  await owner.call('POST', '/domain/address', { body: ADDRESS })
  const admin = await firstOperator(market)
  const make = async (name: string, email: string) =>
    String((await admin.ask('POST', '/operator/partners', { name, email })).body.id)
  partner = await make('Atölye', 'dev@example.com')
  other = await make('Başka', 'other@example.com')
  developer = await signInToConsole(market, 'dev@example.com')
  stranger = await signInToConsole(market, 'other@example.com')
  await sellByPeriod(market, SLUG, [{ priceMinor: 24_990 }])
  await market.services.db
    .updateTable('items')
    .set({ partner_id: partner })
    .where('slug', '=', SLUG)
    .execute()
})
afterAll(() => market.stop())

const stores = (of: string, by = developer) => by.ask('GET', `/partners/${of}/test-stores`)
const inStore = (path: string, of = partner) =>
  `/partners/${of}/test-stores/${owner.storeId}${path}`
interface Event {
  kind: string
  at: string
  amount: number | null
  reason: string | null
}
const timeline = async (): Promise<Event[]> =>
  (await developer.ask('GET', inStore('/timeline'))).body.events as Event[]

/** Moves the clock, and does what the job does until it has arrived. */
async function advance(by: string): Promise<void> {
  const asked = await developer.ask('POST', inStore('/advance'), { by })
  expect(asked).toMatchObject({ status: 200, body: { is_moving: true, progress: 0 } })
  while ((await findMovingClocks(market.services)).length > 0)
    await moveTestClock(market.services, owner.storeId)
}

describe('S3.4 a developer’s test clock', () => {
  test('needs a code that the owner of the store made, and that counts once', async () => {
    const wrong = await developer.ask('POST', `/partners/${partner}/test-stores`, { code: 'WRONG' })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { code: {} } } })
    const { code } = (await owner.call('POST', '/developer-access/code')).body.data
    const added = await developer.ask('POST', `/partners/${partner}/test-stores`, { code })
    expect(added).toMatchObject({ status: 200, body: { id: owner.storeId } })
    const again = await stranger.ask('POST', `/partners/${other}/test-stores`, { code })
    expect(again.status).toBe(400)
    const [store] = (await stores(partner)).body.stores as { domain: string; clock: object }[]
    expect(store).toMatchObject({ domain: owner.domain, clock: { is_moving: false } })
    const access = (await owner.call('GET', '/developer-access')).body.data
    expect(access).toMatchObject({ is_offered: true, developer: { name: 'Atölye' } })
  })

  test('a partner sees a year of renewals in under a minute, in the time of the store alone', async () => {
    const { id } = await subscribe(market, owner, SLUG)
    const began = performance.now()
    await advance('1y')
    expect(performance.now() - began).toBeLessThan(60_000)
    const events = await timeline()
    const renewals = events.filter(({ kind }) => kind === 'renewed')
    expect(renewals).toHaveLength(12)
    expect(renewals.every(({ amount }) => amount === 249.9)).toBe(true)
    const years = Date.parse(renewals[0]?.at ?? '') - market.clock.now().getTime()
    expect(years).toBeGreaterThan(330 * 86_400_000)
    expect(await findDueSubscriptions(market.services)).toEqual([])
    const one = (await owner.call('GET', `/subscriptions/${id}`)).body.data
    expect(one.invoices).toHaveLength(13)
    // Its page counts days by that clock, too.
    expect(Date.parse(one.now)).toBeGreaterThan(Date.parse(one.period_from))
    expect(Date.parse(one.now)).toBeLessThan(Date.parse(one.period_until))
  })

  test('refunds, failures, pauses and ends are on it too', async () => {
    const [live] = (await owner.call('GET', '/subscriptions')).body.data
    const { leaving } = (await owner.call('GET', `/subscriptions/${live.id}`)).body.data
    await owner.call('POST', `/subscriptions/${live.id}/cancel`, {
      body: { when: 'now', refund: leaving.refund },
    })
    market.clock.moveSeconds(20)
    for (const refund of await findIdleRefunds(market.services))
      await finishRefund(market.services, refund)
    const { id } = await subscribe(market, owner, SLUG, { card: NO_FUNDS_LATER })
    await advance('60d')
    const ended = (await owner.call('GET', `/subscriptions/${id}`)).body.data
    expect(ended).toMatchObject({ state: 'ended', end_reason: 'unpaid' })
    const events = await timeline()
    expect(events.filter(({ kind }) => kind === 'charge_failed')).toHaveLength(5)
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['paused', 'cancelled', 'refunded']),
    )
    expect(events.find(({ kind }) => kind === 'refunded')).toMatchObject({ amount: leaving.refund })
    expect(events.find(({ kind }) => kind === 'ended')).toMatchObject({ reason: 'unpaid' })
    await payOrder(market, owner, ended.due.order_number)
  })

  test('moves two years at once at most, and once at a time', async () => {
    for (const by of ['3y', '999d', '0d', 'soon'])
      expect((await developer.ask('POST', inStore('/advance'), { by })).status).toBe(400)
    await developer.ask('POST', inStore('/advance'), { by: '1d' })
    const second = await developer.ask('POST', inStore('/advance'), { by: '1d' })
    expect(second).toMatchObject({ status: 409, body: { code: 'billing.clock_moves' } })
    await moveTestClock(market.services, owner.storeId)
  })

  test('a program moves it with the partner’s token, and reads what happened', async () => {
    const scopes = ['status', 'upload']
    const { token } = (
      await developer.ask('POST', `/partners/${partner}/tokens`, { name: 'CI', scopes })
    ).body
    const clock = async (...args: string[]) => {
      let out = ''
      const code = await runArasta({
        args: ['clock', ...args],
        env: { ARASTA_CONSOLE: market.origins.console, ARASTA_TOKEN: String(token) },
        folder: '/',
        out: (text) => (out += text),
        err: (text) => (out += text),
      })
      return { code, out }
    }
    await subscribe(market, owner, SLUG)
    const moving = clock('advance', '1m', '--store', owner.domain)
    await expect
      .poll(() => findMovingClocks(market.services), { timeout: 10_000 })
      .toEqual([owner.storeId])
    await moveTestClock(market.services, owner.storeId)
    const { code, out } = await moving
    expect(code).toBe(0)
    expect(out).toContain('249.90 TRY')
    expect((await clock('show', '--store', 'nowhere.example')).code).toBe(2)
    expect((await clock('advance', '9y', '--store', owner.domain)).code).toBe(1)
  })

  test('a stranger neither sees nor moves it, and nobody does once the owner has ended it', async () => {
    for (const path of ['/timeline', '']) {
      const method = path === '' ? 'DELETE' : 'GET'
      expect((await stranger.ask(method, inStore(path))).status).toBe(404)
      expect((await stranger.ask(method, inStore(path, other))).status).toBe(404)
    }
    expect((await stranger.ask('POST', inStore('/advance', other), { by: '1d' })).status).toBe(404)
    expect((await stores(other, stranger)).body.stores).toEqual([])
    await owner.call('DELETE', '/developer-access')
    expect((await developer.ask('POST', inStore('/advance'), { by: '1d' })).status).toBe(404)
    expect((await stores(partner)).body.stores).toEqual([])
  })
})
