import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addresses,
  confirmAtBank,
  confirmShop,
  preventHydration,
  expectNoConsoleMessages,
  fillCheckout,
  newVisitor,
  openChromium,
  openMarketInPanel,
  tickBoxes,
} from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

const CARD = '5528790000000008'

/** The page of the store's one subscription, in another language. */
async function openIn(page: Page, language: 'TR' | 'EN' | 'AR', name: string): Promise<void> {
  await page.goto(`${page.url().split('?')[0]}?hl=${language}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

test('an owner tries an app without a card, subscribes with one before the trial ends, changes to a larger plan, cancels and keeps it, and leaves with a refund: in Turkish, English and Arabic, and the shop is as before (S3.4)', async () => {
  const visitor = await newVisitor(browser)
  const { page: panel, context } = visitor
  await openMarketInPanel(panel)
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    panel.getByRole('button', { name: /Yeni sekmede aç/ }).click(),
  ])
  await confirmShop(page)
  const button = (name: RegExp) => page.getByRole('button', { name }).first()

  // The page of the app says what happens; the next one what it costs, before anything is agreed to.
  await page.goto(`${addresses().apps}/notices?hl=TR`)
  await page.getByRole('link', { name: '14 gün ücretsiz dene' }).first().click()
  await page.getByRole('heading', { level: 1, name: /aboneliği/ }).waitFor()
  await page
    .getByRole('radio', { name: /^Büyüyen/ })
    .first()
    .check()
  await page.getByText('Plan: 12 × ₺249,90 = ₺2.998,80').waitFor()
  await button(/^Denemeyi başlat/).click()
  await page
    .getByRole('heading', { name: /değişecek/ })
    .first()
    .waitFor()
  await tickBoxes(page)
  await button(/değişikliği yap/).click()
  await page
    .getByRole('heading', { name: /mağazanda/ })
    .first()
    .waitFor()

  // No card was asked for, so going on leads to checkout; the days of the trial that are left are kept.
  await page.goto(`${addresses().apps}/account/subscriptions`)
  await page.getByText(/onaylamazsan ücret alınmaz/).waitFor()
  await page.getByRole('link', { name: /: ayrıntılar$/ }).click()
  await page.getByText('14 gün kaldı').waitFor()
  await button(/^Şimdi abone ol · ₺249,90/).click()
  await page
    .getByText(/Kart saklanır/)
    .first()
    .waitFor()
  expect(await page.getByText(/^Sonraki ödeme .*₺249,90, sonra her ay/).count()).toBeGreaterThan(0)
  await fillCheckout(page, CARD)
  await button(/^₺249,90 öde/).click()
  await confirmAtBank(page)
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  await page.goto(`${addresses().apps}/account/subscriptions`)
  await page.getByRole('link', { name: /: ayrıntılar$/ }).click()
  await page.getByRole('heading', { name: /^Sıradaki ödeme, / }).waitFor()
  expect(await page.getByText('•••• 0008').count()).toBeGreaterThan(0)

  // Where mails lead: nothing is due, so it is the subscription again.
  const address = page.url().split('?')[0] ?? ''
  await page.goto(`${address}/pay`)
  expect(page.url()).toBe(address)

  // Each amount that moves stands in the button that moves it. A plan chosen before hydration is not
  // lost.
  const wake = await preventHydration(page.context())
  await openIn(page, 'EN', 'Cart Notices')
  await page.getByRole('radio', { name: /^Large/ }).check()
  wake()
  await button(/^Change to Large · /).click()
  await page.getByText('The new plan is on.').waitFor()
  await page.getByText('₺549.90').or(page.getByText('₺549,90')).first().waitFor()
  expect(await page.getByText('Paid', { exact: true }).count()).toBe(2)

  await openIn(page, 'AR', 'إشعارات السلة')
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  await button(/^ألغِ، ويعمل حتى/).click()
  await button(/^أبقِ الاشتراك/).click()
  await page.getByText('يستمر الاشتراك.').waitFor()
  await button(/^أزل واسترد/).click()
  await page.getByText('أنت أنهيت هذا الاشتراك.').waitFor()
  await expect
    .poll(
      async () => {
        await page.reload()
        return page.getByText('مستردة', { exact: true }).count()
      },
      { timeout: 60_000 },
    )
    .toBe(2)

  // The market takes the app off the shop by itself.
  await expect
    .poll(
      async () => {
        await page.goto(`${addresses().apps}/account/installed?hl=TR`)
        return page.getByRole('link', { name: /^Sepet Bildirimi/ }).count()
      },
      { timeout: 60_000 },
    )
    .toBe(0)
  // The next journey of this store would find the card chosen.
  await page.goto(`${addresses().apps}/account/cards`)
  await page.getByText('Sil', { exact: true }).first().click()
  await button(/evet, sil$/).click()
  await page.waitForURL(/removed=/)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
