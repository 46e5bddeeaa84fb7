import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy } from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { taxReportFile } from '#apps/console/analytics-csv.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { marketDay } from '#lib/market-days.ts'
import type { getTaxReport } from './operator-contract.ts'
import { issueLateDocuments, refundOrder } from './public.ts'

let market: Marketplace
let admin: ConsoleBrowser
let owner: Owner

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', { email: 'help@example.com', role: 'support' })
  owner = await signIn(market)
})
afterAll(() => market.stop())

const report = async (query: Record<string, string> = {}) =>
  (await admin.ask('GET', `/operator/tax-report?${new URLSearchParams(query)}`)).body

test('D9 the tax report sums the documents of a period by country and rate, less what was credited', async () => {
  const { orderNumber } = await buy(market, owner, 'delivery-day')
  expect(
    (
      await refundOrder(market.services, {
        orderNumber,
        amountMinor: 10_000,
        reason: 'other',
        askedBy: 'test',
        key: 'tax-1',
      })
    ).kind,
  ).toBe('refund')
  market.clock.moveSeconds(600)
  await issueLateDocuments(market.services)
  const today = marketDay(market.services.zones, market.clock.now())
  expect(await report({ from: today, to: today })).toMatchObject({
    lines: [
      {
        country: 'TR',
        currency: 'TRY',
        rate: 20,
        exemption: null,
        invoices: 1,
        net: 208.25,
        tax: 41.65,
        credit_notes: 1,
        credited_net: 83.33,
        credited_tax: 16.67,
        net_left: 124.92,
        tax_left: 24.98,
      },
    ],
  })
  const answer = (await report({ from: today, to: today })) as unknown as AnswerOf<
    typeof getTaxReport
  >
  expect((await taxReportFile(answer).text()).split(/\r?\n/)[1]).toBe(
    'TR,TRY,20,,1,208.25,41.65,1,83.33,16.67,124.92,24.98',
  )
  expect(await report({ from: '2020-01-01', to: '2020-01-31' })).toMatchObject({ lines: [] })
  expect(await report({ from: today, to: '2020-01-31' })).toMatchObject({
    fields: { from: expect.any(String) as string },
  })
})

test('the tax report is for those who answer for money', async () => {
  const support = await signInToConsole(market, 'help@example.com')
  expect((await support.ask('GET', '/operator/tax-report')).status).toBe(403)
})
