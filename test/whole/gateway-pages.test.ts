import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Gateway } from '#modules/orders/gateways/gateway.ts'
import type { RunningDouble } from '#modules/orders/gateways/doubles/start.support.ts'
import { iyzicoTo, startIyzicoDouble } from '#modules/orders/gateways/iyzico.support.ts'
import { startStripeDouble, stripeTo } from '#modules/orders/gateways/stripe.support.ts'
import { readInventory } from '#server/card-page-watch.ts'
import {
  fillCheckout,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
} from '../support/browser.ts'
import { ADDRESS } from '../support/checkout.ts'
import { press, tabTo, type } from '../support/keyboard.ts'
import { startMarketplace, type Marketplace } from '../support/marketplace.ts'
import { launchToken, signIn } from '../support/owner.ts'

/**
 * What only a browser can show of the other gateways: their script in our page, their document at
 * our address, and our policies around both.
 */

let market: Marketplace
let browser: Browser
let [iyzico, stripe]: (RunningDouble | undefined)[] = []

beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
  ;[iyzico, stripe, browser] = await Promise.all([
    startIyzicoDouble(''),
    startStripeDouble(''),
    openChromium(),
  ])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await Promise.all([iyzico?.close(), stripe?.close()])
  await market?.stop()
})

const choose = (gateway: Gateway) => {
  ;(market.services as { gateway: Gateway }).gateway = gateway
}
const urlOf = (double: RunningDouble | undefined): string => double?.url ?? ''

/** Only to buy: the install has journeys of its own. */
async function openCheckout(page: Page, store: 'store-1' | 'store-2', slug: string): Promise<void> {
  await page.goto(
    `${market.origins.app}/checkout/${slug}?install_later=1&apps-token=${await launchToken(market, store)}&store-token=${market.shop.storeToken(store)}`,
  )
  await page.getByRole('button', { name: /shop2?\.localhost/ }).click()
  await page.getByRole('heading', { name: 'Ödeme', exact: true }).waitFor()
}
const orderOf = (page: Page): string => new URL(page.url()).searchParams.get('order') ?? ''

