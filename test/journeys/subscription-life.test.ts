import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  confirmAtBank,
  expectNoConsoleMessages,
  fillCheckout,
  openChromium,
  tickBoxes,
} from '#test/support/browser.ts'
import { dayIn } from '#lib/time-zone.ts'
import { billIn, buy, chargesOf } from '#test/support/checkout.ts'
import { finished, idOf, install, shopPage, uninstall } from '#test/support/installs.ts'
import { press, tabTo, type } from '#test/support/keyboard.ts'
import type { Marketplace } from '#test/support/marketplace.ts'
import { confirmPayee } from '#test/support/payee.ts'
import { openApp, publishSelling, signed } from '#test/support/selling-app.ts'
import {
  advance,
  linksIn,
  mailAbout,
  openAsOwner,
  openDesk,
  openSubscriptionMarket,
  openTestClock,
  ownerWithCards,
  readInEach,
  type SubscriptionMarket,
  wordsOf,
} from '#test/support/subscription-journey.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'

/**
 * Subscriptions by the clock of a test store, on a market of their own. One owner does it, in a
 * language of each test; what the pages say on the way is read in Turkish, English and Arabic.
 */
let browser: Browser
let opened: SubscriptionMarket
let market: Marketplace

beforeAll(async () => {
  browser = await openChromium()
  opened = await openSubscriptionMarket()
  market = opened.market
})
afterAll(async () => {
  await opened?.stop()
  await browser?.close()
})

const PAYS = '5528790000000008'
const NO_FUNDS_LATER = '4900005000000002'
const OTHER = '5451030000000000'

const at = (path: string) => market.origins.app + path
const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).first()

/** The page of the store's subscription to this item. */
async function openSubscription(page: Page, item: string, language: string): Promise<void> {
  await page.goto(at(`/account/subscriptions?hl=${language}`))
  await page.getByRole('link', { name: item, exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: item }).waitFor()
}

