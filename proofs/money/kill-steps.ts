import { sql } from 'kysely'
import type { TestBed } from './test-bed.ts'
import { answerChallenge, CARDS, challengeOf, returnToMarket, type Buyer } from './buyer.ts'
import { areRefundsOver, refundByOperator, everything, makeCoupon, tenPercent } from './operator.ts'
import { ownCard } from './own-cards.ts'

/**
 * A step of checkout in which the market may die. What it needs is made before, by a market that
 * lives.
 */
export interface KillStep {
  name: string
  /** Takes longer than all others, mostly by waiting: begun first. */
  waits?: true
  prepare(testBed: TestBed): Promise<Prepared>
}

export interface Prepared {
  buyer: Buyer
  /** Ends when the step is over or the market is dead. */
  act(): Promise<unknown>
  /** What a buyer may do afterwards. */
  again(): Promise<unknown>
}

const refundStep = (
  name: string,
  card: string,
  amountOf: (buyer: Buyer) => number | null,
): KillStep => ({
  name,
  prepare: async (testBed) => {
    const buyer = await testBed.newBuyer().prepare()
    await buyer.pay({ card, challenge: false })
    const key = crypto.randomUUID()
    const refund = async () => {
      await refundByOperator(testBed, buyer, amountOf(buyer), key)
      await untilDone(testBed, () => areRefundsOver(testBed, buyer))
    }
    return { buyer, act: refund, again: refund }
  },
})

