import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { marketDay } from '#lib/market-days.ts'
import { toMajor } from '#lib/money.ts'
import { buy } from '#test/support/checkout.ts'
import {
  type ConsoleBrowser,
  firstOperator,
  mailTo,
  signInToConsole,
} from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import { confirmPayee, TURKISH_IBAN } from '#test/support/payee.ts'
import { checkLedger, recordEarnings, releaseHolds } from '../public.ts'
import { findLedgerFaults } from './ledger.ts'

let market: Marketplace
let admin: ConsoleBrowser
let finance: ConsoleBrowser
let reviewer: ConsoleBrowser
let money: ConsoleBrowser
let developer: ConsoleBrowser
let partner: string
let order: string
const DAY = 86_400

const today = () => marketDay(market.services.zones, market.clock.now())
const account = {
  holder: 'Örnek Yazılım A.Ş.',
  iban: 'TR33 0006 1005 1978 6457 8413 26',
  bic: '',
  country: 'TR',
  tax_number: '1234567890',
}
const give = (change: object = {}) =>
  money.ask('PUT', `/partners/${partner}/payout-account`, { ...account, ...change })
const own = async () =>
  (await money.ask('GET', `/partners/${partner}/payouts`)).body as unknown as {
    account: { identity: string; iban: string; changed_at: string; settles_at: string | null }
    balances: {
      currency: string
      held: number
      payable: number
      reserved: number
      paid_out: number
    }[]
    payouts: { state: string; amount: number; batch: { number: string } }[]
  }
const balance = async () => (await own()).balances.find((one) => one.currency === 'TRY')
const decide = async (identity: string, reason = '') =>
  finance.ask('PUT', `/operator/payout-accounts/${partner}/identity`, {
    identity,
    reason,
    changed_at: (await own()).account.changed_at,
  })
const create = (who = finance, currency = 'TRY') =>
  who.ask('POST', '/operator/payouts', { currency, day: today(), confirmed: true })
const batchOf = async (id: string) =>
  (await finance.ask('GET', `/operator/payouts/${id}`)).body as unknown as {
    number: string
    state: string
    total: number
    payouts: { id: string; state: string }[]
  }

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
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
  for (const role of ['finance', 'developer'])
    await partnerOwner.ask('POST', `/partners/${partner}/invitations`, {
      email: `partner-${role}@example.com`,
      role,
    })
  money = await signInToConsole(market, 'partner-finance@example.com')
  developer = await signInToConsole(market, 'partner-developer@example.com')
  await market.services.db
    .updateTable('person_sessions')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
  await finance.ask('POST', '/operator/share-rules', {
    partner: null,
    market: null,
    from: today(),
    rate: 20,
  })
  order = (await buy(market, await signIn(market), 'delivery-day')).orderNumber
  await recordEarnings(market.services)
}, 120_000)
afterAll(() => market.stop())

describe('bank details', () => {
  test('need a real IBAN, a name in Latin letters and a role for money', async () => {
    expect((await give({ iban: 'TR33 0006 1005 1978 6457 8413 27' })).body).toMatchObject({
      fields: { iban: expect.any(String) as string },
    })
    expect((await give({ holder: 'شركة المثال' })).body).toMatchObject({
      fields: { holder: expect.any(String) as string },
    })
    expect(
      (await developer.ask('PUT', `/partners/${partner}/payout-account`, account)).status,
    ).toBe(403)
    expect((await own()).account.identity).toBe('missing')
  })

  test('are sealed, masked, audited without the number, and mailed to all who look after money', async () => {
    expect((await give()).status).toBe(200)
    expect((await own()).account).toMatchObject({
      identity: 'submitted',
      iban: 'TR •••• 1326',
      settles_at: expect.any(String) as string,
    })
    const stored = JSON.stringify([
      await market.services.db.selectFrom('payout_accounts').selectAll().execute(),
      await market.services.db.selectFrom('audit_log').selectAll().execute(),
    ])
    expect(stored).not.toContain(TURKISH_IBAN)
    expect(stored).toContain('setPayoutAccount')
    for (const email of ['owner@example.com', 'partner-finance@example.com'])
      expect((await mailTo(market, email)).text).toContain('TR •••• 1326')
  })

  test('are confirmed or refused by operators with a role for money, as they looked at them', async () => {
    const path = `/operator/payout-accounts/${partner}`
    expect((await reviewer.ask('GET', path)).status).toBe(403)
    expect((await finance.ask('GET', path)).body).toMatchObject({
      account: { holder: account.holder, tax_number: account.tax_number, iban: 'TR •••• 1326' },
    })
    expect((await decide('refused')).body).toMatchObject({
      fields: { reason: expect.any(String) as string },
    })
    expect((await decide('refused', 'The number is another firm’s.')).status).toBe(200)
    const before = (await own()).account.changed_at
    market.clock.moveSeconds(60)
    await give({ tax_number: '9876543210' })
    expect(
      (
        await finance.ask('PUT', `${path}/identity`, {
          identity: 'confirmed',
          reason: '',
          changed_at: before,
        })
      ).body.code,
    ).toBe('payouts.changed')
    expect((await decide('confirmed')).status).toBe(200)
    expect((await own()).account.identity).toBe('confirmed')
  })

  test('keep the identity when only the account changes, and wait for three days', async () => {
    market.clock.moveSeconds(4 * DAY)
    expect((await own()).account.settles_at).toBe(null)
    await give({ tax_number: '9876543210', iban: 'TR320010009999901234567890' })
    expect((await own()).account).toMatchObject({
      identity: 'confirmed',
      settles_at: expect.any(String) as string,
    })
    await give({ tax_number: '9876543210', holder: 'Başka A.Ş.' })
    expect((await own()).account.identity).toBe('submitted')
    await decide('confirmed')
  })
})

