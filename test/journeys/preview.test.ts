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
import { faultsOf } from '#test/support/axe.ts'

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
  const shop = page.frameLocator('iframe[data-side=after]')
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
  // The example article of a preview's cart, and no other.
  expect(await shop.getByRole('link', { name: /^Cart/ }).innerText()).toMatch(/1$/)
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

const AFTER = 'iframe[data-side=after]'
const BEFORE = 'iframe[data-side=before]'
const FREE_DELIVERY = 'free-delivery'

/** The preview of an app in the frame of the panel, before and after. */
async function openPreview(
  page: Page,
  { slug = FREE_DELIVERY, locale = 'tr' as 'tr' | 'en' | 'ar', panel = addresses().panel } = {},
) {
  await openMarketInPanel(page, { locale })
  await page.goto(`${panel}/store-1/apps?path=/market/preview/${slug}&hl=${locale}`)
  const frame = page.frameLocator('iframe')
  await frame.locator(BEFORE).waitFor({ state: 'attached' })
  const sides = { before: frame.frameLocator(BEFORE), after: frame.frameLocator(AFTER) }
  await sides.before.locator('body').waitFor({ state: 'attached' })
  return { frame, ...sides }
}
const scrolled = (shop: FrameLocator) => shop.locator('html').evaluate(() => Math.round(scrollY))
const pin = (shop: FrameLocator, number: string) =>
  shop.locator('arasta-places').getByText(number, { exact: true })

