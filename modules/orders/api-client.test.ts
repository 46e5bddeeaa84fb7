import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CARDS, cardWith, pay, prepareOrder } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'

/** Paying without a page of ours: what an API client needs to know is said by calls. */
let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
})
afterAll(() => market.stop())

describe('S7.10 agreements of an order', () => {
  test('are returned by the API, and a payment that sends them back is accepted', async () => {
    const buyer = await signIn(market, 'store-2', 'theme')
    const { orderNumber, total } = await prepareOrder(buyer, 'minty', 'theme')
    const { data, meta } = (
      await buyer.call('GET', `/checkout/agreements/${orderNumber}`, { query: { hl: 'EN' } })
    ).body as {
      data: {
        kind: string
        version: string
        required_of: string
        texts: { parts: { text: string }[] }[]
      }[]
      meta: object
    }
    expect(meta).toEqual({ total: data.length, page: 1, per_page: data.length })
    expect(data.map((one) => [one.kind, one.required_of])).toEqual([
      ['distance_sale', 'everybody'],
      ['data_protection', 'everybody'],
      ['immediate_delivery', 'individuals'],
    ])
    // Filled with this order's own facts.
    expect(JSON.stringify(data[0]!.texts)).toContain(orderNumber)
    const paid = await pay(buyer, {
      orderNumber,
      total,
      consents: data.map(({ kind, version }) => ({ kind, version })),
    })
    expect([paid.status, paid.body.state]).toEqual([200, 'challenge'])
  })

  test("name an app's permissions with the release that the store gets", async () => {
    const { orderNumber, consents } = await prepareOrder(await signIn(market, 'store-2'), 'gallery')
    const { data } = (
      await (await signIn(market, 'store-2')).call('GET', `/checkout/agreements/${orderNumber}`)
    ).body as {
      data: {
        kind: string
        version: string
        permissions: { code: string; reason: string }[] | null
      }[]
    }
    expect(data.map(({ kind, version }) => ({ kind, version }))).toEqual(
      expect.arrayContaining(consents),
    )
    expect(data.at(-1)!.permissions!.every((one) => one.reason.length > 0)).toBe(true)
  })

  test("are only found for the store's own orders", async () => {
    const { orderNumber } = await prepareOrder(
      await signIn(market, 'store-2', 'theme'),
      'sketchy',
      'theme',
    )
    expect((await owner.call('GET', `/checkout/agreements/${orderNumber}`)).status).toBe(404)
  })
})

describe('a missing or invalid card', () => {
  test('S8.12 gives the same message in three languages, whatever is wrong with it', async () => {
    const buyer = await signIn(market, 'store-2', 'theme')
    const order = await prepareOrder(buyer, 'pulse', 'theme')
    const cards: unknown[] = [
      null,
      'x',
      {},
      { ...cardWith(CARDS.good), number: 'abc' },
      { ...cardWith(CARDS.good), cvc: '' },
      { ...cardWith(CARDS.good), expiry_month: 13 },
      { ...cardWith(CARDS.good), name: '' },
      undefined,
    ]
    for (const card of cards) {
      const answer = await pay(buyer, order, { body: { card } })
      expect([answer.status, answer.body.code], JSON.stringify(card)).toEqual([
        422,
        'checkout.card_invalid',
      ])
      expect(
        Object.keys(answer.body.fields).every((path) => path.split('.')[0] === 'card'),
        JSON.stringify(answer.body.fields),
      ).toBe(true)
    }
    const said = await Promise.all(
      ['TR', 'EN', 'AR'].map(
        async (hl) =>
          (
            await buyer.call('POST', `/checkout/payment/${order.orderNumber}`, {
              query: { hl },
              headers: { 'idempotency-key': `card ${hl}` },
              body: { total: order.total, card: {}, consents: order.consents },
            })
          ).body.message,
      ),
    )
    expect(said).toEqual([
      'Kart bilgileri eksik ya da hatalı',
      'Card information is missing or invalid',
      expect.stringMatching(/\p{Script=Arabic}/u),
    ])
  })
})
