import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy, chargesOf } from '#test/support/checkout.ts'
import { signInToConsole, type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { findIdleRefunds, finishRefund } from './public.ts'
import { REFUND_AGAIN_SECONDS } from './rules.ts'

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

describe('money', () => {
  test('an order is found by number, store and item; a refund is written down, sent by the worker, once for one press, and never more than is left', async () => {
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
    market.clock.moveSeconds(REFUND_AGAIN_SECONDS)
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

  test('a coupon is made with or without a code, works at the till, and ends', async () => {
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

  test('tax changes from a day to come on, never for a day that has begun', async () => {
    const day = (days: number) =>
      new Date(market.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    expect(
      (await finance.ask('PUT', '/operator/tax-rates/TR', { from: day(0), rate: 22 })).body.code,
    ).toBe('backoffice.day_begun')
    expect(
      (await finance.ask('PUT', '/operator/tax-rates/tr', { from: day(10), rate: 22.5 })).status,
    ).toBe(200)
    expect((await finance.ask('GET', '/operator/tax-rates')).body.rates).toContainEqual({
      country: 'TR',
      from: day(10),
      rate: 22.5,
      in_force: false,
      coming: true,
    })
    expect((await finance.ask('DELETE', `/operator/tax-rates/TR/${day(10)}`)).status).toBe(200)
    expect((await finance.ask('DELETE', '/operator/tax-rates/TR/2023-07-10')).body.code).toBe(
      'backoffice.day_begun',
    )
  })

  test('a difference of the books stays open until somebody says what it was, once', async () => {
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
