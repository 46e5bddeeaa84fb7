import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondsAfter } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
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
import { confirmPayee } from '#test/support/payee.ts'
import {
  checkPayoutAccount,
  closeMonths,
  findDueReversals,
  findDueTransfers,
  recordEarnings,
  releaseHolds,
  takeBackPayout,
  transferPayout,
} from '../public.ts'
import { findAccount, findConnection, writeAccount, writeConnection } from './data.ts'
import { findLedgerFaults } from './ledger.ts'
import type { PayoutProvider } from './providers/provider.ts'

const DAY = 86_400
const MINUTES = 600
/** Lira. */
const EARNED = 1_000

let market: Marketplace
let admin: ConsoleBrowser
let finance: ConsoleBrowser
let money: ConsoleBrowser
let developer: ConsoleBrowser
let partner: string
let order: string

interface Line {
  id: string
  state: string
  amount: number
  failure: string | null
  reference: string | null
  taken_back: number
  reversible: number | null
}
interface Batch {
  id: string
  state: string
  in_file: number
  at_providers: number
  payouts: Line[]
}

const today = () => marketDay(market.services.zones, market.clock.now())
const own = async () =>
  (await money.ask('GET', `/partners/${partner}/payouts`)).body as unknown as {
    account: {
      provider: string | null
      identity: string
      changed_at: string
      settles_at: string | null
      connection: { state: string; missing: string[] } | null
    }
    ways: { provider: string; asks_here: boolean }[]
    balances: { currency: string; payable: number; reserved: number; paid_out: number }[]
  }
const balance = async () => (await own()).balances.find((one) => one.currency === 'TRY')
const person = { holder: 'Örnek Yazılım A.Ş.', country: 'TR', tax_number: '1234567890' }
const connect = (more: object = {}) =>
  money.ask('PUT', `/partners/${partner}/payout-account/connection`, {
    provider: 'sandbox',
    ...person,
    ...more,
  })
const check = () => money.ask('POST', `/partners/${partner}/payout-account/check`)
/** The partner at the bank's page. */
const choose = async (url: string, behaviour: string) =>
  createHttp({ allowOrigins: [market.bank.url] }).request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `behaviour=${behaviour}`,
  })
const behave = async (behaviour: string) => {
  const { body } = await money.ask('POST', `/partners/${partner}/payout-account/link`)
  await choose(String(body.url), behaviour)
  await check()
}
const accountRef = async (partnerId = partner) =>
  (await findConnection(market.services.db, partnerId, 'sandbox'))?.account_ref ?? ''

const earn = (amount = EARNED, who = partner) =>
  finance.ask('POST', '/operator/earnings', {
    partner: who,
    currency: 'TRY',
    amount,
    reason: 'A correction of the test.',
    confirmed: true,
  })
const batchOf = async (id: string) =>
  (await finance.ask('GET', `/operator/payouts/${id}`)).body as unknown as Batch
const create = () =>
  finance.ask('POST', '/operator/payouts', { currency: 'TRY', day: today(), confirmed: true })
/** A batch of all that are ready, released by another person. */
async function release(): Promise<Batch> {
  const id = String((await create()).body.id)
  await admin.ask('POST', `/operator/payouts/${id}/transfers`, { confirmed: true })
  return batchOf(id)
}
const only = ({ payouts }: Batch): Line => {
  const [line, ...others] = payouts
  if (!line || others.length > 0) throw new Error(`${payouts.length} lines`)
  return line
}
const services = (payoutProviders = market.services.payoutProviders) => ({
  ...market.services,
  payoutProviders,
})
const sandbox = () => {
  const [provider] = market.services.payoutProviders
  if (!provider) throw new Error('the market has no provider')
  return provider
}

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', { email: 'f@example.com', role: 'finance' })
  finance = await signInToConsole(market, 'f@example.com')
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
  money = await signInToConsole(market, 'owner@example.com')
  await money.ask('POST', `/partners/${partner}/invitations`, {
    email: 'developer@example.com',
    role: 'developer',
  })
  developer = await signInToConsole(market, 'developer@example.com')
  await market.services.db
    .updateTable('person_sessions')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
  const settings = { minimum: 1, iban: '', bic: '' }
  await finance.ask('PUT', '/operator/payout-settings/TRY', settings)
  order = (await buy(market, await signIn(market), 'delivery-day')).orderNumber
  await recordEarnings(market.services)
  market.clock.moveSeconds(15 * DAY)
  await releaseHolds(market.services)
}, 120_000)
afterAll(() => market.stop())

