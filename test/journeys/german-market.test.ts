import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { importJWK, SignJWT } from 'jose'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTranslate } from '#lib/locale.ts'
import { readAllMessages } from '#locales/read.ts'
import {
  expectNoConsoleMessages,
  newVisitor,
  openChromium,
  tickBoxes,
  type Visitor,
} from '#test/support/browser.ts'
import { field, fill, linkInMail, region } from '#test/support/console-page.ts'
import { PASSWORD } from '#test/support/console.ts'
import { create } from '#tools/arasta/create.ts'
import { openProject } from '#tools/arasta/project.ts'
import type { PlainConfig } from '#tools/connector-kit/testing/plain-platform/platform.ts'
import { startPlainPlatform } from '#tools/connector-kit/testing/plain-platform/server.ts'
import { productParts, type Surroundings } from '#tools/launch/parts.ts'
import { startProduct, type Product } from '#tools/launch/product.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'

/**
 * A market in Germany, opened by screens alone: German and English, euros and francs, Berlin, and
 * a platform of its own, served by the second implementation of the protocol.
 */

const t = makeTranslate(readAllMessages('en'), 'en')
const de = makeTranslate(readAllMessages('de'), 'de')

let folder: ReturnType<typeof temporaryFolder>
let browser: Browser
let platform: Awaited<ReturnType<typeof startPlainPlatform>>
let keySet: Server
let market: Product
let operator: Visitor
let partner: Visitor

const storeOf = (name: string) => ({
  token: `token-of-${name}-0123456789`,
  keyId: `key-${name}`,
  secret: `secret of ${name}`,
})
const stores = { berlin: storeOf('berlin'), wien: storeOf('wien'), scratch: storeOf('scratch') }
const client = { id: '', secret: '' }
const config: PlainConfig = {
  folder: '',
  installer: '',
  client,
  stores,
  demonstration: 'berlin',
  scratch: 'scratch',
  now: () => Math.floor(Date.now() / 1000),
}
const pair = generateKeyPairSync('ed25519')
const key = { kid: '2026-11', ...pair.privateKey.export({ format: 'jwk' }) }
const keysUrl = () => `http://keys.localhost:${(keySet.address() as AddressInfo).port}`

/** The operator names hosts on this machine, which only its owner can allow. */
function partsWithPlatform(surroundings: Surroundings) {
  const parts = productParts(surroundings)
  const connector = new URL(platform.connector).origin
  for (const { env } of [parts.prepare, ...parts.after])
    env.CONNECTOR_ORIGINS = [
      connector,
      keysUrl(),
      ...Object.keys(stores).map((name) => connector.replace('localhost', `${name}.localhost`)),
    ].join()
  return parts
}

beforeAll(async () => {
  folder = temporaryFolder()
  config.folder = join(folder.path, 'platform')
  await mkdir(config.folder)
  const published = { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: key.kid }] }
  keySet = createServer((_, response) => response.end(JSON.stringify(published)))
  await new Promise<void>((resolve) => keySet.listen(0, '127.0.0.1', resolve))
  platform = await startPlainPlatform(config)
  ;[browser, market] = await Promise.all([
    openChromium(),
    startProduct({
      dataFolder: join(folder.path, 'data'),
      ports: 'free',
      empty: true,
      durable: false,
      parts: partsWithPlatform,
    }),
  ])
  config.installer = market.addresses.installer
})
afterAll(async () => {
  await browser?.close()
  await market?.stop()
  await platform?.stop()
  keySet?.close()
  folder?.remove()
})

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click()
const saved = (page: Page, section: string) =>
  region(page, section).getByText(t('console.settings.saved')).waitFor()
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 2, exact: true }).first().waitFor()

