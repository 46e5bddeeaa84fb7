import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  codeOfApp,
  signInToConsole,
  ConsoleBrowser,
  firstOperator,
  mailTo,
  PASSWORD,
  SECRET_LINK,
  tokenIn,
} from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { newFirstOperatorLink } from './public.ts'
import { FIRST_LINK_SECONDS, INVITATION_SECONDS } from './rules.ts'
import { secondStepToken } from './sign-in.ts'

let market: Marketplace
let admin: ConsoleBrowser
const stranger = () => new ConsoleBrowser(market)
const signIn = async (email: string, password = PASSWORD) => {
  const browser = stranger()
  return { browser, answer: await browser.ask('POST', '/sign-in', { email, password }) }
}

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
})
afterAll(() => market.stop())

describe('the first operator (D1)', () => {
  test('signs in by the link printed at start: the newest only, within a day, once', async () => {
    const old = await newFirstOperatorLink(market.services)
    const token = await newFirstOperatorLink(market.services)
    expect((await stranger().ask('GET', `/first/${old}`)).status).toBe(410)
    expect((await stranger().ask('GET', `/first/${token}`)).status).toBe(200)
    market.clock.moveSeconds(FIRST_LINK_SECONDS + 1)
    expect((await stranger().ask('GET', `/first/${token}`)).body).toMatchObject({
      code: 'people.link_over',
    })
    expect(
      JSON.stringify(
        await market.services.db.selectFrom('first_operator_links').selectAll().execute(),
      ),
    ).not.toContain(token)

    admin = await firstOperator(market)
    expect(await newFirstOperatorLink(market.services)).toBeNull()
    expect((await admin.ask('GET', '/operator/team')).body.members).toMatchObject([
      { email: 'deniz@example.com', role: 'admin', you: true, second_factor: false },
    ])
    const weak = await stranger().ask('POST', `/first/${token}`, {
      name: 'x',
      email: 'x@example.com',
      password: 'short',
    })
    expect(weak.body).toMatchObject({
      code: 'input.invalid',
      fields: { password: expect.stringContaining('10') as string },
    })
  })
})

describe('passwords', () => {
  test('a wrong password and an unknown address are refused alike; cookies are host-only and HttpOnly', async () => {
    const [wrong, unknown] = [
      await signIn('deniz@example.com', 'another password'),
      await signIn('nobody@example.com'),
    ]
    expect([wrong.answer.status, wrong.answer.body.code]).toEqual([422, 'people.sign_in_failed'])
    expect(unknown.answer.body).toEqual(wrong.answer.body)
    const origin = market.origins.console
    const response = await fetch(
      `${origin.replace('console.localhost', '127.0.0.1')}/api/sign-in`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ email: 'Deniz@example.com', password: PASSWORD }),
      },
    )
    const cookie =
      response.headers.getSetCookie().find((one) => one.startsWith('console.session_token')) ?? ''
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).not.toMatch(/Domain/i)
  })

  test('a cross-site write is refused, whatever its cookies', async () => {
    expect(
      (
        await admin.ask(
          'PUT',
          '/account',
          { name: 'Eve', locale: 'en' },
          { origin: 'http://evil.example' },
        )
      ).body.code,
    ).toBe('request.foreign_origin')
  })

  test('guessing is slowed down without locking out a browser that signed in before (A6)', async () => {
    await admin.ask('POST', '/operator/invitations', {
      email: 'guess@example.com',
      role: 'support',
    })
    await signInToConsole(market, 'guess@example.com')
    const { browser: known } = await signIn('guess@example.com')
    for (let tries = 0; tries < 12; tries += 1)
      await signIn('guess@example.com', `wrong number ${tries}`)
    const { answer } = await signIn('guess@example.com')
    expect([answer.status, answer.body.code]).toEqual([429, 'rate.limited'])
    expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    expect(
      (await known.ask('POST', '/sign-in', { email: 'guess@example.com', password: PASSWORD }))
        .body,
    ).toEqual({ next: 'done' })
  })

  test('recovery mails a confirmed address only, sets a new password once and ends every session', async () => {
    expect(
      (await stranger().ask('POST', '/recovery', { email: 'deniz@example.com' })).body,
    ).toEqual({ success: true })
    expect((await mailTo(market, 'deniz@example.com')).subject).toBe(
      'Arasta: is this address yours?',
    )
    const check = tokenIn((await mailTo(market, 'deniz@example.com', SECRET_LINK)).text)
    expect((await stranger().ask('POST', '/email-check', { token: check })).status).toBe(200)
    expect(
      (await stranger().ask('POST', '/email-check', { token: `${check.slice(0, -4)}AAAA` })).body
        .code,
    ).toBe('people.link_over')

    expect(
      (await stranger().ask('POST', '/recovery', { email: 'nobody@example.com' })).body,
    ).toEqual({ success: true })
    await stranger().ask('POST', '/recovery', { email: 'deniz@example.com' })
    const letter = await mailTo(market, 'deniz@example.com')
    expect(letter.subject).toBe('Arasta: a new password')
    const token = tokenIn(letter.text)
    expect(
      JSON.stringify(await market.services.db.selectFrom('person_checks').selectAll().execute()),
    ).not.toContain(token)
    expect(
      (await stranger().ask('PUT', '/recovery', { token, password: 'yeni uzun parola' })).status,
    ).toBe(200)
    expect(
      (await stranger().ask('PUT', '/recovery', { token, password: 'a third one here' })).body.code,
    ).toBe('people.link_over')
    expect((await admin.ask('GET', '/account')).status).toBe(401)
    const again = await signIn('deniz@example.com', 'yeni uzun parola')
    expect(again.answer.body).toEqual({ next: 'done' })
    admin = again.browser
    expect(
      (await admin.ask('PUT', '/account/password', { password: 'wrong', new_password: PASSWORD }))
        .body,
    ).toMatchObject({ fields: { password: 'The password is wrong' } })
    expect(
      (
        await admin.ask('PUT', '/account/password', {
          password: 'yeni uzun parola',
          new_password: PASSWORD,
        })
      ).status,
    ).toBe(200)
  })
})

