import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFirstOperatorLink } from '#modules/identity/public.ts'
import { faultsOf } from '#test/support/axe.ts'
import { expectNoConsoleMessages, newVisitor, openChromium } from '#test/support/browser.ts'
import { PASSWORD } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { forkNameServer } from '#test/support/name-server-process.ts'
import { runArasta } from '#tools/arasta/run-arasta.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'

/**
 * D1, D19: a company goes from the front page to a published app; all that the operator does is to
 * approve. The name server is a process of its own.
 */
let browser: Browser
let market: Marketplace
let names: Awaited<ReturnType<typeof forkNameServer>>
let time: NodeJS.Timeout
let folder: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  names = await forkNameServer()
  market = await startMarketplace({
    buildFolder: 'build',
    settings: { NAME_SERVERS: names.address },
  })
  await market.startWorker()
  time = setInterval(() => market.clock.moveSeconds(1), 1000)
  folder = temporaryFolder()
  browser = await openChromium()
}, 120_000)
afterAll(async () => {
  clearInterval(time)
  await browser?.close()
  await market?.stop()
  await names?.stop()
  folder?.remove()
})

const EMAIL = 'ada@ceviz-atolyesi.example'
const letterWith = (text: RegExp) =>
  market.shop.mails().find((mail) => mail.recipient === EMAIL && text.test(mail.text))?.text ?? ''
const textIn = async (text: RegExp): Promise<string> => {
  await expect.poll(() => letterWith(text), { timeout: 20_000 }).toMatch(text)
  return text.exec(letterWith(text))?.[0] ?? ''
}
const noFaults = async (page: Page) => expect(await faultsOf(page)).toEqual([])

test('a company applies from the front page, proves its address and domain, is approved by one press, and publishes an app by the command line that its pages show', async () => {
  const applicant = await newVisitor(browser)
  const { page } = applicant
  await page.goto(`${market.origins.app}/?hl=tr`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Partner ol' }).click()
  await page.getByRole('article').getByRole('link', { name: 'Başvur' }).click()
  await page.getByRole('heading', { name: 'İş ortağı başvurusu' }).waitFor()
  await noFaults(page)
  await page.getByRole('button', { name: 'Başvur' }).click()
  await page.getByText('Bu alan zorunlu').first().waitFor()
  await page.getByLabel('Şirket adı').fill('Ceviz Atölyesi')
  await page.getByLabel('Ülke').selectOption('TR')
  await page.getByLabel('E-posta').fill(EMAIL)
  await page.getByLabel('Web sitesi').fill('ceviz-atolyesi.example')
  await page.getByLabel('Uygulamalar', { exact: true }).check({ force: true })
  await page.getByLabel('Kısaca anlat').fill('Sepete hediye notu ekleyen bir uygulama yapıyoruz.')
  await page.getByRole('button', { name: 'Başvur' }).click()
  await page.getByRole('heading', { name: /Başvuru: .*Ceviz Atölyesi/ }).waitFor()
  await noFaults(page)
  await page.getByLabel('E-postadaki kod').fill(await textIn(/^\d{6}$/m))
  await page.getByRole('button', { name: 'Adresi doğrula' }).click()
  await page.getByRole('button', { name: 'Şimdi bak' }).click()
  await page.getByText(/ne kaydı ne dosyayı bulduk/).waitFor()
  const shown = await page.locator('dd code').allInnerTexts()
  await names.set(shown[0] ?? '', shown[1] ?? '')
  await page.getByRole('button', { name: 'Şimdi bak' }).click()
  await page.getByText(/Her şey doğrulandı/).waitFor()
  await noFaults(page)

  const operator = await newVisitor(browser)
  const desk = operator.page
  const at = market.origins.console
  await desk.goto(`${at}/first/${await newFirstOperatorLink(market.services)}`)
  await desk.getByLabel('Ad soyad').fill('Deniz Er')
  await desk.getByLabel('E-posta').fill('deniz@example.com')
  await desk.getByLabel('Yeni parola').fill(PASSWORD)
  await desk.getByRole('button', { name: 'Hesabı aç ve başla' }).click()
  await desk.getByRole('heading', { name: 'Genel bakış' }).waitFor()
  await desk.goto(`${at}/operator/inbox?kind=application`)
  await desk.getByText('Ceviz Atölyesi').first().waitFor()
  await noFaults(desk)
  await desk.goto(`${at}/operator/applications`)
  await noFaults(desk)
  await desk.getByRole('link', { name: 'Ceviz Atölyesi' }).click()
  await desk.getByRole('button', { name: 'Onayla', exact: true }).click()
  await desk.getByText('Onaylandı. Davet yolda.').waitFor()
  await noFaults(desk)

  await page.goto(await textIn(/http\S+\/invitation\/\S+/))
  await page.getByLabel('Ad soyad').fill('Ada')
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.getByRole('button', { name: /kabul/i }).click()
  await page.getByRole('heading', { name: 'Ceviz Atölyesi' }).waitFor()
  await page.getByRole('heading', { name: 'İlk adımlar' }).waitFor()
  await noFaults(page)
  const home = new URL(page.url()).pathname

  await page.goto(`${at}${home}/command-line`)
  await page.locator('main form button[type=submit]').first().click()
  const token = await page.locator('code', { hasText: /^arasta_pat_/ }).innerText()
  await noFaults(page)
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
      'Ceviz Atölyesi',
      '--support',
      'https://ceviz-atolyesi.example',
    ),
    said.join('\n'),
  ).toBe(0)
  expect(await arasta('publish', 'gift-note', '--wait', '--json'), said.join('\n')).toBe(0)
  const { submission } = JSON.parse(said.at(-1) ?? '{}') as {
    submission: { id: string; state: string }
  }
  expect(submission.state).toBe('waiting')
  await page.goto(`${at}${home}/command-line`)
  await page.getByText('arasta publish gift-note --wait').waitFor()

  await desk.goto(`${at}/operator/queue/${submission.id}`)
  await desk.getByRole('button', { name: /^Üstüne al/ }).click()
  await desk.locator('input[name=checked]').first().waitFor()
  for (const box of await desk.locator('input[name=checked], input[name=looked_at]').all())
    await box.check({ force: true })
  await desk.getByRole('button', { name: 'Onayla ve yayımla' }).click()
  await expect
    .poll(() => arasta('status', 'gift-note').then(() => said.at(-1)), { timeout: 20_000 })
    .toContain('gift-note  1.0.0  approved')
  expect((await page.goto(`${market.origins.app}/gift-note`))?.status()).toBe(200)
  await page
    .getByRole('heading', { name: /Gift Note/ })
    .first()
    .waitFor()
  expectNoConsoleMessages(operator)
  await applicant.close()
  await operator.close()
}, 180_000)
