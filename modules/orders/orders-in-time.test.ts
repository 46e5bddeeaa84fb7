import { describe, expect, test } from 'vitest'
import { cardFor } from '#test/support/bank-cards.ts'
import { cardWith, pay, prepareOrder } from '#test/support/checkout.ts'
import { startMarketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import { DRAFT_SECONDS, ORDER_SECONDS } from './rules.ts'
import { expireOrders } from './start-order.ts'

test('an order expires unless a payment is under way; then a new one can be made (D10)', async () => {
  const fresh = await startMarketplace()
  try {
    const [buyer, other] = [await signIn(fresh, 'store-1'), await signIn(fresh, 'store-2')]
    const [left, paying] = [
      await prepareOrder(buyer, 'delivery-day'),
      await prepareOrder(other, 'delivery-day'),
    ]
    await pay(other, paying)
    fresh.clock.moveSeconds(DRAFT_SECONDS + 1)
    await expireOrders(fresh.services)
    const states = await fresh.services.db
      .selectFrom('orders')
      .select(['number', 'state'])
      .execute()
    expect(Object.fromEntries(states.map((row) => [row.number, row.state]))).toEqual({
      [left.orderNumber]: 'expired',
      [paying.orderNumber]: 'awaiting_payment',
    })
    expect(await fresh.services.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
    const again = await signIn(fresh, 'store-1')
    expect((await pay(again, left)).body.code).toBe('checkout.order_not_payable')
    expect(
      (await again.call('POST', '/checkout/delivery-day/app', { body: {} })).body.data.order_number,
    ).not.toBe(left.orderNumber)
  } finally {
    await fresh.stop()
  }
})

test('an expired order with a running payment is shown as it is, and no second one is opened (D10)', async () => {
  const fresh = await startMarketplace()
  try {
    const buyer = await signIn(fresh)
    const order = await prepareOrder(buyer, 'delivery-day')
    // The bank takes the money and breaks the connection.
    await pay(buyer, order, {
      card: cardFor('06', 0, 1),
      body: { card: { ...cardWith(cardFor('06', 0, 1)), secure_3d: false } },
    })
    const stateOf = async () =>
      await fresh.services.db.selectFrom('orders').select(['number', 'state']).execute()
    expect(
      (await fresh.services.db.selectFrom('payment_attempts').select('state').execute()).map(
        (row) => row.state,
      ),
    ).toEqual(['unknown'])
    fresh.clock.moveSeconds(ORDER_SECONDS + 1)
    const again = await signIn(fresh)
    expect(
      (await again.call('POST', '/checkout/delivery-day/app', { body: {} })).body.data.order_number,
    ).toBe(order.orderNumber)
    expect(await stateOf()).toEqual([{ number: order.orderNumber, state: 'awaiting_payment' }])
  } finally {
    await fresh.stop()
  }
})

describe('an unreachable bank', () => {
  test('is reported, nothing is charged, and the order can be paid later', async () => {
    const closed = await startMarketplace()
    try {
      const buyer = await signIn(closed)
      const order = await prepareOrder(buyer, 'delivery-day')
      await closed.bank.close()
      const answer = await pay(buyer, order)
      expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
        503,
        'checkout.bank_unreachable',
        '30',
      ])
      expect(
        (await buyer.call('GET', `/checkout/status/${order.orderNumber}`)).body.data,
      ).toMatchObject({ outcome: 'open', state: 'awaiting_payment' })
    } finally {
      await closed.stop()
    }
  })
})
