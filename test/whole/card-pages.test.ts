import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NEW_ADDRESS } from '#modules/orders/ui/payment-form.ts'
import { createHttp, type HttpAnswer, type HttpClient } from '#lib/http.ts'
import { readInventory, watchCardPage } from '#server/card-page-watch.ts'
import { rawRequest } from '#test/support/naughty-strings.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'

/**
 * What the API's answers, logs and tables hold is looked through by
 * proofs/money/card-hygiene.ts; here are the pages.
 */
const PAN = '4539578763621486'
const SPACED = '4539 5787 6362 1486'
const CODE = '7391'

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
  owner = await signIn(market)
})
afterAll(() => market.stop())

const cookie = () => `apps-token=${owner.token}; store-token=${owner.storeToken}; hl=tr`

/** The form of the checkout as a browser without scripts sends it. */
const send = (fields: Record<string, string>) =>
  rawRequest(market.origins.app, 'POST', '/checkout/delivery-day', {
    headers: {
      cookie: cookie(),
      origin: market.origins.app,
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  })

const FORM = {
  address_id: NEW_ADDRESS,
  'address.invoice_type': 'individual',
  'address.firstname': 'Ayşe',
  'address.lastname': 'Demir',
  'address.country': 'TR',
  'address.province': 'Bursa',
  'address.district': 'Osmangazi',
  'address.zip_code': '16070',
  'address.address': 'Sok. 4',
  'address.phone': '0532 123 45 67',
  'address.email': 'ayse@shop.example',
  'address.name': 'Ev',
  'card.name': 'AYŞE DEMİR',
  'card.expiry': '12/39',
  'card.number': PAN,
  'card.cvc': CODE,
  total: '249.9',
  order: 'AR0',
  key: 'k',
}

test('a page that is rendered again contains nothing of the card, whichever field its number was written in (I12, PAYPAGE-4)', async () => {
  const { order_number: order } = (
    await owner.call('POST', '/checkout/delivery-day/app', { body: {} })
  ).body.data
  const tries = [
    {},
    ...Object.keys(FORM).flatMap((field) => [{ [field]: PAN }, { [field]: SPACED }]),
  ]
  let shown = 0
  for (const change of tries) {
    const answer = await send({ ...FORM, order, ...change })
    if (answer?.status === 422 || answer?.status === 400) shown += 1
    const text = `${answer?.text ?? ''}${JSON.stringify(answer?.headers)}`
    expect(text.replace(/[ \u00a0-]/g, ''), JSON.stringify(change)).not.toContain(PAN)
    expect(text, JSON.stringify(change)).not.toMatch(
      new RegExp(`(?<![0-9A-Za-z])${CODE}(?![0-9A-Za-z])`),
    )
  }
  // The pages were the checkout's, with the fields marked that were wrong.
  expect(shown).toBeGreaterThan(20)
})

test('a card number in a text field is refused with an error beside it', async () => {
  const answer = await send({ ...FORM, 'address.address': SPACED })
  expect(answer?.text).toContain('Buraya kart numarası yazma')
})

describe('the page with card fields (PCI DSS 6.4.3, 11.6.1)', () => {
  const place = (http: HttpClient = createHttp({ allowOrigins: [market.origins.app] })) => ({
    http,
    buildFolder: 'build',
    market: 'app' as const,
    origin: market.origins.app,
    platformId: 1,
  })
  /** Somebody stands between us and the browser, and changes what goes by. */
  const between = (change: (url: string, answer: HttpAnswer) => HttpAnswer): HttpClient => {
    const http = createHttp({ allowOrigins: [market.origins.app] })
    return { request: async (url, options) => change(url, await http.request(url, options)) }
  }
  const text = (answer: HttpAnswer, from: RegExp | string, to: string): HttpAnswer => ({
    ...answer,
    body: Buffer.from(answer.body.toString('utf8').replace(from, to)),
  })
  const isPage = (url: string) => url.includes('/market/checkout/')

  test('has an inventory of every script with its hash, owner and reason, and is served as built (PAYPAGE-1)', async () => {
    const { scripts } = await readInventory('build', 'app')
    expect(scripts.length).toBeGreaterThan(30)
    for (const one of scripts)
      expect(one, one.path).toMatchObject({
        path: expect.stringMatching(/^\/assets\/[\w.-]+\.js$/),
        sha384: expect.stringMatching(/^[\w+/]{64}$/),
        owner: 'Arasta',
        reason: expect.stringMatching(/.{10}/),
      })
    expect(
      JSON.parse(
        (await rawRequest(market.origins.app, 'GET', '/builds/scripts.json'))?.text ?? '{}',
      ),
    ).toEqual({ scripts })
    expect(await watchCardPage(market.services, place())).toEqual([])
  })

  test('a change in transit is found at the next check, and reported to the operator once (PAYPAGE-2)', async () => {
    const script = (await readInventory('build', 'app')).scripts[0]?.path ?? ''
    const changes: [RegExp, (url: string, answer: HttpAnswer) => HttpAnswer][] = [
      [
        /arrives changed \(200\)/,
        (url, answer) =>
          url.endsWith(script)
            ? { ...answer, body: Buffer.concat([answer.body, Buffer.from(';')]) }
            : answer,
      ],
      [
        /not in the inventory: https:\/\/cdn\.example\/skim\.js/,
        (url, answer) =>
          isPage(url)
            ? text(answer, '</head>', '<script src="https://cdn.example/skim.js"></script></head>')
            : answer,
      ],
      [
        /without our nonce/,
        (url, answer) =>
          isPage(url) ? text(answer, '</body>', '<script>steal()</script></body>') : answer,
      ],
      [
        /^policy: .*script-src \*/,
        (url, answer) =>
          isPage(url)
            ? {
                ...answer,
                headers: {
                  ...answer.headers,
                  'content-security-policy': (
                    answer.headers['content-security-policy'] ?? ''
                  ).replace("script-src 'self'", 'script-src *'),
                },
              }
            : answer,
      ],
      [/^policy: none/, (url, answer) => (isPage(url) ? { ...answer, headers: {} } : answer)],
    ]
    for (const [said, change] of changes)
      expect((await watchCardPage(market.services, place(between(change)))).join('\n')).toMatch(
        new RegExp(said.source, 'm'),
      )
    const [, again] = changes[0] as (typeof changes)[0]
    await watchCardPage(market.services, place(between(again)))
    const mails = await market.services.db.selectFrom('mails').select('id').execute()
    expect(mails).toHaveLength(changes.length)
  })

  test('runs only its own scripts, calls no other origin, and works without trackers (PAYPAGE-3)', async () => {
    const answer = await rawRequest(
      market.origins.app,
      'GET',
      '/checkout/delivery-day?utm_source=x&utm_medium=y',
      { headers: { cookie: cookie(), accept: 'text/html' } },
    )
    expect(answer?.status).toBe(200)
    const policy = String(answer?.headers['content-security-policy'])
    expect(policy).toMatch(
      /default-src 'none'; script-src 'self' 'nonce-[^']+'; style-src 'self' 'nonce-[^']+'/,
    )
    expect(policy).toMatch(
      /connect-src 'self';.*frame-ancestors 'none'; base-uri 'none'; object-src 'none'/,
    )
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(
      [
        ...(answer?.text ?? '').matchAll(
          /<(?:script|link|img|iframe)[^>]*(?:src|href)="(https?:[^"]+)"/g,
        ),
      ]
        .map(([, url]) => new URL(url ?? '').origin)
        .filter((origin) => origin !== market.origins.app),
    ).toEqual([])
  })
})
