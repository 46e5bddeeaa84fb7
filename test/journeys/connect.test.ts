import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#test/support/axe.ts'
import {
  addresses,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
} from '#test/support/browser.ts'

let browser: Browser
/** The owner at the panel: has opened the market there once, and reads the mail. */
let owner: Page
beforeAll(async () => {
  browser = await openChromium()
  owner = await (await browser.newContext({ locale: 'tr-TR' })).newPage()
  await openMarketInPanel(owner, { store: 2, market: 'themes' })
  await openMarketInPanel(owner, { market: 'themes' })
})
afterAll(() => browser.close())

const mailbox = () => owner.goto(`${addresses().panel}/store-1/mailbox?hl=tr`)
// The example site of another journey gets its codes in the same mailbox.
const letters = () =>
  owner
    .getByRole('link', { name: /Arasta giriş kodun/ })
    .filter({ hasNotText: 'own-site.localhost' })
async function countLetters(): Promise<number> {
  await mailbox()
  return letters().count()
}
/** The code of the letter that came after there were `before`. */
async function readCode(before: number): Promise<string> {
  for (let tries = 0; (await countLetters()) <= before; tries += 1) {
    if (tries > 40) throw new Error('no mail came')
    await owner.waitForTimeout(250)
  }
  await letters().first().click()
  const text = await owner
    .locator('[data-role=mail-text]')
    .evaluate((node) => node.textContent ?? '')
  return /^\d{6}$/m.exec(text)?.[0] ?? ''
}
const typed = () => `HTTPS://WWW.${new URL(addresses().shop).host.toUpperCase()}/urunler?x=1`
const sayNo = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function toCodeStep(page: Page, slug: string): Promise<void> {
  await page.goto(`${addresses().themes}/${slug}`)
  // one for wide pages, one for phones
  await page.locator('main a[href^="/connect"]:visible').first().click()
  await page.getByRole('heading', { name: 'Mağazanın adresiyle gir' }).waitFor()
  await page.getByLabel('Mağazanın adresi', { exact: true }).fill('10.0.0.1')
  await page.getByRole('button', { name: 'Kod gönder' }).click()
  await page.getByText('Mağazanın adresini yaz, örneğin magazam.com').waitFor()
  await page.getByLabel('Mağazanın adresi', { exact: true }).fill(typed())
  await page.getByRole('button', { name: 'Kod gönder' }).click()
  await page.getByRole('heading', { name: 'Kodu yaz' }).waitFor()
}

