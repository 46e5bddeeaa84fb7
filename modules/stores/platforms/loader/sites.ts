import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { hashSecret, newId, newSecret, randomCode } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import { seal, unseal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import { findNewestCredential, findStoreById, insertCredential, upsertStore } from '../data.ts'
import { CONTACT_PURPOSE, LOADER_PLATFORM_VERSION } from './loader-connector.ts'
import { type SiteRow, findSiteOfStore, lockSite } from './site-data.ts'
import { sameText } from '#lib/same-text.ts'

/** A site's key is sealed like any store credential. */
const KEY_PURPOSE = 'store-credential'

export type ProofKind = 'dns' | 'file' | 'meta'

export interface NewSite {
  platformId: number
  /** `host[:port]`, as `readShopAddress` gives it. */
  domain: string
  url: string
  contact: { name: string; email: string }
  locale: Locale
  proof: { kind: ProofKind; token: string }
}

type Opening = Pick<Services, 'clock' | 'sealing'>

/**
 * Creates the store of a proved site, with a key pair: the public key goes into its script tag, the
 * private one signs what its pages load. A site that was connected before by the same mailbox is
 * the same store again. For another one it is a new store, which gets the purchases only: the
 * domain may have a new owner.
 */
export async function openSite(
  { clock, sealing }: Opening,
  trx: Db,
  { platformId, domain, url, contact, locale, proof }: NewSite,
): Promise<{ storeId: string; formerId: string | null }> {
  const now = clock.now()
  const formers = await trx
    .selectFrom('stores')
    .innerJoin('sites', 'sites.store_id', 'stores.id')
    .select(['stores.id', 'external_id', 'contact_sealed'])
    .where('platform_id', '=', platformId)
    .where('domain', '=', domain)
    .orderBy('checked_at', 'desc')
    .limit(20)
    .forUpdate()
    .execute()
  const former = formers.find((one) => isMailbox(sealing, one.contact_sealed, contact.email))
  const siteKey = former?.external_id ?? `site-${randomCode(16).toLowerCase()}`
  const storeId = await upsertStore(
    trx,
    {
      platform_id: platformId,
      external_id: siteKey,
      domain,
      name: domain,
      url,
      is_os2: false,
      panel_origin: null,
      platform_version: LOADER_PLATFORM_VERSION,
      status: 'active',
    },
    now,
  )
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const known = {
    public_key: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
      'base64',
    ),
    contact_sealed: seal(sealing, CONTACT_PURPOSE, JSON.stringify(contact)),
    locale,
    proved_by: proof.kind,
    proof_token: proof.token,
    proved_at: now,
    proof_asked_at: now,
    disconnected_at: null,
  }
  await trx
    .insertInto('sites')
    .values({ store_id: storeId, site_key: siteKey, created_at: now, ...known })
    .onConflict((conflict) => conflict.column('store_id').doUpdateSet(known))
    .execute()
  await insertCredential(
    trx,
    {
      handle_hash: hashSecret(newSecret()),
      store_id: storeId,
      key_id: siteKey,
      secret_sealed: seal(
        sealing,
        KEY_PURPOSE,
        JSON.stringify(privateKey.export({ format: 'jwk' })),
      ),
    },
    now,
  )
  return { storeId, formerId: former ? null : (formers[0]?.id ?? null) }
}

const isMailbox = (sealing: Opening['sealing'], contactSealed: string, email: string): boolean => {
  const contact = JSON.parse(unseal(sealing, CONTACT_PURPOSE, contactSealed)) as { email: string }
  return contact.email.toLowerCase() === email.toLowerCase()
}

/** Signs with the site's own key (Ed25519, base64); null when the key was revoked. */
export async function signForSite(
  { db, sealing }: Pick<Services, 'db' | 'sealing'>,
  storeId: string,
  text: string,
): Promise<string | null> {
  const credential = await findNewestCredential(db, storeId)
  if (!credential) return null
  const jwk = JSON.parse(unseal(sealing, KEY_PURPOSE, credential.secret_sealed)) as Record<
    string,
    string
  >
  return sign(
    null,
    Buffer.from(text, 'utf8'),
    createPrivateKey({ key: jwk, format: 'jwk' }),
  ).toString('base64')
}

/**
 * Disconnects a site: its key is revoked and its pages get nothing more. Uninstalls must have been
 * started before (`installs`).
 */
export async function closeSite(
  { clock }: Pick<Services, 'clock'>,
  trx: Db,
  storeId: string,
): Promise<void> {
  const now = clock.now()
  await lockSite(trx, storeId)
  await trx
    .updateTable('sites')
    .set({ disconnected_at: now })
    .where('store_id', '=', storeId)
    .execute()
  await trx
    .updateTable('store_credentials')
    .set({ revoked_at: now })
    .where('store_id', '=', storeId)
    .where('revoked_at', 'is', null)
    .execute()
  await trx
    .updateTable('stores')
    .set({ status: 'closed', checked_at: now })
    .where('id', '=', storeId)
    .execute()
}

/** Moves the store to another address, under the same key. */
export async function moveSite(
  { clock }: Pick<Services, 'clock'>,
  trx: Db,
  storeId: string,
  to: { domain: string; url: string; proof: NewSite['proof'] },
): Promise<void> {
  const now = clock.now()
  await trx
    .updateTable('stores')
    .set({ domain: to.domain, name: to.domain, url: to.url, checked_at: now })
    .where('id', '=', storeId)
    .execute()
  await trx
    .updateTable('sites')
    .set({
      proved_by: to.proof.kind,
      proof_token: to.proof.token,
      proved_at: now,
      proof_asked_at: now,
    })
    .where('store_id', '=', storeId)
    .execute()
}

/** A site with its store; null for stores of platforms. */
export async function findSite(
  { db }: Pick<Services, 'db'>,
  storeId: string,
): Promise<(SiteRow & { domain: string; url: string }) | null> {
  const [site, store] = [await findSiteOfStore(db, storeId), await findStoreById(db, storeId)]
  return site && store ? { ...site, domain: store.domain, url: store.url } : null
}

/** Whether the origin belongs to that site, with or without `www.`, same port. */
export function isOriginOf(domain: string, origin: string): boolean {
  const url = URL.parse(origin)
  return url !== null && /^https?:$/.test(url.protocol) && url.host.replace(/^www\./, '') === domain
}

export const newSiteToken = (): string => newId('arasta').slice('arasta_'.length)

/** How long the owner can work on the site before a new link is needed. */
export const OWNER_TICKET_SECONDS = 900

const macOf = (key: Buffer, siteKey: string, head: string) =>
  createHmac('sha256', key).update(`site-owner:${siteKey}:${head}`).digest('base64url')

/** Opens the owner's part of the loader on one site and lets it add rules; `expires.locale.mac`. */
export function signOwnerTicket(key: Buffer, siteKey: string, locale: Locale, now: Date): string {
  const head = `${Math.floor(now.getTime() / 1000) + OWNER_TICKET_SECONDS}.${locale}`
  return `${head}.${macOf(key, siteKey, head)}`
}

export function isOwnerTicket(key: Buffer, siteKey: string, ticket: string, now: Date): boolean {
  const [, head = '', expires = '', mac = ''] =
    /^((\d{10,12})\.[a-z]{2,3})\.([\w-]{43})$/.exec(ticket) ?? []
  if (Number(expires) * 1000 < now.getTime() || mac === '') return false
  return sameText(mac, macOf(key, siteKey, head))
}
