import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy, CARDS, passChallenge, pay, prepareOrder } from '#test/support/checkout.ts'
import { firstOperator, type ConsoleBrowser } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { secondsAfter } from '#lib/clock.ts'
import { findWaitingMails, sendMail } from '#modules/mail/public.ts'
import { storeDataOfOrders } from './public.ts'

const BODY = { reason: 'not_working', text: 'Takvim sayfada görünmüyor.' }

let market: Marketplace
let admin: ConsoleBrowser
let owner: Owner
let other: Owner
let number: string

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  owner = await signIn(market)
  number = (await buy(market, owner, 'delivery-day')).orderNumber
})
afterAll(() => market.stop())

const order = async (of = number) => (await owner.call('GET', `/checkout/orders/${of}`)).body.data
const ask = (who = owner, of = number, body: object = BODY) =>
  who.call('POST', `/checkout/orders/${of}/refund-request`, { body })
const desk = async (of = number) => (await admin.ask('GET', `/operator/orders/${of}`)).body

/** Past the days in which a purchase can be returned without asking. */
async function pastReturn() {
  await market.services.db
    .updateTable('orders')
    .set({ paid_at: secondsAfter(market.clock.now(), -15 * 86_400) })
    .where('paid_at', 'is not', null)
    .execute()
}

describe('D21 an order of a store', () => {
  test('has what was bought, its payments and its receipt, for the store alone', async () => {
    other = await signIn(market, 'store-2')
    expect(await order()).toMatchObject({
      order_number: number,
      item: { slug: 'delivery-day' },
      state: 'paid',
      receipt: true,
      attempts: [{ state: 'succeeded', card_last_four: '0008', message: null }],
      refund_request: null,
    })
    expect((await other.call('GET', `/checkout/orders/${number}`)).status).toBe(404)
    const declined = await prepareOrder(owner, 'gallery')
    const answer = await pay(owner, declined, { card: CARDS.declined })
    await passChallenge(market, answer.body.challenge.url)
    expect(await order(declined.orderNumber)).toMatchObject({
      state: 'awaiting_payment',
      attempts: [{ state: 'declined', message: expect.stringContaining('kart') as string }],
      may_ask_refund: false,
    })
    expect((await ask(owner, declined.orderNumber)).body.code).toBe('checkout.not_refundable')
  })

  test('is returned and not asked for while it can be returned; later its money is asked for once', async () => {
    expect(await order()).toMatchObject({ may_ask_refund: false })
    expect((await ask()).body.code).toBe('checkout.not_refundable')
    await pastReturn()
    expect(await order()).toMatchObject({ returnable_until: null, may_ask_refund: true })
    expect((await ask(other)).status).toBe(404)
    expect((await ask(owner, number, { reason: 'not_working', text: 'kısa' })).status).toBe(400)
    expect((await ask()).status).toBe(200)
    expect((await ask()).body.code).toBe('checkout.refund_asked')
    expect(await order()).toMatchObject({
      may_ask_refund: false,
      refund_request: { ...BODY, state: 'open', answer: null },
    })
  })

  test('is found by the team, which declines with a reason that the owner reads and gets by mail', async () => {
    const { orders } = (await admin.ask('GET', '/operator/orders?state=refund_asked')).body
    expect(orders).toMatchObject([{ number }])
    expect((await desk()).refund_request).toMatchObject({ ...BODY, state: 'open' })
    const answer = 'Günlüklerimize göre takvim her sayfada gösteriliyor.'
    const path = `/operator/orders/${number}/refund-request/declined`
    expect((await admin.ask('PUT', path, { answer })).status).toBe(200)
    expect((await admin.ask('PUT', path, { answer })).body.code).toBe('backoffice.refund_decided')
    expect((await order()).refund_request).toMatchObject({ state: 'declined', answer })
    market.clock.moveSeconds(61)
    for (const id of await findWaitingMails(market.services)) await sendMail(market.services, id)
    expect(market.shop.mails().some((mail) => mail.text.includes(answer))).toBe(true)
  })

  test('has its request granted by a refund', async () => {
    const second = (await buy(market, owner, 'zoom')).orderNumber
    await pastReturn()
    expect((await ask(owner, second)).status).toBe(200)
    const refund = { amount: null, reason: 'buyer_request', key: 'refund-1', confirmed: true }
    expect((await admin.ask('POST', `/operator/orders/${second}/refunds`, refund)).status).toBe(200)
    expect((await order(second)).refund_request).toMatchObject({ state: 'granted' })
  })

  test('D23 keeps the request without its text when the store is erased', async () => {
    const trx = market.services.db
    const now = market.clock.now()
    await trx
      .transaction()
      .execute((inside) =>
        storeDataOfOrders.erase(inside, owner.storeId, now, market.services.jobs),
      )
    expect(await trx.selectFrom('refund_requests').select('text').distinct().execute()).toEqual([
      { text: '' },
    ])
  })
})