describe('an owner without the panel (S2.20, S2.21, D6)', () => {
  test("starts from the button of a theme, enters the shop's address, mistypes the code once, and arrives at the plan or at checkout", async () => {
    const visitor = await newVisitor(browser, { width: 390 })
    const { page } = visitor
    const before = await countLetters()
    await toCodeStep(page, 'flatly')
    expect(await faultsOf(page)).toEqual([])
    expect(await page.getByLabel('6 haneli kod').getAttribute('autocomplete')).toBe('one-time-code')
    // S5.8: nothing while typing, a word when the field is left, and it goes with the mistake
    await page.getByLabel('6 haneli kod').pressSequentially('12')
    expect(await page.locator('#field-code-error').count()).toBe(0)
    await page.keyboard.press('Tab')
    await page.getByText('Kod 6 ya da 12 rakamdır').waitFor()
    await page.getByRole('button', { name: 'Gir', exact: true }).click()
    expect(
      await page.getByLabel('6 haneli kod').evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await page.getByText('Kod gelmedi mi?').click()
    await page.getByText('panelinden bir kez geldiğinde tanır', { exact: false }).waitFor()
    await page.getByRole('button', { name: /\d+ sn sonra yeniden/ }).waitFor()
    expect(await page.getByRole('button', { name: /sn sonra yeniden/ }).isDisabled()).toBe(true)

    const code = await readCode(before)
    const field = page.getByLabel('6 haneli kod')
    await field.fill(sayNo(code))
    await page.getByRole('button', { name: 'Gir', exact: true }).click()
    await page.getByText('Kod yanlış. 4 deneme hakkın kaldı.').waitFor()
    // as it comes out of a mail: with a space in it and around it
    await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect(await field.inputValue()).toBe(code)
    await page.getByRole('button', { name: 'Gir', exact: true }).click()
    await page.waitForURL(/\/(checkout|install)\/flatly/)
    await page.goto(`${addresses().themes}/account`)
    await page.getByText('E-posta koduyla').waitFor()
    expect(await page.locator('main').innerText()).toContain(new URL(addresses().shop).host)
    await page.getByRole('button', { name: 'Çıkış yap' }).click()
    await page.getByText('Bu tarayıcıdaki oturumun bitti').waitFor()
    // the secret of the browser is gone, and no script ever saw it
    expect(
      (await visitor.context.cookies(addresses().themes)).map((cookie) => cookie.name),
    ).not.toContain('connect')
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('does the same without JavaScript, and reads that another code takes a minute', async () => {
    const visitor = await newVisitor(browser, { javaScript: false })
    const { page } = visitor
    const before = await countLetters()
    await toCodeStep(page, 'sandstone')
    const [cookie] = (await visitor.context.cookies(addresses().themes)).filter(
      (one) => one.name === 'connect',
    )
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    await page.getByRole('button', { name: 'Kodu yeniden gönder' }).click()
    await page.getByText(/Yeni kod için \d+ saniye bekle/).waitFor()
    const code = await readCode(before)
    await page.getByLabel('6 haneli kod').fill(sayNo(code))
    await page.getByRole('button', { name: 'Gir', exact: true }).click()
    await page.getByText('Kod yanlış. 4 deneme hakkın kaldı.').waitFor()
    await page.getByLabel('6 haneli kod').fill(code)
    await page.getByRole('button', { name: 'Gir', exact: true }).click()
    await page.waitForURL(/\/(checkout|install)\/sandstone/)
    await visitor.close()
  })

  test('redirected to the root by a guard finds a link to the requested page (S6.3)', async () => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    await page.goto(`${addresses().themes}/install/flatly`)
    expect(new URL(page.url()).searchParams.get('sign-in')).toBe('required')
    await page.getByRole('main').getByRole('link', { name: 'Adresi yaz' }).click()
    await page.waitForURL((url) => url.pathname === '/connect')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/install/flatly')
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('of an unknown shop sees the same screens, wrong codes included (TOK-16)', async () => {
    const before = await countLetters()
    const seen = []
    for (const address of ['kimse-yok.example', new URL(addresses().shop2).host]) {
      const visitor = await newVisitor(browser, { javaScript: false })
      const { page } = visitor
      const said: string[] = []
      await page.goto(`${addresses().themes}/connect`)
      await page.getByLabel('Mağazanın adresi', { exact: true }).fill(address)
      await page.getByRole('button', { name: 'Kod gönder' }).click()
      for (let tries = 0; tries < 6; tries += 1) {
        said.push(
          (await page.locator('main').innerText())
            .replaceAll(address, '…')
            .replace(/\d+ saniye/, 'n saniye'),
        )
        if (tries === 5) break
        await page.getByLabel('6 haneli kod').fill('000000')
        await page.getByRole('button', { name: 'Gir', exact: true }).click()
      }
      expect(said.at(-1)).toContain('Kod çok kez yanlış yazıldı')
      seen.push(said)
      await visitor.close()
    }
    expect(seen[0]).toEqual(seen[1])
    // the one that is there got its code, which is notified to its owner alone
    await expect.poll(countLetters, { timeout: 15_000 }).toBe(before + 1)
  })

  test('whose browser stores no cookies gets an explanation, not the same question again', async () => {
    const { page, context, close } = await newVisitor(browser, { javaScript: false })
    await page.goto(`${addresses().themes}/connect?next=/list`)
    await page.getByLabel('Mağazanın adresi', { exact: true }).fill('kimse-yok.example')
    await page.getByRole('button', { name: 'Kod gönder' }).click()
    await page.getByRole('heading', { name: 'Kodu yaz' }).waitFor()
    // what such a browser asks for next: the same address without what it was given
    await context.clearCookies()
    await page.goto(page.url())
    await page.getByText('Bu tarayıcı beklediğin kodu hatırlamıyor', { exact: false }).waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe('/list')
    await close()
  })

  test('with another shop signed in is asked before it is replaced (D5)', async () => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    const before = await countLetters()
    await page.goto(`${addresses().themes}/connect`)
    await page.getByLabel('Mağazanın adresi', { exact: true }).fill(typed())
    await page.getByRole('button', { name: 'Kod gönder' }).click()
    await page.getByLabel('6 haneli kod').fill(await readCode(before))
    await page.getByRole('button', { name: 'Gir', exact: true }).click()
    await page.waitForURL(`${addresses().themes}/`)
    await page.goto(`${addresses().themes}/connect?next=/list`)
    const here = new URL(addresses().shop).host
    await page.getByText(`Bu tarayıcıda şimdi ${here} açık.`).waitFor()
    await page.getByLabel('Mağazanın adresi', { exact: true }).fill('baska-magaza.example')
    await page.getByRole('button', { name: 'Kod gönder' }).click()
    await page.getByText(`Kodu yazıp girersen ${here} bu tarayıcıda kapanır`).waitFor()
    await page.getByRole('button', { name: `${here} yerine gir` }).waitFor()
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })
})

describe('an owner whose shop is behind a CDN (S2.31, D7)', () => {
  const answerAs = async (page: Page, manner: string) => {
    await page.goto(`${addresses().panel}/store-2/settings?hl=tr`)
    await page.locator('#manner').selectOption(manner)
    await page
      .locator('form', { has: page.locator('#manner') })
      .getByRole('button')
      .click()
    await page.getByRole('status').waitFor()
  }
  /** An hour passes since the shop was asked last. */
  const forgetProbe = async () => {
    const client = new pg.Client({ connectionString: process.env.JOURNEY_DATABASE_URL })
    await client.connect()
    await client.query('update store_sites set asked_at = null, dismissed_until = null')
    await client.end()
  }

  test('sees the CDN notice once; its dismissal is remembered', async () => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    await openMarketInPanel(page, { store: 2 })
    await answerAs(page, 'cdn')
    await forgetProbe()
    const words = 'Mağazanın vitrini Cloudflare arkasında'
    let frame = await openMarketInPanel(page, { store: 2 })
    for (let tries = 0; (await frame.getByText(words).count()) === 0; tries += 1) {
      if (tries > 30) throw new Error('no notice came')
      frame = await openMarketInPanel(page, { store: 2 })
    }
    await frame.getByRole('link', { name: 'Uygulamalar', exact: true }).click()
    await frame.getByText(words).waitFor({ state: 'detached' })
    await frame.getByRole('link', { name: 'Keşfet', exact: true }).click()
    await frame.getByText(words).waitFor()
    await frame.getByRole('button', { name: '30 gün gösterme' }).click()
    await frame.getByText(words).waitFor({ state: 'detached' })
    frame = await openMarketInPanel(page, { store: 2 })
    expect(await frame.getByText(words).count()).toBe(0)
    await answerAs(page, '')
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })
})
