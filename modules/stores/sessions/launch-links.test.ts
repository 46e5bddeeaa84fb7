import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { insertPlatform } from '../platforms/public.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, launchToken } from '#test/support/owner.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
})
afterAll(() => market.stop())

const exchange = (token: string, storeToken: string) =>
  call(market, 'POST', '/auth/domain', {
    headers: { authorization: `Bearer ${token}`, 'apps-token': token, 'store-token': storeToken },
  })

describe('S7.1 a first exchange that fails on the way spends nothing: the same launch token is good at the next try', () => {
  const storeToken = () => market.shop.storeToken('store-2')
  /** Something of ours or of the platform's fails while `work` goes on. */
  const faults: [string, (work: () => Promise<void>) => Promise<void>][] = [
    [
      'the platform does not say what the store is',
      async (work) => {
        market.shop.setFault('store-2', 'store', { kind: 'error_500', times: null })
        try {
          await work()
        } finally {
          market.shop.setFault('store-2', 'store', null)
        }
      },
    ],
    [
      'the database refuses the session and the entry',
      async (work) => {
        const { db } = market.services
        await sql`create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = '53100'; end $$`.execute(
          db,
        )
        for (const table of ['sessions', 'pending_entries'])
          await sql`create trigger refuse_row before insert on ${sql.table(table)} for each row execute function refuse_row()`.execute(
            db,
          )
        try {
          await work()
        } finally {
          await sql`drop function refuse_row() cascade`.execute(db)
        }
      },
    ],
  ]
  const ways: [string, (token: string) => Promise<{ status: number; isIn: boolean }>][] = [
    [
      'by a call',
      async (token) => {
        const { status, body } = await exchange(token, storeToken())
        return { status, isIn: status === 200 && body.token !== undefined }
      },
    ],
    ...(['iframe', 'document'] as const).map(
      (dest): [string, (token: string) => Promise<{ status: number; isIn: boolean }>] => [
        `by a link (${dest})`,
        async (token) => {
          const { status, headers } = await createHttp({
            allowOrigins: [market.origins.app],
          }).request(
            `${market.origins.app}/market?apps-token=${token}&store-token=${storeToken()}`,
            { headers: { 'sec-fetch-dest': dest, 'sec-fetch-mode': 'navigate' } },
          )
          return {
            status,
            isIn:
              status === 303 &&
              (dest === 'iframe'
                ? (headers['set-cookie'] ?? '').includes('apps-token=')
                : (headers.location ?? '').startsWith('/enter/')),
          }
        },
      ],
    ),
  ]
  for (const [fault, during] of faults) {
    for (const [how, enter] of ways) {
      test(`${fault}: ${how}`, async () => {
        const token = await launchToken(market, 'store-2')
        await during(async () => {
          const failed = await enter(token)
          expect(failed.isIn).toBe(false)
          expect(failed.status).toBeGreaterThanOrEqual(500)
        })
        expect((await enter(token)).isIn).toBe(true)
        expect((await enter(token)).isIn).toBe(false)
      })
    }
  }
})

