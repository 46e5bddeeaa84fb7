import { describe, expect, test } from 'vitest'
import type { BankLedger, MarketLedger } from './ledgers.ts'
import { checkLedgers } from './checker.ts'
import { describeViolation } from './violation.ts'

/** Two orders as they should be: one is paid after a card that was declined, one waits. */
function ledgers(): {
  market: MarketLedger
  bank: BankLedger
  asked: { attempts: Map<string, boolean>; refunds: Map<string, boolean> }
} {
  const amounts = {
    currency: 'TRY',
    subtotalMinor: 20_825,
    discountMinor: 0,
    taxMinor: 4_165,
    totalMinor: 24_990,
    refundedMinor: 0,
    surchargeMinor: 0,
    storeId: 's',
    couponId: null as string | null,
    agreedCouponId: null,
  }
  const payment = { orderNumber: 'AR1', amountMinor: 24_990, currency: 'TRY' }
  const attempt = {
    orderId: 'o1',
    amountMinor: 24_990,
    currency: 'TRY',
    surchargeMinor: 0,
    capturedMinor: null,
  }
  return {
    market: {
      orders: [
        { id: 'o1', number: 'AR1', state: 'paid', paidAt: 5, ...amounts },
        { id: 'o2', number: 'AR2', state: 'awaiting_payment', paidAt: null, ...amounts },
      ],
      attempts: [
        { id: 'a1', state: 'declined', gatewayRef: 'p1', ...attempt },
        { id: 'a2', state: 'succeeded', gatewayRef: 'p2', ...attempt, capturedMinor: 24_990 },
        { id: 'a3', state: 'challenge', gatewayRef: 'p3', ...attempt, orderId: 'o2' },
      ],
      refunds: [],
      coupons: [],
      uses: [],
      events: [
        { orderId: 'o1', attemptId: null, kind: 'order', from: null, to: 'draft' },
        { orderId: 'o1', attemptId: 'a1', kind: 'order', from: 'draft', to: 'awaiting_payment' },
        { orderId: 'o1', attemptId: 'a1', kind: 'attempt', from: null, to: 'created' },
        { orderId: 'o1', attemptId: 'a1', kind: 'attempt', from: 'created', to: 'declined' },
        { orderId: 'o1', attemptId: 'a2', kind: 'attempt', from: null, to: 'created' },
        { orderId: 'o1', attemptId: 'a2', kind: 'attempt', from: 'created', to: 'challenge' },
        { orderId: 'o1', attemptId: 'a2', kind: 'attempt', from: 'challenge', to: 'authorising' },
        { orderId: 'o1', attemptId: 'a2', kind: 'attempt', from: 'authorising', to: 'succeeded' },
        { orderId: 'o1', attemptId: 'a2', kind: 'order', from: 'awaiting_payment', to: 'paid' },
        { orderId: 'o2', attemptId: null, kind: 'order', from: null, to: 'draft' },
        { orderId: 'o2', attemptId: null, kind: 'order', from: 'draft', to: 'awaiting_payment' },
        { orderId: 'o2', attemptId: 'a3', kind: 'attempt', from: null, to: 'created' },
        { orderId: 'o2', attemptId: 'a3', kind: 'attempt', from: 'created', to: 'challenge' },
      ],
    },
    bank: {
      payments: [
        { paymentId: 'p1', attemptId: 'a1', state: 'declined', ...payment },
        { paymentId: 'p2', attemptId: 'a2', state: 'paid', ...payment },
        { paymentId: 'p3', attemptId: 'a3', state: 'challenge', ...payment, orderNumber: 'AR2' },
      ],
      entries: [{ kind: 'charge', paymentId: 'p2', attemptId: 'a2', key: null, ...payment }],
    },
    asked: {
      attempts: new Map([
        ['a1', true],
        ['a2', true],
        ['a3', true],
      ]),
      refunds: new Map(),
    },
  }
}

type Books = ReturnType<typeof ledgers>
const at = <T>(list: T[], n: number): T => list.at(n) as T

/** Both orders use one coupon, which takes nothing off. */
function coupon({ market }: Books, more: object): void {
  market.coupons.push({
    id: 'c',
    code: 'BAHAR',
    used: 2,
    totalLimit: null,
    storeLimit: null,
    firstPurchase: false,
    usedByStore: { s: 2 },
    ...more,
  })
  for (const order of market.orders) order.couponId = 'c'
  market.uses.push(
    { couponId: 'c', storeId: 's', orderId: 'o1', state: 'redeemed' },
    { couponId: 'c', storeId: 's', orderId: 'o2', state: 'reserved' },
  )
}

