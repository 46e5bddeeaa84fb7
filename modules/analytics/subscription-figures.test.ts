import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS } from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { payOrder, sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { advanceSubscription, findDueSubscriptions } from '#modules/billing/public.ts'
import type { listPartnerSubscriptions } from '#modules/billing/partner-contract.ts'
import type { getPartnerSubscriptionFigures } from './contract.ts'
import { rollUpBatch } from './public.ts'
import { countMonths, moneyByMonth, monthsOf, type SubscriptionSums } from './rules.ts'

type Figures = AnswerOf<typeof getPartnerSubscriptionFigures>

const NO_FUNDS_LATER = '4900005000000002'
const DAY = 86_400

describe('months of subscriptions', () => {
  const sums = (month: string, some: Partial<SubscriptionSums>): SubscriptionSums => ({
    currency: 'TRY',
    month,
    active: 0,
    trialing: 0,
    past_due: 0,
    paused: 0,
    monthly_minor: 0,
    started: 0,
    ended: 0,
    failed: 0,
    failed_minor: 0,
    recovered: 0,
    recovered_minor: 0,
    ...some,
  })
  const months = monthsOf('2026-03-15')

  test('are twelve to the present one', () => {
    expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-04', '2026-03'])
  })

  test('carry over what was before, and churn is of those at the beginning', () => {
    const rows = [
      sums('', { active: 8, monthly_minor: 8_000 }),
      sums('2026-02', { active: -1, past_due: -1, ended: 2, started: 0, monthly_minor: -2_000 }),
      sums('2026-01', { past_due: 2, monthly_minor: 2_000 }),
    ]
    const counted = countMonths(rows, months)
    expect(counted.map(({ active }) => active).slice(-3)).toEqual([8, 7, 7])
    expect(counted.map(({ churn }) => churn).slice(-3)).toEqual([0, 20, 0])
    expect(
      moneyByMonth(rows, months)[0]
        ?.series.map((one) => one.monthly_minor)
        .slice(-3),
    ).toEqual([10_000, 8_000, 8_000])
  })
})

describe('D19 figures of subscriptions', () => {
  let market: Marketplace
  let owner: Owner
  let other: Owner
  let partner: ConsoleBrowser
  let partnerId = ''
  let slugs: string[] = []

  beforeAll(async () => {
    market = await startMarketplace()
    const admin = await firstOperator(market)
    partnerId = String(
      (
        await admin.ask('POST', '/operator/partners', {
          name: 'Atölye',
          email: 'atolye@example.com',
        })
      ).body.id,
    )
    partner = await signInToConsole(market, 'atolye@example.com')
    // Months go by, and the partner stays signed in.
    await market.services.db
      .updateTable('person_sessions')
      .set({ expires_at: new Date('2099-01-01') })
      .execute()
    await enter()
    for (const one of [owner, other]) await one.call('POST', '/domain/address', { body: ADDRESS })
    slugs = ['finder', 'vitals']
    await market.services.db
      .updateTable('items')
      .set({ partner_id: partnerId })
      .where('slug', 'in', slugs)
      .execute()
  })
  afterAll(() => market.stop())

  async function enter(): Promise<void> {
    ;[owner, other] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
  }
  async function passDays(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      market.clock.moveSeconds(DAY)
      for (const id of await findDueSubscriptions(market.services))
        await advanceSubscription(market.services, id)
    }
    await enter()
  }
  async function figures(query = ''): Promise<Figures> {
    while ((await rollUpBatch(market.services)) > 0);
    const { body } = await partner.ask('GET', `/partners/${partnerId}/subscription-figures${query}`)
    return body as unknown as Figures
  }

  test('count list prices without tax, a year as twelve months, and no trials', async () => {
    await sellByPeriod(market, 'finder', [
      { priceMinor: 12_000 },
      { priceMinor: 120_000, period: 'year' },
    ])
    await sellByPeriod(market, 'vitals', [{ priceMinor: 6_000, trialDays: 14 }])
    await subscribe(market, owner, 'finder', { card: NO_FUNDS_LATER })
    await subscribe(market, other, 'finder', { plan: 'pln_finder_1' })
    await other.call('POST', '/subscriptions', { body: { slug: 'vitals', trial: true } })
    const all = await figures()
    // 20 % of tax are in the prices: 100 + 100 × 10 / 12.
    expect(all.money).toMatchObject([{ currency: 'TRY', monthly_minor: 10_000 + 8_333 }])
    expect(all.now).toEqual({ active: 2, trialing: 1, past_due: 0, paused: 0 })
    expect(all.months.at(-1)).toMatchObject({ started: 2, ended: 0, active: 2 })
    expect(all.items.map(({ name }) => name)).toHaveLength(2)
    const finder = (await market.services.db
      .selectFrom('items')
      .select('id')
      .where('slug', '=', 'finder')
      .executeTakeFirst())!
    expect((await figures(`?item=${finder.id}`)).now.trialing).toBe(0)
  })

  test('a failed payment is past due, and recovered once it is paid', async () => {
    await passDays(32)
    const failed = await figures()
    expect(failed.now).toMatchObject({ active: 1, past_due: 1, trialing: 0 })
    const sum = (one: Figures, key: 'failed' | 'recovered' | 'ended') =>
      one.months.reduce((all, month) => all + month[key], 0)
    expect([sum(failed, 'failed'), sum(failed, 'recovered'), sum(failed, 'ended')]).toEqual([
      1, 0, 0,
    ])
    const { body } = await owner.call('GET', '/subscriptions')
    await payOrder(market, owner, body.data[0].due.order_number)
    const paid = await figures()
    expect([sum(paid, 'failed'), sum(paid, 'recovered')]).toEqual([1, 1])
    expect(paid.money[0]?.series.reduce((all, one) => all + one.recovered_minor, 0)).toBe(10_000)
    expect(paid.now).toMatchObject({ active: 2, past_due: 0 })
  })

  test('trials of 30 to 60 days ago are held against those that were paid', async () => {
    expect((await figures()).trials).toMatchObject({ begun: 1, paid: 0, rate: 0 })
  })

  test('a partner lists the subscriptions to its own items, by domain and nothing else of a store', async () => {
    const list = async (who: ConsoleBrowser, id: string) =>
      who.ask('GET', `/partners/${id}/subscriptions`)
    const answer = (await list(partner, partnerId)).body as unknown as AnswerOf<
      typeof listPartnerSubscriptions
    >
    expect(answer.subscriptions).toHaveLength(3)
    expect(Object.keys(answer.subscriptions[0]?.store ?? {})).toEqual(['domain'])
    expect(JSON.stringify(answer)).not.toContain(ADDRESS.email)
    const stranger = await market.services.db
      .selectFrom('partners')
      .select('id')
      .where('id', '<>', partnerId)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect((await list(partner, stranger.id)).status).toBe(404)
    expect((await partner.ask('GET', `/partners/${stranger.id}/subscription-figures`)).status).toBe(
      404,
    )
  })
})