describe('a connected account', () => {
  test('is opened at the provider’s page, by a role for money, at a provider that the market has', async () => {
    expect((await own()).ways).toMatchObject([{ provider: 'sandbox', asks_here: false }])
    expect(
      (
        await developer.ask('PUT', `/partners/${partner}/payout-account/connection`, {
          provider: 'sandbox',
          ...person,
        })
      ).status,
    ).toBe(403)
    expect((await connect({ provider: 'stripe' })).body.code).toBe('payouts.no_provider')
    expect((await connect({ holder: 'شركة' })).body).toMatchObject({
      fields: { holder: expect.any(String) as string },
    })
    const { body } = await connect()
    expect(body).toEqual({ url: expect.stringContaining(market.bank.url) as string })
    expect((await own()).account).toMatchObject({
      provider: 'sandbox',
      identity: 'submitted',
      settles_at: expect.any(String) as string,
      connection: { state: 'restricted', missing: ['bank_account'] },
    })
    expect((await mailTo(market, 'owner@example.com', /Sandbox Bank/)).text).toContain(
      'Sandbox Bank',
    )
    const back = await choose(String(body.url), 'pays')
    expect(back.headers.location).toBe(
      `${market.origins.console}/partner/${partner}/payouts?connection=back`,
    )
    expect((await check()).status).toBe(200)
    expect((await own()).account.connection).toMatchObject({ state: 'ready', missing: [] })
  })

  test('gets no payout before the identity is confirmed and three days are over', async () => {
    expect((await create()).body.code).toBe('payouts.nobody_ready')
    const { changed_at } = (await own()).account
    const decided = { identity: 'confirmed', reason: '', changed_at }
    await finance.ask('PUT', `/operator/payout-accounts/${partner}/identity`, decided)
    expect((await create()).body.code).toBe('payouts.nobody_ready')
    market.clock.moveSeconds(4 * DAY)
    expect((await own()).account.settles_at).toBe(null)
  })

  test('is paid by the worker once another person released the batch, without a file', async () => {
    const before = await balance()
    const id = String((await create()).body.id)
    const path = `/operator/payouts/${id}`
    expect(await batchOf(id)).toMatchObject({ state: 'draft', in_file: 0, at_providers: 1 })
    expect((await admin.ask('POST', `${path}/file`)).body.code).toBe('payouts.ended')
    const confirmed = { confirmed: true }
    expect((await finance.ask('POST', `${path}/transfers`, confirmed)).body.code).toBe(
      'payouts.second_person',
    )
    expect(await findDueTransfers(market.services)).toEqual([])
    expect((await admin.ask('POST', `${path}/transfers`, confirmed)).status).toBe(200)
    const [lineId = ''] = await findDueTransfers(market.services)
    await Promise.all([
      transferPayout(market.services, lineId),
      transferPayout(market.services, lineId),
    ])
    expect(only(await batchOf(id))).toMatchObject({
      state: 'paid',
      reference: expect.stringMatching(/^trf_/) as string,
    })
    expect(market.bank.sums(await accountRef())).toEqual({
      transfers: 1,
      sent: Math.round((before?.payable ?? 0) * 100),
      takenBack: 0,
    })
    expect(await balance()).toMatchObject({ payable: 0, reserved: 0, paid_out: before?.payable })
    await mailTo(market, 'owner@example.com', /trf_/)
    expect(await findDueTransfers(market.services)).toEqual([])
  })

  test('returns a refused payout to the balance, and the mail says why in the partner’s language', async () => {
    await earn()
    await behave('refuses')
    const line = only(await release())
    await transferPayout(market.services, line.id)
    const { payouts } = (await money.ask('GET', `/partners/${partner}/payouts`))
      .body as unknown as { payouts: { id: string; state: string; failure: string }[] }
    expect(payouts.find((one) => one.id === line.id)).toMatchObject({
      state: 'failed',
      failure: 'account_refused',
    })
    expect(await balance()).toMatchObject({ payable: EARNED, reserved: 0 })
    await mailTo(market, 'owner@example.com', /did not take the payout|kabul etmedi/)
  })

  test('is asked what became of a payout whose answer was lost; nobody else may end it meanwhile', async () => {
    await behave('lost_after')
    const before = market.bank.sums(await accountRef())
    const batch = await release()
    const line = only(batch)
    await transferPayout(market.services, line.id)
    expect(only(await batchOf(batch.id)).state).toBe('open')
    const failed = { line: line.id, reason: 'It did not arrive.', confirmed: true }
    const path = `/operator/payouts/${batch.id}/failed`
    expect((await finance.ask('POST', path, failed)).body.code).toBe('payouts.with_provider')
    market.clock.moveSeconds(MINUTES)
    await transferPayout(market.services, line.id)
    expect(only(await batchOf(batch.id)).state).toBe('paid')
    expect(market.bank.sums(await accountRef())).toMatchObject({
      transfers: before.transfers + 1,
      sent: before.sent + EARNED * 100,
    })
  })

  test('is paid once although the process dies before, in and after the call', async () => {
    await behave('pays')
    const die = () => Promise.reject(new Error('killed'))
    const dying: PayoutProvider[] = [
      { ...sandbox(), prepare: die },
      { ...sandbox(), send: die },
      {
        ...sandbox(),
        send: async (...call) => {
          await sandbox().send(...call)
          return die()
        },
      },
    ]
    for (const provider of dying) {
      await earn()
      const before = market.bank.sums(await accountRef())
      const batch = await release()
      const { id } = only(batch)
      await expect(transferPayout(services([provider]), id)).rejects.toThrow('killed')
      expect(await findLedgerFaults(market.services.db)).toEqual([])
      market.clock.moveSeconds(MINUTES)
      expect(await findDueTransfers(market.services)).toEqual([id])
      await transferPayout(market.services, id)
      expect(only(await batchOf(batch.id)).state).toBe('paid')
      expect(market.bank.sums(await accountRef()).sent).toBe(before.sent + EARNED * 100)
    }
  })

  test('lets an operator write down an outcome that the provider has not told for a day', async () => {
    await earn()
    const batch = await release()
    const { id } = only(batch)
    const silent = {
      ...sandbox(),
      send: () => Promise.resolve({ kind: 'unknown' as const }),
      find: () => Promise.resolve({ kind: 'unknown' as const }),
    }
    await transferPayout(services([silent]), id)
    market.clock.moveSeconds(DAY + MINUTES)
    await transferPayout(services([silent]), id)
    const failed = { line: id, reason: 'The provider has no such transfer.', confirmed: true }
    const path = `/operator/payouts/${batch.id}/failed`
    expect((await finance.ask('POST', path, { ...failed, line: null })).body.code).toBe(
      'payouts.with_provider',
    )
    expect((await finance.ask('POST', path, failed)).status).toBe(200)
    expect(await findDueTransfers(services())).toEqual([])
    expect((await balance())?.payable).toBe(EARNED)
  })
})

