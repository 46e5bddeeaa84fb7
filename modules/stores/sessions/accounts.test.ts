import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, launchToken, signIn } from '#test/support/owner.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
})
afterAll(() => market.stop())

const exchange = (
  token: string,
  storeToken: string | null = market.shop.storeToken('store-1'),
  query = {},
) =>
  call(market, 'POST', '/auth/domain', {
    query,
    headers: {
      authorization: `Bearer ${token}`,
      'apps-token': token,
      ...(storeToken === null ? {} : { 'store-token': storeToken }),
    },
  })
const now = () => Math.floor(market.clock.now().getTime() / 1000)

describe('coming in with a launch token (S7.1, D5)', () => {
  test('gives a session that names the store, the account and when it ends (S3.5)', async () => {
    const answer = await exchange(
      await launchToken(market, 'store-2'),
      market.shop.storeToken('store-2'),
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      success: true,
      account: { name: 'Ayşe Demir' },
      is_os2: 1,
      domain: new URL(market.shop.origin('store-2')).host,
    })
    expect(new Date(answer.body.expire_time).getTime()).toBe(
      market.clock.now().getTime() + 3_600_000,
    )
    const check = await exchange(answer.body.token, null)
    expect(check.body).toMatchObject({ success: true, is_os2: 1 })
    expect(check.body.token).toBeNull()
  })

  test('works once: the second use is refused, also when both come at the same moment (TOK-2)', async () => {
    const token = await launchToken(market, 'store-1')
    const answers = await Promise.all([exchange(token), exchange(token), exchange(token)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401])
    expect((await exchange(token)).body.code).toBe('session.token_invalid')
  })

  test('the session token itself lies nowhere in the database', async () => {
    const owner = await signIn(market)
    const rows = await market.services.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(owner.token)
    const credentials = await market.services.db
      .selectFrom('store_credentials')
      .selectAll()
      .execute()
    expect(JSON.stringify(credentials)).not.toContain(owner.storeToken)
  })
})

test('a closed shop is told so at the door, also when it comes for the first time', async () => {
  const fresh = await startMarketplace({ catalogue: false })
  try {
    fresh.shop.setStoreOpen('store-1', false)
    const token = await launchToken(fresh, 'store-1')
    const answer = await call(fresh, 'POST', '/auth/domain', {
      query: { hl: 'TR' },
      headers: { 'apps-token': token, 'store-token': fresh.shop.storeToken('store-1') },
    })
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      410,
      'session.store_closed',
      'Mağaza şu anda kapalı; açılınca kaldığın yerden sürer',
    ])
  } finally {
    await fresh.stop()
  }
})

describe('a launch token that is refused (TOK-3)', () => {
  const stranger = () => {
    const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    return { kty: 'OKP', crv: 'Ed25519', x, d, kid: 'other' }
  }
  const cases: [string, () => Promise<string>][] = [
    [
      "signed by another key under the platform's key id",
      () => launchToken(market, 'store-1', { key: stranger() }),
    ],
    [
      'with a key id that nobody registered',
      () => launchToken(market, 'store-1', { kid: 'unknown' }),
    ],
    [
      'for another market',
      () => launchToken(market, 'store-1', { claims: { aud: 'http://elsewhere.localhost' } }),
    ],
    ['of another platform', () => launchToken(market, 'store-1', { claims: { iss: '2' } })],
    [
      'that has expired',
      () =>
        launchToken(market, 'store-1', {
          claims: { iat: now() - 200, nbf: now() - 200, exp: now() - 100 },
        }),
    ],
    [
      'that is not valid yet',
      () =>
        launchToken(market, 'store-1', {
          claims: { nbf: now() + 60, iat: now() + 60, exp: now() + 120 },
        }),
    ],
    [
      'that lives longer than two minutes',
      () => launchToken(market, 'store-1', { claims: { exp: now() + 3600 } }),
    ],
    ['without an id', () => launchToken(market, 'store-1', { claims: { jti: undefined } })],
    [
      'with a domain that is none',
      () => launchToken(market, 'store-1', { claims: { domain: 'evil.example; script-src *' } }),
    ],
    ['for another store than its store token', () => launchToken(market, 'store-2')],
    [
      'without a signature',
      async () => {
        const [, payload] = (await launchToken(market, 'store-1')).split('.')
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
      },
    ],
    [
      'signed with the public key as a shared secret',
      async () => {
        const { SignJWT } = await import('jose')
        return new SignJWT({ sub: 'store-1' })
          .setProtectedHeader({ alg: 'HS256', kid: market.platformKey.kid })
          .sign(Buffer.from(market.platformKey.x, 'base64url'))
      },
    ],
  ]
  for (const [name, make] of cases) {
    test(name, async () => {
      const answer = await exchange(await make(), undefined, { hl: 'EN' })
      expect(answer.status).toBe(401)
      expect([
        'The session information is not valid or has expired',
        'The shop information does not belong to this session',
      ]).toContain(answer.body.message)
      expect(answer.body).not.toHaveProperty('stack')
    })
  }

  test('with one letter changed, at sixty places: none is accepted', async () => {
    const token = await launchToken(market, 'store-1')
    const places = Array.from({ length: 60 }, (_, index) =>
      Math.floor((index * token.length) / 60),
    ).filter((place) => token[place] !== '.')
    for (const place of places) {
      const changed =
        token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1)
      // The last letters of a base64url part can carry bits that mean nothing.
      if (
        changed === token ||
        [...token].filter((letter, at) => letter === '.' && at - 1 === place).length > 0 ||
        place === token.length - 1
      )
        continue
      expect((await exchange(changed)).status, `letter ${place}`).toBe(401)
    }
  })
})

