import {
  PARTNER_RIGHTS,
  type ConsolePolicy,
  OPERATOR_ROLES,
  TOKEN_SCOPES,
  partnersWho,
} from '#kernel/actor.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declareOperation, type Operation } from '#kernel/operation.ts'
import { newPartnerToken } from '#lib/access-token.ts'
import {
  signInToConsole,
  ConsoleBrowser,
  firstOperator,
  mailTo,
  tokenIn,
} from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { WHOLE } from '#test/support/sample-share.ts'
import { CONSOLE_OPERATIONS } from '../operations.ts'

interface Who {
  browser: ConsoleBrowser
  operator?: string
  partner?: string
  role?: string
  nobody?: true
  token?: { secret: string; scopes: readonly string[]; bound?: true }
}
/** From another site, and with the cookies of whoever made it: a token is what counts. */
const headersOf = ({ token }: Who): Record<string, string> =>
  token ? { authorization: `Bearer ${token.secret}`, origin: 'https://elsewhere.example' } : {}

let market: Marketplace
let admin: ConsoleBrowser
/** Every kind of person that the console knows, by what it is. */
const people = new Map<string, Who>()
const partners: Record<'a' | 'b', string> = { a: '', b: '' }
const idOf = async (browser: ConsoleBrowser): Promise<string> => {
  const { email } = (await browser.ask('GET', '/account')).body as { email: string }
  return (
    await market.services.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id
}
const lastLine = async () =>
  await market.services.db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  people.set('stranger', { browser: new ConsoleBrowser(market), nobody: true })
  people.set('operator admin', { browser: admin, operator: 'admin' })
  for (const role of OPERATOR_ROLES.filter((one) => one !== 'admin')) {
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
    people.set(`operator ${role}`, {
      browser: await signInToConsole(market, `${role}@example.com`),
      operator: role,
    })
  }
  for (const name of ['a', 'b'] as const) {
    partners[name] = String(
      (
        await admin.ask('POST', '/operator/partners', {
          name: `Atölye ${name}`,
          email: `owner-${name}@example.com`,
        })
      ).body.id,
    )
    people.set(`owner of ${name}`, {
      browser: await signInToConsole(market, `owner-${name}@example.com`),
      partner: partners[name],
      role: 'owner',
    })
  }
  const owner = people.get('owner of a')!.browser
  for (const role of ['developer', 'support', 'finance']) {
    await owner.ask('POST', `/partners/${partners.a}/invitations`, {
      email: `${role}-a@example.com`,
      role,
    })
    people.set(`${role} of a`, {
      browser: await signInToConsole(market, `${role}-a@example.com`),
      partner: partners.a,
      role,
    })
  }
  await addTokens()
  await admin.ask('POST', '/operator/invitations', { email: 'gone@example.com', role: 'support' })
  const gone = await signInToConsole(market, 'gone@example.com')
  await admin.ask('DELETE', `/operator/team/${await idOf(gone)}`)
  people.set('member of nothing', { browser: gone })
})
afterAll(() => market.stop())

/**
 * Every kind of token: one a scope, all of them, bound to an item, another partner's, and those
 * that open nothing.
 */
async function addTokens(): Promise<void> {
  const [owner, ofB] = [people.get('owner of a')!, people.get('owner of b')!]
  const make = async (who: Who, scopes: readonly string[], rest: object = {}) =>
    (
      await who.browser.ask('POST', `/partners/${who.partner}/tokens`, {
        name: scopes.join(),
        scopes,
        ...rest,
      })
    ).body as { id: string; token: string }
  const add = (
    name: string,
    who: Who,
    secret: string,
    more: Partial<Who> & { bound?: true; scopes?: readonly string[] } = {},
  ) =>
    people.set(`token: ${name}`, {
      ...who,
      ...more,
      token: {
        secret,
        scopes: more.scopes ?? TOKEN_SCOPES,
        ...(more.bound && { bound: more.bound }),
      },
    })
  for (const scope of TOKEN_SCOPES)
    add(scope, owner, (await make(owner, [scope])).token, { scopes: [scope] })
  add(
    'all of them, of a developer',
    people.get('developer of a')!,
    (await make(people.get('developer of a')!, TOKEN_SCOPES)).token,
  )
  add('all of them, of b', ofB, (await make(ofB, TOKEN_SCOPES)).token)
  const { id: item, partner_id: itsPartner } = await market.services.db
    .selectFrom('items')
    .select(['id', 'partner_id'])
    .executeTakeFirstOrThrow()
  const giveTo = (partner: string) =>
    market.services.db
      .updateTable('items')
      .set({ partner_id: partner })
      .where('id', '=', item)
      .execute()
  await giveTo(partners.a)
  add('bound to an item', owner, (await make(owner, TOKEN_SCOPES, { item })).token, { bound: true })
  await giveTo(itsPartner)
  const revoked = await make(owner, TOKEN_SCOPES)
  expect(
    (await owner.browser.ask('DELETE', `/partners/${partners.a}/tokens/${revoked.id}`)).status,
  ).toBe(200)
  add('revoked', owner, revoked.token, { nobody: true })
  const over = await make(owner, TOKEN_SCOPES)
  const ago = new Date(market.clock.now().getTime() - 1000)
  await market.services.db
    .updateTable('partner_tokens')
    .set({ created_at: new Date(ago.getTime() - 1000), remind_at: ago, expires_at: ago })
    .where('id', '=', over.id)
    .execute()
  add('over', owner, over.token, { nobody: true })
  add('never made', owner, newPartnerToken(), { nobody: true })
  add('no token at all', owner, 'rubbish', { nobody: true })
}

