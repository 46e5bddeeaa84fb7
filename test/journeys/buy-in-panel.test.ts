import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addresses,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
} from '#test/support/browser.ts'
import { focusOf, press, tabTo, type } from '#test/support/keyboard.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

/** Its name says what kind of invoice it is for. */
const CHOSEN_ADDRESS = /(Individual|Company) /

test('a company buys a paid app in the panel by the keyboard alone, on a narrow screen and in English: a declined card, another one, and the app works on the shop and is uninstalled (S1.4, S1.5, S2.10–2.12, S2.22, S2.23, S6.2, D20)', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', width: 390 })
  const { page, context } = visitor
  const { keyboard } = page
  const frame = await openMarketInPanel(page, { locale: 'en' })
  const hasFocus = async (name: RegExp): Promise<void> => {
    await expect.poll(async () => (await focusOf(page)).name, { timeout: 20_000 }).toMatch(name)
  }

  await press(page, /^Delivery Day/)
  await frame.getByRole('heading', { name: 'Delivery Day', level: 1 }).waitFor()
  await press(page, /^Buy/)
  await frame.getByRole('heading', { name: 'Buy and install' }).waitFor()
  // Before the form is there, the page has its heading already.
  await frame
    .getByRole('button', { name: /^Pay .*249,90.* and install/ })
    .first()
    .waitFor()

  // The last of the choices is another address; there are none where the shop has none yet.
  if (await frame.getByRole('radio', { name: /^New address/ }).isVisible()) {
    await tabTo(page, CHOSEN_ADDRESS)
    await keyboard.press('ArrowUp')
    expect(await frame.getByRole('radio', { name: /^New address/ }).isChecked()).toBe(true)
  }
  await press(page, /^I approve the .*permission/, 'Space')
  // An empty form names what is missing by section, the address first, and leads there.
  await press(page, /^Pay .*249,90.* and install/)
  await hasFocus(/Invoice address: /)
  // A store that agreed to the text before is not asked again.
  const protection = frame.getByRole('checkbox', { name: /accept the data-protection/ })
  const isAsked = await protection.isVisible()
  expect(await frame.getByRole('alert').first().getByRole('link').count()).toBe(isAsked ? 5 : 4)
  await press(page, /^Invoice address: /)
  await tabTo(page, /^Individual$/)
  await keyboard.press('ArrowRight')
  await type(page, /^Company name/, 'Demir Ticaret A.Ş.')
  await type(page, /^Tax office/, 'Setbaşı')
  await type(page, /^Tax number/, '1234567890')
  await type(page, /^Email/, 'ayse@shop.example')
  await type(page, /^Phone/, '05321234567')
  // A district is found by a part of its name, whatever letters the keyboard has, and brings its
  // province along.
  await type(page, /^District/, 'osmang')
  await frame.getByRole('option', { name: /Osmangazi/ }).waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  expect(await frame.getByLabel('Province', { exact: true }).inputValue()).toBe('Bursa')
  await type(page, /^Postcode/, '16070')
  await type(page, /^Address/, 'Çekirge Mah. 1. Sok. No: 4')
  await type(page, /^Card number/, '4111111111111129')
  await type(page, /^Name on the card/, 'AYŞE DEMİR')
  await type(page, /^Expiry/, '1230')
  await type(page, /^Security code/, '123')
  await type(page, /^Coupon/, 'nosuchcode')
  await keyboard.press('Enter')
  await frame.getByText('Invalid coupon').first().waitFor()
  await hasFocus(/^Coupon/)
  // A company agrees to the contract by paying; its text opens and gives the focus back.
  if (isAsked) await press(page, /accept the data-protection/, 'Space')
  expect(await frame.getByRole('checkbox', { name: /distance sale/ }).count()).toBe(0)
  await press(page, /^pre-information/i)
  await frame.getByRole('dialog').waitFor()
  await keyboard.press('Escape')
  await hasFocus(/^pre-information/i)

  /** Enter on the button; types the code that the bank shows. */
  const payAtBank = async (): Promise<void> => {
    await tabTo(page, /^Pay .*249,90/)
    const [bank] = await Promise.all([context.waitForEvent('page'), keyboard.press('Enter')])
    await bank.waitForURL(new RegExp(addresses().bank.replaceAll('.', '\\.')))
    // The form has made way, and the focus stands at the words that took its place.
    await hasFocus(/^Your bank’s page is waiting/)
    const code = await bank.locator('strong').first().innerText()
    expect((await focusOf(bank)).tag).toBe('input')
    await bank.keyboard.type(code)
    await bank.keyboard.press('Enter')
  }
  await payAtBank()
  // The framed page finds out by itself, says why, and the empty field of the card is on the way.
  await hasFocus(/not enough balance or limit/)
  expect(await frame.getByLabel('Card number', { exact: true }).inputValue()).toBe('')
  await type(page, /^Card number/, '5528790000000008')
  await type(page, /^Expiry/, '1230')
  await type(page, /^Security code/, '123')
  await frame.getByRole('radio', { name: '2 instalments', exact: true }).waitFor()
  await tabTo(page, /^Pay at once/)
  await keyboard.press('ArrowDown')
  expect(await frame.getByRole('radio', { name: '2 instalments', exact: true }).isChecked()).toBe(
    true,
  )
  await payAtBank()
  // The payment installs what the page showed.
  await frame.getByText('Payment received').waitFor()
  await frame.getByRole('heading', { name: /Delivery Day is on your shop/ }).waitFor()

  const shop = await context.newPage()
  await shop.goto(`${addresses().shop}/products`)
  await shop
    .getByRole('link', { name: /Lale vazo|Tulip vase/ })
    .first()
    .click()
  await shop.locator('.flatpickr-calendar').first().waitFor()

  await frame.getByRole('link', { name: 'My apps', exact: true }).press('Enter')
  await frame.getByRole('link', { name: 'Delivery Day', exact: true }).press('Enter')
  await frame.getByRole('link', { name: 'Uninstall', exact: true }).press('Enter')
  await frame.getByRole('button', { name: /^Uninstall and/ }).press('Enter')
  await frame.getByRole('heading', { name: 'Your shop is as it was before' }).waitFor()
  await shop.reload()
  expect(await shop.locator('.flatpickr-calendar').count()).toBe(0)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