describe('a session (S4.6, TOK-13)', () => {
  test('ends after an hour, to the second', async () => {
    const owner = await signIn(market)
    market.clock.moveSeconds(3599)
    expect((await owner.call('GET', '/installations')).status).toBe(200)
    market.clock.moveSeconds(1)
    const answer = await owner.call('GET', '/installations')
    expect([answer.status, answer.body.code]).toEqual([401, 'session.required'])
    market.clock.moveSeconds(-3600)
  })

  test('ends when its owner signs out', async () => {
    const owner = await signIn(market)
    expect((await owner.call('POST', '/auth/sign-out', { body: {} })).status).toBe(200)
    expect((await owner.call('GET', '/installations')).status).toBe(401)
  })

  test('is left by the sign-out form: the session ends and the cookies go (D5)', async () => {
    const owner = await signIn(market)
    const answer = await createHttp({ allowOrigins: [market.origins.app] }).request(
      `${market.origins.app}/sign-out`,
      {
        method: 'POST',
        headers: {
          origin: market.origins.app,
          cookie: `apps-token=${owner.token}; store-token=${owner.storeToken}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: '',
      },
    )
    expect([answer.status, answer.headers.location]).toEqual([303, '/?signed=out'])
    expect(answer.headers['set-cookie']).toMatch(/apps-token=; Max-Age=0/)
    expect((await owner.call('GET', '/installations')).status).toBe(401)
  })

  test('that has run out is cleared from the browser: all that was stored goes (S4.6)', async () => {
    const answer = await call(market, 'GET', '/installations', {
      headers: { cookie: `apps-token=${'A'.repeat(43)}; account=x; domain=y` },
    })
    expect(answer.status).toBe(401)
    for (const name of ['apps-token', 'store-token', 'account', 'domain', 'expire_time', 'is_os2'])
      expect(answer.headers['set-cookie']).toMatch(new RegExp(`(^|, )${name}=; Max-Age=0`))
  })

  test('S4.6 that contradicts its store token makes a visitor where a page is for everybody, and is cleared where a session is required', async () => {
    const other = market.shop.storeToken('store-2')
    const owner = await signIn(market)
    const answer = await call(market, 'GET', '/installations', {
      headers: { cookie: `apps-token=${owner.token}; store-token=${other}` },
    })
    expect([answer.status, answer.body.code]).toEqual([401, 'session.store_mismatch'])
    expect(answer.headers['set-cookie']).toMatch(/apps-token=; Max-Age=0/)
  })

  test('is refused together with the store token of another store', async () => {
    const [one, two] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
    const answer = await call(market, 'GET', '/installations', {
      headers: { 'apps-token': one.token, 'store-token': two.storeToken },
    })
    expect([answer.status, answer.body.code]).toEqual([401, 'session.store_mismatch'])
  })

  test('a write says which store its page was rendered for: another one is 409 with words (D5)', async () => {
    const [one, two] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
    const answer = await one.call('POST', '/domain/address', {
      headers: { store: two.storeId },
      body: {},
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'session.store_changed'])
  })

  test('display cookies are never believed (TOK-5)', async () => {
    const owner = await signIn(market, 'store-1')
    const answer = await call(market, 'POST', '/auth/domain', {
      headers: {
        'apps-token': owner.token,
        cookie: 'domain=evil.example; account=admin; is_os2=1; expire_time=2099-01-01',
      },
    })
    expect(answer.body).toMatchObject({
      domain: owner.domain,
      is_os2: 0,
      account: { name: 'Ayşe Demir' },
    })
  })
})
