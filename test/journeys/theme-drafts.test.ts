import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import {
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
} from '#test/support/browser.ts'
import { type OwnMarket, startOwnMarket } from '#test/support/own-market.ts'

let browser: Browser
let own: OwnMarket
beforeAll(async () => {
  browser = await openChromium()
})
beforeEach(async () => {
  own = await startOwnMarket()
})
afterEach(() => own?.stop())
afterAll(() => browser?.close())
const shop2 = () => own.market.shop.origin('store-2')

const shopNow = async () => {
  const answer = await createHttp({ allowOrigins: [new URL(shop2()).origin] }).request(shop2())
  return answer.body
    .toString('utf8')
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/name="(csrf|token)" value="[^"]*"/g, '')
}

const WORDS = {
  tr: {
    keep: /Taslak olarak sakla/,
    do: 'Taslak olarak sakla',
    kept: /Flatly.* taslak olarak duruyor/,
    live: 'Yayına al',
    now: 'Şimdi yayına al',
    is: /^\W?Flatly.* yayında/,
    nav: /^Uygulamalarım/,
    remove: 'Kaldır',
    removed: 'Mağazan eskisi gibi',
  },
  en: {
    keep: /Keep it as a draft/,
    do: 'Keep as a draft',
    kept: /Flatly.* is a draft/,
    live: 'Make live',
    now: 'Make live now',
    is: /^\W?Flatly.* is live/,
    nav: /^My apps/,
    remove: 'Uninstall',
    removed: /as it was/,
  },
  ar: {
    keep: /احتفظ به مسودة/,
    do: 'الاحتفاظ به مسودة',
    kept: /Flatly.* محفوظ كمسودة/,
    live: 'نشر',
    now: 'النشر الآن',
    is: /^\W?Flatly.* منشور/,
    nav: /^تطبيقاتي/,
    remove: 'أزِله',
    removed: 'متجرك كما كان',
  },
} as const

test.each(['tr', 'en', 'ar'] as const)(
  'an owner keeps a theme as a draft, which changes nothing, makes it live, and has the shop back byte for byte, in %s (S2.18, D12)',
  async (locale) => {
    const words = WORDS[locale]
    const before = await shopNow()
    const visitor = await newVisitor(browser, { width: locale === 'ar' ? 390 : 1280 })
    const frame = await openMarketInPanel(visitor.page, {
      store: 2,
      panel: own.market.shop.origin('panel'),
      market: 'themes',
      locale,
    })
    await frame.locator('body').evaluate(() => window.location.assign('/market/install/flatly'))
    await frame.getByRole('radio', { name: words.keep }).check()
    for (const box of await frame.getByRole('checkbox').all()) await box.check()
    await frame.getByRole('button', { name: words.do, exact: true }).click()
    await frame.getByText(words.kept).first().waitFor()
    expect(await shopNow()).toBe(before)

    await frame.getByRole('link', { name: words.live, exact: true }).click()
    await frame.getByRole('button', { name: words.now }).click()
    await frame.getByText(words.is).waitFor()
    expect(await shopNow()).not.toBe(before)

    await frame.getByRole('link', { name: words.nav }).first().click()
    await frame
      .getByRole('link', { name: /Flatly/ })
      .first()
      .click()
    await frame.getByRole('link', { name: words.remove, exact: true }).click()
    await frame
      .getByRole('button', { name: new RegExp(`^${words.remove}`) })
      .first()
      .click()
    await frame.getByRole('heading', { name: words.removed }).waitFor()
    expect(await shopNow()).toBe(before)
    expectNoConsoleMessages(visitor)
    await visitor.close()
  },
)
