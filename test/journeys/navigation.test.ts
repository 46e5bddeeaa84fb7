import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import {
  addresses,
  isAwake,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
} from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

const ask = (url: string, headers: Record<string, string> = {}) =>
  createHttp({ allowOrigins: [new URL(url).origin] }).request(url, {
    headers: { accept: 'text/html', ...headers },
  })
/** How often a document of the market was asked for. */
function countDocuments(context: BrowserContext): { count: number } {
  const seen = { count: 0 }
  context.on('request', (request) => {
    if (request.resourceType() === 'document' && request.url().startsWith(addresses().apps))
      seen.count++
  })
  return seen
}

describe('cards that are in the document as HTML only', () => {
  test('are followed without a full load, are found by going back, and give way to the cards of another list', async () => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    await page.goto(`${addresses().apps}/list?hl=en`)
    await isAwake(page)
    const documents = countDocuments(visitor.context)
    const card = page.locator('main article', { hasText: 'Delivery Day' })
    const shown = await card.textContent()
    const names = () => page.locator('main article h2').allTextContents()
    const all = await names()
    expect(all.length).toBeGreaterThan(15)

    await page.getByRole('radio', { name: 'Free' }).first().click()
    await page.waitForURL(/price=free/)
    await page.waitForFunction(
      (before) => document.querySelectorAll('main article h2').length < before,
      all.length,
    )
    expect((await names()).filter((name) => !all.includes(name))).toEqual([])
    await page.goBack()
    await page.waitForURL(/list\?hl=en$/)
    await expect.poll(names).toEqual(all)
    expect(await card.textContent()).toBe(shown)

    await page.reload()
    await isAwake(page)
    documents.count = 0
    await card.getByRole('link').first().click()
    await page.waitForURL(/\/delivery-day$/)
    await page.getByRole('heading', { name: 'Delivery Day', level: 1 }).waitFor()
    await page.goBack()
    await expect.poll(names).toEqual(all)
    expect(documents.count).toBe(0)
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })
})

describe('redirects and not-found pages', () => {
  test('S4.2 an old address leads to its page: by a redirect, and without a reload during client navigation', async () => {
    const [inside, other, docs] = [
      await ask(`${addresses().apps}/app?q=x`),
      await ask(`${addresses().apps}/theme/minty`),
      await ask(`${addresses().apps}/docs`),
    ]
    expect([inside.status, inside.headers.location]).toEqual([302, '/list?q=x'])
    expect([other.status, other.headers.location]).toEqual([302, `${addresses().themes}/minty`])
    expect([docs.status, docs.headers.location]).toEqual([302, '/api/docs'])

    const visitor = await newVisitor(browser)
    const { page } = visitor
    await page.goto(`${addresses().apps}/list`)
    await isAwake(page)
    const documents = countDocuments(visitor.context)
    // as going back to an old address does
    const follow = (path: string) =>
      page.evaluate((to) => {
        history.pushState(history.state, '', to)
        window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      }, path)
    await follow('/app/delivery-day')
    await page.waitForURL(`${addresses().apps}/delivery-day`)
    await page.getByRole('heading', { name: 'Teslimat Günü' }).first().waitFor()
    expect(documents.count).toBe(0)
    await follow('/theme/minty')
    await page.waitForURL(`${addresses().themes}/minty`)
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('S4.4 S2.15 S8.7 an address that fails its route’s validation is a 404 that shows the path', async () => {
    for (const [path, shown] of [
      ['/Not.a.Slug', '/Not.a.Slug'],
      ['/a%2fb', '/a%2fb'],
      ['/%3Cscript%3E', '/&lt;script&gt;'],
      ['/no/such/page', '/no/such/page'],
      ['/install/%00', ''],
      ['/enter/x', '/enter/x'],
    ]) {
      const { status, body } = await ask(`${addresses().apps}${path}?hl=en`)
      // who is not signed in is sent to the root before anything else is inspected
      if (path!.startsWith('/install')) expect(status).toBe(302)
      else
        expect([status, body.toString().includes(`Page Not Found: ${shown}`)], path).toEqual([
          404,
          true,
        ])
    }
  })
})

describe('S4.11 a chunk that fails to load', () => {
  test('reloads the requested page once in ten seconds; then shows the error page, and may retry after ten seconds', async () => {
    const visitor = await newVisitor(browser, { locale: 'en-US' })
    const { page, context } = visitor
    await page.clock.setFixedTime(new Date('2027-01-01T10:00:00Z'))
    await page.goto(`${addresses().apps}/list?hl=en`)
    await isAwake(page)
    await context.route('**/assets/detail-*.js', (route) => route.abort())
    const documents = countDocuments(context)
    const errorPage = page.getByText('The page could not start')

    await page
      .getByRole('link', { name: /Delivery Day/ })
      .first()
      .click()
    await errorPage.waitFor()
    // the way there as a document, and that document once more
    expect(new URL(page.url()).pathname).toBe('/delivery-day')
    expect(documents.count).toBe(1)
    expect(await page.evaluate(() => String(window.arastaStart?.appError))).toMatch(/did not load/)

    await page.clock.setFixedTime(new Date('2027-01-01T10:00:05Z'))
    await page.reload()
    await errorPage.waitFor()
    expect(documents.count).toBe(2)

    await page.clock.setFixedTime(new Date('2027-01-01T10:00:11Z'))
    await page.reload()
    await errorPage.waitFor()
    expect(documents.count).toBe(4)

    await context.unroute('**/assets/detail-*.js')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Delivery Day' }).first().waitFor()
    await isAwake(page)
    expect(await errorPage.count()).toBe(0)
    await visitor.close()
  })

  test('is counted where storage is unavailable, too', async () => {
    const visitor = await newVisitor(browser)
    const { page, context } = visitor
    await page.addInitScript(() =>
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('closed', 'SecurityError')
        },
      }),
    )
    await context.route('**/assets/entry.client-*.js', (route) => route.abort())
    const documents = countDocuments(context)
    await page.goto(`${addresses().apps}/list?hl=en`)
    await page.getByText('The page could not start').waitFor()
    expect(documents.count).toBe(2)
    await visitor.close()
  })
})

