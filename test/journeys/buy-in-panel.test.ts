import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, confirmAtBank, fillCheckout, newVisitor, noComplaints, openChromium, openMarketInPanel } from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => { browser = await openChromium() })
afterAll(() => browser.close())

test('an owner walks from the panel to a paid app that works on the shop, and takes it off again (S1.4, S1.5, S2.10, S2.11, S2.23, S6.2, D20)', async () => {
  const visitor = await newVisitor(browser)
  const { page, context } = visitor
  const frame = await openMarketInPanel(page)
  await frame.getByRole('link', { name: /Teslimat Günü/ }).first().click()
  await frame.getByRole('link', { name: '₺249,90 ile satın al' }).first().click()
  await frame.getByRole('heading', { name: 'Ödeme' }).waitFor()
  await fillCheckout(frame, '5528790000000008')
  const [bank] = await Promise.all([context.waitForEvent('page'), frame.getByRole('button', { name: /öde ve kur/ }).first().click()])
  await confirmAtBank(bank)

  // The framed page finds out by itself; the bank never stood inside the frame.
  await frame.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  await frame.getByRole('link', { name: 'Mağazanda değişecekleri gör' }).click()
  await frame.getByRole('heading', { name: /değişecek/ }).waitFor()
  for (const box of await frame.getByRole('checkbox').all()) await box.check()
  await frame.getByRole('button', { name: /değişikliği yap/ }).click()
  await frame.getByRole('heading', { name: /Teslimat Günü mağazanda/ }).waitFor()

  const shop = await context.newPage()
  await shop.goto(`${addresses().shop}/products`)
  await shop.getByRole('link', { name: /Lale vazo/ }).first().click()
  await shop.locator('.flatpickr-calendar').first().waitFor()

  await frame.getByRole('link', { name: 'Yüklü', exact: true }).click()
  await frame.getByRole('link', { name: /Teslimat Günü: kaldır/i }).first().click()
  await frame.getByRole('button', { name: /Kaldır ve/ }).click()
  await frame.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
  await shop.reload()
  expect(await shop.locator('.flatpickr-calendar').count()).toBe(0)
  noComplaints(visitor)
  await visitor.close()
})
