import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, expectNoConsoleMessages, openChromium } from '#test/support/browser.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { startNameServer } from '#test/support/name-server.ts'
import {
  FOR_ANY_SITE,
  publishDemoItem,
  publishGreeter,
  seeDemoItems,
  startSite,
  type OwnSite,
} from '#test/support/sites.ts'

/**
 * D4c: any site takes an app by the loader's one script tag. Three sites that no platform runs,
 * each a process of its own, in one run.
 */
let browser: Browser
let market: Marketplace
let sites: Record<'static' | 'spa' | 'strict', OwnSite>
let names: Awaited<ReturnType<typeof startNameServer>>
beforeAll(async () => {
  const [plain, spa, strict] = await Promise.all([
    startSite('static'),
    startSite('spa'),
    startSite('strict'),
  ])
  sites = { static: plain, spa, strict }
  names = await startNameServer()
  market = await startMarketplace({
    catalogue: false,
    buildFolder: 'build',
    settings: {
      PLATFORM_ID: '7',
      NAME_SERVERS: names.address,
      STORE_ORIGINS: Object.values(sites)
        .map((site) => site.origin)
        .join(),
    },
  })
  await publishGreeter(market)
  for (const prefix of FOR_ANY_SITE) await publishDemoItem(market, prefix)
  await market.startWorker()
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await market?.stop()
  names?.stop()
  for (const site of Object.values(sites ?? {})) await site.stop()
})

const pageNow = (page: Page) => page.evaluate(() => document.documentElement.outerHTML)
const part = (page: Page) => page.locator('.greeter-day')
/** Everything of the loader that could stand in a page, but for the owner's own line. */
const traces = (page: Page) =>
  page.evaluate(
    () =>
      document.documentElement.outerHTML
        .replace(/<script [^>]*data-site=[^>]*>/, '')
        .match(/arasta|greeter|loader/g) ?? [],
  )

/** From the address to before the proof; the token that is to be shown. */
async function claim(page: Page, site: OwnSite): Promise<string> {
  await page.goto(`${market.origins.app}/connect`)
  await page.getByRole('main').getByRole('link', { name: 'Siteni bağla' }).click()
  await page.getByLabel('Sitenin adresi').fill(`HTTP://www.${site.host}/urun/mavi-vazo?x=1`)
  await page.getByLabel('Adın').fill('Ayşe')
  await page.getByLabel('E-postan').fill(`ayse@${site.kind}.example`)
  await page.getByRole('button', { name: 'Devam et' }).click()
  await page.getByRole('heading', { name: 'E-postandaki kodu yaz' }).waitFor()
  const letter = () => market.shop.mails().find((mail) => mail.text.includes(site.host))?.text ?? ''
  await expect.poll(letter, { timeout: 15_000 }).toMatch(/^\d{6}$/m)
  await page.getByLabel('6 haneli kod').fill(/^\d{6}$/m.exec(letter())?.[0] ?? '')
  await page.getByRole('button', { name: 'Kodu onayla' }).click()
  await page.getByRole('heading', { name: `${site.host}` }).waitFor()
  return (
    /content="(\w+)"/.exec(await page.locator('code', { hasText: '<meta' }).innerText())?.[1] ?? ''
  )
}

/** The owner's line, as the page says it. */
const tagOf = (page: Page) => page.locator('code', { hasText: 'data-site=' }).innerText()

async function install(page: Page, slug = 'greeter'): Promise<void> {
  await page.goto(`${market.origins.app}/install/${slug}`)
  await page.getByRole('heading', { name: /değişecek/ }).waitFor()
  expect((await page.getByText('mağazanda bu yer yok, atlanır').count()) > 0).toBe(
    slug === 'greeter',
  )
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: /değişikliği yap/ }).click()
  await page.getByRole('heading', { name: /artık mağazanda|mağazanda$/ }).waitFor()
}

async function uninstall(page: Page, slug = 'greeter'): Promise<void> {
  await page.goto(`${market.origins.app}/uninstall/${slug}`)
  await page.getByRole('button', { name: /^Kaldır ve/ }).click()
  await page.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
}