describe('a refund after the payout', () => {
  test('is taken back by the provider when an operator asks, once and not more than is owed', async () => {
    const batch = await release()
    const { id } = only(batch)
    await transferPayout(market.services, id)
    expect(only(await batchOf(batch.id)).reversible).toBe(null)
    const before = await balance()
    await finance.ask('POST', `/operator/orders/${order}/chargebacks`, {
      amount: null,
      reference: 'CB-1',
      confirmed: true,
    })
    const owed = -((await balance())?.payable ?? 0)
    expect(owed).toBeGreaterThan(0)
    expect(only(await batchOf(batch.id)).reversible).toBe(Math.min(owed, EARNED))
    await behave('lost_after')
    const path = `/operator/payouts/${batch.id}/reversals`
    const asked = await finance.ask('POST', path, { line: id, confirmed: true })
    expect(asked.status).toBe(200)
    const again = { line: id, confirmed: true }
    expect((await admin.ask('POST', path, again)).body.code).toBe('payouts.under_way')
    await takeBackPayout(market.services, String(asked.body.id))
    expect((await balance())?.payable).toBe(-owed)
    market.clock.moveSeconds(MINUTES)
    expect(await findDueReversals(market.services)).toEqual([asked.body.id])
    await takeBackPayout(market.services, String(asked.body.id))
    const taken = Math.min(owed, EARNED)
    expect(await balance()).toMatchObject({
      payable: taken - owed,
      paid_out: (before?.paid_out ?? 0) - taken,
    })
    expect(market.bank.sums(await accountRef()).takenBack).toBe(Math.round(taken * 100))
    expect(only(await batchOf(batch.id)).taken_back).toBe(taken)
    expect((await admin.ask('POST', path, again)).body.code).toBe('payouts.not_reversible')
    expect(await findLedgerFaults(market.services.db)).toEqual([])
    await mailTo(market, 'owner@example.com', /taken back|geri alın/)
  })

  test('stands in the monthly statement beside the payouts', async () => {
    market.clock.moveSeconds(40 * DAY)
    await closeMonths(market.services)
    const { rows, sum } = await paidOutOf(partner)
    expect(rows).toContain('reversal')
    expect(sum).toBe(-(await balance())!.paid_out)
  })
})

