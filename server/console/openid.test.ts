import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleBrowser, firstOperator, mailTo, signInToConsole } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'

/** Accounts of the provider by the name that is typed there. */
const ACCOUNTS: Record<string, { email: string; email_verified: boolean; groups?: string[] }> = {
  deniz: { email: 'Deniz@example.com', email_verified: true },
  stranger: { email: 'stranger@example.com', email_verified: true },
  claims: { email: 'deniz@example.com', email_verified: false },
  ece: { email: 'ece@example.com', email_verified: true },
}

let market: Marketplace
let server: Server
let admin: ConsoleBrowser

beforeAll(async () => {
  server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  market = await startMarketplace({
    catalogue: false,
    settings: {
      OPENID_ISSUER: issuer,
      OPENID_CLIENT_ID: 'arasta',
      OPENID_CLIENT_SECRET: 'a secret of the console',
      OPENID_NAME: 'Example Ltd.',
    },
  })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'arasta',
        client_secret: 'a secret of the console',
        redirect_uris: [`${market.origins.console}/sign-in/openid`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...ACCOUNTS[sub] }) }),
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['one key'] },
    ttl: { Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, Interaction: 600 },
  })
  server.on('request', provider.callback())
  admin = await firstOperator(market)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await market.stop()
})

const begin = async (browser: ConsoleBrowser) =>
  String((await browser.ask('POST', '/sign-in/openid', { next: '/operator' })).body.url)

/**
 * A person at the provider: signs in there and agrees; what the provider sends back in the address
 * of the console.
 */
async function comeBack(url: string, account: string): Promise<string> {
  const cookies = new Map<string, string>()
  let [address, form]: [string, Record<string, string> | null] = [url, null]
  for (let step = 0; step < 12; step++) {
    const response: Response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const pair = cookie.split(';')[0] ?? ''
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const text = await response.text()
    const next = response.headers.get('location')
    form = null
    if (next !== null) address = new URL(next, address).href
    else if (text.includes('name="login"'))
      form = { prompt: 'login', login: account, password: 'x' }
    else form = { prompt: 'consent' }
    if (address.startsWith(market.origins.console)) return new URL(address).search.slice(1)
  }
  throw new Error(`the provider sent nobody back: ${address}`)
}

test('who has a confirmed address at the provider and here comes in by it, and the next time by the account alone', async () => {
  const browser = new ConsoleBrowser(market)
  expect((await browser.ask('GET', '/sign-in/doors')).body).toEqual({
    openid: { name: 'Example Ltd.' },
  })
  const query = await comeBack(await begin(browser), 'deniz')
  expect(
    (await browser.ask('POST', '/sign-in/openid/return', { query })).body.code,
    'the address was never confirmed here',
  ).toBe('people.openid_unknown')
  await market.services.db
    .updateTable('people')
    .set({ email_verified: true, locale: 'en' })
    .where('email', '=', 'deniz@example.com')
    .execute()

  const second = await comeBack(await begin(browser), 'deniz')
  expect((await browser.ask('POST', '/sign-in/openid/return', { query: second })).body).toEqual({
    next: '/operator',
  })
  expect((await browser.ask('GET', '/account')).body).toMatchObject({ email: 'deniz@example.com' })

  expect((await mailTo(market, 'deniz@example.com')).text).toContain(
    'A sign-in provider was linked to your account: Example Ltd.',
  )

  await market.services.db
    .updateTable('people')
    .set({ email: 'moved@example.com' })
    .where('email', '=', 'deniz@example.com')
    .execute()
  const later = new ConsoleBrowser(market)
  await later.ask('POST', '/sign-in/openid/return', {
    query: await comeBack(await begin(later), 'deniz'),
  })
  expect((await later.ask('GET', '/account')).body).toMatchObject({ email: 'moved@example.com' })
  await market.services.db
    .updateTable('people')
    .set({ email: 'deniz@example.com' })
    .where('email', '=', 'moved@example.com')
    .execute()
})

test('nobody comes in whom the market did not ask in, or whose address the provider has not confirmed', async () => {
  for (const account of ['stranger', 'claims']) {
    const browser = new ConsoleBrowser(market)
    const answer = await browser.ask('POST', '/sign-in/openid/return', {
      query: await comeBack(await begin(browser), account),
    })
    expect([answer.status, answer.body.code]).toEqual([403, 'people.openid_unknown'])
    expect((await browser.ask('GET', '/account')).status).toBe(401)
  }
})

