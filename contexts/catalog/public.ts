import { sql, type SqlBool } from 'kysely'
import { pickText, type Locale, type Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { Services } from '../ctx.ts'
import { refuse } from './errors.ts'
import type { Manifest } from './packages/manifest.ts'

export { isBuyable } from './plans.ts'
export { satisfiesRange } from './packages/versions.ts'
export { publicHalf, type PublicKey } from './packages/sign-package.ts'
export type { Manifest, AppManifest, ThemeManifest, InputProperty, Inputs, PermissionCode } from './packages/manifest.ts'
export { answersSchema, defaultAnswers } from './packages/inputs.ts'
export type { SettingValue } from './packages/placeholders.ts'

/** What checkout and installs need of an item. */
export interface SaleItem {
  id: string
  market: Market
  slug: string
  prefix: string
  name: string
  icon: string | null
  swatches: string[]
  priceMinor: number
  /** `free` asks for nothing to be bought; a price of 0 alone may still be paid by use. */
  priceKind: 'free' | 'one_time' | 'recurring' | 'usage'
  currency: string
  inAppPurchase: boolean
  plans: { id: string; kind: 'free' | 'one_time' | 'recurring' | 'usage'; priceMinor: number; currency: string }[]
  /** Null while the item is only listed, without a package (D9). */
  latest: ReleaseFacts | null
}

export interface ReleaseFacts {
  id: string
  version: string
  manifest: Manifest
  sha256: string
  size: number
  signature: string
  keyId: string
}

export async function itemName({ db, market, locale }: Pick<Services, 'db'> & { market: Market; locale: Locale }, id: string): Promise<string | null> {
  const row = await db.selectFrom('items').leftJoin('item_texts', join => join.onRef('item_texts.item_id', '=', 'items.id').on('item_texts.locale', '=', locale))
    .select(['items.name', 'item_texts.name as translated']).where('items.id', '=', id).where('market', '=', market).where('status', '=', 'published').executeTakeFirst()
  return row ? row.translated || row.name : null
}

type Key = { slug: string } | { id: string } | { prefix: string }

/** A published item of this market; others are not found. */
export async function requireItem({ db }: Pick<Services, 'db'>, market: Market, key: Key, locale: Locale): Promise<SaleItem> {
  const [column, value] = Object.entries(key)[0] as ['slug' | 'id' | 'prefix', string]
  const row = await db.selectFrom('items').selectAll('items')
    .select(on => [
      on.selectFrom('item_texts').select(sql<Text>`json_object_agg(locale, name)`.as('names')).whereRef('item_id', '=', 'items.id').as('names'),
    ])
    .where(`items.${column}`, '=', value).where('items.market', '=', market).where('status', '=', 'published').executeTakeFirst()
  if (!row) throw refuse('catalog.item_not_found')
  const [plans, latest] = await Promise.all([
    db.selectFrom('plans').select(['id', 'kind', 'price_minor', 'currency']).where('item_id', '=', row.id).orderBy('position').execute(),
    row.latest_release_id === null ? null : findRelease({ db }, { id: row.latest_release_id }),
  ])
  return {
    id: row.id, market, slug: row.slug, prefix: row.prefix, name: pickText(row.names ?? {}, locale) || row.name, icon: row.icon, swatches: row.swatches,
    priceMinor: row.price_minor, priceKind: row.price_kind as 'free', currency: row.currency, inAppPurchase: row.in_app_purchase,
    plans: plans.map(plan => ({ id: plan.id, kind: plan.kind as 'free', priceMinor: plan.price_minor, currency: plan.currency })), latest,
  }
}

/** A published release, by its id or by item and version. */
export async function findRelease({ db }: Pick<Services, 'db'>, key: { id: string } | { itemId: string; version: string }): Promise<ReleaseFacts | null> {
  const row = await db.selectFrom('releases').innerJoin('packages', 'packages.sha256', 'releases.package_sha256')
    .select(['releases.id', 'version', 'manifest', 'package_sha256', 'size', 'signature', 'key_id'])
    .where('status', '=', 'published')
    .where('id' in key ? sql<SqlBool>`releases.id = ${key.id}` : sql<SqlBool>`releases.item_id = ${key.itemId} and version = ${key.version}`)
    .executeTakeFirst()
  // A release that is only listed has none of these (D9).
  if (!row?.manifest || !row.package_sha256 || !row.signature || !row.key_id) return null
  return {
    id: row.id, version: row.version, manifest: row.manifest as unknown as Manifest, sha256: row.package_sha256, size: row.size,
    signature: row.signature, keyId: row.key_id,
  }
}

export const findLogEntry = ({ db }: Pick<Services, 'db'>, releaseId: string) =>
  db.selectFrom('release_log').select(['position', 'entry', 'previous_hash', 'hash', 'signature']).where('release_id', '=', releaseId).executeTakeFirst()

/** One more, or one fewer, store has the item. */
export const countInstall = (db: Services['db'], itemId: string, change: 1 | -1) =>
  db.updateTable('items').set({ install_count: sql<number>`greatest(0, install_count + ${change})` }).where('id', '=', itemId).execute()
