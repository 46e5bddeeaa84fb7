import { createPublicKey } from 'node:crypto'
import { compactVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refundOrder, selectOrders } from '#modules/orders/public.ts'
import {
  ADDRESS,
  chargesOf,
  pay,
  passChallenge,
  prepareKnownOrder,
} from '#test/support/checkout.ts'
import { idOf, installationPath, uninstall, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Answer, type Owner } from '#test/support/owner.ts'
import {
  APP_ORIGIN,
  FIREWORKS,
  installed,
  openApp,
  PARTIES,
  declareSelling,
  publishSelling,
  signed,
  purchaseRequest,
  type Credential,
} from '#test/support/selling-app.ts'

let market: Marketplace
let owner: Owner
let stranger: Owner
/** Of the same app on two stores, and of another app. */
let app: Credential
let strangers: Credential
let other: Credential
const DOLLARS = { id: 'dollars', kind: 'consumable', amountMinor: 300, currency: 'USD' } as const

beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, stranger] = [await signIn(market), await signIn(market, 'store-2')]
  await publishSelling(market, 'celebration', '2.0.0', [FIREWORKS, PARTIES, DOLLARS])
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
const look = async (id: string, by = app) =>
  (await signed(market, by, 'GET', `celebration/purchase/${id}`)).body
const appData = async (by = app) =>
  (await signed(market, by, 'GET', 'celebration/app-data')).body.data

/** The owner opens the checkout that the app sent them to, and pays to the end. */
async function payFor(purchase: { order_number: string }, who = owner): Promise<Answer> {
  const order = await prepareKnownOrder(
    who,
    (await who.call('GET', `/checkout/status/${purchase.order_number}`)).body.data,
  )
  const paid = await pay(who, order)
  if (paid.body.state === 'challenge') await passChallenge(market, paid.body.challenge.url)
  return paid
}

async function readReceipt(receipt: string): Promise<Record<string, unknown>> {
  const { keys } = (await call(market, 'GET', '/../.well-known/arasta-keys.json')).body
  const { payload, protectedHeader } = await compactVerify(receipt, (header) =>
    createPublicKey({
      key: keys.find((one: { kid: string }) => one.kid === header.kid),
      format: 'jwk',
    }),
  )
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'arasta-purchase+jwt' })
  return JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>
}

const refund = (orderNumber: string, amountMinor: number | null) =>
  refundOrder(market.services, {
    orderNumber,
    amountMinor,
    reason: 'buyer_request',
    askedBy: 'test',
    key: crypto.randomUUID(),
  })

describe('an item and its products (S3.4)', () => {
  test('S3.4 an item has price, currency, in_app_purchase, slug, id and prefix, in the list and on its own page', async () => {
    const list = (
      await call(market, 'GET', '/market/app/list', { query: { per_page: '100', hl: 'EN' } })
    ).body.data
    const listed = list.find((one: { slug: string }) => one.slug === 'celebration')
    expect(listed).toMatchObject({
      id: expect.stringMatching(/^itm_/),
      slug: 'celebration',
      prefix: 'celebration',
      price: 0,
      currency: 'TRY',
      in_app_purchase: 1,
    })
    expect(list.find((one: { slug: string }) => one.slug === 'quick')).toMatchObject({
      price: 59.9,
      in_app_purchase: 0,
    })
    const { data } = (
      await call(market, 'GET', '/app-store/app/detail', {
        query: { slug: 'celebration', hl: 'TR' },
      })
    ).body
    expect(data).toMatchObject({
      id: listed.id,
      prefix: 'celebration',
      price: 0,
      in_app_purchase: 1,
      in_app_products: [
        {
          id: 'fireworks',
          name: 'fireworks Türkçe',
          kind: 'permanent',
          price: 49,
          currency: 'TRY',
        },
        { id: 'hundred-parties', kind: 'consumable', price: 15 },
        { price: 127.39, currency: 'TRY', rate_date: '2026-11-25' },
      ],
    })
    expect(
      (await call(market, 'GET', '/app-store/app/detail', { query: { slug: 'quick' } })).body.data
        .in_app_products,
    ).toEqual([])
  })

  test('S3.4 price 0 with the flag installs without an order, and its products do not make it owned', async () => {
    const id = await idOf(owner, 'celebration')
    expect((await owner.call('GET', `/app-store/app/${id}/order/check`)).body.data).toEqual({
      owned: false,
      open_order: null,
      may_install: true,
    })
    const { order_number: number } = (await ask(purchaseRequest(PARTIES))).body.data
    expect((await owner.call('GET', `/app-store/app/${id}/order/check`)).body.data).toEqual({
      owned: false,
      open_order: null,
      may_install: true,
    })
    await payFor({ order_number: number })
    expect((await owner.call('GET', `/app-store/app/${id}/order/check`)).body.data).toEqual({
      owned: false,
      open_order: null,
      may_install: true,
    })
    expect((await owner.call('GET', installationPath(id))).body.data.installation.paid).toBeNull()
  })

  test('a release with products is not published unless the listing declares them', async () => {
    await expect(publishSelling(market, 'gallery', '9.0.0', [FIREWORKS])).rejects.toThrow(
      'its listing does not say so',
    )
  })
})

