import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_ZONE } from '#lib/market-days.ts'
import { toMinor } from '#lib/money.ts'
import { dayIn } from '#lib/time-zone.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { findRefundableOrder, finishRefund, mailAttachment } from '#modules/orders/public.ts'
import { cardFor } from '#test/support/bank-cards.ts'
import { prepareBundle, publishBundle } from '#test/support/bundles.ts'
import {
  ADDRESS,
  buy,
  CARDS,
  cardWith,
  passChallenge,
  pay,
  prepareOrder,
} from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { recordEarnings } from './public.ts'
import type { previewRefund } from './refund-contract.ts'

type Preview = AnswerOf<typeof previewRefund>
type Happens = NonNullable<Preview['happens']>

const ITEMS = ['delivery-day', 'free-delivery', 'take-along'] as const
const PERCENTS = [7, 17, 33] as const
const bundleOf = (percent: number) => `three-apps-${percent}`

let market: Marketplace
let owner: Owner
let reviewer: ConsoleBrowser
const people = {} as Record<'finance' | 'second', ConsoleBrowser>

beforeAll(async () => {
  market = await startMarketplace()
  const admin = await firstOperator(market)
  for (const [name, role] of [
    ['finance', 'finance'],
    ['second', 'finance'],
    ['reviewer', 'reviewer'],
  ] as const)
    await admin.ask('POST', '/operator/invitations', { email: `${name}@example.com`, role })
  people.finance = await signInToConsole(market, 'finance@example.com')
  people.second = await signInToConsole(market, 'second@example.com')
  reviewer = await signInToConsole(market, 'reviewer@example.com')
  await people.finance.ask('POST', '/operator/share-rules', {
    partner: null,
    market: null,
    from: dayIn(DEFAULT_ZONE, market.clock.now()),
    rate: 17.35,
  })
  owner = await signIn(market)
  for (const percent of PERCENTS) await publishBundle(market, bundleOf(percent), ITEMS, percent)
}, 120_000)
afterAll(() => market.stop())

const preview = async (
  order: string,
  query: Record<string, string> = {},
  who = people.finance,
): Promise<Preview> =>
  (await who.ask('GET', `/operator/orders/${order}/refund-preview?${new URLSearchParams(query)}`))
    .body as unknown as Preview

let keys = 0
const refund = (order: string, body: object, who = people.finance) =>
  who.ask('POST', `/operator/orders/${order}/refunds`, {
    amount: null,
    reason: 'buyer_request',
    key: `refund-${(keys += 1)}`,
    confirmed: true,
    ...body,
  })

const happens = ({ happens: what }: Preview): Happens => {
  if (!what) throw new Error('Nothing would happen')
  return what
}
const minor = (amount: number) => toMinor(amount, 'TRY') ?? Number.NaN

/** What the worker does with a refund: the bank, the credit note, the shares. */
async function settle(id: string): Promise<void> {
  await finishRefund(market.services, id)
  await recordEarnings(market.services)
  await mailAttachment(market.services, `credit:${id}`, 'en')
}

/** What the credit note and the partner's books say of a refund, in minor units. */
async function recorded(id: string) {
  const { db } = market.services
  const note = await db
    .selectFrom('invoices')
    .select(['net_minor', 'tax_minor'])
    .where('refund_id', '=', id)
    .executeTakeFirst()
  const entry = await db
    .selectFrom('earnings_entries')
    .select(['amount_minor', 'commission_minor', 'tax_minor'])
    .where('refund_id', '=', id)
    .executeTakeFirst()
  return {
    net: note?.net_minor ?? 0,
    tax: note?.tax_minor ?? 0,
    partner: -(entry?.amount_minor ?? 0) || 0,
    market: -((entry?.commission_minor ?? 0) + (entry?.tax_minor ?? 0)) || 0,
  }
}
const announced = (what: Happens) => ({
  net: minor(what.net),
  tax: minor(what.tax),
  partner: minor(what.partner?.amount ?? 0),
  market: minor(what.market),
})

