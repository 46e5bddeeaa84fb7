import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS, chargesOf, pay, prepareKnownOrder } from '#test/support/checkout.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'
import {
  APP_ORIGIN,
  FIREWORKS,
  installed,
  PARTIES,
  declareSelling,
  publishSelling,
  signed,
  purchaseRequest,
  type Credential,
} from '#test/support/selling-app.ts'
import { selectOrders } from '#modules/orders/public.ts'

let market: Marketplace
let owner: Owner
let stranger: Owner
let app: Credential
let strangers: Credential
let other: Credential

beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, stranger] = [await signIn(market), await signIn(market, 'store-2')]
  await publishSelling(market, 'celebration', '2.0.0', [FIREWORKS, PARTIES])
  await declareSelling(market, 'instant')
  await publishSelling(market, 'instant', '2.0.0', [
    { id: 'chimes', kind: 'permanent', amountMinor: 900 },
  ])
  ;[app, strangers, other] = [
    await installed(market, owner, 'celebration'),
    await installed(market, stranger, 'celebration'),
    await installed(market, owner, 'instant'),
  ]
  for (const who of [owner, stranger]) await who.call('POST', '/domain/address', { body: ADDRESS })
})
afterAll(() => market.stop())

const ask = (body: object, by = app, forged: Parameters<typeof signed>[5] = {}) =>
  signed(market, by, 'POST', 'celebration/purchase', body, forged)
const orders = async () =>
  (
    await market.services.db
      .selectFrom('order_lines')
      .select((on) => on.fn.countAll<number>().as('all'))
      .where('product_id', 'is not', null)
      .executeTakeFirstOrThrow()
  ).all

describe('a signature (S3.4, PAY)', () => {
  test('that is invalid, expired, from another app or over other data is refused', async () => {
    const before = await orders()
    const now = Math.floor(market.clock.now().getTime() / 1000)
    const body = purchaseRequest(PARTIES)
    for (const forged of [
      { secret: 'A'.repeat(43) },
      { secret: other.secret },
      { secret: strangers.secret },
      { keyId: strangers.key_id },
      { keyId: 'ack_nobody' },
      { keyId: '../x' },
      { keyId: '' },
      { timestamp: now - 301 },
      { timestamp: now + 301 },
      { timestamp: Number.NaN },
      { timestamp: 0 },
      { nonce: 'short' },
      { nonce: 'with spaces and more' },
      { signedMethod: 'GET' },
      { signedPath: '/api/app-store/app/celebration/app-data' },
      { signedBody: JSON.stringify({ ...body, quantity: 2 }) },
      { signedBody: '' },
      { signedPath: '/api/app-store/app/celebration/purchase', query: { hl: 'EN' } },
    ]) {
      const answer = await ask(body, app, forged)
      expect([answer.status, answer.body.code], JSON.stringify(forged)).toEqual([
        401,
        'app.signature_invalid',
      ])
    }
    expect(await orders()).toBe(before)
    expect((await ask(body, app, { timestamp: now - 290, query: { hl: 'EN' } })).status).toBe(200)
  })

  test('is accepted once: a replay is refused', async () => {
    const [body, once] = [
      purchaseRequest(PARTIES),
      { nonce: 'n'.repeat(24), timestamp: Math.floor(market.clock.now().getTime() / 1000) },
    ]
    const all = await Promise.all(Array.from({ length: 8 }, () => ask(body, app, once)))
    expect(all.map((one) => one.status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 401),
    ])
    expect((await ask(body, app, once)).body.code).toBe('app.signature_invalid')
    // The same nonce of another credential is another one.
    expect((await ask(purchaseRequest(PARTIES), strangers, once)).status).toBe(200)
  })

  test('authorizes only its own calls: it creates no session, and a session creates no signature', async () => {
    const headers = {
      'arasta-key-id': app.key_id,
      'arasta-timestamp': '1',
      'arasta-nonce': 'n'.repeat(20),
      'arasta-signature': 'v1=x',
    }
    expect((await call(market, 'GET', '/checkout/orders', { headers })).body.code).toBe(
      'session.required',
    )
    expect(
      (
        await owner.call('POST', '/app-store/app/celebration/purchase', {
          body: purchaseRequest(PARTIES),
        })
      ).body.code,
    ).toBe('app.signature_invalid')
    expect(
      (await owner.call('GET', '/app-store/app/celebration/app-data', { headers })).body.code,
    ).toBe('app.signature_invalid')
  })
})

