import { expect, test } from 'vitest'
import { faultsOf } from '#test/support/axe.ts'
import {
  confirmShop,
  expectNoConsoleMessages,
  newVisitor,
  openMarketInPanel,
  type Visitor,
} from '#test/support/browser.ts'
import { useOwnMarket } from '#test/support/own-market.ts'
import { makeTranslate } from '#lib/locale.ts'
import { readAllMessages } from '#locales/read.ts'

const own = useOwnMarket()
const t = makeTranslate(readAllMessages('tr'), 'tr')
const ITEM = 'cookie-consent'

const enter = (visitor: Visitor, person?: 'asker' | 'guest' | 'agency') =>
  openMarketInPanel(visitor.page, {
    panel: own.market.shop.origin('panel'),
    ...(person && { person }),
  })
const goTo = (frame: Awaited<ReturnType<typeof enter>>, path: string) =>
  frame
    .locator('body')
    // After the answer, which a navigation would cut off.
    .evaluate((_body, to) => void setTimeout(() => window.location.assign(to)), path)

test('who may not install asks an owner, who approves: the item is on the shop, and the asker sees it (D12)', async () => {
  const asker = await newVisitor(own.browser, { width: 390 })
  const theirs = await enter(asker, 'asker')
  await goTo(theirs, `/market/install/${ITEM}`)
  await theirs.getByRole('heading', { name: t('error.right.title') }).waitFor()
  await theirs.getByRole('link', { name: t('right.ask_owner') }).click()
  await theirs.getByLabel(t('ask.note')).fill('Kargo sorusu çok geliyor.')
  await theirs.getByRole('button', { name: t('right.ask_owner') }).click()
  await theirs.getByRole('heading', { name: t('approvals.mine') }).waitFor()
  await theirs.getByText(t('approvals.state.open')).waitFor()

  const owner = await newVisitor(own.browser)
  const ours = await enter(owner)
  await ours.getByRole('link', { name: /^Uygulamalarım\s*1/ }).click()
  await ours.getByRole('heading', { name: t('approvals.title') }).waitFor()
  await ours.getByText('Kargo sorusu çok geliyor.').waitFor()
  expect(await faultsOf(owner.page)).toEqual([])
  await ours.getByRole('link', { name: t('approvals.approve.install') }).click()
  await ours.getByRole('heading', { name: /değişecek/ }).waitFor()
  for (const role of ['switch', 'checkbox'] as const)
    for (const box of await ours.getByRole(role).all()) await box.check()
  await ours.getByRole('main').locator('form button[type=submit]').last().click()
  await expect
    .poll(
      async () => {
        await goTo(theirs, '/market/installed')
        return theirs.getByText(t('approvals.state.done')).count()
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(1)
  // No button that would be refused: the item's page says who may change it.
  await goTo(theirs, `/market/installed/${ITEM}`)
  await theirs.getByText(t('errors.session.may_not_install')).first().waitFor()
  expect(
    await theirs.getByRole('link', { name: t('installs.uninstall.start_short') }).count(),
  ).toBe(0)
  expectNoConsoleMessages(owner)
  await owner.close()
  await asker.close()
})

test('who may only browse is told so, and is offered no form', async () => {
  const guest = await newVisitor(own.browser)
  const frame = await enter(guest, 'guest')
  await goTo(frame, '/market/delivery-day')
  await frame.getByText(t('errors.session.may_not_buy')).first().waitFor()
  await goTo(frame, '/market/checkout/delivery-day')
  await frame.getByRole('heading', { name: t('error.right.title') }).waitFor()
  expect(await frame.getByRole('link', { name: t('right.ask_owner') }).count()).toBe(0)
  await guest.close()
})

test('an agency links its two shops, sees what each needs, goes on in the other one, on the same page too, which ends the link (D5)', async () => {
  const agency = await newVisitor(own.browser)
  const here = await enter(agency, 'agency')
  // The second shop is known once somebody came from its panel.
  const second = await newVisitor(own.browser)
  const there = await openMarketInPanel(second.page, {
    panel: own.market.shop.origin('panel'),
    store: 2,
  })
  await goTo(here, '/market/shops')
  await here.getByRole('button', { name: t('shops.link'), exact: true }).click()
  await here.getByText(t('shops.here')).waitFor()
  const name = await here.getByRole('heading', { level: 2 }).nth(1).innerText()
  expect(await faultsOf(agency.page)).toEqual([])
  const [tab] = await Promise.all([
    agency.context.waitForEvent('page'),
    here.getByRole('button', { name: new RegExp(`${name}.* aç$`) }).click(),
  ])
  await confirmShop(tab)
  await tab.waitForURL(/\/account\/installed/)
  expect(await tab.getByRole('banner').innerText()).toContain('shop2.localhost')
  // From a page to the same one of the other shop, by the keyboard.
  await goTo(here, '/market/delivery-day?hl=tr')
  await here.getByRole('heading', { level: 1, name: 'Teslimat Günü' }).waitFor()
  const menu = here.getByRole('banner').locator('details')
  await menu.locator('summary').press('Enter')
  expect(await menu.locator('[aria-current]').innerText()).toContain('shop.localhost')
  expect(await faultsOf(agency.page)).toEqual([])
  const [beside] = await Promise.all([
    agency.context.waitForEvent('page'),
    menu.getByRole('button', { name }).press('Enter'),
  ])
  await confirmShop(beside)
  await beside.waitForURL(/\/delivery-day/)
  await menu.locator('summary').press('Escape')
  expect(await menu.getAttribute('open')).toBeNull()
  expectNoConsoleMessages(agency)

  await goTo(there, '/market/shops')
  await there.getByRole('heading', { name: t('shops.openers') }).waitFor()
  await there.getByText('Kuzey Ajans').first().waitFor()
  await there.getByRole('button', { name: /Kuzey Ajans.* bağını bitir/ }).click()
  await there.getByRole('button', { name: /Kuzey Ajans.* yeniden izin ver/ }).waitFor()
  await goTo(here, '/market/shops')
  await here.getByText(/bağı bitirdi/).waitFor()
  expect(await here.getByRole('button', { name: new RegExp(`${name}.* aç$`) }).count()).toBe(0)
  await second.close()
  await agency.close()
})