describe('two-factor authentication', () => {
  test('an authenticator app is required once its first code was entered; a backup code works once', async () => {
    const started = await admin.ask('POST', '/account/app-code', { password: PASSWORD })
    const { uri, backup_codes: codes } = started.body as { uri: string; backup_codes: string[] }
    expect((await signIn('deniz@example.com')).answer.body).toEqual({ next: 'done' })
    expect((await admin.ask('PUT', '/account/app-code', { code: '000000' })).body.code).toBe(
      'people.code_wrong',
    )
    expect((await admin.ask('PUT', '/account/app-code', { code: codeOfApp(uri) })).status).toBe(200)
    const rows = JSON.stringify(
      await market.services.db.selectFrom('person_app_codes').selectAll().execute(),
    )
    expect(rows).not.toContain(new URL(uri).searchParams.get('secret'))
    for (const code of codes) expect(rows).not.toContain(code)

    const { browser, answer } = await signIn('deniz@example.com')
    expect(answer.body).toEqual({ next: 'code' })
    expect((await browser.ask('GET', '/account')).status).toBe(401)
    expect(
      (await browser.ask('POST', '/sign-in/code', { code: '123456', kind: 'app' })).body.code,
    ).toBe('people.code_wrong')
    expect(
      (await browser.ask('POST', '/sign-in/code', { code: codeOfApp(uri), kind: 'app' })).status,
    ).toBe(200)
    expect((await browser.ask('GET', '/account')).body).toMatchObject({ app_code: true })

    const [first, second] = [await signIn('deniz@example.com'), await signIn('deniz@example.com')]
    expect(
      (await first.browser.ask('POST', '/sign-in/code', { code: codes[0], kind: 'backup' })).status,
    ).toBe(200)
    expect(
      (await second.browser.ask('POST', '/sign-in/code', { code: codes[0], kind: 'backup' })).body
        .code,
    ).toBe('people.code_wrong')
    admin = browser
  })

  test('after five wrong codes the password is required again, and the attempts stay counted', async () => {
    const { browser } = await signIn('deniz@example.com')
    const codes = []
    for (let tries = 0; tries < 6; tries += 1)
      codes.push(
        (await browser.ask('POST', '/sign-in/code', { code: '111111', kind: 'app' })).body.code,
      )
    expect(codes).toEqual([...Array<string>(5).fill('people.code_wrong'), 'people.code_over'])
  })

  test('attempts are counted by the exact cookie of the first factor, not by one with a similar name', () => {
    expect(secondStepToken('xtwo_factor=a; console.two_factor=b')).toBe('b')
    expect(secondStepToken('__Secure-console.two_factor=b; x=y')).toBe('b')
    expect(secondStepToken('x.two_factor=a')).toBeUndefined()
  })

  test('an unknown passkey, or an answer to another challenge, is refused', async () => {
    const credential = { id: 'x', rawId: 'x', type: 'public-key', response: {} }
    const browser = stranger()
    expect((await browser.ask('POST', '/sign-in/passkey', { credential })).body.code).toBe(
      'people.passkey_failed',
    )
    expect((await browser.ask('GET', '/sign-in/passkey')).body).toMatchObject({
      rpId: 'console.localhost',
      userVerification: 'required',
    })
    expect((await browser.ask('POST', '/sign-in/passkey', { credential })).body.code).toBe(
      'people.passkey_failed',
    )
    // this session is older than half a day by the market's clock
    expect((await admin.ask('GET', '/account/passkeys/new')).body.code).toBe('people.sign_in_again')
  })
})

