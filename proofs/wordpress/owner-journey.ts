import type { Browser, Download, Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { install, uninstall } from '#test/support/installs.ts'
import { processDisconnect } from '#modules/installs/public.ts'
import { PLUGIN_VERSION } from '#modules/stores/platforms/wordpress/inspect-site.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import type { Owner } from '#test/support/owner.ts'
import { provideChromium } from '#tools/launch/testing/chromium.ts'
import { startTestCluster } from '#tools/launch/testing/test-cluster.ts'
import type { ProofRun } from '../proof.ts'
import { openBrowser } from '../screens/browser.ts'
import { copyAndMove, keysAt } from './copies.ts'
import { settle, signInAtSite, seedMarket } from './market-side.ts'
import type { SiteCopy, WordPressSite } from './site.ts'
import { differences, takeSnapshot } from './snapshot.ts'

/**
 * One owner, one browser: WordPress's own pages and ours, from the address to the disconnected
 * site.
 */
interface OwnerJourney {
  market: Marketplace
  wp: WordPressSite
  page: Page
  ask(holds: boolean, words: string): void
  found: string[]
}

export async function runOwnerJourney(
  { root, screen, onEnd }: ProofRun,
  wp: WordPressSite,
): Promise<string[]> {
  if (!process.env.TEST_DATABASE_URL) {
    const cluster = await startTestCluster()
    onEnd({ stop: () => cluster.stop(), kill: cluster.kill })
    process.env.TEST_DATABASE_URL = cluster.url
  }
  const found: string[] = []
  const ask = (holds: boolean, words: string) => {
    if (!holds) found.push(words)
  }
  const browser: Browser = await openBrowser(await provideChromium(root))
  onEnd({ stop: () => browser.close(), kill: () => {} })
  const market = await startMarketplace({
    catalogue: false,
    buildFolder: 'build',
    settings: { PLATFORM_ID: '2', STORE_ORIGINS: [wp.origin, ...wp.copies].join() },
  })
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'tr-TR',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(30_000)
    context.on('weberror', (error) => found.push(`a page of ours failed: ${error.error().message}`))
    const walk: OwnerJourney = { market, wp, page: await context.newPage(), ask, found }
    await uploadPlugin(walk)
    await approve(walk)
    screen.line(
      '  Connected in a browser: the plugin uploaded, a no, a yes, the password given back',
    )
    const items = await seedMarket(market)
    const before = await takeSnapshot(wp)
    await useApps(walk, items)
    // A day later the packages are deleted, too.
    await wp.php('define("ARASTA_CONNECTOR_KEEP_SECONDS", 0); do_action("arasta_connector_tidy");')
    found.push(
      ...differences(
        before,
        await takeSnapshot(wp),
        /^wp_options:arasta_connector_data$|^(table )?wp_arasta_connector_nonces/,
      ).map((words) => `with everything uninstalled, ${words}`),
    )
    screen.line(
      '  Installed, updated and uninstalled: an app at placements 1, 2 and 3, and the theme Kemer',
    )
    const owner = await withRibbon(walk, items.ribbon)
    const there = await copyAndMove({ ...walk, signIn: signInAtWordPress })
    screen.line(
      '  A copy kept apart from its original; the site moved to another address with its app, by a code to the old mailbox',
    )
    await disconnect(walk, owner, there)
    await wp.dropCopies()
    screen.line('  Disconnected with an app on the site: taken off, keys given back')
    return found
  } catch (error) {
    // What the owner saw last says more than where we waited.
    const [page] = browser.contexts()[0]?.pages() ?? []
    throw new Error(
      `${page?.url().replace(/password=[^&]*/, 'password=…')}: ${(
        await page
          ?.locator('main')
          .innerText()
          .catch(() => '')
      )?.slice(0, 600)} (${String(error).slice(0, 300)})`,
      { cause: error },
    )
  } finally {
    await browser.close()
    await market.stop()
  }
}

