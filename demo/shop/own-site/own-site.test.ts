import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../testing/start-demo-shop.ts'
import { MAX_LENGTH } from './parts.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

const at = (path: string) => shop.at('own-site', path)
const PAGES = {
  '/': 'home',
  '/products': 'list',
  '/products/chestnut': 'product',
  '/cart': 'cart',
  '/nowhere': 'other',
}

test("S1.6 what the owner of the example site saves stands at the end of every page's head as it was written, and in the proof file; saved empty, the site is as before", async () => {
  const browser = shop.browser()
  const read = async () =>
    Promise.all(Object.keys(PAGES).map(async (path) => (await browser.get(at(path))).text))
  const before = await read()
  for (const [index, kind] of Object.values(PAGES).entries())
    expect(before[index]).toContain(`<body data-page="${kind}">`)
  expect((await browser.get(at('/.well-known/arasta-site.txt'))).status).toBe(404)
  const head =
    '<meta name="arasta-site" content="t0ken">\n<script src="http://installer.localhost:1/loader.js" data-site="site-x" defer></script>'
  const saved = await browser.post(at('/edit'), { head, proof: 'arasta-site=t0ken' })
  expect(saved.url).toBe(at('/edit?saved=1'))
  expect(saved.text).toContain('&lt;meta name=&quot;arasta-site&quot;')
  expect(saved.text).not.toContain('<script src="http://installer')
  for (const text of await read()) expect(text).toContain(`${head}\n</head>`)
  expect((await browser.get(at('/.well-known/arasta-site.txt'))).text).toBe('arasta-site=t0ken')
  await browser.post(at('/edit'), { head: '', proof: '' })
  expect(await read()).toEqual(before)
})

test('a form of another site changes nothing, nor does one that is too long, and both say so', async () => {
  const browser = shop.browser()
  await browser.post(at('/edit'), { head: '<!-- mine -->', proof: '' })
  const foreign = await shop.http.request(at('/edit'), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://elsewhere.example',
    },
    body: new URLSearchParams({ head: '<script></script>', proof: 'x' }).toString(),
  })
  expect([foreign.status, foreign.body.toString('utf8').includes('hiçbir şey değişmedi')]).toEqual([
    403,
    true,
  ])
  const long = await browser.post(at('/edit'), { head: 'x'.repeat(MAX_LENGTH.head + 1), proof: '' })
  expect([long.status, long.text.includes('Bu çok uzun')]).toEqual([400, true])
  expect((await browser.get(at('/'))).text).toContain('<!-- mine -->')
})

test("S1.6 the panel's front page leads to the site, to its edit page, to the app store for any site and to the mailbox, which needs no store, in every language", async () => {
  const browser = shop.browser()
  await createTransport({ host: '127.0.0.1', port: shop.shop.mailPort() }).sendMail({
    from: 'market@apps.localhost',
    to: 'owner@own-site.localhost',
    subject: 'Your code',
    text: '123456',
  })
  for (const hl of ['tr', 'en', 'ar']) {
    const { text } = await browser.get(shop.at('panel', `/?hl=${hl}`))
    for (const href of [
      at(`/?hl=${hl}`),
      at(`/edit?hl=${hl}`),
      `http://sites.localhost:1/connect/site?hl=${hl}`,
      `http://sites.localhost:1/?hl=${hl}`,
      `/mailbox?hl=${hl}`,
    ])
      expect(text).toContain(`href="${href}"`)
    const mailbox = await browser.get(shop.at('panel', `/mailbox?hl=${hl}`))
    expect([mailbox.status, mailbox.text.includes('Your code')]).toEqual([200, true])
  }
  const [mail] = shop.shop.mails()
  expect((await browser.get(shop.at('panel', `/mailbox/${mail?.id}`))).text).toContain('123456')
})
