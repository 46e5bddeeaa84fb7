import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayIn } from '#lib/time-zone.ts'
import { type CouponValue, priceParts } from '#modules/orders/public.ts'
import { ADDRESS, chargesOf, prepareKnownOrder } from '#test/support/checkout.ts'
import { expectCouponsAddUp, makeCoupon } from '#test/support/coupons.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { payOrder, sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { type AgreedCoupon, coversPeriod } from './coupons.ts'
import { advanceSubscription, findDueSubscriptions } from './public.ts'
import { monthsAfterDay } from './rules.ts'
import { quoteChange } from './store-subscriptions.ts'

let market: Marketplace
let owner: Owner
let other: Owner

const NO_FUNDS_LATER = '4900005000000002'

beforeAll(async () => {
  market = await startMarketplace()
  await enter()
  for (const one of [owner, other]) await one.call('POST', '/domain/address', { body: ADDRESS })
  await sellByPeriod(market, 'video', [{ priceMinor: 1_000 }])
  await subscribe(market, owner, 'video')
  await subscribe(market, other, 'video', { card: NO_FUNDS_LATER })
})
afterAll(async () => {
  await expectCouponsAddUp(market)
  await market.stop()
})

async function enter(): Promise<void> {
  ;[owner, other] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
}
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    market.clock.moveSeconds(86_400)
    for (const id of await findDueSubscriptions(market.services))
      await advanceSubscription(market.services, id)
  }
  await enter()
}
const stateOf = async (who: Owner, id: string) =>
  (await who.call('GET', `/subscriptions/${id}`)).body.data
const previewOf = async (slug: string, coupon: string) =>
  (await owner.call('GET', `/subscriptions/preview?slug=${slug}&coupon=${coupon}`)).body.data
const totalsOf = async (who: Owner, id: string) =>
  (await stateOf(who, id)).invoices.map((one: { total: number }) => one.total)
const today = () => dayIn('Europe/Istanbul', market.clock.now())
const usesOf = async (code: string) =>
  (
    await market.services.db
      .selectFrom('coupons')
      .select('used')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).used
const mailsOf = async (id: string) =>
  (
    await market.services.db
      .selectFrom('subscription_events')
      .select('facts')
      .where('subscription_id', '=', id)
      .where('kind', '=', 'mailed')
      .execute()
  ).map(({ facts }) => (facts as { about: string }).about)

