import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendMail } from '#modules/mail/public.ts'
import { readConfig } from '#server/config.ts'
import { renewSites } from '#server/sites.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Answer, type Owner } from '#test/support/owner.ts'
import { sendConnectCode } from './public.ts'

let market: Marketplace
let owner: Owner
let host = ''
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  owner = await signIn(market, 'store-1')
  host = new URL(market.shop.origin('store-1')).host
})
afterAll(() => market.stop())
// Limits are for an hour or a day; each test is another day.
beforeEach(() => market.clock.moveSeconds(90_000))

const start = (address: string, body: object = {}, query = {}) =>
  call(market, 'POST', '/auth/connect', { body: { address, ...body }, query })
const withHandle = (handle: string) => ({ headers: { 'connect-handle': handle } })
const confirm = (
  handle: string,
  code: string,
  options: { body?: object; headers?: Record<string, string> } = {},
) =>
  call(market, 'POST', '/auth/connect/confirm', {
    headers: { 'connect-handle': handle, ...options.headers },
    body: { code, ...options.body },
  })
const resend = (handle: string) =>
  call(market, 'POST', '/auth/connect/resend', { ...withHandle(handle), body: {} })

/** What the worker does: makes the code, then sends the mail. */
async function work(): Promise<void> {
  for (const { id } of await market.services.db
    .selectFrom('connect_attempts')
    .select('id')
    .execute())
    await sendConnectCode(market.services, id)
  for (const { id } of await market.services.db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .execute())
    await sendMail(market.services, id)
}
const newestCode = () => /\n(\d{6})\n/.exec(market.shop.mails()[0]?.text ?? '')?.[1] ?? ''
const others = (code: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    String((Number(code) + at + 1) % 1_000_000).padStart(6, '0'),
  )
/** Without what differs from call to call. */
const shape = ({ status, body }: Answer) => {
  const { handle, data } = body as { handle: string; data: Record<string, unknown> }
  return {
    status,
    keys: Object.keys(body as object),
    handle: handle.length,
    data: { ...data, host: undefined },
  }
}

describe("D6 S2.20 signing in with the shop's address", () => {
  test('brings a code to the owner whom the platform knows, in the language of the visitor, and with it a session', async () => {
    const started = await start(
      `HTTPS://WWW.${host.toUpperCase()}/products?x=1`,
      { next: '/install/toast' },
      { hl: 'en' },
    )
    expect(started).toMatchObject({ status: 200, body: { data: { host, tries_left: 5 } } })
    await work()
    const [mail] = market.shop.mails()
    expect(mail).toMatchObject({
      recipient: 'owner@shop.localhost',
      subject: 'Your Arasta sign-in code',
    })
    expect(mail?.text).toContain(host)
    const done = await confirm(
      started.body.handle,
      ` ${newestCode().slice(0, 3)} ${newestCode().slice(3)} `,
    )
    expect(done).toMatchObject({
      status: 200,
      body: {
        success: true,
        domain: host,
        store_id: owner.storeId,
        next: '/install/toast',
        account: { email: 'owner@shop.localhost' },
      },
    })
    const checked = await call(market, 'POST', '/auth/domain', {
      headers: { 'apps-token': done.body.token },
    })
    expect(checked).toMatchObject({ status: 200, body: { store_id: owner.storeId } })
    expect(
      await market.services.db
        .selectFrom('sessions')
        .select('entered_by')
        .where('entered_by', '=', 'code')
        .execute(),
    ).toHaveLength(1)
  })

  test('D26 the mail names the market as it is called at the stores of the platform', async () => {
    const called = async (name: string | null) => {
      const { db } = market.services
      await db.updateTable('platforms').set({ market_name: name }).where('id', '=', 1).execute()
      await renewSites(market.services, readConfig(market.env))
    }
    await called('Gassenmarkt')
    await start(host, {}, { hl: 'en' })
    await work()
    await called(null)
    const [mail] = market.shop.mails()
    expect(mail).toMatchObject({
      sender: 'Gassenmarkt <no-reply@apps.localhost>',
      subject: 'Your Gassenmarkt sign-in code',
    })
    expect(mail?.html).not.toContain('Arasta')
  })

  test("keeps neither the code nor the browser's secret", async () => {
    const { body } = await start(host)
    await work()
    const rows = JSON.stringify([
      await market.services.db.selectFrom('connect_attempts').selectAll().execute(),
      await market.services.db.selectFrom('mails').selectAll().execute(),
    ])
    expect(rows).not.toContain(newestCode())
    expect(rows).not.toContain(body.handle)
  })

  test('what is no address is told beside its field', async () => {
    expect(await start('169.254.169.254', {}, { hl: 'en' })).toMatchObject({
      status: 400,
      body: { fields: { address: 'Type your shop’s address, for example myshop.com' } },
    })
    expect(await start('')).toMatchObject({ status: 400 })
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/%2f/evil.example',
  ])('goes on to no other site: %s', async (next) => {
    const { body } = await start(host, { next })
    await work()
    expect((await confirm(body.handle, newestCode())).body.next).toBe('/')
  })

  test('a closed shop gets no code', async () => {
    market.shop.setStoreOpen('store-1', false)
    const before = market.shop.mails().length
    await start(host)
    await work()
    market.shop.setStoreOpen('store-1', true)
    expect(market.shop.mails()).toHaveLength(before)
  })
})