test('a return is good once, in the browser that began, with its own state and unchanged', async () => {
  const [browser, other] = [new ConsoleBrowser(market), new ConsoleBrowser(market)]
  const query = await comeBack(await begin(browser), 'deniz')
  const codeOf = async (who: ConsoleBrowser, given: string) =>
    (await who.ask('POST', '/sign-in/openid/return', { query: given })).body.code
  expect(await codeOf(other, query), 'another browser').toBe('people.openid_failed')
  await begin(other)
  expect(await codeOf(other, query), 'another browser that began too').toBe('people.openid_failed')
  const changed = new URLSearchParams(query)
  changed.set('code', `${changed.get('code')}x`)
  expect(await codeOf(browser, String(changed)), 'another code').toBe('people.openid_failed')
  expect(await codeOf(browser, query), 'a second time').toBe('people.openid_failed')
  const late = await comeBack(await begin(browser), 'deniz')
  market.clock.moveSeconds(601)
  expect(await codeOf(browser, late), 'after ten minutes').toBe('people.openid_failed')
})

test('groups give roles at each sign-in and take them when they are gone; by hand given ones stay, and so does the last admin', async () => {
  const { db } = market.services
  const roleOf = async (email: string) =>
    (await db
      .selectFrom('operators')
      .innerJoin('people', 'people.id', 'operators.person_id')
      .select(['role', 'from_groups'])
      .where('email', '=', email)
      .executeTakeFirst()) ?? null
  const comeIn = async (account: string, groups?: string[]) => {
    ACCOUNTS[account] = {
      ...ACCOUNTS[account]!,
      ...(groups === undefined ? { groups: [] } : { groups }),
    }
    const browser = new ConsoleBrowser(market)
    const query = await comeBack(await begin(browser), account)
    const answer = await browser.ask('POST', '/sign-in/openid/return', { query })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return browser
  }
  await admin.ask('POST', '/operator/invitations', { email: 'ece@example.com', role: 'support' })
  const ece = await signInToConsole(market, 'ece@example.com')
  await db
    .updateTable('people')
    .set({ email_verified: true })
    .where('email', '=', 'ece@example.com')
    .execute()
  const roles = {
    admin: 'heads',
    reviewer: 'readers\nmarket/reviewers',
    support: '',
    finance: 'tills',
  }
  const save = (body: object, who = admin) => who.ask('PUT', '/operator/groups', body)
  expect((await save({ claim: 'groups', scope: 'groups', ...roles }, ece)).status).toBe(403)
  const twice = await save({ claim: 'groups', ...roles, finance: 'heads' })
  expect(twice.body).toMatchObject({ code: 'input.invalid', fields: { finance: {} } })
  expect((await save({ claim: 'groups', scope: 'groups', ...roles })).status).toBe(200)
  expect((await admin.ask('GET', '/operator/groups')).body).toMatchObject({
    provider: 'Example Ltd.',
    claim: 'groups',
    groups: { admin: ['heads'], reviewer: ['market/reviewers', 'readers'], finance: ['tills'] },
  })

  await comeIn('ece', ['somebody'])
  expect(await roleOf('ece@example.com'), 'given by hand').toEqual({
    role: 'support',
    from_groups: false,
  })
  await comeIn('ece', ['tills', 'market/reviewers'])
  expect(await roleOf('ece@example.com'), 'the first of the order').toEqual({
    role: 'reviewer',
    from_groups: true,
  })
  const reviewer = await comeIn('ece', ['readers'])
  expect((await reviewer.ask('GET', '/operator/queue')).status).toBe(200)
  await comeIn('ece')
  expect(await roleOf('ece@example.com')).toBe(null)
  expect((await reviewer.ask('GET', '/operator/queue')).status, 'at once, everywhere').toBe(403)
  const lines = await admin.ask('GET', '/operator/audit?kind=operator')
  expect((lines.body.lines as object[])[0]).toMatchObject({
    operation: 'signInByOpenId',
    before: { role: 'reviewer' },
    after: { role: null },
  })

  await comeIn('deniz', ['heads'])
  await comeIn('deniz')
  expect(await roleOf('deniz@example.com'), 'the last admin').toEqual({
    role: 'admin',
    from_groups: true,
  })
  expect((await save({ claim: '', ...roles })).status).toBe(200)
  await comeIn('ece', ['heads'])
  expect(await roleOf('ece@example.com'), 'groups are not read any more').toBe(null)
})

test('a provider that is not there is said in words', async () => {
  market.clock.moveSeconds(3601)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  const answer = await new ConsoleBrowser(market).ask('POST', '/sign-in/openid', { next: '/' })
  expect([answer.status, answer.body.code]).toEqual([503, 'people.openid_unreachable'])
})
