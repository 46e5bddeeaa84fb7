import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownNumber } from './cards.ts'
import { openBank, startInput, type OpenBank } from './test-merchant.support.ts'

const CARD = '9792030000000000'

describe('the calls of a merchant', { timeout: 30_000 }, () => {
  let open: OpenBank
  beforeAll(async () => {
    open = await openBank()
  })
  afterAll(() => open.close())

  const paid = async (number = CARD) => {
    const { payment, input } = await open.start(number)
    await open.pass(payment.challenge_url ?? '')
    const done = await open.complete(payment)
    return { payment: done.body as Record<string, string>, input }
  }

  it('every answer is signed, refusals too', async () => {
    expect(
      await open.call('POST', '/v1/payments', startInput(CARD, { attempt_id: 'att_signed' })),
    ).toMatchObject({ status: 200, authentic: true })
    expect(await open.call('GET', '/v1/attempts/att_nobody')).toMatchObject({
      status: 404,
      body: { error: 'unknown_attempt' },
      authentic: true,
    })
    expect(await open.call('GET', '/v1/nothing')).toMatchObject({
      status: 404,
      body: { error: 'unknown_call' },
      authentic: true,
    })
    expect(await open.call('POST', '/v1/payments', '{')).toMatchObject({
      status: 400,
      authentic: true,
    })
  })

  it.each(['bank-merchant', 'bank-timestamp', 'bank-nonce', 'bank-signature'])(
    'without %s nobody is let in',
    async (header) => {
      expect(
        await open.call('GET', '/v1/ledger', undefined, { [header]: undefined }),
      ).toMatchObject({ status: 401 })
      expect(await open.call('GET', '/v1/ledger', undefined, { [header]: 'forged' })).toMatchObject(
        { status: 401 },
      )
    },
  )

  it('malformed input is refused with the paths that are wrong, and without what was typed', async () => {
    const wrong = startInput('not-a-card-4111', { amount_minor: -5, currency: 'BTC', surprise: 1 })
    const { status, body } = await open.call('POST', '/v1/payments', wrong)
    expect(status).toBe(400)
    expect(body.error).toBe('malformed')
    expect(Object.keys(body.fields as object)).toEqual(
      expect.arrayContaining(['amount_minor', 'currency', 'card.number']),
    )
    expect(JSON.stringify(body)).not.toMatch(/4111|BTC|-5/)
    for (const amount of [0, 1.5, '100', null, 1e300]) {
      const input = startInput(CARD, { attempt_id: 'att_amount', amount_minor: amount })
      expect((await open.call('POST', '/v1/payments', input)).status).toBe(400)
    }
    expect((await open.call('GET', '/v1/attempts/att_amount')).status).toBe(404)
  })

  it('an attempt is one payment: the same body gives the same answer, another body 422', async () => {
    const input = startInput(CARD, { attempt_id: 'att_same' })
    const first = await open.call('POST', '/v1/payments', input)
    expect((await open.call('POST', '/v1/payments', input)).body).toEqual(first.body)
    // The security code is not stored, so it cannot be compared.
    expect(
      (await open.call('POST', '/v1/payments', { ...input, card: { ...input.card, cvc: '111' } }))
        .body,
    ).toEqual(first.body)
    const otherCard = { ...input.card, number: '5528790000000008' }
    for (const change of [
      { amount_minor: 1 },
      { order_number: 'AR-2' },
      { card: otherCard },
      { locale: 'en' },
    ]) {
      expect(await open.call('POST', '/v1/payments', { ...input, ...change })).toMatchObject({
        status: 422,
        body: { error: 'attempt_differs' },
      })
    }
  })

  it('returns and notices go to the allowed origins only', async () => {
    const foreign = [
      'evil.example/return',
      'apps.localhost.evil.example:3999/',
      'apps.localhost:4000/',
      'apps.localhost',
    ]
    for (const url of [
      ...foreign.map((rest) => `http://${rest}`),
      'https://apps.localhost:3999/',
    ]) {
      for (const field of ['return_url', 'notice_url']) {
        expect(
          await open.call(
            'POST',
            '/v1/payments',
            startInput(CARD, { attempt_id: 'att_origin', [field]: url }),
          ),
        ).toMatchObject({
          status: 422,
          body: { error: 'origin_not_allowed', fields: { [field]: 'origin' } },
        })
      }
    }
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'apps.localhost:3999', 7]) {
      expect(
        (
          await open.call(
            'POST',
            '/v1/payments',
            startInput(CARD, { attempt_id: 'att_origin', return_url: url }),
          )
        ).status,
      ).toBe(400)
    }
  })

  it('an expired card, a security code of the wrong length and an unknown number are declined', async () => {
    const declined = async (card: Record<string, unknown>) => {
      const input = startInput(CARD, {
        attempt_id: `att_${JSON.stringify(card).replace(/\W/g, '')}`,
      })
      return (
        await open.call('POST', '/v1/payments', { ...input, card: { ...input.card, ...card } })
      ).body
    }
    expect(await declined({ expiry_month: 10, expiry_year: 2026 })).toMatchObject({
      state: 'declined',
      reason: 'expired_card',
      challenge_url: null,
    })
    expect(await declined({ expiry_month: 11, expiry_year: 2026 })).toMatchObject({
      state: 'challenge',
    })
    expect(await declined({ cvc: '1234' })).toMatchObject({
      state: 'declined',
      reason: 'invalid_cvc',
    })
    expect(await declined({ number: '374427000000003', cvc: '123' })).toMatchObject({
      state: 'declined',
      reason: 'invalid_cvc',
    })
    expect(await declined({ number: '4242424242424242' })).toMatchObject({
      state: 'declined',
      reason: 'unknown_card',
    })
    expect(await declined({ number: '4242424242424241' })).toMatchObject({
      state: 'declined',
      reason: 'unknown_card',
    })
  })

  it('a void ends an open payment without an entry and gives a paid one back whole, once', async () => {
    const { payment: waiting } = await open.start(CARD)
    const voided = (id: string | undefined) => open.call('POST', `/v1/payments/${id}/void`, {})
    expect(await voided(waiting.payment_id)).toMatchObject({
      status: 200,
      body: { state: 'voided' },
    })
    expect(await open.complete(waiting)).toMatchObject({ body: { state: 'voided' } })

    const { payment } = await paid()
    expect(await voided(payment.payment_id)).toMatchObject({ body: { state: 'voided' } })
    expect(await voided(payment.payment_id)).toMatchObject({
      status: 200,
      body: { state: 'voided' },
    })
    const refund = {
      payment_id: payment.payment_id,
      amount_minor: 1,
      currency: 'TRY',
      key: 'after-void',
    }
    expect(await open.call('POST', '/v1/refunds', refund)).toMatchObject({
      status: 409,
      body: { error: 'not_paid' },
    })
    const { body } = await open.call('GET', `/v1/ledger?order_number=${payment.order_number}`)
    expect(body.totals).toEqual([
      { currency: 'TRY', charged_minor: 24_990, refunded_minor: 0, voided_minor: 24_990 },
    ])
    expect(
      (await open.call('GET', `/v1/ledger?order_number=${waiting.order_number}`)).body.entries,
    ).toEqual([])
    expect(await voided('pay_nobody')).toMatchObject({ status: 404 })
  })

  it('a void is refused for what was declined, partly given back, or cannot go back', async () => {
    const voided = async (id: string | undefined) =>
      open.call('POST', `/v1/payments/${id}/void`, {})
    expect(await voided((await open.start('4242424242424242')).payment.payment_id)).toMatchObject({
      status: 409,
      body: { error: 'already_declined' },
    })
    const { payment } = await paid()
    await open.call('POST', '/v1/refunds', {
      payment_id: payment.payment_id,
      amount_minor: 1,
      currency: 'TRY',
      key: 'before-void',
    })
    expect(await voided(payment.payment_id)).toMatchObject({
      status: 409,
      body: { error: 'already_refunded' },
    })
    expect(await voided((await paid('5406670000000009')).payment.payment_id)).toMatchObject({
      status: 422,
      body: { error: 'not_refundable' },
    })
  })

  it('what nobody completes within an hour is voided and can never be charged', async () => {
    const { payment } = await open.start(CARD)
    await open.pass(payment.challenge_url ?? '')
    open.clock.moveSeconds(3_599)
    expect((await open.call('GET', `/v1/attempts/${payment.attempt_id}`)).body).toMatchObject({
      state: 'ready',
    })
    open.clock.moveSeconds(1)
    expect((await open.complete(payment)).body).toMatchObject({ state: 'voided' })
  })

  it('the book shows every movement of an order on two accounts, page by page', async () => {
    const { payment } = await paid()
    for (const [key, amount_minor] of [
      ['one', 100],
      ['two', 200],
    ] as const) {
      await open.call('POST', '/v1/refunds', {
        payment_id: payment.payment_id,
        amount_minor,
        currency: 'TRY',
        key: `${key}-${payment.payment_id}`,
      })
    }
    const pageAfter = async (after: number) => {
      const { body } = await open.call(
        'GET',
        `/v1/ledger?order_number=${payment.order_number}&limit=2&after=${after}`,
      )
      return body as { entries: Record<string, unknown>[]; next_after: number }
    }
    const first = await pageAfter(0)
    const rest = await pageAfter(first.next_after)
    const entries = [...first.entries, ...rest.entries]
    expect(entries.map((entry) => [entry.kind, entry.amount_minor])).toEqual([
      ['charge', 24_990],
      ['refund', 100],
      ['refund', 200],
    ])
    expect(entries[0]).toMatchObject({
      credit: 'merchant:arasta',
      debit: expect.stringMatching(/^card:/),
    })
    expect(entries[1]).toMatchObject({ debit: 'merchant:arasta', credit: entries[0]?.debit })
    expect(rest.next_after).toBeNull()
    const at = (ms: number) =>
      new Date(Date.parse(String(entries[0]?.created_at)) + ms).toISOString()
    const between = async (from: number, until: number) => {
      const { body } = await open.call(
        'GET',
        `/v1/ledger?order_number=${payment.order_number}&from=${at(from)}&until=${at(until)}`,
      )
      return (body.entries as unknown[]).length
    }
    expect([await between(0, 1), await between(-1, 0), await between(1, 60_000)]).toEqual([3, 0, 0])
    expect((await open.call('GET', '/v1/ledger?limit=0')).status).toBe(400)
    expect((await open.call('GET', '/v1/ledger?from=2020')).status).toBe(400)
  })

  it('a card that fails every time fails every time, and the payment is found all the same', async () => {
    const { payment } = await open.start(ownNumber('06', 'charge', { everyTime: true }))
    await open.pass(payment.challenge_url ?? '')
    for (let time = 0; time < 3; time++)
      expect(await open.complete(payment)).toMatchObject({ status: 500 })
    expect((await open.call('GET', `/v1/attempts/${payment.attempt_id}`)).body).toMatchObject({
      state: 'paid',
    })
    expect(
      (await open.call('GET', `/v1/ledger?order_number=${payment.order_number}`)).body.entries,
    ).toHaveLength(1)
  })

  it('a charge without challenge that broke off can be finished by the same start or by complete', async () => {
    const number = ownNumber('05', 'charge', { noChallengeInAuto: true })
    for (const finish of ['start', 'complete'] as const) {
      const ids = { attempt_id: `att_direct_${finish}`, order_number: `AR-direct-${finish}` }
      const input = startInput(number, { ...ids, three_d_secure: 'auto' })
      expect(await open.call('POST', '/v1/payments', input)).toMatchObject({ status: 500 })
      const { body } = await open.call('GET', `/v1/attempts/${input.attempt_id}`)
      expect(body).toMatchObject({ state: 'started', challenge_url: null })
      const end =
        finish === 'start'
          ? await open.call('POST', '/v1/payments', input)
          : await open.complete(body)
      expect(end.body).toMatchObject({ state: 'paid' })
      expect(
        (await open.call('GET', `/v1/ledger?order_number=${input.order_number}`)).body.entries,
      ).toHaveLength(1)
    }
  })

  it('a body that is too large is refused', async () => {
    expect(
      (await open.call('POST', '/v1/payments', startInput(CARD, { item_name: 'x'.repeat(70_000) })))
        .status,
    ).toBe(413)
  })

  it('neither number nor security code of a card is anywhere on the disk', async () => {
    const number = '6501700194147183'
    const { payment } = await open.start(number, {
      card: { ...startInput(number).card, cvc: '808' },
    })
    await open.pass(payment.challenge_url ?? '')
    await open.complete(payment)
    const files = readdirSync(open.dataFolder)
    expect(files).toContain('ledger.sqlite-wal')
    const bytes = files
      .map((file) => readFileSync(join(open.dataFolder, file)).toString('latin1'))
      .join('')
    const found = (text: string) => bytes.includes(text)
    expect(found(payment.payment_id ?? '')).toBe(true)
    const secrets = [
      number,
      number.slice(0, 12),
      number.slice(4),
      '"cvc"',
      '"808"',
      'AYSE YILMAZ',
      'ayse@example',
    ]
    for (const secret of secrets) expect(found(secret), secret).toBe(false)
  })

  it('the page for people lists payments by their last four digits', async () => {
    const { payment } = await paid()
    for (const [hl, title] of [
      ['tr', 'Son ödemeler'],
      ['en', 'Last payments'],
      ['ar', 'آخر المدفوعات'],
    ]) {
      const text = (await open.http.request(`${open.bank.url}/?hl=${hl}`)).body.toString()
      expect(text).toContain(title)
      expect(text).toContain(payment.order_number)
      expect(text).toContain('Troy •••• 0000')
    }
  })

  it('answers on plain localhost as well', async () => {
    expect((await open.http.request(`http://localhost:${open.bank.port}/health`)).status).toBe(200)
  })
})
