import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '#lib/locale.ts'
import {
  confirmShop,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
  type Visitor,
} from '#test/support/browser.ts'
import { field, fill, linkInMail, region, writeOnWhileSaving } from '#test/support/console-page.ts'
import { codeOfApp, PASSWORD } from '#test/support/console.ts'
import { openDb } from '#db/client.ts'
import { sealClientSecret, updatePlatform } from '#modules/stores/platforms/public.ts'
import { create } from '#tools/arasta/create.ts'
import { openProject } from '#tools/arasta/project.ts'
import { addressesOf } from '#tools/launch/addresses.ts'
import { productParts, type Surroundings } from '#tools/launch/parts.ts'
import { startProduct, type Product } from '#tools/launch/product.ts'
import { publicKey, type Secrets } from '#tools/launch/secrets.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'

/**
 * What the program of `tools/arasta` writes beside a package, to be typed into the screens here.
 */
interface Written {
  texts: Record<
    string,
    { name: string; tagline: string; description: string[]; features: string[] }
  >
  links: { support: string }
  pictures: { role: string; device: string; file: string; alt: Record<string, string> }[]
}

let folder: ReturnType<typeof temporaryFolder>
let browser: Browser
let market: Product
let operator: Visitor
let partner: Visitor
let secrets: Secrets

/** The connector that the operator will name is on this machine. */
function partsWithConnector(surroundings: Surroundings) {
  secrets = surroundings.secrets
  const parts = productParts(surroundings)
  for (const { env } of [parts.prepare, ...parts.after])
    env.CONNECTOR_ORIGINS = addressesOf(surroundings.ports).panel
  return parts
}

beforeAll(async () => {
  folder = temporaryFolder()
  ;[browser, market] = await Promise.all([
    openChromium(),
    startProduct({
      dataFolder: join(folder.path, 'data'),
      ports: 'free',
      empty: true,
      durable: false,
      parts: partsWithConnector,
    }),
  ])
})
afterAll(async () => {
  await browser?.close()
  await market?.stop()
  folder.remove()
})

/**
 * What an operator and a platform do before it opens (platform-setup.test.ts walks through it),
 * here for the panel on this machine.
 */
async function openPlatform(): Promise<void> {
  const db = openDb({ url: market.databaseUrl, poolSize: 1 })
  const { kid, kty, crv, x } = publicKey(secrets.demoPlatformKey)
  const sealing = {
    current: secrets.dataKeyId,
    keys: { [secrets.dataKeyId]: Buffer.from(secrets.dataKey, 'base64') },
  }
  try {
    await db
      .insertInto('platform_keys')
      .values({ platform_id: 1, kid, public_jwk: JSON.stringify({ kid, kty, crv, x }) })
      .execute()
    await updatePlatform(db, 1, {
      state: 'open',
      connector_url: `${market.addresses.panel}/connector/v1`,
      connector_key_id: secrets.connector.clientId,
      connector_secret_sealed: sealClientSecret(sealing, secrets.connector.clientSecret),
      scratch_store: 'scratch',
      panel_origins: [market.addresses.panel],
    })
  } finally {
    await db.destroy()
  }
}

const CHOSEN_LANGUAGES: readonly Locale[] = ['tr', 'en', 'ar']