/** The address, the zip from our page, WordPress's upload page, back. */
async function uploadPlugin({ market, wp, page, ask }: OwnerJourney): Promise<void> {
  await page.goto(`${market.origins.app}/connect`)
  await page.getByRole('main').getByRole('link', { name: 'Siteni bağla' }).click()
  await page.getByLabel('Sitenin adresi').fill(`${wp.origin}/hello-world/`)
  await page.getByRole('button', { name: 'Siteme bak' }).click()
  await page.getByRole('heading', { name: 'için bir eklenti gerekiyor' }).waitFor()
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'arasta-connector.zip' }).click(),
  ])
  const upload =
    (await page.getByRole('link', { name: 'Yükleme sayfasını aç' }).getAttribute('href')) ?? ''
  ask(
    upload === `${wp.origin}/wp-admin/plugin-install.php?tab=upload`,
    `the upload page is ${upload}`,
  )
  const tab = await page.context().newPage()
  await tab.goto(upload)
  await signInAtWordPress(tab)
  await tab.locator('#pluginzip').setInputFiles({
    name: 'arasta-connector.zip',
    mimeType: 'application/zip',
    buffer: await readFile(await download.path()),
  })
  await tab.locator('#install-plugin-submit').click()
  await tab.getByRole('link', { name: 'Activate Plugin' }).click()
  await tab
    .locator('tr[data-slug="arasta-connector"].active, tr.active[data-plugin^="arasta-connector/"]')
    .first()
    .waitFor()
  await tab.close()
  await page.getByRole('button', { name: 'Etkinleştirdim, devam et' }).click()
  await page.getByRole('heading', { name: 'sitende onayla' }).waitFor()
}

async function signInAtWordPress(page: Page): Promise<void> {
  await page.locator('#user_login').fill('admin')
  await page.locator('#user_pass').fill('a password')
  await page.locator('#wp-submit').click()
}

const passwordsOf = (wp: WordPressSite) =>
  wp.php('echo json_encode(count(WP_Application_Passwords::get_user_application_passwords(1)));')

/** WordPress's own page is notified no, then yes. */
async function approve({ market, wp, page, ask, found }: OwnerJourney): Promise<void> {
  const passwords = await passwordsOf(wp)
  const go = page.getByRole('link', { name: 'WordPress’e git ve onayla' })
  await go.click()
  await page.locator('#reject').click()
  await page.getByText('WordPress’te hayır dedin').waitFor()
  await go.click()
  await page.waitForURL(/authorize-application\.php/)
  const asked = new URL(page.url())
  ask(
    await page.getByText('Arasta (apps.localhost').first().isVisible(),
    'WordPress does not say who asks',
  )
  await page.locator('#approve').click()
  await page.waitForURL(`${market.origins.app}/account/wordpress`)
  ask((await passwordsOf(wp)) === passwords, "the market's password was not given back")
  for (const words of ['Çalışıyor', 'WooCommerce bu sitede etkin değil', PLUGIN_VERSION, 'admin'])
    ask(
      await page.getByText(words, { exact: false }).first().isVisible(),
      `the site's page does not say ${words}`,
    )
  // What WordPress sent the owner back with is good once.
  await page.goto(
    `${new URL(asked.searchParams.get('success_url') ?? '').href}&user_login=admin&password=again`,
  )
  await page.getByText('Bu tarayıcı böyle bir onay beklemiyor').waitFor()
  const owner = await signInAtSite(market, wp.origin)
  ask(owner.mailbox === 'owner@example.test', `the code went to ${owner.mailbox}`)
  const debug = await readFile(`${wp.folder}/debug.log`, 'utf8').catch(() => '')
  found.push(
    ...debug
      .split('\n')
      .filter(
        (line) => /PHP (Fatal|Warning|Notice)/.test(line) && line.includes('arasta-connector'),
      )
      .map((line) => `the plugin wrote to WordPress's log: ${line.slice(0, 300)}`),
  )
}

