import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Later, ownNumber } from './cards.ts'
import { chargeInput, openBank, startInput, type OpenBank } from './test-merchant.support.ts'

const PAYS = '5528790000000008'
const NUMBERS: Record<Later, string> = {
  no_funds: ownNumber('50'),
  closed: ownNumber('51'),
  wants_holder: ownNumber('52'),
  answers_late: ownNumber('53'),
  expired: ownNumber('54'),
}

interface CardRef {
  customer_ref: string
  card_token: string
}

describe('a charge without the holder', { timeout: 30_000 }, () => {
  let open: OpenBank
  beforeAll(async () => {
    open = await openBank()
  })
  afterAll(() => open.close())

  const refOf = ({ saved_card: card }: Record<string, unknown>): CardRef => {
    const { customer_ref, card_token } = card as CardRef
    return { customer_ref, card_token }
  }
  /** The holder pays with the card, confirms it, and lets the bank keep it. */
  async function keep(number: string, more: Record<string, unknown> = {}): Promise<CardRef> {
    const { payment } = await open.start(number, { keep_card: {}, ...more })
    await open.pass(payment.challenge_url ?? '')
    return refOf((await open.complete(payment)).body)
  }
  const inputFor = (card: CardRef, more: Record<string, unknown> = {}) => ({
    ...chargeInput(card),
    ...more,
  })
  const charge = (input: object) => open.call('POST', '/v1/charges', input)
  const chargesOf = async (orderNumber: string) =>
    (await open.call('GET', `/v1/ledger?order_number=${orderNumber}`)).body.entries as {
      kind: string
      amount_minor: number
    }[]

  it('takes the money at once, without a challenge, and stands in the book like every payment', async () => {
    const input = inputFor(await keep(PAYS))
    const { status, body, authentic } = await charge(input)
    expect({ status, authentic }).toEqual({ status: 200, authentic: true })
    expect(body).toMatchObject({
      state: 'paid',
      amount_minor: 24_990,
      challenge_url: null,
      saved_card: null,
      card: { brand: 'mastercard', last_four: '0008' },
    })
    expect((await open.call('GET', `/v1/attempts/${input.attempt_id}`)).body).toEqual(body)
    expect(await chargesOf(input.order_number)).toMatchObject([
      { kind: 'charge', amount_minor: 24_990 },
    ])
    const refund = {
      payment_id: body.payment_id,
      amount_minor: 24_990,
      currency: 'TRY',
      key: 'later',
    }
    expect(await open.call('POST', '/v1/refunds', refund)).toMatchObject({ status: 200 })
  })

  it('is made once for an attempt, and never for another amount or card', async () => {
    const [card, other] = [await keep(PAYS), await keep(PAYS)]
    const input = inputFor(card)
    const first = await charge(input)
    expect((await charge(input)).body).toEqual(first.body)
    for (const change of [{ amount_minor: 1 }, { saved_card: other }])
      expect(await charge({ ...input, ...change })).toMatchObject({
        status: 422,
        body: { error: 'attempt_differs' },
      })
    expect(await chargesOf(input.order_number)).toHaveLength(1)
  })

  it('needs a kept card whose holder has confirmed a payment', async () => {
    const quick = ownNumber('00', 'charge', { noChallengeInAuto: true })
    const { payment } = await open.start(quick, { keep_card: {}, three_d_secure: 'auto' })
    const card = refOf(payment)
    const input = inputFor(card)
    expect(await charge(input)).toMatchObject({
      status: 422,
      body: { error: 'holder_not_verified' },
    })
    expect((await open.call('GET', `/v1/attempts/${input.attempt_id}`)).status).toBe(404)
    expect(await charge(inputFor({ ...card, card_token: 'crd_none' }))).toMatchObject({
      status: 404,
      body: { error: 'unknown_card' },
    })
    for (const more of [
      { card: startInput(PAYS).card },
      { saved_card: undefined },
      { keep_card: {} },
      { three_d_secure: 'force' },
    ])
      expect((await charge(inputFor(card, more))).status, JSON.stringify(more)).toBe(400)
  })

  it('tells the merchant only at an allowed address', async () => {
    const input = inputFor(await keep(PAYS), { notice_url: 'http://elsewhere.example/notice' })
    expect(await charge(input)).toMatchObject({
      status: 422,
      body: { error: 'origin_not_allowed' },
    })
  })

  it('is declined as the card says, while the holder himself still pays with it', async () => {
    for (const [later, reason] of [
      ['no_funds', 'not_sufficient_funds'],
      ['closed', 'closed_card'],
      ['wants_holder', 'authentication_required'],
      ['expired', 'expired_card'],
    ] as const) {
      const card = await keep(NUMBERS[later])
      const input = inputFor(card)
      expect((await charge(input)).body, later).toMatchObject({ state: 'declined', reason })
      expect(await chargesOf(input.order_number), later).toEqual([])
    }
  })

  it('succeeds again when the holder has paid once more with the card that had no funds', async () => {
    const card = await keep(NUMBERS.no_funds)
    const declined = inputFor(card)
    await charge(declined)
    const { payment } = await open.start(PAYS, { card: undefined, saved_card: card })
    await open.pass(payment.challenge_url ?? '')
    expect((await charge(inputFor(card))).body).toMatchObject({ state: 'declined' })
    await open.complete(payment)
    expect((await charge(inputFor(card))).body).toMatchObject({ state: 'paid' })
    expect((await charge(declined)).body).toMatchObject({ state: 'declined' })
    const another = await keep(NUMBERS.no_funds)
    expect((await charge(inputFor(another))).body).toMatchObject({ state: 'declined' })
  })

  it('of a card whose date has passed meanwhile is declined as expired', async () => {
    const { card } = startInput(PAYS)
    const ref = await keep(PAYS, { card: { ...card, expiry_month: 11, expiry_year: 2026 } })
    open.clock.moveSeconds(20 * 24 * 3600)
    expect((await charge(inputFor(ref))).body).toMatchObject({
      state: 'declined',
      reason: 'expired_card',
    })
  })

  it('with a card that answers late is made although nobody waits for the answer', async () => {
    const input = inputFor(await keep(NUMBERS.answers_late))
    await expect(open.call('POST', '/v1/charges', input, {}, 1_500)).rejects.toMatchObject({
      name: 'HttpFailure',
    })
    expect((await open.call('GET', `/v1/attempts/${input.attempt_id}`)).body).toMatchObject({
      state: 'paid',
    })
    expect((await charge(input)).body).toMatchObject({ state: 'paid' })
    expect(await chargesOf(input.order_number)).toHaveLength(1)
  })
})

it('the front page lists the cards for charges without the holder in each language of the bank', async () => {
  const open = await openBank()
  try {
    for (const [language, words] of [
      ['tr', 'kart kapatılmıştır'],
      ['en', 'the card is closed'],
      ['ar', 'البطاقة مغلقة'],
    ]) {
      const page = (await open.http.request(`${open.bank.url}/?hl=${language}`)).body.toString()
      expect(page, language).toContain(words)
      for (const number of Object.values(NUMBERS))
        expect(page.replaceAll(' ', ''), language).toContain(number)
    }
  } finally {
    await open.close()
  }
})
