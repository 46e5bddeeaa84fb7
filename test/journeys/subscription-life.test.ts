import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  confirmAtBank,
  expectNoConsoleMessages,
  fillCheckout,
  openChromium,
  tickBoxes,
} from '#test/support/browser.ts'
import { shopPage } from '#test/support/installs.ts'
import type { Marketplace } from '#test/support/marketplace.ts'
import {
  advance,
  linksIn,
  mailAbout,
  openAsOwner,
  openDesk,
  openSubscriptionMarket,
  openTestClock,
  ownerWithCards,
  type SubscriptionMarket,
  wordsOf,
} from '#test/support/subscription-journey.ts'

/** Subscriptions by the clock of a test store, on a market of their own. */
let browser: Browser
let opened: SubscriptionMarket
let market: Marketplace

beforeAll(async () => {
  browser = await openChromium()
  opened = await openSubscriptionMarket()
  market = opened.market
}, 120_000)
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
    await page.getByRole('radio', { name: /0008/ }).check()
    await button(page, begins('subscription.go_on.agree')).click()
    await page.getByText('Onayladın.', { exact: false }).waitFor()

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
    expect(await page.getByRole('main').innerText()).toContain(
      'Şimdi ödersen mağazanda hiçbir şey değişmez.',
    )
    expect(await shop()).toBe(withIt)

    await advance(desk, '7d', '7d')
    const paused = await mailAbout(market, /^Ürün Bulucu duraklatıldı/)
    await expect.poll(shop, { timeout: 30_000 }).toBe(before)
    const [link = ''] = linksIn(paused.text)
    await page.goto(link)
    await fillCheckout(page, OTHER)
    await button(page, /^₺199,00 öde/).click()
    await confirmAtBank(page, market.bank.url)
    await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
    await expect.poll(shop, { timeout: 30_000 }).toBe(withIt)
    for (const [language, locale, item] of [
      ['EN', 'en', 'Product Finder'],
      ['AR', 'ar', 'باحث المنتجات'],
      ['TR', 'tr', 'Ürün Bulucu'],
    ] as const) {
      await openSubscription(page, item, language)
      await page
        .getByText(wordsOf(locale).t('subscription.state.active'), { exact: true })
        .waitFor()
    }
    await page.getByText('•••• 0000').first().waitFor()
    expectNoConsoleMessages(owner)
    await owner.close()
  }, 120_000)
})
