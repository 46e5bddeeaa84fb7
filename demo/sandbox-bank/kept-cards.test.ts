import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KNOWN_CARDS, ownNumber } from './cards.ts'
import { chargeInput, openBank, startInput, type OpenBank } from './test-merchant.support.ts'

const CREDIT = '9792030000000000'
type Body = Record<string, string>

describe('a kept card', { timeout: 30_000 }, () => {
  let open: OpenBank
  beforeAll(async () => {
    open = await openBank()
  })
  afterAll(() => open.close())

  /** Pays with a card that is to be kept; gives the names of it. */
  async function keep(number: string, more: Record<string, unknown> = {}) {
    const { payment } = await open.start(number, { keep_card: {}, ...more })
    await open.pass(payment.challenge_url ?? '')
    const { body } = await open.complete(payment)
    return { payment: body, card: body.saved_card as { customer_ref: string; card_token: string } }
  }
  const { card: _typed, ...withoutCard } = startInput(CREDIT)
  const startWith = async (card: object, more: Record<string, unknown> = {}) => {
    const attempt = `att_${crypto.randomUUID()}`
    const input = {
      ...withoutCard,
      attempt_id: attempt,
      order_number: `AR-${attempt}`,
      saved_card: card,
      ...more,
    }
    return { input, ...(await open.call('POST', '/v1/payments', input)) }
  }
  const namesOf = ({ customer_ref, card_token }: Body) => ({ customer_ref, card_token })
  const remove = ({ customer_ref, card_token }: { customer_ref: string; card_token: string }) =>
    open.call('POST', '/v1/cards/forget', { customer_ref, card_token })

  it('is named in the moment its payment is paid, not before, and pays by that name', async () => {
    const { payment } = await open.start(CREDIT, { keep_card: {} })
    expect(payment.saved_card).toBeNull()
    await open.pass(payment.challenge_url ?? '')
    expect(
      (await open.call('GET', `/v1/attempts/${payment.attempt_id}`)).body.saved_card,
    ).toBeNull()
    const { body } = await open.complete(payment)
    expect(body.saved_card).toEqual({
      customer_ref: expect.stringMatching(/^cus_/),
      card_token: expect.stringMatching(/^crd_/),
      fingerprint: expect.stringMatching(/^fp_[\w-]{22}$/),
      brand: 'troy',
      last_four: '0000',
      expiry_month: 12,
      expiry_year: 2030,
    })
    const again = await startWith(namesOf(body.saved_card as Body))
    expect(again.body).toMatchObject({
      state: 'challenge',
      card: { brand: 'troy', last_four: '0000' },
      saved_card: null,
    })
    await open.pass(again.body.challenge_url as string)
    expect((await open.complete(again.body)).body).toMatchObject({ state: 'paid' })
  })

  it('asks for a challenge under force, whatever its number would do by itself', async () => {
    const number = ownNumber('00', 'charge', { noChallengeInAuto: true })
    const { card } = await keep(number)
    expect((await startWith(namesOf(card))).body).toMatchObject({ state: 'challenge' })
    expect((await startWith(namesOf(card), { three_d_secure: 'auto' })).body).toMatchObject({
      state: 'paid',
    })
  })

  it('that has expired meanwhile is declined', async () => {
    const input = startInput(CREDIT)
    const { card } = await keep(CREDIT, {
      card: { ...input.card, expiry_month: 11, expiry_year: 2026 },
    })
    open.clock.moveSeconds(20 * 24 * 3600)
    expect((await startWith(namesOf(card))).body).toMatchObject({
      state: 'declined',
      reason: 'expired_card',
    })
  })

  it('is one way to pay, and a payment has exactly one', async () => {
    const { card } = await keep(CREDIT)
    const both = await startWith(namesOf(card), { card: startInput(CREDIT).card })
    const none = await startWith(namesOf(card), { saved_card: undefined })
    const keptTwice = await startWith(namesOf(card), { keep_card: {} })
    expect([both.status, none.status, keptTwice.status]).toEqual([400, 400, 400])
  })

  it('of nobody, of another, or deleted is unknown; an attempt of before goes on', async () => {
    const { card } = await keep(CREDIT)
    const { card: other } = await keep(CREDIT)
    expect(other.customer_ref).not.toBe(card.customer_ref)
    const begun = await startWith(namesOf(card))
    for (const names of [
      { ...namesOf(card), customer_ref: other.customer_ref },
      { customer_ref: 'cus_nobody', card_token: 'crd_none' },
    ]) {
      expect(await startWith(names)).toMatchObject({ status: 404, body: { error: 'unknown_card' } })
      expect(await remove(names as typeof card)).toMatchObject({
        status: 404,
        body: { error: 'unknown_card' },
      })
    }
    expect(await remove(card)).toMatchObject({
      status: 200,
      body: { forgotten: true },
      authentic: true,
    })
    expect(await remove(card)).toMatchObject({ status: 404 })
    expect(await startWith(namesOf(card))).toMatchObject({ status: 404 })
    expect((await open.call('POST', '/v1/payments', begun.input)).body).toEqual(begun.body)
    await open.pass(begun.body.challenge_url as string)
    expect((await open.complete(begun.body)).body).toMatchObject({ state: 'paid' })
  })

  it('may be quoted and charged in parts like the card that it is', async () => {
    const { card } = await keep(CREDIT)
    const { body } = await open.call('POST', '/v1/installments', {
      saved_card: namesOf(card),
      amount_minor: 24_990,
      currency: 'TRY',
    })
    const offers = body.offers as { count: number; total_minor: number }[]
    expect(offers).toEqual([
      { count: 1, total_minor: 24_990 },
      { count: 2, total_minor: 24_990 },
      { count: 3, total_minor: 24_990 },
      { count: 6, total_minor: 26_115 },
      { count: 9, total_minor: 26_739 },
      { count: 12, total_minor: 27_364 },
    ])
    const six = { installments: 6, price_minor: 24_990, amount_minor: 26_115 }
    expect((await startWith(namesOf(card), six)).body).toMatchObject({
      state: 'challenge',
      amount_minor: 26_115,
      installments: 6,
    })
    for (const wrong of [
      { ...six, amount_minor: 26_114 },
      { ...six, price_minor: 24_989 },
      { ...six, installments: 9 },
      { installments: 1, price_minor: 1 },
    ]) {
      expect(await startWith(namesOf(card), wrong), JSON.stringify(wrong)).toMatchObject({
        status: 422,
        body: { error: 'installments_differ' },
      })
    }
  })

  it('leaves neither number nor code on the disk', async () => {
    const number = '6501700194147183'
    await keep(number, { card: { ...startInput(number).card, cvc: '808' } })
    const bytes = readdirSync(open.dataFolder)
      .map((file) => readFileSync(join(open.dataFolder, file)).toString('latin1'))
      .join('')
    expect(bytes).toContain('65017001')
    for (const secret of [number, number.slice(0, 12), number.slice(4), '"cvc"', '"808"'])
      expect(bytes.includes(secret), secret).toBe(false)
  })
})

