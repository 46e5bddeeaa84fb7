import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addresses,
  preventHydration,
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

let sequence = 0
const newAddress = () => `reader${Date.now()}${(sequence += 1)}@shop.example`

/** The link of the newest mail to this address, from the demo panel's mailbox. */
async function linkOfMail(page: Page, subject: string, recipient: string): Promise<string> {
  await page.goto(`${addresses().panel}/sign-in?hl=tr`)
  await page
    .getByRole('button', { name: /Mağaza sahibi/ })
    .first()
    .click()
  await page.waitForURL(/store-1/)
  const mail = page.locator('.mails a', { hasText: recipient }).filter({ hasText: subject })
  // a worker sends it
  await expect
    .poll(
      async () => {
        await page.goto(`${addresses().panel}/store-1/mailbox`)
        return mail.count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await mail.click()
  await page.locator('summary', { hasText: 'Düz metin' }).click()
  return (await page.locator('[data-role=mail-text] a').first().getAttribute('href')) ?? ''
}

const fillContact = async (page: Page, message = 'Merhaba,\nbir sorum var.') => {
  await page.getByLabel('Ad soyad').fill('Ayşe Işık')
  await page.getByRole('main').getByLabel('E-posta').fill('ayse@shop.example')
  await page.getByLabel('Konu').fill('Teslimat')
  await page.getByLabel('Mesajın').fill(message)
}

describe('the newsletter (S2.13, S2.27, D16)', () => {
  test('is subscribed to in the footer, confirmed by a form, and unsubscribed from by the link in its mail', async () => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    const email = newAddress()
    await page.goto(`${addresses().apps}/list`)
    const foot = page.getByRole('contentinfo')
    // S5.8: nothing while typing, a word on leaving, none after a change for the better
    await foot.getByLabel('E-posta adresin').pressSequentially('reader@')
    expect(await foot.innerText()).not.toContain('Geçerli bir e-posta adresi yaz')
    await page.keyboard.press('Tab')
    await foot.getByText('Geçerli bir e-posta adresi yaz').waitFor()
    await foot.getByLabel('E-posta adresin').fill(email)
    await foot.getByRole('button', { name: 'Kaydol' }).click()
    await expect.poll(() => foot.getByRole('status').innerText()).toContain('bağlantı gönderdik')
    expect(new URL(page.url()).pathname).toBe('/list')

    const approve = await linkOfMail(page, 'Bülten kaydını onayla', email)
    // a program that looks through mails opens the link: nothing happens by that
    await page.goto(approve)
    await page.goto(approve)
    await page.getByRole('button', { name: 'Kabul ediyorum, kaydol' }).click()
    await page.getByRole('heading', { name: 'Kaydın tamam' }).waitFor()
    const leave = await linkOfMail(page, 'Bülten kaydın tamam', email)
    await page.goto(leave)
    await page.getByRole('button', { name: 'Bültenden ayrıl' }).click()
    await page.getByRole('heading', { name: 'Bültenden ayrıldın' }).waitFor()
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('an address typed before hydration is validated after it (S5.8)', async () => {
    const visitor = await newVisitor(browser)
    const wake = await preventHydration(visitor.context)
    await visitor.page.goto(`${addresses().apps}/list`)
    const foot = visitor.page.getByRole('contentinfo')
    await foot.getByLabel('E-posta adresin').pressSequentially('reader@')
    await visitor.page.keyboard.press('Tab')
    expect(await foot.innerText()).not.toContain('Geçerli bir e-posta adresi yaz')
    wake()
    await foot.getByText('Geçerli bir e-posta adresi yaz').waitFor()
    expect(await foot.getByLabel('E-posta adresin').inputValue()).toBe('reader@')
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('works without a script, in Arabic; an expired link is explained and offers a new one', async () => {
    const visitor = await newVisitor(browser, { javaScript: false, locale: 'ar' })
    const { page } = visitor
    await page.goto(`${addresses().themes}/list?hl=ar`)
    const foot = page.getByRole('contentinfo')
    await foot.getByLabel('بريدك الإلكتروني').fill('nobody@')
    await foot.getByRole('button', { name: 'اشترك' }).click()
    await page.getByText('اكتب بريدًا إلكترونيًا صحيحًا').waitFor()
    expect(await page.getByLabel('بريدك الإلكتروني').inputValue()).toBe('nobody@')
    await page.getByLabel('بريدك الإلكتروني').fill(newAddress())
    await page.getByRole('button', { name: 'اشترك' }).click()
    await page.getByRole('heading', { name: 'تفقّد بريدك' }).waitFor()
    await page.goto(`${addresses().themes}/newsletter/${'A'.repeat(43)}?hl=ar`)
    await page.getByRole('button', { name: 'أوافق، سجّلني' }).click()
    await page.getByRole('heading', { name: 'هذا الرابط غير صالح' }).waitFor()
    expect(await page.getByLabel('بريدك الإلكتروني').isVisible()).toBe(true)
    await visitor.close()
  })
})

describe('the contact form (S2.26, S3.6)', () => {
  test('S5.8 a field that was left before hydration is validated after it', async () => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    const wake = await preventHydration(visitor.context)
    await page.goto(`${addresses().apps}/contact`)
    await page.getByRole('main').getByLabel('E-posta').fill('ayse@shop')
    await page.keyboard.press('Tab')
    wake()
    await page.locator('#field-email-error').waitFor()
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('S5.8 validates on blur and on change, not while typing; leads from an item to the inbox', async () => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    await page.goto(`${addresses().apps}/delivery-day`)
    await page.getByRole('link', { name: 'Bize sor' }).click()
    await page.getByText('Teslimat Günü hakkında').waitFor()
    const email = page.getByRole('main').getByLabel('E-posta')
    const mistake = page.locator('#field-email-error')
    await email.pressSequentially('ayse@shop')
    expect(await mistake.count()).toBe(0)
    await email.blur()
    await mistake.waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    await email.press('End')
    await email.pressSequentially('.example')
    // while typing nothing is taken back either
    expect(await mistake.count()).toBe(1)
    await page.keyboard.press('Tab')
    await mistake.waitFor({ state: 'detached' })

    // a click on the button is not lost to a message that appears above it
    await page.getByLabel('Konu').focus()
    await page.getByRole('button', { name: 'Gönder', exact: true }).click()
    const list = page.getByRole('main').getByRole('alert')
    await expect.poll(() => list.innerText()).toContain('3 alanı düzelt')
    await list.getByRole('link', { name: /Mesajın/ }).click()
    expect(
      await page.getByLabel('Mesajın').evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await fillContact(page, 'kısa')
    await page.getByRole('button', { name: 'Gönder', exact: true }).click()
    await expect.poll(() => list.innerText()).toContain('Mesajın: En az 10 karakter olmalı')
    await fillContact(page)
    const arrived = page.getByRole('heading', { name: 'Mesajın bize ulaştı' })
    const tooFast = page.getByText('Bu çok hızlı oldu')
    await page.getByRole('button', { name: 'Gönder', exact: true }).click()
    await arrived.or(tooFast).waitFor()
    if (await tooFast.isVisible())
      await page.getByRole('button', { name: 'Gönder', exact: true }).click()
    await arrived.waitFor()
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('works without a script: errors are beside their fields and the input is preserved', async () => {
    const visitor = await newVisitor(browser, { javaScript: false })
    const { page } = visitor
    await page.goto(`${addresses().apps}/contact?item=delivery-day`)
    await fillContact(page)
    await page.getByLabel('Telefon').fill('+90 111 111 11 11')
    await page.getByRole('button', { name: 'Gönder', exact: true }).click()
    // a robot fills it in as fast as this test
    await page.getByText('Bu çok hızlı oldu').waitFor()
    await page.getByRole('button', { name: 'Gönder', exact: true }).click()
    await expect
      .poll(() => page.locator('#field-phone-error').innerText())
      .toContain('Telefonu ülke koduyla yaz')
    expect(await page.getByLabel('Mesajın').inputValue()).toBe('Merhaba,\nbir sorum var.')
    await page.getByLabel('Telefon').fill('٠٥٣٢ ١٢٣ ٤٥ ٦٧')
    await page.getByRole('button', { name: 'Gönder', exact: true }).click()
    await page.getByRole('heading', { name: 'Mesajın bize ulaştı' }).waitFor()
    await visitor.close()
  })

  test("in the panel's frame knows who is signed in", async () => {
    const visitor = await newVisitor(browser)
    const frame = await openMarketInPanel(visitor.page)
    await frame
      .getByRole('link', { name: /Teslimat Günü/ })
      .first()
      .click()
    await frame.getByRole('link', { name: 'Bize sor' }).click()
    await frame.getByText('Teslimat Günü hakkında').waitFor()
    expect(await frame.getByLabel('Ad soyad').inputValue()).not.toBe('')
    expect(await frame.getByLabel('E-posta').inputValue()).toMatch(/@/)
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })
})

describe('S5.6 masks in the browser', () => {
  test('digits of any keyboard become Latin, letters are dropped, the caret keeps its position, pasted and deleted text is reformatted', async () => {
    const visitor = await newVisitor(browser)
    const frame = await openMarketInPanel(visitor.page)
    await frame
      .getByRole('link', { name: /Teslimat Günü/ })
      .first()
      .click()
    await frame.locator('a[href*="/market/checkout/"]').first().click()
    const number = frame.getByLabel('Kart numarası', { exact: true })
    const { keyboard } = visitor.page
    await number.pressSequentially('٥٥٢٨ش۷ğ9')
    // once the page is hydrated, also for what was typed before
    await expect.poll(() => number.inputValue()).toBe('5528 79')
    await number.press('Home')
    await number.press('ArrowRight')
    await keyboard.type('1')
    expect(await number.inputValue()).toBe('5152 879')
    expect(await number.evaluate((field) => (field as HTMLInputElement).selectionStart)).toBe(2)
    await number.press('Backspace')
    expect(await number.inputValue()).toBe('5528 79')
    await number.fill('')
    await keyboard.insertText('5528-7900-0000-0008 x')
    expect(await number.inputValue()).toBe('5528 7900 0000 0008')
    await number.press('Backspace')
    expect(await number.inputValue()).toBe('5528 7900 0000 000')
    const expiry = frame.getByLabel('Son kullanma', { exact: true })
    await expiry.pressSequentially('١٢٣٠')
    expect(await expiry.inputValue()).toBe('12 / 30')
    const wake = await preventHydration(visitor.context)
    await Promise.all([
      visitor.page.waitForEvent('framenavigated'),
      number.evaluate(() => location.reload()),
    ])
    await number.pressSequentially('٥٥٢٨79')
    expect(await number.inputValue()).toBe('٥٥٢٨79')
    wake()
    await expect.poll(() => number.inputValue()).toBe('5528 79')
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('letters and digits of every language are accepted in an address form: postal codes by country, the identity number in groups', async () => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    const frame = await openMarketInPanel(page)
    await frame
      .getByRole('link', { name: /Teslimat Günü/ })
      .first()
      .click()
    await frame.locator('a[href*="/market/checkout/"]').first().click()
    const zip = frame.getByLabel('Posta kodu', { exact: true })
    const identity = frame.getByLabel('T.C. kimlik numarası')
    const country = frame.getByLabel('Ülke', { exact: true })
    const written = async (into: typeof zip, text: string) => {
      await into.fill('')
      await into.pressSequentially(text)
      return into.inputValue()
    }
    // The store has an address if another journey of this product has bought something.
    await country.waitFor({ state: 'attached' })
    const another = frame.getByRole('radio', { name: /^Yeni adres/ })
    if ((await another.count()) > 0) await another.check()
    await identity.waitFor()
    await identity.pressSequentially('١٠٠00a000146')
    // once the page is hydrated
    await expect.poll(() => identity.inputValue()).toBe('100 000 001 46')
    expect(await written(zip, '16-0701')).toBe('16070')
    await country.selectOption('NL')
    expect(await written(zip, '1012şğ9')).toBe('1012 ŞĞ')
    await country.selectOption('IE')
    expect(await written(zip, 't12x285')).toBe('T12 X285')
    await country.selectOption('GB')
    expect(await written(zip, 'SW1A 1AA')).toBe('SW1A 1AA')
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })
})
