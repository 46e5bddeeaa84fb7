import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addresses,
  confirmAtBank,
  confirmShop,
  expectNoConsoleMessages,
  fillCard,
  fillCheckout,
  newVisitor,
  openChromium,
  openMarketInPanel,
} from '#test/support/browser.ts'
import { readInEach } from '#test/support/subscription-journey.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

const CARD = '5528790000000008'

test('an owner without a card or an address agrees to go on after a trial: writes both on one page, confirms the card at the bank, is charged nothing, and agrees to the day and the amount (S3.4)', async () => {
  const visitor = await newVisitor(browser)
  const { page: panel, context } = visitor
  await openMarketInPanel(panel, { store: 2 })
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    panel.getByRole('button', { name: /Yeni sekmede aç/ }).click(),
  ])
  await confirmShop(page)
  const button = (name: RegExp) => page.getByRole('button', { name }).first()

  await page.goto(`${addresses().apps}/subscribe/notices?hl=TR`)
  await button(/^Denemeyi başlat/).click()
  await page.waitForURL(/\/install\//)
  await page.goto(`${addresses().apps}/account/subscriptions`)
  await page
    .getByRole('link', { name: /: ayrıntılar$/ })
    .first()
    .click()
  await page.getByText('14 gün kaldı').waitFor()
  await readInEach(page, 'tr', ['subscription.go_on.text', 'subscription.go_on.or_now'])

  // One page for what is missing. It says what will be charged, and that nothing is today.
  await page
    .getByRole('link', { name: /^Onayla: / })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /devam et/ }).waitFor()
  await page.getByText('Bugün ücret alınmaz.').first().waitFor()
  await readInEach(page, 'tr', ['agree.title', 'agree.lead', 'agree.card_note'])
  await button(/^Kartı doğrula/).click()
  expect(await page.getByRole('alert').count()).toBeGreaterThan(0)
  await fillCheckout(page, CARD)
  await button(/^Kartı doğrula/).click()
  await confirmAtBank(page)
  await page.getByText('Kartın doğrulandı ve kaydedildi. Ücret alınmadı.').waitFor()
  expect(await page.getByText('•••• 0008').count()).toBeGreaterThan(0)
  await readInEach(page, 'tr', ['agree.checked', 'agree.sentence'])

  await page.locator('button[value=agree]').click()
  await page.waitForURL(/\/account\/subscriptions\/sub_[^/]+\?/)
  await page.getByRole('heading', { name: /^Sıradaki ödeme, / }).waitFor()
  expect(await page.getByText('•••• 0008').count()).toBeGreaterThan(0)
  expect(await page.getByText('Ödendi', { exact: true }).count()).toBe(0)
  await readInEach(page, 'tr', ['subscription.done.agreed', 'subscription.next'])

  // The next journey of this store would find the card chosen.
  await page.goto(`${addresses().apps}/account/cards`)
  await page.getByText('Sil', { exact: true }).first().click()
  await button(/evet, sil$/).click()
  await page.waitForURL(/removed=/)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test('in the panel the owner stays in its frame: the bank has a window of its own, and the frame goes on by itself (S2.10, D20)', async () => {
  const visitor = await newVisitor(browser)
  const { page, context } = visitor
  const frame = await openMarketInPanel(page, { store: 2 })
  const go = (path: string) =>
    page.goto(`${addresses().panel}/store-2/apps?path=${encodeURIComponent(path)}&hl=tr`)
  const framedPath = () => new URL(page.frames()[1]?.url() ?? 'about:blank').pathname

  // This trial begins only with a card, and the shop has none.
  await go('/market/subscribe/tidy-phone')
  await frame
    .getByRole('link', { name: /^Dene, / })
    .first()
    .click()
  await frame.getByText('Bugün ücret alınmaz.').first().waitFor()
  expect(framedPath()).toBe('/market/checkout/subscribe/tidy-phone')
  const isNew = await frame.getByLabel('Ad', { exact: true }).isVisible()
  await (isNew ? fillCheckout(frame, CARD) : fillCard(frame, CARD))
  const [bank] = await Promise.all([
    context.waitForEvent('page'),
    frame
      .getByRole('button', { name: /^Kartı doğrula/ })
      .first()
      .click(),
  ])
  await frame.getByText('Bankanın sayfası seni bekliyor').waitFor()
  await confirmAtBank(bank)
  await frame.getByText('Kartın doğrulandı ve kaydedildi. Ücret alınmadı.').waitFor()
  await expect.poll(() => bank.isClosed()).toBe(true)
  await frame.locator('button[value=agree]').click()
  await expect.poll(framedPath, { timeout: 15_000 }).toBe('/market/install/tidy-phone')
  expect(context.pages()).toHaveLength(1)

  await go('/market/cards')
  await frame.getByText('Sil', { exact: true }).first().click()
  await frame.getByRole('button', { name: /evet, sil$/ }).click()
  await frame.getByText('•••• 0008').waitFor({ state: 'detached' })
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