describe('sessions', () => {
  test('are listed, and ended one by one or all others at once, by their owner only', async () => {
    await admin.ask('POST', '/operator/invitations', { email: 'ses@example.com', role: 'finance' })
    const here = await signInToConsole(market, 'ses@example.com')
    const there = (await signIn('ses@example.com')).browser
    await signIn('ses@example.com')
    const { sessions } = (await here.ask('GET', '/account')).body as {
      sessions: { id: string; current: boolean; program: string }[]
    }
    expect(sessions.map((one) => one.current)).toEqual([false, false, true])
    expect((await admin.ask('DELETE', `/account/sessions/${sessions[1]?.id}`)).status).toBe(404)
    expect((await here.ask('DELETE', `/account/sessions/${sessions[1]?.id}`)).status).toBe(200)
    expect((await there.ask('GET', '/account')).status).toBe(401)
    expect((await here.ask('DELETE', '/account/sessions')).body).toEqual({ ended: 1 })
    expect((await here.ask('POST', '/sign-out')).status).toBe(200)
    expect((await here.ask('GET', '/account')).status).toBe(401)
  })
})

describe('invitations', () => {
  test('work by one link, once, within a week, for one address; a new invitation ends the old link', async () => {
    await admin.ask('POST', '/operator/invitations', { email: 'Ada@Example.com', role: 'reviewer' })
    const old = tokenIn((await mailTo(market, 'ada@example.com', SECRET_LINK)).text)
    await admin.ask('POST', '/operator/invitations', { email: 'ada@example.com', role: 'support' })
    const token = tokenIn((await mailTo(market, 'ada@example.com', SECRET_LINK)).text)
    expect((await stranger().ask('GET', `/invitations/${old}`)).body.code).toBe('people.link_over')
    expect((await stranger().ask('GET', `/invitations/${token}`)).body).toEqual({
      email: 'ada@example.com',
      role: 'support',
      partner: null,
      invited_by: 'Deniz Er',
      known: false,
    })
    expect((await admin.ask('POST', `/invitations/${token}`, {})).body.code).toBe(
      'people.other_address',
    )
    expect(
      (await stranger().ask('POST', `/invitations/${token}`, { name: 'Ada' })).body,
    ).toMatchObject({ fields: { password: 'This field is required' } })
    const ada = stranger()
    expect(
      (await ada.ask('POST', `/invitations/${token}`, { name: 'Ada', password: PASSWORD })).body,
    ).toEqual({ partner: null })
    expect((await ada.ask('GET', '/account')).body).toMatchObject({
      email_verified: true,
      name: 'Ada',
    })
    expect(
      (await stranger().ask('POST', `/invitations/${token}`, { name: 'Eve', password: PASSWORD }))
        .body.code,
    ).toBe('people.link_over')

    await admin.ask('POST', '/operator/invitations', { email: 'late@example.com', role: 'support' })
    const late = tokenIn((await mailTo(market, 'late@example.com', SECRET_LINK)).text)
    market.clock.moveSeconds(INVITATION_SECONDS + 1)
    expect((await stranger().ask('GET', `/invitations/${late}`)).body.code).toBe('people.link_over')
  })
})
