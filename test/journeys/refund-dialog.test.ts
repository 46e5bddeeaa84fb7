import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#test/support/axe.ts'
import { newVisitor, openChromium, type Visitor } from '#test/support/browser.ts'
import { buy } from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'

/** An operator gives money back: the dialog says what will happen before it does. */
let browser: Browser
let market: Marketplace
let finance: ConsoleBrowser
let order: string

beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
  const admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', { email: 'f@example.com', role: 'finance' })
  finance = await signInToConsole(market, 'f@example.com')
  order = (await buy(market, await signIn(market), 'delivery-day')).orderNumber
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await market?.stop()
})

async function visit(options: Parameters<typeof newVisitor>[1]): Promise<Visitor> {
  const visitor = await newVisitor(browser, { locale: 'en-GB', ...options })
  await visitor.context.addCookies(
    [...finance.cookies].map(([name, value]) => ({ name, value, url: market.origins.console })),
  )
  return visitor
}
const address = (path = '') => `${market.origins.console}/operator/orders/${order}${path}`
const dialog = (page: Page) => page.getByRole('dialog')
const refunds = () =>
  market.services.db.selectFrom('refunds').select('amount_minor').orderBy('turn').execute()

test('a refund is chosen in a dialog that holds the focus, follows the choice and closes with Escape', async () => {
  const { page, complaints, close } = await visit({})
  await page.goto(`${address()}?hl=en`)
  const link = page.getByRole('link', { name: 'Refund…' })
  await link.click()
  await dialog(page).waitFor()
  expect(await faultsOf(page)).toEqual([])
  const isInside = () =>
    page.evaluate(() => document.querySelector('dialog')?.contains(document.activeElement) ?? false)
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    // The browser's own bar is the only way out.
    expect(
      (await isInside()) ||
        (await page.evaluate(
          () => !document.hasFocus() || document.activeElement === document.body,
        )),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.pathname === new URL(address()).pathname)
  await expect.poll(() => dialog(page).count()).toBe(0)
  expect(await link.evaluate((node) => node === document.activeElement)).toBe(true)

  await link.click()
  await dialog(page).getByRole('button', { name: 'Refund ₺249,90' }).waitFor()
  await dialog(page)
    .getByRole('radio', { name: /Another amount/ })
    .check()
  await dialog(page).getByRole('textbox').fill('999')
  await dialog(page).getByText('At most ₺249,90 can go back.').waitFor()
  expect(
    await dialog(page)
      .getByRole('button', { name: /^Refund/ })
      .count(),
  ).toBe(0)
  await dialog(page).getByRole('textbox').fill('100')
  await dialog(page).getByText('net ₺83,33, tax 20 %: ₺16,67').waitFor()
  await dialog(page).getByRole('button', { name: 'Refund ₺100,00' }).click()
  await page.getByText('The refund of ₺100,00 is asked for').waitFor()
  expect(await refunds()).toEqual([{ amount_minor: 10_000 }])
  expect(complaints).toEqual([])
  await close()
})

test('while the bank has not answered there is no second button, for nobody', async () => {
  const { page, close } = await visit({})
  await page.goto(`${address('/refund')}?hl=en`)
  await dialog(page)
    .getByText(/asked to refund ₺100,00/)
    .waitFor()
  expect(
    await dialog(page)
      .getByRole('button', { name: /^Refund/ })
      .count(),
  ).toBe(0)
  await close()
  const { finishRefund } = await import('#modules/orders/public.ts')
  for (const { id } of await market.services.db.selectFrom('refunds').select('id').execute())
    await finishRefund(market.services, id)
})

test('without a script it is a page: what was not shown is not done', async () => {
  const { page, close } = await visit({ javaScript: false })
  await page.goto(`${address('/refund')}?hl=en`)
  await page.getByRole('radio', { name: /Another amount/ }).check()
  await page.getByRole('textbox', { name: 'Amount in TRY' }).fill('49.90')
  // The button still says all of it: it shows the new choice instead of giving anything back.
  await page.getByRole('button', { name: 'Refund ₺149,90' }).click()
  await page.getByRole('button', { name: 'Refund ₺49,90' }).waitFor()
  expect(await refunds()).toHaveLength(1)
  await page.getByRole('textbox', { name: 'Amount in TRY' }).fill('49')
  await page.getByRole('button', { name: 'Show what will happen' }).click()
  await page.getByRole('button', { name: 'Refund ₺49,00' }).click()
  await page.getByText('The refund of ₺49,00 is asked for').waitFor()
  expect(await refunds()).toEqual([{ amount_minor: 10_000 }, { amount_minor: 4_900 }])
  await close()
})
