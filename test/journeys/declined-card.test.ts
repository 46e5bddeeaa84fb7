import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, confirmAtBank, fillCheckout, newVisitor, noComplaints, openChromium, openMarketInPanel } from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => { browser = await openChromium() })
afterAll(() => browser.close())

test('a declined card, then another one, at top level: the buyer is told why, nothing typed is lost but the card, and is charged once; a coupon is taken off, given back and kept (S2.5, S2.6, S2.24, S5.3, S8.10, D5)', async () => {
  const visitor = await newVisitor(browser)
  const { page: panel, context } = visitor
  await openMarketInPanel(panel, { market: 'themes' })
  const [page] = await Promise.all([context.waitForEvent('page'), panel.getByRole('button', { name: /Yeni sekmede aç/ }).click()])

  // A link that anyone could have sent asks before it signs in.
  await page.getByRole('heading', { name: /shop\.localhost/ }).waitFor()
  await page.getByRole('button', { name: /shop\.localhost/ }).click()
  await page.goto(`${addresses().themes}/minty`)
  await page.getByRole('link', { name: /satın al/i }).first().click()
  // a wrong coupon is said beside its field; a right one changes the total, everywhere it stands, and nothing that was typed
  await fillCheckout(page, '4111111111111129')
  await page.getByLabel('Kupon').fill('yokboyle')
  await page.getByRole('button', { name: 'Uygula' }).click()
  await page.getByText('Kupon geçersiz').first().waitFor()
  await page.getByLabel('Kupon').fill('arasta-10')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('region', { name: 'Sipariş özeti' })
  await summary.getByText('Kupon ARASTA10').waitFor()
  for (const line of ['₺207,42', '−₺20,74', '₺37,34', '₺224,02']) expect(await summary.innerText()).toContain(line)
  expect(await page.getByLabel('Kart üzerindeki ad', { exact: true }).inputValue()).toBe('AYŞE DEMİR')
  await page.getByRole('button', { name: 'ARASTA10 kuponunu kaldır' }).click()
  await summary.getByText('₺248,90').first().waitFor()
  await page.getByLabel('Kupon').fill('ARASTA10')
  await page.getByRole('button', { name: 'Uygula' }).click()
  await page.getByRole('button', { name: '₺224,02 öde ve kur' }).first().waitFor()
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
  expect(await bank.locator('body').innerText()).toContain('224,02')
  await visitor.close()
})

