import fc from 'fast-check'
import { sql } from 'kysely'
import type { TestBed } from './test-bed.ts'
import { answerChallenge, CARDS, returnToMarket, type Buyer, type ReturnForm } from './buyer.ts'
import { areRefundsOver, refundByOperator, everything, makeCoupon, tenPercent } from './operator.ts'
import { ownCard } from './own-cards.ts'

/** What must be true of an order, in as few words as possible. */
export interface Model {
  started: boolean
  priced: boolean
  /** Once it is, it stays so. */
  paid: boolean
  /** All of it. */
  refunded: boolean
  keys: string[]
}

export interface Real {
  testBed: TestBed
  buyer: Buyer
  urls: string[]
  forms: ReturnForm[]
}

type Command = fc.AsyncCommand<Model, Real>

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** After every command: the status tells the truth, and a paid order stays one. */
async function look(model: Model, { buyer, testBed }: Real): Promise<void> {
  if (!model.started) return
  // The row first: what happens by itself meanwhile can only make the answer newer.
  const row = await testBed.db
    .selectFrom('orders')
    .select('state')
    .where('number', '=', buyer.orderNumber)
    .executeTakeFirstOrThrow()
  const reply = await buyer.status()
  must(reply.status === 200, `status answers ${reply.status}`)
  const { outcome, state, total, subtotal, discount, tax } = reply.body.data
  must(
    Math.abs(total - (subtotal - discount + tax)) < 1e-9,
    `${total} is not ${subtotal} − ${discount} + ${tax}`,
  )
  must(!model.paid || outcome === 'confirmed', `was paid and is ${outcome}`)
  must(
    row.state !== 'paid' || state !== 'awaiting_payment',
    `the status says ${state}, the row ${row.state}`,
  )
  model.paid ||= outcome === 'confirmed'
}

const isPaid = async ({ testBed, buyer }: Real): Promise<boolean> =>
  (
    await testBed.db
      .selectFrom('orders')
      .select('paid_at')
      .where('number', '=', buyer.orderNumber)
      .executeTakeFirst()
  )?.paid_at != null