/** What the operator's first page says is still to be done. */
const openSteps = async (page: Page) => {
  await page.goto(`${market.addresses.console}/operator`)
  return region(page, 'Open your market')
    .getByRole('listitem')
    .filter({ hasText: 'To do' })
    .getByRole('link')
    .allInnerTexts()
}
describe('an initially empty market (npm start -- --empty)', () => {
  test('has a storefront that says so, and guides its first operator through the setup: name, logo, category, banner, text, the first partner', async () => {
    const at = market.addresses
    operator = await newVisitor(browser, { locale: 'en-GB' })
    const { page } = operator
    for (const [home, words] of [
      [at.apps, 'No apps yet'],
      [at.themes, 'No themes yet'],
    ] as const) {
      await page.goto(`${home}/?hl=en`)
      await page.getByRole('heading', { name: words }).waitFor()
      expect(await page.getByRole('contentinfo').innerText()).not.toContain('demo')
      await page.goto(`${home}/list?hl=en`)
      await page.getByRole('main').waitFor()
    }

    await page.goto(String(market.firstOperator))
    await fill(page, { name: 'Deniz Er', email: 'deniz@example.com', password: PASSWORD })
    await page.getByRole('button', { name: 'Create the account and begin' }).click()
    await page.getByRole('heading', { name: 'Open your market' }).waitFor()
    const steps = await openSteps(page)
    expect(steps).toEqual(
      expect.arrayContaining([
        'Add a second proof to your account',
        'Choose the languages',
        'Set the market’s name and logo',
        'Set up your platform and open it',
        'Set up the categories',
        'Invite the first partner',
        'Review and publish the first item',
      ]),
    )
    await page.getByRole('link', { name: 'Set up your platform and open it' }).click()
    await page.getByRole('heading', { name: 'Set up My platform', level: 1 }).waitFor()
    expect(await page.content()).not.toContain('panel.localhost')
    await page.goto(`${at.console}/operator`)

    await page.getByRole('link', { name: 'Choose the languages' }).click()
    const languages = region(page, 'Languages')
    for (const name of ['Deutsch', 'Español'])
      await languages.getByRole('checkbox', { name: `Offered: ${name}` }).uncheck()
    await languages.getByRole('button', { name: 'Save' }).click()
    await languages.getByText('Saved.').waitFor()
    expect(await openSteps(page)).not.toContain('Choose the languages')

    await page.getByRole('link', { name: 'Add a second proof to your account' }).click()
    const proof = region(page, 'Authenticator app')
    await proof.getByLabel('Password').fill(PASSWORD)
    await proof.getByRole('button').first().click()
    const secret = (await proof.locator('code').first().innerText()).trim()
    await proof.locator('input[name=code]').fill(codeOfApp(`otpauth://totp/x?secret=${secret}`))
    await proof.getByRole('button', { name: /code/i }).first().click()
    await proof.locator('input[name=code]').waitFor({ state: 'detached' })

    const project = join(folder.path, 'gift-note')
    await create({
      kind: 'app',
      name: 'gift-note',
      author: 'Atölye Bir',
      support: 'https://atolye.example/help',
      folder: project,
      year: 2026,
    })
    await page.goto(`${at.console}/operator/settings`)
    const name = region(page, 'Name and logo')
    await name.getByLabel('Name of the market').first().fill('Komşu')
    await name.getByLabel('Contact address').first().fill('merhaba@komsu.example')
    await name.getByRole('button', { name: 'Save' }).first().click()
    await name.getByText('Saved.').waitFor()
    await name.getByLabel('Picture file').first().setInputFiles(join(project, 'listing/icon.png'))
    await name.getByRole('button', { name: 'Upload the logo' }).first().click()
    await name.getByRole('img', { name: 'The logo now' }).waitFor()
    await expect
      .poll(async () => {
        await page.goto(`${at.apps}/?hl=en`)
        return page.title()
      })
      .toContain('Komşu')
    expect(
      await page
        .getByRole('banner')
        .getByRole('link', { name: 'Komşu' })
        .locator('img')
        .getAttribute('src'),
    ).toMatch(/^\/pictures\//)
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^\/pictures\//)
    expect(await page.content()).not.toContain('Arasta')

    // Nobody's company stands in its contracts until the operator has written who sells.
    await page.goto(`${at.apps}/legal/terms?hl=en`)
    await page.getByText('Who runs this market has not been written down yet').waitFor()
    expect(await page.getByRole('main').innerText()).toContain(
      'run by [the company’s name, not written yet]',
    )
    await page.goto(`${at.console}/operator/settings`)
    const company = region(page, 'The company')
    await company.getByText('Nobody is named yet, so nothing can be sold.').waitFor()
    for (const [fact, value] of [
      ['name', 'Komşu Ticaret A.Ş.'],
      ['address', 'Bursa'],
      ['mail', 'merhaba@komsu.example'],
    ] as const)
      await company.locator(`[name=${fact}]`).fill(value)
    await company.getByRole('button', { name: 'Save' }).click()
    await company.getByText('Saved.').waitFor()
    await expect
      .poll(async () => {
        await page.goto(`${at.apps}/legal/terms?hl=en`)
        return page.getByRole('main').innerText()
      })
      .toContain('run by Komşu Ticaret A.Ş. (Bursa)')

    await page.goto(`${at.console}/operator`)
    await page.getByRole('link', { name: 'Set up the categories' }).click()
    await fill(page, { slug: 'notices', name_tr: 'Duyuru', name_en: 'Notices', name_ar: 'إشعارات' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Notices' }).waitFor()

    await page.goto(`${at.console}/operator/shelves/banners/new`)
    await fill(page, {
      title: 'Opening week',
      text: 'The first stalls are being set up.',
      action: 'Who may sell here',
      target: '/partners',
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Opening week' }).first().click()
    const picture = region(page, 'Picture')
    await picture.getByLabel('Picture file').setInputFiles(join(project, 'listing/desktop.png'))
    await picture.getByRole('button', { name: 'Upload the picture' }).click()
    await picture.getByText('Saved.').waitFor()
    await fill(page, { alt_tr: 'Boş bir tezgâh', alt_en: 'An empty stall', alt_ar: 'كشك فارغ' })
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      picture.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    await expect
      .poll(async () => {
        await page.goto(`${at.apps}/?hl=en`)
        return page.getByRole('img', { name: 'An empty stall' }).isVisible()
      })
      .toBe(true)

    await page.goto(`${at.console}/operator/texts/legal.terms`)
    for (const language of CHOSEN_LANGUAGES) {
      await page.goto(`${at.console}/operator/texts/legal.terms?lang=${language}`)
      await page.getByRole('button', { name: 'Save the draft' }).waitFor()
    }
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('The draft is saved').or(page.getByText('Draft saved')).first().waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published.').waitFor()

    await page.goto(`${at.console}/operator/partners`)
    const form = region(page, 'New partner')
    await form.getByLabel('Partner’s name').fill('Atölye Bir')
    await form.getByLabel('Owner’s e-mail').fill('owner@example.com')
    await form.getByRole('button', { name: 'Add and invite' }).click()
    await page.getByRole('cell', { name: /Atölye Bir/ }).waitFor()
    const left = await openSteps(page)
    expect(steps.filter((step) => !left.includes(step))).toEqual([
      'Add a second proof to your account',
      'Choose the languages',
      'Set the market’s name and logo',
      'Choose country and time zone, write the company’s facts',
      'Read the legal texts, publish your own',
      'Set up the categories',
    ])
    expectNoConsoleMessages(operator)
  })

  test('the platform is no longer to be done once it is open', async () => {
    const { page } = operator
    expect(await openSteps(page)).toContain('Set up your platform and open it')
    await openPlatform()
    expect(await openSteps(page)).not.toContain('Set up your platform and open it')
  })

  test('an invited partner creates an item on the screens and submits a release; the operator approves it, and an owner finds and installs it (D11, D15)', async () => {
    const at = market.addresses
    partner = await newVisitor(browser, { locale: 'en-GB' })
    const { page } = partner
    await page.goto(
      await linkInMail(browser, market.addresses.panel, 'Atölye Bir invites you to Komşu'),
    )
    await fill(page, { name: 'Ada', password: PASSWORD })
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.waitForURL(/\/partner\/par_/)
    const home = page.url()

    // What is typed into one form of a page stays while another one is saved, and is saved after
    // it.
    await page.goto(`${home}/profile`)
    await fill(page, { legal_name: 'Atölye Bir Yazılım A.Ş.', about_en: 'A small workshop.' })
    await region(page, 'What stores read').getByRole('button', { name: 'Save and publish' }).click()
    await region(page, 'What stores read')
      .getByText('Saved; your developer page shows it.')
      .waitFor()
    expect(await field(page, 'legal_name').inputValue()).toBe('Atölye Bir Yazılım A.Ş.')
    await fill(page, { about_tr: 'Küçük bir atölye.' })
    for (const part of ['Who sells', 'What stores read']) {
      await region(page, part).getByRole('button', { name: 'Save and publish' }).click()
      await region(page, part).getByText('Saved; your developer page shows it.').waitFor()
      expect(await field(page, 'about_tr').inputValue()).toBe('Küçük bir atölye.')
    }
    await page.reload()
    expect(
      await Promise.all(
        ['legal_name', 'about_en', 'about_tr'].map((name) => field(page, name).inputValue()),
      ),
    ).toEqual(['Atölye Bir Yazılım A.Ş.', 'A small workshop.', 'Küçük bir atölye.'])

    await page.goto(`${home}/items/new`)
    await fill(page, { name: 'Gift Note', slug: 'gift-note', prefix: 'gift-note' })
    await page.getByRole('button', { name: /Check the address|Create the draft/ }).click()
    await page.waitForURL(/\/items\/itm_/)
    const item = page.url().replace(/[?#].*$/, '')
    const project = join(folder.path, 'gift-note')
    const { texts, links, pictures } = JSON.parse(
      await readFile(join(project, 'arasta.listing.json'), 'utf8'),
    ) as Written
    const saved = () => page.getByText('The draft is saved.').first().waitFor()
    for (const language of CHOSEN_LANGUAGES) {
      await page.goto(`${item}?part=${language}`)
      const said = texts[language]
      await fill(page, {
        name: said?.name ?? '',
        tagline: said?.tagline ?? '',
        description: said?.description.join('\n\n') ?? '',
        features: said?.features.join('\n') ?? '',
      })
      await page.getByRole('button', { name: 'Save draft' }).click()
      await saved()
    }
    await writeOnWhileSaving(page, item)
    await page.goto(`${item}?part=about`)
    await page.getByRole('checkbox', { name: 'Notices' }).check()
    await fill(page, {
      'link-support': links.support,
      'credits.0.package': 'gift-note',
      'credits.0.author': 'Atölye Bir',
      'credits.0.licence': 'MIT',
    })
    await page.getByRole('button', { name: 'Save draft' }).click()
    await saved()

    await page.goto(`${item}/pictures`)
    const put = async (place: string, file: string) => {
      const here = region(page, place)
      if (!(await here.getByLabel('Picture file').isVisible()))
        await here.locator('summary').click()
      await here.getByLabel('Picture file').setInputFiles(join(project, file))
      await here.getByRole('button', { name: 'Upload' }).click()
      // Encoding takes its time on a busy machine.
      await here.locator('img[src^="/pictures/"]').first().waitFor({ timeout: 60_000 })
    }
    await put('Icon', 'listing/icon.png')
    const places: Record<string, string> = {
      'cover desktop': 'Cover, desktop',
      'cover phone': 'Cover, phone',
      'screenshot desktop': 'Screenshots, desktop',
    }
    for (const { role, device, file, alt } of pictures) {
      const place = places[`${role} ${device}`] ?? ''
      await put(place, file)
      const here = region(page, place)
      for (const language of CHOSEN_LANGUAGES)
        await here.locator(`[name="${language}"]`).fill(alt[language] ?? '')
      await here.getByRole('button', { name: 'Save descriptions' }).click()
      await here.getByText('The draft is saved.').waitFor()
    }

    await mkdir(join(folder.path, 'out'), { recursive: true })
    const zip = join(folder.path, 'out/gift-note.zip')
    await writeFile(zip, await (await openProject(project)).packed())
    await page.goto(`${item}/releases`)
    const release = region(page, 'Hand in a release')
    await release.getByLabel('Package (zip)').setInputFiles(zip)
    await fill(page, {
      notes_tr: 'İlk sürüm.',
      notes_en: 'The first release.',
      notes_ar: 'الإصدار الأول.',
    })
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
        { timeout: 30_000 },
      )
      .toBe(true)
    await take.click()
    await review.locator('input[name=checked]').first().waitFor()
    for (const box of await review.locator('input[name=checked], input[name=looked_at]').all())
      await box.check({ force: true })
    await review.getByRole('button', { name: 'Approve and publish' }).click()
    await review.waitForURL(/\/operator\/queue\?show=decided$/)

    const owner = await newVisitor(browser)
    await openMarketInPanel(owner.page, { panel: at.panel })
    const [shopping] = await Promise.all([
      owner.context.waitForEvent('page'),
      owner.page.getByRole('button', { name: /Yeni sekmede aç/ }).click(),
    ])
    await confirmShop(shopping)
    await shopping.goto(`${at.apps}/search?q=gift&hl=tr`)
    await shopping
      .getByRole('main')
      .getByRole('link', { name: /Gift Note/ })
      .first()
      .click()
    await shopping.getByRole('heading', { name: 'Gift Note', level: 1 }).waitFor()
    await shopping.getByRole('link', { name: 'Ücretsiz kur' }).first().click()
    await shopping.getByLabel('Not', { exact: true }).fill('Her paket aynı gün yola çıkar')
    for (const box of await shopping.getByRole('checkbox').all()) await box.check()
    await shopping.getByRole('button', { name: /değişikliği yap/ }).click()
    await shopping.getByRole('heading', { name: /Gift Note mağazanda/ }).waitFor()
    const shop = await owner.context.newPage()
    await shop.goto(`${at.shop}/products/tulip-vase`)
    await shop.getByText('Her paket aynı gün yola çıkar').waitFor()

    // What is left is for whoever sells: tax, shares.
    expect(await openSteps(review)).not.toContain('Review and publish the first item')
    expectNoConsoleMessages(owner)
    expectNoConsoleMessages(partner)
    expectNoConsoleMessages(operator)
  })
})
