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
  findNewestCredential,
  findPlatform,
  findPlatformKey,
  findPlatformPlan,
  findStoreByExternalId,
  findStoreById,
  findStoresByHost,
  insertCredential,
  type PlatformRow,
  setStoreStatus,
  upsertStore,
} from './data.ts'
import { loaderConnector, type LoaderNeeds } from './loader/loader-connector.ts'
import { ANY_SITE, WORDPRESS } from './registry.ts'
import { ConnectorFailure, type StoreConnector } from './store-connector.ts'
import { findAnySite, forgottenConnector } from './wordpress/silence.ts'

export { panelOriginOf } from './panel-host.ts'
export { probeSite } from './probe-site.ts'
export { drawLogo, findKnownPlatform, listKnownPlatforms, logoPath, PLATFORMS } from './registry.ts'
export { ConnectorFailure } from './store-connector.ts'
export { ANY_SITE } from './registry.ts'
export { isOwnerTicket } from './loader/owner-ticket.ts'
export { pageRule, type PageRule } from './loader/page-rules.ts'
export { releasedFile, scriptTag } from './loader/released.ts'
export { addPageRule } from './loader/rules-of-site.ts'
export { checkSiteProofs } from './loader/check-proofs.ts'
export { findProof, presentProof } from './loader/find-proof.ts'
export {
  findSiteByKey,
  isPackageOnSite,
  listLayers,
  noteSeen,
  noteTrouble,
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
export { WORDPRESS }
export { connectWordPress } from './wordpress/connect-site.ts'
export { unsealContact } from './wordpress/contact.ts'
export { giveUpCopy, letFormerGo } from './wordpress/let-go.ts'
export { listDueMoves, noteChecked, takeDueMove } from './wordpress/move-data.ts'
export { moveWordPressSite, whyNotFree, type Moved } from './wordpress/move-site.ts'
export { lookAtSilentSites } from './wordpress/own-site.ts'
export { forgottenConnector }
export {
  findAnySite,
  forgetSite,
  forgettableFrom,
  mayForget,
  SILENCES,
} from './wordpress/silence.ts'
export { isPluginGoodEnough, KNOWS_COPIES } from './wordpress/plugin.ts'
export { hasKeysOf } from './wordpress/site-keys.ts'
export { foundSite, tradePassword, type FoundSite } from './wordpress/trade-password.ts'
export { lookAtWordPress, SITE_PROBLEMS } from './wordpress/look-at-site.ts'
export { giveKeysBack } from './wordpress/give-keys-back.ts'
export { beginLeaving, findLeaving, findWordPressSite, listLeaving } from './wordpress/site-data.ts'
export type {
  Effect,
  PackageOffer,
  ShopPreview,
  StoreConnector,
  StoreState,
} from './store-connector.ts'
export {
  deletePlatformPlan,
  findPlatformName,
  insertPlatformKey,
  listPlatformNames,
  upsertPlatform,
  writePlatformPlan,
} from './data.ts'
export { findPlatformKey, findPlatformPlan, findStoreByExternalId, setStoreStatus, upsertStore }

type Needs = Pick<Services, 'db' | 'http' | 'trustedHttp' | 'clock' | 'sealing' | 'cache'>
/** Of whatever platform the store is. */
type StoreNeeds = Needs & LoaderNeeds

const PURPOSE = 'store-credential'
const CLIENT_PURPOSE = 'connector-client'

/**
 * The platform's row. Throws `platform.not_found` for an id that has none (D26); such an id is not
 * remembered, for callers choose it.
 */
export const requirePlatform = (
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  id: number,
): Promise<PlatformRow> =>
  cache.recall(`platform:${id}`, [`platform:${id}`], async () => {
    const row = await findPlatform(db, id)
    if (!row) throw refuseCommonly('platform.not_found')
    return row
  })

/** What readers call it: every platform has a name of its own, but for sites of nobody's. */
export const platformName = (
  { t }: Pick<Ctx, 't'>,
  { id, name }: Pick<PlatformRow, 'id' | 'name'>,
): string => (id === ANY_SITE ? t('enter.platform.any_site') : name)

/**
 * The platform's connector stands in our settings; a site of its own was named by its owner, and
 * gets the client for foreign addresses.
 */
const httpOf = ({ http, trustedHttp }: Needs, ownUrl: string | null): HttpClient =>
  ownUrl === null ? trustedHttp : http

/**
 * Whether this market runs for that platform: nobody begins anything on one that it does not know.
 */
export const isConfigured = async (
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  id: number,
): Promise<boolean> =>
  (await cache.recall(`platform:${id}`, [`platform:${id}`], () => findPlatform(db, id))) !==
  undefined

function clientAddress(services: Needs, platform: PlatformRow): ConnectorAddress | null {
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
 * The store that a store token names: from our table, else by trading it at the platform. The
 * credential is kept once the store's row exists (`keep`). Null when the platform does not know the
 * token.
 */
export async function resolveStoreToken(
  services: Needs,
  platform: PlatformRow,
  storeToken: string,
): Promise<{
  externalId: string
  connector: StoreConnector
  keep: (storeId: string, db?: Db) => Promise<void>
} | null> {
  const handleHash = hashSecret(storeToken)
  const known = await findCredentialByHandle(services.db, handleHash)
  if (known) {
    const store = await findStoreById(services.db, known.store_id)
    if (!store) return null
    const address = {
      baseUrl: known.connector_url ?? platform.connector_url ?? '',
      keyId: known.key_id,
      secret: unseal(services.sealing, PURPOSE, known.secret_sealed),
    }
    return {
      externalId: store.external_id,
      connector: storeConnector(
        httpOf(services, known.connector_url),
        services.clock,
        address,
        store.external_id,
      ),
      keep: async () => {},
    }
  }
  const client = clientAddress(services, platform)
  if (!client) return null
  try {
    const claimed = await claimCredential(services.trustedHttp, services.clock, client, storeToken)
    const address = { baseUrl: client.baseUrl, keyId: claimed.key_id, secret: claimed.secret }
    const secretSealed = seal(services.sealing, PURPOSE, claimed.secret)
    return {
      externalId: claimed.store_id,
      connector: storeConnector(services.trustedHttp, services.clock, address, claimed.store_id),
      keep: async (storeId, db = services.db) => {
        await insertCredential(
          db,
          { handleHash, storeId, keyId: claimed.key_id, secretSealed },
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
 * The open store at `host[:port]` (as `readShopAddress` gives it); null when there is none, or when
 * more than one could be meant: without a port a store on a port of its own is found too, if it is
 * the only one.
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

/** Whether the platform has the store open, and whom it names as its contact; asked now. */
export async function askContact(
  services: StoreNeeds,
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

/** The connector of a store we have a credential for. */
export async function connectorOf(services: StoreNeeds, storeId: string): Promise<StoreConnector> {
  const store = await findStoreById(services.db, storeId)
  if (!store) throw refuse('platform.unavailable')
  const platform = await requirePlatform(services, store.platform_id)
  // Nothing is asked there, and what is to be taken off must be so after its key was revoked, too.
  if (platform.adapter === 'loader') return loaderConnector(services, store)
  if (platform.id === WORDPRESS && (await findAnySite(services.db, storeId))?.forgotten_at)
    return forgottenConnector
  const credential = await findNewestCredential(services.db, storeId)
  if (!credential) throw refuse('platform.unavailable')
  const address = {
    baseUrl: credential.connector_url ?? platform.connector_url ?? '',
    keyId: credential.key_id,
    secret: unseal(services.sealing, PURPOSE, credential.secret_sealed),
  }
  return storeConnector(
    httpOf(services, credential.connector_url),
    services.clock,
    address,
    store.external_id,
  )
}

/**
 * The store on which the platform lets us show an item to anybody, seen with our own key; null
 * where there is none.
 */
export function demonstrationConnector(
  services: Needs,
  platform: PlatformRow,
): StoreConnector | null {
  const address = clientAddress(services, platform)
  return address && platform.demonstration_store !== null
    ? storeConnector(services.trustedHttp, services.clock, address, platform.demonstration_store)
    : null
}

/**
 * The store that a platform keeps for trying items out, with our own key; null where there is none.
 */
export function scratchConnector(services: Needs, platform: PlatformRow): StoreConnector | null {
  const address = clientAddress(services, platform)
  return address && platform.scratch_store !== null
    ? storeConnector(services.trustedHttp, services.clock, address, platform.scratch_store)
    : null
}

/** Platforms that have such a store. */
export const listScratchPlatforms = (db: Services['db']): Promise<PlatformRow[]> =>
  db
    .selectFrom('platforms')
    .selectAll()
    .where('scratch_store', 'is not', null)
    .orderBy('id')
    .execute()

/** Asks the platform; its silence is an honest 503, a closed store 410 (D19). */
export async function askPlatform<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error
    throw error.kind === 'closed'
      ? refuse('session.store_closed')
      : refuse('platform.unavailable', { retryAfter: error.retryAfter ?? 5 })
  }
}
