import { sql } from 'kysely'
import { z } from 'zod'
import { hashSecret } from '#lib/ids.ts'
import { HttpFailure } from '#lib/http.ts'
import { seal } from '#lib/sealed.ts'
import { inTransaction, type Services } from '../../ctx.ts'
import { claimCredential, storeConnector } from '../connector-protocol.ts'
import { findStoreByExternalId, upsertStore } from '../data.ts'
import { WORDPRESS } from '../registry.ts'
import { ConnectorFailure } from '../store-connector.ts'
import { parseJson } from './look-at-site.ts'
import { findStoresAtDomain, keepOnlyCredential, renameStore, upsertWordPressSite } from './site-data.ts'

/**
 * Why a site could not be connected. `not_allowed`: whoever approved may not manage it. `copy`: it carries the id of a site at another address.
 * `taken`: another store has this address.
 */
export const CONNECT_FAILURES = ['unreachable', 'bad_password', 'not_allowed', 'no_plugin', 'connected_elsewhere', 'copy', 'taken'] as const
export type ConnectFailure = (typeof CONNECT_FAILURES)[number]

export interface ApplicationPassword { user: string; password: string }
interface Connected { storeId: string; contact: { name: string; email: string } }

type Needs = Pick<Services, 'db' | 'http' | 'clock' | 'sealing'>

const connection = z.object({
  connector_url: z.url({ protocol: /^https?$/ }), store_id: z.string().regex(/^wp-[0-9a-f]{20}$/), store_token: z.string().min(20),
  client: z.object({ id: z.string().min(1), secret: z.string().min(20) }),
})
const TIMEOUT_MS = 10_000

/** The REST interface's address, which works with plain permalinks too. */
const restOf = (site: string, route: string) => `${site}/index.php?rest_route=${route}`

const FAILURES: Readonly<Record<number, ConnectFailure>> = { 401: 'bad_password', 403: 'not_allowed', 404: 'no_plugin', 409: 'connected_elsewhere' }

/**
 * Connects a WordPress site: trades an application password for the keys of the connector plugin, keeps the store with them, and gives the password back. From then
 * on the site is a store that speaks the Store Connector protocol. `site` is its origin, e.g. `https://shop.example`. Outside a transaction.
 */
export async function connectWordPress(services: Needs, site: string, given: ApplicationPassword, market: { origin: string; installer: string }): Promise<Connected | { failure: ConnectFailure }> {
  const authorization = `Basic ${Buffer.from(`${given.user}:${given.password}`).toString('base64')}`
  const ask: Ask = async (method, route, body) => {
    const { status, body: bytes } = await services.http.request(restOf(site, route), {
      method, timeoutMs: TIMEOUT_MS, headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }, ...(body && { body: JSON.stringify(body) }),
    })
    return { status, json: parseJson(bytes) }
  }
  try {
    const answer = await ask('POST', '/arasta/v1/connection', { market: market.origin, installer: market.installer })
    if (answer.status !== 401) await giveBack(ask)
    const keys = connection.safeParse(answer.json)
    if (answer.status !== 200 || !keys.success) return { failure: FAILURES[answer.status] ?? 'unreachable' }
    // The password has led to the address; what it says of itself may not lead elsewhere.
    if (new URL(keys.data.connector_url).origin !== site) return { failure: 'no_plugin' }
    return await keepSite(services, site, keys.data, given.user)
  } catch (error) {
    if (error instanceof HttpFailure || error instanceof ConnectorFailure) return { failure: 'unreachable' }
    throw error
  }
}

/** What the site says of itself counts as far as it is about itself: neither the address nor the id of another store makes it that one. */
async function keepSite(services: Needs, site: string, { connector_url: baseUrl, client, store_token: storeToken }: z.output<typeof connection>, approvedBy: string): Promise<Connected | { failure: ConnectFailure }> {
  const { http, clock, sealing } = services
  const claimed = await claimCredential(http, clock, { baseUrl, keyId: client.id, secret: client.secret }, storeToken)
  const store = await storeConnector(http, clock, { baseUrl, keyId: claimed.key_id, secret: claimed.secret }, claimed.store_id).getStore()
  if (new URL(store.url).origin !== site || store.domain !== new URL(site).host) return { failure: 'no_plugin' }
  return inTransaction(services, async trx => {
    await sql`select pg_advisory_xact_lock(hashtext(${`site ${store.domain}`}))`.execute(trx)
    const known = await findStoreByExternalId(trx, WORDPRESS, store.id)
    if (known && known.domain !== store.domain) return { failure: 'copy' as const }
    const others = (await findStoresAtDomain(trx, store.domain)).filter(one => one.external_id !== store.id)
    if (others.some(one => one.status === 'active')) return { failure: 'taken' as const }
    // One that was disconnected is the same store again, also with a plugin that was installed anew: what it bought is still its own.
    if (!known && others[0]) await renameStore(trx, others[0].id, store.id)
    const storeId = await upsertStore(trx, {
      platformId: WORDPRESS, externalId: store.id, domain: store.domain, name: store.name, url: store.url, isOs2: store.is_os2, panelOrigin: null,
      platformVersion: store.platform_version, status: store.status,
    }, clock.now())
    const secretSealed = seal(sealing, 'store-credential', claimed.secret)
    await keepOnlyCredential(trx, { handleHash: hashSecret(storeToken), storeId, keyId: claimed.key_id, secretSealed, connectorUrl: baseUrl }, clock.now())
    await upsertWordPressSite(trx, { storeId, approvedBy, now: clock.now() })
    return { storeId, contact: { name: store.contact_name ?? store.name, email: store.contact_email ?? '' } }
  })
}

type Ask = (method: string, route: string, body?: object) => Promise<{ status: number; json: unknown }>

/** The password is not needed any more. Where it cannot be given back, the owner sees it in their profile and can take it away. */
async function giveBack(ask: Ask): Promise<void> {
  try {
    const own = z.object({ uuid: z.uuid() }).safeParse((await ask('GET', '/wp/v2/users/me/application-passwords/introspect')).json)
    if (own.success) await ask('DELETE', `/wp/v2/users/me/application-passwords/${own.data.uuid}`)
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
  }
}