describe('TOK-16 whether a store is there is told to nobody', () => {
  test('start, show, wrong code and another code answer the same for a store and for none', async () => {
    const steps = async (address: string) => {
      const seen: unknown[] = []
      const started = await start(address)
      seen.push(shape(started))
      await work()
      const { handle } = started.body as { handle: string }
      const shown = await call(market, 'GET', '/auth/connect', withHandle(handle))
      seen.push([shown.status, Object.keys(shown.body.data as object)])
      const wrong = address === host ? (others(newestCode(), 1)[0] as string) : '000001'
      const tried = await confirm(handle, wrong)
      seen.push([tried.status, tried.body])
      const early = await resend(handle)
      seen.push([early.status, early.body, early.headers['retry-after']])
      market.clock.moveSeconds(60)
      seen.push((await resend(handle)).status)
      for (let tries = 0; tries < 4; tries += 1) seen.push((await confirm(handle, '000000')).body)
      market.clock.moveSeconds(-60)
      return seen
    }
    expect(await steps('nobody-has-this.example')).toEqual(await steps(host))
  })

  test('in the same time: the answer waits for no look-up, no platform and no mail', async () => {
    market.shop.setFault('store-1', 'store', { kind: 'slow', times: 20 })
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let round = 0; round < 11; round += 1) {
      market.clock.moveSeconds(90_000)
      for (const [address, times] of [
        [host, known],
        ['nobody-has-this.example', unknown],
      ] as const) {
        const began = performance.now()
        await start(address)
        times.push(performance.now() - began)
      }
    }
    market.shop.setFault('store-1', 'store', null)
    const median = (times: number[]) => [...times].sort((a, b) => a - b)[5] as number
    expect(Math.abs(median(known) - median(unknown))).toBeLessThan(Math.max(20, median(unknown)))
  })
})

describe('TOK-14 the code', () => {
  test('is tried five times and no more, however many come at once', async () => {
    const { body } = await start(host)
    await work()
    const code = newestCode()
    const answers = await Promise.all(others(code, 40).map((guess) => confirm(body.handle, guess)))
    expect(answers.filter((one) => one.body.code === 'connect.code_wrong')).toHaveLength(4)
    expect(answers.filter((one) => one.body.code === 'connect.no_tries_left')).toHaveLength(36)
    expect(await confirm(body.handle, code)).toMatchObject({
      status: 422,
      body: { code: 'connect.no_tries_left' },
    })
  })

  test('a machine that guesses is stopped before it reaches the table', async () => {
    const { body } = await start(host)
    await work()
    const answers = await Promise.all(
      others(newestCode(), 100).map((guess) => confirm(body.handle, guess)),
    )
    expect(answers.filter((one) => one.status === 429).length).toBeGreaterThanOrEqual(40)
  })

  test('is spent by the first who types it, even when ten do at once', async () => {
    const { body } = await start(host)
    await work()
    const code = newestCode()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => confirm(body.handle, code)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    expect(await confirm(body.handle, code)).toMatchObject({
      status: 410,
      body: { code: 'connect.over' },
    })
  })

  test('belongs to the browser that asked for it', async () => {
    const mine = await start(host)
    await work()
    const code = newestCode()
    const theirs = await start('nobody-has-this.example')
    expect((await confirm(theirs.body.handle, code)).body.code).toBe('connect.code_wrong')
    expect((await confirm('A'.repeat(43), code)).body.code).toBe('connect.over')
    expect((await call(market, 'POST', '/auth/connect/confirm', { body: { code } })).status).toBe(
      400,
    )
    expect((await confirm(mine.body.handle, code)).status).toBe(200)
  })

  test('is good for five minutes', async () => {
    const { body } = await start(host)
    await work()
    market.clock.moveSeconds(299)
    expect(
      (await call(market, 'GET', '/auth/connect', withHandle(body.handle))).body.data,
    ).not.toBeNull()
    market.clock.moveSeconds(1)
    expect(
      (await call(market, 'GET', '/auth/connect', withHandle(body.handle))).body.data,
    ).toBeNull()
    expect((await confirm(body.handle, newestCode())).body.code).toBe('connect.over')
  })

  test('can be asked for again after a minute: the same code is mailed again and the tries are not given back (A6)', async () => {
    const { body } = await start(host)
    await work()
    const first = newestCode()
    expect((await confirm(body.handle, others(first, 1)[0] as string)).body.code).toBe(
      'connect.code_wrong',
    )
    expect(await resend(body.handle)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
    })
    market.clock.moveSeconds(60)
    const again = await Promise.all([resend(body.handle), resend(body.handle)])
    expect(again.map((one) => one.status).sort()).toEqual([200, 429])
    const before = market.shop.mails().length
    await work()
    expect(market.shop.mails()).toHaveLength(before + 1)
    expect(
      (await call(market, 'GET', '/auth/connect', withHandle(body.handle))).body.data.tries_left,
    ).toBe(4)
    const second = newestCode()
    expect(second).toBe(first)
    expect((await confirm(body.handle, second)).status).toBe(200)
  })

  test("takes no other store's place without a yes", async () => {
    const { body } = await start(host)
    await work()
    const second = await signIn(market, 'store-2')
    const headers = { 'apps-token': second.token }
    expect(await confirm(body.handle, newestCode(), { headers })).toMatchObject({
      status: 409,
      body: { code: 'connect.other_store' },
    })
    expect(
      await confirm(body.handle, newestCode(), { headers, body: { replaces: owner.storeId } }),
    ).toMatchObject({ status: 409 })
    expect(
      await confirm(body.handle, newestCode(), { headers, body: { replaces: second.storeId } }),
    ).toMatchObject({ status: 200, body: { domain: host } })
  })
})

