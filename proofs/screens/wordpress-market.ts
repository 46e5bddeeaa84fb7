import type { Browser } from 'playwright-core'
import { findDueMoves, settleMove } from '#modules/installs/public.ts'
import { recheckUnreachableSites } from '#modules/stores/platforms/public.ts'
import { secondsAfter } from '#lib/clock.ts'
import { install, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import type { Owner } from '#test/support/owner.ts'
import { startWordPressDouble, type WordPressDouble } from '#test/support/wordpress-double.ts'
import {
  approve,
  startConnecting,
  codeFrom,
  ownerOf,
  publishRibbon,
  signInBy,
  startMove,
  type ConnectingBrowser,
} from '#test/support/wordpress-owner.ts'
import type { ProofRun } from '../proof.ts'
import { signInAtConsole, type Sessions } from './people.ts'

/** Owners of WordPress sites, by how far each is, and who runs their market's console. */
export type SiteOwner = `wp-${
  | 'unreached'
  | 'plugin'
  | 'old-plugin'
  | 'approval'
  | 'refused'
  | 'moving'
  | 'choice'
  | 'original-silent'
  | 'proof'
  | 'code'
  | 'approving'
  | 'unproved'
  | 'site'
  | 'moved'
  | 'silent'
  | 'gone'
  | 'operator'}`
/** `silent`, `gone`, and one more that is gone for each language. */
export type SiteStores = Record<string, { id: string; domain: string }>

/**
 * One host name a store; a process may answer to several, one after the other. Two are as long as
 * names get.
 */
const HOSTS = {
  silent: 'sessizdukkan',
  gone: 'kapanandukkan',
  tr: 'gidendukkan',
  en: 'goneshop',
  ar: 'dukkanzail',
  de: 'fortladen',
  es: 'tiendaida',
  old: 'eskiadres',
  moved: 'yeniadres',
  fresh: 'yenidenkurulansite',
  bare: 'eklentisizsite',
  original: 'avcilarseramikvecinisanatlariatolyesivedukkani',
  copy: 'denemeavcilarseramikvecinisanatlariatolyesivedukkani',
} as const
type Host = keyof typeof HOSTS
const NOWHERE =
  'seramik-ve-cini-sanatlari-ile-geleneksel-el-isleri-atolyesi.karakoy-carsisi.example'
const HALF_HOUR = 1801

interface Scene {
  market: Marketplace
  ribbon: string
  sessions: Sessions
}

/**
 * A second market beside the product, of WordPress sites, with owners in every state that a screen
 * shows. Its clock stands, so that the states do.
 */
export async function openWordPressMarket(
  { onEnd }: ProofRun,
  browser: Browser,
  databaseUrl: string,
) {
  process.env.TEST_DATABASE_URL ??= databaseUrl
  const sites = await Promise.all([
    startWordPressDouble(),
    startWordPressDouble(),
    startWordPressDouble(),
    startWordPressDouble(),
  ])
  const [one, other, third, bare] = sites
  for (const site of sites) onEnd({ stop: site.stop, kill: () => {} })
  const origins = sites.flatMap((site) =>
    Object.values(HOSTS).map((name) => site.origin.replace('wordpress', name)),
  )
  const market = await startMarketplace({
    catalogue: false,
    buildFolder: 'build',
    settings: { PLATFORM_ID: '2', STORE_ORIGINS: origins.join() },
  })
  onEnd({ stop: () => market.stop(), kill: () => {} })
  const scene: Scene = { market, ribbon: await publishRibbon(market), sessions: {} }
  const stores = await fallSilent(scene, one)
  await moveAway(scene, other, third)
  await connectAndCopy(scene, { fresh: one, original: other, copy: third, bare })
  scene.sessions['wp-operator'] = await signInAtConsole(
    browser,
    market.origins.console,
    market.services,
  )
  return {
    addresses: { wordpress: market.origins.app, 'wordpress-console': market.origins.console },
    sessions: scene.sessions,
    stores,
  }
}

/** What a browser was given to keep. */
function keep(
  { sessions }: Scene,
  owner: SiteOwner,
  cookies: { claim?: string; 'apps-token'?: string },
): void {
  sessions[owner] = Object.entries(cookies).map(([name, value]) => ({
    name,
    value,
    domain: 'apps.localhost',
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax',
  }))
}
const claims = (scene: Scene, owner: SiteOwner, { handle }: ConnectingBrowser, session?: Owner) =>
  keep(scene, owner, { claim: handle, ...(session && { 'apps-token': session.token }) })

/** The process becomes a WordPress at another address, that nobody has connected yet. */
async function settleAt(site: WordPressDouble, host: Host): Promise<string> {
  const home = site.origin.replace('wordpress', HOSTS[host])
  await site.endConnection()
  await site.strip()
  const id = Array.from({ length: 20 }, () => Math.floor(Math.random() * 16).toString(16)).join('')
  await site.set({ ...site.fine, home, id: `wp-${id}` })
  return home
}

/** As the owner's press does it; what their page says is what was seen last. */
const look = (owner: Owner) => owner.call('POST', '/domain/wordpress/look')

async function connect(
  { market, ribbon }: Scene,
  site: WordPressDouble,
  host: Host,
): Promise<Owner> {
  const owner = await signInBy(market, await startConnecting(market, await settleAt(site, host)))
  await install(owner, ribbon)
  await processRun(market)
  await look(owner)
  return owner
}

/**
 * The plugin was deleted with an app on the site: seen once, or often enough for the site to be
 * given up.
 */
async function fallSilent(scene: Scene, site: WordPressDouble): Promise<SiteStores> {
  const { services, clock } = scene.market
  const to = (host: Host) => connect(scene, site, host)
  const owners = {
    silent: await to('silent'),
    gone: await to('gone'),
    tr: await to('tr'),
    en: await to('en'),
    ar: await to('ar'),
    de: await to('de'),
    es: await to('es'),
  }
  await site.set({ plugin: null })
  const { silent, ...gone } = owners
  for (const owner of Object.values(gone)) await look(owner)
  for (let halfHours = 0; halfHours < 4; halfHours += 1) {
    clock.moveSeconds(HALF_HOUR)
    await recheckUnreachableSites(services)
  }
  // A session is shorter than what is waited for.
  await services.db
    .updateTable('sessions')
    .set({ expires_at: secondsAfter(clock.now(), 3600) })
    .execute()
  await look(silent)
  for (const name of ['silent', 'gone'] as const)
    keep(scene, `wp-${name}`, { 'apps-token': owners[name].token })
  return Object.fromEntries(
    Object.entries(owners).map(([name, { storeId: id, domain }]) => [name, { id, domain }]),
  )
}

/** The new address is approved, and carries the identity of another. */
async function approveCopy(
  { market }: Scene,
  copy: WordPressDouble,
  is?: 'moved',
): Promise<ConnectingBrowser> {
  const browser = await startConnecting(market, (await copy.look()).site.home)
  await browser.call('POST', '/answer', await approve(browser))
  if (is) await browser.call('POST', '/choice', { is })
  return browser
}

async function moveAway(scene: Scene, from: WordPressDouble, to: WordPressDouble): Promise<void> {
  const { market } = scene
  await connect(scene, from, 'old')
  await settleAt(to, 'moved')
  await to.copyOf(from)
  const browser = await approveCopy(scene, to, 'moved')
  await browser.call('POST', '/code')
  const moved = await browser.call('POST', '/move', { code: await codeFrom(market) })
  for (const id of await findDueMoves(market.services)) await settleMove(market.services, id)
  const owner = ownerOf(market, moved.body.session)
  await look(owner)
  keep(scene, 'wp-moved', { 'apps-token': owner.token })
}

/**
 * A shop, a copy of it, and a WordPress that its owner sets up anew: browsers at every step of
 * connecting and of a move.
 */
async function connectAndCopy(
  scene: Scene,
  { fresh, original, copy, bare }: Record<'fresh' | 'original' | 'copy' | 'bare', WordPressDouble>,
): Promise<void> {
  const { market } = scene
  const owner = await connect(scene, original, 'original')
  await original.set({ woocommerce: true })
  await look(owner)
  keep(scene, 'wp-site', { 'apps-token': owner.token })
  await settleAt(copy, 'copy')
  await copy.copyOf(original)
  claims(scene, 'wp-choice', await approveCopy(scene, copy))
  const alone = await approveCopy(scene, copy)
  await original.set({ down: true })
  await alone.call('POST', '/choice', { is: 'copy' })
  claims(scene, 'wp-original-silent', alone)
  await original.set({ down: false })
  claims(scene, 'wp-proof', await approveCopy(scene, copy, 'moved'))
  const coded = await approveCopy(scene, copy, 'moved')
  await coded.call('POST', '/code')
  claims(scene, 'wp-code', coded)

  const without = await settleAt(bare, 'bare')
  await bare.set({ plugin: null })
  claims(scene, 'wp-plugin', await startConnecting(market, without))
  const anew = await settleAt(fresh, 'fresh')
  for (const [name, plugin] of [
    ['wp-old-plugin', '1.0.0'],
    ['wp-approval', fresh.fine.plugin],
  ] as const) {
    await fresh.set({ plugin })
    claims(scene, name, await startConnecting(market, anew))
  }
  const refused = await startConnecting(market, anew)
  await refused.call(
    'POST',
    '/answer',
    await approve(refused, 'reject', { replaces: owner.storeId, token: owner.token }),
    owner.token,
  )
  claims(scene, 'wp-refused', refused, owner)
  claims(scene, 'wp-unreached', await startConnecting(market, NOWHERE))
  claims(scene, 'wp-moving', await startMove(market, owner, anew), owner)
  for (const name of ['wp-approving', 'wp-unproved'] as const) {
    const moving = await startMove(market, owner, anew)
    await original.set({ down: name === 'wp-unproved' })
    await moving.call(
      'POST',
      '/answer',
      await approve(moving, 'approve', { token: owner.token }),
      owner.token,
    )
    claims(scene, name, moving, owner)
  }
  await original.set({ down: false })
}
