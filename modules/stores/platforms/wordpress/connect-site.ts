import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { isCurrency } from '#lib/currencies.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import {
  findNewestCredential,
  findStoreByExternalId,
  findStoreById,
  succeedStore,
  upsertStore,
} from '../data.ts'
import {
  finishDisconnect,
  findStoresAtDomain,
  replaceCredential,
  upsertWordPressSite,
} from './site-data.ts'
import { z } from 'zod'
import { readJson } from '#lib/foreign/json.ts'
import { HttpFailure } from '#lib/http.ts'
import { ConnectorFailure, type StoreInfo, storeAnswer } from '../store-connector.ts'
import {
  type ConnectorAddress,
  claimCredential,
  leaveStore,
  storeConnector,
} from '../connector-protocol.ts'
import { hashSecret } from '#lib/ids.ts'
import { sameText } from '#lib/same-text.ts'
import { seal, unseal } from '#lib/sealed.ts'

export interface Connected {
  storeId: string
  contact: { name: string; email: string }
}
/**
 * The found site has the identity and keys of a store at another address: it was moved or copied.
 */
export interface Twin {
  twinOf: string
  found: FoundSite
}

type Needs = Pick<Services, 'db' | 'http' | 'clock' | 'sealing' | 'jobs'>

/**
 * Connects a WordPress site: exchanges an application password for its keys and stores them. From
 * then on the site is a store that speaks the Store Connector protocol. `site` is its origin, e.g.
 * `https://shop.example`. Outside a transaction.
 */
export async function connectWordPress(
  services: Needs,
  site: string,
  given: ApplicationPassword,
  market: { origin: string; installer: string; platformId: number },
): Promise<Connected | Twin | { failure: ConnectFailure }> {
  const found = await exchangePassword(services, site, given, market)
  if ('failure' in found) return found
  return inTransaction(services, async (trx) => {
    await lockDomain(trx, found.store.domain)
    const known = await findStoreByExternalId(trx, market.platformId, found.store.id)
    if (known && known.domain !== found.store.domain)
      return known.status === 'active' && (await hasKeysOf(services, trx, known.id, found))
        ? { twinOf: known.id, found }
        : { failure: 'copy' as const }
    const others = (await findStoresAtDomain(trx, market.platformId, found.store.domain)).filter(
      (one) => one.external_id !== found.store.id,
    )
    if (others.some((one) => one.status === 'active')) return { failure: 'taken' as const }
    const saved = await saveSite(services, trx, market.platformId, found)
    // A plugin installed anew may be that of a new owner of the domain.
    if (!known && others[0]) await succeedStore(services, trx, saved.storeId, others[0].id)
    return saved
  })
}

/** Serializes changes of who is at an address. */
export const lockDomain = (trx: Db, domain: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`site ${domain}`}))`.execute(trx)

/** Saves the store as the site describes itself, with its keys. */
export async function saveSite(
  { clock, sealing }: Pick<Services, 'clock' | 'sealing'>,
  trx: Db,
  platformId: number,
  found: FoundSite,
): Promise<Connected> {
  const { store, approvedBy } = found
  const storeId = await upsertStore(
    trx,
    {
      platform_id: platformId,
      external_id: store.id,
      domain: store.domain,
      name: store.name,
      url: store.url,
      is_os2: store.is_os2,
      currency: isCurrency(store.currency) ? store.currency : null,
      panel_origin: null,
      platform_version: store.platform_version,
      status: store.status,
    },
    clock.now(),
  )
  await replaceCredential(
    trx,
    {
      handle_hash: hashSecret(found.storeToken),
      store_id: storeId,
      key_id: found.keyId,
      secret_sealed: seal(sealing, KEYS_PURPOSE, found.secret),
      connector_url: found.baseUrl,
    },
    clock.now(),
  )
  await upsertWordPressSite(trx, {
    storeId,
    approvedBy,
    contactSealed: sealContact(sealing, store),
    now: clock.now(),
  })
  return { storeId, contact: contactOf(store) }
}

/**
 * Why a site could not be connected. `not_allowed`: the approving user may not manage it. `copy`:
 * it has the id of a site at another address, but not its keys. `taken`: another store has this
 * address or this site.
 */
const CONNECT_FAILURES = [
  'unreachable',
  'bad_password',
  'not_allowed',
  'no_plugin',
  'connected_elsewhere',
  'copy',
  'taken',
] as const
type ConnectFailure = (typeof CONNECT_FAILURES)[number]

interface ApplicationPassword {
  user: string
  password: string
}

/** A site as it answered with its own keys. */
export const foundSite = z.object({
  store: storeAnswer,
  baseUrl: z.string(),
  keyId: z.string(),
  secret: z.string(),
  storeToken: z.string(),
  approvedBy: z.string(),
})
export type FoundSite = z.output<typeof foundSite>

const connection = z.object({
  connector_url: z.url({ protocol: /^https?$/ }),
  store_id: z.string().regex(/^wp-[0-9a-f]{20}$/),
  store_token: z.string().min(20),
  client: z.object({ id: z.string().min(1), secret: z.string().min(20) }),
})
const TIMEOUT_MS = 10_000

/** Address of a REST route, which also works with plain permalinks. */
const restOf = (site: string, route: string) => `${site}/index.php?rest_route=${route}`

const FAILURES: Readonly<Record<number, ConnectFailure>> = {
  401: 'bad_password',
  403: 'not_allowed',
  404: 'no_plugin',
  409: 'connected_elsewhere',
}

/**
 * Exchanges an application password for the keys of the connector plugin, deletes the password, and
 * fetches the site's own description. `site` is its origin, e.g. `https://shop.example`; keys and
 * description must not lead elsewhere. Outside a transaction.
 */
