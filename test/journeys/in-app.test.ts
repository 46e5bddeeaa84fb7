import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addresses,
  confirmAtBank,
  confirmShop,
  fillCheckout,
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

test("an owner opens a free app, buys its product in the market's checkout, and returns to the app, which has it (S3.4, S9.5, D19)", async () => {
  const visitor = await newVisitor(browser)
  const { page: panel, context } = visitor
  await openMarketInPanel(panel)
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    panel.getByRole('button', { name: /Yeni sekmede aç/ }).click(),
  ])
  await confirmShop(page)

  await page.goto(`${addresses().apps}/celebration`)
  await page.getByRole('heading', { name: 'Uygulamanın içinde satılanlar' }).waitFor()
  expect(
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Havai fişek' }) })
      .innerText(),
  ).toMatch(/Bir kez ödenir[\s\S]*₺49,00/)
  await page.getByRole('link', { name: 'Ücretsiz kur' }).first().click()
  await page.getByRole('heading', { name: /değişecek/ }).waitFor()
  // S3.8: what it puts on the pages of an order is agreed to by itself; the box comes un-ticked.
  await page.getByRole('button', { name: /değişikliği yap/ }).click()
  await page
    .getByRole('alert')
    .getByRole('link', { name: /Sipariş sayfalarındaki kodu ayrıca onayla/ })
    .click()
  expect(
    await page
      .locator('[name=order_steps]')
      .evaluate((box: HTMLInputElement) => [box.checked, box === document.activeElement]),
  ).toEqual([false, true])
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: /değişikliği yap/ }).click()
  await page.getByRole('heading', { name: /Kutlama mağazanda/ }).waitFor()

  await page.goto(`${addresses().apps}/celebration`)
  const [app] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Uygulamayı aç' }).first().click(),
  ])
  await app.getByRole('heading', { name: 'Kutlama' }).waitFor()
  expect(new URL(app.url()).search).toBe('')
  await app.getByRole('button', { name: /Satın al/ }).click()

  await app.getByRole('heading', { name: 'Ödeme' }).waitFor()
  const summary = app.getByRole('region', { name: 'Sipariş özeti' })
  expect(await summary.innerText()).toMatch(
    /Havai fişek[\s\S]*Bunu Kutlama istiyor\.[\s\S]*mağazanda kalır[\s\S]*shop\.localhost/,
  )
  // Nothing is installed by it, so nothing is approved but the sale itself.
  expect(await app.getByText('Mağazanda kullanacağı izinler').count()).toBe(0)
  await fillCheckout(app, '5528790000000008')
  await app.getByRole('button', { name: '₺49,00 öde', exact: true }).first().click()
  await confirmAtBank(app)
  await app.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  await app.getByText(/Havai fişek artık .* mağazasının/).waitFor()
  await app.getByRole('link', { name: 'Kutlama uygulamasına dön' }).click()
  await app.getByText('artık senin').waitFor()
  await app.getByText('Mağazanda', { exact: true }).waitFor()

  await page.goto(`${addresses().apps}/account/orders`)
  const row = page.getByRole('listitem').filter({ hasText: 'Havai fişek' })
  expect(await row.innerText()).toMatch(/Kutlama içinde[\s\S]*₺49,00[\s\S]*Ödendi/)
  // What was the way to pay is now the way back: nothing is paid twice.
  await page.goto(
    `${addresses().apps}/checkout/celebration?order=${/AR[0-9A-Z]{16}/.exec(await row.innerText())?.[0]}`,
  )
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()

  await page.goto(`${addresses().apps}/uninstall/celebration`)
  await page.getByRole('button', { name: /^Kaldır ve/ }).click()
  await page.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
