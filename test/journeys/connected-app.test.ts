import type { Browser, FrameLocator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addresses,
  confirmShop,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
} from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

async function openRights(frame: FrameLocator): Promise<void> {
  await frame.getByRole('link', { name: 'Uygulamalarım', exact: true }).click()
  await frame.getByRole('link', { name: 'Ürün Videosu', exact: true }).click()
  await frame.getByRole('link', { name: 'Hakları', exact: true }).click()
  await frame.getByRole('heading', { name: 'Ürün Videosu: haklar' }).waitFor()
}

test('an owner opens an app from the panel, sees which products it reads and what it did with its rights, connects it to the market, and revokes each with one click (D19, S3.9)', async () => {
  const visitor = await newVisitor(browser)
  const { page: panel, context } = visitor
  const frame = await openMarketInPanel(panel)
  await frame.getByRole('link', { name: 'Uygulamalar' }).first().click()
  // The home page shows the same card: a click on it would race with this navigation.
  await frame.getByRole('heading', { level: 1, name: 'Uygulamalar' }).waitFor()
  await frame
    .getByRole('link', { name: /Ürün Videosu/ })
    .first()
    .click()
  await frame.getByRole('link', { name: 'Ücretsiz kur' }).first().click()
  await frame.getByRole('heading', { name: /değişecek/ }).waitFor()
  // Reading products and orders is optional, and off until the owner allows it.
  for (const choice of await frame.getByRole('switch').all()) await choice.check()
  for (const box of await frame.getByRole('checkbox').all()) await box.check()
  await frame.getByRole('button', { name: /değişikliği yap/ }).click()
  await frame.getByRole('heading', { name: /Ürün Videosu.*mağazanda/ }).waitFor()

  // No session outside the frame is needed: the frame asks with its own, and the tab goes straight
  // to the app.
  const [app] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('link', { name: 'Uygulamayı aç' }).first().click(),
  ])
  await app.getByRole('heading', { name: 'Ürün Videosu', level: 1 }).waitFor()
  expect(app.url()).toBe(`${addresses().shop}/apps/video`)
  expect(await app.evaluate(() => window.opener)).toBeNull()
  expect(await app.locator('[data-products] li').count()).toBe(12)

  await openRights(frame)
  const access = frame.getByRole('region', { name: 'Web servis erişimi' })
  expect(await access.innerText()).toMatch(
    /Ürünleri okumak[\s\S]*1 kez kullanıldı[\s\S]*Siparişleri okumak[\s\S]*Henüz kullanılmadı/,
  )
  await app.getByRole('link', { name: 'Kaç tane satıldı?' }).click()
  await app.getByText('adet satıldı').first().waitFor()
  await access.getByRole('button', { name: 'Geri al: Siparişleri okumak' }).click()
  await frame.getByText('Haklar değişti').waitFor()
  await expect
    .poll(async () => {
      await app.reload()
      return app.locator('main').innerText()
    })
    .toContain('Siparişleri okuma yetkisini geri almışsın')
  expect(await app.locator('[data-products] li').count()).toBe(12)

  // To be connected, the app sends the owner to the market itself, where the shop must be entered
  // first.
  await app.getByRole('link', { name: 'Arasta’ya bağla' }).click()
  await app.getByRole('heading', { name: 'Önce mağazanla gir' }).waitFor()
  const [top] = await Promise.all([
    context.waitForEvent('page'),
    panel.getByRole('button', { name: /Yeni sekmede aç/ }).click(),
  ])
  await confirmShop(top)
  await app.reload()
  await app.getByRole('heading', { name: 'Ürün Videosu mağazana bağlanmak istiyor' }).waitFor()
  await app.getByText('Mağazanın adı ve adresi').waitFor()
  await app.getByRole('button', { name: 'İzin ver ve bağlan' }).click()
  await app.locator('[data-connected]').waitFor()
  expect(await app.locator('[data-connected]').innerText()).toMatch(
    /Bağlı: .{3,} \(shop\.localhost.*Türkçe/,
  )
  expect(new URL(app.url()).search).toBe('')

  await openRights(frame)
  await frame.getByRole('button', { name: 'Bağlantıyı kes' }).click()
  await frame.getByText('Bu uygulama bağlı değil.').waitFor()
  await app.reload()
  expect(await app.locator('[data-cut]').innerText()).toContain('401')
  await app.reload()
  expect(await app.locator('[data-cut]').count()).toBe(0)

  await frame.getByRole('link', { name: 'Uygulamalarım', exact: true }).click()
  await frame.getByRole('link', { name: 'Ürün Videosu', exact: true }).click()
  await frame.getByRole('link', { name: 'Kaldır', exact: true }).click()
  await frame.getByRole('button', { name: /^Kaldır ve/ }).click()
  await frame.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