const command = (
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Command => ({
  check,
  toString: () => name,
  async run(model, real) {
    await run(model, real)
    await look(model, real)
  },
})

const started = (model: Model) => model.started
const always = () => true

const start = fc.constant(
  command('start', always, async (model, real) => {
    const { buyer } = real
    const before = buyer.orderNumber
    const reply = await buyer.start()
    // A notice that was heard before may have ended in a payment meanwhile.
    model.paid ||= await isPaid(real)
    must(
      reply.status === (model.paid && !model.refunded ? 409 : 200),
      `start answers ${reply.status} for an order that is ${model.paid ? '' : 'not '}paid`,
    )
    // Another order: the one before has expired, or all of its money went back.
    if (model.started && before !== buyer.orderNumber)
      [model.paid, model.refunded, model.priced, model.keys] = [false, false, false, []]
    model.started ||= reply.status === 200
    // A new order in place of one that has expired has no address yet.
    if (reply.status === 200 && reply.body.data.address_id === null) model.priced = false
  }),
)

/** Tax abroad is 0 here, and the price at home contains 20 %. */
const expectedTotal = (priceMinor: number, abroad: boolean): number =>
  (abroad ? Math.floor((priceMinor * 10_000 * 2 + 12_000) / 24_000) : priceMinor) / 100

const calculate = fc.boolean().map((abroad) =>
  command(`calculate${abroad ? ' abroad' : ''}`, started, async (model, { buyer }) => {
    await buyer.writeAddress({ abroad })
    const reply = await buyer.calculate()
    must([200, 409].includes(reply.status), `calculate answers ${reply.status}`)
    must(!model.paid || reply.status === 409, 'a paid order was priced anew')
    if (reply.status !== 200) return
    model.priced = true
    must(
      reply.body.data.total === expectedTotal(buyer.item.priceMinor, abroad),
      `costs ${reply.body.data.total}, should cost ${expectedTotal(buyer.item.priceMinor, abroad)}`,
    )
  }),
)

/**
 * Ten off a hundred, all of it, or a code that nobody made; each of the good ones may be used once.
 */
const coupon = fc.constantFrom('ten percent', 'everything', 'unknown').map((which) =>
  command(`coupon ${which}`, started, async (model, { testBed, buyer }) => {
    const code =
      which === 'unknown'
        ? 'NOBODYMADETHIS'
        : await makeCoupon(testBed, {
            value: which === 'everything' ? everything : tenPercent,
            totalLimit: 1,
          })
    const reply = await buyer.calculate(code)
    must([200, 404, 409, 422].includes(reply.status), `a coupon is answered with ${reply.status}`)
    must(which !== 'unknown' || reply.status !== 200, 'a coupon that nobody made was taken')
    if (reply.status === 200)
      must(
        reply.body.data.discount > 0 && (which !== 'everything' || reply.body.data.total === 0),
        `${which}: ${reply.body.data.discount} off, ${reply.body.data.total} to pay`,
      )
    if (reply.status === 200) model.priced ||= reply.body.data.address_id !== null
  }),
)

const payFree = fc.constant(
  command('pay nothing', started, async (model, { buyer }) => {
    const reply = await buyer.payFree(crypto.randomUUID())
    if (reply.status === 200) model.paid = true
    must(
      reply.status !== 200 || (await buyer.status()).body?.data?.total === 0,
      'an order that costs something was bought for nothing',
    )
  }),
)

const PAYING = {
  'with a challenge': CARDS.pays,
  declined: CARDS.declined,
  'charged at once': CARDS.direct,
  'charged, answer lost': ownCard('reset_after', 'charge', { direct: true }),
  'not charged, answer lost': ownCard('reset_before', 'charge', { direct: true }),
  'start lost': ownCard('reset_after', 'start'),
} as const

const pay = fc
  .tuple(
    fc.constantFrom(...(Object.keys(PAYING) as (keyof typeof PAYING)[])),
    fc.boolean(),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([way, sameKey, times]) =>
    command(
      `pay ${way}${sameKey ? ', the key before' : ''}${times > 1 ? ` ×${times}` : ''}`,
      started,
      async (model, { buyer, urls }) => {
        const key = (sameKey ? model.keys.at(-1) : undefined) ?? crypto.randomUUID()
        const isNew = !model.keys.includes(key)
        if (isNew) model.keys.push(key)
        // Several clicks under one key may get the first one's payment.
        const wasPaid = model.paid
        const replies = await Promise.all(
          Array.from({ length: times }, () =>
            buyer.pay({ key, card: PAYING[way], challenge: !/lost|at once/.test(way) }),
          ),
        )
        for (const reply of replies) {
          must(
            [200, 409, 422, 429, 503].includes(reply.status),
            `pay answers ${reply.status} ${JSON.stringify(reply.body)}`,
          )
          // A free order gives the same answer every time.
          must(
            !wasPaid || !isNew || buyer.total === 0 || reply.status !== 200,
            'a paid order took another payment',
          )
          must(
            model.priced || !isNew || reply.status !== 200,
            'an order without an address was paid',
          )
          if (reply.body?.state === 'challenge') urls.push(String(reply.body.challenge.url))
          if (reply.body?.state === 'paid') model.paid = true
        }
      },
    ),
  )

const payInInstallments = fc.constantFrom(2, 6, 12).map((parts) =>
  command(`pay in ${parts} parts`, started, async (model, { buyer, urls }) => {
    const quote = await buyer.call('POST', `/checkout/installments/${buyer.orderNumber}`, {
      first_digits: CARDS.pays.slice(0, 6),
    })
    const offer = (
      quote.body?.data?.offers as { count: number; total: number; surcharge: number }[] | undefined
    )?.find((one) => one.count === parts)
    if (!offer) return
    must(
      Math.abs(offer.total - offer.surcharge - buyer.total) < 1e-9,
      `in ${parts} parts ${offer.total} with ${offer.surcharge} for waiting, the price is ${buyer.total}`,
    )
    const reply = await buyer.pay({
      key: crypto.randomUUID(),
      total: offer.total,
      installments: parts,
    })
    must(!model.paid || reply.status !== 200, 'a paid order took another payment')
    if (reply.body?.state === 'challenge') urls.push(String(reply.body.challenge.url))
  }),
)

const payWrongTotal = fc.integer({ min: -1, max: 1 }).map((more) =>
  command(`pay another total (${more})`, started, async (_model, { buyer }) => {
    const reply = await buyer.pay({
      key: crypto.randomUUID(),
      total: more === 0 ? 0 : Math.round(buyer.total * 100 + more) / 100,
    })
    must(
      (reply.status >= 400 && reply.status < 500) || buyer.total === 0,
      `another total is answered with ${reply.status}`,
    )
  }),
)

const atBank = fc
  .tuple(fc.nat(5), fc.constantFrom('confirm' as const, 'cancel' as const))
  .map(([which, action]) =>
    command(`${action} at the bank`, started, async (_model, real) => {
      const url = real.urls.at(which % Math.max(real.urls.length, 1))
      if (url === undefined) return
      const form = await answerChallenge(real.testBed.world, url, action)
      if (form) real.forms.push(form)
    }),
  )

const returnFromBank = fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 4 })).map(([which, times]) =>
  command(`return ×${times}`, started, async (_model, real) => {
    const form = real.forms.at(which % Math.max(real.forms.length, 1))
    if (!form) return
    const replies = await Promise.all(
      Array.from({ length: times }, () => returnToMarket(real.testBed.world, form)),
    )
    for (const reply of replies)
      must(reply.status === 303, `a genuine return is answered with ${reply.status}`)
  }),
)

