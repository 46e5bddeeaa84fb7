import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, test, vi } from 'vitest'
import { checkBooks } from './checker.ts'
import { months } from './months.ts'
import type { SoldPlan } from './plans.ts'
import type { BookedOrder, Books } from './read-books.ts'
import { openTestBed, type TestBedOptions } from './test-bed.ts'
import { describeViolation } from './violation.ts'

// Seconds on a machine that has nothing else to do.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

test('sixty subscriptions over some months, with deaths, declines and closed stores, are charged what they cost', async () => {
  const { violations, done } = await months({
    sample: true,
    times: 1,
    seed: 20_261_126,
    say: () => {},
    open: (options: TestBedOptions) =>
      openTestBed({ ...options, onChild: (child) => void children.add(child) }),
    isStopping: () => false,
  })
  expect(violations.map(describeViolation), done).toEqual([])
})

const PLAN: SoldPlan = {
  id: 'plan',
  kind: 'recurring',
  period: 'month',
  priceMinor: 1_000,
  trialDays: 0,
  trialNeedsCard: false,
  meters: [{ key: 'calls', included: 10, tiers: [{ upTo: null, priceMinor: 3, per: 2 }] }],
  capMinor: null,
}
const at = (day: string) => new Date(`${day}T10:00:00Z`)
const order = (number: string, change: Partial<BookedOrder>): BookedOrder => ({
  id: `ord_${number}`,
  number,
  subscription_id: 'sub',
  purpose: 'renewal',
  period_no: 2,
  plan_id: 'plan',
  state: 'paid',
  parts: [],
  subtotal_minor: 1_000,
  discount_minor: 0,
  tax_rate_bp: 0,
  coupon_code: null,
  total_minor: 1_000,
  refunded_minor: 0,
  created_at: at('2028-02-29'),
  paid_at: at('2028-02-29'),
  ...change,
})
const part = { kind: 'plan', quantity: null, amount_minor: 1_000 } as const

/** A subscription of 31 January that was renewed on 29 February, with 15 calls before. */
const goodBooks = (): Books => ({
  plans: new Map([['plv', 'plan']]),
  subscriptions: [
    {
      id: 'sub',
      store_id: 'sto',
      item_id: 'itm',
      plan_id: 'plan',
      state: 'active',
      period_no: 2,
      period_from: at('2028-02-29'),
      period_until: at('2028-03-31'),
      trial_until: null,
      due_order_id: null,
      next_action_at: at('2028-03-31'),
      frozen_since: null,
      ended_at: null,
      is_open: true,
    },
  ],
  orders: [
    order('A', {
      purpose: 'start',
      period_no: 1,
      parts: [{ ...part, from: '2028-01-31', until: '2028-02-29' }],
    }),
    order('B', {
      total_minor: 1_008,
      parts: [
        { ...part, from: '2028-02-29', until: '2028-03-31' },
        { ...part, kind: 'usage', quantity: 15, amount_minor: 8, from: '', until: '' },
      ],
    }),
  ],
  events: [
    { subscription_id: 'sub', kind: 'started', facts: { order: 'A' }, at: at('2028-01-31') },
    { subscription_id: 'sub', kind: 'renewed', facts: { order: 'B' }, at: at('2028-02-29') },
  ],
  records: [{ subscription_id: 'sub', key: 'k', meter: 'calls', quantity: 15, period_no: 1 }],
  totals: [{ subscription_id: 'sub', period_no: 1, meter: 'calls', quantity: 15 }],
  tries: [],
  refunds: [],
})

/** The same one, changed on 10 February to a plan of twice the price, after 100 went back. */
function changedBooks(creditMinor: number): Books {
  const good = goodBooks()
  const left = { quantity: null, from: '2028-02-10', until: '2028-02-29' }
  const event = (kind: string, day: string, facts: object) => ({
    subscription_id: 'sub',
    kind,
    facts: { ...facts },
    at: at(day),
  })
  return {
    ...good,
    subscriptions: [{ ...good.subscriptions[0]!, period_no: 1, period_until: at('2028-02-29') }],
    orders: [
      good.orders[0]!,
      order('C', {
        purpose: 'change',
        period_no: 1,
        plan_id: 'dear',
        total_minor: 1_310 - creditMinor,
        parts: [
          { ...left, kind: 'plan', amount_minor: 1_310 },
          { ...left, kind: 'credit', amount_minor: -creditMinor },
        ],
        created_at: at('2028-02-10'),
        paid_at: at('2028-02-10'),
      }),
    ],
    events: [
      event('started', '2028-01-31', { order: 'A' }),
      event('plan_changed', '2028-02-10', { order: 'C' }),
    ],
    refunds: [
      {
        order_id: 'ord_A',
        amount_minor: 100,
        state: 'succeeded',
        requested_at: at('2028-02-05'),
        ended_at: at('2028-02-05'),
      },
    ],
  }
}

const wrongIn = (spoil: (books: Books) => void, books = goodBooks()): string[] => {
  spoil(books)
  const used = [{ subscriptionId: 'sub', key: 'k', meter: 'calls', quantity: 15 }]
  const plans = new Map([PLAN, { ...PLAN, id: 'dear', priceMinor: 2_000 }].map((p) => [p.id, p]))
  const facts = { plans, used, now: at('2028-03-10') }
  return checkBooks(books, facts).map(({ invariant }) => invariant)
}

test('the checker accepts right books and names what is wrong in others', () => {
  expect(wrongIn(() => {})).toEqual([])
  const second = (books: Books) => books.orders[1] as BookedOrder
  expect(wrongIn((books) => (second(books).total_minor = 1_009))).toEqual(['B1'])
  expect(wrongIn((books) => (second(books).discount_minor = 8))).toContain('B1')
  expect(wrongIn((books) => second(books).parts.pop())).toContain('B1')
  expect(wrongIn((books) => (second(books).parts[0]!.until = '2028-03-30'))).toEqual(['B2'])
  expect(wrongIn((books) => (books.subscriptions[0]!.period_no = 3))).toEqual(['B2'])
  expect(wrongIn((books) => books.orders.push(order('C', {})))).toEqual(['B5'])
  expect(
    wrongIn((books) => books.orders.push(order('D', { state: 'awaiting_payment', paid_at: null }))),
  ).toEqual(['B6'])
  expect(wrongIn((books) => books.records.pop())).toContain('B4')
  expect(wrongIn((books) => (books.subscriptions[0]!.next_action_at = null))).toEqual(['B8'])
  // 19 of 29 days: 655 of the price, less 66 of what went back.
  expect(wrongIn(() => {}, changedBooks(589))).toEqual([])
  expect(wrongIn(() => {}, changedBooks(655))).toEqual(['B1'])
  const tries = [0, 0].map((_, turn) => ({
    order_id: 'ord_B',
    turn: turn + 1,
    at: at('2028-02-29'),
    is_final: turn === 0,
    state: 'declined',
  }))
  expect(wrongIn((books) => books.tries.push(...tries))).toEqual(['B7', 'B7'])
})
