import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import {
  addresses,
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

test('an owner reads the placement and code of an app, installs, pauses and resumes it, allows small updates, repairs what was changed on the shop, and uninstalls it (S7.6, S4.7, D12)', async () => {
  const visitor = await newVisitor(browser)
  const { page, context } = visitor
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
  await frame.getByRole('link', { name: 'Uygulamalar' }).first().click()
  // The home page shows the same card: a click on it would race with this navigation.
  await frame.getByRole('heading', { level: 1, name: 'Uygulamalar' }).waitFor()
  await frame
    .getByRole('link', { name: /Anında Sayfa/ })
    .first()
    .click()
  await frame
    .getByRole('link', { name: /^Ücretsiz kur|^Mağazama kur|^Kur/ })
    .first()
    .click()

  await frame.getByRole('heading', { name: /şey değişecek/ }).waitFor()
  const map = frame.getByRole('list', { name: 'Mağazanın neresinde' }).locator('visible=true')
  expect(await map.getByRole('listitem').count()).toBe(5)
  expect(await map.getByText('Sepet: 1 numaralı değişiklik burada').count()).toBe(1)
  await frame.getByText('Hepsi mağazanın kendi adresinden.', { exact: false }).waitFor()
  await frame.getByText('Kodu göster').first().click()
  expect(
    await frame
      .getByRole('region', { name: /önceki ve sonraki kod/ })
      .first()
      .innerText(),
  ).toContain('{{asset:')
  await frame.getByRole('checkbox', { name: /Gerekli izni/ }).check()
  // It is not asked again where another journey on this shop agreed for this app.
  const agreement = frame.getByRole('checkbox', { name: /veri koruma|kişisel veri/i })
  if ((await agreement.count()) > 0) await agreement.check()
  await frame.getByRole('button', { name: /değişikliği yap/ }).click()
  await frame.getByRole('heading', { name: /artık mağazanda|mağazanda$/ }).waitFor()
  const withIt = await shopNow()
  expect(withIt).not.toBe(before)

  await frame.getByRole('link', { name: 'Ayrıntılar' }).first().click()
  // Resumed so soon that the page has not been loaded anew since the pause: it still hears how the
  // resuming ends.
  const letLoad = await holdLoadAfter(page, 'paused')
  const letWork = await holdWork()
  await frame.getByRole('button', { name: 'Duraklat' }).click()
  await frame.getByRole('progressbar').waitFor()
  await letWork()
  await frame.getByRole('button', { name: 'Devam ettir' }).waitFor()
  expect(await shopNow()).toBe(before)
  await frame.getByRole('button', { name: 'Devam ettir' }).click()
  await frame.getByRole('button', { name: 'Duraklat' }).waitFor()
  await letLoad()
  expect(await shopNow()).toBe(withIt)

  await frame.getByRole('radio', { name: /^Küçük sürümler/ }).check()
  await frame.getByRole('button', { name: 'Seçimi kaydet' }).click()

  // Somebody writes into it in the shop's own panel.
  const panel = await context.newPage()
  await panel.goto(`${addresses().panel}/store-2/settings?place=3&hl=tr`)
  const code = panel.locator('form[action$="item-code"]').filter({ hasText: 'instant' })
  await code.locator('textarea').fill('<p>benim yazdığım</p>')
  await code.getByRole('button', { name: 'Kaydet' }).click()
  await panel.getByRole('status').waitFor()
  await panel.close()
  await frame.getByRole('link', { name: 'Bütün yüklü olanlar' }).click()
  await frame.getByRole('link', { name: 'Anında Sayfa: ayrıntılar' }).click()
  await frame.getByRole('heading', { name: 'Biri burayı değiştirmiş' }).waitFor()
  expect(await frame.getByRole('radio', { name: /^Küçük sürümler/ }).isChecked()).toBe(true)
  await frame.getByText('Kodu göster').first().click()
  expect(await frame.getByRole('region', { name: /önceki ve sonraki kod/ }).innerText()).toContain(
    'benim yazdığım',
  )
  await frame.getByRole('button', { name: /Bizimkini geri koy/ }).click()
  await frame.getByText('Değiştirilen parça geri kondu').waitFor()
  expect(await frame.getByRole('heading', { name: 'Biri burayı değiştirmiş' }).count()).toBe(0)

  await frame.getByRole('link', { name: 'Kaldır' }).click()
  await frame.getByRole('button', { name: /^Kaldır ve/ }).click()
  await frame.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
  expect(await shopNow()).toBe(before)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

/**
 * Holds back the work on what items have on shops: nothing of it can be marked as done. Answers a
 * function that lets it go.
 */
async function holdWork(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: process.env.JOURNEY_DATABASE_URL })
  await client.connect()
  await client.query('begin')
  await client.query('select from side_effects for no key update')
  return () => client.end()
}

/**
 * Holds back the first load of page data after an installation was heard to be in `state`. Answers
 * a function that lets it go.
 */
async function holdLoadAfter(page: Page, state: string): Promise<() => Promise<void>> {
  let heard: Promise<{ data: { state: string } }> | undefined
  let held = false
  let release = () => {}
  const gone = new Promise<void>((resolve) => {
    release = resolve
  })
  page.on('response', (response) => {
    if (response.url().includes('/api/installations/')) heard = response.json()
  })
  await page.route('**/*.data*', async (route) => {
    if (held || route.request().method() !== 'GET' || (await heard)?.data.state !== state)
      return route.continue()
    held = true
    await gone
    await route.continue().catch(() => {})
  })
  return async () => {
    expect(held).toBe(true)
    release()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}
