import { createPublicKey, verify } from 'node:crypto'
import { canonicalJson, sha256Hex } from '#lib/ids.ts'
import { LANGUAGE_NAMES, LOCALES } from '#lib/locale.ts'
import { unseal } from '#lib/sealed.ts'
import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import {
  ConnectorFailure,
  type Effect,
  type Named,
  type PackageOffer,
  type Placing,
  type StoreConnector,
  type StoreState,
} from '../store-connector.ts'
import { SITE_PLACEMENTS } from '../site-contract.ts'
import {
  deleteLayer,
  findLayer,
  findSiteOfStore,
  allocatePlace,
  bumpRevision,
  insertLayer,
  insertPackage,
  listLayers,
  listPackages,
  lockSite,
  type LayerRow,
  type SiteRow,
} from './site-data.ts'

export type LoaderNeeds = Pick<
  Services,
  'db' | 'clock' | 'sealing' | 'blobs' | 'signingKey' | 'formerKeys'
>

export const CONTACT_PURPOSE = 'site-contact'
/** The version that compatibility ranges are compared with (`platforms: { "7": "*" }`). */
export const LOADER_PLATFORM_VERSION = '1.0.0'

const SLOTS: readonly string[] = SITE_PLACEMENTS.map((code) => `placement:${code}`)
const NAMES: Record<string, string> = LANGUAGE_NAMES
const named = (code: string): Named => ({ id: code, code, name: NAMES[code] ?? code })

/** The layers of a slot as a page shows them, for the hash; the site's own content is left out. */
const renderLayers = (layers: readonly LayerRow[]): string =>
  layers
    .map(
      ({ effect_id: id, content }) =>
        `<!--arasta:${id}-->${String((content as { html?: unknown }).html ?? '')}<!--/arasta:${id}-->`,
    )
    .join('')

const bodyOf = ({ kind, slot, package_sha256, prefix, version, content }: LayerRow): string =>
  canonicalJson({ kind, slot, package: package_sha256, item: { prefix, version }, content })

/**
 * The port for a site that carries the loader: its layers are stored here (decision 0032), so
 * nothing is called and nothing times out. Slots, places and hashes follow the Store Connector
 * protocol.
 */
