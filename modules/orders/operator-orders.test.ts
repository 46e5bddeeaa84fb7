import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy, chargesOf } from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { findIdleRefunds, finishRefund } from './public.ts'
import { REFUND_RETRY_SECONDS } from './rules.ts'

let market: Marketplace
let admin: ConsoleBrowser
let finance: ConsoleBrowser
let reviewer: ConsoleBrowser
let owner: Owner

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  for (const role of ['finance', 'reviewer'])
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
  ;[finance, reviewer] = [
    await signInToConsole(market, 'finance@example.com'),
    await signInToConsole(market, 'reviewer@example.com'),
  ]
  owner = await signIn(market)
})
afterAll(() => market.stop())

describe('orders in the console', () => {
  test('finds an order by number, store and item; a refund is stored, sent once by the worker, and never exceeds the rest', async () => {
    const { orderNumber } = await buy(market, owner, 'delivery-day')
    const list = async (query: Record<string, string>) =>
      (
        (await finance.ask('GET', `/operator/orders?${new URLSearchParams(query)}`)).body as {
          orders: { number: string; item: { id: string } }[]
        }
      ).orders
    const [found] = await list({ q: orderNumber.toLowerCase() })
    expect(found).toMatchObject({
      number: orderNumber,
      state: 'paid',
      total: 249.9,
      currency: 'TRY',
    })
    expect([
      (await list({ q: 'shop.', state: 'paid' })).length,
      (await list({ item: String(found?.item.id) })).length,
      (await list({ q: 'nobody.example' })).length,
    ]).toEqual([1, 1, 0])
    const path = `/operator/orders/${orderNumber}`
    expect(
      (
        await reviewer.ask('POST', `${path}/refunds`, {
          amount: 100,
          reason: 'other',
          key: 'k1',
          confirmed: true,
        })
      ).status,
    ).toBe(403)
    expect(
      (
        await finance.ask('POST', `${path}/refunds`, {
          amount: 1.005,
          reason: 'other',
          key: 'k1',
          confirmed: true,
        })
      ).body,
    ).toMatchObject({ fields: { amount: expect.any(String) as string } })
    const presses = await Promise.all(
      [1, 2].map(() =>
        finance.ask('POST', `${path}/refunds`, {
          amount: 100,
          reason: 'buyer_request',
          key: 'k1',
          confirmed: true,
        }),
      ),
    )
    expect(new Set(presses.map((one) => one.body.id)).size).toBe(1)
    expect(presses[0]?.body.state).toBe('requested')
    expect(await chargesOf(market, orderNumber)).toEqual([24_990])
    market.clock.moveSeconds(REFUND_RETRY_SECONDS)
    for (const id of await findIdleRefunds(market.services)) await finishRefund(market.services, id)
    expect(await chargesOf(market, orderNumber)).toEqual([14_990])
    expect((await finance.ask('GET', path)).body).toMatchObject({
      state: 'partially_refunded',
      left: 149.9,
      refunds: [
        {
          state: 'succeeded',
          amount: 100,
          reason: 'buyer_request',
          asked_by: expect.stringMatching(/^operator per_/) as string,
        },
      ],
      attempts: [{ state: 'succeeded' }],
      events: expect.arrayContaining([
        expect.objectContaining({ kind: 'refund', to: 'succeeded' }),
      ]) as object[],
    })
    const refused = await finance.ask('POST', `${path}/refunds`, {
      amount: 149.91,
      reason: 'other',
      key: 'k2',
      confirmed: true,
    })
    expect([refused.body.code, refused.body.message]).toEqual([
      'backoffice.refund_refused',
      'This cannot go back. Of the payment 149.9 is left.',
    ])
    expect(
      await market.services.db
        .selectFrom('audit_log')
        .select(['operation', 'before', 'after'])
        .where('object_id', '=', orderNumber)
        .orderBy('id')
        .executeTakeFirst(),
    ).toMatchObject({
      operation: 'refundAnOrder',
      before: { asked_minor: 0 },
      after: { asked_minor: 10_000 },
    })
  })

  test('a coupon is created with or without a code, works at checkout, and ends', async () => {
    const coupon = {
      kind: 'percent',
      value: 25,
      currency: null,
      market: null,
      item: 'delivery-day',
      valid_from: null,
      valid_until: null,
      total_limit: 5,
      store_limit: null,
      first_purchase: false,
    }
    const { body } = await finance.ask('POST', '/operator/coupons', { ...coupon, code: 'kış-25' })
    expect(body.code).toBe('KIS25')
    expect(
      (await finance.ask('POST', '/operator/coupons', { ...coupon, code: 'KIS 25' })).body.code,
    ).toBe('backoffice.code_taken')
    expect(String((await finance.ask('POST', '/operator/coupons', coupon)).body.code)).toMatch(
      /^[0-9A-Z]{16}$/,
    )
    for (const [field, change] of [
      ['value', { value: 101 }],
      ['value', { value: 5e-324 }],
      ['currency', { kind: 'amount' }],
      ['item', { item: 'nobody-has-this' }],
      ['code', { code: '?' }],
    ] as const) {
      expect(
        (await finance.ask('POST', '/operator/coupons', { ...coupon, ...change })).body,
        field,
      ).toMatchObject({ fields: { [field]: expect.any(String) as string } })
    }
    const valid = async () =>
      (
        await owner.call('GET', '/promotion/coupon-code/check/KIS25', {
          query: {
            item_id: (
              await market.services.db
                .selectFrom('items')
                .select('id')
                .where('slug', '=', 'delivery-day')
                .executeTakeFirstOrThrow()
            ).id,
          },
        })
      ).body.data?.valid as boolean
    expect(await valid()).toBe(true)
    expect((await finance.ask('GET', '/operator/coupons?q=kıs25')).body).toMatchObject({
      coupons: [{ code: 'KIS25', now: true, used: 0 }],
    })
    expect(
      (
        await finance.ask('PUT', `/operator/coupons/${String(body.id)}`, {
          active: false,
          valid_until: null,
          total_limit: 5,
        })
      ).status,
    ).toBe(200)
    expect(await valid()).toBe(false)
    expect(
      ((await finance.ask('GET', '/operator/coupons?state=ended')).body.coupons as object[]).length,
    ).toBe(1)
  })

  test('the first tax rate of a country begins at once, others with the next minute or at a moment to come, never in the past (D9)', async () => {
    const day = (days: number) =>
      new Date(market.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const set = async (country: string, body: object) =>
      finance.ask('PUT', `/operator/tax-rates/${country}`, body)
    const rates = async (country: string) =>
      (
        (await finance.ask('GET', '/operator/tax-rates')).body.rates as {
          id: string
          country: string
          from: string
        }[]
      ).filter((one) => one.country === country)
    expect((await set('TR', { from: day(0), rate: 22 })).body.code).toBe('backoffice.rate_begun')
    expect((await set('TR', { from: '2026-02-30', rate: 22 })).status).toBe(400)
    expect((await set('tr', { from: day(10), rate: 22.5 })).status).toBe(200)
    const [coming, begun] = await rates('TR')
    // Midnight in Türkiye.
    expect(coming).toMatchObject({
      kind: 'standard',
      from: `${day(9)}T21:00:00.000Z`,
      zone: 'Europe/Istanbul',
      rate: 22.5,
      in_force: false,
      coming: true,
    })
    expect(
      (await finance.ask('DELETE', `/operator/tax-rates/TR/${String(coming?.id)}`)).status,
    ).toBe(200)
    expect(
      (await finance.ask('DELETE', `/operator/tax-rates/TR/${String(begun?.id)}`)).body.code,
    ).toBe('backoffice.rate_begun')

    const before = market.clock.now()
    expect((await set('DE', { from: null, rate: 19 })).status).toBe(200)
    expect((await set('DE', { kind: 'reduced', from: null, rate: 7 })).status).toBe(200)
    expect((await set('DE', { from: `${day(20)}T12:30`, rate: 20 })).status).toBe(200)
    const german = await rates('DE')
    expect(german.map((one) => ({ ...one, id: '', from: '' }))).toMatchObject([
      { kind: 'standard', rate: 20, coming: true },
      { kind: 'standard', rate: 19 },
      { kind: 'reduced', rate: 7 },
    ])
    expect(german[0]?.from).toMatch(/T1[01]:30:00\.000Z$/)
    const [first = 0, reduced = 0] = german
      .slice(1)
      .map((one) => Date.parse(one.from) - before.getTime())
    expect([first <= 0, first > -60_000]).toEqual([true, true])
    expect([reduced > 4_000, reduced < 66_000]).toEqual([true, true])
  })

  test('finance chooses which rate an item has (D9)', async () => {
    const { id } = await market.services.db
      .selectFrom('items')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const set = (kind: string) => finance.ask('PUT', `/operator/items/${id}/tax-kind`, { kind })
    expect((await set('reduced')).status).toBe(200)
    expect((await finance.ask('GET', `/operator/items/${id}`)).body.tax_kind).toBe('reduced')
    expect((await set('free')).status).toBe(400)
    expect((await set('standard')).status).toBe(200)
    expect(
      (await finance.ask('PUT', '/operator/items/itm_none/tax-kind', { kind: 'reduced' })).status,
    ).toBe(404)
  })

  test('a ledger discrepancy stays open until it is resolved, once', async () => {
    await market.services.db
      .insertInto('ledger_differences')
      .values({
        id: 'dif_1',
        gateway: 'sandbox',
        day: new Date('2026-01-02T00:00:00'),
        kind: 'charge_unknown',
        subject: 'ref-1',
        gateway_ref: 'ref-1',
        theirs_minor: 500,
        theirs_currency: 'TRY',
        state: 'open',
        found_at: market.clock.now(),
      })
      .execute()
    expect((await finance.ask('GET', '/operator/differences?state=open')).body).toMatchObject({
      differences: [
        { id: 'dif_1', day: '2026-01-02', theirs: { amount: 5, currency: 'TRY' }, ours: null },
      ],
    })
    const say = () =>
      finance.ask('PUT', '/operator/differences/dif_1', {
        state: 'explained',
        note: 'A test of the bank.',
      })
    expect([(await say()).status, (await say()).body.code]).toEqual([
      200,
      'backoffice.settled_already',
    ])
    expect((await finance.ask('GET', '/operator/differences?state=open')).body.differences).toEqual(
      [],
    )
  })
})