describe('opening the app (D19)', () => {
  test("exchanges each launch token once for the installation's credential, which stays the same", async () => {
    expect(app).toMatchObject({
      key_id: expect.stringMatching(/^ack_/),
      store: { id: owner.storeId, domain: owner.domain },
    })
    expect(app.secret).toMatch(/^[\w-]{43}$/)
    expect(await openApp(market, owner, 'celebration')).toEqual(app)
    expect(strangers.secret).not.toBe(app.secret)
    const opened = (await owner.call('POST', '/app-store/app/celebration/open', { body: {} })).body
      .data
    expect(opened.url).toMatch(/^https:\/\/app\.example\/open\?arasta-token=/)
    const token = new URL(opened.url).searchParams.get('arasta-token')
    const claim = (prefix: string) =>
      call(market, 'POST', `/app-store/app/${prefix}/credential`, { body: { token } })
    expect((await claim('instant')).body.code).toBe('session.token_invalid')
    const both = await Promise.all([claim('celebration'), claim('celebration')])
    expect(both.map((one) => one.status).sort()).toEqual([200, 401])
    const late = new URL(
      (await owner.call('POST', '/app-store/app/celebration/open', { body: {} })).body.data.url,
    ).searchParams.get('arasta-token')
    market.clock.moveSeconds(121)
    expect(
      (
        await call(market, 'POST', '/app-store/app/celebration/credential', {
          body: { token: late },
        })
      ).body.code,
    ).toBe('session.token_invalid')
    const rows = await market.services.db
      .selectFrom('app_credentials')
      .select('secret_sealed')
      .execute()
    expect(JSON.stringify(rows)).not.toContain(app.secret)
  })

  test('requires a store that has the app, and an app with a URL', async () => {
    expect(
      (await stranger.call('POST', '/app-store/app/instant/open', { body: {} })).body.code,
    ).toBe('installs.not_installed')
    expect((await owner.call('POST', '/app-store/app/nothing/open', { body: {} })).body.code).toBe(
      'catalog.item_not_found',
    )
    const receipt = (await ask(purchaseRequest(PARTIES))).body.data
    await payFor(receipt)
    const { data } = await look(receipt.purchase_id)
    expect(
      (
        await call(market, 'POST', '/app-store/app/celebration/credential', {
          body: { token: data.receipt },
        })
      ).body.code,
    ).toBe('session.token_invalid')
  })
})