async function useApps(
  walk: OwnerJourney,
  items: Awaited<ReturnType<typeof seedMarket>>,
): Promise<void> {
  const { market, wp, page, ask, found } = walk
  const home = () => wp.read('/')
  const done = async () => {
    found.push(...(await settle(market)))
  }
  const owner = await signInAtSite(market, wp.origin)
  const shopOnly = await install(owner, items.shopOnly)
  ask(
    shopOnly.body.code === 'installs.unsupported',
    `an app for the product page, without WooCommerce, was answered ${JSON.stringify(shopOnly.body).slice(0, 200)}`,
  )
  ask(
    /WooCommerce is not active/.test(
      String(
        await wp.php(
          'echo json_encode((new Arasta\\Connector\\WordPress_Host())->why_unsupported("placement:1004"));',
        ),
      ),
    ),
    'the site does not say that WooCommerce is missing',
  )

  await installInBrowser(walk)
  const shown = await home()
  ask(
    /<link rel="stylesheet" href="[^"]+ribbon\.css">[\s\S]*<\/head>[\s\S]*<body[^>]*>[\s\S]*<div class="ribbon" lang="en">Ribbon 1\.0\.0<\/div>[\s\S]*ribbon\.js"[^>]*data-version="1\.0\.0"[\s\S]*<\/body>/.test(
      shown,
    ),
    'the app is not at the end of the head, the start and the end of the body',
  )
  ask(
    (await wp.read(/src="([^"]+ribbon\.js)"/.exec(shown)?.[1] ?? '/')) === 'window.ribbon="1.0.0"',
    "the app's script cannot be loaded",
  )
  // Themes are sold next door, with a session of its own.
  const theme = await install(owner, items.theme, { site: 'theme' })
  ask(
    theme.status < 300,
    `the install of the theme was answered ${JSON.stringify(theme.body).slice(0, 300)}`,
  )
  await done()
  const themed = await home()
  ask(
    themed.includes('kemer-head') &&
      /data-role="theme" href="[^"]+kemer\/style\.css"/.test(themed) &&
      !themed.includes('twentytwentyone-style'),
    'the theme is not shown',
  )
  ask(themed.includes('Ribbon 1.0.0'), 'the app is gone with the theme')

  await items.publishUpdate()
  await page.goto(`${market.origins.app}/update/ribbon`)
  await page.getByRole('button', { name: '1.1.0 sürümüne güncelle' }).click()
  await processPress(walk)
  await page.getByRole('heading', { name: 'artık 1.1.0 sürümünde' }).waitFor()
  ask(
    /Ribbon 1\.1\.0/.test(await home()) && !(await home()).includes('Ribbon 1.0.0'),
    'the update is not shown',
  )
  ask(
    (await wp.php(
      'remove_all_filters("pre_option_stylesheet"); echo json_encode(get_option("stylesheet"));',
    )) === 'twentytwentyone',
    "the site's own choice of a theme was touched",
  )

  await page.goto(`${market.origins.app}/uninstall/ribbon`)
  await page.getByRole('button', { name: /^Kaldır ve/ }).click()
  await processPress(walk)
  await page.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
  ask((await uninstall(owner, items.theme, 'theme')).status < 300, 'the theme was not uninstalled')
  await done()
}

/** The run that the owner's press began. */
async function processPress({ market, found }: OwnerJourney): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) {
    const begun = await market.services.db
      .selectFrom('installation_runs')
      .select('id')
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (begun) return void found.push(...(await settle(market)))
    await pause(100)
  }
  throw new Error('a press began nothing')
}

async function installInBrowser(walk: OwnerJourney): Promise<void> {
  const { market, page } = walk
  await page.goto(`${market.origins.app}/install/ribbon`)
  await page.getByRole('heading', { name: /değişecek/ }).waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: /değişikliği yap/ }).click()
  await processPress(walk)
  await page.getByRole('heading', { name: /artık mağazanda|mağazanda$/ }).waitFor()
}

async function withRibbon(
  { market, wp, ask, found }: OwnerJourney,
  ribbon: string,
): Promise<Owner> {
  const owner = await signInAtSite(market, wp.origin)
  ask((await install(owner, ribbon)).status < 300, 'the app was not installed again')
  found.push(...(await settle(market)))
  return owner
}

/** With an app on the site: it comes off, and the plugin forgets its keys. */
async function disconnect(walk: OwnerJourney, owner: Owner, there: SiteCopy): Promise<void> {
  const { market, wp, page, ask } = walk
  await page.goto(`${market.origins.app}/account/wordpress`)
  await page.getByText('sitesini ayır').click()
  await page.getByRole('button', { name: 'Evet, her şey kaldırılsın' }).click()
  await page.getByText('Bu tarayıcıdaki oturumun bitti').waitFor()
  await processPress(walk)
  await processDisconnect(market.services, owner.storeId)
  ask(
    !(await wp.read(there.origin)).includes('Ribbon'),
    'the app is still on the site that was disconnected',
  )
  ask((await keysAt(there)) === '["store_id"]', 'the plugin still has keys')
  const live = await market.services.db
    .selectFrom('store_credentials')
    .select('key_id')
    .where('store_id', '=', owner.storeId)
    .where('revoked_at', 'is', null)
    .execute()
  ask(live.length === 0, 'the market still has a key of the site')
}
