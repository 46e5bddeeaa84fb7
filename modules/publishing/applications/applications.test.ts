import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashSecret } from '#lib/ids.ts'
import { ConsoleBrowser, firstOperator, mailTo, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { forkNameServer } from '#test/support/name-server-process.ts'
import { purgeApplications } from './data.ts'
import { APPLICATION_LIMITS, CODE_SECONDS, DECLINED_SECONDS, MOST_TRIES } from './rules.ts'

let market: Marketplace
let names: Awaited<ReturnType<typeof forkNameServer>>
let admin: ConsoleBrowser

beforeAll(async () => {
  names = await forkNameServer()
  market = await startMarketplace({ catalogue: false, settings: { NAME_SERVERS: names.address } })
  admin = await firstOperator(market)
})
afterAll(async () => {
  await market.stop()
  await names.stop()
})

let count = 0
const words = (more: object = {}) => {
  count += 1
  return {
    name: `Workshop ${count}`,
    country: 'TR',
    email: `owner-${count}@workshop-${count}.example`,
    website: `https://www.workshop-${count}.example/about`,
    makes: 'app',
    about: 'We make a gift note for carts, and care for it.',
    ...more,
  }
}
const DAY = 86_400
const stranger = () => new ConsoleBrowser(market)
/** All tests come from one network address. */
const forgetLimits = () => market.services.db.deleteFrom('limits').execute()

interface Application {
  token: string
  email: string
  domain: string
  browser: ConsoleBrowser
}

async function apply(more: object = {}, headers: Record<string, string> = {}) {
  const body = words(more)
  const browser = stranger()
  const { status, body: said } = await browser.ask('POST', '/partner-applications', body, headers)
  expect([status, said]).toEqual([200, { token: expect.any(String) as string }])
  return {
    token: String(said.token),
    email: body.email,
    domain: new URL(body.website).hostname.replace('www.', ''),
    browser,
  } satisfies Application
}
const at = (one: Application, rest = '') => `/partner-applications/${one.token}${rest}`
const look = async (one: Application) => (await one.browser.ask('GET', at(one))).body
const codeFor = async ({ email }: Application) =>
  /^\d{6}$/m.exec((await mailTo(market, email, /^\d{6}$/m)).text)?.[0] ?? ''
const confirm = async (one: Application, code?: string) =>
  one.browser.ask('POST', at(one, '/mail'), { code: code ?? (await codeFor(one)) })
async function proveDomain(one: Application) {
  const { record } = (await look(one)) as { record: { name: string; value: string } }
  await names.set(record.name, record.value)
  return one.browser.ask('POST', at(one, '/domain'))
}
/** An application that waits for an operator. */
async function waiting(more: object = {}, headers: Record<string, string> = {}) {
  const one = await apply(more, headers)
  expect((await confirm(one)).status).toBe(200)
  expect((await proveDomain(one)).body).toEqual({ way: 'dns' })
  return one
}
const idOf = async ({ token }: Application) =>
  (
    await market.services.db
      .selectFrom('partner_applications')
      .select('id')
      .where('token_hash', '=', hashSecret(token))
      .executeTakeFirstOrThrow()
  ).id

describe('a company applies to become a partner (D1, D19)', () => {
  test('from the form to its own partner: mail by a code, domain by DNS, one press of an operator, account by the mailed link', async () => {
    const one = await apply()
    expect(await look(one)).toMatchObject({
      state: 'open',
      domain: one.domain,
      record: { name: `_arasta.${one.domain}` },
      email_proved_at: null,
      domain_proved_at: null,
    })
    const early = await one.browser.ask('POST', at(one, '/domain'))
    expect([early.status, early.body.code]).toEqual([409, 'applications.mail_first'])
    expect((await confirm(one)).body).toEqual({ success: true })
    const none = await one.browser.ask('POST', at(one, '/domain'))
    expect([none.status, none.body.code]).toEqual([422, 'partners.proof_nowhere'])
    expect((await proveDomain(one)).body).toEqual({ way: 'dns' })
    expect(await look(one)).toMatchObject({ state: 'waiting', domain_way: 'dns' })

    const { rows } = (await admin.ask('GET', '/operator/inbox?kind=application')).body as {
      rows: { id: string; title: string; detail: string }[]
    }
    const id = await idOf(one)
    expect(rows).toContainEqual(
      expect.objectContaining({ id, detail: `${one.domain} · TR` }) as object,
    )
    const { status, body } = await admin.ask('POST', `/operator/applications/${id}/approval`)
    expect([status, body]).toEqual([200, { partner: expect.any(String) as string }])
    const partner = String(body.partner)
    expect(await look(one)).toMatchObject({ state: 'approved' })

    const owner = await signInToConsole(market, one.email)
    expect((await owner.ask('GET', `/partners/${partner}`)).body).toMatchObject({ role: 'owner' })
    expect((await owner.ask('GET', `/partners/${partner}/proofs`)).body).toMatchObject({
      domain: { name: one.domain, way: 'dns', proved_at: expect.any(String) as string },
    })
    const line = await market.services.db
      .selectFrom('audit_log')
      .select(['operation', 'kind', 'object_id', 'before', 'after'])
      .where('operation', '=', 'approvePartnerApplication')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({
      kind: 'application',
      object_id: id,
      before: { state: 'waiting' },
      after: { state: 'approved' },
    })
  })

  test('a wrong code counts, after the last one only a new code is good, and an old one ends by itself', async () => {
    const one = await apply()
    const code = await codeFor(one)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 1; tries < MOST_TRIES; tries += 1)
      expect((await confirm(one, wrong)).body.code).toBe('applications.code_wrong')
    expect((await confirm(one, wrong)).body.code).toBe('applications.code_over')
    expect((await confirm(one, code)).body.code).toBe('applications.code_over')
    expect((await look(one)).code_ends_at).toBeNull()
    expect((await one.browser.ask('POST', at(one, '/code'))).status).toBe(200)
    expect((await confirm(one, code)).body.code).toMatch(/code_/)
    market.clock.moveSeconds(CODE_SECONDS + 1)
    expect((await confirm(one)).body.code).toBe('applications.code_over')
    expect((await one.browser.ask('POST', at(one, '/code'))).status).toBe(200)
    expect((await confirm(one)).status).toBe(200)
    expect((await one.browser.ask('POST', at(one, '/code'))).body.code).toBe('applications.over')
  })

  test('is answered in the same way whether or not the address has an account, and its page is only for whoever has its address', async () => {
    await forgetLimits()
    const known = await apply({ email: 'deniz@example.com' })
    const unknown = await apply()
    const shown = async (one: Application) => Object.keys(await look(one)).sort()
    expect(await shown(known)).toEqual(await shown(unknown))
    for (const token of ['A'.repeat(43), 'none', await idOf(known)])
      expect((await stranger().ask('GET', `/partner-applications/${token}`)).status).toBe(404)
  })

  test('who applies again with a verified address takes the place of the former application', async () => {
    await forgetLimits()
    const first = await waiting()
    const again = await apply({ email: first.email.toUpperCase() })
    expect((await look(first)).state).toBe('waiting')
    await confirm({ ...again, email: first.email })
    expect((await look(first)).state).toBe('withdrawn')
    expect((await look(again)).state).toBe('open')
  })

  test('may be withdrawn, and then nothing else is possible', async () => {
    await forgetLimits()
    const one = await waiting()
    const id = await idOf(one)
    expect((await one.browser.ask('DELETE', at(one))).status).toBe(200)
    expect((await one.browser.ask('DELETE', at(one))).body.code).toBe('applications.over')
    expect((await one.browser.ask('POST', at(one, '/domain'))).body.code).toBe('applications.over')
    const late = await admin.ask('POST', `/operator/applications/${id}/approval`)
    expect([late.status, late.body.code]).toEqual([409, 'applications.not_waiting'])
  })

  test('an application of one address a day too many is refused, and other addresses still come in', async () => {
    await forgetLimits()
    for (let tries = 0; tries < APPLICATION_LIMITS.ip.most; tries += 1) await apply()
    const { status } = await stranger().ask('POST', '/partner-applications', words())
    expect(status).toBe(429)
    market.clock.moveSeconds(DAY + 1)
    await apply()
  })

  test('what is no company, no site and no language is refused at its field', async () => {
    await forgetLimits()
    for (const [field, value] of [
      ['name', 'x'],
      ['country', 'XX'],
      ['email', 'a@b.example, c@d.example'],
      ['website', 'http://workshop.example'],
      ['website', 'https://10.0.0.1/'],
      ['website', 'https://workshop.example@evil.example/'],
      ['makes', 'coffee'],
      ['about', 'short'],
    ] as const) {
      const { status, body } = await stranger().ask('POST', '/partner-applications', {
        ...words(),
        [field]: value,
      })
      expect([status, Object.keys((body.fields ?? {}) as object)], value).toEqual([400, [field]])
    }
  })
})

