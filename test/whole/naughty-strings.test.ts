import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MARKET_OPERATIONS } from '#server/operations.ts'
import {
  encoded,
  foreignMarkup,
  forEachOf,
  NAUGHTY,
  rawRequest,
  shareOf,
  type RawResponse,
} from '#test/support/naughty-strings.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { WHOLE } from '#test/support/sample-share.ts'

/** All strings everywhere take minutes. */
const LONG = WHOLE ? 3_600_000 : 120_000

let market: Marketplace
let itemId: string
beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
  itemId = (
    await market.services.db
      .selectFrom('items')
      .select('id')
      .where('slug', '=', 'delivery-day')
      .executeTakeFirstOrThrow()
  ).id
})
afterAll(() => market.stop())

/** Nobody has used anything up: what is looked for here lies behind the limits. */
const forgetTurns = () => market.services.db.deleteFrom('limits').execute()
const shown = (text: string) =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text)

/** D8: a fine answer, or an error in its one form, without anything of our insides. */
function complaintAbout(answer: RawResponse): string | null {
  if (answer.status >= 500) return `${answer.status} ${answer.text.slice(0, 200)}`
  if (!String(answer.headers['content-type']).startsWith('application/json'))
    return `${answer.status} is no JSON: ${answer.text.slice(0, 80)}`
  const body = JSON.parse(answer.text) as Record<string, unknown>
  if (answer.status < 400) return null
  const told =
    body.statusCode === answer.status &&
    typeof body.code === 'string' &&
    typeof body.message === 'string' &&
    body.message !== ''
  if (!told) return `not the form of D8: ${answer.text.slice(0, 200)}`
  return /node_modules|\.ts:\d|postgres|select .* from/i.test(
    answer.text.replace(/"(fields|message)":.*/, ''),
  )
    ? `tells of our insides: ${answer.text.slice(0, 200)}`
    : null
}

/**
 * Whoever adds a call with a body that unauthenticated callers may make writes down here one that
 * is taken.
 */
const FINE: Record<string, Record<string, unknown>> = {
  startConnect: { address: 'shop.localhost', next: '/' },
  startSiteClaim: { address: 'shop.localhost', name: 'A', email: 'a@shop.example', next: '/' },
  startWordPress: { address: 'shop.localhost', next: '/' },
  askWordPress: { replaces: 'str_x', site: 'old' },
  answerWordPress: { state: 'x', user: 'admin', password: 'x' },
  chooseWordPress: { is: 'moved' },
  moveWordPress: { code: '123456', replaces: 'str_x' },
  confirmSiteMail: { code: '123456' },
  proveSite: { way: 'file', replaces: 'str_x' },
  confirmConnect: { code: '123456', replaces: 'str_x' },
  sendContact: {
    fullname: 'A',
    email: 'a@shop.example',
    phone: '0532 123 45 67',
    subject: 'S',
    message: 'ten letters and more',
  },
  writeAgain: { message: 'ten letters and more' },
  askForNewsletter: { email: 'a@shop.example' },
  approveNewsletter: { approve_token: 'x' },
  leaveNewsletter: { unsubscribe_token: 'x' },
  startPreview: { on: 'demo', locale: 'tr' },
  openPreviewLink: { token: 'x' },
  claimCredential: { token: 'x' },
  reportReview: { reason: 'other', text: 'x' },
}

const open = MARKET_OPERATIONS.map((one) => one.operation).filter(
  (operation) => operation.policy.who === 'anyone',
)
const fieldsOf = (schema: unknown) =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})

