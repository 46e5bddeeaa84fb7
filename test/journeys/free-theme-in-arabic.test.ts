import { expect, test } from 'vitest'
import { newVisitor, expectNoConsoleMessages, openMarketInPanel } from '#test/support/browser.ts'
import { useOwnMarket } from '#test/support/own-market.ts'

const own = useOwnMarket()
const panel = () => own.market.shop.origin('panel')

test('an owner installs a free theme in Arabic, right to left, and the shop really changes (S1.8, S2.8, D12)', async () => {
  const visitor = await newVisitor(own.browser, { locale: 'ar', width: 390 })
  const { page, context } = visitor
  const shop = await context.newPage()
  await shop.goto(`${own.market.shop.origin('store-2')}/?hl=ar`)
  const colourOf = () =>
    shop
      .locator('.navbar')
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  const before = { colour: await colourOf(), html: await shop.content() }

  const frame = await openMarketInPanel(page, {
    store: 2,
    panel: panel(),
    market: 'themes',
    locale: 'ar',
  })
  expect(await frame.locator('html').getAttribute('dir')).toBe('rtl')
  await frame
    .getByRole('link', { name: /Flatly/ })
    .first()
    .click()
  await frame.getByRole('link', { name: 'ثبّت مجانًا' }).first().click()
  await frame.getByRole('heading', { name: /سيتغيّر/ }).waitFor()
  for (const box of await frame.getByRole('checkbox').all()) await box.check()
  await frame.getByRole('button', { name: /التغيير|تغيير/ }).click()
  await frame.getByRole('heading', { name: /Flatly.* في متجرك/ }).waitFor()

  await shop.reload()
  expect(await shop.locator('html').getAttribute('dir')).toBe('rtl')
  expect(await colourOf()).not.toBe(before.colour)

  await frame
    .getByRole('link', { name: /^المثب/ })
    .first()
    .click()
  await frame
    .getByRole('link', { name: /Flatly/ })
    .first()
    .click()
  await frame.getByRole('link', { name: 'أزِله', exact: true }).click()
  await frame.getByRole('button', { name: /^أزِله/ }).first().click()
  await frame.getByRole('heading', { name: 'متجرك كما كان' }).waitFor()
  await shop.reload()
  expect(await colourOf()).toBe(before.colour)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
