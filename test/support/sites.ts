import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { buildDemoCatalogue } from '#demo/catalog/build-packages.ts'
import { newVisitor, expectNoConsoleMessages } from './browser.ts'
import type { Marketplace } from './marketplace.ts'
import { listBare, publish } from './releases.ts'

export type SiteKind = 'static' | 'spa' | 'strict'

/** Somebody's site, running, and what its owner can do with it. */
export interface OwnSite {
  kind: SiteKind
  origin: string
  host: string
  /**
   * Writes one of the files that the site is made with (`head.html`, `policy.txt`, `well-known/…`).
   */
  put(file: string, text: string): void
  stop(): Promise<void>
}

export async function startSite(kind: SiteKind): Promise<OwnSite> {
  const folder = await mkdtemp(join(tmpdir(), `arasta-site-${kind}-`))
  const child = fork(join(import.meta.dirname, '../sites/site.ts'), [kind, folder], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => resolve(String(line).trim()))
    child.once('exit', (code) => reject(new Error(`the ${kind} site ended with ${code}`)))
  })
  const host = `${kind}-site.localhost:${port}`
  return {
    kind,
    host,
    origin: `http://${host}`,
    put(file, text) {
      const path = join(folder, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    },
    async stop() {
      child.removeAllListeners('exit')
      child.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const text = (words: string) => ({ tr: words, en: words, ar: words })

/**
 * An app for any site: a script on every page, a block on product pages, and two parts that no such
 * site can have.
 */
export async function publishGreeter(
  market: Marketplace,
  version = '1.0.0',
): Promise<{ id: string; slug: string }> {
  const id = await listBare(market, 'greeter')
  const manifest = {
    format: 1,
    kind: 'app',
    prefix: 'greeter',
    version,
    name: text('Greeter'),
    compatibility: { platforms: { 1: '*', 7: '*' } },
    permissions: [
      { code: 'tracking_code', required: true, reason: text('It runs on every page.') },
      { code: 'design_block', required: true, reason: text('It shows when you deliver.') },
      { code: 'web_service_user', required: false, reason: text('It reads orders.') },
    ],
    tracking_codes: [
      {
        id: 'script',
        placement: 3,
        title: text('Greeting'),
        summary: text('Greets.'),
        html: '<script src="{{asset:greet.js}}" nonce="{{csp:nonce}}" defer></script>',
      },
    ],
    design_blocks: [
      {
        id: 'day',
        placement: 1004,
        title: text('Day'),
        summary: text('Says the day.'),
        html: '<p class="greeter-day" data-locale="{{store:locale}}">Ships tomorrow</p>',
      },
    ],
    web_service_user: {
      title: text('Orders'),
      summary: text('Reads orders.'),
      scopes: ['orders.read'],
    },
  }
  const script =
    "const say = () => { document.documentElement.dataset.greeted = document.body.dataset.page ?? '' }\nsay()\ndocument.addEventListener('arasta:page', say)\n"
  const zip = await writePackage([
    { path: 'arasta.app.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    { path: 'greet.js', bytes: Buffer.from(script) },
  ])
  await publish(market.services, id, version, zip)
  return { id, slug: 'greeter' }
}

/** The newest release of an item of the demo catalogue, without the pictures of its listing. */
export async function publishDemoItem(market: Marketplace, prefix: string): Promise<void> {
  const release = (await buildDemoCatalogue())
    .find((item) => item.prefix === prefix)
    ?.releases.at(-1)
  if (!release) throw new Error(`the demo catalogue has no ${prefix}`)
  await publish(market.services, await listBare(market, prefix), release.version, release.zip)
}

/** Items of the demo catalogue that are for any site. */
export const FOR_ANY_SITE = ['instant', 'cookie-consent', 'quick', 'vitals', 'take-along']

/** All of them at once on a site in Turkish, as a visitor and as its curious owner see them. */
export async function seeDemoItems(browser: Browser, site: OwnSite): Promise<void> {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  await page.goto(`${site.origin}/urunler#quick`)
  await page.getByText('Sitenin çalışması için gerekli çerezleri', { exact: false }).waitFor()
  await page.locator('.arasta-ahead').getByText('önden istendi', { exact: false }).waitFor()
  await page.goto(`${site.origin}/urunler`)
  await page.waitForFunction(() => 'arastaAhead' in window)
  await page.getByRole('main').getByRole('link', { name: 'Mavi vazo' }).hover()
  await page
    .locator('script[data-arasta-ahead$="/urun/mavi-vazo"]')
    .first()
    .waitFor({ state: 'attached' })
  await page.goto(`${site.origin}/urun/mavi-vazo#vitals`)
  await page.getByText('Hız Ölçer').waitFor()
  await page
    .locator('.buy-box')
    .getByRole('button', { name: 'Telefonda aç' })
    .click({ force: true })
  await page.getByRole('img', { name: 'QR kod: ', exact: false }).waitFor()
  expectNoConsoleMessages(visitor)
  await visitor.close()
}
