import type { Db } from '#db/client.ts'
import type { HttpClient } from '#lib/http.ts'
import { hashSecret } from '#lib/ids.ts'
import { refuse as refuseCommonly } from '#lib/refusal.ts'
import { seal, unseal } from '#lib/sealed.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import { refuse } from '../errors.ts'
import { claimCredential, type ConnectorAddress, storeConnector } from './connector-protocol.ts'
import {
  findCredentialByHandle,
  findPlatform,
  findPlatformKey,
  findPlatformPlan,
  findStoreByExternalId,
  findStoreById,
  findConnection,
  findStoresByHost,
  insertCredential,
  type PlatformRow,
  setStoreStatus,
  succeedStore,
  upsertStore,
} from './data.ts'
import { loaderConnector, type LoaderNeeds } from './loader/loader-connector.ts'
import type { Entry } from './seeds.ts'
import { ConnectorFailure, type StoreConnector } from './store-connector.ts'
import { findWordPressRecord, abandonedConnector } from './wordpress/unreachable.ts'

export { listEndingKeys } from './operator-platforms.ts'
export { panelOriginOf } from './panel-host.ts'
export { probeSite } from './site-notice.ts'
export { findLogo, findPlatformFace, listStoresByOrigin, type PlatformRow } from './data.ts'
export { drawLogo, logoPath } from './logo.ts'
export {
  DEMO_PLATFORM,
  findSeed,
  listSeeds,
  type PlatformSeed,
  SEEDS,
  type Entry,
} from './seeds.ts'
export { ConnectorFailure } from './store-connector.ts'
export { isOwnerTicket } from './loader/sites.ts'
export { pageRule, type PageRule } from './site-contract.ts'
export { releasedFile, scriptTag } from './loader/released.ts'
export { addPageRule } from './loader/own-site.ts'
export { checkSiteProofs } from './loader/site-proof.ts'
export { findProof, presentProof } from './loader/site-proof.ts'
export {
  findSiteByKey,
  isPackageOnSite,
  listLayers,
  recordSeen,
  recordTrouble,
} from './loader/site-data.ts'
export {
  closeSite,
  findSite,
  isOriginOf,
  newSiteToken,
  openSite,
  signForSite,
  type ProofKind,
} from './loader/sites.ts'
export { connectWordPress } from './wordpress/connect-site.ts'
export { unsealContact } from './wordpress/connect-site.ts'
export { detachCopy, revokeFormerSite } from './wordpress/move-site.ts'
export { listDueMoves, recordMoveChecked, claimDueMove } from './wordpress/move-site.ts'
export { moveWordPressSite, whyNotFree, type Moved } from './wordpress/move-site.ts'
export { recheckUnreachableSites } from './wordpress/own-site.ts'
export { abandonedConnector }
export {
  findWordPressRecord,
  abandonWordPressSite,
  abandonableFrom,
  canAbandon,
  UNREACHABLE_FAILURES,
} from './wordpress/unreachable.ts'
export { isPluginSupported, MIN_COPY_VERSION } from './wordpress/inspect-site.ts'
export { hasKeysOf } from './wordpress/connect-site.ts'
export { foundSite, exchangePassword, type FoundSite } from './wordpress/connect-site.ts'
export { inspectWordPress, SITE_PROBLEMS } from './wordpress/inspect-site.ts'
export { returnSiteKeys } from './wordpress/connect-site.ts'
export {
  startDisconnect,
  findDisconnecting,
  findWordPressSite,
  listDisconnecting,
} from './wordpress/site-data.ts'
export type {
  Effect,
  PackageOffer,
  ShopPreview,
  StoreConnector,
  StoreState,
} from './store-connector.ts'
export {
  deletePlatformPlan,
  findHomePlatform,
  findPlatformName,
  findPlatformPrices,
  findStoreCurrency,
  isDefaultCurrency,
  insertPlatformKey,
  listPlatformNames,
  insertPlatform,
  insertPlatformHost,
  listPlatformHosts,
  updatePlatform,
  writePlatformPlan,
} from './data.ts'
export {
  findPlatformKey,
  findPlatformPlan,
  findStoreByExternalId,
  setStoreStatus,
  succeedStore,
  upsertStore,
}

