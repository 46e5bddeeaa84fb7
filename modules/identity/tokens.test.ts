import {
  type OperatorRole,
  type PartnerRole,
  type PersonActor,
  type Policy,
  type TokenBearer,
  judge,
  partnersWho,
} from '#kernel/actor.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToConsole, ConsoleBrowser, firstOperator, mailTo } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { revokeLeakedTokens, mailEndingTokens } from './public.ts'

let market: Marketplace
let owner: ConsoleBrowser
let developer: ConsoleBrowser
let partner = ''
const DAY = 86_400

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  const admin = await firstOperator(market)
  partner = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Atölye', email: 'owner@example.com' }))
      .body.id,
  )
  owner = await signInToConsole(market, 'owner@example.com')
  await owner.ask('POST', `/partners/${partner}/invitations`, {
    email: 'dev@example.com',
    role: 'developer',
  })
  developer = await signInToConsole(market, 'dev@example.com')
})
afterAll(() => market.stop())

const make = async (body: object, by = owner) => {
  const answer = await by.ask('POST', `/partners/${partner}/tokens`, {
    name: 'build',
    scopes: ['upload'],
    ...body,
  })
  return {
    status: answer.status,
    body: answer.body as { id: string; token: string; code?: string; fields?: object },
  }
}
const own = (token: string) =>
  new ConsoleBrowser(market).ask('GET', '/token', undefined, { authorization: `Bearer ${token}` })
const listed = async () =>
  (await owner.ask('GET', `/partners/${partner}/tokens`)).body.tokens as {
    id: string
    state: string
    last_used_at: string | null
    ending: string
  }[]

describe("a partner's tokens (PKG-11)", () => {
  test('are shown once and stored as a hash; the list has their expiry, creator and last use', async () => {
    const {
      body: { id, token },
    } = await make({})
    const rows =
      JSON.stringify(await market.services.db.selectFrom('partner_tokens').selectAll().execute()) +
      JSON.stringify(await market.services.db.selectFrom('audit_log').selectAll().execute())
    expect(rows).not.toContain(token.slice(11))
    expect(await listed()).toMatchObject([
      {
        id,
        ending: token.slice(-4),
        state: 'live',
        last_used_at: null,
        maker: 'owner',
        scopes: ['upload'],
        item: null,
      },
    ])
    expect((await own(token)).body).toMatchObject({
      partner: { id: partner, name: 'Atölye' },
      scopes: ['upload'],
      item: null,
    })
    expect((await listed())[0]?.last_used_at).toBe(market.clock.now().toISOString())
  })

  test('last 90 days by default and a year at most, to the second', async () => {
    const {
      body: { token },
    } = await make({})
    const { expires_at: end } = (await own(token)).body as { expires_at: string }
    expect((Date.parse(end) - market.clock.now().getTime()) / 1000).toBe(90 * DAY)
    expect([
      (await make({ days: 365 })).status,
      (await make({ days: 366 })).status,
      (await make({ days: 0 })).status,
    ]).toEqual([200, 400, 400])
    market.clock.moveSeconds(90 * DAY - 1)
    expect((await own(token)).status).toBe(200)
    market.clock.moveSeconds(1)
    expect((await own(token)).status).toBe(401)
    market.clock.moveSeconds(-90 * DAY)
  })

  test('end at once when they are revoked, and when their creator leaves the team', async () => {
    const { body: revoked } = await make({})
    expect(
      (await developer.ask('DELETE', `/partners/${partner}/tokens/${revoked.id}`)).status,
    ).toBe(200)
    expect((await own(revoked.token)).status).toBe(401)
    expect((await owner.ask('DELETE', `/partners/${partner}/tokens/${revoked.id}`)).status).toBe(
      404,
    )
    const { body: orphan } = await make({}, developer)
    const { id } = await market.services.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', 'dev@example.com')
      .executeTakeFirstOrThrow()
    await owner.ask('DELETE', `/partners/${partner}/team/${id}`)
    expect((await own(orphan.token)).status).toBe(401)
  })

  test('PKG-7 are revoked when found in a package, and no others', async () => {
    const [{ body: leaked }, { body: kept }] = [await make({}), await make({})]
    expect(
      await revokeLeakedTokens(
        market.services.db,
        [leaked.token, 'arasta_pat_nothing'],
        market.clock.now(),
      ),
    ).toBe(1)
    expect([(await own(leaked.token)).status, (await own(kept.token)).status]).toEqual([401, 200])
  })

  test('need a scope, an item of the partner and a name; at most fifty are active', async () => {
    const fields = async (body: object) => Object.keys((await make(body)).body.fields ?? {})
    expect([
      await fields({ scopes: [] }),
      await fields({ scopes: ['everything'] }),
      await fields({ name: ' ' }),
      await fields({ item: 'itm_elsewhere' }),
    ]).toEqual([['scopes'], ['scopes.0'], ['name'], ['item']])
    const { id } = await market.services.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', 'owner@example.com')
      .executeTakeFirstOrThrow()
    const now = market.clock.now()
    await market.services.db
      .insertInto('partner_tokens')
      .values(
        Array.from({ length: 50 }, (_one, index) => ({
          id: `tok_${String(index).padStart(20, '0')}`,
          partner_id: partner,
          name: 'many',
          token_hash: Buffer.alloc(32, index),
          ending: 'many',
          scopes: ['status'],
          created_by: id,
          created_at: now,
          expires_at: new Date(now.getTime() + 1000),
          remind_at: now,
        })),
      )
      .execute()
    expect((await make({})).body.code).toBe('partners.token_many')
    await market.services.db.deleteFrom('partner_tokens').where('name', '=', 'many').execute()
  })

  test('are announced by mail about a week before their expiry, once, and not when revoked', async () => {
    await market.services.db.deleteFrom('partner_tokens').execute()
    const {
      body: { token },
    } = await make({ name: 'CI' })
    const { body: gone } = await make({ name: 'gone' })
    await owner.ask('DELETE', `/partners/${partner}/tokens/${gone.id}`)
    const mails = () => market.services.db.selectFrom('mails').select('id').execute()
    const before = (await mails()).length
    market.clock.moveSeconds(83 * DAY - 1)
    await mailEndingTokens(market.services)
    expect(await mails()).toHaveLength(before)
    market.clock.moveSeconds(1)
    await Promise.all([mailEndingTokens(market.services), mailEndingTokens(market.services)])
    await mailEndingTokens(market.services)
    expect(await mails()).toHaveLength(before + 1)
    const letter = await mailTo(market, 'owner@example.com')
    expect(letter).toMatchObject({ subject: 'The token “CI” is about to end' })
    expect(letter.text).toContain(`/partner/${partner}/tokens`)
    expect(letter.text).toContain(token.slice(-4))
  })
})

