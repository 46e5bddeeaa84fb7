import type { Browser } from 'playwright-core'
import { LOCALES } from '#lib/locale.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import {
  addresses,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
} from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

async function fetchHeaders(path: string) {
  return (await createHttp({ allowOrigins: [addresses().apps] }).request(addresses().apps + path))
    .headers
}

describe('a visitor (S1.3, S6.1)', () => {
  test('browses, filters and reads without JavaScript; S2.17 an item has structured data with its picture', async () => {
    const visitor = await newVisitor(browser, { javaScript: false })
    const { page } = visitor
    await page.goto(addresses().apps)
    await page.getByRole('searchbox').first().fill('takvim')
    await page.getByRole('button', { name: 'Ara' }).first().click()
    await page
      .getByRole('link', { name: /Teslimat Günü/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Teslimat Günü' }).waitFor()
    // what it says to search engines, and to who passes it on
    const [facts, canonical, picture] = await Promise.all([
      page.locator('script[type="application/ld+json"]').textContent(),
      page.locator('link[rel=canonical]').getAttribute('href'),
      page.locator('meta[property="og:image"]').getAttribute('content'),
    ])
    const {
      '@graph': [item],
    } = JSON.parse(facts ?? '') as { '@graph': Record<string, unknown>[] }
    expect(item).toMatchObject({
      '@type': 'SoftwareApplication',
      name: 'Teslimat Günü',
      url: `${addresses().apps}/delivery-day`,
      image: picture,
    })
    expect(canonical).toBe(`${addresses().apps}/delivery-day`)
    expect(await page.locator('link[rel=alternate][hreflang]').count()).toBe(LOCALES.length + 1)
    expect((await fetchHeaders(new URL(picture ?? '').pathname))['content-type']).toBe('image/jpeg')
    await page.goto(`${addresses().apps}/checkout/delivery-day`)
    expect(new URL(page.url()).pathname).toBe('/')
    await visitor.close()
  })

  test('reads how to sign in over the page (D5), and on a page of its own where that chunk fails to load', async () => {
    const visitor = await newVisitor(browser, { locale: 'en' })
    const { page } = visitor
    await page.goto(`${addresses().apps}/list?hl=en`, { waitUntil: 'networkidle' })
    expect(await page.locator('dialog').count()).toBe(0)
    const way = page.getByRole('link', { name: 'Enter with your shop' })
    await way.click()
    const dialog = page.getByRole('dialog', { name: 'Enter with your shop' })
    await dialog.getByRole('heading', { name: 'From your panel' }).waitFor()
    expect(
      await dialog.getByRole('link', { name: 'Type the address' }).getAttribute('href'),
    ).toContain('/connect?next=')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await way.click()
    await dialog.waitFor()
    expectNoConsoleMessages(visitor)
    await page.route('**/sign-in-dialog-*.js', (route) => route.abort())
    await page.goto(`${addresses().apps}/list?hl=en`, { waitUntil: 'networkidle' })
    const left: string[] = []
    page.on(
      'request',
      (request) => request.isNavigationRequest() && left.push(new URL(request.url()).pathname),
    )
    await way.click()
    await page.waitForURL(/\/connect\?next=/)
    expect(left, 'the way on, and no reload of the page before it (S4.11)').toEqual(['/connect'])
    await visitor.close()
  })

  test("an unknown address is a 404 that shows the path, in the reader's language (S2.15, S8.7)", async () => {
    const visitor = await newVisitor(browser)
    const answer = await visitor.page.goto(`${addresses().apps}/olmayan-sayfa`)
    expect(answer?.status()).toBe(404)
    expect(await visitor.page.locator('body').innerText()).toContain('/olmayan-sayfa')
    await visitor.close()
  })
})

describe('framing (FRM-1)', () => {
  test('the panel may frame the market; nothing else may be framed', async () => {
    const policies = await Promise.all(
      [
        '/',
        '/list',
        '/delivery-day',
        '/checkout/success',
        '/nothing',
        '/market',
        '/market/delivery-day',
      ].map(
        async (path) =>
          [
            path,
            (await fetchHeaders(path))['content-security-policy']?.match(
              /frame-ancestors ([^;]+)/,
            )?.[1],
          ] as const,
      ),
    )
    for (const [path, ancestors] of policies)
      expect(ancestors, path).toBe(path.startsWith('/market') ? addresses().panel : "'none'")
  })
})
