import { request as httpRequest } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ADDRESS,
  buy,
  CARDS,
  cardWith,
  chargesOf,
  passChallenge,
  pay,
  postReturn,
  prepareOrder,
} from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'

let market: Marketplace
let owner: Owner
let stranger: Owner

beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, stranger] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
})
afterAll(() => market.stop())

const status = async (who: Owner, number: string) =>
  (await who.call('GET', `/checkout/status/${number}`)).body.data
const itemId = async (slug: string) =>
  (await call(market, 'GET', '/app-store/app/detail', { query: { slug } })).body.data.id as string

describe('an order (S7.8, S7.9, D9, D10)', () => {
  test('is created once per store and item, however often it is requested', async () => {
    const [first, second] = await Promise.all([
      owner.call('POST', '/checkout/delivery-day/app', { body: {} }),
      owner.call('POST', '/checkout/delivery-day/app', { body: {} }),
    ])
    expect(first.status).toBe(200)
    expect(second.body.data.order_number).toBe(first.body.data.order_number)
    expect(first.body.data).toMatchObject({
      state: 'draft',
      list_price: 249.9,
      subtotal: 208.25,
      tax: 41.65,
      total: 249.9,
      currency: 'TRY',
      tax_included: true,
    })
  })

  test('of another store is not found by any operation (PAY-13)', async () => {
    const { order_number: number } = (
      await owner.call('POST', '/checkout/delivery-day/app', { body: {} })
    ).body.data
    const answers = await Promise.all([
      stranger.call('GET', `/checkout/status/${number}`),
      stranger.call('POST', `/checkout/calculate/${number}`, { body: { address_id: 'adr_x' } }),
      stranger.call('POST', `/checkout/payment/${number}`, {
        headers: { 'idempotency-key': 'k' },
        body: { total: 249.9, card: cardWith(CARDS.good), consents: [] },
      }),
      stranger.call('GET', '/checkout/status/AR0000000000000000'),
    ])
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
      Array(4).fill([404, 'checkout.order_not_found']),
    )
  })

  test("cannot be priced with another store's address", async () => {
    const { order_number: number } = (
      await owner.call('POST', '/checkout/delivery-day/app', { body: {} })
    ).body.data
    const foreign = (await stranger.call('POST', '/domain/address', { body: ADDRESS })).body.data.id
    const answer = await owner.call('POST', `/checkout/calculate/${number}`, {
      body: { address_id: foreign },
    })
    expect([answer.status, answer.body.code]).toEqual([404, 'checkout.address_not_found'])
  })

  test("of an unknown item is refused in the reader's language", async () => {
    const answer = await owner.call('POST', '/checkout/no-such-item/app', {
      body: {},
      query: { hl: 'AR' },
    })
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      404,
      'catalog.item_not_found',
      'لا يوجد منتج كهذا أو لم يعد معروضًا',
    ])
  })

  test('refuses unknown coupons (S5.3, S8.11)', async () => {
    const order = await prepareOrder(owner, 'delivery-day')
    const answer = await owner.call('POST', `/checkout/calculate/${order.orderNumber}`, {
      body: { coupon_code: 'FREE' },
      query: { hl: 'EN' },
    })
    expect([answer.status, answer.body.message]).toEqual([422, 'Invalid coupon'])
  })

  test('of a free item is complete at once without the bank (PAY-20)', async () => {
    const answer = await stranger.call('POST', '/checkout/cookie-consent/app', { body: {} })
    expect(answer.body.data).toMatchObject({ state: 'paid', total: 0 })
    expect(await chargesOf(market, answer.body.data.order_number)).toEqual([])
  })
})