describe('the launch link in a browser (TOK-1, S2.32, S9.1, D5)', () => {
  const client = () => createHttp({ allowOrigins: [market.origins.app] })
  const open = async (path: string, headers: Record<string, string> = {}) =>
    client().request(
      `${market.origins.app}${path}apps-token=${await launchToken(market, 'store-1')}&store-token=${market.shop.storeToken('store-1')}&hl=TR`,
      { headers },
    )
  const names = (header: string | undefined) =>
    [...(header ?? '').matchAll(/(?:^|, )([a-z0-9_-]+)=/gi)].map(([, name]) => name)

  test("inside the panel's frame is exchanged at once, the token leaves the address, and seven cookies hold for an hour", async () => {
    const answer = await open('/market?', { 'sec-fetch-dest': 'iframe' })
    expect([answer.status, answer.headers.location]).toEqual([303, '/market?hl=TR'])
    expect(answer.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(names(answer.headers['set-cookie']).sort()).toEqual([
      'account',
      'apps-token',
      'domain',
      'expire_time',
      'hl',
      'is_os2',
      'store-token',
    ])
    for (const cookie of (answer.headers['set-cookie'] ?? '').split(/, (?=[a-z0-9_-]+=)/)) {
      expect(cookie).toMatch(/Max-Age=3600; Path=\/.*Secure; SameSite=None; Partitioned/)
      expect(cookie.includes('HttpOnly'), cookie).toBe(/^(apps|store)-token=/.test(cookie))
    }
  })

  test('at top level asks "Continue as …?" first: nobody is signed in by a link that somebody else sent', async () => {
    const answer = await open('/list?sort=newest&', { 'sec-fetch-dest': 'document' })
    expect(answer.status).toBe(303)
    expect(answer.headers['set-cookie']).toBeUndefined()
    const handle =
      /^\/enter\/([A-Za-z0-9_-]{43})\?hl=tr$/.exec(answer.headers.location ?? '')?.[1] ?? ''
    expect((await call(market, 'GET', `/auth/entry/${handle}`)).body.data).toMatchObject({
      domain: new URL(market.shop.origin('store-1')).host,
      current: null,
    })

    const enter = (origin: string) =>
      client().request(`${market.origins.app}/enter`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ entry: handle }).toString(),
      })
    expect((await enter('http://evil.example')).status).toBe(403)
    const entered = await enter(market.origins.app)
    expect([entered.status, entered.headers.location]).toEqual([303, '/list?sort=newest&hl=TR'])
    expect(names(entered.headers['set-cookie'])).toContain('apps-token')
    expect((await enter(market.origins.app)).status).toBe(401)
  })

  test('S4.3 leads to a page of the market and nowhere else, however its path is written', async () => {
    for (const path of [
      '//evil.example/market?',
      '/%2f%2fevil.example/market?',
      '/market/..//evil.example?',
      '/%5cevil.example/market?',
      '//evil.example/%5c?',
    ]) {
      for (const dest of ['iframe', 'document']) {
        const { status, headers } = await open(path, { 'sec-fetch-dest': dest })
        expect([status, headers.location], `${path} ${dest}`).not.toEqual([
          303,
          expect.stringMatching(/^(\/[/\\]|https?:)/),
        ])
        expect(status, path).not.toBe(200)
      }
    }
  })

  test('with the token twice is refused (TOK-7)', async () => {
    expect((await open(`/list?apps-token=${await launchToken(market, 'store-1')}&`)).status).toBe(
      400,
    )
  })

  test("forged is refused in the reader's language", async () => {
    const answer = await call(market, 'POST', '/auth/domain', {
      query: { hl: 'AR' },
      headers: { 'apps-token': 'a.b.c' },
    })
    expect([answer.status, answer.body.message]).toEqual([
      401,
      'معلومات الجلسة غير صالحة أو انتهت صلاحيتها',
    ])
  })

  test('is taken by the navigation of a person only: not by HEAD, a picture, a script, a form, or what loads ahead (S2.32)', async () => {
    const token = await launchToken(market, 'store-1')
    const url = `${market.origins.app}/market?apps-token=${token}&store-token=${market.shop.storeToken('store-1')}`
    const others = [
      ['HEAD', {}],
      ['GET', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
      ['GET', { 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' }],
      ['GET', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
      ['GET', { 'sec-fetch-dest': 'embed', 'sec-fetch-mode': 'navigate' }],
      [
        'GET',
        {
          'sec-fetch-dest': 'document',
          'sec-fetch-mode': 'navigate',
          'sec-purpose': 'prefetch;prerender',
        },
      ],
      ['GET', { purpose: 'prefetch' }],
      ['POST', {}],
    ] as const
    for (const [method, headers] of others) {
      const answer = await client().request(url, {
        method,
        headers,
        ...(method === 'POST' && { body: '' }),
      })
      expect(
        answer.headers['set-cookie'] ?? '',
        `${method} ${JSON.stringify(headers)}`,
      ).not.toContain('apps-token=')
      expect(answer.headers.location ?? '').not.toContain('enter')
    }
    const person = await client().request(url, {
      headers: { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' },
    })
    expect([person.status, names(person.headers['set-cookie']).includes('apps-token')]).toEqual([
      303,
      true,
    ])
  })
})

test('D26 a store token of another platform is worth nothing, though both have a store of that id', async () => {
  const { db } = market.services
  const storeToken = market.shop.storeToken('store-1')
  const enter = async () =>
    (await exchange(await launchToken(market, 'store-1'), storeToken)).status
  expect(await enter()).toBe(200)
  await insertPlatform(db, {
    id: 90,
    key: 'another',
    name: 'Another',
    letters: 'A',
    ground: '#2a3350',
    entry: 'panel',
  })
  const moveTo = (platform: number) =>
    db
      .updateTable('stores')
      .set({ platform_id: platform })
      .where('external_id', '=', 'store-1')
      .execute()
  await moveTo(90)
  expect(await enter()).toBe(401)
  await moveTo(1)
  expect(await enter()).toBe(200)
})
