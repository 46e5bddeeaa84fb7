import { z } from 'zod'
import { hashSecret } from '#lib/ids.ts'
import { HttpFailure } from '#lib/http.ts'
import { seal } from '#lib/sealed.ts'
import type { Services } from '../../ctx.ts'
import { claimCredential, storeConnector } from '../connector-protocol.ts'
import { findStoreByExternalId, insertCredential, upsertStore } from '../data.ts'
import { ConnectorFailure } from '../store-connector.ts'

/** The platform whose stores are WordPress sites, with WooCommerce or without. */
export const WORDPRESS = 2

/** Why a site could not be connected. `no_connector`: the plugin is not there, or the password is not one of somebody who may. */
export type WordPressFailure = 'unreachable' | 'no_wordpress' | 'bad_password' | 'no_connector' | 'connected_elsewhere'

export interface ApplicationPassword { user: string; password: string }

type Needs = Pick<Services, 'db' | 'http' | 'clock' | 'sealing'>

const index = z.object({ namespaces: z.array(z.string()) })
const connection = z.object({
  connector_url: z.url({ protocol: /^https?$/ }), store_id: z.string().regex(/^wp-[0-9a-f]{20}$/), store_token: z.string().min(20),
  client: z.object({ id: z.string().min(1), secret: z.string().min(20) }),
})
const TIMEOUT_MS = 10_000

/** The REST interface's address, which works with plain permalinks too. */
const restOf = (site: string, route: string) => `${site.replace(/\/$/, '')}/index.php?rest_route=${route}`

function failureOf(status: number): WordPressFailure {
  if (status === 401) return 'bad_password'
  return status === 409 ? 'connected_elsewhere' : 'no_connector'
}

/**
 * Connects a WordPress site: trades an application password for the keys of the connector plugin, keeps the store with them, and gives the password back. From then
 * on the site is a store that speaks the Store Connector protocol. `site` is its address, e.g. `https://shop.example`. Outside a transaction.
 */
export async function connectWordPress(services: Needs, site: string, given: ApplicationPassword, market: { origin: string; installer: string }):
Promise<{ storeId: string } | { failure: WordPressFailure }> {
  const authorization = `Basic ${Buffer.from(`${given.user}:${given.password}`).toString('base64')}`
  const ask = async (method: string, route: string, body?: object) => {
    const { status, body: bytes } = await services.http.request(restOf(site, route), {
      method, timeoutMs: TIMEOUT_MS, headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }, ...(body && { body: JSON.stringify(body) }),
    })
    return { status, json: parse(bytes) }
  }
  try {
    const found = index.safeParse((await ask('GET', '/')).json)
    if (!found.success) return { failure: 'no_wordpress' }
    if (!found.data.namespaces.includes('arasta/v1')) return { failure: 'no_connector' }
    const answer = await ask('POST', '/arasta/v1/connection', { market: market.origin, installer: market.installer })
    const keys = connection.safeParse(answer.json)
    if (answer.status !== 200 || !keys.success) return { failure: failureOf(answer.status) }
    // The password has led to the address; what it says of itself may not lead elsewhere.
    if (new URL(keys.data.connector_url).origin !== new URL(site).origin) return { failure: 'no_connector' }
    const kept = await keepSite(services, site, keys.data)
    if ('storeId' in kept) await giveBack(ask)
    return kept
  } catch (error) {
    if (error instanceof HttpFailure || error instanceof ConnectorFailure) return { failure: 'unreachable' }
    throw error
  }
}

/** What the site says of itself counts as far as it is about itself: neither the address nor the id of another store makes it that one. */
async function keepSite(services: Needs, site: string, { connector_url: baseUrl, client, store_token: storeToken }: z.output<typeof connection>): Promise<{ storeId: string } | { failure: WordPressFailure }> {
  const { db, http, clock, sealing } = services
  const claimed = await claimCredential(http, clock, { baseUrl, keyId: client.id, secret: client.secret }, storeToken)
  const store = await storeConnector(http, clock, { baseUrl, keyId: claimed.key_id, secret: claimed.secret }, claimed.store_id).getStore()
  if (new URL(store.url).origin !== new URL(site).origin || store.domain !== new URL(site).host) return { failure: 'no_connector' }
  return db.transaction().execute(async trx => {
    const known = await findStoreByExternalId(trx, WORDPRESS, store.id)
    if (known && known.domain !== store.domain) return { failure: 'connected_elsewhere' as const }
    const storeId = await upsertStore(trx, {
      platformId: WORDPRESS, externalId: store.id, domain: store.domain, name: store.name, url: store.url, isOs2: store.is_os2, panelOrigin: null,
      platformVersion: store.platform_version, status: store.status,
    }, clock.now())
    await insertCredential(trx, {
      handleHash: hashSecret(storeToken), storeId, keyId: claimed.key_id, secretSealed: seal(sealing, 'store-credential', claimed.secret), connectorUrl: baseUrl,
    }, clock.now())
    return { storeId }
  })
}

/** The password is not needed any more. Where it cannot be given back, the owner sees it in their profile and can take it away. */
async function giveBack(ask: (method: string, route: string) => Promise<{ json: unknown }>): Promise<void> {
  const own = z.object({ uuid: z.string() }).safeParse((await ask('GET', '/wp/v2/users/me/application-passwords/introspect')).json)
  if (own.success) await ask('DELETE', `/wp/v2/users/me/application-passwords/${own.data.uuid}`)
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