type Needs = Pick<
  Services,
  'db' | 'http' | 'trustedHttp' | 'connectorOrigins' | 'clock' | 'sealing' | 'cache'
>
/** What a connector needs, whatever the platform of its store. */
export type ConnectorServices = Needs & LoaderNeeds

const PURPOSE = 'store-credential'
const CLIENT_PURPOSE = 'connector-client'

/**
 * The platform's row. Throws `platform.not_found` for an unknown id (D26); unknown ids are not
 * cached, because callers choose them.
 */
export const requirePlatform = (
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  id: number,
): Promise<PlatformRow> =>
  cache.getOrLoad(`platform:${id}`, [`platform:${id}`], async () => {
    const row = await findPlatform(db, id)
    if (!row) throw refuseCommonly('platform.not_found')
    return row
  })

/** The name shown to readers; "any site" has a translated one. */
export const platformName = (
  { t }: Pick<Ctx, 't'>,
  { key, name }: Pick<PlatformRow, 'key' | 'name'>,
): string => (key === 'any-site' ? t('enter.platform.any_site') : name)

/** Refuses where stores of the request's platform do not sign in this way. */
export async function requireEntry(ctx: Ctx, entry: Entry): Promise<void> {
  if ((await requirePlatform(ctx, ctx.platformId)).entry !== entry) throw refuse('site.not_here')
}

/** How the market calls a platform's connector; null while something of it is missing. */
export function unsealClient(
  services: Pick<Services, 'sealing'>,
  platform: PlatformRow,
): ConnectorAddress | null {
  if (!platform.connector_url || !platform.connector_key_id || !platform.connector_secret_sealed)
    return null
  return {
    baseUrl: platform.connector_url,
    keyId: platform.connector_key_id,
    secret: unseal(services.sealing, CLIENT_PURPOSE, platform.connector_secret_sealed),
  }
}

export const sealClientSecret = (sealing: Services['sealing'], secret: string) =>
  seal(sealing, CLIENT_PURPOSE, secret)

/**
 * The store that a store token names: from our table, or by exchanging it at the platform. Call
 * `saveCredential` once the store's row exists. Null when the platform does not know the token.
 */
export async function resolveStoreToken(
  services: Needs,
  platform: PlatformRow,
  storeToken: string,
): Promise<{
  externalId: string
  connector: StoreConnector
  saveCredential: (storeId: string, db?: Db) => Promise<void>
} | null> {
  const handleHash = hashSecret(storeToken)
  const known = await findCredentialByHandle(services.db, handleHash)
  if (known) {
    const store = await findStoreById(services.db, known.store_id)
    // Stores of two platforms may have the same id.
    if (store?.platform_id !== platform.id) return null
    return {
      externalId: store.external_id,
      connector: connectorWith(services, platform, known, store.external_id),
      saveCredential: async () => {},
    }
  }
  const client = unsealClient(services, platform)
  if (!client) return null
  try {
    const http = connectorHttp(services, client.baseUrl)
    const claimed = await claimCredential(http, services.clock, client, storeToken)
    const address = { baseUrl: client.baseUrl, keyId: claimed.key_id, secret: claimed.secret }
    return {
      externalId: claimed.store_id,
      connector: storeConnector(http, services.clock, address, claimed.store_id),
      saveCredential: async (storeId, db = services.db) => {
        await insertCredential(
          db,
          {
            handle_hash: handleHash,
            store_id: storeId,
            key_id: claimed.key_id,
            secret_sealed: seal(services.sealing, PURPOSE, claimed.secret),
          },
          services.clock.now(),
        )
      },
    }
  } catch (error) {
    if (error instanceof ConnectorFailure && error.kind === 'refused') return null
    if (error instanceof ConnectorFailure)
      throw refuse(error.kind === 'closed' ? 'session.store_closed' : 'platform.unavailable')
    throw error
  }
}

/**
 * The open store at `host[:port]` (as `readShopAddress` returns it); null when there is none or
 * several match. Without a port, a store on another port matches if it is the only one.
 */