/** Waits for something that the market does by itself; not for one that is dead. */
async function untilDone(testBed: TestBed, isDone: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 200 && testBed.markets.some((market) => market.isAlive()); turn += 1) {
    if (await isDone()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const hasState = async ({ db }: TestBed, buyer: Buyer, states: string[]): Promise<boolean> => {
  const order = await db
    .selectFrom('orders')
    .select('state')
    .where('number', '=', buyer.orderNumber)
    .executeTakeFirst()
  return order !== undefined && states.includes(order.state)
}

/** Whether nothing waits to be inspected for this order. */
const jobsDone = async ({ db }: TestBed, buyer: Buyer): Promise<boolean> =>
  (
    await sql<{ count: number }>`
  select count(*) as count from pgboss.job where name = 'settle-attempt' and state in ('created', 'retry', 'active') and start_after <= now() and data->>'id' in
    (select payment_attempts.id from payment_attempts join orders on orders.id = order_id where number = ${buyer.orderNumber})`.execute(
      db,
    )
  ).rows[0]?.count === 0

/**
 * A payment that the bank has taken, and whose answer never came: the market says "unknown", and
 * the notice is kept back.
 */
async function chargedUnknown(testBed: TestBed): Promise<Buyer> {
  const buyer = await testBed.newBuyer().prepare()
  await buyer.pay({ card: ownCard('reset_after', 'charge', { direct: true }), challenge: false })
  for (
    let turn = 0;
    turn < 100 && !testBed.front.held.some((notice) => notice.body.includes(buyer.orderNumber));
    turn += 1
  )
    await new Promise((resolve) => setTimeout(resolve, 20))
  return buyer
}

export const KILL_STEPS: readonly KillStep[] = [
  {
    name: 'start',
    prepare: async (testBed) => {
      const buyer = testBed.newBuyer()
      return { buyer, act: () => buyer.start(), again: () => buyer.start() }
    },
  },
  {
    name: 'calculate',
    prepare: async (testBed) => {
      const buyer = testBed.newBuyer()
      await buyer.writeAddress({ abroad: true })
      await buyer.start()
      return { buyer, act: () => buyer.calculate(), again: () => buyer.calculate() }
    },
  },
  {
    name: 'pay, with a challenge',
    prepare: async (testBed) => {
      const buyer = await testBed.newBuyer().prepare()
      return { buyer, act: () => buyer.pay(), again: () => buyer.pay() }
    },
  },
  {
    name: 'pay, charged at once',
    prepare: async (testBed) => {
      const buyer = await testBed.newBuyer().prepare()
      const pay = () => buyer.pay({ card: CARDS.direct, challenge: false })
      return { buyer, act: pay, again: pay }
    },
  },
  {
    name: 'pay anew, leaving a challenge',
    prepare: async (testBed) => {
      const buyer = await testBed.newBuyer().prepare()
      await buyer.pay()
      const key = crypto.randomUUID()
      const pay = () => buyer.pay({ key, card: CARDS.direct, challenge: false })
      return { buyer, act: pay, again: pay }
    },
  },
  {
    name: 'return',
    prepare: async (testBed) => {
      const buyer = await testBed.newBuyer().prepare()
      const paying = await buyer.pay()
      const form = await answerChallenge(testBed.world, challengeOf(paying))
      if (!form) throw new Error('the bank gave no form')
      const back = () => returnToMarket(testBed.world, form)
      return { buyer, act: back, again: back }
    },
  },
  {
    name: 'return, declined',
    prepare: async (testBed) => {
      const buyer = await testBed.newBuyer().prepare()
      const paying = await buyer.pay({ card: CARDS.declined })
      const form = await answerChallenge(testBed.world, challengeOf(paying))
      if (!form) throw new Error('the bank gave no form')
      const back = () => returnToMarket(testBed.world, form)
      return { buyer, act: back, again: back }
    },
  },
  {
    name: 'notice',
    prepare: async (testBed) => {
      const buyer = await chargedUnknown(testBed)
      const notice = testBed.front.held.find((one) => one.body.includes(buyer.orderNumber))
      const hear = async () => {
        if (notice) await testBed.front.deliver(notice)
        await untilDone(
          testBed,
          async () =>
            (await hasState(testBed, buyer, ['paid'])) && (await jobsDone(testBed, buyer)),
        )
      }
      return { buyer, act: hear, again: hear }
    },
  },
  {
    name: 'money back',
    prepare: async (testBed) => {
      const buyer = await chargedUnknown(testBed)
      // Nothing in the product ends an order with a payment on its way; an operator's hand in the
      // database could.
      const order = await testBed.db
        .updateTable('orders')
        .set({ state: 'cancelled' })
        .where('number', '=', buyer.orderNumber)
        .returning('id')
        .executeTakeFirstOrThrow()
      await testBed.db
        .insertInto('order_events')
        .values({
          order_id: order.id,
          kind: 'order',
          from_state: 'awaiting_payment',
          to_state: 'cancelled',
          at: new Date(),
        })
        .execute()
      const notice = testBed.front.held.find((one) => one.body.includes(buyer.orderNumber))
      const hear = async () => {
        if (notice) await testBed.front.deliver(notice)
        await untilDone(testBed, () => jobsDone(testBed, buyer))
      }
      return { buyer, act: hear, again: hear }
    },
  },
  refundStep('refund', CARDS.direct, () => null),
  refundStep('refund of a part', CARDS.direct, (buyer) =>
    Math.max(1, Math.floor(buyer.item.priceMinor / 3)),
  ),
  // Its outcome is looked up some 15 seconds later.
  {
    ...refundStep(
      'refund, answer lost',
      ownCard('reset_after', 'refund', { direct: true }),
      () => null,
    ),
    waits: true,
  },
  {
    name: 'calculate with a coupon',
    prepare: async (testBed) => {
      const buyer = await testBed.newBuyer().prepare()
      const code = await makeCoupon(testBed, { value: tenPercent, totalLimit: 1 })
      return { buyer, act: () => buyer.calculate(code), again: () => buyer.calculate(code) }
    },
  },
  {
    name: 'another coupon',
    prepare: async (testBed) => {
      const buyer = await testBed.newBuyer().prepare()
      const [first, second] = [
        await makeCoupon(testBed, { value: tenPercent, totalLimit: 1 }),
        await makeCoupon(testBed, { value: everything, storeLimit: 1 }),
      ]
      await buyer.calculate(first)
      return { buyer, act: () => buyer.calculate(second), again: () => buyer.calculate() }
    },
  },
  {
    name: 'pay with a coupon, charged at once',
    prepare: async (testBed) => {
      const buyer = await testBed.newBuyer().prepare()
      await buyer.calculate(await makeCoupon(testBed, { value: tenPercent, totalLimit: 1 }))
      const pay = () => buyer.pay({ card: CARDS.direct, challenge: false })
      return { buyer, act: pay, again: pay }
    },
  },
  {
    name: 'a free order',
    prepare: async (testBed) => {
      const buyer = await testBed.newBuyer().prepare()
      await buyer.calculate(await makeCoupon(testBed, { value: everything, totalLimit: 1 }))
      return { buyer, act: () => buyer.payFree(), again: () => buyer.payFree() }
    },
  },
  {
    name: 'an order with a coupon expires',
    prepare: async (testBed) => {
      const buyer = await testBed.newBuyer().prepare()
      await buyer.calculate(await makeCoupon(testBed, { value: tenPercent, totalLimit: 1 }))
      await testBed.db
        .updateTable('orders')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('number', '=', buyer.orderNumber)
        .execute()
      return { buyer, act: () => buyer.start(), again: () => buyer.start() }
    },
  },
]
