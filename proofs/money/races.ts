import { sql } from 'kysely'
import type { TestBed } from './test-bed.ts'
import {
  answerChallenge,
  CARDS,
  returnToMarket,
  type Buyer,
  type PayOptions,
  type Reply,
} from './buyer.ts'
import { finish } from './finish.ts'
import { areRefundsOver, refundByOperator, everything, makeCoupon, tenPercent } from './operator.ts'
import { inParallel, type Part } from './part.ts'
import type { Violation } from './violation.ts'

const key = () => crypto.randomUUID()

/** A hundred payments of one order at once, by what they have in common. */
const RACES: Record<string, (n: number, same: string) => PayOptions> = {
  'one key': (_n, same) => ({ key: same, card: CARDS.direct, challenge: false }),
  'keys of their own': () => ({ key: key(), card: CARDS.direct, challenge: false }),
  'keys and cards of their own, with challenges': (n) => ({
    key: key(),
    card: n % 2 === 0 ? CARDS.pays : CARDS.another,
  }),
  'two tabs, each clicked fifty times': (n, same) => ({
    key: `${same}-${n % 2}`,
    card: n % 2 === 0 ? CARDS.direct : CARDS.pays,
    challenge: n % 2 === 1,
  }),
  'a decline among them': (n) => ({
    key: key(),
    card: n % 10 === 0 ? CARDS.direct : CARDS.declined,
    challenge: false,
  }),
}

async function race(
  testBed: TestBed,
  name: string,
  options: (n: number, same: string) => PayOptions,
  count: number,
): Promise<{ buyer: Buyer; violations: Violation[] }> {
  const buyer = await testBed.newBuyer().prepare()
  const same = key()
  const replies = await Promise.all(
    Array.from({ length: count }, (_, n) => buyer.pay(options(n, same))),
  )
  const violations: Violation[] = []
  const odd = replies.filter((reply) => ![200, 409, 429, 422].includes(reply.status))
  if (odd.length > 0)
    violations.push({
      invariant: 'LIVE',
      order: buyer.orderNumber,
      what: `${name}: ${odd.length} answers like ${odd[0]?.status} ${JSON.stringify(odd[0]?.body)}`,
    })
  // Every challenge that anybody was shown is passed, all at once, and every browser comes back
  // twice.
  const urls = [
    ...new Set(
      replies.flatMap((reply: Reply) =>
        reply.body?.challenge?.url ? [String(reply.body.challenge.url)] : [],
      ),
    ),
  ]
  await Promise.all(
    urls.map(async (url) => {
      const form = await answerChallenge(testBed.world, url)
      if (form)
        await Promise.all([
          returnToMarket(testBed.world, form),
          returnToMarket(testBed.world, form),
          buyer.status(),
        ])
    }),
  )
  await endBlock(testBed, buyer)
  return { buyer, violations: [...violations, ...(await finish(buyer))] }
}

/** Ten failed attempts block a store for an hour (D10): lets that hour pass. */
async function endBlock({ db }: TestBed, { orderNumber }: Buyer): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ created_at: sql`created_at - interval '1 hour'` })
    .where('state', 'in', ['declined', 'voided'])
    .where('order_id', 'in', (query) =>
      query.selectFrom('orders').select('id').where('number', '=', orderNumber),
    )
    .execute()
}

/** The order is started, priced, paid and inspected by everybody at once, by two processes. */
async function mixedRace(testBed: TestBed): Promise<Violation[]> {
  const buyer = await testBed.newBuyer().prepare()
  const turns = Array.from({ length: 40 }, (_, n) => {
    if (n % 4 === 0) return buyer.start()
    if (n % 4 === 1) return buyer.calculate()
    return n % 4 === 2
      ? buyer.pay({ key: key(), card: CARDS.direct, challenge: false })
      : buyer.status()
  })
  await Promise.all(turns)
  return finish(buyer)
}

/** The same item, started a hundred times at once by one store: one order. */
async function startRace(testBed: TestBed, count: number): Promise<Violation[]> {
  const buyer = testBed.newBuyer()
  const replies = await Promise.all(Array.from({ length: count }, () => buyer.start()))
  const numbers = new Set(
    replies.flatMap((reply) => (reply.status === 200 ? [reply.body.data.order_number] : [])),
  )
  return numbers.size === 1
    ? finish(buyer)
    : [
        {
          invariant: 'REPLAY',
          order: [...numbers].join(', '),
          what: `${numbers.size} orders of one item for one store`,
        },
      ]
}