export async function findStoreByHost(
  { db }: Pick<Services, 'db'>,
  platformId: number,
  address: string,
): Promise<{ id: string } | null> {
  const [host = '', port = ''] = address.split(':')
  const found = (await findStoresByHost(db, platformId, host)).filter(
    (store) => store.status === 'active',
  )
  const portOf = (store: { domain: string }) => store.domain.split(':')[1] ?? ''
  const same = found.filter((store) => portOf(store) === port)
  const [store, another] = same.length > 0 || port !== '' ? same : found
  return store && !another ? { id: store.id } : null
}

/** Whether the platform has the store open, and its contact; fetched now. */
export async function fetchContact(
  services: ConnectorServices,
  storeId: string,
): Promise<{ isOpen: boolean; contact: { name: string; email: string } | null }> {
  const { status, name, contact_name, contact_email } = await (
    await connectorOf(services, storeId)
  ).getStore()
  return {
    isOpen: status === 'active',
    contact: contact_email ? { name: contact_name ?? name, email: contact_email } : null,
  }
}

/** The connector of a store that has a credential. */
export async function connectorOf(
  services: ConnectorServices,
  storeId: string,
): Promise<StoreConnector> {
  const store = await findConnection(services.db, storeId)
  if (!store) throw refuse('platform.unavailable')
  // No credential needed: the layers are stored here, and effects must be removable after the key
  // was revoked.
  if (store.entry === 'site') return loaderConnector(services, store)
  if (
    store.entry === 'wordpress' &&
    (await findWordPressRecord(services.db, storeId))?.forgotten_at
  )
    return abandonedConnector
  if (!store.credential) throw refuse('platform.unavailable')
  return connectorWith(services, store, store.credential, store.external_id)
}

/**
 * A connector may be in a private network only where the market was started with its address
 * (`CONNECTOR_ORIGINS`): operators of the console and owners of sites name public ones.
 */
export const connectorHttp = (
  { http, trustedHttp, connectorOrigins }: Pick<Needs, 'http' | 'trustedHttp' | 'connectorOrigins'>,
  url: string,
): HttpClient => (connectorOrigins.includes(URL.parse(url)?.origin ?? '') ? trustedHttp : http)

/** The connector for a stored credential. */
function connectorWith(
  services: Needs,
  platform: Pick<PlatformRow, 'connector_url'>,
  credential: { key_id: string; secret_sealed: string; connector_url: string | null },
  externalId: string,
): StoreConnector {
  const address = {
    baseUrl: credential.connector_url ?? platform.connector_url ?? '',
    keyId: credential.key_id,
    secret: unseal(services.sealing, PURPOSE, credential.secret_sealed),
  }
  // The owner of a site names no trusted address.
  const http =
    credential.connector_url === null ? connectorHttp(services, address.baseUrl) : services.http
  return storeConnector(http, services.clock, address, externalId)
}

/** The store that the platform offers for public previews; null where it has none. */
export const demonstrationConnector = (services: Needs, platform: PlatformRow) =>
  platformStoreConnector(services, platform, platform.demonstration_store)

/** The store that the platform offers for test installs; null where it has none. */
export const scratchConnector = (services: Needs, platform: PlatformRow) =>
  platformStoreConnector(services, platform, platform.scratch_store)

/** A store of the platform, reached with our client key. */
function platformStoreConnector(
  services: Needs,
  platform: PlatformRow,
  externalId: string | null,
): StoreConnector | null {
  const address = unsealClient(services, platform)
  return address && externalId !== null
    ? storeConnector(connectorHttp(services, address.baseUrl), services.clock, address, externalId)
    : null
}

/** Platforms with a store for test installs. */
export const listScratchPlatforms = (db: Services['db']): Promise<PlatformRow[]> =>
  db
    .selectFrom('platforms')
    .selectAll()
    .where('scratch_store', 'is not', null)
    .orderBy('id')
    .execute()

/** Calls the platform; no answer becomes a 503, a closed store a 410 (D19). */
export async function callPlatform<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error
    throw error.kind === 'closed'
      ? refuse('session.store_closed')
      : refuse('platform.unavailable', { retryAfter: error.retryAfter ?? 5 })
  }
}
