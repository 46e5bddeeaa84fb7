import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendMail } from '#modules/mail/public.ts'
import {
  CARDS,
  cardWith,
  chargesOf,
  passChallenge,
  pay,
  type Prepared,
  prepareOrder,
} from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { mailAttachment } from './invoices/issue-invoice.ts'
import type { Drawn, InvoiceContent } from './invoices/provider.ts'

let market: Marketplace
let owner: Owner
let stranger: Owner
let order: Prepared

beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, stranger] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
  order = await prepareOrder(owner, 'delivery-day')
})
afterAll(() => market.stop())

const CREDIT = CARDS.good
const DEBIT = '4766620000000001'
const quote = (who: Owner, number: string, body: object = { first_digits: CREDIT.slice(0, 8) }) =>
  who.call('POST', `/checkout/installments/${number}`, { body })
const attemptsOf = (number: string) =>
  market.services.db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('payment_attempts')
    .where('number', '=', number)
    .orderBy('turn')
    .execute()
const orderRow = (number: string) =>
  market.services.db
    .selectFrom('orders')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

describe('S7.10 installments', () => {
  test('quotes count, amount each, total and surcharge for a credit card by its first digits', async () => {
    const { body } = await quote(owner, order.orderNumber)
    expect(body.data).toEqual({
      currency: 'TRY',
      offers: [
        { count: 1, each: 249.9, total: 249.9, surcharge: 0 },
        { count: 2, each: 124.95, total: 249.9, surcharge: 0 },
        { count: 3, each: 83.3, total: 249.9, surcharge: 0 },
        { count: 6, each: 43.53, total: 261.15, surcharge: 11.25 },
        { count: 9, each: 29.71, total: 267.39, surcharge: 17.49 },
        { count: 12, each: 22.8, total: 273.64, surcharge: 23.74 },
      ],
    })
    expect(
      (await quote(owner, order.orderNumber, { first_digits: CREDIT.slice(0, 6) })).body.data,
    ).toEqual(body.data)
  })

  test('quotes a single payment for a debit card', async () => {
    expect(
      (await quote(owner, order.orderNumber, { first_digits: DEBIT.slice(0, 8) })).body.data.offers,
    ).toHaveLength(1)
  })

  test("refuses more digits than a quote needs, and does not find another store's order", async () => {
    for (const first_digits of [CREDIT, CREDIT.slice(0, 9), '12345', '5528 79']) {
      const answer = await quote(owner, order.orderNumber, { first_digits })
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['first_digits']])
      expect(JSON.stringify(answer.body)).not.toContain('552879')
    }
    expect((await quote(owner, order.orderNumber, {})).status).toBe(400)
    expect((await quote(stranger, order.orderNumber)).body.code).toBe('checkout.order_not_found')
  })

  test('another total than the quoted one is 409 and charges nothing (PAY-15)', async () => {
    for (const total of [order.total, 261.14, 267.39]) {
      const answer = await pay(owner, order, { total, body: { installments: 6 } })
      expect([answer.status, answer.body.code], String(total)).toEqual([
        409,
        'checkout.total_changed',
      ])
    }
    const notInParts = await pay(owner, order, { total: 261.15 })
    expect(notInParts.body.code).toBe('checkout.total_changed')
    expect(await attemptsOf(order.orderNumber)).toEqual([])
  })

  test('other cards and counts are refused before the bank is asked for money', async () => {
    const answers = [
      await pay(owner, order, { card: DEBIT, total: 261.15, body: { installments: 6 } }),
      await pay(owner, order, { total: 249.9, body: { installments: 4 } }),
    ]
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
      Array(2).fill([422, 'checkout.installments_not_offered']),
    )
    expect(await attemptsOf(order.orderNumber)).toEqual([])
  })

  test('a price changed since the quote must be agreed again (D10)', async () => {
    const plans = (price_minor: number) =>
      market.services.db
        .updateTable('plans')
        .set({ price_minor })
        .where('item_id', 'in', (on) =>
          on.selectFrom('items').select('id').where('slug', '=', 'delivery-day'),
        )
        .execute()
    await plans(10_000)
    expect((await pay(owner, order, { total: 261.15, body: { installments: 6 } })).body.code).toBe(
      'checkout.total_changed',
    )
    await plans(24_990)
  })

  test('charges the card the quoted total; the order keeps its own total (S3.3, I1)', async () => {
    const paid = await pay(owner, order, { total: 261.15, body: { installments: 6 } })
    await passChallenge(market, paid.body.challenge.url)
    expect(await chargesOf(market, order.orderNumber)).toEqual([26_115])
    const status = (await owner.call('GET', `/checkout/status/${order.orderNumber}`)).body.data
    expect(status).toMatchObject({
      state: 'paid',
      outcome: 'confirmed',
      subtotal: 208.25,
      tax: 41.65,
      total: 249.9,
      surcharge: 11.25,
    })
    const [attempt] = await attemptsOf(order.orderNumber)
    const row = await orderRow(order.orderNumber)
    expect(attempt).toMatchObject({
      state: 'succeeded',
      installments: 6,
      surcharge_minor: 1_125,
      amount_minor: 26_115,
    })
    expect(row.total_minor + (attempt?.surcharge_minor ?? 0)).toBe(attempt?.amount_minor)
    expect(row.surcharge_minor).toBe(attempt?.surcharge_minor)
    expect((await owner.call('GET', '/checkout/orders')).body.data[0]).toMatchObject({
      total: 249.9,
      surcharge: 11.25,
    })
  })

  test('invoice and receipt show the surcharge below the total that was sold and taxed', async () => {
    const row = await orderRow(order.orderNumber)
    const drawn: InvoiceContent[] = []
    const invoices = {
      ...market.services.invoices,
      pdf: (one: Drawn) => {
        drawn.push(one.content)
        return market.services.invoices.pdf(one)
      },
    }
    expect(
      (await mailAttachment({ ...market.services, invoices }, `receipt:${row.id}`, 'ar'))?.content
        .length,
    ).toBeGreaterThan(1_000)
    expect(drawn).toMatchObject([
      {
        netMinor: 20_825,
        taxMinor: 4_165,
        totalMinor: 24_990,
        surcharge: { count: 6, minor: 1_125 },
      },
    ])
    for (const { id } of await market.services.db
      .selectFrom('mails')
      .select('id')
      .where('state', '=', 'queued')
      .execute())
      await sendMail(market.services, id)
    expect(market.shop.mails().find((mail) => mail.text.includes(order.orderNumber))?.text).toMatch(
      /₺249,90[^]*Vade farkı \(bankanın\): ₺11,25\nKarttan çekilen: ₺261,15/,
    )
  })

  test('installments without surcharge charge the price', async () => {
    const theirs = await prepareOrder(stranger, 'delivery-day')
    const paid = await pay(stranger, theirs, { body: { installments: 3 } })
    await passChallenge(market, paid.body.challenge.url)
    expect(await chargesOf(market, theirs.orderNumber)).toEqual([24_990])
    expect(await attemptsOf(theirs.orderNumber)).toMatchObject([
      { installments: 3, surcharge_minor: 0, state: 'succeeded' },
    ])
  })

  test('a saved card pays in installments by its id', async () => {
    const themes = await signIn(market, 'store-1', 'theme')
    const first = await prepareOrder(themes, 'lux', 'theme')
    const kept = await pay(themes, first, {
      body: { card: { ...cardWith(CREDIT), store_card: true } },
    })
    await passChallenge(market, kept.body.challenge.url)
    const [card] = (await themes.call('GET', '/domain/card')).body.data
    const next = await prepareOrder(themes, 'minty', 'theme')
    const { offers } = (await quote(themes, next.orderNumber, { saved_card_id: card.id })).body.data
    const twelve = offers.find((offer: { count: number }) => offer.count === 12)
    const paid = await pay(themes, next, {
      total: twelve.total,
      body: { card: undefined, saved_card_id: card.id, installments: 12 },
    })
    await passChallenge(market, paid.body.challenge.url)
    expect(await chargesOf(market, next.orderNumber)).toEqual([Math.round(twelve.total * 100)])
  })

  test('the database checks the surcharge: part of the charge, never all of it, and none without installments', async () => {
    const { db } = market.services
    for (const wrong of [
      { surcharge_minor: -1 },
      { surcharge_minor: 26_115 },
      { installments: 1 },
      { installments: 0 },
    ]) {
      await expect(
        db
          .updateTable('payment_attempts')
          .set(wrong)
          .where('surcharge_minor', '=', 1_125)
          .execute(),
        JSON.stringify(wrong),
      ).rejects.toThrow(/check/)
    }
    const row = await orderRow(order.orderNumber)
    await expect(
      db.updateTable('orders').set({ refunded_minor: 24_991 }).where('id', '=', row.id).execute(),
    ).rejects.toThrow(/orders_refunded_at_most_total/)
  })
})