/** What the platform's panel would frame, for a store of it. */
async function launchLink(store: keyof typeof stores, hl: string): Promise<string> {
  const now = config.now()
  const { apps } = market.addresses
  const token = await new SignJWT({
    domain: `${store}.marktgasse.example`,
    account: { id: 'u-1', name: 'Lena Vogt', email: `lena@${store}.example` },
    is_os2: false,
    hl,
    iss: '1',
    aud: apps,
    sub: store,
    iat: now,
    nbf: now,
    exp: now + 100,
    jti: randomBytes(12).toString('hex'),
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .sign(await importJWK(key as never, 'EdDSA'))
  return `${apps}/market?apps-token=${token}&store-token=${stores[store].token}&hl=${hl}`
}

const LISTING = {
  de: {
    name: 'Grußkarte',
    tagline: 'Eine Karte zu jedem Paket',
    description:
      'Kundinnen und Kunden schreiben beim Kauf einen Gruß, der auf der Produktseite angekündigt wird.',
    features: 'Ein Feld im Shop\nKein Konto nötig\nOhne Spuren entfernbar',
  },
  en: {
    name: 'Gift Note',
    tagline: 'A note with every parcel',
    description: 'Customers add a note to a parcel, and the product page says so beforehand.',
    features: 'One field on the shop\nNo account needed\nLeaves no trace',
  },
}

describe('a market in Germany (D26, D27, D29)', () => {
  test('is set up by its first operator: languages, place, company, currencies, tax, categories, and a partner', async () => {
    const at = market.addresses
    operator = await newVisitor(browser, { locale: 'en-GB' })
    const { page } = operator
    await page.goto(String(market.firstOperator))
    await fill(page, { name: 'Jana Kühn', email: 'jana@example.com', password: PASSWORD })
    await page.getByRole('button', { name: 'Create the account and begin' }).click()
    await page.getByRole('heading', { name: 'Open your market' }).waitFor()

    const settings = `${at.console}/operator/settings`
    await page.goto(settings)
    const languages = region(page, t('console.settings.languages'))
    for (const name of ['Türkçe', 'العربية', 'Español'])
      await languages.getByRole('checkbox', { name: `Offered: ${name}` }).uncheck()
    await languages.getByRole('radio', { name: 'Default language: Deutsch' }).check()
    await languages.getByRole('button', { name: 'Save' }).click()
    await saved(page, t('console.settings.languages'))

    const place = region(page, t('console.settings.place'))
    await place.getByLabel(t('console.settings.country')).selectOption('DE')
    await place.getByLabel(t('console.settings.time_zone')).selectOption('Europe/Berlin')
    await place.getByRole('button', { name: 'Save' }).click()
    await saved(page, t('console.settings.place'))

    const name = region(page, t('console.settings.face'))
    await name.getByLabel('Name of the market').first().fill('Marktgasse')
    await name.getByLabel('Contact address').first().fill('hallo@marktgasse.example')
    await name.getByRole('button', { name: 'Save' }).first().click()
    await saved(page, t('console.settings.face'))

    await page.goto(settings)
    const company = region(page, t('console.settings.company'))
    for (const [fact, value] of Object.entries({
      name: 'Marktgasse GmbH',
      address: 'Torstraße 1, 10119 Berlin',
      mail: 'hallo@marktgasse.example',
      register: 'Amtsgericht Charlottenburg, HRB 123456',
      directors: 'Jana Kühn',
      vatId: 'DE136695976',
    }))
      await company.locator(`[name=${fact}]`).fill(value)
    expect(await company.locator('[name=mersis], [name=taxOffice]').count()).toBe(0)
    await company.getByRole('button', { name: 'Save' }).click()
    await saved(page, t('console.settings.company'))

    await page.goto(`${at.console}/operator/tax`)
    await fill(page, { country: 'DE', rate: '19' })
    await press(page, t('console.tax.set'))
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: 'DE', exact: true }) })
      .getByText(t('console.tax.in_force'))
      .waitFor()

    await page.goto(`${at.console}/operator/shelves/categories/new`)
    await fill(page, { slug: 'notices', name_de: 'Hinweise', name_en: 'Notices' })
    expect(await field(page, 'name_tr').count()).toBe(0)
    await press(page, 'Save')
    await page.getByRole('link', { name: 'Notices' }).waitFor()

    await page.goto(`${at.console}/operator/partners`)
    const form = region(page, 'New partner')
    await form.getByLabel('Partner’s name').fill('Werkstatt Eins')
    await form.getByLabel('Owner’s e-mail').fill('owner@example.com')
    await form.getByRole('button', { name: 'Add and invite' }).click()
    await page.getByRole('cell', { name: /Werkstatt Eins/ }).waitFor()
    expectNoConsoleMessages(operator)
  })

  test('opens its own platform, whose stores pay in euros; a currency without a rate is refused, francs get one, others are given up', async () => {
    const { page } = operator
    const setup = `${market.addresses.console}/operator/platforms/1/setup`
    await page.goto(`${setup}?step=look`)
    await heading(page, 'Name and look')
    await fill(page, { name: 'Marktgasse Shops', letters: 'M' })
    await press(page, 'Save and go on')
    await heading(page, 'Addresses')
    await fill(page, {
      connector: platform.connector,
      panels: 'https://panel.marktgasse.example',
      demonstration_store: 'berlin',
      scratch_store: 'scratch',
    })
    await press(page, 'Save and go on')
    await heading(page, 'Country and money')
    await fill(page, { home_country: 'DE', currency: 'EUR' })
    await press(page, 'Save and go on')
    await heading(page, 'Keys')
    await fill(page, { url: `${keysUrl()}/.well-known/jwks.json` })
    await press(page, 'Fetch the keys')
    await page.getByRole('cell', { name: key.kid }).waitFor()
    const credentials = region(page, 'Credentials')
    await credentials.getByRole('button', { name: 'Make credentials' }).click()
    await credentials.getByText('Copy the secret now').waitFor()
    const [id = '', secret = ''] = await credentials.locator('code').allInnerTexts()
    Object.assign(client, { id, secret })

    const currencies = `${market.addresses.console}/operator/currencies`
    await page.goto(`${currencies}?currency=CHF`)
    await press(page, t('console.currencies.save'))
    await page.getByText(/CHF/).first().waitFor()
    await page.goto(`${currencies}?currency=CHF`)
    const today = new Date().toISOString().slice(0, 10)
    await fill(page, { per_euro: '0.93', day: today })
    await press(page, t('console.currencies.set_rate'))
    await page.getByRole('cell', { name: '0.93' }).first().waitFor()
    await press(page, t('console.currencies.save'))
    await page
      .getByRole('row')
      .filter({ hasText: 'CHF' })
      .getByText(t('console.currencies.used'))
      .waitFor()
    for (const code of ['TRY', 'USD', 'SAR']) {
      await page.goto(`${currencies}?currency=${code}`)
      await page.getByRole('checkbox', { name: t('console.currencies.use') }).uncheck()
      await press(page, t('console.currencies.save'))
      await page
        .getByRole('row')
        .filter({ hasText: code })
        .getByText(t('console.currencies.unused'))
        .waitFor()
    }

    await page.goto(`${setup}?step=checks`)
    await heading(page, 'Checks')
    await fill(page, {
      store_token: stores.berlin.token,
      other_store_token: stores.wien.token,
      scopes: 'notes.read, notes.write',
      user_call: '/notes',
    })
    await press(page, 'Seal and save')
    await page.getByText('A store token is there, sealed.').waitFor()
    await press(page, 'Run the checks')
    await page.getByText('0 failed.').waitFor({ timeout: 180_000 })
    await page.getByRole('link', { name: 'Next: First handover' }).click()
    await heading(page, 'First handover')
    const panel = await operator.context.newPage()
    await panel.goto(await launchLink('berlin', 'en'))
    await panel.close()
    await page.getByText('Somebody came in').waitFor()
    await page.getByRole('link', { name: 'Next: Open' }).click()
    await press(page, 'Open Marktgasse Shops')
    await page.waitForURL(/\/platforms\/1$/)
    expectNoConsoleMessages(operator)
  }, 300_000)

  test('publishes an item of a partner, written in German and English and priced in euros and francs', async () => {
    const at = market.addresses
    const project = join(folder.path, 'gift-note')
    await create({
      kind: 'app',
      name: 'gift-note',
      author: 'Werkstatt Eins',
      support: 'https://werkstatt.example/help',
      folder: project,
      year: 2026,
    })
    partner = await newVisitor(browser, { locale: 'en-GB' })
    const { page } = partner
    await page.goto(await linkInMail(browser, at.panel, 'Werkstatt Eins invites you to Marktgasse'))
    await fill(page, { name: 'Ada', password: PASSWORD })
    await press(page, 'Accept the invitation')
    await page.waitForURL(/\/partner\/par_/)
    await page.goto(`${page.url()}/items/new`)
    await fill(page, { name: 'Grußkarte', slug: 'gift-note', prefix: 'gift-note' })
    await press(page, /Check the address|Create the draft/)
    await page.waitForURL(/\/items\/itm_/)
    const item = page.url().replace(/[?#].*$/, '')
    const drafted = () => page.getByText('The draft is saved.').first().waitFor()
    for (const [language, said] of Object.entries(LISTING)) {
      await page.goto(`${item}?part=${language}`)
      await fill(page, said)
      await press(page, 'Save draft')
      await drafted()
    }
    await page.goto(`${item}?part=about`)
    await page.getByRole('checkbox', { name: 'Notices' }).check()
    await fill(page, {
      'link-support': 'https://werkstatt.example/help',
      'credits.0.package': 'gift-note',
      'credits.0.author': 'Werkstatt Eins',
      'credits.0.licence': 'MIT',
    })
    await press(page, 'Save draft')
    await drafted()

    await page.goto(`${item}/plans`)
    await field(page, 'currency').selectOption('EUR')
    await field(page, 'plans.0.kind').selectOption('one_time')
    await fill(page, { 'plans.0.amount_minor': '23,80', 'plans.0.prices.CHF': '22' })
    await press(page, 'Save draft')
    await drafted()

    await page.goto(`${item}/pictures`)
    const { pictures } = JSON.parse(
      await readFile(join(project, 'arasta.listing.json'), 'utf8'),
    ) as { pictures: { role: string; device: string; file: string }[] }
    const places: Record<string, string> = {
      'cover desktop': 'Cover, desktop',
      'cover phone': 'Cover, phone',
      'screenshot desktop': 'Screenshots, desktop',
    }
    const put = async (part: string, file: string) => {
      const here = region(page, part)
      if (!(await here.getByLabel('Picture file').isVisible()))
        await here.locator('summary').click()
      await here.getByLabel('Picture file').setInputFiles(join(project, file))
      await here.getByRole('button', { name: 'Upload' }).click()
      await here.locator('img[src^="/pictures/"]').first().waitFor()
      return here
    }
    await put('Icon', 'listing/icon.png')
    for (const { role, device, file } of pictures) {
      const here = await put(places[`${role} ${device}`] ?? '', file)
      await here.locator('[name="de"]').fill('Die Produktseite mit einem Gruß über dem Preis')
      await here.locator('[name="en"]').fill('The product page with a note above the price')
      await here.getByRole('button', { name: 'Save descriptions' }).click()
      await here.getByText('The draft is saved.').waitFor()
    }

    const zip = join(folder.path, 'gift-note.zip')
    await writeFile(zip, await (await openProject(project)).packed())
    await page.goto(`${item}/releases`)
    const release = region(page, 'Hand in a release')
    await release.getByLabel('Package (zip)').setInputFiles(zip)
    await fill(page, { notes_de: 'Die erste Version.', notes_en: 'The first release.' })
    await release.getByRole('button', { name: 'Send for review' }).click()
    await page.waitForURL(/\/submissions\/sub_/)
    const submission = /sub_\w+/.exec(page.url())?.[0] ?? ''

    const review = operator.page
    const take = review.getByRole('button', { name: /^Take it/ })
    await expect
      .poll(
        async () => {
          await review.goto(`${at.console}/operator/queue/${submission}`)
          return take.isVisible()
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    await take.click()
    await review.locator('input[name=checked]').first().waitFor()
    for (const box of await review.locator('input[name=checked], input[name=looked_at]').all())
      await box.check({ force: true })
    await review.getByRole('button', { name: 'Approve and publish' }).click()
    await review.waitForURL(/\/operator\/queue\?show=decided$/)
    expectNoConsoleMessages(partner)
    expectNoConsoleMessages(operator)
  })

  /** Buys the item with the invoice address of a company; ends at "paid". */
  async function buy(
    store: keyof typeof stores,
    address: { country: string; company: string; vatId: string; city: string; zip: string },
    { tax, total }: { tax: RegExp; total: string },
  ): Promise<Visitor> {
    const buyer = await newVisitor(browser, { locale: 'de-DE' })
    const { page } = buyer
    await page.goto(await launchLink(store, 'de'))
    // A link that anyone could have sent asks before it signs in.
    await page.getByRole('button', { name: new RegExp(`${store}\\.marktgasse`) }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/enter'))
    await page.goto(`${market.addresses.apps}/gift-note`)
    await page.getByRole('heading', { name: 'Grußkarte', level: 1 }).waitFor()
    await page.getByText('23,80 €').first().waitFor()
    await page
      .getByRole('link', { name: /kaufen/i })
      .first()
      .click()
    await page.getByRole('checkbox').first().waitFor()
    await page.getByRole('link', { name: de('checkout.buy_only') }).click()
    await page.getByRole('radio', { name: de('checkout.invoice_type.institutional') }).check()
    const input = (name: string) => page.locator(`[name="address.${name}"]:visible`)
    await input('country').selectOption(address.country)
    await input('company').fill(address.company)
    await input('tax_number').fill(address.vatId)
    await input('email').fill(`rechnung@${store}.example`)
    await input('phone').fill('+49 30 1234567')
    await input('city').fill(address.city)
    await input('zip_code').fill(address.zip)
    await input('address').fill('Hauptstraße 5')
    await page.locator('[name="card.number"]').fill('5528790000000008')
    await page.locator('[name="card.name"]').fill('LENA VOGT')
    await page.locator('[name="card.expiry"]').fill('12 / 30')
    await page.locator('[name="card.cvc"]').fill('123')
    const pay = page.locator('button[type=submit]', { hasText: 'bezahlen' })
    await tickBoxes(page)
    // The address decides on the tax: a price that it changes is agreed to before it is charged.
    if (!(await pay.first().innerText()).includes(total)) {
      await pay.first().click()
      await pay.filter({ hasText: total }).first().waitFor()
      await page.locator('[name="card.number"]').fill('5528790000000008')
      await page.locator('[name="card.cvc"]').fill('123')
      await tickBoxes(page)
    }
    expect(await page.getByRole('main').innerText()).toMatch(tax)
    await pay.filter({ hasText: total }).first().click()
    await page.waitForURL(new RegExp(market.addresses.bank.replaceAll('.', '\\.')))
    await page
      .locator('input[name=code], input[type=text]')
      .first()
      .fill(await page.locator('strong').first().innerText())
    await page.locator('button').first().click()
    await page.getByRole('heading', { name: de('checkout.result.paid') }).waitFor()
    return buyer
  }

  test('sells with 19 % tax in Germany, and to a company in Austria with reverse charge', async () => {
    const german = await buy(
      'berlin',
      {
        country: 'DE',
        company: 'Blumen Weiß GmbH',
        vatId: 'DE129273398',
        city: 'Berlin',
        zip: '10117',
      },
      { tax: /19\s?%[\s\S]*3,80 €/, total: '23,80 €' },
    )
    const austrian = await buy(
      'wien',
      {
        country: 'AT',
        company: 'Wiener Papier GmbH',
        vatId: 'ATU13585627',
        city: 'Wien',
        zip: '1010',
      },
      { tax: /Reverse|Steuerschuldnerschaft/i, total: '20,00 €' },
    )

    // A store reads the same market in English.
    await austrian.page.goto(`${market.addresses.apps}/gift-note?hl=en`)
    await austrian.page.getByRole('heading', { name: 'Gift Note', level: 1 }).waitFor()
    for (const visitor of [german, austrian]) expectNoConsoleMessages(visitor)
    await crawl(german.page, ['/', '/account', '/account/orders', '/account/addresses', '/market'])
    await german.close()
    await austrian.close()
  })

  /** Follows every link of the market from these paths on; nothing of another market is anywhere. */
  async function crawl(page: Page, paths: string[]): Promise<void> {
    const { apps } = market.addresses
    const queue = [...paths]
    for (const path of queue) {
      const response = await page.goto(new URL(path, apps).href)
      if (!response?.headers()['content-type']?.includes('html')) continue
      // What is seen: a form has the provinces of Türkiye for whoever chooses that country.
      const text = `${await page.title()}\n${await page.locator('body').innerText()}`
      const found =
        /.{0,40}(?:Demo Commerce|Arasta Demo|₺|TRY|[ğışİĞŞ]|[\u0600-\u06FF]).{0,40}/.exec(text)
      expect(found?.[0], path).toBeUndefined()
      const links = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
      for (const link of links) {
        const url = new URL(link)
        const next = url.pathname + url.search
        if (
          url.origin === apps &&
          !queue.includes(next) &&
          queue.length < 150 &&
          !/sign-out|\/api\//.test(next)
        )
          queue.push(next)
      }
    }
    expect(queue.length).toBeGreaterThan(20)
  }
})
