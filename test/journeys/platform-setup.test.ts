import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, SignJWT } from 'jose'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFirstOperatorLink } from '#modules/identity/public.ts'
import { readConfig } from '#server/config.ts'
import { renewSites } from '#server/sites.ts'
import { faultsOf } from '#test/support/axe.ts'
import {
  expectNoConsoleMessages,
  newVisitor,
  openChromium,
  type Visitor,
} from '#test/support/browser.ts'
import { field, fill, region } from '#test/support/console-page.ts'
import { PASSWORD } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import type { PlainConfig } from '#tools/connector-kit/testing/plain-platform/platform.ts'
import { startPlainPlatform } from '#tools/connector-kit/testing/plain-platform/server.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'

/** D26: an operator adds a platform by screens alone, served by the kit's second implementation. */
let browser: Browser
let market: Marketplace
let operator: Visitor
let platform: Awaited<ReturnType<typeof startPlainPlatform>>
let jwks: Server
let time: NodeJS.Timeout
let folder: ReturnType<typeof temporaryFolder>

const HOST = 'marktgasse.localhost'
const storeOf = (name: string) => ({
  token: `token-of-${name}-0123456789`,
  keyId: `key-${name}`,
  secret: `secret of ${name}`,
})
const stores = { one: storeOf('one'), two: storeOf('two'), scratch: storeOf('scratch') }
const client = { id: '', secret: '' }
const config: PlainConfig = {
  folder: '',
  installer: '',
  client,
  stores,
  demonstration: 'one',
  scratch: 'scratch',
  now: () => Math.floor(market.clock.now().getTime() / 1000),
}
const pair = generateKeyPairSync('ed25519')
const key = { kid: '2026-11', ...pair.privateKey.export({ format: 'jwk' }) }

beforeAll(async () => {
  folder = temporaryFolder()
  config.folder = folder.path
  const published = { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: key.kid }] }
  jwks = createServer((_, response) => response.end(JSON.stringify(published)))
  await new Promise<void>((resolve) => jwks.listen(0, '127.0.0.1', resolve))
  platform = await startPlainPlatform(config)
  const connector = new URL(platform.connector).origin
  market = await startMarketplace({
    catalogue: false,
    buildFolder: 'build',
    settings: {
      CONNECTOR_ORIGINS: [
        connector,
        jwksAddress(),
        ...Object.keys(stores).map((name) => connector.replace('localhost', `${name}.localhost`)),
      ].join(),
    },
  })
  config.installer = market.origins.installer
  // The checks wait for a platform that asks for keys again after a while.
  time = setInterval(() => market.clock.moveSeconds(1), 1000)
  await market.startWorker()
  browser = await openChromium()
})
afterAll(async () => {
  clearInterval(time)
  await browser?.close()
  await market?.stop()
  await platform?.stop()
  jwks?.close()
  folder?.remove()
})

const jwksAddress = () => `http://keys.localhost:${(jwks.address() as AddressInfo).port}`
const path = (step = '') => `${market.origins.console}/operator/platforms${step}`
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click()
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 2, exact: true }).first().waitFor()