describe('policies and tokens', () => {
  const bearer = (
    role: PartnerRole,
    token: Pick<TokenBearer, 'scopes' | 'itemId'>,
    operatorRole: OperatorRole | null = null,
  ) =>
    ({
      kind: 'person',
      operatorRole,
      partners: [{ id: 'par_a', role }],
      token,
    }) as unknown as PersonActor
  const policy: Policy = partnersWho('publish', 'upload')
  test("TOK-9 a token bound to an item allows that item's paths only", () => {
    const bound = { scopes: ['upload' as const], itemId: 'itm_1' }
    expect(judge(policy, bearer('developer', bound), { partner: 'par_a', item: 'itm_1' })).toBe(
      'allowed',
    )
    expect(judge(policy, bearer('developer', bound), { partner: 'par_a', item: 'itm_2' })).toBe(
      'not_found',
    )
    expect(judge(policy, bearer('developer', bound), { partner: 'par_a' })).toBe('not_found')
    expect(judge(policy, bearer('developer', bound), { partner: 'par_b', item: 'itm_1' })).toBe(
      'not_found',
    )
  })

  test('a token never allows more than its creator has, nor what is for people only', () => {
    const free = { scopes: ['upload' as const], itemId: null }
    expect(judge(policy, bearer('finance', free), { partner: 'par_a' })).toBe('people.not_allowed')
    expect(
      judge(partnersWho('publish'), bearer('developer', free), {
        partner: 'par_a',
      }),
    ).toBe('people.token_elsewhere')
    expect(
      judge({ who: 'operator', roles: ['admin'] }, bearer('developer', free, 'admin'), {}),
    ).toBe('people.token_elsewhere')
    expect(
      judge({ ...policy, token: 'status' }, bearer('developer', free), { partner: 'par_a' }),
    ).toBe('people.token_scope')
  })
})