export async function exchangePassword(
  services: Pick<Services, 'http' | 'clock'>,
  site: string,
  given: ApplicationPassword,
  market: { origin: string; installer: string },
): Promise<FoundSite | { failure: ConnectFailure }> {
  const authorization = `Basic ${Buffer.from(`${given.user}:${given.password}`).toString('base64')}`
  const ask: Ask = async (method, route, body) => {
    const { status, body: bytes } = await services.http.request(restOf(site, route), {
      method,
      timeoutMs: TIMEOUT_MS,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status, json: readJson(bytes) }
  }
  try {
    const answer = await ask('POST', '/arasta/v1/connection', {
      market: market.origin,
      installer: market.installer,
    })
    if (answer.status !== 401) await deletePassword(ask)
    const keys = connection.safeParse(answer.json)
    if (answer.status !== 200 || !keys.success)
      return { failure: FAILURES[answer.status] ?? 'unreachable' }
    const { connector_url: baseUrl, client, store_token: storeToken } = keys.data
    if (new URL(baseUrl).origin !== site) return { failure: 'no_plugin' }
    const {
      key_id: keyId,
      secret,
      store_id: storeId,
    } = await claimCredential(
      services.http,
      services.clock,
      { baseUrl, keyId: client.id, secret: client.secret },
      storeToken,
    )
    const store = await storeConnector(
      services.http,
      services.clock,
      { baseUrl, keyId, secret },
      storeId,
    ).getStore()
    if (new URL(store.url).origin !== site || store.domain !== new URL(site).host)
      return { failure: 'no_plugin' }
    return { store, baseUrl, keyId, secret, storeToken, approvedBy: given.user }
  } catch (error) {
    if (error instanceof HttpFailure || error instanceof ConnectorFailure)
      return { failure: 'unreachable' }
    throw error
  }
}

type Ask = (
  method: string,
  route: string,
  body?: object,
) => Promise<{ status: number; json: unknown }>

/**
 * Deletes the application password, which is no longer needed. If that fails, the owner still sees
 * it in their profile.
 */
async function deletePassword(ask: Ask): Promise<void> {
  try {
    const own = z
      .object({ uuid: z.uuid() })
      .safeParse((await ask('GET', '/wp/v2/users/me/application-passwords/introspect')).json)
    if (own.success) await ask('DELETE', `/wp/v2/users/me/application-passwords/${own.data.uuid}`)
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
  }
}

const KEYS_PURPOSE = 'store-credential'

/** The address of a site's connector with its current key; null when it has none. */
export async function keysOf(
  { sealing }: Pick<Services, 'sealing'>,
  db: Db,
  storeId: string,
): Promise<ConnectorAddress | null> {
  const credential = await findNewestCredential(db, storeId)
  if (!credential?.connector_url) return null
  return {
    baseUrl: credential.connector_url,
    keyId: credential.key_id,
    secret: unseal(sealing, KEYS_PURPOSE, credential.secret_sealed),
  }
}

/**
 * Whether the found site has the keys of that store: it is that site, or a copy of its database.
 */
export async function hasKeysOf(
  services: Pick<Services, 'sealing'>,
  db: Db,
  storeId: string,
  found: Pick<FoundSite, 'keyId' | 'secret'>,
): Promise<boolean> {
  const keys = await keysOf(services, db, storeId)
  return keys !== null && keys.keyId === found.keyId && sameText(found.secret, keys.secret)
}

const CONTACT_PURPOSE = 'wordpress-contact'

export interface Contact {
  name: string
  email: string
}

/** A site's contact: its administration e-mail address. */
const contactOf = (store: StoreInfo): Contact => ({
  name: store.contact_name ?? store.name,
  email: store.contact_email ?? '',
})

export const sealContact = (sealing: Services['sealing'], store: StoreInfo): string | null =>
  store.contact_email ? seal(sealing, CONTACT_PURPOSE, JSON.stringify(contactOf(store))) : null

export const unsealContact = (
  sealing: Services['sealing'],
  sealed: string | null,
): Contact | null =>
  sealed === null ? null : (JSON.parse(unseal(sealing, CONTACT_PURPOSE, sealed)) as Contact)

/**
 * The end of a disconnected site: the plugin forgets its keys, then they are revoked here.
 * `patient`: throws while the site does not answer, so that it is tried again; otherwise the keys
 * are revoked anyway.
 */
export async function returnSiteKeys(
  services: Pick<Services, 'db' | 'http' | 'clock' | 'sealing'>,
  storeId: string,
  patient: boolean,
): Promise<void> {
  const { db, http, clock, sealing } = services
  const [store, address] = [
    await findStoreById(db, storeId),
    await keysOf({ sealing }, db, storeId),
  ]
  if (store && address) {
    try {
      await leaveStore(http, clock, address, store.external_id)
    } catch (error) {
      // A plugin that no longer knows these keys has nothing to return.
      if (!(error instanceof ConnectorFailure) || (patient && error.kind === 'temporary'))
        throw error
    }
  }
  await inTransaction(services, (trx) => finishDisconnect(trx, storeId, clock.now()))
}