const deliverNotification = fc.integer({ min: 1, max: 3 }).map((times) =>
  command(`notices ×${times}`, started, async (_model, { testBed, buyer }) => {
    const mine = testBed.front.held.filter((one) => one.body.includes(buyer.orderNumber))
    const statuses = await Promise.all(
      mine.flatMap((one) => Array.from({ length: times }, () => testBed.front.deliver(one))),
    )
    must(
      statuses.every((status) => status === 204),
      `a genuine notice is answered with ${statuses.join(', ')}`,
    )
  }),
)

/** For this order alone: what it waits for has come. */
export const advanceTime = async (testBed: TestBed, buyer: Buyer): Promise<void> => {
  await sql`update payment_attempts set created_at = created_at - interval '2 minutes', updated_at = updated_at - interval '2 minutes'
    where order_id = (select id from orders where number = ${buyer.orderNumber})`.execute(
    testBed.db,
  )
}

const advanceMinutes = fc.constant(
  command('two minutes pass', started, (_model, { testBed, buyer }) => advanceTime(testBed, buyer)),
)

const advanceDay = fc.constant(
  command('a day passes', started, async (_model, { testBed, buyer }) => {
    await sql`update orders set expires_at = expires_at - interval '1 day' where number = ${buyer.orderNumber} and state in ('draft', 'awaiting_payment')`.execute(
      testBed.db,
    )
  }),
)

const refund = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 3 })).map(([whole, times]) =>
  command(
    `refund ${whole ? 'all' : 'a part'}${times > 1 ? ` ×${times}` : ''}`,
    started,
    async (model, real) => {
      const { testBed, buyer } = real
      const answers = await Promise.all(
        Array.from({ length: times }, () => refundByOperator(testBed, buyer, whole ? null : 1)),
      )
      model.paid ||= await isPaid(real)
      must(
        model.paid || answers.every((answer) => answer.kind === 'refused'),
        'an order that is not paid gives money back',
      )
      for (let turn = 0; turn < 100 && !(await areRefundsOver(testBed, buyer)); turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 50))
      const row = await testBed.db
        .selectFrom('orders')
        .select(['state', 'refunded_minor', 'total_minor'])
        .where('number', '=', buyer.orderNumber)
        .executeTakeFirstOrThrow()
      must(
        row.refunded_minor <= row.total_minor,
        `${row.refunded_minor} of ${row.total_minor} went back`,
      )
      must(
        !model.paid ||
          !whole ||
          answers.some((answer) => answer.kind === 'refused') ||
          row.state === 'refunded',
        `all was to go back, and the order is ${row.state}`,
      )
      model.refunded = row.state === 'refunded'
    },
  ),
)

const poll = fc.constant(command('poll', started, async () => {}))

/** Everything that a buyer, the bank and the time can do. */
export const anyCommand: fc.Arbitrary<Command>[] = [
  start,
  start,
  calculate,
  calculate,
  coupon,
  payFree,
  pay,
  pay,
  pay,
  payInInstallments,
  payWrongTotal,
  atBank,
  atBank,
  returnFromBank,
  returnFromBank,
  deliverNotification,
  advanceMinutes,
  advanceDay,
  refund,
  poll,
]