/** Buys all three with one payment, with installments where they are wanted. */
async function buyThree(percent: number, installments: number | null): Promise<string> {
  const order = await prepareBundle(owner, bundleOf(percent))
  const offers = installments
    ? ((
        await owner.call('POST', `/checkout/installments/${order.orderNumber}`, {
          body: { first_digits: CARDS.good.slice(0, 8) },
        })
      ).body.data.offers as { count: number; total: number }[])
    : []
  const offer = offers.find((one) => one.count === installments)
  const paid = await pay(owner, order, {
    total: offer?.total ?? order.total,
    body: { ...(offer && { installments: offer.count }) },
  })
  await passChallenge(market, paid.body.challenge.url)
  return order.orderNumber
}

describe('what a refund will do', () => {
  test('is what it does, to the minor unit: card, credit note, tax and both shares, for any order and any parts', async () => {
    const step = fc.record({
      line: fc.integer({ min: 1, max: 3 }),
      part: fc.integer({ min: 1, max: 1000 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PERCENTS),
        fc.constantFrom(null, 3),
        fc.boolean(),
        fc.array(step, { minLength: 1, maxLength: 4 }),
        async (percent, installments, isRecorded, steps) => {
          const order = await buyThree(percent, installments)
          // The preview does not depend on whether the sale is in the books yet.
          if (isRecorded) await recordEarnings(market.services)
          // The last ones give back what is left, so that the next run can buy the same again.
          for (const { line, part } of [
            ...steps,
            ...[1, 2, 3].map((place) => ({ line: place, part: 1000 })),
          ]) {
            const { left } = await preview(order, { line: String(line) })
            if (left === 0) continue
            const amount = Math.max(1, Math.floor((minor(left) * part) / 1000)) / 100
            const what = happens(
              await preview(order, { line: String(line), size: 'part', amount: String(amount) }),
            )
            expect(minor(what.net) + minor(what.tax) + minor(what.surcharge)).toBe(minor(amount))
            expect(minor(what.partner?.amount ?? 0) + minor(what.market)).toBe(minor(what.net))
            const { body } = await refund(order, { line, amount })
            await settle(String(body.id))
            expect(await recorded(String(body.id))).toEqual(announced(what))
          }
          const done = await findRefundableOrder(market.services.db, order)
          expect(done?.order.state).toBe('refunded')
        },
      ),
      { numRuns: 5 },
    )
  }, 240_000)

  test('says until when an item may be used and when it is removed, once all of it goes back', async () => {
    const { orderNumber } = await buy(market, owner, 'delivery-day')
    expect(happens(await preview(orderNumber, { size: 'part', amount: '10' }))).toMatchObject({
      use: 'goes_on',
      installation: 'none',
      ends_at: null,
    })
    const what = happens(await preview(orderNumber))
    expect(what).toMatchObject({ amount: 249.9, use: 'ends', subscription: 'none' })
    const { body } = await refund(orderNumber, {})
    await settle(String(body.id))
    const line = await market.services.db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .select('use_ends_at')
      .where('orders.number', '=', orderNumber)
      .executeTakeFirstOrThrow()
    const seconds = (at: Date | string | null) => Math.round(new Date(at ?? 0).getTime() / 60_000)
    expect(Math.abs(seconds(line.use_ends_at) - seconds(what.ends_at))).toBeLessThanOrEqual(1)
  })

  test('names the most that can go back, and refuses what is no amount, without changing anything', async () => {
    const { orderNumber } = await buy(market, owner, 'delivery-day')
    const asked = async (amount: string) => {
      const { fault, left, happens: what } = await preview(orderNumber, { size: 'part', amount })
      return { fault, left, what }
    }
    expect(await asked('249.91')).toEqual({ fault: 'too_much', left: 249.9, what: null })
    for (const amount of ['', '-1', '0', '1.005', 'all', '1e400'])
      expect((await asked(amount)).fault, amount).toBe('amount_invalid')
    // No days of it are unused: that is not all of it.
    expect(await preview(orderNumber, { size: 'unused' })).toMatchObject({
      unused: null,
      happens: null,
      fault: 'amount_invalid',
    })
    expect((await preview(orderNumber)).earlier).toEqual([])
    expect(
      (await reviewer.ask('GET', `/operator/orders/${orderNumber}/refund-preview`)).status,
    ).toBe(403)
    await refund(orderNumber, {})
  })

  test('shows the later of two people what the first one gave back', async () => {
    const { orderNumber } = await buy(market, owner, 'free-delivery')
    const { left } = await preview(orderNumber, {}, people.second)
    const [one, other] = await Promise.all([
      refund(orderNumber, { amount: left }),
      refund(orderNumber, { amount: left }, people.second),
    ])
    const [done, late] = one.status === 200 ? [one, other] : [other, one]
    expect([done.status, late.status, late.body.code]).toEqual([
      200,
      409,
      'backoffice.refund_refused',
    ])
    expect(await preview(orderNumber, {}, people.second)).toMatchObject({
      left: 0,
      fault: 'nothing_left',
      happens: null,
      earlier: [{ amount: left, state: 'requested' }],
    })
    await settle(String(done.body.id))
    expect((await preview(orderNumber)).earlier).toMatchObject([{ state: 'succeeded' }])
  })

  test('says that a refund is asked for while the bank gives no clear answer', async () => {
    const order = await prepareOrder(owner, 'take-along')
    const paid = await pay(owner, order, { body: { card: cardWith(cardFor('06', 3)) } })
    if (paid.body.state === 'challenge') await passChallenge(market, paid.body.challenge.url)
    const { body } = await refund(order.orderNumber, { amount: 10 })
    await finishRefund(market.services, String(body.id))
    expect((await preview(order.orderNumber)).earlier).toMatchObject([
      { amount: 10, state: 'unknown' },
    ])
  })
})

describe('a refund of a subscription’s order', () => {
  const state = async (id: string) =>
    (await market.services.db
      .selectFrom('subscriptions')
      .select(['state', 'end_reason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()) satisfies { state: string; end_reason: string | null }

  beforeAll(async () => {
    await owner.call('POST', '/domain/address', { body: ADDRESS })
    for (const slug of ['finder', 'gallery'])
      await sellByPeriod(market, slug, [{ priceMinor: 10_000 }])
  })

  test('ends it at once where that was chosen, and not before', async () => {
    const { id, orderNumber } = await subscribe(market, owner, 'finder')
    expect(happens(await preview(orderNumber, { size: 'part', amount: '5' })).subscription).toBe(
      'goes_on',
    )
    const asked = { size: 'part', amount: '5', end: '1' }
    expect(happens(await preview(orderNumber, asked))).toMatchObject({
      subscription: 'ends_now',
      use: 'ends',
      ends_at: null,
    })
    expect((await state(id)).state).toBe('active')
    const body = { amount: 5, ends_subscription: true, key: 'end-it' }
    expect((await refund(orderNumber, body)).status).toBe(200)
    expect(await state(id)).toEqual({ state: 'ended', end_reason: 'operator' })
    // The same press again is the same refund.
    expect((await refund(orderNumber, body)).status).toBe(200)
    expect((await preview(orderNumber)).earlier).toHaveLength(1)
    expect(happens(await preview(orderNumber)).subscription).toBe('ended_before')
  })

  test('ends it when the bank has confirmed that all of its period went back, but not for goodwill', async () => {
    const { id, orderNumber } = await subscribe(market, owner, 'gallery')
    expect(happens(await preview(orderNumber, { reason: 'goodwill' })).subscription).toBe('goes_on')
    const all = happens(await preview(orderNumber))
    expect(all.subscription).toBe('ends_when_back')
    const unused = await preview(orderNumber, { size: 'unused' })
    expect(happens(unused).amount).toBe(unused.unused?.amount)
    const { body } = await refund(orderNumber, {})
    expect((await state(id)).state).toBe('active')
    await settle(String(body.id))
    expect(await state(id)).toEqual({ state: 'ended', end_reason: 'returned' })
    expect(await recorded(String(body.id))).toEqual(announced(all))
  })

  test('is the only one that may be for goodwill or end something', async () => {
    const { orderNumber } = await buy(market, owner, 'free-delivery')
    for (const body of [{ reason: 'goodwill' }, { ends_subscription: true }])
      expect((await refund(orderNumber, body)).status).toBe(400)
  })
})
