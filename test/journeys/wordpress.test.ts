import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { newVisitor, expectNoConsoleMessages, openChromium } from '#test/support/browser.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { startWordPressDouble, type WordPressDouble } from '#test/support/wordpress-double.ts'

/**
 * D4, D6: an owner connects a WordPress site by screens. The site answers as WordPress does; a real
 * one, with apps on it: `npm run prove -- wordpress`.
 */
let browser: Browser
let market: Marketplace
let wp: WordPressDouble
let next: WordPressDouble
beforeAll(async () => {
  ;[wp, next] = await Promise.all([startWordPressDouble(), startWordPressDouble()])
  market = await startMarketplace({
    catalogue: false,
    buildFolder: 'build',
    settings: { PLATFORM_ID: '2', STORE_ORIGINS: `${wp.origin},${next.origin}` },
  })
  await market.startWorker()
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await market?.stop()
  await Promise.all([wp?.stop(), next?.stop()])
})

test('a WordPress site is connected, managed and disconnected: without JavaScript, on a phone, through a missing plugin, a refused consent and a used link (D4, D6)', async () => {
  const owner = await newVisitor(browser, { javaScript: false, width: 390 })
  const { page } = owner
  await wp.set({ plugin: null })
  await page.goto(`${market.origins.app}/connect`)
  await page.getByRole('main').getByRole('link', { name: 'Siteni bağla' }).click()
  await page.getByLabel('Sitenin adresi').fill('not an address')
  await page.getByRole('button', { name: 'Siteme bak' }).click()
  await page.getByText('Mağazanın adresini yaz', { exact: false }).waitFor()
  await page.getByLabel('Sitenin adresi').fill(`HTTP://www.${wp.host}/shop/?p=1`)
  await page.getByRole('button', { name: 'Siteme bak' }).click()
  await page.getByRole('heading', { name: `${wp.host} için bir eklenti gerekiyor` }).waitFor()
  const address = new URL(
    (await page.getByRole('link', { name: 'arasta-connector.zip' }).getAttribute('href')) ?? '',
    page.url(),
  ).href
  const zip = await createHttp({ allowOrigins: [market.origins.app] }).request(address)
  expect([
    zip.status,
    zip.headers['content-type'],
    zip.body.includes('arasta-connector/arasta-connector.php'),
  ]).toEqual([200, 'application/zip', true])
  await page.getByRole('button', { name: 'Etkinleştirdim, devam et' }).click()
  await page.getByText(`Eklenti ${wp.host} sitesinde etkin değil`).waitFor()
  await wp.set({ plugin: '1.1.0' })
  await page.getByRole('button', { name: 'Etkinleştirdim, devam et' }).click()

  const go = page.getByRole('link', { name: 'WordPress’e git ve onayla' })
  await go.click()
  await page.getByRole('button', { name: 'No' }).click()
  await page.getByText('WordPress’te hayır dedin').waitFor()
  await go.click()
  const back = new URL(page.url()).searchParams.get('success_url') ?? ''
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.waitForURL(/\/account\/wordpress$/)
  await page.getByText('Çalışıyor').waitFor()
  expect((await wp.look()).passwords).toEqual([])
  expect(
    await page.getByRole('listitem').filter({ hasText: 'Ürün sayfası' }).innerText(),
  ).toContain('yok')
  await page.goto(`${back}&user_login=admin&password=again`)
  await page.getByText('Bu tarayıcı böyle bir onay beklemiyor').waitFor()

  await page.goto(`${market.origins.app}/account`)
  await page.getByRole('link', { name: 'Sitem' }).click()
  await page.getByText('sitesini ayır').click()
  await page.getByRole('button', { name: 'Evet, her şey kaldırılsın' }).click()
  await page.getByText('Bu tarayıcıdaki oturumun bitti').waitFor()
  await expect
    .poll(async () => (await wp.look()).calls.at(-1), { timeout: 15_000 })
    .toMatch(/^DELETE \/arasta\/v1\/connector\/stores\//)
  expectNoConsoleMessages(owner)
  await owner.close()
})

test('with a script, in Arabic, the round trip to WordPress is the same, and a session is replaced only after confirmation (D5)', async () => {
  await wp.set({ plugin: '1.1.0' })
  const owner = await newVisitor(browser, { locale: 'ar' })
  const { page } = owner
  for (const round of [1, 2]) {
    await page.goto(`${market.origins.app}/connect/wordpress`)
    await page.getByLabel('عنوان الموقع').fill(wp.host)
    await page.getByRole('button', { name: 'انظر إلى موقعي' }).click()
    await page.getByRole('heading', { name: 'وافق في' }).waitFor()
    expect(await page.getByText('يُغلق', { exact: false }).count()).toBe(round - 1)
    await page.getByRole('link', { name: 'اذهب إلى ووردبريس ووافق' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.waitForURL(/\/account\/wordpress$/)
    await page.getByText('يعمل', { exact: true }).waitFor()
  }
  // It goes to another domain: begun by its owner, approved in both WordPresses.
  await page.getByLabel('العنوان الجديد').fill('ayse@shop.example')
  await page.getByRole('button', { name: 'ابدأ النقل' }).click()
  await page.getByText('اكتب عنوان متجرك', { exact: false }).waitFor()
  await page.getByLabel('العنوان الجديد').fill(next.host)
  await page.getByRole('button', { name: 'ابدأ النقل' }).click()
  await page.getByRole('link', { name: 'اذهب إلى ووردبريس ووافق' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('link', { name: 'اذهب إلى الموقع القديم ووافق' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.waitForURL(/\/account\/wordpress$/)
  await page.getByText('انتقل الموقع من', { exact: false }).waitFor()
  // A copy of it is asked what it is.
  await wp.copyOf(next)
  await page.goto(`${market.origins.app}/connect/wordpress`)
  await page.getByLabel('عنوان الموقع').fill(wp.host)
  await page.getByRole('button', { name: 'انظر إلى موقعي' }).click()
  await page.getByRole('link', { name: 'اذهب إلى ووردبريس ووافق' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('button', { name: 'نعم، انتقل إلى هنا' }).click()
  await page.getByRole('button', { name: 'أرسل الرمز' }).click()
  await page.getByRole('button', { name: 'انقل الموقع' }).waitFor()
  expectNoConsoleMessages(owner)
  await owner.close()
})