test('a plain site is verified by a file without JavaScript, installs an app, learns its page types by clicks, and is unchanged after the uninstall (D4, D6)', async () => {
  const quiet = await newVisitor(browser, { javaScript: false, width: 390 })
  const owner = await newVisitor(browser)
  const shopper = await newVisitor(browser)
  const site = sites.static
  const token = await claim(quiet.page, site)
  await quiet.page.getByRole('button', { name: 'Dosyaya bak' }).click()
  await quiet.page.getByText('Orada bir şey bulamadık.', { exact: false }).waitFor()
  site.put('well-known/arasta-site.txt', 'arasta-site=somebodyelses\n')
  await quiet.page.getByRole('button', { name: 'Dosyaya bak' }).click()
  await quiet.page.getByText('ama değeri bu değil', { exact: false }).waitFor()
  site.put('well-known/arasta-site.txt', `arasta-site=${token}\n`)
  await quiet.page.getByRole('button', { name: 'Dosyaya bak' }).click()
  await quiet.page.waitForURL(/\/account\/site$/)
  await quiet.page.getByText('Henüz görülmedi').waitFor()
  site.put('head.html', await tagOf(quiet.page))
  await owner.context.addCookies(await quiet.context.cookies())

  await shopper.page.goto(`${site.origin}/urun/mavi-vazo`)
  const before = await pageNow(shopper.page)
  await install(owner.page)
  const [answer] = await Promise.all([
    shopper.page.waitForResponse((one) => one.url().includes('/loader/sites/')),
    shopper.page.reload(),
  ])
  await shopper.page.waitForFunction(() => document.documentElement.dataset.greeted === 'other')
  expect(
    await shopper.page.locator('script[src*="/loader/files/"]').getAttribute('integrity'),
  ).toMatch(/^sha384-/)
  expect(await part(shopper.page).count()).toBe(0)

  // A set that was signed once and is played again, by whoever kept it, shows nothing a week later.
  const [late, kept] = [await newVisitor(browser), await answer.text()]
  const days = (n: number) => late.page.clock.setFixedTime(Date.now() + n * 86_400_000)
  await late.page.route('**/loader/sites/*.json*', (route) =>
    route.fulfill({
      body: kept,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': site.origin },
    }),
  )
  await days(6)
  await late.page.goto(site.origin)
  await late.page.waitForFunction(() => document.documentElement.dataset.greeted === 'home')
  await days(9)
  const told = late.page.waitForRequest((request) => request.url().endsWith('/trouble'))
  await late.page.reload()
  expect((await told).postDataJSON()).toMatchObject({ code: 'expired' })
  expect(await late.page.locator('script[src*="/loader/files/"]').count()).toBe(0)

  // The owner's part: said by clicking, on the site itself.
  await owner.page.goto(`${market.origins.app}/account/site`)
  const [tab] = await Promise.all([
    owner.context.waitForEvent('page'),
    owner.page.getByRole('link', { name: 'Sitemde tıklayarak göster' }).click(),
  ])
  await tab.getByRole('heading', { name: 'Arasta kontrol' }).waitFor()
  const link = tab.url()
  await tab.goto(`${site.origin}/urun/kirmizi-vazo${new URL(link).hash}`)
  await tab.getByText('doğrulandı').waitFor()
  expect(await tab.getByLabel('Adres kalıbı (* her şey demek)').inputValue()).toBe('/urun/*')
  await tab.getByLabel('Bu sayfanın türünü seç').selectOption('product')
  await tab.getByRole('button', { name: 'Tıklayarak seç' }).nth(1).click()
  await tab.locator('.buy-box').click({ position: { x: 200, y: 4 } })
  await tab.getByRole('button', { name: 'Kuralı kaydet' }).click()
  await part(tab).waitFor()

  await shopper.page.reload()
  await part(shopper.page).waitFor()
  expect(
    await part(shopper.page).evaluate((node) => [
      node.parentElement?.className,
      node.dataset.locale,
      document.body.dataset.page,
    ]),
  ).toEqual(['buy-box', 'tr', 'product'])
  await shopper.page.goto(`${site.origin}/urunler`)
  await shopper.page.waitForFunction(() => document.documentElement.dataset.greeted === 'other')
  expect(await part(shopper.page).count()).toBe(0)
  await owner.page.reload()
  await owner.page.getByText('güncel', { exact: true }).waitFor()
  expect(await owner.page.locator('main').innerText()).toContain('/urun/*')

  // Items of the catalogue that are for any site do here what they do on a shop.
  for (const slug of FOR_ANY_SITE) await install(owner.page, slug)
  await seeDemoItems(browser, site)
  for (const slug of FOR_ANY_SITE) await uninstall(owner.page, slug)

  await uninstall(owner.page)
  const asked = shopper.page.waitForResponse((answer) => answer.url().includes('/loader/sites/'))
  await shopper.page.goto(`${site.origin}/urun/mavi-vazo`)
  await asked
  await shopper.page.waitForLoadState('networkidle')
  expect(await pageNow(shopper.page)).toBe(before)
  expect(
    await shopper.page.evaluate(() => [
      localStorage.length,
      sessionStorage.length,
      document.cookie,
    ]),
  ).toEqual([0, 0, ''])
  for (const one of [quiet, owner, shopper, late]) {
    expectNoConsoleMessages(one)
    await one.close()
  }
})