/**
 * What this person must be told at the door of an operation about partner a: a status, or null
 * where the door is open.
 */
function requireProvider(policy: ConsolePolicy, who: Who): number | null {
  if (who.token) {
    if (who.nobody) return 401
    if (policy.who === 'token') return null
    if (policy.who !== 'partner' || !policy.token) return 403
    if (who.partner !== partners.a || who.token.bound) return 404
    if (!who.token.scopes.includes(policy.token)) return 403
  }
  if (policy.who === 'guest') return null
  if (who.nobody || (policy.who === 'token' && !who.token)) return 401
  if (policy.who === 'person' || policy.who === 'token') return null
  if (policy.who === 'operator')
    return who.operator && (policy.roles as readonly string[]).includes(who.operator) ? null : 403
  if (who.partner !== partners.a) return 404
  return (policy.roles as readonly string[]).includes(who.role ?? '') ? null : 403
}

const triedByAll = new Set<string>()

/**
 * Everybody tries one operation of each policy. The others have the same door
 * (`kernel/define-operation.ts`): a stranger tries them, one who is let in and one who is not, each
 * time other people.
 */
function triersOf({ id, policy }: Operation): [string, Who][] {
  const all = [...people]
  const kind = JSON.stringify(policy)
  if (WHOLE || !triedByAll.has(kind)) {
    triedByAll.add(kind)
    return all
  }
  const at = CONSOLE_OPERATIONS.findIndex(({ operation }) => operation.id === id)
  const oneOf = (isOpen: boolean) => {
    const known = all.filter(
      ([, who]) =>
        !who.nobody && (requireProvider(policy as ConsolePolicy, who) === null) === isOpen,
    )
    return known.slice(at % known.length).slice(0, 1)
  }
  return [...all.slice(0, 1), ...oneOf(true), ...oneOf(false)]
}

describe('role × route × tenant', () => {
  for (const { operation } of CONSOLE_OPERATIONS.filter((one) => one.operation.id !== 'signOut')) {
    test(`${operation.id} is open to those that its policy names, and to nobody else`, async () => {
      for (const [name, who] of triersOf(operation)) {
        const path = String(operation.path)
          .replace('{partner}', partners.a)
          .replaceAll(/\{\w+\}/g, 'none')
        const { status, body } = await who.browser.ask(
          operation.method.toUpperCase(),
          path,
          operation.method === 'get' ? undefined : {},
          headersOf(who),
        )
        const closed = requireProvider(operation.policy as ConsolePolicy, who)
        if (closed === null)
          expect([401, 403, 500], `${name}: ${JSON.stringify(body)}`).not.toContain(status)
        else expect(status, name).toBe(closed)
      }
    })
  }

  test("a partner's owner cannot reach the members and invitations of another one, by whatever path", async () => {
    const [a, b] = [people.get('owner of a')!.browser, people.get('owner of b')!.browser]
    const { id } = (
      await b.ask('POST', `/partners/${partners.b}/invitations`, {
        email: 'new-b@example.com',
        role: 'developer',
      })
    ).body as { id: string }
    const stranger = await idOf(b)
    const tries = [
      await a.ask('DELETE', `/partners/${partners.a}/invitations/${id}`),
      await a.ask('DELETE', `/partners/${partners.b}/invitations/${id}`),
      await a.ask('PUT', `/partners/${partners.a}/team/${stranger}`, { role: 'finance' }),
      await a.ask('DELETE', `/partners/${partners.a}/team/${stranger}`),
      await a.ask('GET', `/partners/${partners.b}`),
      await a.ask('GET', `/partners/${partners.b}/team`),
    ]
    expect(tries.map((one) => one.status)).toEqual(Array(6).fill(404))
    expect(
      ((await b.ask('GET', `/partners/${partners.b}/team`)).body.invitations as unknown[]).length,
    ).toBe(1)
    expect(JSON.stringify((await a.ask('GET', `/partners/${partners.a}/team`)).body)).not.toContain(
      'owner-b@',
    )
  })

  test('every operation of a partner names a right, and is open to the roles that have it', () => {
    const differing = CONSOLE_OPERATIONS.flatMap(({ operation: { id, policy } }) =>
      policy.who === 'partner' && policy.roles !== PARTNER_RIGHTS[policy.right] ? [id] : [],
    )
    expect(differing).toEqual([])
  })

  test('an operation that does not say who may run it stops the start', () => {
    const { policy: _, ...silent } = CONSOLE_OPERATIONS[0]!.operation
    const declare = (rest: object) => () => declareOperation({ ...silent, ...rest } as Operation)
    expect(declare({})).toThrow('declares no policy')
    expect(declare({ policy: { who: 'operator', roles: [] } })).toThrow('no role')
    expect(declare({ path: '/x', policy: partnersWho('team') })).toThrow('{partner}')
  })
})

