import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#test/support/axe.ts'
import {
  addresses,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
} from '#test/support/browser.ts'

/**
 * S1.6, D4: a newcomer, who has started the demo and opened its front page, owns a site that no
 * platform runs.
 */
let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

const EMAIL = 'elif@own-site.localhost'
const site = () => new URL(addresses().ownSite).host

/** Follows a link of the front page into its new tab. */
async function follow(front: Page, name: string): Promise<Page> {
  const [tab] = await Promise.all([
    front.context().waitForEvent('page'),
    front.getByRole('link', { name, exact: true }).click(),
  ])
  await tab.waitForLoadState()
  return tab
}

/** The code of the letter about this site, read where the front page leads. */
async function readCode(front: Page): Promise<string> {
  const mailbox = await follow(front, 'Posta kutusunu aç')
  // Other journeys get codes in the same mailbox.
  const letter = mailbox.getByRole('link', { name: /kod/ }).filter({ hasText: EMAIL }).first()
  for (let tries = 0; (await letter.count()) === 0; tries += 1) {
    if (tries > 40) throw new Error('no mail came')
    await mailbox.waitForTimeout(250)
    await mailbox.reload()
  }
  await letter.click()
  const text = await mailbox
    .locator('[data-role=mail-text]')
    .evaluate((node) => node.textContent ?? '')
  expect(text).toContain(site())
  await mailbox.close()
  return /^\d{6}$/m.exec(text)?.[0] ?? ''
}

async function publish(edit: Page, head: string): Promise<void> {
  await edit.getByLabel('Her sayfanın head bölümünün sonu').fill(head)
  await edit.getByRole('button', { name: 'Kaydet ve yayınla' }).click()
  await edit.getByText('Kaydedildi; site artık böyle.').waitFor()
}

const pageNow = (page: Page) => page.evaluate(() => document.documentElement.outerHTML)

test("S1.6 from the demo's front page the example site is connected by its edit page and the code in the mailbox, installs an app, shows it, and is unchanged after the uninstall", async () => {
  const owner = await newVisitor(browser)
  const shopper = await newVisitor(browser)
  const front = owner.page
  await front.goto(`${addresses().panel}/?hl=tr`)
  expect(await faultsOf(front)).toEqual([])

  const store = await follow(front, 'Siteyi bağla')
  expect(new URL(store.url()).origin).toBe(addresses().sites)
  await store.getByLabel('Sitenin adresi').fill(site())
  await store.getByLabel('Adın').fill('Elif')
  await store.getByLabel('E-postan').fill(EMAIL)
  await store.getByRole('button', { name: 'Devam et' }).click()
  await store.getByRole('heading', { name: 'E-postandaki kodu yaz' }).waitFor()
  await store.getByLabel('6 haneli kod').fill(await readCode(front))
  await store.getByRole('button', { name: 'Kodu onayla' }).click()
  await store.getByRole('heading', { name: site() }).waitFor()
  const proof = await store.locator('code', { hasText: '<meta' }).innerText()

  const edit = await follow(front, 'Siteyi düzenle')
  expect(await faultsOf(edit)).toEqual([])
  await publish(edit, proof)
  await store.getByRole('button', { name: 'Etikete bak' }).click()
  await store.waitForURL(/\/account\/site$/)
  const tag = await store.locator('code', { hasText: 'data-site=' }).innerText()
  await publish(edit, `${proof}\n${tag}`)

  const { page } = shopper
  await page.goto(`${addresses().ownSite}/products/chestnut?hl=tr`)
  expect(await faultsOf(page)).toEqual([])
  await page.waitForLoadState('networkidle')
  const before = await pageNow(page)

  const choose = await follow(front, 'Bir uygulama seç')
  // Any site has no theme store: no link leads to one that would not know its owner.
  expect(
    await choose
      .locator(`a[href^="${addresses().themes}"], :not(footer *) > a[href^="${addresses().apps}"]`)
      .count(),
  ).toBe(0)
  await choose.getByRole('link', { name: 'Çerez İzni' }).first().click()
  await choose
    .getByRole('main')
    .getByRole('link', { name: 'Ücretsiz kur' })
    .or(choose.getByRole('main').getByRole('button', { name: 'Ücretsiz kur' }))
    .first()
    .click()
  await choose.getByRole('heading', { name: /değişecek/ }).waitFor()
  for (const box of await choose.getByRole('checkbox').all()) await box.check()
  await choose.getByRole('button', { name: /değişikliği yap/ }).click()
  await choose.getByRole('heading', { name: /artık mağazanda|mağazanda$/ }).waitFor()
  await page.reload()
  await page.getByText('Sitenin çalışması için gerekli çerezleri', { exact: false }).waitFor()

  await choose.goto(`${addresses().sites}/uninstall/cookie-consent`)
  await choose.getByRole('button', { name: /^Kaldır ve/ }).click()
  await choose.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
  const asked = page.waitForResponse((answer) => answer.url().includes('/loader/sites/'))
  await page.reload()
  await asked
  await page.waitForLoadState('networkidle')
  expect(await pageNow(page)).toBe(before)
  for (const one of [owner, shopper]) {
    expectNoConsoleMessages(one)
    await one.close()
  }
})
