import type { Browser, FrameLocator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
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

/**
 * Puts the old release on the shop as the page itself would: by the API, with the page's session.
 */
const installOld = (frame: FrameLocator, slug: string): Promise<number> =>
  frame.locator('body').evaluate(async (_body, wanted) => {
    const read = async (path: string) =>
      (
        (await (await fetch(`/api${path}`)).json()) as {
          data: { id: string; plan: { agreement: { version: string } } }
        }
      ).data
    const { id } = await read(`/app-store/app/detail?slug=${wanted}`)
    const { plan } = await read(`/app-store/app/${id}/installation`)
    const store = decodeURIComponent(/(?:^|; )domain=([^;]*)/.exec(document.cookie)?.[1] ?? '')
    const answer = await fetch(`/api/app-store/app/${id}/installation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        store,
        permissions: ['tracking_code'],
        agreement: { version: plan.agreement.version },
        release: '1.0.0',
      }),
    })
    return answer.status
  }, slug)

test('an owner sees an update, approves its new permission, checks the shop, rolls back, and uninstalls (S2.18, S2.19, S4.7, S5.4)', async () => {
  const visitor = await newVisitor(browser)
  const { page, context } = visitor
  const shop = await context.newPage()
  const shopNow = async () => {
    const answer = await createHttp({ allowOrigins: [new URL(addresses().shop2).origin] }).request(
      addresses().shop2,
    )
    return answer.body
      .toString('utf8')
      .replaceAll(/nonce="[^"]*"/g, '')
      .replaceAll(/name="(csrf|token)" value="[^"]*"/g, '')
  }
  const hasLink = async () => {
    await shop.goto(addresses().shop2)
    return (await shop.locator('[data-arasta-cookie-settings]').count()) > 0
  }
  const before = await shopNow()

  const frame = await openMarketInPanel(page, { store: 2 })
  expect(await installOld(frame, 'cookie-consent')).toBe(200)
  await frame
    .getByRole('link', { name: /^Uygulamalarım/ })
    .first()
    .click()
  await frame
    .getByRole('row', { name: /Çerez İzni/ })
    .getByText('Güncelleme hazır: 1.2.0')
    .waitFor()
  await frame.getByRole('link', { name: /^Güncellemeler/ }).click()
  await frame.getByRole('heading', { name: 'Güncellemeler', level: 1 }).waitFor()
  await frame.getByText('1 yeni izin').waitFor()
  await frame.getByRole('link', { name: 'Çerez İzni güncellemesi: İncele' }).click()

  await frame.getByRole('heading', { name: '1.2.0 sürümüne güncelle' }).waitFor()
  expect(await frame.getByRole('checkbox').isChecked()).toBe(false)
  await frame.getByRole('checkbox').check()
  await frame.getByRole('button', { name: '1.2.0 sürümüne güncelle' }).click()
  await frame.getByRole('heading', { name: 'Çerez İzni artık 1.2.0 sürümünde' }).waitFor()
  expect(await hasLink()).toBe(true)

  await frame.getByRole('link', { name: '1.0.0 sürümüne dön' }).click()
  await frame.getByRole('heading', { name: '1.0.0 sürümüne dön' }).waitFor()
  await frame.getByRole('button', { name: '1.0.0 sürümüne dön' }).click()
  await frame.getByRole('heading', { name: 'Çerez İzni artık 1.0.0 sürümünde' }).waitFor()
  expect(await hasLink()).toBe(false)

  await frame.getByRole('link', { name: 'Yüklü olanlar' }).first().click()
  await frame.getByRole('link', { name: 'Çerez İzni', exact: true }).click()
  await frame.getByRole('link', { name: 'Kaldır', exact: true }).click()
  await frame.getByRole('button', { name: /^Kaldır ve/ }).click()
  await frame.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
  expect(await shopNow()).toBe(before)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test("the owner's own pages work without a script: an address is added with errors beside the fields, made the default and removed; orders and cards show their state (S2.22, S5.7, D21)", async () => {
  const signedIn = await newVisitor(browser)
  await openMarketInPanel(signedIn.page, { store: 2 })
  const [top] = await Promise.all([
    signedIn.context.waitForEvent('page'),
    signedIn.page.getByRole('button', { name: /Yeni sekmede aç/ }).click(),
  ])
  await confirmShop(top)
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'tr-TR',
    storageState: await signedIn.context.storageState(),
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()

  await page.goto(`${addresses().apps}/account/addresses?edit=new&hl=tr`)
  await page.getByRole('button', { name: 'Adresi kaydet' }).click()
  // A click without a script does not wait for the answer.
  const name = page.getByLabel('Ad', { exact: true })
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  for (const [label, text] of [
    ['Ad', 'Ayşe'],
    ['Soyad', 'Demir'],
    ['E-posta', 'ayse@shop.example'],
    ['Telefon', '0532 123 45 67'],
    ['İlçe', 'Osmangazi'],
    ['Posta kodu', '16070'],
    ['Adres', 'Çekirge Mah. 1. Sok. No: 4'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await page.getByLabel('İl', { exact: true }).selectOption('Bursa')
  await page.getByRole('button', { name: 'Adresi kaydet' }).click()
  await page.waitForURL((url) => url.search === '')
  const card = page.getByRole('listitem').filter({ hasText: 'ayse@shop.example' }).last()
  await card.getByText('16070 Osmangazi, Bursa').waitFor()
  await card.locator('summary').click()
  await card.getByRole('button', { name: /evet, sil/ }).click()
  await page.getByRole('heading', { name: 'Adresler', level: 1 }).waitFor()
  await expect.poll(() => page.getByText('ayse@shop.example').count()).toBe(0)

  await page.getByRole('link', { name: 'Kartlar' }).click()
  await page.getByRole('heading', { name: 'Kayıtlı kartın yok' }).waitFor()
  await page
    .getByRole('navigation', { name: 'Hesap sayfaları' })
    .getByRole('link', { name: 'Siparişler' })
    .click()
  await page.getByRole('heading', { name: 'Siparişler', level: 1 }).waitFor()
  await context.close()
  await signedIn.close()
})
