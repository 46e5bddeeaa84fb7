import { connectWordPress, connectorOf } from '#contexts/platforms/public.ts'
import { openMarket } from '#tools/connector-kit/market.ts'
import { sayResult } from '#tools/connector-kit/report.ts'
import { runKit } from '#tools/connector-kit/run-kit.ts'
import { startTestCluster } from '#tools/launch/testing/test-cluster.ts'
import { install, uninstall, update } from '#test/support/installs.ts'
import { startMarketplace } from '#test/support/marketplace.ts'
import type { Proof } from './proof.ts'
import { settle, signInAtSite, stockMarket } from './wordpress/market-side.ts'
import { findNeeds } from './wordpress/needs.ts'
import { startWordPress, type WordPressSite } from './wordpress/site.ts'
import { differences, OF_WORDPRESS, takeSnapshot } from './wordpress/snapshot.ts'

type Say = (words: string) => void

/** A real WordPress takes apps and a theme from a real market, and is what it was when they are gone (D4, platform 2). */
export const prove: Proof = async ({ screen, onChild, onEnd }) => {
  const needs = findNeeds()
  if (typeof needs === 'string') return { checked: 'WordPress', violations: 0, skipped: needs }
  const violations: string[] = []
  const wp = await startWordPress(needs, onChild)
  onEnd({ stop: () => wp.stop(), kill: () => void wp.stop() })
  const version = await wp.php('echo json_encode([get_bloginfo("version"), PHP_VERSION]);') as [string, string]
  screen.line(`  WordPress ${version[0]}, PHP ${version[1]}, at ${wp.origin}`)
  const bare = await takeSnapshot(wp)
  await wp.addPlugin()
  violations.push(...await proveProtocol(wp, words => screen.line(words)))
  violations.push(...await proveMarket(wp, words => screen.line(words), onEnd))
  await wp.deletePlugin()
  violations.push(...differences(bare, await takeSnapshot(wp)).map(words => `with the plugin deleted, ${words}`))
  screen.line('  Left out, because WordPress itself writes it:')
  for (const { what, why } of OF_WORDPRESS) screen.line(`    ${what.source}: ${why}`)
  for (const violation of violations) screen.line(`  ${violation}`)
  return { checked: `WordPress ${version[0]}: the connector kit, an app, a theme, and the site afterwards`, violations: violations.length }
}

/** The conformance kit runs against the plugin as against any other implementation. */
async function proveProtocol(wp: WordPressSite, say: Say): Promise<string[]> {
  const market = await openMarket()
  const { user, password } = await wp.approve()
  const headers = { 'authorization': `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`, 'content-type': 'application/json' }
  const address = `${wp.origin}/index.php?rest_route=/arasta/v1/connection`
  const keys = JSON.parse(await wp.read(address, { method: 'POST', headers, body: JSON.stringify({ market: market.origin, installer: market.origin }) })) as { connector_url: string; store_token: string; client: { id: string; secret: string } }
  const results = await runKit({
    base: keys.connector_url, market, patient: false, now: () => Math.floor(Date.now() / 1000), wait: seconds => new Promise(done => setTimeout(done, seconds * 1000)),
    means: { client: keys.client, storeToken: keys.store_token, installer: market.origin, scopes: [] },
  })
  await market.close()
  await wp.read(address, { method: 'DELETE', headers })
  const broken = results.filter(one => one.outcome === 'broken')
  say(`  Store Connector protocol: ${results.filter(one => one.outcome === 'kept').length} kept, ${broken.length} broken, ${results.filter(one => one.outcome === 'not_tried').length} not tried`)
  return broken.map(sayResult)
}