/**
 * A coupon that may be used once, and as many stores as there are who want it at once: one gets it,
 * and nobody pays less without.
 */
async function couponRace(testBed: TestBed, count: number): Promise<Violation[]> {
  const code = await makeCoupon(testBed, { value: tenPercent, totalLimit: 1 })
  const free = await makeCoupon(testBed, { value: everything, totalLimit: 3 })
  const buyers: Buyer[] = []
  await inParallel(
    Array.from({ length: count }, () => testBed.newBuyer()),
    16,
    async (buyer) => void buyers.push(await buyer.prepare()),
  )
  const replies = await Promise.all(buyers.map((buyer) => buyer.calculate(code)))
  const won = replies.filter((reply) => reply.status === 200).length
  const freed = (await Promise.all(buyers.map((buyer) => buyer.calculate(free)))).filter(
    (reply) => reply.status === 200,
  ).length
  const odd = replies.filter((reply) => ![200, 422].includes(reply.status))
  await inParallel(buyers.slice(0, 60), 16, async (buyer) => {
    if (buyer.total === 0)
      await Promise.all([buyer.payFree(), buyer.payFree(key()), buyer.payFree(key())])
    else
      await Promise.all([
        buyer.pay({ key: key(), card: CARDS.direct, challenge: false }),
        buyer.pay({ key: key(), card: CARDS.direct, challenge: false }),
      ])
  })
  return [
    ...(won === 1
      ? []
      : [
          {
            invariant: 'I7' as const,
            order: code,
            what: `${won} of ${count} got a coupon for one`,
          },
        ]),
    ...(freed === 3
      ? []
      : [
          {
            invariant: 'I7' as const,
            order: free,
            what: `${freed} of ${count} got a coupon for three`,
          },
        ]),
    ...(odd.length === 0
      ? []
      : [
          {
            invariant: 'LIVE' as const,
            order: code,
            what: `${odd.length} answers like ${odd[0]?.status} ${odd[0]?.body?.code ?? ''}`,
          },
        ]),
  ]
}

/**
 * Forty refunds of a quarter each at once, and the same one forty times: never more back than was
 * taken.
 */
async function refundRace(testBed: TestBed, count: number): Promise<Violation[]> {
  const buyer = await testBed.newBuyer().prepare()
  await buyer.pay({ card: CARDS.direct, challenge: false })
  const order = await testBed.db
    .selectFrom('orders')
    .select('total_minor')
    .where('number', '=', buyer.orderNumber)
    .executeTakeFirstOrThrow()
  const quarter = Math.max(1, Math.floor(order.total_minor / 4))
  const same = key()
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      refundByOperator(testBed, buyer, quarter, n % 2 === 0 ? same : key()),
    ),
  )
  for (let turn = 0; turn < 200 && !(await areRefundsOver(testBed, buyer)); turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
  return []
}

/** Two market processes, and a hundred of everything at once. */
export const races: Part = async (run) => {
  const [count, times] = run.sample ? [10, 1] : [100, 5]
  const violations: Violation[] = []
  const testBed = await run.open({ markets: 2, stores: run.sample ? 40 : 540, items: 4 })
  try {
    await testBed.startMarkets()
    for (let time = 0; time < times && !run.isStopping(); time += 1) {
      for (const [name, options] of Object.entries(RACES)) {
        if (run.sample && name.startsWith('keys of')) continue
        violations.push(...(await race(testBed, name, options, count)).violations)
      }
      violations.push(
        ...(await mixedRace(testBed)),
        ...(await startRace(testBed, count)),
        ...(await refundRace(testBed, run.sample ? 20 : 80)),
      )
      run.say(`${time + 1} of ${times} rounds`)
    }
    violations.push(...(await couponRace(testBed, run.sample ? 16 : 500)))
    await testBed.settle()
    violations.push(...(await testBed.check()))
    return {
      done: `${times} × ${Object.keys(RACES).length + 3} races of ${count}, ${run.sample ? 16 : 500} stores for a coupon that may be used once, two market processes`,
      violations,
    }
  } finally {
    await testBed.close()
  }
}