describe('a purchase request', () => {
  test('for an unknown product, or of or by another app, is not found', async () => {
    for (const product of ['chimes', 'nothing', '', '__proto__'])
      expect((await ask(purchaseRequest(product))).body.code, product).toBe(
        'in_app.product_not_found',
      )
    expect(
      (await signed(market, other, 'POST', 'celebration/purchase', purchaseRequest(PARTIES)))
        .status,
    ).toBe(404)
    expect(
      (await signed(market, app, 'POST', 'instant/purchase', purchaseRequest('chimes'))).status,
    ).toBe(404)
  })

  test('of another store cannot be read, marked as delivered or paid', async () => {
    const mine = (await ask(purchaseRequest(PARTIES))).body.data
    for (const by of [strangers, other]) {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/consume'],
      ] as const) {
        const answer = await signed(
          market,
          by,
          method,
          `${by === other ? 'instant' : 'celebration'}/purchase/${mine.purchase_id}${path}`,
        )
        expect([answer.status, answer.body.code]).toEqual([404, 'in_app.purchase_not_found'])
      }
    }
    expect((await stranger.call('GET', `/checkout/status/${mine.order_number}`)).status).toBe(404)
    expect(
      (
        await stranger.call('POST', `/checkout/calculate/${mine.order_number}`, {
          body: { address_id: 'x' },
        })
      ).status,
    ).toBe(404)
  })

  test('with an invalid quantity is refused', async () => {
    for (const quantity of [0, -1, 101, 1e9, 1.5, '3', Number.MAX_SAFE_INTEGER])
      expect((await ask(purchaseRequest(PARTIES, { quantity }))).status, String(quantity)).toBe(400)
    expect((await ask(purchaseRequest(FIREWORKS, { quantity: 2 }))).body.fields).toHaveProperty(
      'quantity',
    )
    expect((await ask(purchaseRequest(PARTIES, { quantity: 100 }))).body.data.total).toBe(1500)
    expect(
      (await ask({ ...purchaseRequest(PARTIES), price: 0, total: 0, currency: 'USD' })).body.data,
    ).toMatchObject({ total: 15, currency: 'TRY' })
  })

  test('redirects to the app or the shop and nowhere else (S4.3)', async () => {
    for (const url of [
      'https://evil.example/',
      'https://app.example.evil.example/',
      'https://app.example@evil.example/',
      'https://user:pw@app.example/',
      'http://app.example/',
      'https://app.example:444/',
      '//app.example/',
      '/account',
      'javascript:alert(1)',
      'https://app.example\\@evil.example/',
      'https://evil.example/?https://app.example',
      ' https://app.example/',
      'data:text/html,x',
      '',
      market.origins.app,
    ]) {
      const answer = await ask(purchaseRequest(PARTIES, { return_url: url }))
      expect([answer.status, answer.body.code], url).toEqual([422, 'in_app.return_url'])
    }
    for (const url of [
      `${APP_ORIGIN}/deep/path?arasta_purchase=forged#part`,
      `${app.store.url}/thanks`,
    ]) {
      const { purchase_id: id, order_number: number } = (
        await ask(purchaseRequest(PARTIES, { return_url: url }))
      ).body.data
      const { return_to: back } = (await owner.call('GET', `/checkout/status/${number}`)).body.data
        .product
      expect([new URL(back).origin, new URL(back).searchParams.getAll('arasta_purchase')]).toEqual([
        new URL(url).origin,
        [id],
      ])
    }
  })

  test('sent a hundred times under one id creates one order; the id cannot be reused for something else', async () => {
    const before = await orders()
    const body = purchaseRequest(PARTIES)
    const all = await Promise.all(Array.from({ length: 100 }, () => ask(body)))
    expect(new Set(all.map((one) => one.status))).toEqual(new Set([200]))
    expect(new Set(all.map((one) => one.body.data.purchase_id)).size).toBe(1)
    expect(await orders()).toBe(before + 1)
    const [open] = await selectOrders(market.services.db)
      .select('number')
      .where('orders.store_id', '=', owner.storeId)
      .where('product_id', '=', PARTIES.id)
      .where('state', '=', 'draft')
      .execute()
    expect(open?.number).toBe(all[0]?.body.data.order_number)
    const reused = await ask({ ...body, quantity: 2 })
    expect([reused.status, reused.body.code]).toEqual([422, 'in_app.request_reused'])
  })

  test('sent concurrently under different ids leaves one payable order', async () => {
    const all = await Promise.all(
      Array.from({ length: 10 }, () => ask(purchaseRequest(FIREWORKS), strangers)),
    )
    expect(all.every((one) => one.status === 200)).toBe(true)
    const states = await selectOrders(market.services.db)
      .select('state')
      .where('orders.store_id', '=', stranger.storeId)
      .where('product_id', '=', FIREWORKS.id)
      .execute()
    expect(states.map((one) => one.state).sort()).toEqual([
      ...Array.from({ length: 9 }, () => 'cancelled'),
      'draft',
    ])
  })

  test('is not charged at a price that was not agreed: after a new release the old request is refused', async () => {
    const asked = (await ask(purchaseRequest(PARTIES))).body.data
    const order = await prepareKnownOrder(
      owner,
      (await owner.call('GET', `/checkout/status/${asked.order_number}`)).body.data,
    )
    await publishSelling(market, 'celebration', '2.1.0', [
      FIREWORKS,
      { ...PARTIES, amountMinor: 2_500 },
    ])
    const paid = await pay(owner, order)
    expect([paid.status, paid.body.code]).toEqual([409, 'checkout.total_changed'])
    expect(await chargesOf(market, asked.order_number)).toEqual([])
    // The store still has 2.0.0; the price is the one that the listing shows.
    const anew = (await ask(purchaseRequest(PARTIES))).body.data
    expect(anew).toMatchObject({ total: 25, state: 'open' })
    expect(
      (await signed(market, app, 'GET', `celebration/purchase/${asked.purchase_id}`)).body.data
        .state,
    ).toBe('cancelled')

    await publishSelling(market, 'celebration', '2.2.0', [FIREWORKS])
    expect(
      (
        await pay(
          owner,
          await prepareKnownOrder(
            owner,
            (await owner.call('GET', `/checkout/status/${anew.order_number}`)).body.data,
          ),
        )
      ).body.code,
    ).toBe('checkout.total_changed')
    expect((await ask(purchaseRequest(PARTIES))).body.code).toBe('in_app.product_not_found')
  })

  test('is refused while the app is off the market', async () => {
    await market.services.db
      .updateTable('items')
      .set({ status: 'unpublished' })
      .where('slug', '=', 'celebration')
      .execute()
    expect((await ask(purchaseRequest(FIREWORKS))).body.code).toBe('in_app.not_for_sale')
    await market.services.db
      .updateTable('items')
      .set({ status: 'published' })
      .where('slug', '=', 'celebration')
      .execute()
    expect((await ask(purchaseRequest(FIREWORKS))).status).toBe(200)
  })
})
