import type { Browser, FrameLocator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import {
  addresses,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
  preventHydration,
} from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

/** Installs as the page itself would: by the API, with the page's session. */
const install = (frame: FrameLocator, slug: string): Promise<number> =>
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
        permissions: ['tracking_code', 'design_block'],
        agreement: { version: plan.agreement.version },
      }),
    })
    return answer.status
  }, slug)

test('an owner changes a setting of an installed app, sees it on the shop first, applies and undoes it, and an uninstall restores the shop (S7.15, D12)', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  const shopNow = async () => {
    const answer = await createHttp({ allowOrigins: [new URL(addresses().shop2).origin] }).request(
      addresses().shop2,
    )
    return answer.body
      .toString('utf8')
      .replaceAll(/nonce="[^"]*"/g, '')
      .replaceAll(/name="(csrf|token)" value="[^"]*"/g, '')
  }
  const before = await shopNow()
  const frame = await openMarketInPanel(page, { store: 2 })
  expect(await install(frame, 'cookie-consent')).toBe(200)
  await expect.poll(shopNow, { timeout: 20_000 }).toContain('data-layout="box"')
  const installed = await shopNow()

  await frame.getByRole('link', { name: 'Uygulamalarım' }).first().click()
  await frame.getByRole('link', { name: 'Çerez İzni: ayarlar' }).click()
  await frame.getByRole('heading', { level: 1, name: 'Çerez İzni' }).waitFor()
  await frame.getByRole('heading', { name: 'Değişiklik yok' }).waitFor()
  await frame.getByText('Şimdi mağazanda: ⁨Köşede kutu⁩').waitFor()
  const view = frame.frameLocator('iframe[data-side=after]')
  await view.locator('script[data-layout="box"]').first().waitFor({ state: 'attached' })

  // A choice made before hydration is not lost.
  const wake = await preventHydration(visitor.context)
  const market = page.frames().find((one) => one.url().includes('/settings'))
  await market?.goto(market.url(), { waitUntil: 'commit' })
  await frame.getByLabel('Sorunun yeri').selectOption('bar')
  wake()
  await frame.getByRole('heading', { name: 'Mağazanda 1 şey değişecek' }).waitFor()
  await view.locator('script[data-layout="bar"]').first().waitFor({ state: 'attached' })
  // Beside it, divided by the same line as in a preview, the shop as it is.
  await frame
    .frameLocator('iframe[data-side=before]')
    .locator('script[data-layout="box"]')
    .first()
    .waitFor({ state: 'attached' })
  await frame.getByRole('slider', { name: 'Önce ve sonra' }).press('End')
  expect(await shopNow()).toBe(installed)
  // What the rules of the form refuse stands beside its field, and the plan stays.
  await frame.getByLabel('Gizlilik sayfanın adresi').fill('yok')
  await frame.getByRole('button', { name: /değişikliği uygula$/ }).click()
  await frame.getByRole('alert').first().waitFor()
  await frame.getByLabel('Gizlilik sayfanın adresi').fill('')
  await frame.getByRole('button', { name: 'Bu 1 değişikliği uygula' }).click()

  await frame.getByText('Yeni ayarlar mağazanda.').waitFor()
  await expect.poll(shopNow).toContain('data-layout="bar"')
  await frame.getByText('Sorunun yeri: Köşede kutu → Altta boydan boya').waitFor()
  await frame.getByRole('button', { name: 'Geri al', exact: true }).first().click()
  await frame.getByText('Sorunun yeri: Altta boydan boya → Köşede kutu').waitFor()
  expect((await shopNow()).replaceAll(/eff_\w+/g, '')).toBe(installed.replaceAll(/eff_\w+/g, ''))

  await frame.getByRole('link', { name: 'Bütün yüklü olanlar' }).click()
  await frame.getByRole('link', { name: 'Çerez İzni', exact: true }).click()
  await frame.getByRole('link', { name: 'Kaldır', exact: true }).click()
  await frame.getByRole('button', { name: /^Kaldır ve/ }).click()
  await frame.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
  expect(await shopNow()).toBe(before)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
