import { DEFAULT_ZONE } from '#lib/market-days.ts'
import { dayIn } from '#lib/time-zone.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueLateDocuments, refundOrder } from '#modules/orders/public.ts'
import { buy } from '#test/support/checkout.ts'
import {
  type ConsoleBrowser,
  firstOperator,
  mailTo,
  signInToConsole,
} from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { confirmPayee } from '#test/support/payee.ts'
import { closeMonths, recordEarnings } from './public.ts'
import { monthAfter, monthOf } from './rules.ts'

let market: Marketplace
let finance: ConsoleBrowser
let reviewer: ConsoleBrowser
let partnerFinance: ConsoleBrowser
let owner: Owner
let partner: string
/**
 * Sold before the tests, at a fifth of the net: 249.90 with 20 % tax, and a second item that goes
 * back in parts.
 */
let [kept, returned] = ['', '']

const today = () => dayIn(DEFAULT_ZONE, market.clock.now())
const DAY = 86_400
/** To noon of the first day of the next month in Istanbul. */
const nextMonth = () => {
  const first = monthAfter(monthOf(today()))
  market.clock.moveSeconds(
    (new Date(`${first}T09:00:00Z`).getTime() - market.clock.now().getTime()) / 1000,
  )
}
const refund = (orderNumber: string, amountMinor: number | null) =>
  refundOrder(market.services, {
    orderNumber,
    amountMinor,
    reason: 'buyer_request',
    askedBy: 'test',
    key: `${orderNumber}-${amountMinor}`,
  })
interface Statement {
  id: string
  number: string
  state: string
  opening: number
  sales: number
  refunds: number
  commission: number
  tax: number
  adjustments: number
  paid_out: number
  closing: number
  entries: { kind: string; amount: number; rate: number | null }[]
}
interface Listed {
  statements: (Statement & { currency: string; month: string })[]
  open: (Statement & { currency: string })[]
}
const list = async () =>
  (await partnerFinance.ask('GET', `/partners/${partner}/earnings`)).body as unknown as Listed
const open = async () =>
  (
    await partnerFinance.ask(
      'GET',
      `/partners/${partner}/earnings/${(await list()).statements[0]?.id}`,
    )
  ).body as unknown as Statement

beforeAll(async () => {
  market = await startMarketplace()
  const admin = await firstOperator(market)
  for (const role of ['finance', 'reviewer'])
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
  ;[finance, reviewer] = [
    await signInToConsole(market, 'finance@example.com'),
    await signInToConsole(market, 'reviewer@example.com'),
  ]
  partner = (
    await market.services.db
      .selectFrom('items')
      .select('partner_id')
      .where('slug', '=', 'delivery-day')
      .executeTakeFirstOrThrow()
  ).partner_id
  await admin.ask('POST', `/operator/partners/${partner}/invitations`, {
    email: 'owner@example.com',
  })
  const partnerOwner = await signInToConsole(market, 'owner@example.com')
  await partnerOwner.ask('POST', `/partners/${partner}/invitations`, {
    email: 'money@example.com',
    role: 'finance',
  })
  partnerFinance = await signInToConsole(market, 'money@example.com')
  // Months go by, and everybody stays signed in.
  await market.services.db
    .updateTable('person_sessions')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
  expect(
    (
      await finance.ask('POST', '/operator/share-rules', {
        partner: null,
        market: null,
        from: today(),
        rate: 20,
      })
    ).status,
  ).toBe(200)
  owner = await signIn(market)
  ;[kept, returned] = [
    (await buy(market, owner, 'delivery-day')).orderNumber,
    (await buy(market, owner, 'free-delivery')).orderNumber,
  ]
  await recordEarnings(market.services)
}, 120_000)
afterAll(() => market.stop())