describe('a coupon for the first periods', () => {
  test('is in the preview of twelve months with the day and the price after it, before anybody agrees', async () => {
    await sellByPeriod(market, 'finder', [{ priceMinor: 24_000 }])
    await makeCoupon(market, {
      code: 'THREE',
      value: { kind: 'percent', percentBp: 5000 },
      periods: 3,
    })
    const shown = await previewOf('finder', 'three')
    expect(shown).toMatchObject({ today: 120, coupon: { code: 'THREE', percent: 50, valid: true } })
    expect(shown.coming.charges.map((one: { plan: number }) => one.plan)).toEqual([
      ...Array.from({ length: 3 }, () => 120),
      ...Array.from({ length: 9 }, () => 240),
    ])
    expect(shown.coming.charges[0]).toMatchObject({ plan: 120, tax: 20, discount: 120 })
    expect(shown.coming.coupon_ends).toEqual({ day: monthsAfterDay(today(), 3), plan: 240 })
    expect(shown.coming.total).toBe(3 * 120 + 9 * 240)
  })

  test('names the day after it also when that is later than the months that are shown', async () => {
    await sellByPeriod(market, 'vitals', [{ priceMinor: 120_000, period: 'year' }])
    const shown = await previewOf('vitals', 'THREE')
    expect(shown.coming.charges).toHaveLength(1)
    expect(shown.coming.coupon_ends).toEqual({ day: monthsAfterDay(today(), 36), plan: 1200 })
  })

  test('that does not apply is refused without a word why, in the preview and at the start', async () => {
    for (const code of ['NOSUCHCODE', 'x'])
      expect(await previewOf('finder', code)).toMatchObject({
        today: 240,
        coupon: { valid: false },
      })
    const begun = await owner.call('POST', '/subscriptions', {
      body: { slug: 'finder', coupon: 'NOSUCHCODE' },
    })
    expect(begun.body.code).toBe('checkout.coupon_invalid')
  })

  test('is charged exactly as shown: counted once, a mail a week before the price rises, then the full price', async () => {
    const begun = await owner.call('POST', '/subscriptions', {
      body: { slug: 'finder', coupon: 'THREE' },
    })
    const number = begun.body.data.order_number as string
    await payOrder(market, owner, number, '5528790000000008', 'THREE')
    expect(await chargesOf(market, number)).toEqual([12_000])
    const [{ id }] = (await owner.call('GET', '/subscriptions')).body.data.filter(
      (one: { item: { slug: string } }) => one.item.slug === 'finder',
    )
    // Whatever becomes of the coupon, what was agreed to stays.
    await market.services.db
      .updateTable('coupons')
      .set({ active: false, percent_bp: 100 })
      .where('code', '=', 'THREE')
      .execute()
    const { coming } = await stateOf(owner, id)
    await passDays(86)
    expect(await mailsOf(id)).toEqual(['coupon_ends'])
    expect(await totalsOf(owner, id)).toEqual([120, 120, 120])
    await passDays(38)
    expect(await totalsOf(owner, id)).toEqual([240, 240, 120, 120, 120])
    expect(coming.charges.slice(0, 3).map((one: { plan: number }) => one.plan)).toEqual([
      120, 120, 240,
    ])
    expect(await stateOf(owner, id)).toMatchObject({ coupon: null, next: { plan: 240 } })
    expect(await usesOf('THREE')).toBe(1)
    expect(await mailsOf(id)).toEqual(['coupon_ends'])
  })

  test('of the whole price charges nothing while it lasts, and then all of it', async () => {
    await sellByPeriod(market, 'quick', [{ priceMinor: 10_000 }])
    await makeCoupon(market, {
      code: 'FREETWO',
      value: { kind: 'percent', percentBp: 10_000 },
      periods: 2,
    })
    await makeCoupon(market, {
      code: 'OFFFOREVER',
      value: { kind: 'amount', amountMinor: 1_000, currency: 'TRY' },
      periods: null,
    })
    const begun = await owner.call('POST', '/subscriptions', {
      body: { slug: 'quick', coupon: 'FREETWO' },
    })
    const number = begun.body.data.order_number as string
    const status = (await owner.call('GET', `/checkout/status/${number}`)).body.data
    expect(status).toMatchObject({ total: 0, coupon_code: 'FREETWO' })
    const { orderNumber, consents } = await prepareKnownOrder(owner, status)
    await owner.call('POST', `/checkout/calculate/${number}`, { body: { coupon_code: 'FREETWO' } })
    const done = await owner.call('POST', `/checkout/payment/${orderNumber}`, {
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { total: 0, consents },
    })
    expect(done.body).toMatchObject({ state: 'paid' })
    const { id } = (await owner.call('GET', '/subscriptions')).body.data.find(
      (one: { item: { slug: string } }) => one.item.slug === 'quick',
    )
    const [card] = (await owner.call('GET', '/domain/card')).body.data
    await owner.call('PUT', `/subscriptions/${id}/card`, { body: { saved_card_id: card.id } })
    await passDays(32)
    expect(await stateOf(owner, id)).toMatchObject({ state: 'active', leaving: { refund: 0 } })
    expect(await totalsOf(owner, id)).toEqual([0, 0])
    await passDays(31)
    expect(await totalsOf(owner, id)).toEqual([100, 0, 0])
  })

  test('of an amount takes it off every period when it has no end', async () => {
    await sellByPeriod(market, 'tour', [{ priceMinor: 12_000 }])
    const { id } = await subscribe(market, owner, 'tour', { coupon: 'OFFFOREVER' })
    await passDays(63)
    // 100 net less 10, with 20 % tax.
    expect(await totalsOf(owner, id)).toEqual([108, 108, 108])
    expect(await stateOf(owner, id)).toMatchObject({
      coupon: { code: 'OFFFOREVER', amount: 10, periods: null },
      next: { plan: 108, tax: 18, discount: 12 },
    })
    expect(await mailsOf(id)).toEqual([])
  })
})