describe('an invoice address (S3.1, S5.1)', () => {
  test('requires what the invoice needs and reports it at the field', async () => {
    const answer = await owner.call('POST', '/domain/address', {
      query: { hl: 'TR' },
      body: {
        ...ADDRESS,
        invoice_type: 'institutional',
        tax_office: 'Setbaşı',
        tax_number: '123 456 78',
      },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({
      company: 'Bu alan zorunlu',
      tax_number: 'Vergi numarası 10 hanedir; 2 hane eksik',
    })
  })

  test('seals the identity number and shows only its end (D23)', async () => {
    const answer = await owner.call('POST', '/domain/address', {
      body: { ...ADDRESS, identity_number: '10000000146' },
    })
    expect(answer.body.data.identity_number).toBe('•••••••••46')
    const row = await market.services.db
      .selectFrom('addresses')
      .selectAll()
      .where('id', '=', answer.body.data.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('10000000146')
  })

  test('of another store cannot be read, changed or deleted', async () => {
    const { id } = (await owner.call('POST', '/domain/address', { body: ADDRESS })).body.data
    expect((await stranger.call('PUT', `/domain/address/${id}`, { body: ADDRESS })).status).toBe(
      404,
    )
    expect((await stranger.call('DELETE', `/domain/address/${id}`)).status).toBe(404)
    expect(JSON.stringify((await stranger.call('GET', '/domain/address')).body)).not.toContain(id)
  })
})

describe('paying (S7.10, S3.2, D10, D20)', () => {
  test('charges once after the challenge, and the store owns the item (S4.8, S7.11, S7.12)', async () => {
    const order = await prepareOrder(owner, 'delivery-day')
    const paid = await pay(owner, order)
    expect(paid.body.state).toBe('challenge')
    expect(await chargesOf(market, order.orderNumber)).toEqual([])
    const { location } = await passChallenge(market, paid.body.challenge.url)
    expect(location).toBe(`/checkout/success?order=${order.orderNumber}`)
    expect(await status(owner, order.orderNumber)).toMatchObject({
      state: 'paid',
      outcome: 'confirmed',
      attempt: { state: 'succeeded' },
    })
    expect(await chargesOf(market, order.orderNumber)).toEqual([24_990])
    const check = await owner.call(
      'GET',
      `/app-store/app/${await itemId('delivery-day')}/order/check`,
    )
    expect(check.body.data).toEqual({ owned: true, open_order: null, may_install: true })
  })

  test('does not sell an owned item again', async () => {
    const answer = await owner.call('POST', '/checkout/delivery-day/app', { body: {} })
    expect([answer.status, answer.body.code]).toEqual([409, 'checkout.already_owned'])
  })

  test('leaves the order payable with another card after a decline', async () => {
    const order = await prepareOrder(stranger, 'delivery-day')
    const declined = await pay(stranger, order, { card: CARDS.declined })
    const first =
      declined.body.state === 'challenge'
        ? await passChallenge(market, declined.body.challenge.url)
        : null
    if (first) expect(first.location).toBe(`/checkout/fail?order=${order.orderNumber}`)
    expect(await status(stranger, order.orderNumber)).toMatchObject({
      outcome: 'failed',
      state: 'awaiting_payment',
      attempt: { state: 'declined', reason: 'insufficient_funds' },
    })
    const again = await pay(stranger, order)
    await passChallenge(market, again.body.challenge.url)
    expect(await status(stranger, order.orderNumber)).toMatchObject({ outcome: 'confirmed' })
    expect(await chargesOf(market, order.orderNumber)).toEqual([24_990])
  })
})

describe('a payment refused before the bank (S7.32)', () => {
  let fresh: Owner
  let order: Awaited<ReturnType<typeof prepareOrder>>
  beforeAll(async () => {
    fresh = await signIn(market, 'store-1', 'theme')
    order = await prepareOrder(fresh, 'minty', 'theme')
  })

  test('another total than agreed is 409 and charges nothing (PAY-15)', async () => {
    const answer = await pay(fresh, order, { total: 1 })
    expect([answer.status, answer.body.code]).toEqual([409, 'checkout.total_changed'])
  })

  test('a missing idempotency key is 400 and names the header', async () => {
    const answer = await fresh.call('POST', `/checkout/payment/${order.orderNumber}`, {
      body: { total: order.total, card: cardWith(CARDS.good), consents: order.consents },
    })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['idempotency-key']])
  })

  test('an invalid card names the field and returns nothing of the card (S5.2, S8.12)', async () => {
    const answer = await pay(fresh, order, {
      body: { card: { ...cardWith('5528790000000009'), expiry_year: 2020 } },
    })
    expect([answer.status, answer.body.code]).toEqual([422, 'checkout.card_invalid'])
    expect(Object.keys(answer.body.fields)).toEqual(['card.number', 'card.expiry_month'])
    expect(JSON.stringify(answer.body)).not.toMatch(/552879/)
  })

  test('missing consents are refused (S5.5)', async () => {
    const answer = await pay(fresh, order, { body: { consents: [] } })
    expect([answer.status, answer.body.code]).toEqual([422, 'checkout.consent_required'])
  })

  test('anything but an amount is 400 or 409 in every amount field (PAY-16)', async () => {
    const wrong = [
      '1',
      [order.total],
      { a: 1 },
      null,
      true,
      -1,
      -order.total,
      19.999,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      '1e309',
      Number.MAX_VALUE,
    ]
    const answers = await Promise.all(
      wrong.flatMap((value) =>
        [
          { total: value },
          { installments: value === '1' ? 'one' : value === null || value === true ? 0.5 : value },
          { card: { ...cardWith(CARDS.good), number: value } },
          {
            card: {
              ...cardWith(CARDS.good),
              expiry_month: value === '1' || value === true ? 13 : value,
            },
          },
        ].map(async (body) => ({ body, answer: await pay(fresh, order, { body }) })),
      ),
    )
    for (const { body, answer } of answers) {
      expect([400, 409, 422], JSON.stringify(body)).toContain(answer.status)
      expect(answer.body.code, JSON.stringify(body)).toMatch(
        /^(input\.invalid|checkout\.(total_changed|card_invalid|installments_not_offered|too_many_attempts))/,
      )
    }
    // Too large for JSON, in another currency, in a field that nobody asked for.
    const raw = `{"total":1e400,"currency":"USD","amount_minor":1,"card":${JSON.stringify(cardWith(CARDS.good))},"consents":[]}`
    expect(
      (
        await fresh.call('POST', `/checkout/payment/${order.orderNumber}`, {
          headers: { 'idempotency-key': 'raw' },
          body: raw,
        })
      ).status,
    ).toBe(400)
    expect(await status(fresh, order.orderNumber)).toMatchObject({ total: 248.9, currency: 'TRY' })
  })

  test('none of these requests reached the bank', async () => {
    const attempts = await market.services.db
      .selectFrom('payment_attempts')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select('payment_attempts.id')
      .where('number', '=', order.orderNumber)
      .execute()
    expect(attempts).toEqual([])
  })

  test('a price changed by the partner must be agreed again and is not charged', async () => {
    await market.services.db
      .updateTable('plans')
      .set({ price_minor: 1 })
      .where('item_id', 'in', (on) =>
        on.selectFrom('items').select('id').where('slug', '=', 'minty'),
      )
      .execute()
    expect((await pay(fresh, order)).body.code).toBe('checkout.total_changed')
    await market.services.db
      .updateTable('plans')
      .set({ price_minor: 24_890 })
      .where('item_id', 'in', (on) =>
        on.selectFrom('items').select('id').where('slug', '=', 'minty'),
      )
      .execute()
  })

  test('the same key gives the same answer, refuses another body, and makes one attempt', async () => {
    const key = crypto.randomUUID()
    const [first, second] = await Promise.all([
      pay(fresh, order, { key }),
      pay(fresh, order, { key }),
    ])
    expect([first.status, second.status].sort()[0]).toBe(200)
    const replayed = await pay(fresh, order, { key })
    expect(replayed.body).toMatchObject({ state: 'challenge' })
    expect((await pay(fresh, order, { key, card: CARDS.declined })).body.code).toBe(
      'checkout.key_reused',
    )
    const rows = await market.services.db
      .selectFrom('payment_attempts')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select('payment_attempts.id')
      .where('number', '=', order.orderNumber)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('an abandoned challenge is voided by another payment, and passing it later charges nothing', async () => {
    const left = (await pay(fresh, order)).body.challenge.url as string
    const next = (await pay(fresh, order)).body.challenge.url as string
    expect(next).not.toBe(left)
    await passChallenge(market, left)
    expect(await chargesOf(market, order.orderNumber)).toEqual([])
    await passChallenge(market, next)
    expect(await chargesOf(market, order.orderNumber)).toEqual([24_890])
  })
})

describe("the bank's return (PAY-4, PAY-6, PAY-9)", () => {
  test('thirty concurrent payments of one order charge once (PAY-2)', async () => {
    const theme = await signIn(market, 'store-2', 'theme')
    const order = await prepareOrder(theme, 'lux', 'theme')
    const answers = await Promise.all(Array.from({ length: 30 }, () => pay(theme, order)))
    const challenges = answers.filter((answer) => answer.body.state === 'challenge')
    expect(challenges.length).toBeGreaterThan(0)
    expect(answers.every((answer) => [200, 409].includes(answer.status))).toBe(true)
    for (const { body } of challenges) await passChallenge(market, body.challenge.url)
    expect((await chargesOf(market, order.orderNumber)).length).toBe(1)
  })

  test('five returns, the notice and ten concurrent polls make one payment (PAY-4, PAY-6)', async () => {
    const buyer = await signIn(market, 'store-2', 'theme')
    const order = await prepareOrder(buyer, 'minty', 'theme')
    const url = (await pay(buyer, order)).body.challenge.url as string
    const first = passChallenge(market, url)
    const polls = Array.from({ length: 10 }, () => status(buyer, order.orderNumber))
    const { form, action } = await first
    await Promise.all([
      ...Array.from({ length: 5 }, () => postReturn(market, action, form)),
      ...polls,
    ])
    expect(await status(buyer, order.orderNumber)).toMatchObject({
      state: 'paid',
      outcome: 'confirmed',
    })
    expect(await chargesOf(market, order.orderNumber)).toEqual([24_890])
    const moves = await market.services.db
      .selectFrom('order_events')
      .innerJoin('orders', 'orders.id', 'order_events.order_id')
      .select('to_state')
      .where('orders.number', '=', order.orderNumber)
      .where('to_state', 'in', ['paid', 'succeeded'])
      .execute()
    expect(moves.map((move) => move.to_state).sort()).toEqual(['paid', 'succeeded'])
  })

  test('a closed browser leaves a payment with a definite outcome, found by whoever asks later (PAY-18)', async () => {
    const buyer = await signIn(market, 'store-1', 'theme')
    const order = await prepareOrder(buyer, 'sketchy', 'theme')
    const body = JSON.stringify({
      total: order.total,
      card: { ...cardWith('4900000001000002'), secure_3d: false },
      consents: order.consents,
    })
    const key = crypto.randomUUID()
    await new Promise<void>((gone) => {
      const request = httpRequest(
        `${market.origins.app.replace('apps.localhost', '127.0.0.1')}/api/checkout/payment/${order.orderNumber}`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'apps-token': buyer.token,
            'idempotency-key': key,
            host: new URL(market.origins.app).host,
          },
        },
      )
      request
        .on('error', () => gone())
        .on('close', () => gone())
        .end(body, () => setTimeout(() => request.destroy(), 30))
    })
    await expect
      .poll(async () => (await status(buyer, order.orderNumber)).outcome, { timeout: 20_000 })
      .toBe('confirmed')
    expect((await chargesOf(market, order.orderNumber)).length).toBe(1)
    // The same press once more, by the page that never heard: the same answer.
    expect(
      (
        await buyer.call('POST', `/checkout/payment/${order.orderNumber}`, {
          headers: { 'idempotency-key': key },
          body,
        })
      ).body,
    ).toMatchObject({ state: 'paid' })
  })

  test('a forged return is refused and changes nothing', async () => {
    const answer = await postReturn(market, `${market.origins.app}/checkout/return/sandbox`, {
      status: 'success',
      payment_id: 'x',
      attempt_id: 'y',
      signature: 'z',
    })
    expect(answer).toBe('status 400')
  })

  test('a paid order is found again by its owner only', async () => {
    const theme = await signIn(market, 'store-1', 'theme')
    expect(
      (await status(theme, (await buy(market, theme, 'lux', 'theme')).orderNumber)).outcome,
    ).toBe('confirmed')
  })
})

test('no table, job or event contains a card number afterwards (I12)', async () => {
  const { rows: tables } = await sql<{
    name: string
  }>`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`.execute(
    market.services.db,
  )
  expect(tables.length).toBeGreaterThan(25)
  for (const { name } of tables) {
    const { rows } = await sql<{
      text: string
    }>`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.table(name)} as t`.execute(
      market.services.db,
    )
    for (const number of Object.values(CARDS))
      expect(rows[0]?.text.includes(number), name).toBe(false)
  }
})
