import chromiumBinary from '@sparticuz/chromium'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
} from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import type { Addresses } from '#tools/launch/addresses.ts'

/** Where the product that the journeys walk through was started. */
export function addresses(): Addresses {
  const given = process.env.JOURNEY_ADDRESSES
  if (!given)
    throw new Error(
      'JOURNEY_ADDRESSES is not set: run the journeys by `npm test`, which starts the product',
    )
  return JSON.parse(given) as Addresses
}

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** `more`: flags besides the usual ones. */
export async function openChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || (await chromiumBinary.executablePath()),
    args: [...ARGS, ...more],
    headless: true,
  })
}

export interface Visitor {
  context: BrowserContext
  page: Page
  /**
   * What the pages wrote to the console as an error, and errors that nobody caught. A journey ends
   * with none.
   */
  complaints: string[]
  close(): Promise<void>
}

/**
 * An answer that the journey asked for (a 401 page, a refused form) is no fault of the page; nor is
 * it that a frame without scripts refuses our touch.
 */
const IGNORED_MESSAGES =
  /Failed to load resource: the server responded with a status of 4\d\d|Blocked script execution in '[^']*' because the document's frame is sandboxed/

/**
 * A person with a browser of their own, who touches every page as soon as it is there, so that it
 * hydrates as it loads; who is `idle` waits until it does so by itself.
 */
export async function newVisitor(
  browser: Browser,
  options: {
    locale?: string
    width?: number
    javaScript?: boolean
    dark?: boolean
    idle?: boolean
    timezone?: string
    /** A phone: taps, and no pointer that hovers. */
    touch?: boolean
  } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 900 },
    locale: options.locale ?? 'tr-TR',
    javaScriptEnabled: options.javaScript ?? true,
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    ...(options.touch && { hasTouch: true, isMobile: true }),
    ...(options.timezone !== undefined && { timezoneId: options.timezone }),
  })
  context.setDefaultTimeout(40_000)
  if (!options.idle)
    await context.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () =>
        window.dispatchEvent(new Event('focusin')),
      ),
    )
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !IGNORED_MESSAGES.test(message.text()))
      complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(error.error().message))
  const page = await context.newPage()
  // After each try: one that passes on the second would otherwise leave no trace of the first.
  onTestFailed(async () => {
    for (const open of context.pages()) await printPage(open)
  })
  return {
    context,
    page,
    complaints,
    async close() {
      // A picture may be on its way still through a route that a journey has laid.
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    },
  }
}

/** Waits until the page's scripts answer to what is pressed. */
export const isAwake = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main a') ?? {}).some((key) => key.startsWith('__react')),
  )

/** Keeps the pages of `context` asleep: their scripts come when the answer is called. */
export async function preventHydration(context: BrowserContext): Promise<() => void> {
  let wake = () => {}
  const awake = new Promise<void>((resolve) => {
    wake = resolve
  })
  await context.route('**/assets/entry.client-*.js', async (route) => {
    await awake
    await route.continue()
  })
  return wake
}

const SHOWN_CHARACTERS = 1_500

/**
 * Prints what a failing journey saw last; with pictures: `JOURNEY_PICTURES=<folder> npm test --
 * journeys`.
 */
async function printPage(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const body = frame.locator('body')
    const text = await body.innerText({ timeout: 2_000 }).catch(() => '')
    console.log(`${frame.url()}\n${text.replaceAll(/\n\s*/g, '\n').slice(0, SHOWN_CHARACTERS)}`)
  }
  if (process.env.JOURNEY_PICTURES)
    await page
      .screenshot({ path: `${process.env.JOURNEY_PICTURES}/${Date.now()}.png`, fullPage: true })
      .catch(() => {})
}

export const expectNoConsoleMessages = (visitor: Visitor): void =>
  expect(visitor.complaints).toEqual([])