describe('balances and batches', () => {
  let batch: string
  let earned: number

  test('hold a sale until its purchase can no longer be returned', async () => {
    earned = (await balance())?.held ?? 0
    expect(earned).toBeGreaterThan(0)
    expect((await create()).body.code).toBe('payouts.nobody_ready')
    market.clock.moveSeconds(15 * DAY)
    await releaseHolds(market.services)
    expect(await balance()).toMatchObject({ held: 0, payable: earned })
  })

  test('take partners that are ready and reach the minimum, one number after the other', async () => {
    expect((await create()).body.code).toBe('payouts.nobody_ready')
    const settings = { minimum: 1, iban: '', bic: '' }
    expect((await finance.ask('PUT', '/operator/payout-settings/TRY', settings)).status).toBe(200)
    const made = await Promise.all([create(), create()])
    const created = made.find((one) => one.status === 200)
    expect(made.filter((one) => one.body.code === 'payouts.nobody_ready')).toHaveLength(1)
    batch = String(created?.body.id)
    expect(await batchOf(batch)).toMatchObject({
      number: expect.stringMatching(/^P\d{4}-000001$/) as string,
      state: 'draft',
      total: earned,
    })
    expect(await balance()).toMatchObject({ payable: 0, reserved: earned })
  })

  test('are exported by another person than who created them, to the settled account', async () => {
    const path = `/operator/payouts/${batch}`
    expect((await finance.ask('POST', `${path}/file`)).body.code).toBe('payouts.second_person')
    const paid = { line: null, day: today(), reference: 'EFT-1', confirmed: true }
    expect((await finance.ask('POST', `${path}/paid`, paid)).body.code).toBe('payouts.not_exported')
    // A change after the creation does not reach a batch.
    await give({
      tax_number: '9876543210',
      holder: 'Başka A.Ş.',
      iban: 'TR320010009999901234567890',
    })
    const { body } = await admin.ask('POST', `${path}/file`)
    expect(String(body.content).split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFIBAN,ALICI,TUTAR,ACIKLAMA',
      expect.stringContaining(`${TURKISH_IBAN},Baska A.S.,${earned.toFixed(2)},P`) as string,
    ])
    expect((await batchOf(batch)).state).toBe('exported')
  })

  test('return a failed line to the balance, and write a paid one into the next statement', async () => {
    const failed = { line: null, reason: 'The bank knows no such account.', confirmed: true }
    expect((await finance.ask('POST', `/operator/payouts/${batch}/failed`, failed)).status).toBe(
      200,
    )
    expect(await balance()).toMatchObject({ payable: earned, reserved: 0, paid_out: 0 })
    await mailTo(market, 'partner-finance@example.com', new RegExp(failed.reason))
    market.clock.moveSeconds(4 * DAY)
    const second = String((await create()).body.id)
    await admin.ask('POST', `/operator/payouts/${second}/file`)
    const paid = { line: null, day: today(), reference: 'EFT-2', confirmed: true }
    const path = `/operator/payouts/${second}/paid`
    expect((await finance.ask('POST', path, { ...paid, day: '2999-01-01' })).body).toMatchObject({
      fields: { day: expect.any(String) as string },
    })
    expect((await finance.ask('POST', path, paid)).status).toBe(200)
    expect((await finance.ask('POST', path, paid)).body.code).toBe('payouts.ended')
    expect(await balance()).toMatchObject({ payable: 0, reserved: 0, paid_out: earned })
    expect((await own()).payouts.map((one) => [one.state, one.amount])).toEqual([
      ['paid', earned],
      ['failed', earned],
    ])
    await mailTo(market, 'partner-finance@example.com', /EFT-2/)
  })

  test('take a refund after the payout from what comes next', async () => {
    await finance.ask('POST', `/operator/orders/${order}/chargebacks`, {
      amount: null,
      reference: 'CB-1',
      confirmed: true,
    })
    expect((await balance())?.payable).toBe(-earned)
    expect((await create()).body.code).toBe('payouts.nobody_ready')
  })
})