test('a preview opens at the place that changes, with the number of the plan, and a line that keys and the mouse move divides before and after (S2.17)', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  const { frame, before, after } = await openPreview(page, { slug: 'delivery-day' })
  await after.getByText('Teslimat günün').waitFor()
  await pin(after, '1').waitFor()
  const [height, place] = await Promise.all([
    after.locator('html').evaluate(() => innerHeight),
    after.locator('[data-arasta-delivery-day]').evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top, bottom }
    }),
  ])
  expect(place.top).toBeGreaterThanOrEqual(0)
  expect(place.top).toBeLessThan(height)
  expect(await before.locator('[data-arasta-delivery-day]').count()).toBe(0)

  const line = frame.getByRole('slider', { name: 'Önce ve sonra' })
  const value = () => line.getAttribute('aria-valuenow')
  await line.press('ArrowRight')
  expect(await value()).toBe('55')
  expect(await line.getAttribute('aria-valuetext')).toBe('Önce %55, sonra %45')
  const handle = (await line.boundingBox())!
  expect([Math.round(handle.width), Math.round(handle.height)]).toEqual([48, 44])
  const device = (await frame.locator('.device').boundingBox())!
  await page.mouse.move(handle.x + 24, handle.y + 22)
  await page.mouse.down()
  await page.mouse.move(device.x + device.width * 0.25, handle.y + 22, { steps: 4 })
  await page.mouse.up()
  expect(Math.abs(Number(await value()) - 25)).toBeLessThanOrEqual(1)
  await frame.getByRole('button', { name: 'Sonra', exact: true }).click()
  expect(await value()).toBe('0')

  // Both sides go along: the same height, and the same page when a link inside is followed.
  await expect.poll(async () => (await scrolled(after)) > 0).toBe(true)
  await after.locator('html').evaluate(() => scrollTo(0, 60))
  await expect.poll(() => scrolled(before)).toBe(60)
  await after.getByRole('link', { name: 'Seramik' }).first().click()
  await before.locator('body[data-page=list]').waitFor({ state: 'attached' })
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test('an Arabic preview has before at the right, and the arrow that points left gives it more (S2.17)', async () => {
  const visitor = await newVisitor(browser, { locale: 'ar' })
  const { page } = visitor
  await page.goto(`${addresses().apps}/preview/${FREE_DELIVERY}?hl=ar`)
  await pin(page.frameLocator(AFTER), '1').waitFor()
  const line = page.getByRole('slider')
  await line.press('ArrowLeft')
  expect(await line.getAttribute('aria-valuenow')).toBe('55')
  const [side, handle] = await Promise.all([
    page.getByRole('button', { name: 'قبل', exact: true }).boundingBox(),
    line.boundingBox(),
  ])
  expect(side!.x).toBeGreaterThan(handle!.x)
  expect(await faultsOf(page)).toEqual([])
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test('in the panel on a phone the shop has four fifths of the screen, a switch shows before or after, and what is chosen in the half sheet goes along to the checkout (S2.17)', async () => {
  const visitor = await newVisitor(browser, { width: 390 })
  const { page } = visitor
  await page.setViewportSize({ width: 390, height: 844 })
  const { frame, before, after } = await openPreview(page)
  await pin(after, '1').waitFor()
  const device = (await frame.locator('.device').boundingBox())!
  expect(device.height / 844).toBeGreaterThan(0.78)
  const bar = frame.getByRole('radio', { name: 'Önce' })
  for (const control of [
    frame.locator('[data-view-menu] > summary'),
    frame.locator('label', { has: frame.getByRole('radio', { name: 'Sonra' }) }),
    frame.getByRole('link', { name: /^Kur · / }),
    frame.getByRole('button', { name: 'Ayarlar' }),
    frame.getByRole('button', { name: 'Paylaş' }),
  ])
    expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await bar.check()
  await expect.poll(() => before.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  expect(await frame.locator(AFTER).evaluate((one) => getComputedStyle(one).visibility)).toBe(
    'hidden',
  )
  await frame.getByRole('radio', { name: 'Sonra' }).check()

  await frame.getByRole('button', { name: 'Ayarlar' }).click()
  await frame.getByLabel('Çubuğun rengi').selectOption('primary')
  await after.locator('[data-colour=primary]').waitFor({ state: 'attached' })
  // A limit of nought is refused at its field, and what was valid is shown on.
  await frame.getByLabel('Ücretsiz kargo sınırı').fill('0')
  await frame.getByLabel('Ücretsiz kargo sınırı').blur()
  await frame.getByText('Ücretsiz kargo sınırı geçerli değil.').waitFor()
  await after.locator('[data-colour=primary]').waitFor({ state: 'attached' })
  await frame.getByLabel('Ücretsiz kargo sınırı').fill('1200')
  await frame.getByLabel('Ücretsiz kargo sınırı').blur()
  await after.locator('[data-colour=primary][data-threshold="1200"]').waitFor({ state: 'attached' })
  await pin(after, '1').waitFor()
  await frame.getByRole('link', { name: /^Kur · / }).click()
  await expect.poll(() => frame.getByLabel('Ücretsiz kargo sınırı').inputValue()).toBe('1200')
  expect(await frame.getByLabel('Çubuğun rengi').inputValue()).toBe('primary')
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test('an owner shares a preview by keys alone; a colleague sees it without signing in, until the owner ends it (S2.17)', async () => {
  const visitor = await newVisitor(browser, { locale: 'en' })
  const { page } = visitor
  const { frame } = await openPreview(page, { locale: 'en' })
  await frame.getByRole('button', { name: 'Share' }).press('Enter')
  const dialog = frame.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make a link' }).press('Enter')
  const field = dialog.getByLabel(/^Your link works until/)
  const url = await field.inputValue()
  await dialog
    .getByRole('button', { name: /^End the link to/ })
    .first()
    .waitFor()

  const colleague = await newVisitor(browser, { locale: 'en' })
  const answer = await colleague.page.goto(url)
  expect(answer?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  })
  expect(answer?.headers()['x-robots-tag']).toContain('noindex')
  const shop = colleague.page.frameLocator(AFTER)
  await pin(shop, '1').waitFor()
  expect(await shop.locator('body').getAttribute('data-store-id')).toBe('store-1')
  expect(await faultsOf(colleague.page)).toEqual([])

  await dialog
    .getByRole('button', { name: /^End the link to/ })
    .first()
    .press('Enter')
  await expect.poll(() => dialog.getByRole('button', { name: /^End the link/ }).count()).toBe(0)
  await colleague.page.goto(url)
  await colleague.page.getByRole('heading', { name: 'This link has ended' }).waitFor()
  expectNoConsoleMessages(visitor)
  await Promise.all([visitor.close(), colleague.close()])
})

test('code on a previewed page reaches no token, no cookie, no storage, no parent and no window (XSS-5)', async () => {
  const visitor = await newVisitor(browser, { locale: 'en' })
  const { page, context } = visitor
  await openMarketInPanel(page, { market: 'themes', locale: 'en' })
  await page.goto(`${addresses().themes}/preview/minty?hl=en&on=demo`)
  const [frame] = page.frames().filter((one) => one.url().includes('.preview.'))
  await page.frameLocator('iframe[data-side=after]').locator('.navbar').first().waitFor()
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
  const shop = frame.frameLocator('iframe[data-side=after]')
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
  expect(
    await page.frameLocator('iframe[data-side=after]').locator('.navbar').first().isVisible(),
  ).toBe(true)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open in a new tab' }).first().click()
  await (await opened).getByRole('heading', { level: 1 }).waitFor()
  await visitor.close()
})