describe('an operator decides (D19)', () => {
  test('declines with a reason that the applicant reads in their language, on the page and by mail', async () => {
    await forgetLimits()
    const one = await waiting({}, { 'accept-language': 'tr' })
    const id = await idOf(one)
    const path = `/operator/applications/${id}/refusal`
    expect((await admin.ask('POST', path, { reason: 'no' })).status).toBe(400)
    const reason = 'Sitede ürün hakkında hiçbir bilgi yok.'
    expect((await admin.ask('POST', path, { reason })).status).toBe(200)
    expect(await look(one)).toMatchObject({ state: 'declined', reason })
    const letter = await mailTo(market, one.email, /hiçbir bilgi/)
    expect([letter.subject, letter.text.includes(reason)]).toEqual([
      expect.stringContaining('kabul edilmedi'),
      true,
    ])
    expect((await admin.ask('POST', `/operator/applications/${id}/approval`)).body.code).toBe(
      'applications.not_waiting',
    )
  })

  test('of two who press at once one approves: there is one partner', async () => {
    await forgetLimits()
    const one = await waiting()
    const path = `/operator/applications/${await idOf(one)}/approval`
    const answers = await Promise.all([admin.ask('POST', path), admin.ask('POST', path)])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
  })

  test('sees partners whose name looks the same, a name that claims too much, and former applications', async () => {
    await forgetLimits()
    await admin.ask('POST', '/operator/partners', { name: 'Paypal', email: 'pp@example.com' })
    const first = await waiting({ name: 'PayPaI Official' })
    const again = await waiting({ name: 'PaypaI', email: first.email })
    const id = await idOf(again)
    expect((await admin.ask('GET', `/operator/applications/${id}`)).body).toMatchObject({
      similar: [{ name: 'Paypal' }],
      earlier: [{ name: 'PayPaI Official', state: 'withdrawn' }],
    })
    const other = (await admin.ask('GET', '/operator/applications?state=withdrawn')).body
      .applications as { name: string; id: string }[]
    const claims = other.find((found) => found.name === 'PayPaI Official')
    expect((await admin.ask('GET', `/operator/applications/${claims?.id}`)).body.honest).toBe(false)
  })

  test('closes the market for new partners: the page says so with a contact, and what has begun may be completed', async () => {
    await forgetLimits()
    const begun = await apply()
    const put = (open: boolean) =>
      admin.ask('PUT', '/operator/partner-sign-up', { open, kept_days: 30 })
    expect((await put(false)).status).toBe(200)
    expect((await stranger().ask('GET', '/partner-applications')).body).toMatchObject({
      open: false,
    })
    const refused = await stranger().ask('POST', '/partner-applications', words())
    expect([refused.status, refused.body.code]).toEqual([409, 'applications.closed'])
    expect((await confirm(begun)).status).toBe(200)
    expect((await proveDomain(begun)).status).toBe(200)
    expect((await put(true)).status).toBe(200)
  })

  test('what nobody completed is erased after the days that operators chose, and what was declined after half a year', async () => {
    await forgetLimits()
    const left = await apply()
    const one = await waiting()
    const declined = await waiting()
    await admin.ask('POST', `/operator/applications/${await idOf(declined)}/refusal`, {
      reason: 'Not a company that we could find.',
    })
    await admin.ask('PUT', '/operator/partner-sign-up', { open: true, kept_days: 7 })
    market.clock.moveSeconds(6 * DAY)
    await purgeApplications(market.services)
    expect((await look(left)).state).toBe('open')
    market.clock.moveSeconds(2 * DAY)
    await purgeApplications(market.services)
    expect((await left.browser.ask('GET', at(left))).status).toBe(404)
    expect([(await look(one)).state, (await look(declined)).state]).toEqual(['waiting', 'declined'])
    market.clock.moveSeconds(DECLINED_SECONDS)
    await purgeApplications(market.services)
    expect((await declined.browser.ask('GET', at(declined))).status).toBe(404)
    expect((await look(one)).state).toBe('waiting')
  })
})