/** What the platform's panel would frame. */
async function launchLink(lives: number): Promise<string> {
  const now = Math.floor(market.clock.now().getTime() / 1000)
  const origin = `http://${HOST}:${new URL(market.origins.app).port}`
  const token = await new SignJWT({
    domain: 'one.marktgasse.example',
    account: { id: 'u-1', name: 'Lena Vogt', email: 'lena@marktgasse.example' },
    is_os2: false,
    hl: 'en',
    iss: '2',
    aud: origin,
    sub: 'one',
    iat: now,
    nbf: now,
    exp: now + lives,
    jti: randomBytes(12).toString('hex'),
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .sign(await importJWK(key as never, 'EdDSA'))
  return `${origin}/market?apps-token=${token}&store-token=${stores.one.token}&hl=EN`
}

test('D26 a platform is added by screens alone: a failing check keeps it closed, it is mended, the first handover arrives, and it opens', async () => {
  operator = await newVisitor(browser, { locale: 'en-GB' })
  const { page } = operator
  await page.goto(
    `${market.origins.console}/first/${await newFirstOperatorLink(market.services)}?hl=en`,
  )
  await fill(page, { name: 'Defne Aksoy', email: 'defne@example.com', password: PASSWORD })
  await press(page, 'Create the account and begin')
  await page.getByRole('heading', { name: 'Open your market' }).waitFor()

  await page.goto(path())
  await page.getByRole('link', { name: 'Add a platform' }).first().click()
  await heading(page, 'Name and look')
  await fill(page, { name: 'Marktgasse', letters: 'M' })
  await press(page, 'Add and go on')

  await heading(page, 'Addresses')
  const panel = 'https://panel.marktgasse.example'
  await fill(page, { app_host: 'console.localhost', connector: platform.connector, panels: panel })
  // The field is left: a mistake stands at it, before anything is sent by a button.
  await page.getByText('this one is taken').waitFor()
  await fill(page, { app_host: HOST, demonstration_store: 'one', scratch_store: 'scratch' })
  await field(page, 'scratch_store').blur()
  await page.getByText('Saved.', { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  // Somebody leaves and comes back: nothing is lost.
  await page.getByRole('link', { name: 'Leave' }).click()
  await page.getByRole('link', { name: 'Go on with the setup' }).click()
  await page.getByRole('link', { name: /^Addresses/ }).click()
  expect(await field(page, 'app_host').inputValue()).toBe(HOST)
  await press(page, 'Save and go on')
  await heading(page, 'Country and money')
  await fill(page, { home_country: 'DE' })
  await press(page, 'Save and go on')

  await heading(page, 'Keys')
  await fill(page, { url: `${jwksAddress()}/.well-known/jwks.json` })
  await press(page, 'Fetch the keys')
  await page.getByRole('cell', { name: key.kid }).waitFor()
  const credentials = region(page, 'Credentials')
  await credentials.getByRole('button', { name: 'Make credentials' }).click()
  await credentials.getByText('Copy the secret now').waitFor()
  const [id = '', secret = ''] = await credentials.locator('code').allInnerTexts()
  Object.assign(client, { id, secret })
  await page.reload()
  await credentials.getByText('sealed, not shown again').waitFor()
  expect(await page.content()).not.toContain(secret)

  await page.getByRole('link', { name: 'Next: Checks' }).click()
  await heading(page, 'Checks')
  await fill(page, {
    store_token: stores.one.token,
    other_store_token: stores.two.token,
    scopes: 'notes.read, notes.write',
    user_call: '/notes',
  })
  await press(page, 'Seal and save')
  await page.getByText('A store token is there, sealed.').waitFor()
  config.broken = 'nonce-replay'
  await press(page, 'Run the checks')
  await page.getByText('Under way; you may leave this page.').waitFor()
  await page.getByText('2 failed.').waitFor({ timeout: 120_000 })
  await page.getByText('2 failed checks keep the platform closed').waitFor()
  const failed = page.locator('#check-nonce-replay')
  expect(await failed.innerText()).toMatch(
    /a nonce seen in that window \(401\)[\s\S]*GET \/connector\/stores\/one[\s\S]*200[\s\S]*401 bad_signature/,
  )
  expect(await page.content()).not.toContain(stores.one.token)
  expect(await faultsOf(page)).toEqual([])
  await failed.getByRole('link', { name: 'Protocol, section 2' }).click()
  await page.locator('#s2-nonce-once').getByText('a nonce seen in that window').waitFor()
  await page.goBack()

  await page.getByRole('link', { name: 'Next: First handover' }).click()
  await page.goto(path('/2/setup?step=open'))
  await page.getByText('Checks that have all passed').waitFor()
  expect(await page.getByRole('button', { name: 'Open Marktgasse' }).count()).toBe(0)
  await page.goto(path('/2/setup?step=checks'))
  delete config.broken
  await press(page, 'Run the 2 that are left')
  await page.getByText('0 failed.').waitFor({ timeout: 60_000 })

  await page.getByRole('link', { name: 'Next: First handover' }).click()
  await heading(page, 'First handover')
  // What main.ts does when a platform's hosts change.
  await renewSites(market.services, readConfig(market.env))
  const panelPage = await operator.context.newPage()
  await panelPage.goto(await launchLink(600))
  await page.getByText('Too old, too early or good for too long').waitFor()
  await page.getByText('exp − iat = 600 s').waitFor()
  await panelPage.goto(await launchLink(100))
  await panelPage.close()
  await page.getByText('Somebody came in').waitFor()
  await region(page, 'First handover').locator('li', { hasText: 'passed' }).nth(6).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Next: Open' }).click()
  await press(page, 'Open Marktgasse')
  await page.waitForURL(/\/platforms\/2$/)
  await page.goto(path())
  const row = page.getByRole('row').filter({ hasText: 'Marktgasse' })
  await row.getByText('open', { exact: true }).waitFor()
  await row.getByText(HOST).waitFor()

  // Pausing says what it means, before it is done.
  await page.goto(path('/2'))
  const state = region(page, 'State')
  await state.getByText('Pause…').click()
  await state.getByText('No new stores, orders and installs.').waitFor()
  await state.getByRole('button', { name: 'Pause: Marktgasse' }).click()
  await state.getByRole('button', { name: 'Open again: Marktgasse' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expectNoConsoleMessages(operator)
}, 300_000)

test('D26 the setup works without a script, in Arabic, on a phone', async () => {
  const storageState = await operator.context.storageState()
  const context = await browser.newContext({
    storageState,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: 'ar',
    colorScheme: 'dark',
  })
  const page = await context.newPage()
  await page.goto(`${path('/new')}?hl=ar`)
  await fill(page, { name: 'سوق الحي', letters: 'س' })
  await press(page, 'أضف وتابع')
  await fill(page, { app_host: 'اسم' })
  await press(page, 'احفظ وتابع')
  expect(await field(page, 'app_host').getAttribute('aria-invalid')).toBe('true')
  await fill(page, { app_host: 'hay.localhost', connector: platform.connector })
  await press(page, 'احفظ وتابع')
  await heading(page, 'البلد والمال')
  for (const step of ['keys', 'checks', 'handover', 'open']) {
    await page.goto(path(`/3/setup?step=${step}`))
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), step).toBe(
      true,
    )
  }
  await context.close()
})