describe('share rules', () => {
  const rule = { partner: null, market: null, rate: 15 }
  test('begin in the future; a day with sales keeps its rule, also in the database', async () => {
    expect(
      (await finance.ask('POST', '/operator/share-rules', { ...rule, from: today() })).body.code,
    ).toBe('earnings.day_begun')
    expect((await reviewer.ask('GET', '/operator/share-rules')).status).toBe(403)
    const later = dayIn(DEFAULT_ZONE, new Date(market.clock.now().getTime() + 400 * DAY * 1000))
    const { body } = await finance.ask('POST', '/operator/share-rules', { ...rule, from: later })
    expect(
      (await finance.ask('POST', '/operator/share-rules', { ...rule, from: later, rate: 3 })).body
        .code,
    ).toBe('earnings.rule_there')
    const { rules } = (await finance.ask('GET', '/operator/share-rules')).body as {
      rules: { id: string; state: string }[]
    }
    expect(rules).toMatchObject([
      { id: body.id, state: 'coming', rate: 15 },
      { state: 'in_force', rate: 20 },
    ])
    expect(
      (await finance.ask('DELETE', `/operator/share-rules/${String(rules[1]?.id)}`)).body.code,
    ).toBe('earnings.rule_begun')
    expect((await finance.ask('DELETE', `/operator/share-rules/${String(body.id)}`)).status).toBe(
      200,
    )
    const { db } = market.services
    await expect(db.updateTable('share_rules').set({ rate_bp: 1 }).execute()).rejects.toThrow(
      'never changed',
    )
    await expect(db.deleteFrom('share_rules').execute()).rejects.toThrow('stays')
    await expect(
      sql`insert into share_rules (id, valid_from, rate_bp, set_at) select 'shr_00000000000000000000', valid_from, 100, now() from share_rules`.execute(
        db,
      ),
    ).rejects.toThrow('something was sold')
  })

  test("a partner's rule has precedence; unknown partners and a missing general rate are field errors", async () => {
    expect(
      (
        await finance.ask('POST', '/operator/share-rules', {
          ...rule,
          partner: 'nobody has this',
          from: '2099-01-01',
        })
      ).body,
    ).toMatchObject({ fields: { partner: expect.any(String) as string } })
    expect(
      (
        await finance.ask('POST', '/operator/share-rules', {
          ...rule,
          rate: null,
          from: '2099-01-01',
        })
      ).body,
    ).toMatchObject({ fields: { rate: expect.any(String) as string } })
  })
})