test("the gateway's fields open in our checkout page, errors appear there, and the card never enters our page (D10, D22)", async () => {
  choose(stripeTo(urlOf(stripe)))
  const visitor = await newVisitor(browser, { dark: true })
  const { page } = visitor
  const sent: string[] = []
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  page.on('request', (request) => {
    if (request.url().startsWith(market.origins.app))
      sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await openCheckout(page, 'store-1', 'free-delivery')
  const fields = page.frameLocator('[data-gateway-fields] iframe')
  const number = fields.getByLabel('Kart numarası')
  await number.waitFor()
  expect(await page.getByLabel('Kart numarası', { exact: true }).count()).toBe(0)
  // They look as our own do, by day and by night, also when it turns while they are open.
  const backgroundOf = (field: Locator) =>
    field.evaluate((node) => {
      const paint = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      paint.fillStyle = getComputedStyle(node).backgroundColor
      paint.fillRect(0, 0, 1, 1)
      return [...paint.getImageData(0, 0, 1, 1).data].join()
    })
  const seen: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect
      .poll(
        async () => (await backgroundOf(number)) === (await backgroundOf(page.getByLabel('Kupon'))),
      )
      .toBe(true)
    seen.push(await backgroundOf(number))
  }
  expect(new Set(seen).size).toBe(2)
  await fillCheckout(page, null)
  const pay = page.getByRole('button', { name: / öde$/ }).first()
  await pay.click()
  await page.getByText('Kart numaranız eksik.').first().waitFor()
  await number.fill('4242 4242 4242 4242')
  await fields.getByLabel('Son kullanma tarihi').fill('12/39')
  await fields.getByLabel('CVC').fill('123')
  await pay.click()
  await page.waitForURL((url) => url.origin === urlOf(stripe))
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  expect(await stripe?.book(orderOf(page))).toMatchObject({ charges: 1 })
  expect(sent.some((request) => request.includes('ctoken_'))).toBe(true)
  // What ran is in the inventory, and of others the gateway's script alone (PAYPAGE-1).
  const known = new Set(
    (await readInventory('build', 'app')).scripts.map((one) => market.origins.app + one.path),
  )
  expect(scripts.length).toBeGreaterThan(3)
  expect(scripts.filter((url) => !known.has(url))).toEqual([`${urlOf(stripe)}/v3/`])
  expect(sent.join('\n')).not.toMatch(/4242.?4242/)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test("the gateway's fields work inside the panel's frame, in Arabic, in dark mode and by keyboard alone; the bank opens in a window of its own (D20)", async () => {
  choose(stripeTo(urlOf(stripe)))
  await (await signIn(market, 'store-2')).call('POST', '/domain/address', { body: ADDRESS })
  const visitor = await newVisitor(browser, { locale: 'ar', width: 390, dark: true })
  const { page, context } = visitor
  const panel = market.shop.origin('panel')
  await openMarketInPanel(page, { store: 2, locale: 'ar', panel })
  await page.goto(
    `${panel}/store-2/apps?path=${encodeURIComponent('/market/checkout/delivery-day?install_later=1')}&hl=ar`,
  )
  const frame = page.frameLocator('iframe').first()
  await frame.getByRole('heading', { name: 'الدفع', exact: true }).waitFor()
  const number = frame.frameLocator('[data-gateway-fields] iframe').getByLabel('رقم البطاقة')
  await number.waitFor()
  expect(
    await number.evaluate((node) => [
      document.documentElement.dir,
      getComputedStyle(document.documentElement).colorScheme,
      getComputedStyle(node).color !== 'rgb(0, 0, 0)',
    ]),
  ).toEqual(['rtl', 'dark', true])
  await type(page, /رقم البطاقة/, '4242424242424242')
  await type(page, /تاريخ انتهاء/, '12/39')
  await type(page, /^CVC/, '123')
  for (const box of await frame.getByRole('checkbox').all()) {
    if (!(await box.getAttribute('name'))?.startsWith('consent.')) continue
    for (
      let stop = 0;
      stop < 60 &&
      !(await box.evaluate((one) => one === document.activeElement && document.hasFocus()));
      stop += 1
    )
      await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
  }
  await tabTo(page, /^ادفع/)
  const [bank] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
  await bank.waitForURL((url) => url.origin === urlOf(stripe))
  await press(bank, /^Complete$/)
  await frame.getByRole('heading', { name: 'تم استلام الدفع' }).waitFor()
  const order = /AR[0-9A-Z]{16}/.exec(await frame.getByRole('main').innerText())?.[0] ?? ''
  expect(await stripe?.book(order)).toMatchObject({ charges: 1 })
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test('a challenge that is a document sends the browser to the bank, isolated from our pages, and back with a cross-site POST (D20)', async () => {
  choose(iyzicoTo(urlOf(iyzico)))
  const visitor = await newVisitor(browser)
  const { page } = visitor
  await openCheckout(page, 'store-2', 'free-delivery')
  await fillCheckout(page, '5528790000000008')
  await page.getByRole('button', { name: / öde$/ }).first().click()
  await page.waitForURL((url) => url.origin === urlOf(iyzico))
  await page.getByRole('button', { name: 'Onayla' }).click()
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  expect(await iyzico?.book(orderOf(page))).toMatchObject({ charges: 1 })
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test('where the gateway has its own page, ours announces it and has no card fields', async () => {
  choose(iyzicoTo(urlOf(iyzico), { cardFields: 'page', pageOrigins: [urlOf(iyzico)] }))
  const visitor = await newVisitor(browser)
  const { page } = visitor
  await openCheckout(page, 'store-1', 'quick')
  await page.getByText('ödeme kuruluşunun kendi sayfasında gireceksin').waitFor()
  await fillCheckout(page, null)
  await page.getByRole('button', { name: / öde$/ }).first().click()
  await page.waitForURL((url) => url.origin === urlOf(iyzico))
  await page.getByRole('button', { name: 'Öde' }).click()
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  expect(await iyzico?.book(orderOf(page))).toMatchObject({ charges: 1 })
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