describe('S4.10 S8.9 a failed start', () => {
  test('shows the error page in place of the page, in its language, with a link to reload', async () => {
    for (const [locale, words, retry, browserProblem] of [
      ['tr', 'Sayfa açılamadı', 'Yeniden dene', 'Tarayıcında bir sorun var'],
      ['ar', 'تعذّر تشغيل الصفحة', 'أعد المحاولة', 'متصفح'],
    ] as const) {
      const visitor = await newVisitor(browser, { locale })
      const { page } = visitor
      await page.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          document.getElementById('shell')!.textContent = '{ not readable'
        })
      })
      await page.goto(`${addresses().apps}/list?hl=${locale}`)
      await page.getByText(words).waitFor()
      await page.getByText(browserProblem).waitFor()
      expect(await page.evaluate(() => String(window.arastaStart?.appError))).toMatch(/JSON/)
      expect(await page.getByRole('main').count()).toBe(1)
      expect(
        await page
          .getByRole('link', { name: retry })
          .evaluate((link) => (link as HTMLAnchorElement).href),
      ).toBe(page.url())
      expect(visitor.complaints.filter((one) => /Content Security Policy/.test(one))).toEqual([])
      await visitor.close()
    }
  })
})

describe('S8.9 an outdated browser', () => {
  test('is reported: for scripts by the error page, for styles by a sentence hidden from others', async () => {
    const visitor = await newVisitor(browser, { locale: 'tr' })
    const { page, context } = visitor
    const sentence = page.locator('.old-browser')
    await page.goto(`${addresses().apps}/list?hl=tr`)
    expect(await sentence.isVisible()).toBe(false)
    await context.route('**/assets/entry.client-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'const this is of tomorrow' }),
    )
    await page.goto(`${addresses().apps}/list?hl=tr`)
    await page.getByText('Sayfa açılamadı').waitFor()
    expect(await page.evaluate(() => String(window.arastaStart?.appError))).toMatch(/SyntaxError/)
    await context.unroute('**/assets/entry.client-*.js')
    // as a browser reads it that knows nothing of these
    await context.route('**/assets/*.css', async (route) => {
      const { body } = await ask(route.request().url(), { accept: 'text/css' })
      await route.fulfill({
        contentType: 'text/css',
        body: body
          .toString()
          .replaceAll(/@supports[^{]*:has\(a\)[^{]*\{/g, '@supports (of: tomorrow) {'),
      })
    })
    await page.goto(`${addresses().apps}/list?hl=tr`)
    await sentence.waitFor()
    expect(await sentence.innerText()).toContain('Tarayıcında bir sorun var')
    await visitor.close()
  })
})

describe('S7.35 S7.36 builds', () => {
  test('the manifest of a build is immutable; the latest one is revalidated each time', async () => {
    const latest = await ask(`${addresses().apps}/builds/latest.json`)
    const { id, time } = JSON.parse(latest.body.toString()) as { id: string; time: string }
    expect(latest.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringContaining('application/json'),
    })
    expect(
      (
        await ask(`${addresses().apps}/builds/latest.json`, {
          'if-none-match': latest.headers.etag!,
        })
      ).status,
    ).toBe(304)
    const page = await ask(`${addresses().apps}/list`)
    expect(JSON.parse(/id="shell">(.*?)<\/script>/.exec(page.body.toString())![1]!)).toMatchObject({
      build: id,
    })
    const manifest = await ask(`${addresses().apps}/builds/meta/${id}.json`)
    expect(manifest.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(JSON.parse(manifest.body.toString())).toMatchObject({
      id,
      time,
      routes: expect.arrayContaining([
        { id: 'detail', path: '/:slug' },
        { id: 'market-home', path: '/market' },
      ]),
    })
    for (const path of [
      '/builds/meta/none.json',
      '/builds/meta/..%2flatest.json',
      '/builds/',
      '/builds/x',
    ])
      expect((await ask(addresses().apps + path)).status, path).toBe(404)
  })

  test('a new release is announced once, unobtrusively; an older one is not; nothing reloads by itself (S9.7 manifest prefetch after about 1 s)', async () => {
    const file = join(import.meta.dirname, '../../build/storefront-app/client/builds/latest.json')
    const before = readFileSync(file, 'utf8')
    const visitor = await newVisitor(browser, { locale: 'en-US' })
    const { page, context } = visitor
    try {
      await page.clock.install()
      const asked: string[] = []
      context.on('response', (response) => {
        if (response.url().includes('/builds/'))
          asked.push(new URL(response.url()).pathname.replace(/meta\/[\w-]+/, 'meta/id'))
      })
      await page.goto(`${addresses().apps}/list?hl=en`)
      await isAwake(page)
      await page.clock.runFor(900)
      expect(asked).toEqual([])
      await page.clock.runFor(300)
      await expect.poll(() => asked, { timeout: 10_000 }).toEqual(['/builds/meta/id.json'])

      const notice = page.getByRole('status', { name: 'New version' })
      writeFileSync(file, JSON.stringify({ id: 'older', time: '2020-01-01T00:00:00.000Z' }))
      // The next check is scheduled once the page has read the answer to the one before.
      const minute = () => page.clock.runFor(60_000)
      await expect.poll(() => minute().then(() => asked.length)).toBe(2)
      writeFileSync(file, JSON.stringify({ id: 'newer', time: '2099-01-01T00:00:00.000Z' }))
      expect(await notice.innerText()).toBe('')
      await page.evaluate(() => Object.assign(window, { awake: true }))
      const announced = () => minute().then(() => notice.innerText())
      await expect.poll(announced).toContain('Arasta has been updated')
      expect(await page.evaluate(() => 'awake' in window)).toBe(true)

      await notice.getByRole('button', { name: 'Close' }).click()
      expect(await notice.innerText()).toBe('')
      writeFileSync(file, JSON.stringify({ id: 'newest', time: '2099-01-02T00:00:00.000Z' }))
      await expect.poll(announced).toContain('Arasta has been updated')
      await notice.getByRole('button', { name: 'Reload' }).click()
      await page.waitForFunction(() => !('awake' in window))
      expectNoConsoleMessages(visitor)
    } finally {
      writeFileSync(file, before)
      await visitor.close()
    }
  })
})

test('S2.28 S2.29 an error page works without a script and hydrates with one, by address or by link', async () => {
  const quiet = await newVisitor(browser, { javaScript: false, locale: 'en-US' })
  await quiet.page.goto(`${addresses().apps}/no/such/page?hl=en`)
  await quiet.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await quiet.page.locator('main svg[aria-hidden]').first().isVisible()).toBe(true)
  await quiet.close()

  const visitor = await newVisitor(browser, { locale: 'en-US' })
  const { page } = visitor
  await page.goto(`${addresses().apps}/no/such/page?hl=en`)
  await isAwake(page)
  await page.goto(`${addresses().apps}/list?hl=en`)
  await isAwake(page)
  const documents = countDocuments(visitor.context)
  await page.evaluate(() => {
    history.pushState(history.state, '', '/Not.A.Slug')
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
  await page.getByText('Page Not Found: /Not.A.Slug').waitFor()
  expect(documents.count).toBe(0)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