const paidOutOf = async (partnerId: string) => {
  const entries = await market.services.db
    .selectFrom('earnings_entries')
    .innerJoin('earnings_statements', 'earnings_statements.id', 'statement_id')
    .select(['kind', 'paid_out_minor', 'earnings_statements.id'])
    .where('earnings_entries.partner_id', '=', partnerId)
    .where('earnings_entries.currency', '=', 'TRY')
    .execute()
  const statements = new Map(entries.map((one) => [one.id, one.paid_out_minor]))
  return {
    rows: entries.map((one) => one.kind),
    sum: toMajor(
      [...statements.values()].reduce((total, minor) => total + minor, 0),
      'TRY',
    ),
  }
}

describe('a connection that ends', () => {
  test('is noticed by the daily check and mailed, and nothing is sent meanwhile', async () => {
    await behave('pays')
    await earn(2 * EARNED)
    const row = await findConnection(market.services.db, partner, 'sandbox')
    const { body } = await money.ask('POST', `/partners/${partner}/payout-account/link`)
    await choose(String(body.url), 'missing')
    market.clock.moveSeconds(2 * DAY)
    await checkPayoutAccount(market.services, row?.id ?? '')
    expect((await own()).account.connection).toMatchObject({ state: 'restricted' })
    await mailTo(market, 'owner@example.com', /asks for more details|bilgiler istiyor/)
    expect((await create()).body.code).toBe('payouts.nobody_ready')
    expect((await finance.ask('GET', '/operator/payouts?currency=TRY')).body).toMatchObject({
      partners: [{ readiness: 'connecting' }],
    })
  })

  test('gives way to a bank account, after three days and with a mail', async () => {
    const account = { ...person, iban: 'TR33 0006 1005 1978 6457 8413 26', bic: '' }
    await money.ask('PUT', `/partners/${partner}/payout-account`, account)
    expect((await own()).account).toMatchObject({
      provider: null,
      identity: 'confirmed',
      settles_at: expect.any(String) as string,
    })
    await mailTo(market, 'owner@example.com', /TR •••• 1326/)
    market.clock.moveSeconds(4 * DAY)
    const id = String((await create()).body.id)
    expect(await batchOf(id)).toMatchObject({ in_file: 1, at_providers: 0 })
    const failed = { line: null, reason: 'Out of the batch.', confirmed: true }
    await finance.ask('POST', `/operator/payouts/${id}/failed`, failed)
  })
})

describe('the ledger with transfers', () => {
  test('keeps every minor unit while they time out, repeat, fail and are taken back', async () => {
    const payees = await connectPayees(['pays', 'refuses', 'later', 'lost_after', 'error_after'])
    await runSteps(payees)
    await settleAll()
    expect(await findLedgerFaults(market.services.db)).toEqual([])
    for (const one of payees) {
      const { sent, takenBack } = market.bank.sums(await accountRef(one))
      expect(await paidOutMinor(one)).toBe(sent - takenBack)
    }
    const states = await market.services.db
      .selectFrom('payout_lines')
      .innerJoin('payout_transfers', 'line_id', 'payout_lines.id')
      .select('state')
      .distinct()
      .execute()
    expect(states.map((one) => one.state).sort()).toEqual(['failed', 'paid'])
    expect(
      (await market.services.db.selectFrom('payout_reversals').select('state').execute()).length,
    ).toBeGreaterThan(1)
  }, 180_000)
})