describe('teams', () => {
  test('the last owner stays, nobody moves themselves, and a removed member is out at once', async () => {
    const [owner, developer] = [
      people.get('owner of a')!.browser,
      people.get('developer of a')!.browser,
    ]
    const [ownerId, developerId] = [await idOf(owner), await idOf(developer)]
    const team = `/partners/${partners.a}/team`
    expect((await owner.ask('PUT', `${team}/${ownerId}`, { role: 'finance' })).body.code).toBe(
      'people.not_yourself',
    )
    expect((await owner.ask('PUT', `${team}/${developerId}`, { role: 'owner' })).status).toBe(200)
    expect((await developer.ask('DELETE', `${team}/${ownerId}`)).status).toBe(200)
    expect((await owner.ask('GET', team)).status).toBe(404)
    await market.services.db
      .insertInto('partner_members')
      .values({
        partner_id: partners.a,
        person_id: ownerId,
        role: 'developer',
        created_at: new Date(),
      })
      .execute()
    expect((await owner.ask('DELETE', `${team}/${developerId}`)).status).toBe(403)
    expect(
      (
        await admin.ask('POST', `/operator/partners/${partners.a}/invitations`, {
          email: 'owner-a@example.com',
        })
      ).body.code,
    ).toBe('people.member_already')
  })
})