export function loaderConnector(
  services: LoaderNeeds,
  store: { id: string; domain: string; name: string; url: string; external_id: string },
): StoreConnector {
  const storeId = store.id

  async function requireSite(db: Db, { open = false, lock = false } = {}): Promise<SiteRow> {
    const site = await (lock ? lockSite : findSiteOfStore)(db, storeId)
    if (!site) throw new ConnectorFailure('refused', 'unknown_store')
    if (open && site.disconnected_at !== null) throw new ConnectorFailure('closed', 'store_closed')
    return site
  }

  const answerOf = (row: LayerRow) => ({
    effect_id: row.effect_id,
    kind: row.kind,
    slot: row.slot,
    sha256: sha256Hex(canonicalJson(row.content)),
    place: Number(row.place),
    revision: Number(row.revision),
  })

  async function putEffect(effectId: string, effect: Effect, { replaces, place }: Placing = {}) {
    const row = await inTransaction(services, async (trx) => {
      const site = await requireSite(trx, { open: true, lock: true })
      const there = await findLayer(trx, storeId, effectId)
      if (there && bodyOf(there) === canonicalJson(effect)) return there
      if (there) throw new ConnectorFailure('refused', 'effect_differs')
      if (
        (effect.kind !== 'tracking_code' && effect.kind !== 'design_block') ||
        !SLOTS.includes(effect.slot)
      )
        throw new ConnectorFailure('refused', 'unsupported_slot')
      const kept = (await listPackages(trx, storeId)).find((one) => one.sha256 === effect.package)
      if (!kept) throw new ConnectorFailure('refused', 'package_missing')
      if (
        kept.prefix !== effect.item.prefix ||
        kept.version !== effect.item.version ||
        typeof effect.content.html !== 'string'
      )
        throw new ConnectorFailure('refused', 'bad_effect')
      await insertLayer(trx, {
        store_id: storeId,
        effect_id: effectId,
        kind: effect.kind,
        slot: effect.slot,
        package_sha256: effect.package,
        prefix: effect.item.prefix,
        version: effect.item.version,
        content: effect.content,
        place:
          (await vacatePlace(trx, effect, replaces)) ??
          (await freePlace(trx, site, place)) ??
          (await allocatePlace(trx, storeId)),
        revision: await bumpRevision(trx, storeId),
      })
      return (await findLayer(trx, storeId, effectId)) as LayerRow
    })
    return answerOf(row)
  }

  /** Removes `replaces` and returns its place; null when it is not there. */
  async function vacatePlace(
    trx: Db,
    effect: Effect,
    replaces: string | undefined,
  ): Promise<number | null> {
    const former = replaces === undefined ? undefined : await findLayer(trx, storeId, replaces)
    if (!former) return null
    if (
      former.kind !== effect.kind ||
      former.slot !== effect.slot ||
      former.prefix !== effect.item.prefix
    )
      throw new ConnectorFailure('refused', 'bad_effect')
    await deleteLayer(trx, storeId, former.effect_id)
    return Number(former.place)
  }

  /** The requested place, when it was assigned before and is free now. */
  async function freePlace(
    trx: Db,
    site: SiteRow,
    place: number | undefined,
  ): Promise<number | null> {
    if (place === undefined) return null
    if (place < 1 || place > Number(site.last_place))
      throw new ConnectorFailure('refused', 'bad_effect')
    if ((await listLayers(trx, storeId)).some((layer) => Number(layer.place) === place))
      throw new ConnectorFailure('refused', 'place_taken')
    return place
  }

  async function getState(): Promise<StoreState> {
    const [site, layers, packages] = [
      await requireSite(services.db),
      await listLayers(services.db, storeId),
      await listPackages(services.db, storeId),
    ]
    return {
      revision: Number(site.revision),
      users: [],
      takes_users: false,
      packages: packages.map((one) => one.sha256),
      slots: SLOTS.map((slot) => {
        const here = layers.filter((layer) => layer.slot === slot)
        return {
          slot,
          base_sha256: sha256Hex(''),
          sha256: sha256Hex(renderLayers(here)),
          layers: here.map((layer) => ({
            effect_id: layer.effect_id,
            kind: layer.kind,
            sha256: sha256Hex(canonicalJson(layer.content)),
            place: Number(layer.place),
            item: { prefix: layer.prefix, version: layer.version },
          })),
        }
      }),
    }
  }

  return {
    async getStore() {
      const site = await requireSite(services.db)
      const contact = JSON.parse(
        unseal(services.sealing, CONTACT_PURPOSE, site.contact_sealed),
      ) as { name: string; email: string }
      return {
        id: store.external_id,
        name: store.name,
        domain: store.domain,
        url: store.url,
        locale: site.locale,
        currency: 'TRY',
        is_os2: false,
        status: site.disconnected_at === null ? ('active' as const) : ('closed' as const),
        platform_version: LOADER_PLATFORM_VERSION,
        contact_name: contact.name,
        contact_email: contact.email,
      }
    },
    listLanguages: async () => [named((await requireSite(services.db)).locale)],
    listPlatformLanguages: async () => LOCALES.map(named),
    listCustomerGroups: async () => [],
    async putPackage(offer: PackageOffer) {
      await requireSite(services.db, { open: true })
      if (!isSigned(services, offer) || !(await services.blobs.has(offer.sha256)))
        throw new ConnectorFailure('refused', 'bad_package')
      await inTransaction(services, async (trx) => {
        await requireSite(trx, { open: true, lock: true })
        if (
          await insertPackage(trx, {
            store_id: storeId,
            sha256: offer.sha256,
            prefix: offer.prefix,
            version: offer.version,
          })
        )
          await bumpRevision(trx, storeId)
      })
    },
    putEffect,
    async getEffect(effectId: string) {
      const row = await findLayer(services.db, storeId, effectId)
      return row
        ? {
            ...answerOf(row),
            package: row.package_sha256,
            content: row.content as Record<string, unknown>,
          }
        : null
    },
    deleteEffect: (effectId) =>
      inTransaction(services, async (trx) => {
        await requireSite(trx, { lock: true })
        const removed = await deleteLayer(trx, storeId, effectId)
        if (removed) await bumpRevision(trx, storeId)
        return removed
      }),
    getState,
    // A site has no web services and no preview of its own.
    renewSecret: () => Promise.reject(new ConnectorFailure('refused', 'unknown_effect')),
    startPreview: () => Promise.reject(new ConnectorFailure('refused', 'no_previews')),
  }
}

/**
 * The check that every platform makes of a package: a signature over its hash by one of the
 * market's keys.
 */
function isSigned(
  { signingKey, formerKeys }: LoaderNeeds,
  { sha256, signature, keyId }: PackageOffer,
): boolean {
  const key = [signingKey, ...formerKeys.filter((one) => one.withdrawn_at === undefined)].find(
    (one) => one.kid === keyId,
  )
  if (!key || !/^[0-9a-f]{64}$/.test(sha256)) return false
  const publicKey = createPublicKey({
    key: { kty: key.kty, crv: key.crv, x: key.x },
    format: 'jwk',
  })
  return verify(null, Buffer.from(sha256, 'hex'), publicKey, Buffer.from(signature, 'base64url'))
}
