import { request } from 'node:http'
import { devices, type FrameLocator } from 'playwright-core'
import { expect, test } from 'vitest'
import { newVisitor, expectNoConsoleMessages, openMarketInPanel } from '#test/support/browser.ts'
import { useOwnMarket } from '#test/support/own-market.ts'

const own = useOwnMarket()
const shop2 = () => own.market.shop.origin('store-2')

const call = (
  frame: FrameLocator,
  method: string,
  body: object = {},
): Promise<{ status: number; state: string }> =>
  frame.locator('body').evaluate(
    async (_body, sent) => {
      const read = async (path: string) =>
        (
          (await (await fetch(`/api${path}`)).json()) as {
            data: {
              id: string
              installation: { state: string } | null
              plan: { agreement: { version: string } }
            }
          }
        ).data
      const { id } = await read('/app-store/app/detail?slug=cookie-consent')
      const path = `/app-store/app/${id}/installation`
      const { plan, installation } = await read(path)
      const store = decodeURIComponent(/(?:^|; )domain=([^;]*)/.exec(document.cookie)?.[1] ?? '')
      if (sent.method === 'GET') return { status: 200, state: installation?.state ?? 'none' }
      const answer = await fetch(`/api${path}`, {
        method: sent.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          store,
          ...(sent.method === 'POST' && { agreement: { version: plan.agreement.version } }),
          ...sent.body,
        }),
      })
      return { status: answer.status, state: '' }
    },
    { method, body },
  )
const stateIs = async (frame: FrameLocator, state: string): Promise<void> =>
  await expect.poll(async () => (await call(frame, 'GET')).state, { timeout: 20_000 }).toBe(state)

const { defaultBrowserType: _any, ...PHONE } = devices['Pixel 7']!

/** Opens the shop on a phone and leaves the page; what its browser reported. */
async function visitOnPhone(): Promise<string> {
  const context = await own.browser.newContext(PHONE)
  // This visit is one of those that are measured.
  await context.addInitScript(() => {
    Math.random = () => 0
  })
  const page = await context.newPage()
  const reported = page.waitForRequest((one) => one.url().endsWith('/loader/visits'))
  await page.goto(shop2(), { waitUntil: 'networkidle' })
  // As a phone does when its owner goes on to something else; a headless page is never hidden.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  const body = (await reported).postData() ?? ''
  await context.close()
  return body
}

/** The same report from another network of this machine. */
const reportFrom = (localAddress: string, body: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(own.market.origins.installer)
    request(
      {
        host: '127.0.0.1',
        port,
        path: '/loader/visits',
        method: 'POST',
        localAddress,
        headers: {
          host: `${hostname}:${port}`,
          'content-type': 'text/plain',
          origin: new URL(shop2()).origin,
        },
      },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
      .on('error', reject)
      .end(body)
  })

const WORDS = {
  tr: {
    nav: /^Uygulamalarım/,
    waits: '1 tanesi seni bekliyor.',
    none: 'Henüz ölçülmedi',
    some: /\d+ ziyarette ölçüldü/,
  },
  en: {
    nav: /^My apps/,
    waits: '1 of them needs you.',
    none: 'Not measured yet',
    some: /Measured on \d+ visits/,
  },
  ar: {
    nav: /^تطبيقاتي/,
    waits: 'واحد منها ينتظرك.',
    none: 'لم تُقس بعد',
    some: /قيست في \d+ زيار/,
  },
} as const

test.each(['tr', 'en', 'ar'] as const)(
  'an owner reads how many items need them, and what an app costs visitors on phones once enough of them measured it, in %s (S2.18)',
  async (locale) => {
    const words = WORDS[locale]
    const visitor = await newVisitor(own.browser, { width: locale === 'ar' ? 390 : 1280 })
    const frame = await openMarketInPanel(visitor.page, {
      store: 2,
      panel: own.market.shop.origin('panel'),
      locale,
    })
    const navigation = frame.getByRole('link', { name: words.nav }).first()
    // Its newest version asks for a permission that this one does not have.
    const begun = await call(frame, 'POST', { permissions: ['tracking_code'], release: '1.0.0' })
    expect(begun.status).toBe(200)
    await stateIs(frame, 'installed')

    await navigation.click()
    await frame.getByText(words.waits).waitFor()
    await visitor.page.reload()
    await frame.getByText(words.waits).waitFor()
    expect(await navigation.innerText()).toMatch(/1$/)
    const table = frame.getByRole('table')
    await table.getByText(words.none).waitFor()

    const report = await visitOnPhone()
    expect(JSON.parse(report)).toMatchObject({
      packages: [{ ms: expect.any(Number), kb: expect.any(Number), failed: false }],
    })
    const [cost] = (JSON.parse(report) as { packages: { kb: number }[] }).packages
    expect(cost?.kb).toBeGreaterThan(0)
    const third = ['tr', 'en', 'ar'].indexOf(locale) + 1
    for (let i = 2; i < 25; i += 1)
      expect(await reportFrom(`127.0.${third}.${i}`, report)).toBe(204)
    await visitor.page.reload()
    await table.getByText(words.some).waitFor()
    await table.getByText(/ ms/).waitFor()

    expect((await call(frame, 'DELETE')).status).toBe(200)
    await stateIs(frame, 'none')
    await visitor.page.reload()
    await frame.getByRole('main').waitFor()
    expect(await navigation.innerText()).not.toMatch(/\d/)
    expectNoConsoleMessages(visitor)
    await visitor.close()
  },
)
