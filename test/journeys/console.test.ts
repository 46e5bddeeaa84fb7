import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#test/support/axe.ts'
import {
  addresses,
  confirmAtBank,
  confirmShop,
  fillCheckout,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
  type Visitor,
} from '#test/support/browser.ts'
import { codeOfApp, PASSWORD } from '#test/support/console.ts'
import { runArasta } from '#tools/arasta/run-arasta.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'

let browser: Browser
let operator: Visitor
let partner: Visitor
/** The partner's own address in the console. */
let home = ''
/** At the demo panel, where the demo's mail arrives. */
let reader: Page
beforeAll(async () => {
  browser = await openChromium()
  reader = await (await browser.newContext({ locale: 'tr-TR' })).newPage()
  await reader.goto(`${addresses().panel}/sign-in?hl=tr`)
  await reader
    .getByRole('button', { name: /Mağaza sahibi/ })
    .first()
    .click()
  await reader.getByRole('main').waitFor()
})
afterAll(() => browser.close())

/** The address in the newest letter with this subject. */
async function linkIn(subject: string): Promise<string> {
  const letter = () => reader.getByRole('link', { name: subject }).first()
  for (let tries = 0; tries < 60; tries += 1) {
    await reader.goto(`${addresses().panel}/store-1/mailbox?hl=tr`)
    if (await letter().isVisible()) break
    await reader.waitForTimeout(250)
  }
  await letter().click()
  const text = await reader
    .locator('[data-role=mail-text]')
    .evaluate((node) => node.textContent ?? '')
  return /http\S+\/(?:invitation|email-check)\/\S+/.exec(text)?.[0] ?? ''
}

