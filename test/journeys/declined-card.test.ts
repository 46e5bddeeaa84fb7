import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, confirmAtBank, fillCheckout, newVisitor, noComplaints, openChromium, openMarketInPanel } from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => { browser = await openChromium() })
afterAll(() => browser.close())

test('a declined card, then another one, at top level: the buyer is told why, nothing typed is lost but the card, and is charged once (S2.5, S2.6, S8.10, D5)', async () => {
  const visitor = await newVisitor(browser)
  const { page: panel, context } = visitor
  await openMarketInPanel(panel, { market: 'themes' })
  const [page] = await Promise.all([context.waitForEvent('page'), panel.getByRole('button', { name: /Yeni sekmede aç/ }).click()])

  // A link that anyone could have sent asks before it signs in.
  await page.getByRole('heading', { name: /shop\.localhost/ }).waitFor()
  await page.getByRole('button', { name: /shop\.localhost/ }).click()
  await page.goto(`${addresses().themes}/minty`)
  await page.getByRole('link', { name: /satın al/i }).first().click()
  await fillCheckout(page, '4111111111111129')
  await page.getByRole('button', { name: /öde ve kur/ }).first().click()
  await confirmAtBank(page)
  await page.getByRole('heading', { name: 'Ödeme alınmadı' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout/fail')
  await page.getByRole('link', { name: 'Ödemeye dön' }).click()
  await page.getByText('Kartın bakiyesi ya da limiti yetmedi').first().waitFor()
  expect(await page.content()).not.toContain('4111111111111129')

  await fillCheckout(page, '5528790000000008')
  await page.getByRole('button', { name: /öde ve kur/ }).first().click()
  await confirmAtBank(page)
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  noComplaints(visitor)

  const bank = await context.newPage()
  await bank.goto(addresses().bank)
  expect(await bank.locator('body').innerText()).toContain('248,90')
  await visitor.close()
})

