import { expect, test } from 'vitest'
import {
  expectNoConsoleMessages,
  fillCheckout,
  newVisitor,
  openMarketInPanel,
} from '#test/support/browser.ts'
import { useOwnMarket } from '#test/support/own-market.ts'

const own = useOwnMarket()

test('a store buys a bundle in Turkish on a phone: an item is left out and added back, the bank asks, and all three items are installed and on the shop (D10, D20, S2.22)', async () => {
  const visitor = await newVisitor(own.browser, { width: 390 })
  const { page, context } = visitor
  const panel = own.market.shop.origin('panel')
  await openMarketInPanel(page, { panel })
  await page.goto(`${panel}/store-1/apps?path=/market/bundles/product-page-set&hl=tr`)
  const frame = page.frameLocator('iframe')
  const shown = await frame.locator('aside').innerText()
  await frame.getByRole('link', { name: 'Seti satın al' }).click()

  const pay = frame.getByRole('button', { name: /^₺.* öde ve kur$/ }).first()
  await pay.waitFor()
  const [price = ''] = (await pay.innerText()).split(' ')
  expect(shown).toContain(price)
  await frame
    .getByRole('link', { name: /: Setten çıkar$/ })
    .last()
    .click()
  const addBack = frame.getByRole('link', { name: /: Sete ekle$/ })
  await addBack.waitFor()
  expect(await pay.innerText()).not.toContain(price)
  // Of two items none can be left out.
  expect(await frame.getByRole('link', { name: /: Setten çıkar$/ }).count()).toBe(0)
  await addBack.click()
  await addBack.waitFor({ state: 'detached' })
  expect(await pay.innerText()).toContain(price)
  expect(await frame.getByLabel('Kupon').count()).toBe(0)

  await fillCheckout(frame, '5528790000000008')
  const [bank] = await Promise.all([context.waitForEvent('page'), pay.click()])
  await bank.keyboard.type(await bank.locator('strong').first().innerText())
  await bank.keyboard.press('Enter')
  await frame.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  await expect
    .poll(() => frame.getByRole('listitem').getByText('Kuruldu', { exact: true }).count(), {
      timeout: 60_000,
    })
    .toBe(3)

  const shop = await context.newPage()
  await shop.goto(`${own.market.shop.origin('store-1')}/products`)
  await shop.getByRole('link', { name: 'Lale vazo' }).first().click()
  for (const part of ['.flatpickr-calendar', '.arasta-gallery-link', '.arasta-zoom-button'])
    await shop.locator(part).first().waitFor({ state: 'attached' })
  expectNoConsoleMessages(visitor)
  await visitor.close()
}, 180_000)