test('a single-page site, verified by a tag, shows a layer on its pages as the route changes, and none of it after the uninstall', async () => {
  const owner = await newVisitor(browser)
  const shopper = await newVisitor(browser)
  const site = sites.spa
  const token = await claim(owner.page, site)
  site.put('head.html', `<meta content='${token}' name=arasta-site>`)
  await owner.page.getByRole('button', { name: 'Etikete bak' }).click()
  await owner.page.waitForURL(/\/account\/site$/)
  site.put('head.html', await tagOf(owner.page))
  await owner.page.getByLabel('Adres kalıbı').fill('urun/*')
  await owner.page.getByRole('button', { name: 'Kuralı ekle' }).click()
  await owner.page.getByText('Kalıp / ile başlar', { exact: false }).waitFor()
  await owner.page.getByLabel('Adres kalıbı').fill('/urun/*')
  await owner.page.getByRole('button', { name: 'Kuralı ekle' }).click()
  await owner.page.getByText('/urun/*', { exact: true }).waitFor()
  await install(owner.page)

  const { page } = shopper
  const to = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await page.goto(site.origin)
  await page.waitForFunction(() => document.documentElement.dataset.greeted === 'home')
  await to('Mavi vazo')
  await part(page).waitFor()
  await to('Kirmizi vazo')
  await page.getByRole('heading', { name: 'Kirmizi vazo' }).waitFor()
  await part(page).waitFor()
  expect([
    await part(page).count(),
    await page.locator('script[src*="greet.js"]').count(),
    await page.evaluate(() => document.documentElement.dataset.greeted),
  ]).toEqual([1, 1, 'product'])
  await to('Urunler')
  await part(page).waitFor({ state: 'detached' })
  await page.goBack()
  await part(page).waitFor()
  await uninstall(owner.page)
  await to('Sepet')
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.arasta ?? ''))
    .toBe('')
  expect(await part(page).count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: 'Sepet' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await traces(page)).toEqual([])
  expectNoConsoleMessages(shopper)
  expectNoConsoleMessages(owner)
  await shopper.close()
  await owner.close()
})

test('a site with a strict policy, verified by a DNS record: learns what its policy lacks, works with two added lines, Trusted Types and a nonce, and has no trace after disconnecting', async () => {
  const owner = await newVisitor(browser)
  const shopper = await newVisitor(browser)
  const site = sites.strict
  const token = await claim(owner.page, site)
  names.records.set('_arasta.strict-site.localhost', `arasta-site=${token}`)
  await owner.page.getByRole('button', { name: 'Kayda bak' }).click()
  await owner.page.waitForURL(/\/account\/site$/)
  site.put('head.html', await tagOf(owner.page))
  await owner.page.getByText('Sitende güvenlik politikası (CSP) varsa').click()
  const lines = await owner.page.locator('code', { hasText: /-src / }).allInnerTexts()
  expect(lines).toEqual([
    `script-src ${market.origins.installer}`,
    `connect-src ${market.origins.installer}`,
  ])
  await install(owner.page)

  // Nothing but the site's own may run: the page is as it was, and its owner reads that the loader
  // was never heard of.
  await shopper.page.goto(`${site.origin}/urun/mavi-vazo`)
  await shopper.page.getByRole('heading', { name: 'Mavi vazo' }).waitFor()
  expect(await shopper.page.locator('script[src*="/loader/files/"]').count()).toBe(0)
  await owner.page.goto(`${market.origins.app}/account/site`)
  await owner.page.getByText('Henüz görülmedi').waitFor()
  shopper.complaints.length = 0

  site.put('policy.txt', market.origins.installer)
  for (const path of ['/urun/mavi-vazo', '/sepet']) {
    await shopper.page.goto(site.origin + path)
    await shopper.page.waitForFunction(() => document.documentElement.dataset.greeted === 'other')
  }
  expectNoConsoleMessages(shopper)

  // A tag that somebody copied to another site shows nothing there.
  sites.static.put('head.html', await tagOf(owner.page))
  await shopper.page.goto(`${sites.static.origin}/sepet`)
  await shopper.page.waitForLoadState('networkidle')
  expect(await shopper.page.locator('script[src*="/loader/files/"]').count()).toBe(0)
  shopper.complaints.length = 0

  await owner.page.reload()
  await owner.page.getByText('güncel', { exact: true }).waitFor()
  await owner.page.getByText(`${site.host} sitesini ayır`, { exact: false }).click()
  await owner.page.getByRole('button', { name: 'Evet, her şey kaldırılsın' }).click()
  await owner.page.getByText('Bu tarayıcıdaki oturumun bitti').waitFor()
  await shopper.page.goto(`${site.origin}/urun/mavi-vazo`)
  await shopper.page.waitForLoadState('networkidle')
  expect(await traces(shopper.page)).toEqual([])
  await expect
    .poll(
      async () =>
        (
          await market.services.db
            .selectFrom('site_layers')
            .innerJoin('stores', 'stores.id', 'store_id')
            .select('effect_id')
            .where('domain', '=', site.host)
            .execute()
        ).length,
    )
    .toBe(0)
  expect(
    await market.services.db
      .selectFrom('store_credentials')
      .innerJoin('stores', 'stores.id', 'store_id')
      .select('key_id')
      .where('domain', '=', site.host)
      .where('revoked_at', 'is', null)
      .execute(),
  ).toEqual([])
  expectNoConsoleMessages(owner)
  await shopper.close()
  await owner.close()
})