describe('the audit log (D23)', () => {
  test('has a line for a write: who, as what, before and after, without personal data', async () => {
    await admin.ask('POST', '/operator/invitations', {
      email: 'secret.person@example.com',
      role: 'support',
    })
    const asked = await lastLine()
    expect(asked).toMatchObject({
      actor_id: await idOf(admin),
      actor_role: 'operator:admin',
      operation: 'inviteOperator',
      kind: 'invitation',
      before: null,
      after: { role: 'support', email: expect.stringMatching(/^#[0-9a-f]{16}$/) as string },
    })
    const invited = await signInToConsole(market, 'secret.person@example.com')
    const id = await idOf(invited)
    await admin.ask('PUT', `/operator/team/${id}`, { role: 'finance' })
    expect(await lastLine()).toMatchObject({
      operation: 'changeOperator',
      kind: 'operator',
      object_id: id,
      before: { role: 'support' },
      after: { role: 'finance' },
    })
    await invited.ask('PUT', '/account', { name: 'Another Name', locale: 'en' })
    expect(await lastLine()).toMatchObject({
      actor_id: id,
      actor_role: 'self',
      operation: 'changeAccount',
      before: { name: expect.stringMatching(/^#/) as string },
      after: { name: expect.stringMatching(/^#/) as string },
    })
    expect(
      JSON.stringify(await market.services.db.selectFrom('audit_log').selectAll().execute()),
    ).not.toMatch(/secret\.person|Another Name|@example/)
  })

  test('stands or falls with its change: a refused write leaves neither', async () => {
    const before = await lastLine()
    expect(
      (await admin.ask('PUT', `/operator/team/${await idOf(admin)}`, { role: 'support' })).status,
    ).toBe(409)
    expect((await lastLine()).id).toBe(before.id)
  })

  test('is only ever added to', async () => {
    const { db } = market.services
    await expect(db.updateTable('audit_log').set({ operation: 'x' }).execute()).rejects.toThrow(
      'only added to',
    )
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('only added to')
  })

  test('is searched by person, kind, object and day, and paged by key', async () => {
    const ask = async (query: Record<string, string>) =>
      (await admin.ask('GET', `/operator/audit?${new URLSearchParams(query)}`)).body as {
        lines: { id: string; kind: string; actor: { email: string }; object: string }[]
        next: string | null
      }
    const byPerson = await ask({ actor: 'OWNER-A@example.com' })
    expect(byPerson.lines.length).toBeGreaterThan(0)
    expect(new Set(byPerson.lines.map((line) => line.actor.email))).toEqual(
      new Set(['owner-a@example.com']),
    )
    expect((await ask({ actor: 'nobody@example.com' })).lines).toEqual([])
    expect(new Set((await ask({ kind: 'member' })).lines.map((line) => line.kind))).toEqual(
      new Set(['member']),
    )
    expect((await ask({ object: partners.b })).lines).toMatchObject([{ kind: 'partner' }])
    expect((await ask({ from: '2000-01-01', to: '2000-01-02' })).lines).toEqual([])
    for (let index = 0; index < 60; index += 1)
      await admin.ask('PUT', '/account', { name: `Deniz ${index}`, locale: 'en' })
    const first = await ask({})
    const second = await ask({ before: String(first.next) })
    expect([
      first.lines.length,
      Number(first.lines.at(-1)?.id) > Number(second.lines[0]?.id),
    ]).toEqual([50, true])
  })
})

describe('what partners and operators see first', () => {
  test('a partner its own items with state, release and installs; the operator counts and what is stuck', async () => {
    const { id } = await market.services.db
      .selectFrom('partners')
      .innerJoin('items', 'items.partner_id', 'partners.id')
      .select('partners.id')
      .executeTakeFirstOrThrow()
    await admin.ask('POST', `/operator/partners/${id}/invitations`, { email: 'arasta@example.com' })
    const arasta = await signInToConsole(market, 'arasta@example.com')
    const home = (await arasta.ask('GET', `/partners/${id}`)).body as {
      items: { status: string; release: { version: string } | null }[]
      counts: { published: number }
    }
    expect(home.counts.published).toBeGreaterThan(10)
    expect(home.items[0]).toMatchObject({
      status: 'published',
      release: { version: expect.stringMatching(/^\d/) as string },
    })
    expect(
      (await people.get('owner of b')!.browser.ask('GET', `/partners/${partners.b}`)).body,
    ).toMatchObject({ items: [], next: null })
    const all = (await admin.ask('GET', '/operator')).body as {
      items: { published: number }
      waiting: object[]
    }
    expect(all.items.published).toBeGreaterThanOrEqual(home.counts.published)
    expect(all.waiting).toEqual(
      expect.arrayContaining([
        { kind: 'installation', count: 0, more: false },
        { kind: 'mail', count: 0, more: false },
      ]),
    )
  })

  test('support a store and what stands on it, and no secret of it', async () => {
    const { db, clock } = market.services
    await db
      .insertInto('stores')
      .values({
        id: 'sto_console',
        platform_id: 1,
        external_id: 'store-9',
        domain: 'dukkan.example',
        name: 'Dükkân',
        url: 'https://dukkan.example',
        is_os2: false,
        status: 'active',
        checked_at: clock.now(),
        created_at: clock.now(),
      })
      .execute()
    const support = people.get('operator support')!.browser
    expect((await support.ask('GET', '/operator/stores?q=dukk')).body).toMatchObject({
      stores: [{ id: 'sto_console', installations: 0 }],
      next: null,
    })
    expect((await support.ask('GET', '/operator/stores?q=ukkan')).body.stores).toEqual([])
    expect((await support.ask('GET', '/operator/stores/sto_console')).body).toMatchObject({
      domain: 'dukkan.example',
      items: [],
    })
    expect((await support.ask('GET', '/operator/stores?after=rubbish')).body.code).toBe(
      'input.invalid',
    )
  })

  test('a name of people goes into a mail as words only', async () => {
    await admin.ask('PUT', '/account', { name: 'Deniz Subject: x', locale: 'en' })
    await admin.ask('POST', '/operator/partners', {
      name: 'Çilek Şekerleme',
      email: 'cilek@example.com',
    })
    const letter = await mailTo(market, 'cilek@example.com')
    expect(letter.subject).toBe('Çilek Şekerleme invites you to Arasta')
    expect(tokenIn(letter.text)).toHaveLength(43)
    expect((await admin.ask('GET', '/operator/partners')).body.partners).toContainEqual(
      expect.objectContaining({ slug: 'cilek-sekerleme', members: 0, invited: 1 }),
    )
  })
})
