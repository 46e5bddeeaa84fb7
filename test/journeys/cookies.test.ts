import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addresses,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
} from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

const SESSION = ['account', 'apps-token', 'domain', 'expire_time', 'hl', 'is_os2', 'store-token']

/** Our cookies as the browser holds them; for how many seconds, to the minute. */
async function heldCookies(context: BrowserContext) {
  const found = await context.cookies(addresses().apps)
  return found
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, value, path, secure, sameSite, httpOnly, expires, partitionKey }) => ({
      name,
      value,
      path,
      secure,
      sameSite,
      httpOnly,
      seconds: Math.round((expires - Date.now() / 1000) / 60) * 60,
      partitioned: partitionKey !== undefined,
    }))
}

describe('cookies in a real browser', () => {
  test('S9.1 seven cookies of a session: secure, same-site none, path /, an hour, partitioned; no script can read the two tokens', async () => {
    const visitor = await newVisitor(browser)
    const frame = await openMarketInPanel(visitor.page)
    const held = await heldCookies(visitor.context)
    expect(held.map((cookie) => cookie.name)).toEqual(SESSION)
    for (const { value: _, ...cookie } of held)
      expect(cookie).toEqual({
        name: cookie.name,
        path: '/',
        secure: true,
        sameSite: 'None',
        httpOnly: cookie.name.endsWith('-token'),
        seconds: 3600,
        partitioned: true,
      })
    const shown = await frame.locator('body').evaluate((body) => body.ownerDocument.cookie)
    expect(shown).toContain('domain=')
    expect(shown).not.toContain('token')
    await visitor.close()
  })

  test('S9.2 a campaign is stored for a day, a chosen language for an hour, and nothing else of the address', async () => {
    const visitor = await newVisitor(browser, { locale: 'en-US' })
    await visitor.page.goto(
      `${addresses().apps}/list?utm_source=mail&utm_medium=spring%20sale&utm_term=x&hl=AR`,
    )
    const kept = { path: '/', secure: true, sameSite: 'None', httpOnly: false, partitioned: true }
    expect(await heldCookies(visitor.context)).toEqual([
      { name: 'hl', value: 'ar', seconds: 3600, ...kept },
      { name: 'utm_medium', value: 'spring%20sale', seconds: 86_400, ...kept },
      { name: 'utm_source', value: 'mail', seconds: 86_400, ...kept },
    ])
    await visitor.close()
  })
})

describe('S9.1 D5 the market in the panel’s frame', () => {
  test('works where third-party cookies are blocked, with partitioned cookies', async () => {
    const strict = await openChromium(['--test-third-party-cookie-phaseout'])
    const visitor = await newVisitor(strict)
    const frame = await openMarketInPanel(visitor.page)
    await frame.getByRole('link', { name: 'Uygulamalarım', exact: true }).click()
    await frame.getByRole('heading', { name: 'Uygulamalarım' }).waitFor()
    expectNoConsoleMessages(visitor)
    await visitor.close()
    await strict.close()
  })

  test('works from end to end without any cookie: the session lives in the page’s memory', async () => {
    const visitor = await newVisitor(browser)
    const { page, context } = visitor
    await keepNoCookies(context)
    const frame = await openMarketInPanel(page, { store: 2 })
    await frame.getByRole('link', { name: 'Uygulamalar', exact: true }).first().click()
    await frame
      .getByRole('link', { name: /Anında Sayfa/ })
      .first()
      .click()
    await frame
      .getByRole('link', { name: /^(Ücretsiz kur|Kur)$/ })
      .first()
      .click()
    await frame.getByRole('heading', { name: /değişecek/ }).waitFor()
    for (const box of await frame.getByRole('checkbox').all()) await box.check()
    await frame.getByRole('button', { name: /değişikliği yap/ }).click()
    await frame.getByRole('heading', { name: /Anında Sayfa mağazanda/ }).waitFor()
    await frame.getByRole('link', { name: 'Uygulamalarım', exact: true }).click()
    await frame.getByRole('link', { name: 'Anında Sayfa', exact: true }).click()
    await frame.getByRole('link', { name: 'Kaldır', exact: true }).click()
    await frame.getByRole('button', { name: /Kaldır ve/ }).click()
    await frame.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()

    // Checkout is a document of its own: its memory is empty, and the panel is asked once more.
    await frame.getByRole('link', { name: 'Keşfet', exact: true }).click()
    await frame
      .getByRole('link', { name: /Teslimat Günü/ })
      .first()
      .click()
    await frame
      .getByRole('link', { name: /ile satın al/ })
      .first()
      .click()
    await frame.getByRole('heading', { name: 'Satın al ve kur' }).waitFor()
    // the answer to a redirect passes by the route below: the language it sets is no session
    expect((await heldCookies(context)).filter((cookie) => cookie.name !== 'hl')).toEqual([])
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('keeps the panel’s language without cookies, whatever the browser prefers: on the next page, in a new document and after a reload', async () => {
    const visitor = await newVisitor(browser, { locale: 'ar-SA' })
    const { page, context } = visitor
    await keepNoCookies(context)
    // Other journeys buy the apps of the first page.
    await openMarketInPanel(page, { locale: 'en' })
    await page.goto(`${addresses().panel}/store-1/apps?path=/market/gallery&hl=en`)
    const frame = page.frameLocator('iframe').first()
    const html = frame.locator('html[lang=en]')
    await frame.getByRole('heading', { name: 'Full-Screen Gallery', level: 1 }).waitFor()
    // checkout is a document of its own
    await frame
      .getByRole('link', { name: /Buy for/ })
      .first()
      .click()
    await frame.getByRole('heading', { name: 'Buy and install' }).first().waitFor()
    await html.waitFor()
    const shown = page.frames().find((one) => one.url().startsWith(addresses().apps))!
    await shown.evaluate(() => location.reload())
    await frame.getByRole('heading', { name: 'Invoice address' }).waitFor()
    await html.waitFor()
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })
})

/**
 * A browser that drops every cookie of the market and sends none: stricter than any that blocks
 * those of third parties.
 */
async function keepNoCookies(context: BrowserContext): Promise<void> {
  const { host } = new URL(addresses().apps)
  await context.route(
    (url) => url.host === host,
    async (route) => {
      const { cookie: _, ...headers } = await route.request().allHeaders()
      const local = new URL(route.request().url())
      local.hostname = '127.0.0.1'
      const response = await route.fetch({
        url: local.href,
        headers: { ...headers, host },
        maxRedirects: 0,
      })
      const kept = Object.fromEntries(
        Object.entries(response.headers()).filter(([name]) => name !== 'set-cookie'),
      )
      await route.fulfill({ response, headers: kept })
    },
  )
}