describe('the ledger', () => {
  test('refuses a posting that does not add up, and every change', async () => {
    const { db } = market.services
    await expect(
      sql`insert into ledger_entries (posting, account, currency, amount_minor, at) values ('x', 'sales', 'TRY', 1, now())`.execute(
        db,
      ),
    ).rejects.toThrow('does not add up')
    await expect(
      db.updateTable('ledger_entries').set({ amount_minor: 1 }).execute(),
    ).rejects.toThrow('append-only')
  })

  test('keeps every minor unit through any order of sales, returns, chargebacks and payouts', async () => {
    const payees = await copyOrders()
    for (const one of payees) await confirmPayee(market.services, one)
    const orders = (await market.services.db.selectFrom('orders').select('number').execute()).map(
      (one) => one.number,
    )
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('back' as const),
        order: fc.nat(),
        amount: fc.integer({ min: 1, max: 9_000 }),
      }),
      fc.record({
        kind: fc.constant('adjust' as const),
        amount: fc.integer({ min: -5_000, max: 5_000 }),
      }),
      fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ kind: fc.constant('batch' as const), paid: fc.boolean() }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async (steps) => {
        for (const one of steps) {
          if (one.kind === 'back')
            await finance.ask(
              'POST',
              `/operator/orders/${orders[one.order % orders.length]}/chargebacks`,
              {
                amount: toMajor(one.amount, 'TRY'),
                reference: 'CB',
                confirmed: true,
              },
            )
          if (one.kind === 'adjust')
            await finance.ask('POST', '/operator/earnings', {
              partner,
              currency: 'TRY',
              amount: toMajor(one.amount, 'TRY'),
              reason: 'A correction of the test.',
              confirmed: true,
            })
          if (one.kind === 'wait') {
            market.clock.moveSeconds(one.days * DAY)
            await releaseHolds(market.services)
          }
          if (one.kind === 'batch') await runBatch(one.paid)
          expect(await findLedgerFaults(market.services.db)).toEqual([])
        }
      }),
      { numRuns: 4 },
    )
    const kinds = await sql<{ kind: string }>`select distinct kind from earnings_entries`.execute(
      market.services.db,
    )
    expect(kinds.rows.map((row) => row.kind)).toEqual(
      expect.arrayContaining(['sale', 'chargeback', 'payout']),
    )
  }, 120_000)

  test('tells the operator once a day when a balance was changed by hand', async () => {
    const services = { ...market.services, alertMailTo: 'alerts@example.com' }
    await checkLedger(services)
    await market.services.db
      .updateTable('ledger_balances')
      .set((on) => ({ amount_minor: on('amount_minor', '+', 1) }))
      .where('account', '=', 'payable')
      .execute()
    await checkLedger(services)
    await checkLedger(services)
    expect((await mailTo(market, 'alerts@example.com')).text).toContain('payable')
  })
})

/** Sales of today of a dozen items, like the one that was bought. Returns whose they are. */
async function copyOrders(): Promise<string[]> {
  const { db } = market.services
  const items = await db
    .selectFrom('items')
    .select(['id', 'partner_id'])
    .where('slug', '!=', 'delivery-day')
    .orderBy('id')
    .limit(12)
    .execute()
  for (const [n, item] of items.entries()) {
    const id = newId('ord')
    await sql`with lines as (
        insert into order_lines select (jsonb_populate_record(order_lines, jsonb_build_object('order_id', ${id}::text, 'item_id', ${item.id}::text, 'claim', 'owned', 'surcharge_minor', 0, 'refunded_minor', 0, 'returning_minor', 0, 'refunded_at', null, 'returned_at', null))).*
        from order_lines where order_id = (select id from orders where number = ${order}))
      insert into orders select (jsonb_populate_record(orders, jsonb_build_object('id', ${id}::text, 'number', ${`COPY-${n}`}::text, 'state', 'paid', 'refunded_minor', 0, 'paid_at', ${market.clock.now().toISOString()}::text))).*
      from orders where number = ${order}`.execute(db)
  }
  await recordEarnings(market.services)
  return [...new Set(items.map((item) => item.partner_id))]
}

/** One batch of all that are ready: the first line fails, the others are paid or fail too. */
async function runBatch(isPaid: boolean): Promise<void> {
  const { body } = await create()
  if (body.code !== undefined) return
  const path = `/operator/payouts/${String(body.id)}`
  await admin.ask('POST', `${path}/file`)
  const { payouts } = await batchOf(String(body.id))
  const failed = { reason: 'The bank did not pay.', confirmed: true }
  if (payouts.length > 1)
    await finance.ask('POST', `${path}/failed`, { ...failed, line: payouts[0]?.id })
  await (isPaid
    ? finance.ask('POST', `${path}/paid`, {
        line: null,
        day: today(),
        reference: 'EFT',
        confirmed: true,
      })
    : finance.ask('POST', `${path}/failed`, { ...failed, line: null }))
}
