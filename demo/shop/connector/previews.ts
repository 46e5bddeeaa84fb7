import { createHash, randomBytes } from 'node:crypto'
import type { StoreId } from '../config.ts'
import type { Platform } from '../platform.ts'
import { nowSeconds, originOf } from '../platform.ts'
import { allProducts } from '../storage/products.ts'
import { canonicalJson, sha256 } from './canonical-json.ts'
import { checkContent, layersOf, slotFits } from './effects.ts'
import type { Effect } from './effects.ts'
import type { PackageKeeper } from './packages.ts'
import { Refusal } from './refusal.ts'
import type { PreviewBody } from './schemas.ts'

/** The header that names a preview in a request for a page or a file of the shop. */
export const previewHeader = 'arasta-preview'

const lifeSeconds = 15 * 60
/** Of one store; the oldest make way. */
const mostPreviews = 200

/**
 * Layers that stand on a shop's pages for whoever has the token, and nowhere in the shop's state.
 */
export interface Preview {
  layers: Effect[]
  /** Of the items that are shown. */
  prefixes: string[]
  /** Packages whose files the pages may load. */
  packages: string[]
  /** Without the layers of other items. */
  alone: boolean
  locale: string | null
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * `POST /stores/{store}/previews`: fetches the packages, and keeps the layers beside the store for
 * a while.
 */
export async function startPreview(
  platform: Platform,
  keeper: PackageKeeper,
  storeId: StoreId,
  body: PreviewBody,
) {
  const { db } = platform
  for (const { sha256: hash, ...offer } of body.packages) await keeper.fetchOnce(hash, offer)
  const packages = body.packages.map((one) => one.sha256)
  const layers = body.effects
    .map((effect, place) => ({ effect, place }))
    .filter(({ effect }) => effect.kind !== 'web_service_user' && slotFits(effect))
    .map(({ effect, place }): Effect => {
      if (!packages.includes(effect.package))
        throw new Refusal(409, 'package_missing', `no package ${effect.package} came along`)
      checkContent(platform, effect)
      const content = canonicalJson(effect.content)
      return {
        effectId: `preview-${place}`,
        kind: effect.kind,
        slot: effect.slot,
        package: effect.package,
        prefix: effect.item.prefix,
        version: effect.item.version,
        content,
        contentSha256: sha256(content),
        bodySha256: '',
        revision: 0,
        secretHash: null,
        place: 0,
      }
    })
  const token = randomBytes(24).toString('base64url')
  db.transaction(() => {
    db.run('DELETE FROM preview WHERE expires_at <= ?', nowSeconds(platform))
    db.run(
      `DELETE FROM preview WHERE rowid IN (SELECT rowid FROM preview WHERE store_id = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?)`,
      storeId,
      mostPreviews - 1,
    )
    db.run(
      'INSERT INTO preview VALUES (?, ?, ?, ?, ?, ?, ?)',
      hashOf(token),
      storeId,
      JSON.stringify(layers),
      JSON.stringify(packages),
      Number(body.alone),
      body.locale ?? null,
      nowSeconds(platform) + lifeSeconds,
    )
  })
  const product = allProducts(db, storeId)[0]
  return {
    token,
    url: originOf(platform, storeId),
    expires_in: lifeSeconds,
    assets: [],
    pages: [
      { page: 'home', path: '/' },
      { page: 'list', path: '/products' },
      ...(product ? [{ page: 'product', path: `/products/${product.slug}` }] : []),
      { page: 'cart', path: '/cart' },
    ],
  }
}

/** The preview of this store that a token names; undefined when it never was or is over. */
export function findPreview(
  platform: Platform,
  storeId: StoreId,
  token: string,
): Preview | undefined {
  const row = platform.db.get<{
    layers: string
    packages: string
    alone: number
    locale: string | null
  }>(
    'SELECT layers, packages, alone, locale FROM preview WHERE token_hash = ? AND store_id = ? AND expires_at > ?',
    hashOf(token),
    storeId,
    nowSeconds(platform),
  )
  if (!row) return undefined
  const layers = JSON.parse(row.layers) as Effect[]
  return {
    layers,
    prefixes: layers.map((layer) => layer.prefix),
    packages: JSON.parse(row.packages) as string[],
    alone: row.alone === 1,
    locale: row.locale,
  }
}

/** What stands on a slot of the pages: the store's layers, and above them the preview's. */
export function shownLayers(
  platform: Platform,
  storeId: StoreId,
  preview: Preview | undefined,
  slot: string,
): Effect[] {
  if (!preview) return layersOf(platform.db, storeId, slot)
  // An item that the store has already, perhaps in another version, is not shown twice.
  const kept = preview.alone
    ? []
    : layersOf(platform.db, storeId, slot).filter(
        (layer) => !preview.prefixes.includes(layer.prefix),
      )
  return [...kept, ...preview.layers.filter((layer) => layer.slot === slot)]
}