describe('the console (D1)', () => {
  test('the first operator signs in by the printed link with two factors, admits a partner, and the partner sees only its own items', async () => {
    const at = addresses().console
    operator = await newVisitor(browser)
    const { page } = operator
    await page.goto(`${at}/operator`)
    await page.waitForURL(/\/sign-in\?next=/)
    expect(await faultsOf(page)).toEqual([])

    await page.goto(String(process.env.JOURNEY_FIRST_OPERATOR))
    await page.getByLabel('Ad soyad').fill('Deniz Er')
    await page.getByLabel('E-posta').fill('deniz@example.com')
    await page.getByLabel('Yeni parola').fill('kısa')
    await page.getByRole('button', { name: 'Hesabı aç ve başla' }).click()
    await page.getByText('En az 10 karakter olmalı').waitFor()
    await page.getByLabel('Yeni parola').fill(PASSWORD)
    await page.getByRole('button', { name: 'Hesabı aç ve başla' }).click()
    await page.getByRole('heading', { name: 'Genel bakış' }).waitFor()
    await page.getByText('Seni bekleyen').first().waitFor()

    await page.goto(`${at}/account`)
    await page
      .getByRole('region', { name: 'Doğrulama uygulaması' })
      .getByLabel('Parola')
      .fill(PASSWORD)
    await page.getByRole('button', { name: 'Uygulamayı bağla' }).click()
    await page.getByRole('img', { name: 'Doğrulama uygulaması için karekod' }).waitFor()
    const secret = await page.getByText('Elle yazmak için:').locator('code').innerText()
    const uri = `otpauth://totp/x?secret=${secret.trim()}`
    await page.getByLabel('Uygulamadaki kod').fill(codeOfApp(uri))
    await page.getByRole('button', { name: 'Kodu onayla' }).click()
    await page.getByRole('button', { name: 'Uygulamayı kaldır' }).waitFor()
    const devtools = await operator.context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.getByLabel('Anahtarın adı').fill('Dizüstü')
    await page.getByRole('button', { name: 'Geçiş anahtarı ekle' }).click()
    await page.getByRole('cell', { name: 'Dizüstü', exact: true }).waitFor()
    expect(await faultsOf(page)).toEqual([])

    // by password and code, back to where they wanted
    await page.getByRole('button', { name: 'Çıkış yap' }).first().click()
    await page.waitForURL(/\/sign-in$/)
    await page.goto(`${at}/operator/partners`)
    await page.getByLabel('E-posta').fill('deniz@example.com')
    await page.getByLabel('Parola').fill(PASSWORD)
    await page.getByRole('button', { name: 'Giriş yap' }).click()
    await page.getByLabel('Uygulamadaki kod').fill(codeOfApp(uri))
    await page.getByRole('button', { name: 'Giriş yap' }).click()
    await page.getByRole('heading', { name: 'İş ortakları' }).waitFor()
    // and by the passkey alone
    await page.getByRole('button', { name: 'Çıkış yap' }).first().click()
    await page.getByRole('button', { name: 'Geçiş anahtarıyla gir' }).click()
    await page.getByRole('heading', { name: 'Genel bakış' }).waitFor()

    await page.goto(`${at}/operator/partners`)
    const form = page.getByRole('region', { name: 'Yeni iş ortağı' })
    await form.getByLabel('İş ortağının adı').fill('Atölye Bir')
    await form.getByLabel('Sahibin e-postası').fill('owner@example.com')
    await form.getByRole('button', { name: 'Ekle ve davet et' }).click()
    await page.getByText('Davet yolda.').waitFor()
    await page.getByRole('cell', { name: /Atölye Bir/ }).waitFor()
    expect(await faultsOf(page)).toEqual([])

    // without a script, in Arabic, on a phone
    partner = await newVisitor(browser, { locale: 'ar', width: 390, javaScript: false, dark: true })
    await partner.page.goto(
      (await linkIn('Atölye Bir seni Arasta’ya davet ediyor')).replace('hl=tr', 'hl=ar'),
    )
    expect(await partner.page.locator('html').getAttribute('dir')).toBe('rtl')
    await partner.page.getByLabel('الاسم').fill('Ada')
    await partner.page.locator('input[name=password]').fill(PASSWORD)
    await partner.page.getByRole('button', { name: 'اقبل الدعوة' }).click()
    await partner.page.getByRole('heading', { name: 'Atölye Bir' }).waitFor()
    await partner.page.getByText('لا عناصر بعد').waitFor()
    home = partner.page.url()
    await partner.page.goto(`${home}/team`)
    await partner.page.getByText('owner@example.com').waitFor()
    expect(
      await partner.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    expect((await partner.page.goto(`${at}/operator`))?.status()).toBe(403)
    expect((await partner.page.goto(`${at}/partner/par_00000000000000000000`))?.status()).toBe(404)

    // found by the keyboard alone, without its accents
    await page.goto(`${at}/operator`)
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+k')
        return page.getByRole('dialog').getByRole('combobox').isVisible()
      })
      .toBe(true)
    await page.keyboard.type('atolye bir')
    await page.getByRole('option', { name: /Atölye Bir/ }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Atölye Bir' }).waitFor()
    await page.getByText('owner@example.com').waitFor()
    expect(await faultsOf(page)).toEqual([])

    await page.goto(`${at}/operator/audit?actor=owner@example.com`)
    await page.getByRole('cell', { name: /bir daveti kabul etti/ }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect(await faultsOf(page)).toEqual([])
    for (const path of ['', '/audit', '/team', '/partners']) {
      await page.setViewportSize({ width: 768, height: 900 })
      await page.goto(`${at}/operator${path}`)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        path,
      ).toBe(true)
    }
    expectNoConsoleMessages(operator)
  })

  test('an app that its developer submitted by the command line alone is approved on the screen, bought and installed by an owner, and works on the shop (PKG-11, D11, S7.8)', async () => {
    const at = addresses().console
    await partner.page.goto(`${home}/tokens`)
    await partner.page.locator('input[name=name]').fill('laptop')
    for (const box of await partner.page.locator('input[name=scopes]').all())
      await box.check({ force: true })
    await partner.page.getByRole('button', { name: 'أنشئ الرمز' }).click()
    const token = await partner.page.locator('code', { hasText: 'arasta_pat_' }).innerText()

    const folder = temporaryFolder()
    const said: string[] = []
    const arasta = (...args: string[]) =>
      runArasta({
        args,
        env: { ARASTA_TOKEN: token, ARASTA_CONSOLE: at },
        folder: folder.path,
        out: (text) => said.push(text),
        err: (text) => said.push(text),
      })
    expect(
      await arasta(
        'create',
        'app',
        'gift-note',
        '--author',
        'Atölye Bir',
        '--support',
        'https://atolye.example/yardim',
      ),
    ).toBe(0)
    const listing = join(folder.path, 'gift-note/arasta.listing.json')
    await writeFile(
      listing,
      (await readFile(listing, 'utf8')).replace(
        /"kind": "free", "name": \{[^}]*\}/,
        '"kind": "one_time", "price": 49, "currency": "TRY"',
      ),
    )
    expect(await arasta('publish', 'gift-note', '--wait', '--json'), said.join('\n')).toBe(0)
    const { item, submission } = JSON.parse(said.at(-1) ?? '{}') as {
      item: string
      submission: { id: string; state: string }
    }
    expect(submission.state).toBe('waiting')
    folder.remove()

    const { page } = operator
    await page.goto(`${at}/operator/queue/${submission.id}`)
    await page.getByRole('button', { name: /^Üstüne al/ }).click()
    await page.locator('input[name=checked]').first().waitFor()
    for (const box of await page.locator('input[name=checked], input[name=looked_at]').all())
      await box.check({ force: true })
    await page.getByRole('button', { name: 'Onayla ve yayımla' }).click()
    await expect
      .poll(() => arasta('status', 'gift-note').then(() => said.at(-1)), { timeout: 20_000 })
      .toContain('gift-note  1.0.0  approved')

    const owner = await newVisitor(browser)
    await openMarketInPanel(owner.page)
    const [shopping] = await Promise.all([
      owner.context.waitForEvent('page'),
      owner.page.getByRole('button', { name: /Yeni sekmede aç/ }).click(),
    ])
    await confirmShop(shopping)
    await shopping.goto(`${addresses().apps}/gift-note`)
    await shopping
      .getByRole('link', { name: /satın al/i })
      .first()
      .click()
    await shopping.getByLabel('Not', { exact: true }).fill('Her paket aynı gün yola çıkar')
    await fillCheckout(shopping, '5528790000000008')
    await shopping
      .getByRole('button', { name: /₺49,00.* öde ve kur/ })
      .first()
      .click()
    await confirmAtBank(shopping)
    await shopping.getByText('Ödeme alındı').waitFor()
    await shopping.getByRole('heading', { name: /Gift Note mağazanda/ }).waitFor()
    const shop = await owner.context.newPage()
    await shop.goto(`${addresses().shop}/products/tulip-vase`)
    await shop.getByText('Her paket aynı gün yola çıkar').waitFor()

    // Others walk through the same market: it is left as it was found.
    await shopping.goto(`${addresses().apps}/uninstall/gift-note`)
    await shopping.locator('form button[type=submit]').filter({ hasText: /aldır/ }).click()
    await shopping.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
    const reasons = {
      grounds: 'contract',
      rule: 'end of the journey',
      facts: 'The journey through the market is over.',
      notice: 'The journey is over.',
    }
    expect(
      await page.evaluate(
        async ([path = '', body = '']) =>
          (
            await fetch(path, {
              method: 'PUT',
              headers: { 'content-type': 'application/json' },
              body,
            })
          ).status,
        [`/api/operator/items/${item}/unpublished`, JSON.stringify(reasons)],
      ),
    ).toBe(200)
    expectNoConsoleMessages(owner)
    await owner.close()
    await partner.close()
    await operator.close()
  })
})
