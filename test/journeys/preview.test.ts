import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
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

const MINTY = 'rgb(120, 194, 173)'
const colourOf = (shop: FrameLocator | Page) =>
  shop
    .locator('.navbar')
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)
const widthOf = (shop: FrameLocator) =>
  shop.locator('html').evaluate((element) => element.clientWidth)

test('a visitor sees a theme on a real shop on three screens, in two directions, and navigates in it (S2.17)', async () => {
  const visitor = await newVisitor(browser, { locale: 'en' })
  const { page } = visitor
  await page.goto(`${addresses().themes}/minty?hl=en`)
  await page.getByRole('link', { name: 'Live preview' }).first().click()
  const shop = page.frameLocator('iframe')
  await expect.poll(() => colourOf(shop)).toBe(MINTY)
  await expect.poll(() => widthOf(shop)).toBe(1280)
  for (const [device, width] of [
    ['Tablet', 768],
    ['Phone', 390],
  ] as const) {
    await page.getByRole('link', { name: device }).click()
    await expect.poll(() => widthOf(shop)).toBe(width)
  }
  // a link inside stays inside, and the frame never shows more than there is room for
  await shop.getByRole('link', { name: 'Tulip vase' }).first().click()
  await shop.getByRole('heading', { level: 1, name: 'Tulip vase' }).waitFor()
  await expect.poll(() => colourOf(shop)).toBe(MINTY)
  expect(await shop.locator('html').evaluate(() => location.host)).toMatch(
    /^[0-9a-z]{26}\.preview\./,
  )
  await page.getByText('Product', { exact: true }).filter({ visible: true }).first().waitFor()
  await shop.getByRole('button', { name: 'Add to cart' }).click()
  await shop.getByText('This is a preview').waitFor()
  expect(await shop.getByRole('link', { name: /^Cart/ }).innerText()).toMatch(/0$/)
  const box = await page.locator('.device').boundingBox()
  expect((box?.height ?? 0) + (box?.y ?? 0)).toBeLessThanOrEqual(900)

  await page.getByText('English', { exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('link', { name: 'العربية' }).click()
  await shop.locator('html[dir=rtl]').waitFor()
  await expect.poll(() => colourOf(shop)).toBe(MINTY)
  await page.getByRole('link', { name: 'Back to Minty' }).click()
  await page.getByRole('heading', { level: 1, name: 'Minty' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test('in the panel on a phone the shop fills nearly the whole frame, its bar is one row, and the options open over it (S2.17)', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', width: 390 })
  const { page } = visitor
  const frame = await openMarketInPanel(page, { market: 'themes', locale: 'en' })
  await frame.getByRole('link', { name: /Minty/ }).first().click()
  await frame
    .getByRole('link', { name: /[Pp]review/ })
    .first()
    .click()
  await expect.poll(() => colourOf(frame.frameLocator('iframe'))).toBe(MINTY)
  const [whole, shop] = await Promise.all([
    page.locator('iframe').boundingBox(),
    frame.locator('.device').boundingBox(),
  ])
  expect((shop?.height ?? 0) / (whole?.height ?? 1)).toBeGreaterThan(0.88)
  await frame.getByRole('group').locator('summary').first().click()
  await frame.getByRole('link', { name: 'Tablet' }).click()
  await expect.poll(() => widthOf(frame.frameLocator('iframe'))).toBe(768)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test('code on a previewed page reaches no token, no cookie, no storage, no parent and no window (XSS-5)', async () => {
  const visitor = await newVisitor(browser, { locale: 'en' })
  const { page, context } = visitor
  await openMarketInPanel(page, { market: 'themes', locale: 'en' })
  await page.goto(`${addresses().themes}/preview/minty?hl=en&on=demo`)
  const [frame] = page.frames().filter((one) => one !== page.mainFrame())
  await page.frameLocator('iframe').locator('.navbar').first().waitFor()
  const before = page.url()
  // As the worst item would: our own script's harmless stand-ins are taken away first.
  const found = await frame!.evaluate(
    async ([market, shop]) => {
      delete (window as unknown as Record<string, unknown>).localStorage
      delete (document as unknown as Record<string, unknown>).cookie
      const attempt = (work: () => unknown) => {
        try {
          return String(work())
        } catch (error) {
          return (error as Error).name
        }
      }
      const ask = async (url: string) => {
        try {
          return (await fetch(url, { credentials: 'include' })).status
        } catch (error) {
          return (error as Error).name
        }
      }
      return {
        origin: self.origin,
        parent: attempt(() => parent.document.title),
        top: attempt(() => {
          top!.location.href = 'https://evil.example/'
        }),
        cookie: attempt(() =>
          Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!.get!.call(document),
        ),
        storage: attempt(
          () =>
            Object.getOwnPropertyDescriptor(window, 'localStorage')?.get?.call(window) ??
            window.localStorage,
        ),
        popup: attempt(() => window.open('https://evil.example/')),
        market: await ask(`${market}/api/installations`),
        shop: await ask(`${shop}/account`),
        serviceWorker: attempt(() => navigator.serviceWorker.register('/x.js')),
      }
    },
    [addresses().themes, addresses().shop] as const,
  )
  expect(found).toMatchObject({
    origin: 'null',
    parent: 'SecurityError',
    top: 'SecurityError',
    cookie: 'SecurityError',
    popup: 'null',
    market: 'TypeError',
    shop: 'TypeError',
  })
  expect(['undefined', 'SecurityError']).toContain(found.storage)
  expect(page.url()).toBe(before)
  expect(context.pages()).toHaveLength(1)
  // Opened by itself, without our frame around it, it is in the same sandbox.
  const alone = await context.newPage()
  await alone.goto(frame!.url())
  expect(await alone.evaluate(() => self.origin)).toBe('null')
  expect((await context.cookies()).filter((cookie) => cookie.domain.includes('preview'))).toEqual(
    [],
  )
  await visitor.close()
})

test('an owner previews on the own shop in the panel, and the shop is unchanged byte for byte (D12)', async () => {
  const visitor = await newVisitor(browser, { locale: 'en' })
  const { page } = visitor
  const read = async () =>
    (
      await createHttp({ allowOrigins: [addresses().shop2] }).request(`${addresses().shop2}/?hl=en`)
    ).body.toString('utf8')
  const before = await read()
  const frame = await openMarketInPanel(page, { store: 2, market: 'themes', locale: 'en' })
  await frame.getByRole('link', { name: /Minty/ }).first().click()
  await frame.getByRole('link', { name: 'Preview on your shop' }).first().click()
  const shop = frame.frameLocator('iframe')
  await expect.poll(() => colourOf(shop)).toBe(MINTY)
  expect(await shop.locator('body').getAttribute('data-store-id')).toBe('store-2')
  expect(await read()).toBe(before)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test('without a script the preview works, and its own page opens by a plain link', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', javaScript: false })
  const { page, context } = visitor
  await page.goto(`${addresses().themes}/preview/minty?hl=en&device=phone`)
  expect(await page.frameLocator('iframe').locator('.navbar').first().isVisible()).toBe(true)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open in a new tab' }).first().click()
  await (await opened).getByRole('heading', { level: 1 }).waitFor()
  await visitor.close()
})