/** Connected by an application password, with an app and a theme that come, change and go. */
async function proveMarket(wp: WordPressSite, say: Say, onEnd: Parameters<Proof>[0]['onEnd']): Promise<string[]> {
  const found: string[] = []
  const ask = (holds: boolean, words: string) => { if (!holds) found.push(words) }
  if (!process.env.TEST_DATABASE_URL) {
    const cluster = await startTestCluster()
    onEnd({ stop: () => cluster.stop(), kill: cluster.kill })
    process.env.TEST_DATABASE_URL = cluster.url
  }
  const market = await startMarketplace({ catalogue: false, settings: { PLATFORM_ID: '2', STORE_ORIGINS: wp.origin } })
  try {
    const { services, origins } = market
    const home = () => wp.read('/')
    const there = { origin: origins.app, installer: origins.installer }
    const wrong = await connectWordPress(services, wp.origin, { user: 'admin', password: 'guessed' }, there)
    ask('failure' in wrong && wrong.failure === 'bad_password', `a wrong password was answered ${JSON.stringify(wrong)}`)
    const connected = await connectWordPress(services, wp.origin, await wp.approve(), there)
    if ('failure' in connected) return [...found, `the site could not be connected: ${connected.failure}`]
    const passwords = await wp.php('echo json_encode(count(WP_Application_Passwords::get_user_application_passwords(1)));')
    // The one of the kit above is still there.
    ask(passwords === 1, `${String(passwords)} application passwords are left: the market's was not given back`)
    const connector = await connectorOf(services, connected.storeId)
    const slots = (await connector.getState()).slots.map(slot => slot.slot)
    ask(slots.join() === 'placement:1,placement:2,placement:3,theme', `without WooCommerce the slots are ${slots.join(', ')}`)
    const owner = await signInAtSite(market, wp.origin)
    ask(owner.mailbox === 'owner@example.test' && owner.storeId === connected.storeId, `the code went to ${owner.mailbox}`)
    say(`  Connected: ${owner.domain}, the code to ${owner.mailbox}`)

    const items = await stockMarket(market)
    const before = await takeSnapshot(wp)
    const shopOnly = await install(owner, items.shopOnly)
    ask(shopOnly.body.code === 'installs.unsupported', `an app for the product page, without WooCommerce, was answered ${JSON.stringify(shopOnly.body).slice(0, 200)}`)
    ask(/WooCommerce is not active/.test(await namedUnsupported(wp)), 'the site does not say that WooCommerce is missing')

    const done = async (what: string, answer: { status: number; body: unknown }) => {
      ask(answer.status < 300, `${what} was answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
      found.push(...await settle(market))
    }
    await done('the install of the app', await install(owner, items.ribbon))
    const shown = await home()
    ask(/<link rel="stylesheet" href="[^"]+ribbon\.css">[\s\S]*<\/head>[\s\S]*<body[^>]*>[\s\S]*<div class="ribbon" lang="en">Ribbon 1\.0\.0<\/div>[\s\S]*ribbon\.js"[^>]*data-version="1\.0\.0"[\s\S]*<\/body>/.test(shown), 'the app is not at the end of the head, the start and the end of the body')
    ask(await wp.read(/src="([^"]+ribbon\.js)"/.exec(shown)?.[1] ?? '/') === 'window.ribbon="1.0.0"', 'the app\'s script cannot be loaded')
    await done('the install of the theme', await install(owner, items.theme, { site: 'theme' }))
    const themed = await home()
    ask(themed.includes('kemer-head') && /data-role="theme" href="[^"]+kemer\/style\.css"/.test(themed) && !themed.includes('twentytwentyone-style'), 'the theme is not shown')
    ask(themed.includes('Ribbon 1.0.0'), 'the app is gone with the theme')
    await items.publishUpdate()
    await done('the update of the app', await update(owner, items.ribbon))
    ask(/Ribbon 1\.1\.0/.test(await home()) && !(await home()).includes('Ribbon 1.0.0'), 'the update is not shown')
    ask(await wp.php('remove_all_filters("pre_option_stylesheet"); echo json_encode(get_option("stylesheet"));') === 'twentytwentyone', 'the site\'s own choice of a theme was touched')
    await done('the uninstall of the app', await uninstall(owner, items.ribbon))
    await done('the uninstall of the theme', await uninstall(owner, items.theme, 'theme'))
    // A day later the packages are gone, too.
    await wp.php('define("ARASTA_CONNECTOR_KEEP_SECONDS", 0); do_action("arasta_connector_tidy");')
    found.push(...differences(before, await takeSnapshot(wp), /^wp_options:arasta_connector_data$|^(table )?wp_arasta_connector_nonces/).map(words => `with everything uninstalled, ${words}`))
    ask((await connector.getState()).packages.length === 0, 'a package is kept that nothing names')
    say('  Installed, updated and uninstalled: an app at placements 1, 2 and 3, and the theme Kemer')
    return found
  } finally {
    await market.stop()
  }
}

const namedUnsupported = async (wp: WordPressSite): Promise<string> => String(await wp.php('echo json_encode((new Arasta\\Connector\\WordPress_Host())->why_unsupported("placement:1004"));'))