/** Partners of the catalogue with confirmed accounts at the bank that behave so. */
async function connectPayees(behaviours: string[]): Promise<string[]> {
  const { db, clock } = market.services
  const chosen = behaviours.map(() => newId('par'))
  for (const [n, id] of chosen.entries()) {
    await db
      .insertInto('partners')
      .values({ id, slug: `payee-${n}`, name: `Payee ${n}`, created_at: clock.now() })
      .execute()
    await confirmPayee(market.services, id)
    const account = await findAccount(db, id)
    if (account) await writeAccount(db, { ...account, provider: 'sandbox' })
    const made = await sandbox().connect(
      { partnerId: id, ...person, taxNumber: '1', email: 'p@example.com', form: null },
      null,
    )
    const url = await sandbox().onboardingUrl(made.accountRef, {
      returnUrl: `${market.origins.console}/`,
      refreshUrl: `${market.origins.console}/`,
    })
    await choose(url, behaviours[n] ?? 'pays')
    await writeConnection(db, {
      id: newId('pca'),
      partner_id: id,
      provider: 'sandbox',
      account_ref: made.accountRef,
      country: 'TR',
      state: 'ready',
      missing: [],
      connected_at: clock.now(),
      checked_at: clock.now(),
      next_check_at: secondsAfter(clock.now(), 365 * DAY),
    })
  }
  return chosen
}

const paidOutMinor = async (partnerId: string): Promise<number> =>
  (
    await market.services.db
      .selectFrom('ledger_balances')
      .select('amount_minor')
      .where('partner_id', '=', partnerId)
      .where('account', '=', 'paid_out')
      .executeTakeFirst()
  )?.amount_minor ?? 0

/** One look of the worker at everything that is due; sometimes it dies after the call. */
async function look(isDying: boolean): Promise<void> {
  const send: PayoutProvider['send'] = async (...call) => {
    await sandbox().send(...call)
    throw new Error('killed')
  }
  const using = services([isDying ? { ...sandbox(), send } : sandbox()])
  for (const id of await findDueTransfers(using))
    await transferPayout(using, id).catch((error: Error) => expect(error.message).toBe('killed'))
  for (const id of await findDueReversals(using)) await takeBackPayout(using, id)
}

/** Until no transfer and no reversal is open. */
async function settleAll(): Promise<void> {
  for (let looks = 0; looks < 10; looks += 1) {
    market.clock.moveSeconds(2 * 3_600)
    await look(false)
  }
  const open = await market.services.db
    .selectFrom('payout_lines')
    .innerJoin('payout_transfers', 'line_id', 'payout_lines.id')
    .select('line_id')
    .where('state', '=', 'open')
    .where('next_look_at', 'is not', null)
    .execute()
  expect(open).toEqual([])
}

async function reverseAll(): Promise<void> {
  const lines = await market.services.db
    .selectFrom('payout_lines')
    .innerJoin('payout_transfers', 'line_id', 'payout_lines.id')
    .select(['payout_lines.id', 'batch_id'])
    .where('state', '=', 'paid')
    .execute()
  for (const line of lines)
    await admin.ask('POST', `/operator/payouts/${line.batch_id}/reversals`, {
      line: line.id,
      confirmed: true,
    })
}

function runSteps(payees: string[]): Promise<void> {
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('earn' as const),
        who: fc.nat(),
        amount: fc.integer({ min: 1, max: 90_000 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('owe' as const),
        who: fc.nat(),
        amount: fc.integer({ min: -60_000, max: -1 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('batch' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('look' as const), isDying: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reverse' as const) }) },
  )
  return fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      for (const one of payees) await earn(500, one)
      await release()
      await look(false)
      await earn(-300, payees[0])
      await reverseAll()
      for (const one of steps) {
        if (one.kind === 'earn' || one.kind === 'owe')
          await earn(toMajor(one.amount, 'TRY'), payees[one.who % payees.length])
        if (one.kind === 'batch') await release()
        if (one.kind === 'look') {
          market.clock.moveSeconds(MINUTES)
          await look(one.isDying)
        }
        if (one.kind === 'reverse') await reverseAll()
        expect(await findLedgerFaults(market.services.db)).toEqual([])
      }
    }),
    { numRuns: 2 },
  )
}
