import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { findStoreByExternalId, upsertStore } from '../data.ts'
import { WORDPRESS } from '../registry.ts'
import { contactOf, sealContact } from './contact.ts'
import { hasKeysOf, keepKeys } from './site-keys.ts'
import { findStoresAtDomain, renameStore, upsertWordPressSite } from './site-data.ts'
import {
  tradePassword,
  type ApplicationPassword,
  type ConnectFailure,
  type FoundSite,
} from './trade-password.ts'

export interface Connected {
  storeId: string
  contact: { name: string; email: string }
}
/**
 * It carries the identity and the very keys of a store at another address: the site has moved, or
 * is a copy of it.
 */
export interface Twin {
  twinOf: string
  found: FoundSite
}

type Needs = Pick<Services, 'db' | 'http' | 'clock' | 'sealing'>

/**
 * Connects a WordPress site: its keys, for which an application password is traded, are kept with
 * the store. From then on the site is a store that speaks the Store Connector protocol. `site` is
 * its origin, e.g. `https://shop.example`. Outside a transaction.
 */
export async function connectWordPress(
  services: Needs,
  site: string,
  given: ApplicationPassword,
  market: { origin: string; installer: string },
): Promise<Connected | Twin | { failure: ConnectFailure }> {
  const found = await tradePassword(services, site, given, market)
  if ('failure' in found) return found
  return inTransaction(services, async (trx) => {
    await lockDomain(trx, found.store.domain)
    const known = await findStoreByExternalId(trx, WORDPRESS, found.store.id)
    if (known && known.domain !== found.store.domain)
      return known.status === 'active' && (await hasKeysOf(services, trx, known.id, found))
        ? { twinOf: known.id, found }
        : { failure: 'copy' as const }
    const others = (await findStoresAtDomain(trx, found.store.domain)).filter(
      (one) => one.external_id !== found.store.id,
    )
    if (others.some((one) => one.status === 'active')) return { failure: 'taken' as const }
    // One that was disconnected is the same store again, also with a plugin that was installed
    // anew: what it bought is still its own.
    if (!known && others[0]) await renameStore(trx, others[0].id, found.store.id)
    return keepSite(services, trx, found)
  })
}

/** One change of who is at an address after the other. */
export const lockDomain = (trx: Db, domain: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`site ${domain}`}))`.execute(trx)

/** The store as the site describes itself, with its keys. */
export async function keepSite(
  { clock, sealing }: Pick<Services, 'clock' | 'sealing'>,
  trx: Db,
  found: FoundSite,
): Promise<Connected> {
  const { store, approvedBy } = found
  const storeId = await upsertStore(
    trx,
    {
      platformId: WORDPRESS,
      externalId: store.id,
      domain: store.domain,
      name: store.name,
      url: store.url,
      isOs2: store.is_os2,
      panelOrigin: null,
      platformVersion: store.platform_version,
      status: store.status,
    },
    clock.now(),
  )
  await keepKeys({ clock, sealing }, trx, storeId, found)
  await upsertWordPressSite(trx, {
    storeId,
    approvedBy,
    contactSealed: sealContact(sealing, store),
    now: clock.now(),
  })
  return { storeId, contact: contactOf(store) }
}
