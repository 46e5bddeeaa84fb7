import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordEarnings } from '#modules/earnings/public.ts'
import { prepareBundle, publishBundle } from '#test/support/bundles.ts'
import { CARDS, chargesOf, passChallenge, pay } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { listLines } from './data.ts'
import { issueLateDocuments, refundOrder } from './public.ts'

const SLUG = 'three-apps'

let market: Marketplace
let owner: Owner

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
  await publishBundle(market, SLUG, ['delivery-day', 'free-delivery', 'take-along'], 17)
}, 120_000)
afterAll(() => market.stop())

const orderOf = (number: string) =>
  market.services.db
    .selectFrom('orders')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

interface Paid {
  id: string
  number: string
}

/** Buys all three in one order with one payment. */
async function buyThree(parts: { count: number } | null = null): Promise<Paid> {
  const order = await prepareBundle(owner, SLUG)
  const { id } = await orderOf(order.orderNumber)
  const offers = parts
    ? ((
        await owner.call('POST', `/checkout/installments/${order.orderNumber}`, {
          body: { first_digits: CARDS.good.slice(0, 8) },
        })
      ).body.data.offers as { count: number; total: number }[])
    : []
  const paid = await pay(owner, order, {
    total: offers.find((one) => one.count === parts?.count)?.total ?? order.total,
    body: { ...(parts && { installments: parts.count }) },
  })
  await passChallenge(market, paid.body.challenge.url)
  expect((await orderOf(order.orderNumber)).state).toBe('paid')
  return { id, number: order.orderNumber }
}

let keys = 0
const refund = (number: string, place: number | undefined, amountMinor: number | null) =>
  refundOrder(market.services, {
    orderNumber: number,
    ...(place !== undefined && { place }),
    amountMinor,
    reason: 'buyer_request',
    askedBy: 'test',
    key: `line-${(keys += 1)}`,
  })

const sumOf = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Which lines the store still owns, by its entitlements and by their claims. */
async function ownedOf(orderId: string) {
  const valid = await market.services.db
    .selectFrom('entitlements')
    .select('line_place')
    .where('order_id', '=', orderId)
    .where('valid_until', 'is', null)
    .orderBy('line_place')
    .execute()
  const lines = await listLines(market.services.db, orderId)
  return {
    entitled: valid.map((one) => one.line_place),
    claimed: lines.filter((line) => line.claim === 'owned').map((line) => line.place),
  }
}

/** The order, its lines and what the store owns say the same of what has gone back. */
async function expectBack(
  { id, number }: Paid,
  back: readonly number[],
  charged: readonly number[],
) {
  const order = await orderOf(number)
  const whole = back.map((one, place) => one === charged[place])
  expect(order.state).toBe(
    whole.every(Boolean) ? 'refunded' : sumOf(back) > 0 ? 'partially_refunded' : 'paid',
  )
  const lines = await listLines(market.services.db, id)
  expect(lines.map((line) => line.refunded_minor)).toEqual(
    lines.map((line, place) => Math.min(back[place] ?? 0, line.total_minor)),
  )
  expect(order.refunded_minor).toBe(sumOf(lines.map((line) => line.refunded_minor)))
  const kept = lines.flatMap((line, place) => (whole[place] ? [] : [line.place]))
  expect(await ownedOf(id)).toEqual({ entitled: kept, claimed: kept })
}