describe("ABU-1 nobody's mailbox is flooded", () => {
  test("a shop's owner gets at most five short codes in a quarter of an hour and one long code an hour, from wherever they are asked for", async () => {
    const before = market.shop.mails().length
    const answers = await Promise.all(Array.from({ length: 12 }, () => start(host)))
    expect(answers.map((one) => one.status)).toEqual(Array(12).fill(200))
    expect(answers.filter((one) => one.body.data.slow)).toHaveLength(7)
    await work()
    expect(market.shop.mails()).toHaveLength(before + 6)
  })

  test('ten strangers who ask for codes do not keep the owner out: the long code of the newest mail works in every browser, once (A6)', async () => {
    await Promise.all(Array.from({ length: 10 }, () => start(host)))
    await work()
    const mine = await start(host)
    const mails = market.shop.mails().length
    await work()
    const code =
      /\n(\d{12})\n/.exec(
        market.shop.mails().find((mail) => /\n\d{12}\n/.test(mail.text ?? ''))?.text ?? '',
      )?.[1] ?? ''
    expect([mine.body.data.slow, code.length, market.shop.mails().length]).toEqual([
      true,
      12,
      mails,
    ])
    const [second, stranger] = [await start(host), await start('nobody-has-this.example')]
    expect((await confirm(stranger.body.handle, code)).body.code).toBe('connect.code_wrong')
    expect(await confirm(mine.body.handle, code)).toMatchObject({
      status: 200,
      body: { domain: host },
    })
    await work()
    expect((await confirm(second.body.handle, code)).body.code).toBe('connect.code_wrong')
    // The used code is void, so the next asker does not wait for the next hour.
    await start(host)
    await work()
    expect(market.shop.mails()).toHaveLength(mails + 1)
  })

  test('a browser that signed this shop in before gets a short code, however many strangers have asked (A6)', async () => {
    const first = await start(host)
    await work()
    const { browser } = (await confirm(first.body.handle, newestCode())).body as { browser: string }
    await Promise.all(Array.from({ length: 18 }, () => start(host)))
    await work()
    const ask = (known: string) =>
      call(market, 'POST', '/auth/connect', {
        body: { address: host },
        headers: { 'known-browser': known },
      })
    expect((await ask(`${browser.slice(0, -4)}AAAA`)).body.data.slow).toBe(true)
    expect((await start(host)).status).toBe(429)
    const again = await ask(`x~${browser}`)
    expect(again.body.data.slow).toBe(false)
    await work()
    expect((await confirm(again.body.handle, newestCode())).status).toBe(200)
    expect(
      (
        await call(market, 'POST', '/auth/connect', {
          body: { address: 'another.example' },
          headers: { 'known-browser': browser },
        })
      ).status,
    ).toBe(429)
  })

  test('one address of the network asks for at most twenty an hour', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, at) => start(`shop-${at}.example`)),
    )
    expect(answers.filter((one) => one.status === 200)).toHaveLength(20)
  })

  test("the platform's silence is no answer: the job tries again and the visitor sees nothing of it", async () => {
    const { body } = await start(host)
    market.shop.setFault('store-1', 'store', { kind: 'error_500', times: 1 })
    await expect(work()).rejects.toThrow('internal_error')
    expect(
      (await call(market, 'GET', '/auth/connect', withHandle(body.handle))).body.data.tries_left,
    ).toBe(5)
    await work()
    expect((await confirm(body.handle, newestCode())).status).toBe(200)
  })
})
