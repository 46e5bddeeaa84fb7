import { expect, test } from 'vitest'
import { newVisitor, expectNoConsoleMessages, openMarketInPanel } from '#test/support/browser.ts'
import { useOwnMarket } from '#test/support/own-market.ts'

const own = useOwnMarket()

test('an owner sees what seems to be missing on the shop, closes it for good and takes that back', async () => {
  const visitor = await newVisitor(own.browser, { locale: 'en', width: 1280 })
  const panel = own.market.shop.origin('panel')
  const open = () => openMarketInPanel(visitor.page, { locale: 'en', panel })
  // the first visit has the shop read
  await open()
  const { db } = own.market.services
  await expect
    .poll(async () => (await db.selectFrom('shop_findings').select('kind').execute()).length, {
      timeout: 30_000,
    })
    .toBeGreaterThan(0)

  const frame = await open()
  const section = frame.getByRole('region', { name: 'What seems to be missing on your shop' })
  const finding = section.getByRole('heading', { level: 3, name: 'No delivery day found' })
  await finding.waitFor()
  expect(await section.innerText()).toMatch(/product pages do not say when an order arrives/)
  expect(await section.getByRole('link', { name: 'Delivery Day' }).count()).toBe(1)

  const dismiss = section.getByRole('button', { name: 'Do not show again: No delivery day found' })
  await dismiss.click()
  await finding.waitFor({ state: 'detached' })
  await frame.getByRole('button', { name: 'Undo' }).click()
  await finding.waitFor()
  await dismiss.click()
  await finding.waitFor({ state: 'detached' })
  await open()
  await frame.getByRole('heading', { level: 1 }).waitFor()
  expect(await finding.count()).toBe(0)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