describe('monthly statements', () => {
  test('show a sale with its share and an adjustment with its reason before closing', async () => {
    const {
      open: [sums],
    } = await list()
    const [net, tax] = await netOf(kept)
    const [other] = await netOf(returned)
    const commission = Math.round(net * 0.2) + Math.round(other * 0.2)
    expect(tax).toBeGreaterThan(0)
    expect(sums).toMatchObject({
      currency: 'TRY',
      opening: 0,
      sales: (net + other) / 100,
      commission: -commission / 100,
      refunds: 0,
    })
    expect((await reviewer.ask('POST', '/operator/earnings', {})).status).toBe(403)
    const adjust = {
      partner,
      currency: 'TRY',
      amount: -12.5,
      reason: 'A picture that we drew for them.',
      confirmed: true,
    }
    expect(
      (await finance.ask('POST', '/operator/earnings', { ...adjust, partner: 'nobody has this' }))
        .body,
    ).toMatchObject({ fields: { partner: expect.any(String) as string } })
    const { body } = await finance.ask('POST', '/operator/earnings', adjust)
    expect((await list()).open[0]).toMatchObject({ adjustments: -12.5 })
    expect(
      await market.services.db
        .selectFrom('audit_log')
        .select(['operation', 'after'])
        .where('object_id', '=', String(body.id))
        .executeTakeFirst(),
    ).toMatchObject({
      operation: 'adjustEarnings',
      after: { amount_minor: -1250, reason: adjust.reason },
    })
  })

  test("close once after the month's end in Istanbul, with number and mail, and never change", async () => {
    nextMonth()
    await Promise.all([closeMonths(market.services), closeMonths(market.services)])
    await closeMonths(market.services)
    const { statements } = await list()
    expect(statements.map((one) => [one.currency, one.state])).toEqual([['TRY', 'due']])
    const statement = await open()
    expect(statement).toMatchObject({
      number: expect.stringMatching(/^E\d{4}-000001$/) as string,
      opening: 0,
      adjustments: -12.5,
      refunds: 0,
    })
    expect(statement.entries.map((one) => [one.kind, one.rate])).toEqual([
      ['sale', 20],
      ['sale', 20],
      ['adjustment', null],
    ])
    expect(minor(statement.closing)).toBe(
      minor(statement.sales) + minor(statement.commission) + minor(statement.tax) - 1250,
    )
    expect(minor(statement.closing)).toBe(
      statement.entries.reduce((sum, one) => sum + minor(one.amount), 0),
    )
    expect((await mailTo(market, 'money@example.com')).text).toContain(statement.number)
    const { db } = market.services
    await expect(
      db.updateTable('earnings_statements').set({ closing_minor: 1 }).execute(),
    ).rejects.toThrow('append-only')
    await expect(
      db.updateTable('earnings_entries').set({ amount_minor: 1 }).execute(),
    ).rejects.toThrow('stays written down')
    await expect(db.deleteFrom('earnings_entries').execute()).rejects.toThrow('stays written down')
  })

  test('are paid once, with day and reference, and the partner is notified', async () => {
    const { id, closing } = await open()
    const pay = (body: object) =>
      finance.ask('PUT', `/operator/earnings/${id}/payout`, { ...body, confirmed: true })
    expect((await pay({ day: '2999-01-01', reference: 'EFT-77' })).body).toMatchObject({
      fields: { day: expect.any(String) as string },
    })
    expect((await pay({ day: today(), reference: 'EFT-77' })).body.code).toBe(
      'payouts.not_confirmed',
    )
    await confirmPayee(market.services, partner)
    expect((await pay({ day: today(), reference: 'EFT-77' })).status).toBe(200)
    expect((await pay({ day: today(), reference: 'EFT-78' })).body.code).toBe('earnings.not_due')
    expect(await open()).toMatchObject({
      state: 'paid',
      paid: { on: today(), reference: 'EFT-77' },
    })
    expect((await list()).open[0]).toMatchObject({
      opening: closing,
      paid_out: -closing,
      closing: 0,
    })
    expect((await mailTo(market, 'money@example.com')).text).toContain('EFT-77')
    expect((await finance.ask('GET', '/operator/earnings?state=due')).body.statements).toEqual([])
  })

  test('include late partial refunds to the minor unit and a chargeback of the rest', async () => {
    await refund(returned, 3333)
    await refund(returned, null)
    await refund(kept, 10_001)
    await recordEarnings(market.services)
    expect(
      (
        await reviewer.ask('POST', `/operator/orders/${kept}/chargebacks`, {
          amount: null,
          reference: 'CB-1',
          confirmed: true,
        })
      ).status,
    ).toBe(403)
    expect(
      (
        await finance.ask('POST', `/operator/orders/${kept}/chargebacks`, {
          amount: 999,
          reference: 'CB-1',
          confirmed: true,
        })
      ).body.code,
    ).toBe('earnings.nothing_left')
    expect(
      (
        await finance.ask('POST', `/operator/orders/${kept}/chargebacks`, {
          amount: null,
          reference: 'CB-1',
          confirmed: true,
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await finance.ask('POST', `/operator/orders/${kept}/chargebacks`, {
          amount: null,
          reference: 'CB-2',
          confirmed: true,
        })
      ).body.code,
    ).toBe('earnings.nothing_left')
    nextMonth()
    await closeMonths(market.services)
    const statement = await open()
    expect(statement.entries.map((one) => one.kind)).toEqual([
      'payout',
      'refund',
      'refund',
      'refund',
      'chargeback',
    ])
    // All that was sold is back, and its price was paid out: the partner owes it.
    expect(statement).toMatchObject({
      number: expect.stringMatching(/-000002$|-000001$/) as string,
      state: 'settled',
      sales: 0,
      closing: 0 - (await soldBalance()) / 100,
    })
    for (const number of [kept, returned]) {
      const {
        rows: [left],
      } = await sql<
        Record<string, number>
      >`select sum(gross_minor)::integer as gross, sum(net_minor)::integer as net, sum(commission_minor)::integer as commission, sum(earnings_entries.tax_minor)::integer as tax
        from earnings_entries join orders on orders.id = order_id where number = ${number}`.execute(
        market.services.db,
      )
      expect(left).toEqual({ gross: 0, net: 0, commission: 0, tax: 0 })
    }
  })

  test("export a CSV whose lines add up; another partner's is not found", async () => {
    const { id, closing } = await open()
    const { body } = await partnerFinance.ask('GET', `/partners/${partner}/earnings/${id}/file`)
    const lines = String(body.csv)
      .slice(1)
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    expect(lines[0]).toContain('amount_TRY')
    const amounts = lines.slice(1).map((line) => minor(Number(line[8])))
    expect(amounts.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(minor(closing))
    expect(amounts.at(-1)).toBe(minor(closing))
    const { id: other } = (await market.services.db
      .selectFrom('partners')
      .select('id')
      .where('id', '!=', partner)
      .executeTakeFirst()) ?? { id: 'par_none' }
    expect((await partnerFinance.ask('GET', `/partners/${other}/earnings/${id}`)).status).toBe(404)
    expect((await finance.ask('GET', `/operator/earnings/${id}`)).body).toMatchObject({
      number: expect.any(String) as string,
      partner: { id: partner },
    })
  })
})

test('entries agree with captures, refunds, invoices and credit notes to the minor unit', async () => {
  market.clock.moveSeconds(3600)
  await issueLateDocuments(market.services)
  const {
    rows: [sums],
  } = await sql<Record<string, number>>`select
    (select sum(gross_minor) from earnings_entries where kind = 'sale')::integer as sold, (select sum(captured_minor - surcharge_minor) from payment_attempts where state = 'succeeded')::integer as captured,
    (select -sum(gross_minor) from earnings_entries where kind = 'refund')::integer as went_back, (select sum(amount_minor) from refunds where state = 'succeeded' and reason <> 'money_back')::integer as refunded,
    (select sum(net_minor) from earnings_entries where kind = 'sale')::integer as net, (select sum(net_minor) from invoices where kind = 'invoice')::integer as invoiced,
    (select -sum(net_minor) from earnings_entries where kind = 'refund')::integer as net_back, (select sum(net_minor) from invoices where kind = 'credit_note')::integer as credited`.execute(
    market.services.db,
  )
  expect(sums?.sold).toBeGreaterThan(0)
  expect([sums?.sold, sums?.went_back, sums?.net, sums?.net_back]).toEqual([
    sums?.captured,
    sums?.refunded,
    sums?.invoiced,
    sums?.credited,
  ])
})

const minor = (amount: number) => Math.round(amount * 100)
/** Net price and tax of an order, in minor units. */
const netOf = async (number: string): Promise<[number, number]> => {
  const row = await market.services.db
    .selectFrom('orders')
    .select(['subtotal_minor', 'discount_minor', 'tax_minor'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return [row.subtotal_minor - row.discount_minor, row.tax_minor]
}
const soldBalance = async () =>
  Number(
    (
      await market.services.db
        .selectFrom('earnings_entries')
        .select((on) => on.fn.sum('amount_minor').as('sum'))
        .where('kind', '=', 'sale')
        .executeTakeFirstOrThrow()
    ).sum,
  )