describe('a trial that is agreed to with a coupon', () => {
  async function agreeWith(who: Owner, slug: string, card: string, coupon: string) {
    const trial = await who.call('POST', '/subscriptions', { body: { slug, trial: true } })
    const id = trial.body.data.subscription_id as string
    const cards = (await who.call('GET', '/domain/card')).body.data
    const { id: saved } = cards.find((one: { last_four: string }) => one.last_four === card)
    const { ends, coming } = await stateOf(who, id)
    const agree = (amount: number, code?: string) =>
      who.call('POST', `/subscriptions/${id}/agree`, {
        body: { amount, day: ends, saved_card_id: saved, ...(code && { coupon: code }) },
      })
    return {
      id,
      full: coming.charges[0].plan as number,
      agree: (amount: number) => agree(amount, coupon),
    }
  }

  test('binds it at once: its use is counted, the amount is what was shown, and it is charged so', async () => {
    await sellByPeriod(market, 'zoom', [{ priceMinor: 24_000, trialDays: 10 }])
    await makeCoupon(market, {
      code: 'HALFONE',
      value: { kind: 'percent', percentBp: 5000 },
      totalLimit: 1,
    })
    const { id, full, agree } = await agreeWith(owner, 'zoom', '0008', 'HALFONE')
    expect((await agree(full)).body.code).toBe('billing.changed')
    expect(await usesOf('HALFONE')).toBe(0)
    expect((await agree(120)).body.data).toMatchObject({
      next: { plan: 120 },
      coupon: { code: 'HALFONE' },
    })
    expect(await usesOf('HALFONE')).toBe(1)
    await passDays(11)
    expect(await totalsOf(owner, id)).toEqual([120])
    await passDays(31)
    expect(await totalsOf(owner, id)).toEqual([240, 120])
    expect(await usesOf('HALFONE')).toBe(1)
  })

  test('keeps its use while the unpaid days are owed with it, redeems it when they are paid', async () => {
    await sellByPeriod(market, 'gallery', [{ priceMinor: 24_000, trialDays: 10 }])
    await makeCoupon(market, { code: 'UNUSED', totalLimit: 1 })
    const { id, agree } = await agreeWith(other, 'gallery', '0002', 'UNUSED')
    expect((await agree(216)).status).toBe(200)
    expect(await usesOf('UNUSED')).toBe(1)
    await passDays(45)
    expect(await stateOf(other, id)).toMatchObject({ state: 'ended', end_reason: 'unpaid' })
    expect(await usesOf('UNUSED')).toBe(1)
    const useIs = async () =>
      (
        await market.services.db
          .selectFrom('coupon_uses')
          .select('state')
          .where('subscription_id', '=', id)
          .executeTakeFirstOrThrow()
      ).state
    expect(await useIs()).toBe('reserved')
    await payOrder(market, other, (await stateOf(other, id)).due.order_number)
    expect(await useIs()).toBe('redeemed')
  })

  test('gives its use back when the trial ends without an order', async () => {
    await sellByPeriod(market, 'notices', [{ priceMinor: 24_000, trialDays: 10 }])
    await makeCoupon(market, { code: 'GIVENBACK', totalLimit: 1 })
    const { id, agree } = await agreeWith(owner, 'notices', '0008', 'GIVENBACK')
    expect((await agree(216)).status).toBe(200)
    await owner.call('POST', `/subscriptions/${id}/cancel`, { body: { when: 'period_end' } })
    expect(await usesOf('GIVENBACK')).toBe(1)
    await passDays(11)
    expect(await stateOf(owner, id)).toMatchObject({ state: 'ended' })
    expect(await usesOf('GIVENBACK')).toBe(0)
  })
})

const INCLUDED = { includesTax: true, homeRateBp: 2000, rateBp: 2000 }

