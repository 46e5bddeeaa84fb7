import type { Browser, Page } from 'playwright-core'
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
  tickBoxes,
} from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

const orderOf = (page: Page) => new URL(page.url()).searchParams.get('order') ?? ''
/** Themes that are bought here are not made the shop's. */
async function onlyBuy(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Şimdi yalnızca satın al, sonra kur' })
  await link.click()
  await link.waitFor({ state: 'detached' })
}
const pay = (page: Page) =>
  page
    .getByRole('button', { name: /^₺.* öde$/ })
    .first()
    .click()

test('a declined card, then another one in installments that is saved and pays again: the buyer reads why, no input but the card is lost, and each is charged once; a coupon is removed, returned and kept (S2.5–2.7, S2.11, S2.12, S2.23, S2.24, S3.2, S5.3, S8.10, D5, D10, PAY-17)', async () => {
  const visitor = await newVisitor(browser)
  const { page: panel, context } = visitor
  await openMarketInPanel(panel, { market: 'themes' })
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    panel.getByRole('button', { name: /Yeni sekmede aç/ }).click(),
  ])

  // A link that anyone could have sent asks before it signs in.
  await page.getByRole('heading', { name: /shop\.localhost/ }).waitFor()
  await confirmShop(page)
  await page.goto(`${addresses().themes}/minty`)
  await page
    .getByRole('link', { name: /satın al/i })
    .first()
    .click()
  await onlyBuy(page)
  // a wrong coupon is said beside its field; a right one changes the total, everywhere it stands,
  // and nothing that was typed
  await fillCheckout(page, '4111111111111129')
  await page.getByLabel('Kupon').fill('yokboyle')
  await page.getByRole('button', { name: 'Uygula' }).click()
  await page.getByText('Kupon geçersiz').first().waitFor()
  await page.getByLabel('Kupon').fill('arasta-10')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('region', { name: 'Sipariş özeti' })
  await summary.getByText('Kupon ARASTA10').waitFor()
  for (const line of ['₺207,42', '−₺20,74', '₺37,34', '₺224,02'])
    expect(await summary.innerText()).toContain(line)
  expect(await page.getByLabel('Kart üzerindeki ad', { exact: true }).inputValue()).toBe(
    'AYŞE DEMİR',
  )
  await page.getByRole('button', { name: 'ARASTA10 kuponunu kaldır' }).click()
  await summary.getByText('₺248,90').first().waitFor()
  await page.getByLabel('Kupon').fill('ARASTA10')
  await page.getByRole('button', { name: 'Uygula' }).click()
  await page.getByRole('button', { name: '₺224,02 öde' }).first().waitFor()
  // A card that is not a credit card has nothing to choose.
  expect(await page.getByRole('table').count()).toBe(0)
  await pay(page)
  await confirmAtBank(page)
  await page.getByRole('heading', { name: 'Sipariş tamamlanamadı' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout/fail')

  // The result pages hold no authority: another path, another reader, once more. They say what the
  // server knows, to whom it belongs.
  const order = orderOf(page)
  for (const path of ['success', 'fail', 'success']) {
    await page.goto(`${addresses().themes}/checkout/${path}?order=${order}`)
    await page.getByRole('heading', { name: 'Sipariş tamamlanamadı' }).waitFor()
  }
  const stranger = await newVisitor(browser)
  for (const path of [
    '/checkout/success',
    '/checkout/fail',
    '/market/checkout/success',
    '/market/checkout/fail',
  ]) {
    await stranger.page.goto(`${addresses().themes}${path}?order=${order}`)
    await stranger.page.getByRole('heading', { name: /Bankandaki adım/ }).waitFor()
    expect(await stranger.page.locator('body').innerText()).not.toMatch(/Minty|₺|bakiye/i)
  }
  await stranger.close()

  await page.getByRole('link', { name: 'Ödemeye dön' }).click()
  await page.getByText('Kartın bakiyesi ya da limiti yetmedi').first().waitFor()
  await onlyBuy(page)
  expect(await page.content()).not.toContain('4111111111111129')

  // However it is pasted, the field shows it as the card does, and the brand beside it.
  await fillCheckout(page, 'Kart: 5528-7900-0000-0008')
  expect(await page.getByLabel('Kart numarası', { exact: true }).inputValue()).toBe(
    '5528 7900 0000 0008',
  )
  await page.getByRole('img', { name: 'Mastercard' }).waitFor()
  await page.getByRole('checkbox', { name: /sonraki ödemeler için sakla/ }).check()
  await page.getByLabel('Karta vereceğin ad').fill('Şirket kartı')
  await page.getByRole('radio', { name: '6 taksit' }).check()
  await page.getByText('Vade farkı (6 taksit)').first().waitFor()
  await page.getByRole('button', { name: '₺234,10 öde' }).first().waitFor()
  await pay(page)
  await confirmAtBank(page)
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  await page.getByText('₺234,10').waitFor()
  const first = orderOf(page)

  await page.goto(`${addresses().themes}/sketchy`)
  await page
    .getByRole('link', { name: /satın al/i })
    .first()
    .click()
  await onlyBuy(page)
  expect(await page.getByRole('radio', { name: /Şirket kartı/ }).isChecked()).toBe(true)
  expect(await page.getByLabel('Kart numarası', { exact: true }).isVisible()).toBe(false)
  await tickBoxes(page)
  await pay(page)
  await confirmAtBank(page)
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()

  await page.goto(`${addresses().themes}/account/cards`)
  await page.getByRole('heading', { name: 'Şirket kartı' }).waitFor()
  expect(await page.locator('main').innerText()).toMatch(/•••• 0008[\s\S]*12 \/ 30/)
  await page.getByLabel('Şirket kartı: sil').click()
  await page.getByRole('button', { name: 'Şirket kartı: evet, sil' }).click()
  await page.getByRole('heading', { name: 'Kayıtlı kartın yok' }).waitFor()
  expectNoConsoleMessages(visitor)

  const bank = await context.newPage()
  await bank.goto(addresses().bank)
  const charged = await bank
    .getByRole('row')
    .filter({ hasText: first })
    .filter({ hasText: '234,10' })
    .count()
  expect(charged).toBe(1)
  await visitor.close()
})
