import { createHash, createHmac, randomBytes } from 'node:crypto'
import { publishRelease } from '#modules/catalog/publish-release.ts'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { idOf, install, processRun } from './installs.ts'
import type { Marketplace } from './marketplace.ts'
import { call, type Answer, type Owner } from './owner.ts'

export interface Product {
  id: string
  kind: 'permanent' | 'consumable'
  amountMinor: number
  currency?: string
}

export const FIREWORKS: Product = { id: 'fireworks', kind: 'permanent', amountMinor: 4_900 }
export const PARTIES: Product = { id: 'hundred-parties', kind: 'consumable', amountMinor: 1_500 }

/** Where the app of these tests lives; nothing listens there unless a test does. */
export const APP_ORIGIN = 'https://app.example'

/** A demo app that is marked as selling gets a release that does. */
export async function publishSelling(
  market: Marketplace,
  slug: string,
  version: string,
  products: readonly Product[],
  goToApp = `${APP_ORIGIN}/open`,
): Promise<void> {
  const { id } = await market.services.db
    .selectFrom('items')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const manifest = {
    format: 1,
    kind: 'app',
    prefix: slug,
    version,
    name: { en: slug },
    permissions: [],
    compatibility: { platforms: { 1: '*' } },
    links: { go_to_app: goToApp },
    in_app_products: products.map((one) => ({
      id: one.id,
      name: { en: `${one.id} in English`, tr: `${one.id} Türkçe` },
      kind: one.kind,
      price: { amount_minor: one.amountMinor, currency: one.currency ?? 'TRY' },
    })),
  }
  const zip = await writePackage([
    { path: 'arasta.app.json', bytes: Buffer.from(JSON.stringify(manifest)) },
  ])
  await publishRelease(market.services, {
    itemId: id,
    version,
    notes: { en: 'Sells.' },
    publishedAt: market.clock.now(),
    zip,
  })
}

/** The listing of an app says that something is sold inside it. */
export const declareSelling = (market: Marketplace, slug: string) =>
  market.services.db
    .updateTable('items')
    .set({ in_app_purchase: true })
    .where('slug', '=', slug)
    .execute()

export interface Credential {
  key_id: string
  secret: string
  installation_id: string
  store: { id: string; domain: string; url: string }
}

/** What the app's server is given when the owner opens the app. */
export async function openApp(
  market: Marketplace,
  owner: Owner,
  slug: string,
): Promise<Credential> {
  const opened = await owner.call('POST', `/app-store/app/${slug}/open`, { body: {} })
  const token = new URL(opened.body.data.url).searchParams.get('arasta-token')
  return (await call(market, 'POST', `/app-store/app/${slug}/credential`, { body: { token } })).body
    .data as Credential
}

export async function installed(
  market: Marketplace,
  owner: Owner,
  slug: string,
): Promise<Credential> {
  await install(owner, await idOf(owner, slug))
  await processRun(market)
  return openApp(market, owner, slug)
}

interface Forged {
  secret?: string
  keyId?: string
  timestamp?: number
  nonce?: string
  signedMethod?: string
  signedPath?: string
  signedBody?: string
  query?: Record<string, string>
}

/** A signed call as docs/in-app-purchase.md describes it, with the means to get it wrong. */
export async function signed(
  market: Marketplace,
  credential: Credential,
  method: string,
  path: string,
  body?: object,
  forged: Forged = {},
): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const timestamp = String(forged.timestamp ?? Math.floor(market.clock.now().getTime() / 1000))
  const nonce = forged.nonce ?? randomBytes(16).toString('base64url')
  const query = forged.query ? `?${new URLSearchParams(forged.query)}` : ''
  const lines = [
    'v1',
    forged.signedMethod ?? method,
    forged.signedPath ?? `/api/app-store/app/${path}${query}`,
    timestamp,
    nonce,
    createHash('sha256')
      .update(forged.signedBody ?? text)
      .digest('hex'),
  ]
  const signature = createHmac('sha256', forged.secret ?? credential.secret)
    .update(lines.join('\n'))
    .digest('base64url')
  return call(market, method, `/app-store/app/${path}`, {
    ...(body === undefined ? {} : { body: text }),
    ...(forged.query && { query: forged.query }),
    headers: {
      'arasta-key-id': forged.keyId ?? credential.key_id,
      'arasta-timestamp': timestamp,
      'arasta-nonce': nonce,
      'arasta-signature': `v1=${signature}`,
    },
  })
}

let requests = 0
/** What an app asks for, under a name of its own. */
export const purchaseRequest = (product: Product | string, changes: object = {}) => ({
  request_id: `request-${(requests += 1)}`,
  product_id: typeof product === 'string' ? product : product.id,
  return_url: `${APP_ORIGIN}/bought?tab=packs`,
  ...changes,
})