describe('a purchase (S3.4)', () => {
  test('is requested by the app, paid by the owner at the usual checkout, and confirmed by our signature', async () => {
    market.clock.moveSeconds(10)
    const asked = await ask(purchaseRequest(FIREWORKS))
    expect(asked.body.data).toMatchObject({
      product_id: 'fireworks',
      kind: 'permanent',
      quantity: 1,
      state: 'open',
      total: 49,
      currency: 'TRY',
      receipt: null,
      paid_at: null,
    })
    const { purchase_id: id, order_number: number, checkout_url: checkout } = asked.body.data
    expect(checkout).toBe(`${market.origins.app}/checkout/celebration?order=${number}`)

    const seen = (await owner.call('GET', `/checkout/status/${number}`, { query: { hl: 'TR' } }))
      .body.data
    expect(seen).toMatchObject({
      state: 'draft',
      total: 49,
      item: { slug: 'celebration' },
      product: {
        id: 'fireworks',
        name: 'fireworks Türkçe',
        kind: 'permanent',
        price: 49,
        quantity: 1,
      },
    })
    expect(seen.product.return_to).toBe(`${APP_ORIGIN}/bought?tab=packs&arasta_purchase=${id}`)
    expect((await stranger.call('GET', `/checkout/status/${number}`)).status).toBe(404)

    // The app's permissions were agreed to when it was installed: a product brings none.
    const order = await prepareKnownOrder(owner, seen)
    const paid = await pay(owner, {
      ...order,
      consents: order.consents.filter((one) => one.kind !== 'permissions'),
    })
    expect(paid.body.state).toBe('challenge')
    expect((await look(id)).data).toMatchObject({ state: 'open', receipt: null })
    await passChallenge(market, paid.body.challenge.url)
    expect(await chargesOf(market, number)).toEqual([4900])

    const { data } = await look(id)
    expect(data).toMatchObject({ state: 'paid', checkout_url: null, total: 49, refunded: 0 })
    expect(await readReceipt(data.receipt)).toMatchObject({
      iss: market.origins.app,
      aud: 'celebration',
      sub: owner.storeId,
      jti: id,
      product_id: 'fireworks',
      kind: 'permanent',
      quantity: 1,
      total: 49,
      currency: 'TRY',
      state: 'paid',
      paid_at: data.paid_at,
      order_number: number,
    })
    expect((await appData()).in_app_purchases[0]).toMatchObject({
      purchase_id: id,
      product_id: 'fireworks',
      state: 'paid',
    })
    expect(
      (await owner.call('GET', '/checkout/orders', { query: { hl: 'EN' } })).body.data[0],
    ).toMatchObject({
      order_number: number,
      state: 'paid',
      plan: 'fireworks in English',
      product: { id: 'fireworks' },
      item: { slug: 'celebration' },
    })
  })

  test('of a permanent product happens once; the store is not charged again', async () => {
    const again = await ask(purchaseRequest(FIREWORKS))
    expect([again.status, again.body.code]).toEqual([409, 'checkout.already_owned'])
    expect((await ask(purchaseRequest(FIREWORKS), strangers)).status).toBe(200)
  })

  test('of a consumable is marked as delivered once, however often the app reports it', async () => {
    const asked = (await ask(purchaseRequest(PARTIES, { quantity: 3 }))).body.data
    expect(asked).toMatchObject({ quantity: 3, total: 45 })
    const consume = (id: string) =>
      signed(market, app, 'POST', `celebration/purchase/${id}/consume`)
    expect((await consume(asked.purchase_id)).body.code).toBe('in_app.not_paid')
    await payFor(asked)
    const all = await Promise.all(Array.from({ length: 5 }, () => consume(asked.purchase_id)))
    expect(new Set(all.map((one) => one.body.data.consumed_at)).size).toBe(1)
    market.clock.moveSeconds(60)
    const later = (await consume(asked.purchase_id)).body.data
    expect(later.consumed_at).toBe(all[0]?.body.data.consumed_at)
    expect(await readReceipt(later.receipt)).toMatchObject({
      consumed_at: later.consumed_at,
      quantity: 3,
    })
    const permanent = (await appData()).in_app_purchases.find(
      (one: { kind: string }) => one.kind === 'permanent',
    )
    expect((await consume(permanent.purchase_id)).body.code).toBe('in_app.not_consumable')
  })

  test('that was refunded shows it in its state and next receipt, and a permanent product can be bought again', async () => {
    const asked = (
      await signed(market, other, 'POST', 'instant/purchase', purchaseRequest('chimes'))
    ).body.data
    await payFor(asked)
    const now = async () =>
      (await signed(market, other, 'GET', `instant/purchase/${asked.purchase_id}`)).body.data
    await refund(asked.order_number, 400)
    expect(await readReceipt((await now()).receipt)).toMatchObject({
      state: 'partially_refunded',
      refunded: 4,
      total: 9,
    })
    expect(
      (await signed(market, other, 'POST', 'instant/purchase', purchaseRequest('chimes'))).body
        .code,
    ).toBe('checkout.already_owned')
    await refund(asked.order_number, null)
    expect(await readReceipt((await now()).receipt)).toMatchObject({
      state: 'refunded',
      refunded: 9,
    })
    expect(
      (await signed(market, other, 'POST', 'instant/purchase', purchaseRequest('chimes'))).status,
    ).toBe(200)
    // The app itself stays, however much of what was bought inside it goes back.
    const { use_ends_at: ends } = await selectOrders(market.services.db)
      .select('use_ends_at')
      .where('number', '=', asked.order_number)
      .executeTakeFirstOrThrow()
    expect(ends).toBeNull()
  })

  test('replaces an open one of the same product, so that only one can be paid', async () => {
    const [first, second] = [
      (await ask(purchaseRequest(PARTIES))).body.data,
      (await ask(purchaseRequest(PARTIES, { quantity: 2 }))).body.data,
    ]
    expect((await look(first.purchase_id)).data.state).toBe('cancelled')
    expect((await payFor(first)).body.code ?? 'calculate refused').not.toBe('paid')
    expect(await chargesOf(market, first.order_number)).toEqual([])
    await payFor(second)
    expect((await look(second.purchase_id)).data).toMatchObject({ state: 'paid', total: 30 })
  })

  test('expires after a day', async () => {
    const asked = (await ask(purchaseRequest(PARTIES))).body.data
    const order = await prepareKnownOrder(
      owner,
      (await owner.call('GET', `/checkout/status/${asked.order_number}`)).body.data,
    )
    await market.services.db
      .updateTable('orders')
      .set({ expires_at: new Date(market.clock.now().getTime() - 1000) })
      .where('number', '=', asked.order_number)
      .execute()
    expect((await pay(owner, order)).body.code).toBe('checkout.order_not_payable')
  })
})