describe('S3.4 a subscription whose card fails', () => {
  test('is tried, agreed to, renewed, announced by mail when the bank declines, works through its grace, is paused off the shop byte for byte, and is back at once after the one link of the mail and a new card', async () => {
    const { begins } = wordsOf('tr')
    await ownerWithCards(market, 'store-1', { zoom: PAYS, gallery: NO_FUNDS_LATER })
    const shop = () => shopPage(market, 'store-1', '/')
    const before = await shop()
    const owner = await openAsOwner(browser, market, { store: 'store-1', locale: 'tr' })
    const { page } = owner
    const { page: desk } = await openDesk(browser, opened.member)
    await openTestClock(page, desk, opened.testStores)

    await page.goto(at('/finder?hl=TR'))
    await page.getByRole('link', { name: '14 gün ücretsiz dene' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Ürün Bulucu aboneliği' }).waitFor()
    await readInEach(page, 'tr', ['subscribe.coming_if', 'subscribe.trial.note', 'subscribe.leave'])
    await button(page, /^Denemeyi başlat/).click()
    await page
      .getByRole('heading', { name: /değişecek/ })
      .first()
      .waitFor()
    await tickBoxes(page)
    await button(page, /değişikliği yap/).click()
    await page.getByRole('heading', { name: 'Ürün Bulucu mağazanda' }).waitFor()
    const withIt = await shop()
    expect(withIt).not.toBe(before)

    await openSubscription(page, 'Ürün Bulucu', 'TR')
    await page.getByText('14 gün kaldı').waitFor()
    await readInEach(page, 'tr', ['subscription.trial.free', 'subscription.go_on.text'])
    await page.getByRole('radio', { name: /0008/ }).check()
    await button(page, begins('subscription.go_on.agree')).click()
    await page.getByText('Onayladın.', { exact: false }).waitFor()
    await readInEach(page, 'tr', ['subscription.done.agreed', 'subscription.next'])

    await advance(desk, '1m')
    await openSubscription(page, 'Ürün Bulucu', 'TR')
    expect(await page.getByText('Ödendi', { exact: true }).count()).toBe(1)
    await page.getByText('Başka kart kullan').click()
    await page.getByRole('radio', { name: /0002/ }).check()
    await button(page, /^Bu kartı kullan/).click()
    await page.getByText('Bundan sonra ödemeler bu karttan alınır.').waitFor()

    await advance(desk, '7d', '7d', '1d')
    const failed = await mailAbout(market, /^Ürün Bulucu: ödeme alınamadı/)
    expect(linksIn(failed.text)).toHaveLength(1)
    await openSubscription(page, 'Ürün Bulucu', 'TR')
    await page.getByText('₺199,00 alınamadı').waitFor()
    await readInEach(page, 'tr', ['subscription.due.title', 'subscription.state.past_due'])
    expect(await page.getByRole('main').innerText()).toContain(
      'Şimdi ödersen mağazanda hiçbir şey değişmez.',
    )
    expect(await shop()).toBe(withIt)

    await advance(desk, '7d', '7d')
    const paused = await mailAbout(market, /^Ürün Bulucu duraklatıldı/)
    await expect.poll(shop, { timeout: 30_000 }).toBe(before)
    await openSubscription(page, 'Ürün Bulucu', 'TR')
    await readInEach(page, 'tr', ['subscription.due.title', 'subscription.state.paused'])
    const [link = ''] = linksIn(paused.text)
    await page.goto(link)
    await fillCheckout(page, OTHER)
    await button(page, /^₺199,00 öde/).click()
    await confirmAtBank(page, market.bank.url)
    await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
    await expect.poll(shop, { timeout: 30_000 }).toBe(withIt)
    await openSubscription(page, 'Ürün Bulucu', 'TR')
    await readInEach(page, 'tr', ['subscription.state.active', 'subscription.next'])
    await page.getByText('•••• 0000').first().waitFor()
    expectNoConsoleMessages(owner)
    await owner.close()
  })
})

describe('S3.4 an owner who changes their mind', () => {
  test('goes to a smaller plan with the next period, for nothing today, and returns a purchase alone: the app leaves the shop clean, all of the money goes back, and the credit note is the invoice again', async () => {
    const { t, begins } = wordsOf('en')
    const { services } = market
    const api = await ownerWithCards(market, 'store-2', {})
    // The second shop is one of dollars.
    await billIn(market, api, 'USD')
    const growing = await services.db
      .selectFrom('plans')
      .innerJoin('items', 'items.id', 'plans.item_id')
      .select('plans.id')
      .where('slug', '=', 'notices')
      .where('plans.price_minor', '=', 24_990)
      .executeTakeFirstOrThrow()
    await subscribe(market, api, 'notices', { plan: growing.id })
    const owner = await openAsOwner(browser, market, { store: 'store-2', locale: 'en' })
    const { page } = owner
    const { page: desk } = await openDesk(browser, opened.member)
    await openTestClock(page, desk, opened.testStores)

    await openSubscription(page, 'Cart Notices', 'EN')
    await page.getByRole('radio', { name: /^Large/ }).check()
    await button(page, /^Change to Large · \$/).waitFor()
    await readInEach(page, 'en', [
      'subscription.change.now_note',
      'subscription.leave.end_use_text',
    ])
    await page.getByRole('radio', { name: /^Small/ }).check()
    await button(page, /^Change to Small · \$0\.00/).waitFor()
    await readInEach(page, 'en', ['subscription.change.today', 'subscription.change.later_note'])
    await button(page, /^Change to Small · \$0\.00/).click()
    await page.getByText(t('subscription.done.planned')).waitFor()
    await readInEach(page, 'en', ['subscription.done.planned', 'subscription.change.pending'])
    await button(page, /^Stay with Growing/).waitFor()
    await advance(desk, '1m', '1d')
    await openSubscription(page, 'Cart Notices', 'EN')
    const charges = page.locator('main li').filter({ hasText: t('subscription.invoice.paid') })
    expect(await charges.first().innerText()).toMatch(/Small, [\s\S]*\$2\.50/)
    expect(await charges.nth(1).innerText()).toMatch(/Growing, [\s\S]*\$6\.20/)

    const home = await shopPage(market, 'store-2', '/')
    const product = /href="(\/products?\/[^"]+)"/.exec(home)?.[1] ?? '/'
    const shop = () => shopPage(market, 'store-2', product)
    const before = await shop()
    const { orderNumber } = await buy(market, api, 'delivery-day')
    await page.goto(at('/install/delivery-day?hl=EN'))
    await page
      .getByRole('heading', { name: /will change on your shop/ })
      .first()
      .waitFor()
    await tickBoxes(page)
    await button(page, /^Make (this|these)/).click()
    await page
      .getByRole('heading', { name: /is on your shop/ })
      .first()
      .waitFor()
    expect(await shop()).not.toBe(before)

    await page.goto(at('/account/orders?hl=EN'))
    const order = page.locator('main li').filter({ hasText: orderNumber })
    await order.getByText(t('orders.return'), { exact: true }).click()
    await order.getByRole('combobox').selectOption({ index: 1 })
    await order.getByRole('button', { name: begins('orders.return_go') }).click()
    await page.getByText(t('orders.returned')).waitFor()
    await expect.poll(shop, { timeout: 30_000 }).toBe(before)
    await expect
      .poll(
        async () => {
          await page.goto(at('/account/orders?hl=EN'))
          await order.getByText(t('orders.details'), { exact: true }).click()
          return order.getByText(t('orders.credit_note')).count()
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    await readInEach(page, 'en', ['orders.state.refunded'])
    await order.getByText(t('orders.details'), { exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      order.getByText(t('orders.credit_note')).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    const documents = await services.db
      .selectFrom('invoices')
      .innerJoin('orders', 'orders.id', 'invoices.order_id')
      .select(['kind', 'invoices.net_minor', 'invoices.tax_minor', 'invoices.total_minor'])
      .where('orders.number', '=', orderNumber)
      .orderBy('kind', 'desc')
      .execute()
    const [invoice, note] = documents
    expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
    expect({ ...note, kind: 'invoice' }).toEqual(invoice)
    expect(await chargesOf(market, orderNumber)).toEqual([])
    expectNoConsoleMessages(owner)
    await owner.close()
  })
})

describe('S3.4 use up to the cap', () => {
  test('is told at a half and at nine tenths, refused at the cap, taken when the owner has raised it, and charged with the renewal, whose lines add up', async () => {
    const { t } = wordsOf('ar')
    const api = await ownerWithCards(market, 'store-1', {})
    await subscribe(market, api, 'notices')
    await publishSelling(market, 'notices', '9.0.0', [])
    const begun = await install(api, await idOf(api, 'notices'))
    await finished(api, begun.body.data.id)
    const app = await openApp(market, api, 'notices')
    const use = async (key: string, quantity: number) =>
      signed(market, app, 'POST', 'notices/usage', { key, meter: 'notifications', quantity })
    const owner = await openAsOwner(browser, market, { store: 'store-1', locale: 'ar' })
    const { page } = owner
    const { page: desk } = await openDesk(browser, opened.member)
    await openTestClock(page, desk, opened.testStores)

    expect((await use('half', 7_500)).body.data).toMatchObject({ cost: 50, cap: 100 })
    await mailAbout(market, /yarısı kullanıldı$/)
    expect((await use('near', 2_000)).body.data).toMatchObject({ cost: 90 })
    await mailAbout(market, /%90’ı kullanıldı$/)
    expect((await use('over', 600)).body.code).toBe('billing.cap_reached')
    await openSubscription(page, 'إشعارات السلة', 'AR')
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await page.getByText(/^أوشكت على بلوغ حدّك/).waitFor()
    await readInEach(page, 'ar', ['subscription.usage', 'subscription.usage.near'])
    await page
      .locator('summary')
      .filter({ hasText: t('subscription.cap.change') })
      .click()
    await page.locator('[name=cap]').fill('150')
    await button(page, new RegExp(t('subscription.cap.save'))).click()
    await page.getByText(t('subscription.done.cap')).waitFor()
    await readInEach(page, 'ar', ['subscription.done.cap', 'subscription.cap'])
    expect((await use('over', 600)).body.data).toMatchObject({ used: 10_100, cost: 102, cap: 150 })

    await advance(desk, '1m', '1d')
    await openSubscription(page, 'إشعارات السلة', 'AR')
    const invoice = page.locator('main li').filter({ hasText: '201,90' })
    await invoice.getByText(t('subscription.invoice.paid'), { exact: true }).waitFor()
    const { parts, total_minor: total } = await market.services.db
      .selectFrom('orders')
      .select(['parts', 'total_minor'])
      .where('number', '=', /AR[0-9A-Z]{16}/.exec(await invoice.innerText())?.[0] ?? '')
      .executeTakeFirstOrThrow()
    const amounts = (parts as unknown as { amount_minor: number }[]).map((one) => one.amount_minor)
    expect([amounts, total]).toEqual([[9_990, 10_200], 20_190])
    await readInEach(page, 'ar', ['subscription.invoice.paid', 'subscription.cap'])
    await uninstall(api, await idOf(api, 'notices'))
    expectNoConsoleMessages(owner)
    await owner.close()
  })
})

/**
 * Today into a field for a day, and past the button of its calendar, which the browser draws. This
 * browser wants the month first, whatever the language of the page.
 */
async function typeToday(page: Page, name: RegExp): Promise<void> {
  const [year, month, day] = dayIn('Europe/Istanbul', market.clock.now()).split('-')
  await type(page, name, `${month}${day}${year}`)
  await page.keyboard.press('Tab')
}

describe('S3.4 by keyboard alone', () => {
  test('an owner tries an app, agrees to what follows, goes to a larger plan, cancels, keeps the subscription and leaves', async () => {
    const { t } = wordsOf('en')
    const api = await ownerWithCards(market, 'store-2', {})
    await billIn(market, api, 'USD')
    await sellByPeriod(market, 'free-delivery', [{ priceMinor: 9_990 }, { priceMinor: 24_990 }])
    await subscribe(market, api, 'free-delivery')
    const owner = await openAsOwner(browser, market, { store: 'store-2', locale: 'en' })
    const { page } = owner
    await page.goto(at('/finder?hl=EN'))
    await press(page, /^Try it free for 14 days/)
    await page
      .getByRole('heading', { level: 1, name: t('subscribe.title', { item: 'Product Finder' }) })
      .waitFor()
    await press(page, /^Start the trial/)
    await page.waitForURL(/\/install\/finder/)

    await page.goto(at('/account/subscriptions?hl=EN'))
    await press(page, /^Product Finder: details/)
    await page.getByRole('heading', { level: 1, name: 'Product Finder' }).waitFor()
    await press(page, /^Agree: \$4\.90 on /)
    await page.getByText(t('subscription.done.agreed')).waitFor()

    await openSubscription(page, 'Free Delivery Bar', 'EN')
    await tabTo(page, /^Plan 0/)
    await page.keyboard.press('ArrowDown')
    await page.getByRole('button', { name: /^Change to Plan 1 · \$/ }).waitFor()
    await press(page, /^Change to Plan 1 · \$/)
    await page.getByText(t('subscription.done.changed')).waitFor()
    await press(page, /^Cancel, works until /)
    await press(page, /^Keep the subscription/)
    await page.getByText(t('subscription.done.kept')).waitFor()
    await press(page, /^Remove, refund \$/)
    await page.getByText(t('subscription.end.cancelled')).waitFor()
    await readInEach(page, 'en', ['subscription.done.left', 'subscription.end.cancelled'])
    expectNoConsoleMessages(owner)
    await owner.close()
  })

  test('an operator creates a batch of payouts, and another one downloads its file and marks it as sent (D10)', async () => {
    const { operator, finance, partner } = opened
    await operator.ask('POST', '/operator/earnings', {
      partner,
      currency: 'TRY',
      amount: 4_250.5,
      reason: 'Prize of the spring',
      confirmed: true,
    })
    await confirmPayee(market.services, partner)
    const first = await openDesk(browser, operator)
    await first.page.goto(`${market.origins.console}/operator/payouts?hl=en`)
    await typeToday(first.page, /^Day of the transfer/)
    await press(first.page, /goes into the books/, 'Space')
    await press(first.page, /^Create batch/)
    await first.page.getByRole('heading', { level: 1, name: /^P2026-/ }).waitFor()
    const batch = first.page.url()
    await first.page.getByText('Draft', { exact: true }).waitFor()

    const second = await openDesk(browser, finance)
    const { page } = second
    await page.goto(`${batch}?hl=en`)
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, /^Download/)])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    await page.goto(`${batch}?hl=en`)
    await tabTo(page, /^Which/)
    await typeToday(page, /^Paid on/)
    await type(page, /^Bank reference/, 'EFT 4711')
    await press(page, /goes into the books/, 'Space')
    await press(page, /^Mark as sent/)
    await page.getByText('Finished', { exact: true }).waitFor()
    for (const one of [first, second]) {
      expectNoConsoleMessages(one)
      await one.close()
    }
  })
})