describe('S3.4 to the minor unit', () => {
  const half = (amount: number, part: number, whole: number) =>
    Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (2n * BigInt(whole)))
  const value: fc.Arbitrary<CouponValue> = fc.oneof(
    fc.record({
      kind: fc.constant('percent' as const),
      percentBp: fc.integer({ min: 1, max: 10_000 }),
    }),
    fc.record({
      kind: fc.constant('amount' as const),
      amountMinor: fc.integer({ min: 1, max: 90_000 }),
      currency: fc.constant('TRY'),
    }),
  )
  const price = fc.integer({ min: 1, max: 1_000_000 })
  const terms = (amountMinor: number, period: 'month' | 'year' = 'month') => ({
    planId: 'p',
    offerId: null,
    kind: 'recurring' as const,
    name: {},
    period,
    currency: 'TRY',
    amountMinor,
    trialDays: 0,
    meters: [],
    capMinor: null,
    converted: null,
  })

  test('a change charges the priced time, less the credit, less the coupon, with the tax of that', () => {
    fc.assert(
      fc.property(
        price,
        price,
        value,
        fc.integer({ min: 1, max: 31 }),
        fc.nat(),
        fc.option(fc.integer({ min: 1, max: 12 })),
        fc.integer({ min: 1, max: 12 }),
        (small, large, off, of, some, periods, no) => {
          const left = 1 + (some % of)
          const creditMinor = half(small, left, of)
          const coupon: AgreedCoupon = {
            id: 'c',
            code: 'C',
            value: off,
            periods,
            planPeriod: 'month',
          }
          const quote = quoteChange(terms(small), terms(small + large), {
            unused: { days: { left, of }, listMinor: creditMinor, refundMinor: 0 },
            used: new Map(),
            taxing: { terms: { includesTax: false, homeRateBp: 2000, rateBp: 2000 } },
            coupon,
            row: { period_no: no },
          })
          const time = half(small + large, left, of)
          const covers = periods === null || no <= periods
          const cut =
            off.kind === 'percent'
              ? half(time, off.percentBp, 10_000)
              : half(off.amountMinor, left, of)
          const net = time - creditMinor - (covers ? Math.min(cut, time) : 0)
          expect(quote?.todayMinor ?? 0).toBe(net > 0 ? net + half(net, 2000, 10_000) : 0)
        },
      ),
    )
  })

  test('a coupon takes off what is for the plan, never what was used, and never makes an order negative', () => {
    fc.assert(
      fc.property(price, fc.nat(500_000), value, (plan, used, off) => {
        const parts = [
          { kind: 'plan' as const, amount_minor: plan },
          { kind: 'usage' as const, amount_minor: used },
        ]
        const full = priceParts(INCLUDED, parts, null)
        const less = priceParts(INCLUDED, parts, { value: off })
        const ofPlan = half(plan, 10_000, 12_000)
        expect(less.discountMinor).toBeLessThanOrEqual(ofPlan)
        expect(less.totalMinor).toBeGreaterThanOrEqual(0)
        expect(less.totalMinor).toBeLessThanOrEqual(full.totalMinor)
        expect(less.totalMinor).toBe(less.subtotalMinor - less.discountMinor + less.taxMinor)
        // Every kuruş that the plan costs with the coupon is what it costs alone.
        expect(less.discountMinor).toBe(
          priceParts(INCLUDED, parts.slice(0, 1), { value: off }).discountMinor,
        )
      }),
    )
  })

  test('periods of another length or money are not taken off', () => {
    const coupon = {
      value: { kind: 'amount' as const, amountMinor: 5, currency: 'TRY' },
      periods: 3,
      planPeriod: 'month' as const,
    }
    const month = { period: 'month' as const, currency: 'TRY' }
    expect([1, 3, 4].map((no) => coversPeriod(coupon, month, no))).toEqual([true, true, false])
    expect(coversPeriod(coupon, { ...month, period: 'year' }, 1)).toBe(false)
    expect(coversPeriod(coupon, { ...month, currency: 'USD' }, 1)).toBe(false)
  })
})