/** Gives a part of the first order back, as it should be. */
function refund(
  { market, bank, asked }: Books,
  key: string,
  amountMinor: number,
  { state = 'succeeded', atBank = true } = {},
): void {
  market.refunds.push({
    key,
    orderId: 'o1',
    attemptId: 'a2',
    amountMinor,
    currency: 'TRY',
    state,
    reason: 'buyer_request',
  })
  if (atBank) bank.entries.push({ ...at(bank.entries, 0), kind: 'refund', amountMinor, key })
  if (atBank) asked.refunds.set(key, true)
  if (state !== 'succeeded') return
  Object.assign(at(market.orders, 0), { state: 'partially_refunded', refundedMinor: amountMinor })
  market.events.push({
    orderId: 'o1',
    attemptId: null,
    kind: 'order',
    from: 'paid',
    to: 'partially_refunded',
  })
}

const PLANTED: Record<string, [string, RegExp, (ledgers: Books) => void]> = {
  'a second charge of one order': [
    'AR1',
    /^I1 .*2 payments/,
    ({ market, bank }) => {
      market.attempts.push({
        ...at(market.attempts, 1),
        id: 'a9',
        state: 'voided',
        gatewayRef: 'p9',
      })
      bank.entries.push({ ...at(bank.entries, 0), paymentId: 'p9', attemptId: 'a9' })
    },
  ],
  'a paid order without a charge': [
    'AR1',
    /^I1 .*paid without a charge/,
    ({ bank }) => {
      bank.entries = []
    },
  ],
  'an attempt that succeeded without a charge': [
    'AR1',
    /^I4 .*succeeded without a charge/,
    ({ bank }) => {
      bank.entries = []
    },
  ],
  'a charge of another amount': [
    'AR1',
    /^I2 .*charged 100 TRY/,
    ({ bank }) => {
      at(bank.entries, 0).amountMinor = 100
    },
  ],
  'a charge in another currency': [
    'AR1',
    /^I2 .*24990 USD/,
    ({ bank }) => {
      at(bank.entries, 0).currency = 'USD'
    },
  ],
  "a charge under another order's number": [
    'AR2',
    /^I2 .*not one of this order/,
    ({ bank }) => {
      at(bank.entries, 0).orderNumber = 'AR2'
    },
  ],
  'an order that costs something else than was paid': [
    'AR1',
    /^I2 .*the order says 9990 TRY and 0/,
    ({ market }) => {
      Object.assign(at(market.orders, 0), { totalMinor: 9_990, taxMinor: 0, subtotalMinor: 9_990 })
    },
  ],
  'parts that cost something else than the order says': [
    'AR1',
    /^I2 .*24990 TRY and 5/,
    ({ market }) => {
      at(market.orders, 0).surchargeMinor = 5
    },
  ],
  'an attempt that names another payment': [
    'AR1',
    /^I2 .*names payment p7/,
    ({ market }) => {
      at(market.attempts, 1).gatewayRef = 'p7'
    },
  ],
  'a call to the bank that nobody wrote down': [
    'AR1',
    /^I3 .*attempt a8/,
    ({ bank }) => {
      bank.payments.push({ ...at(bank.payments, 0), paymentId: 'p8', attemptId: 'a8' })
    },
  ],
  'a call to the bank before its attempt was committed': [
    'AR1',
    /^I3 .*a2 was not committed when the bank was asked/,
    ({ asked }) => {
      asked.attempts.set('a2', false)
    },
  ],
  'a payment that came to the bank by another way': [
    'AR1',
    /^I3 .*a2 was not asked for on the wire/,
    ({ asked }) => {
      asked.attempts.delete('a2')
    },
  ],
  'an attempt that never ends': [
    'AR2',
    /^I4 .*unknown still/,
    ({ market }) => {
      at(market.attempts, 2).state = 'unknown'
      market.events.push({
        orderId: 'o2',
        attemptId: 'a3',
        kind: 'attempt',
        from: 'challenge',
        to: 'unknown',
      })
    },
  ],
  'money held by an order that has expired': [
    'AR2',
    /^I4 .*expired, and 24990 are held/,
    ({ market, bank }) => {
      at(market.orders, 1).state = 'expired'
      market.events.push({
        orderId: 'o2',
        attemptId: null,
        kind: 'order',
        from: 'awaiting_payment',
        to: 'expired',
      })
      bank.entries.push({
        ...at(bank.entries, 0),
        paymentId: 'p3',
        attemptId: 'a3',
        orderNumber: 'AR2',
      })
    },
  ],
  'money held for an attempt that was given up': [
    'AR2',
    /^I4 .*a3, which is challenge/,
    ({ bank }) => {
      bank.entries.push({
        ...at(bank.entries, 0),
        paymentId: 'p3',
        attemptId: 'a3',
        orderNumber: 'AR2',
      })
    },
  ],
  'an attempt that succeeded and an order that waits': [
    'AR1',
    /^I4 .*the order is awaiting_payment/,
    ({ market }) => {
      Object.assign(at(market.orders, 0), { state: 'awaiting_payment', paidAt: null })
    },
  ],
  'a sum that is wrong': [
    'AR2',
    /^I8 .*is not 20825 − 1/,
    ({ market }) => {
      at(market.orders, 1).discountMinor = 1
    },
  ],
  'an amount below nothing': [
    'AR2',
    /^I8 .*taxMinor is -1/,
    ({ market }) => {
      Object.assign(at(market.orders, 1), { taxMinor: -1, totalMinor: 20_824 })
    },
  ],
  'a free order that was charged': [
    'AR2',
    /^I8 .*nothing to pay/,
    ({ market, bank }) => {
      Object.assign(at(market.orders, 1), { subtotalMinor: 0, taxMinor: 0, totalMinor: 0 })
      bank.entries.push({
        ...at(bank.entries, 0),
        paymentId: 'p3',
        attemptId: 'a3',
        orderNumber: 'AR2',
      })
    },
  ],
  'a coupon used more often than it may be': [
    'AR1, AR2',
    /^I7 .*2 uses and may have 1/,
    (planted) => coupon(planted, { totalLimit: 1 }),
  ],
  'a coupon used more often by one store than it may be': [
    'AR1, AR2',
    /^I7 .*of store s and may have 1/,
    (planted) => coupon(planted, { storeLimit: 1 }),
  ],
  'a use that nobody counted': [
    'AR1, AR2',
    /^I7 .*has 2 uses, 1 are counted/,
    (planted) => coupon(planted, { used: 1 }),
  ],
  'two first purchases of one store': [
    'AR1, AR2',
    /^I7 .*2 first purchases/,
    (planted) => coupon(planted, { firstPurchase: true }),
  ],
  'a paid order that has not redeemed its coupon': [
    'AR1',
    /^I7 .*has not redeemed/,
    (planted) => {
      coupon(planted, {})
      at(planted.market.uses, 0).state = 'reserved'
    },
  ],
  'an expired order that holds a place': [
    'AR2',
    /^I7 .*expired and holds/,
    (planted) => {
      coupon(planted, {})
      at(planted.market.orders, 1).state = 'expired'
    },
  ],
  'a discount from nowhere': [
    'AR2',
    /^I7 .*1 off without a coupon/,
    ({ market }) => {
      Object.assign(at(market.orders, 1), { discountMinor: 1, totalMinor: 24_989 })
    },
  ],
  'a paid order that fails': [
    'AR1',
    /^I9 .*from paid to expired/,
    ({ market }) => {
      at(market.orders, 0).state = 'expired'
      market.events.push({
        orderId: 'o1',
        attemptId: null,
        kind: 'order',
        from: 'paid',
        to: 'expired',
      })
    },
  ],
  'a declined attempt that succeeds': [
    'AR1',
    /^I9 .*from declined to succeeded/,
    ({ market }) => {
      market.events.push({
        orderId: 'o1',
        attemptId: 'a1',
        kind: 'attempt',
        from: 'declined',
        to: 'succeeded',
      })
    },
  ],
  'a move that nobody wrote down': [
    'AR2',
    /^I9 .*is cancelled, its events end with awaiting_payment/,
    ({ market }) => {
      at(market.orders, 1).state = 'cancelled'
    },
  ],
  'a way with a gap': [
    'AR1',
    /^I9 .*was written down in state draft/,
    ({ market }) => {
      market.events.splice(1, 1)
    },
  ],
  'more back than was taken': [
    'AR1',
    /^REFUND .*more went back/,
    ({ bank }) => {
      bank.entries.push({ ...at(bank.entries, 0), kind: 'refund', amountMinor: 24_991 })
    },
  ],
  'money back that only the market knows of': [
    'AR1',
    /^REFUND .*says that 100 went back, its refunds 0/,
    ({ market }) => {
      Object.assign(at(market.orders, 0), { state: 'partially_refunded', refundedMinor: 100 })
      market.events.push({
        orderId: 'o1',
        attemptId: null,
        kind: 'order',
        from: 'paid',
        to: 'partially_refunded',
      })
    },
  ],
  'a refund that the bank never made': [
    'AR1',
    /^REFUND .*r1 succeeded, and the bank gave nothing/,
    (planted) => refund(planted, 'r1', 100, { atBank: false }),
  ],
  'a refund of more than was taken': [
    'AR1',
    /^REFUND .*25000 are to go back/,
    (planted) => refund(planted, 'r1', 25_000, { state: 'requested', atBank: false }),
  ],
  'a refund that never ends': [
    'AR1',
    /^REFUND .*r1 is unknown still/,
    (planted) => refund(planted, 'r1', 100, { state: 'unknown', atBank: false }),
  ],
  'a refund of another amount than was written down': [
    'AR1',
    /^I3 .*r1 is not what went back: 99/,
    (planted) => {
      refund(planted, 'r1', 100)
      at(planted.bank.entries, -1).amountMinor = 99
    },
  ],
  'a refund that was asked for before it was committed': [
    'AR1',
    /^I3 .*r1 was not committed when the bank was asked/,
    (planted) => {
      refund(planted, 'r1', 100)
      planted.asked.refunds.set('r1', false)
    },
  ],
  'a refund that came to the bank by another way': [
    'AR1',
    /^I3 .*r1 was not asked for on the wire/,
    (planted) => {
      refund(planted, 'r1', 100)
      planted.asked.refunds.clear()
    },
  ],
  'money back that nobody wrote down': [
    'AR1',
    /^I3 .*nobody wrote down/,
    ({ bank }) => {
      bank.entries.push({ ...at(bank.entries, 0), kind: 'refund', amountMinor: 100, key: 'x' })
    },
  ],
  'money back that only the bank knows of': [
    'AR1',
    /^I1 .*24990 should be held, the bank holds 24890/,
    ({ bank }) => {
      bank.entries.push({ ...at(bank.entries, 0), kind: 'refund', amountMinor: 100 })
    },
  ],
}

