import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBank, SHOP, type OpenBank } from './test-merchant.support.ts'

const CARD = '5528790000000008'

describe('the 3-D Secure page', { timeout: 30_000 }, () => {
  let open: OpenBank
  beforeAll(async () => {
    open = await openBank()
  })
  afterAll(() => open.close())

  const page = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await open.http.request(url, { headers })
    return { status: answer.status, headers: answer.headers, text: answer.body.toString() }
  }
  const stateOf = async (attemptId: string | undefined) =>
    (await open.call('GET', `/v1/attempts/${attemptId}`)).body

  it('shows merchant, amount and last four digits, and nothing more of the card', async () => {
    const { payment } = await open.start(CARD)
    const { status, text } = await page(payment.challenge_url ?? '')
    expect(status).toBe(200)
    for (const shown of ['Arasta', '₺249,90', 'Mastercard •••• 0008', 'Gerçek para yok'])
      expect(text).toContain(shown)
    expect(text).not.toContain(CARD)
    expect(text).not.toContain('552879')
    // The code on the page is random and may hold the card's three digits: look for the name
    // instead.
    expect(text).not.toContain('cvc')
  })

  it('speaks the language of the payment, or the one asked for; Arabic runs from right to left', async () => {
    const { payment } = await open.start(CARD, {
      locale: 'ar',
      currency: 'SAR',
      amount_minor: 9_900,
    })
    const url = payment.challenge_url ?? ''
    expect((await page(url)).text).toMatch(
      /<html lang="ar" dir="rtl">[\s\S]*أكِّد عملية الدفع[\s\S]*99\.00 ر\.س/,
    )
    expect((await page(`${url}?hl=EN`)).text).toMatch(
      /<html lang="en" dir="ltr">[\s\S]*Confirm this payment/,
    )
    expect((await page(`${url}?hl=tr`)).text).toContain('Ödemeyi onayla')
    expect((await page(`${url}?hl=xx`)).text).toContain('lang="ar"')
  })

  it('is never framed, never cached, runs no foreign script and keeps its address to itself', async () => {
    const { payment } = await open.start(CARD)
    const { headers } = await page(payment.challenge_url ?? '')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${SHOP}`)
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin',
    })
    // The shop's window is the opener of this one and gets the result from it.
    expect(headers['cross-origin-opener-policy']).toBeUndefined()
  })

  it('ends with a signed form to the shop that sends itself, with a button for browsers without JavaScript', async () => {
    const { payment } = await open.start(CARD)
    const text = (await open.pass(payment.challenge_url ?? '')).body.toString()
    expect(text).toContain(`action="${SHOP}/return"`)
    expect(text).toMatch(
      /name="status" value="success"[\s\S]*name="md_status" value="1"[\s\S]*name="signature" value="v1=/,
    )
    expect(text).toMatch(/<button>Mağazaya dön<\/button>/)
    expect(text).toContain('.submit()')
    expect(await stateOf(payment.attempt_id)).toMatchObject({ state: 'ready', md_status: 1 })
  })

  it('opened a second time says that it is finished, does not send itself, and still leads back', async () => {
    const { payment } = await open.start(CARD)
    const url = payment.challenge_url ?? ''
    await open.pass(url)
    const { text } = await page(url)
    expect(text).toContain('Bu onay sona ermiş')
    expect(text).not.toContain('.submit()')
    expect(text).toContain(`action="${SHOP}/return"`)
    expect(text).not.toMatch(/<strong[^>]*>\d{6}</)
    // A second click on the button changes nothing.
    expect((await open.form(url, { action: 'cancel' })).body.toString()).toContain(
      'value="success"',
    )
    expect(await stateOf(payment.attempt_id)).toMatchObject({ state: 'ready' })
  })

  it('three wrong codes end it', async () => {
    const { payment } = await open.start(CARD, { locale: 'en' })
    const url = payment.challenge_url ?? ''
    const wrong = async (code: string) =>
      (await open.form(url, { action: 'confirm', code })).body.toString()
    expect(await wrong('')).toContain('2 tries left')
    expect(await wrong('abc')).toMatch(/One try left[\s\S]*role|role="alert"/)
    const last = await wrong('999999999999')
    expect(last).toMatch(
      /Not confirmed[\s\S]*name="status" value="failure"[\s\S]*name="md_status" value="0"/,
    )
    expect(await stateOf(payment.attempt_id)).toMatchObject({
      state: 'declined',
      reason: 'three_d_failed',
    })
    expect(await open.complete(payment)).toMatchObject({ status: 200, body: { state: 'declined' } })
  })

  it('a form that is not ours counts as a wrong code', async () => {
    const { payment } = await open.start(CARD)
    const strange: Record<string, string>[] = [
      {},
      { action: 'pay' },
      { action: 'confirm', code: '1'.repeat(50) },
    ]
    for (const fields of strange) await open.form(payment.challenge_url ?? '', fields)
    expect(await stateOf(payment.attempt_id)).toMatchObject({
      state: 'declined',
      reason: 'three_d_failed',
    })
  })

  it('after ten minutes nothing can be confirmed any more', async () => {
    const { payment } = await open.start(CARD)
    const url = payment.challenge_url ?? ''
    const code = /<strong[^>]*>(\d{6})</.exec((await page(url)).text)?.[1] ?? ''
    open.clock.moveSeconds(599)
    expect((await page(url)).text).toContain('Onay kodu')
    open.clock.moveSeconds(1)
    expect((await page(url)).text).toContain('Süre doldu')
    expect((await open.form(url, { action: 'confirm', code })).body.toString()).toContain(
      'value="failure"',
    )
    expect(await stateOf(payment.attempt_id)).toMatchObject({
      state: 'declined',
      reason: 'three_d_expired',
      md_status: 5,
    })
  })

  it('an address that never was one is a clear page with 404', async () => {
    for (const token of ['none', 'x'.repeat(5_000), '%F0%9F%92%A5', "'%22%3E%3Cscript%3E"]) {
      const { status, text } = await page(`${open.bank.url}/3ds/${token}`, {
        'accept-language': 'en',
      })
      expect(status, token).toBe(404)
      expect(text).toContain('There is no payment here')
      expect(text).not.toContain('<script>')
    }
  })

  it('shows a name with markup as text', async () => {
    const strange = await openBank({ merchantName: '<b>Shop</b> & "Co"' })
    const { payment } = await strange.start(CARD)
    const text = (await strange.http.request(payment.challenge_url ?? '')).body.toString()
    expect(text).toContain('&lt;b&gt;Shop&lt;/b&gt; &amp; &quot;Co&quot;')
    await strange.close()
  })
})