describe('the naughty strings in every operation open to unauthenticated callers', () => {
  let turn = 0
  for (const operation of open) {
    const path = `/api${typeof operation.path === 'string' ? operation.path : operation.path.app}`
    const places = [
      ...fieldsOf(operation.params).map((name) => ['path', name] as const),
      ...[...fieldsOf(operation.query), 'hl', 'market', 'platform_id', 'utm_source'].map(
        (name) => ['query', name] as const,
      ),
      ...fieldsOf(operation.body).map((name) => ['body', name] as const),
      ...Object.keys(operation.headers ?? {}).map((name) => ['header', name] as const),
    ]
    test(
      `${operation.method.toUpperCase()} ${path}`,
      async () => {
        if (operation.body) expect(Object.keys(FINE), operation.id).toContain(operation.id)
        const complaints: string[] = []
        for (const [part, name] of places) {
          await forgetTurns()
          await forEachOf(shareOf((turn += 1), name === 'q' ? 8 : 48), async (text) => {
            const filled = path.replace(/\{(\w+)\}/g, (_, one: string) =>
              part === 'path' && one === name ? encoded(text) : itemId,
            )
            const body =
              operation.method === 'get'
                ? undefined
                : JSON.stringify({
                    ...FINE[operation.id],
                    ...(part === 'body' && { [name]: text }),
                  })
            const answer = await rawRequest(
              market.origins.app,
              operation.method.toUpperCase(),
              part === 'query' ? `${filled}?${name}=${encoded(text)}` : filled,
              {
                ...(body !== undefined && { body }),
                headers: {
                  ...(body !== undefined && { 'content-type': 'application/json' }),
                  ...(part === 'header' && { [name]: Buffer.from(text).toString('latin1') }),
                },
              },
            )
            const complaint = answer && complaintAbout(answer)
            // An address of nothing but dots or slashes is another address; one that is too long is
            // Node's own 431.
            if (complaint && answer.status !== 431 && !(part === 'path' && answer.status < 500))
              complaints.push(`${part} ${name} = ${shown(text)}: ${complaint}`)
          })
        }
        expect(complaints).toEqual([])
      },
      LONG,
    )
  }

  test('an invalid body, or one of another content type, is a client error', async () => {
    await forgetTurns()
    const bodies = [
      'null',
      '[]',
      '""',
      '0',
      '{',
      '{"email":{"a":1}}',
      '{"email":[]}',
      '{"__proto__":{"email":"a@b.example"}}',
      '{"__proto__":"\\u0000"}',
      '{"email":"\\ud800"}',
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
      '\ufeff{}',
      '{"email":1e999}',
    ]
    for (const body of bodies) {
      const answer = await rawRequest(market.origins.app, 'POST', '/api/newsletter', {
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect([answer?.status, answer && complaintAbout(answer)], body.slice(0, 60)).toEqual([
        400,
        null,
      ])
    }
  })
})

const html = { accept: 'text/html', 'accept-language': 'tr' }
async function pageComplaint(
  path: string,
  text: string,
  options: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<string | null> {
  const answer = await rawRequest(market.origins.app, options.method ?? 'GET', path, {
    headers: { ...html, ...options.headers },
    ...(options.body !== undefined && { body: options.body }),
  })
  if (!answer || answer.status === 431) return null
  const about = `${path.slice(0, 80)} with ${shown(text)}`
  if (answer.status >= 500) return `${about}: ${answer.status}`
  if (
    answer.headers.location !== undefined &&
    !String(answer.headers.location).startsWith(market.origins.app) &&
    !/^\/(?!\/|\\)/.test(String(answer.headers.location))
  )
    return `${about}: leads to ${String(answer.headers.location)}`
  if ([answer.headers['set-cookie']].flat().some((cookie) => cookie?.startsWith('evil')))
    return `${about}: sets a cookie`
  const foreign = foreignMarkup(answer.text)
  if (foreign.length > 0) return `${about}: ${foreign[0]}`
  return /<[a-z!/]/i.test(text) && text.length > 8 && answer.text.includes(text)
    ? `${about}: stands in the page as it was typed`
    : null
}

const PAGES = [
  '/search?q=',
  '/list?q=',
  '/list?category=',
  '/list?price=',
  '/list?rating=',
  '/list?sort=',
  '/list?page=',
  '/?hl=',
  '/?utm_source=',
  '/?sign-in=',
  '/contact?item=',
  '/connect?next=',
  '/',
  '/market/',
  '/newsletter/',
  '/newsletter/unsubscribe/',
  '/enter/',
  '/checkout/',
  '/checkout/success?order=',
  '/legal/',
  '/preview/',
  '/install/',
  '/list?q=a&',
  '/assets/',
  '/pictures/',
  '/icons/',
  '/builds/meta/',
]

const ODD_ADDRESSES = [
  '/%',
  '/%00',
  '/%E0%A4%A',
  '/a.b',
  '/a%2Fb',
  '/..%2f..%2fetc%2fpasswd',
  '/../../etc/passwd',
  `/${'x'.repeat(5000)}`,
  '/list?page=1000000000',
  '/list?page=0',
  '/list?page=-1',
  '/list?page=1e9',
  '/list?hl=xx',
  '/?hl=xx',
  '/list?q=%00',
  '/list?q=%',
  `/list?q=${'x'.repeat(6000)}`,
  '/list?q[]=1',
  '/list?q=a&q=b',
  '//evil.example',
  '/%5cevil.example',
  '/list/',
  '/LIST',
  '/.env',
  '/.git/config',
  '/market/%',
  '/market/..%2f',
  '/api/%',
  '/api/%00',
  '/api/app-store/app/%00/installation',
  '/api/app-store/app/detail?slug=%00',
  '/api/market/app/list?page=1000000000',
  '/api/market/app/list?q=%',
  '/assets/%2e%2e/server/index.js',
  '/list.data?page=1000000000',
  '/%.data',
  '/_root.data?_routes=%',
]

describe('the naughty strings in the pages', () => {
  test(
    'no address breaks a page, becomes markup in it or redirects to another site',
    async () => {
      const complaints: string[] = []
      for (const [turn, start] of PAGES.entries()) {
        await forEachOf(shareOf(turn, start.endsWith('?q=') ? 16 : 64), async (text) => {
          const complaint = await pageComplaint(start + encoded(text), text)
          if (complaint) complaints.push(complaint)
        })
      }
      expect(complaints).toEqual([])
    },
    LONG,
  )

  test(
    'neither does any input of a form without a script',
    async () => {
      const complaints: string[] = []
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        origin: market.origins.app,
      }
      const forms: [string, Record<string, string>][] = [
        ['/newsletter', { email: 'a@b.example' }],
        ['/contact', FINE.sendContact as Record<string, string>],
        ['/connect', { address: 'shop.localhost' }],
      ]
      let turn = 0
      for (const [path, fine] of forms) {
        for (const name of Object.keys(fine)) {
          await forgetTurns()
          await forEachOf(shareOf((turn += 1), 60), async (text) => {
            const complaint = await pageComplaint(path, text, {
              method: 'POST',
              headers,
              body: new URLSearchParams({ ...fine, [name]: text.toWellFormed() }).toString(),
            })
            if (complaint) complaints.push(complaint)
          })
        }
      }
      expect(complaints).toEqual([])
    },
    LONG,
  )

  test(
    'an invalid or too long address, or page 10⁹, has a clear response',
    async () => {
      await forEachOf(ODD_ADDRESSES, async (path) => {
        for (const method of ['GET', 'POST']) {
          const answer = await rawRequest(market.origins.app, method, path, { headers: html })
          expect(answer?.status, `${method} ${path.slice(0, 60)}`).toBeLessThan(500)
          expect(foreignMarkup(answer?.text ?? '')).toEqual([])
        }
      })
    },
    LONG,
  )

  test('the check detects markup', () => {
    expect(NAUGHTY.length).toBeGreaterThan(500)
    for (const bad of [
      '<canary-x onfoo=1>',
      '<img src=x onerror=alert(1)>',
      '<script>alert(1)</script>',
      '<a href="javascript:alert(1)">',
      '<svg/onload=alert(1)>',
      '<IFRAME SRC="x">',
    ])
      expect(foreignMarkup(`<p>${bad}</p>`), bad).not.toEqual([])
    expect(
      foreignMarkup(
        '<p title="<img onerror=x>">&lt;script&gt;</p><script nonce="x">"<canary-x>"</script>',
      ),
    ).toEqual([])
  })
})