describe("app data, from the app's side (S7.16, D19)", () => {
  test('S7.16 match what the owner sees, and add private data that only the app reads and writes', async () => {
    expect(
      (
        await signed(market, app, 'PUT', 'celebration/app-data', {
          values: { colour: 'red', since: 3, more: { deep: [1] } },
        })
      ).status,
    ).toBe(200)
    expect(await appData()).toMatchObject({
      prefix: 'celebration',
      version: '2.0.0',
      state: 'installed',
      values: { colour: 'red', since: 3, more: { deep: [1] } },
    })
    expect((await appData(strangers)).values).toEqual({})
    const owners = (await owner.call('GET', '/app-store/app/celebration/app-data')).body.data
    expect(owners.in_app_purchases.length).toBeGreaterThan(0)
    expect(owners.values).toBeNull()
    expect(
      (await owner.call('PUT', '/app-store/app/celebration/app-data', { body: { values: {} } }))
        .status,
    ).toBe(401)
    expect(
      (
        await signed(market, app, 'PUT', 'celebration/app-data', {
          values: { text: 'x'.repeat(16 * 1024) },
        })
      ).status,
    ).toBe(400)
    expect((await signed(market, app, 'GET', 'instant/app-data')).status).toBe(404)
  })
})

describe('an uninstalled app', () => {
  test('cannot call any more and its requests end; reinstalled, it has its permanent purchases and a new secret', async () => {
    const open = (await ask(purchaseRequest(PARTIES), strangers)).body.data
    const bought = (await ask(purchaseRequest(FIREWORKS), strangers)).body.data
    await payFor(bought, stranger)
    await uninstall(stranger, await idOf(stranger, 'celebration'))
    await processRun(market)
    const gone = await ask(purchaseRequest(PARTIES), strangers)
    expect([gone.status, gone.body.code]).toEqual([404, 'installs.not_installed'])
    expect(
      (await stranger.call('GET', `/checkout/status/${open.order_number}`)).body.data.state,
    ).toBe('cancelled')
    expect(
      (await stranger.call('POST', '/app-store/app/celebration/open', { body: {} })).body.code,
    ).toBe('installs.not_installed')

    const back = await installed(market, stranger, 'celebration')
    expect(back.secret).not.toBe(strangers.secret)
    expect((await appData(back)).in_app_purchases).toMatchObject([
      { purchase_id: bought.purchase_id, product_id: 'fireworks', state: 'paid' },
    ])
    expect((await look(bought.purchase_id, back)).data.receipt).toBeTruthy()
    expect((await ask(purchaseRequest(FIREWORKS), back)).body.code).toBe('checkout.already_owned')
    expect((await look(bought.purchase_id, strangers)).code).toBe('installs.not_installed')
    strangers = back
  })
})