describe('paying in parts', { timeout: 30_000 }, () => {
  it('is for the credit cards of this country in its currency, and nobody else', async () => {
    const open = await openBank()
    try {
      const counts = async (number: string, currency = 'TRY') => {
        const asked = { first_digits: number.slice(0, 8), amount_minor: 10_000, currency }
        return (
          (await open.call('POST', '/v1/installments', asked)).body.offers as { count: number }[]
        ).map((offer) => offer.count)
      }
      for (const { number, meaning } of KNOWN_CARDS) {
        const may = /^(Mastercard|Visa|Troy) credit|American/.test(meaning)
        expect(await counts(number), meaning).toEqual(may ? [1, 2, 3, 6, 9, 12] : [1])
      }
      expect(await counts(CREDIT, 'USD')).toEqual([1])
      for (const first_digits of ['12345', '123456789', 'abcdef', '']) {
        expect(
          await open.call('POST', '/v1/installments', {
            first_digits,
            amount_minor: 1,
            currency: 'TRY',
          }),
        ).toMatchObject({ status: 400 })
      }
    } finally {
      await open.close()
    }
  })
})

it('a card that was kept before there were charges without the holder may be charged if he confirmed its payment', async () => {
  const before = await openBank()
  const { payment } = await before.start(CREDIT, { keep_card: {} })
  await before.pass(payment.challenge_url ?? '')
  const { customer_ref, card_token } = (await before.complete(payment)).body.saved_card as {
    customer_ref: string
    card_token: string
  }
  await before.close({ keep: true })
  const db = new DatabaseSync(join(before.dataFolder, 'ledger.sqlite'))
  db.exec(
    'ALTER TABLE payments DROP COLUMN is_check; DROP TABLE transfer_reversals; DROP TABLE transfers; DROP TABLE payees; DROP INDEX payments_paying_card; ALTER TABLE payments DROP COLUMN paying_card; ALTER TABLE cards DROP COLUMN holder_payments; PRAGMA user_version = 2',
  )
  db.close()
  const after = await openBank({ dataFolder: before.dataFolder })
  try {
    const input = chargeInput({ customer_ref, card_token })
    expect((await after.call('POST', '/v1/charges', input)).body).toMatchObject({ state: 'paid' })
  } finally {
    await after.close()
  }
})

it('a ledger of before there were kept cards is opened, with everything in it', async () => {
  const before = await openBank()
  const { payment } = await before.start(CREDIT)
  await before.close({ keep: true })
  const db = new DatabaseSync(join(before.dataFolder, 'ledger.sqlite'))
  db.exec(
    'ALTER TABLE payments DROP COLUMN is_check; DROP TABLE transfer_reversals; DROP TABLE transfers; DROP TABLE payees; DROP INDEX payments_paying_card; ALTER TABLE payments DROP COLUMN paying_card; DROP INDEX payments_kept_card; ALTER TABLE payments DROP COLUMN kept_card; ALTER TABLE payments DROP COLUMN keep; DROP TABLE cards; PRAGMA user_version = 1',
  )
  db.close()
  const after = await openBank({ dataFolder: before.dataFolder })
  try {
    expect((await after.call('GET', `/v1/attempts/${payment.attempt_id}`)).body).toMatchObject({
      payment_id: payment.payment_id,
      saved_card: null,
    })
  } finally {
    await after.close()
  }
})