describe('the checker of both ledgers', () => {
  test('finds nothing in correct ledgers', () => {
    const { market, bank, asked } = ledgers()
    expect(checkLedgers(market, bank, { settled: true, asked })).toEqual([])
  })

  test('finds nothing in valid coupon use', () => {
    const planted = ledgers()
    coupon(planted, { totalLimit: 2, storeLimit: 2 })
    expect(
      checkLedgers(planted.market, planted.bank, { settled: true, asked: planted.asked }),
    ).toEqual([])
  })

  test('finds nothing in a refund present in both ledgers', () => {
    const planted = ledgers()
    refund(planted, 'r1', 100)
    expect(
      checkLedgers(planted.market, planted.bank, { settled: true, asked: planted.asked }),
    ).toEqual([])
  })

  test('accepts money in transit until settlement', () => {
    const planted = ledgers()
    at(planted.market.attempts, 2).state = 'unknown'
    planted.market.events.push({
      orderId: 'o2',
      attemptId: 'a3',
      kind: 'attempt',
      from: 'challenge',
      to: 'unknown',
    })
    expect(
      checkLedgers(planted.market, planted.bank, { settled: false, asked: planted.asked }),
    ).toEqual([])
  })

  for (const [name, [order, words, plant]] of Object.entries(PLANTED)) {
    test(`finds ${name}`, () => {
      const planted = ledgers()
      plant(planted)
      const found = checkLedgers(planted.market, planted.bank, {
        settled: true,
        asked: planted.asked,
      })
      expect(
        found
          .filter((one) => one.order === order)
          .map(describeViolation)
          .join('\n'),
      ).toMatch(new RegExp(words, 'm'))
    })
  }
})
