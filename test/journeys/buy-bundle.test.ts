import type { FrameLocator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { MAX_TRIES } from '#modules/installs/rules.ts'
import {
  confirmShop,
  expectNoConsoleMessages,
  fillCard,
  fillCheckout,
  newVisitor,
  openMarketInPanel,
  tickBoxes,
} from '#test/support/browser.ts'
import { useOwnMarket } from '#test/support/own-market.ts'

const own = useOwnMarket()

const BUNDLE = '/bundles/product-page-set'
const leaveOut = (at: FrameLocator | Page) =>
  at.getByRole('button', { name: /: Setten çıkar$/ }).last()
const addBack = (at: FrameLocator | Page) => at.getByRole('button', { name: /: Sete ekle$/ })

test('without a script, leaving an item of a bundle out and back in keeps what was typed; an order that was not paid is paid on from its page (D10, S2.22)', async () => {
  const visitor = await newVisitor(own.browser, { javaScript: false })
  const { page: panel, context } = visitor
  const { market } = own
  await openMarketInPanel(panel, { panel: market.shop.origin('panel') })
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    panel.getByRole('button', { name: /Yeni sekmede aç/ }).click(),
  ])
  await confirmShop(page)
  await page.goto(`${market.origins.app}/checkout${BUNDLE}`)
  await fillCheckout(page, null)
  const typed = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('main form input, main form select')]
        .filter(({ name }) => /^(address|consent\.(?!permissions))/.test(name))
        .map(({ name, type, value, checked }) =>
          /checkbox|radio/.test(type) ? `${name} ${value} ${checked}` : `${name} ${value}`,
        ),
    )
  const before = await typed()
  expect(before).toContain('address.firstname Ayşe')
  expect(before.join()).toMatch(/consent\.distance_sale \S+ true/)
  await leaveOut(page).click()
  await addBack(page).waitFor()
  expect(await typed()).toEqual(before)
  await addBack(page).click()
  await addBack(page).waitFor({ state: 'detached' })
  expect(await typed()).toEqual(before)
  // What is asked of the item that came back is asked again, the rest was answered.
  expect(await page.locator('[name^="consent.permissions."]:not(:checked)').count()).toBe(1)
  await tickBoxes(page)
  await leaveOut(page).click()
  await fillCard(page, '5528790000000008')
  const number = await page.locator('[name=order]').first().inputValue()
  await page
    .getByRole('button', { name: /^₺.* öde/ })
    .first()
    .click()
  // The owner leaves the bank's page, and finds the order later.
  await page.waitForURL((url) => url.origin === market.bank.url)
  await page.goto(`${market.origins.app}/account/orders/${number}`)
  await page.getByRole('link', { name: 'Ödemeye devam et' }).click()
  await page.waitForURL((url) => url.searchParams.get('without') === 'delivery-day')
  expect(await page.locator('[name=order]').first().inputValue()).toBe(number)
  expectNoConsoleMessages(visitor)
  await visitor.close()
}, 120_000)

test('a store buys a bundle in Turkish on a phone: an item is left out and added back, the bank asks, and the items are installed one after the other; the one that fails says so and is tried again, then all three are on the shop and nothing is left to buy (D10, D20, S2.22)', async () => {
  const visitor = await newVisitor(own.browser, { width: 390 })
  const { page, context } = visitor
  const panel = own.market.shop.origin('panel')
  await openMarketInPanel(page, { panel })
  const open = (path: string) => page.goto(`${panel}/store-1/apps?path=/market${path}&hl=tr`)
  await open(BUNDLE)
  const frame = page.frameLocator('iframe')
  const shown = await frame.locator('aside').innerText()
  await frame.getByRole('link', { name: 'Seti satın al' }).click()

  const pay = frame.getByRole('button', { name: /^₺.* öde ve kur$/ }).first()
  await pay.waitFor()
  const [price = ''] = (await pay.innerText()).split(' ')
  expect(shown).toContain(price)
  await fillCheckout(frame, null)
  await leaveOut(frame).click()
  await addBack(frame).waitFor()
  expect(await pay.innerText()).not.toContain(price)
  // Of two items none can be left out.
  expect(await leaveOut(frame).count()).toBe(0)
  await addBack(frame).click()
  await addBack(frame).waitFor({ state: 'detached' })
  expect(await pay.innerText()).toContain(price)
  expect(await frame.getByLabel('Kupon').count()).toBe(0)
  expect(await frame.locator('[name="consent.distance_sale"]').isChecked()).toBe(true)

  await fillCard(frame, '5528790000000008')
  await tickBoxes(frame)
  own.market.shop.setFault('store-1', 'effect_put', { kind: 'error_500', times: MAX_TRIES })
  const [bank] = await Promise.all([context.waitForEvent('page'), pay.click()])
  await bank.keyboard.type(await bank.locator('strong').first().innerText())
  await bank.keyboard.press('Enter')
  await frame.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  const installed = frame.getByRole('listitem').getByText('Kuruldu', { exact: true })
  const again = frame.getByRole('link', { name: /: Yeniden dene$/ })
  await again.waitFor({ timeout: 90_000 })
  await expect.poll(() => installed.count(), { timeout: 30_000 }).toBe(2)
  expect(await frame.getByText('yeniden denemek ücretsiz').count()).toBe(1)

  await again.click()
  await frame.getByText(/kurulamadı$/).waitFor()
  await tickBoxes(frame)
  await frame.getByRole('button', { name: /değişikliği yap$/ }).click()
  await frame.getByRole('heading', { name: /mağazanda$/ }).waitFor()
  await open(BUNDLE)
  await frame.getByText('Bu setteki her şey sende var', { exact: false }).waitFor()
  expect(await frame.getByRole('link', { name: 'Seti satın al' }).count()).toBe(0)

  const shop = await context.newPage()
  await shop.goto(`${own.market.shop.origin('store-1')}/products`)
  await shop.getByRole('link', { name: 'Lale vazo' }).first().click()
  for (const part of ['.flatpickr-calendar', '.arasta-gallery-link', '.arasta-zoom-button'])
    await shop.locator(part).first().waitFor({ state: 'attached' })
  expectNoConsoleMessages(visitor)
  await visitor.close()
}, 240_000)