describe('refunds of an order with several lines', () => {
  test('in any order never exceed what each line was charged, and end only its own item; earnings and documents add up', async () => {
    const step = fc.record({
      place: fc.integer({ min: 1, max: 3 }),
      of: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const paid = await buyThree()
        const charged = (await listLines(market.services.db, paid.id)).map(
          (line) => line.total_minor,
        )
        const back = charged.map(() => 0)
        await recordEarnings(market.services)
        // The last ones give back what is left, so that the next run can buy the same again.
        for (const { place, of } of [...steps, ...[1, 2, 3].map((place) => ({ place, of: 1 }))]) {
          const left = (charged[place - 1] ?? 0) - (back[place - 1] ?? 0)
          expect(await refund(paid.number, place, left + 1)).toMatchObject(
            sumOf(back) === sumOf(charged)
              ? { kind: 'refused', why: 'not_paid' }
              : { kind: 'refused', why: 'too_much', leftMinor: left },
          )
          if (left === 0) continue
          const amount = Math.ceil(left / of)
          expect(await refund(paid.number, place, amount)).toMatchObject({
            kind: 'refund',
            refund: { state: 'succeeded', amount_minor: amount, line_place: place },
          })
          back[place - 1] = (back[place - 1] ?? 0) + amount
          await expectBack(paid, back, charged)
          await expectEarned(paid, back)
        }
        expect(await chargesOf(market, paid.number)).toEqual([])
        await expectDocuments(paid)
      }),
      { numRuns: 4 },
    )
  }, 180_000)

  test('name a line: without one nothing is refunded', async () => {
    const paid = await buyThree()
    expect(await refund(paid.number, undefined, null)).toEqual({ kind: 'refused', why: 'no_line' })
    expect(await refund(paid.number, 4, null)).toEqual({ kind: 'refused', why: 'no_line' })
    for (const place of [1, 2, 3]) await refund(paid.number, place, null)
    expect((await orderOf(paid.number)).state).toBe('refunded')
  })

  test('paid in parts give back the part of the surcharge that each line has, all of it in the end', async () => {
    const paid = await buyThree({ count: 6 })
    const { surcharge_minor: surcharge } = await orderOf(paid.number)
    const lines = await listLines(market.services.db, paid.id)
    expect(surcharge).toBeGreaterThan(0)
    expect(sumOf(lines.map((line) => line.surcharge_minor))).toBe(surcharge)
    const charged = lines.map((line) => line.total_minor + line.surcharge_minor)
    const back = charged.map(() => 0)
    for (const { place, total_minor: total } of lines) {
      // Its whole price is back, and its part of the surcharge not yet: it stays.
      await refund(paid.number, place, total)
      back[place - 1] = total
      await expectBack(paid, back, charged)
      await refund(paid.number, place, null)
      back[place - 1] = charged[place - 1] ?? 0
      await expectBack(paid, back, charged)
    }
    expect(await chargesOf(market, paid.number)).toEqual([])
  })

  test('cannot exceed what a line was charged, even when the table is written directly', async () => {
    const paid = await buyThree()
    const [first] = await listLines(market.services.db, paid.id)
    const { id: attempt } = await market.services.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('order_id', '=', paid.id)
      .executeTakeFirstOrThrow()
    const now = market.clock.now()
    const row = {
      id: 'rfd_by_hand',
      key: 'by-hand',
      order_id: paid.id,
      line_place: 1,
      attempt_id: attempt,
      amount_minor: (first?.total_minor ?? 0) + 1,
      currency: 'TRY',
      reason: 'other',
      state: 'requested',
      asked_by: 'hand',
      requested_at: now,
      updated_at: now,
    }
    const insert = (values: object) =>
      market.services.db
        .insertInto('refunds')
        .values({ ...row, ...values })
        .execute()
    await expect(insert({})).rejects.toThrow(/order_lines_no_more_back/)
    await expect(insert({ line_place: null })).rejects.toThrow(/refunds_of_line/)
    await expect(insert({ line_place: 9 })).rejects.toThrow(/refunds_line/)
  })
})

/** A sale for each line, reversed by what went back of it. */
async function expectEarned({ id }: Paid, back: readonly number[]): Promise<void> {
  await recordEarnings(market.services)
  const lines = await listLines(market.services.db, id)
  for (const line of lines) {
    const entries = await market.services.db
      .selectFrom('earnings_entries')
      .select(['kind', 'gross_minor', 'net_minor'])
      .where('order_id', '=', id)
      .where('line_place', '=', line.place)
      .execute()
    const gone = back[line.place - 1] ?? 0
    expect(entries.filter((one) => one.kind === 'sale')).toEqual([
      {
        kind: 'sale',
        gross_minor: line.total_minor,
        net_minor: line.subtotal_minor - line.discount_minor,
      },
    ])
    expect(sumOf(entries.map((one) => one.gross_minor))).toBe(line.total_minor - gone)
    if (gone === line.total_minor) expect(sumOf(entries.map((one) => one.net_minor))).toBe(0)
  }
}

/** The credit notes of the order come to its invoice. */
async function expectDocuments({ id }: Paid): Promise<void> {
  market.clock.moveSeconds(301)
  await issueLateDocuments(market.services)
  const documents = await market.services.db
    .selectFrom('invoices')
    .select(['kind', 'net_minor', 'tax_minor', 'total_minor'])
    .where('order_id', '=', id)
    .execute()
  const of = (kind: string, column: 'net_minor' | 'tax_minor' | 'total_minor') =>
    sumOf(documents.filter((one) => one.kind === kind).map((one) => one[column]))
  for (const column of ['net_minor', 'tax_minor', 'total_minor'] as const)
    expect(of('credit_note', column), column).toBe(of('invoice', column))
  expect(of('invoice', 'total_minor')).toBeGreaterThan(0)
}