const PANEL_WORDS = {
  tr: { enter: /Mağaza sahibi/, menu: 'Menü', apps: 'Uygulamalar', themes: 'Temalar' },
  en: { enter: /owner/i, menu: 'Menu', apps: 'Apps', themes: 'Themes' },
  ar: { enter: /صاحب/, menu: 'القائمة', apps: 'التطبيقات', themes: 'القوالب' },
} as const

/** Into the panel as the owner of a store and on to the framed market. */
export async function openMarketInPanel(
  page: Page,
  options: {
    store?: 1 | 2
    market?: 'apps' | 'themes'
    locale?: 'tr' | 'en' | 'ar'
    panel?: string
    /** Of the store's staff, instead of the owner. */
    person?: 'buyer' | 'asker' | 'guest' | 'agency'
  } = {},
): Promise<FrameLocator> {
  const { store = 1, market = 'apps', locale = 'tr', panel = addresses().panel, person } = options
  const words = PANEL_WORDS[locale]
  await page.goto(`${panel}/sign-in?hl=${locale}`)
  if (person)
    await page
      .getByRole('combobox')
      .nth(store - 1)
      .selectOption(person)
  await page
    .getByRole('button', { name: words.enter })
    .nth(store - 1)
    .click()
  // with its style sheet: without it the phone's menu is seen on every screen
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  const menu = page
    .getByRole('button', { name: words.menu, exact: true })
    .or(page.locator('summary', { hasText: words.menu }))
  if (await menu.first().isVisible()) await menu.first().click()
  await page.getByRole('link', { name: words[market], exact: true }).first().click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('main').waitFor()
  return frame
}

/**
 * Says yes to the shop that a link from the panel signs in at, and waits until it has (`/enter`).
 */
export async function confirmShop(page: Page): Promise<void> {
  await page.getByRole('button', { name: /shop2?\.localhost/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/enter'))
}

/**
 * Fills in the invoice address and the card of the Turkish checkout and ticks every box. No card
 * where the gateway asks for it.
 */
export async function fillCheckout(at: FrameLocator | Page, card: string | null): Promise<void> {
  const field = (label: string): Locator => at.getByLabel(label, { exact: true })
  await at.getByRole('checkbox').first().waitFor()
  if (
    await field('Ad')
      .isVisible()
      .catch(() => false)
  ) {
    await field('Ad').fill('Ayşe')
    await field('Soyad').fill('Demir')
    await field('E-posta').fill('ayse@shop.example')
    await field('Telefon').fill('0532 123 45 67')
    await field('İl').selectOption('Bursa')
    await field('İlçe').fill('Osmangazi')
    await field('Posta kodu').fill('16070')
    await field('Adres').fill('Çekirge Mah. 1. Sok. No: 4')
  }
  if (card !== null) await fillCard(at, card)
  await tickBoxes(at)
}

/**
 * Every box but the one that keeps the card: the next visitor of this store would find it chosen.
 */
export async function tickBoxes(at: FrameLocator | Page): Promise<void> {
  for (const box of await at.getByRole('checkbox').all())
    if ((await box.getAttribute('name')) !== 'card.store_card') await box.check()
}

export async function fillCard(at: FrameLocator | Page, card: string): Promise<void> {
  const another = at.getByRole('radio', { name: /^Başka bir kart/ })
  if (await another.isVisible().catch(() => false)) await another.check()
  await at.getByLabel('Kart numarası', { exact: true }).fill(card)
  await at.getByLabel('Kart üzerindeki ad', { exact: true }).fill('AYŞE DEMİR')
  await at.getByLabel('Son kullanma', { exact: true }).fill('12 / 30')
  await at.getByLabel('Güvenlik kodu', { exact: true }).fill('123')
}

/** Types the code that the bank's page shows and confirms. */
export async function confirmAtBank(page: Page, bank = addresses().bank): Promise<void> {
  await page.waitForURL(new RegExp(bank.replaceAll('.', '\\.')))
  await page.getByLabel('Onay kodu').fill(await page.locator('strong').first().innerText())
  await page.getByRole('button', { name: /onayla/ }).click()
}
