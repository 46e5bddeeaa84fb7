import { type Expression, type ShallowDehydrateObject, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { type Locale, type Text, pickText } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import { refuse } from './errors.ts'
import type { PlanKind, PlanPeriod } from './listing.ts'
import type { Meter, PlanTerms } from './plan-terms.ts'
import {
  type AppManifest,
  type Manifest,
  type ThemeManifest,
  isPreview,
  satisfiesRange,
} from './packages/manifest.ts'
import { createHash } from 'node:crypto'
import { maySeeItem, storeOf } from './visibility.ts'

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
  /** `free`: nothing has to be bought. A price of 0 may also belong to payment by usage. */
  priceKind: PlanKind
  currency: string
  inAppPurchase: boolean
  /** Those that are sold to everybody. */
  plans: SalePlan[]
  /** URLs by name: support, contact, document, go_to_app, connect … */
  links: Record<string, string>
  /** Null while the item is only listed, without a package (D9). */
  latest: ReleaseFacts | null
}

export interface SalePlan extends PlanTerms {
  id: string
  kind: PlanKind
  /** Of a recurring plan, else null. */
  period: PlanPeriod | null
  name: Text
  priceMinor: number
  currency: string
  /** The partner's own in other currencies. */
  prices: Record<string, number> | null
}

/** An item that may no longer be published. */
export type ListedItem = SaleItem & { status: string; visibility: string }

export interface ReleaseFacts {
  id: string
  version: string
  manifest: Manifest
  sha256: string
  size: number
  signature: string
  keyId: string
}

type Key = { slug: string } | { id: string } | { prefix: string }

/**
 * A published item of this market that whoever asks may see. Refuses with
 * `catalog.item_not_found`.
 */
export async function requireItem(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  market: Market,
  key: Key,
  locale: Locale,
): Promise<SaleItem> {
  const item = await findItem(ctx, key, locale)
  if (item?.status !== 'published' || item.market !== market) throw refuse('catalog.item_not_found')
  if (!(await maySeeItem(ctx.db, item, storeOf(ctx.actor)))) throw refuse('catalog.item_not_found')
  return item
}

/** An item of either market, published or not: stores keep what they have. */
export async function findItem(
  { db }: Pick<Services, 'db'>,
  key: Key,
  locale: Locale,
): Promise<ListedItem | null> {
  const [column, value] = Object.entries(key)[0] as ['slug' | 'id' | 'prefix', string]
  const row = await selectSaleItem(db).where(`items.${column}`, '=', value).executeTakeFirst()
  return row ? saleItemOf(row, locale) : null
}

/** A published release, by its id or by item and version. */
export const findRelease = async (
  { db }: Pick<Services, 'db'>,
  key: { id: string } | { itemId: string; version: string },
): Promise<ReleaseFacts | null> =>
  releaseFacts(
    await selectReleases(db)
      .where('status', '=', 'published')
      .where(
        'id' in key
          ? sql<SqlBool>`releases.id = ${key.id}`
          : sql<SqlBool>`releases.item_id = ${key.itemId} and version = ${key.version}`,
      )
      .executeTakeFirst(),
  )

/** Releases by id, withdrawn ones included: a store may still have one. */
export async function findInstalledReleases(
  { db }: Pick<Services, 'db'>,
  ids: readonly string[],
): Promise<Map<string, ReleaseFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await selectReleases(db).where('releases.id', 'in', ids).execute()
  return new Map(
    rows.flatMap((row) => {
      const release = releaseFacts(row)
      return release ? [[release.id, release] as const] : []
    }),
  )
}

export const findInstalledRelease = async (
  services: Pick<Services, 'db'>,
  id: string,
): Promise<ReleaseFacts | null> => (await findInstalledReleases(services, [id])).get(id) ?? null

const selectReleases = (db: Db) =>
  db
    .selectFrom('releases')
    .innerJoin('packages', 'packages.sha256', 'releases.package_sha256')
    .select([
      'releases.id',
      'releases.version',
      'releases.manifest',
      'releases.package_sha256',
      'packages.size',
      'releases.signature',
      'releases.key_id',
    ])

/** What a platform must know to fetch a release's package, as a column of another statement. */
export const selectPackage = (db: Db, releaseId: Expression<string>) =>
  db
    .selectFrom('releases')
    .innerJoin('packages', 'packages.sha256', 'releases.package_sha256')
    .select(['releases.id', 'releases.version', 'releases.signature', 'releases.key_id'])
    .$narrowType<{ signature: string; key_id: string }>()
    .select(['packages.sha256', 'packages.size'])
    .select([
      sql<string>`releases.manifest ->> 'prefix'`.as('prefix'),
      sql<boolean>`releases.manifest -> 'links' ->> 'webhooks' is not null`.as('has_webhooks'),
      sql<boolean>`exists (select from rollouts where release_id = releases.id and state = 'running')`.as(
        'is_watched',
      ),
    ])
    .where('releases.id', '=', releaseId)
    .where('releases.signature', 'is not', null)
    .where('releases.key_id', 'is not', null)

interface ReleaseRow {
  id: string
  version: string
  manifest: unknown
  package_sha256: string | null
  size: number
  signature: string | null
  key_id: string | null
}

/** Null for a release that is only listed, without a package (D9). */
const releaseFacts = (row: ReleaseRow | null | undefined): ReleaseFacts | null =>
  !row?.manifest || !row.package_sha256 || !row.signature || !row.key_id
    ? null
    : {
        id: row.id,
        version: row.version,
        manifest: row.manifest as Manifest,
        sha256: row.package_sha256,
        size: row.size,
        signature: row.signature,
        keyId: row.key_id,
      }

/**
 * An item with its plans and its published release, as a statement of its own or as a column of
 * another one (`jsonObjectFrom`); `saleItemOf` reads either.
 */
export const selectSaleItem = (db: Db) =>
  db
    .selectFrom('items')
    .select([
      'items.id',
      'items.market',
      'items.status',
      'items.visibility',
      'items.slug',
      'items.prefix',
      'items.name',
      'items.icon',
      'items.swatches',
      'items.price_minor',
      'items.price_kind',
      'items.currency',
      'items.in_app_purchase',
      'items.links',
    ])
    .select((on) => [
      sql<Text | null>`(select json_object_agg(locale, item_texts.name) from item_texts where item_id = items.id)`.as(
        'names',
      ),
      jsonArrayFrom(
        on
          .selectFrom('plans')
          .select([
            'plans.id',
            'kind',
            'period',
            'plans.name',
            'plans.price_minor',
            'plans.currency',
          ])
          .select(['trial_days', 'trial_needs_card', 'meters', 'cap_minor'])
          .select(
            sql<Record<string, number> | null>`other_prices(plans.item_id, plans.position)`.as(
              'prices',
            ),
          )
          .whereRef('item_id', '=', 'items.id')
          .where('sold_to', '=', sql.lit('everybody'))
          .orderBy('position'),
      ).as('plans'),
      jsonObjectFrom(
        selectReleases(db)
          .where('releases.status', '=', 'published')
          .where('releases.id', '=', sql.ref<string>('items.latest_release_id')),
      ).as('latest'),
    ])

type SaleItemRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectSaleItem>['executeTakeFirst']>>
>

export const saleItemOf = (
  row: SaleItemRow | ShallowDehydrateObject<SaleItemRow>,
  locale: Locale,
): ListedItem => ({
  id: row.id,
  market: row.market as Market,
  status: row.status,
  visibility: row.visibility,
  slug: row.slug,
  prefix: row.prefix,
  name: pickText(row.names ?? {}, locale) || row.name,
  icon: row.icon,
  swatches: row.swatches,
  priceMinor: row.price_minor,
  priceKind: row.price_kind as PlanKind,
  currency: row.currency,
  inAppPurchase: row.in_app_purchase,
  plans: row.plans.map((plan) => ({
    id: plan.id,
    kind: plan.kind as PlanKind,
    period: plan.period as PlanPeriod | null,
    name: plan.name as Text,
    priceMinor: plan.price_minor,
    currency: plan.currency,
    prices: plan.prices,
    trialDays: plan.trial_days,
    trialNeedsCard: plan.trial_needs_card,
    meters: plan.meters as unknown as Meter[],
    capMinor: plan.cap_minor,
  })),
  links: row.links as Record<string, string>,
  latest: releaseFacts(row.latest),
})

/** D9: recurring plans are shown, but cannot be bought before there is billing for them. */
export const isBuyable = (kind: PlanKind): boolean => kind === 'free' || kind === 'one_time'

/** Which releases of an item a store can have. */

/** What decides it about a store; `isOs2`: it has a second-generation storefront (D19). */
export interface Shop {
  storeId: string
  platformId: number
  version: string
  isOs2: boolean
}

export interface ItemVersion {
  id: string
  itemId: string
  version: string
  notes: Text
  publishedAt: Date | null
  /** False for a withdrawn release, which a store may still have. */
  published: boolean
  /** Of 10,000 stores, how many are offered it by now. */
  share: number
  /** Platform id → the range of its versions; null for a release that is only listed. */
  fits: Record<string, string> | null
  /** Of a theme: whether it has a build for second-generation storefronts (D19). */
  os2: boolean | null
}
type Version = Omit<ItemVersion, 'notes' | 'publishedAt'>

/** What a store has of an item: the release, and whether its owner wants previews (`2.0.0-beta.1`). */
export interface Has {
  release_id: string
  channel: string
}

/**
 * The latest version that a shop can have; `versions` newest first. A store that has one is never
 * offered a lower one (I6): a release that was halted since, or is only a preview, stays the latest
 * there. `newer`: one above it that needs a newer version of the platform.
 */
export function latestHere<One extends Version>(
  versions: readonly One[],
  shop: Shop,
  has: Has | null | undefined = null,
): { latest: One | undefined; newer: One | undefined } {
  const offered = offeredHere(versions, shop, has)
  const at = (one: One | undefined) => (one === undefined ? versions.length : versions.indexOf(one))
  const installed = versions.find((one) => one.id === has?.release_id)
  const fitting = offered.find((one) => fitsShop(one, shop))
  const latest = at(installed) <= at(fitting) ? installed : fitting
  const newer = offered.find(
    (one) =>
      at(one) < at(latest) &&
      one.fits?.[String(shop.platformId)] !== undefined &&
      !fitsPlatform(one.fits, shop.platformId, shop.version),
  )
  return { latest, newer }
}

/**
 * The versions that a store may install as far as its platform fits: those whose rollout has
 * reached it, and the one it has. Previews only if its owner wants them, or if there is nothing
 * else.
 */
export function offeredHere<One extends Version>(
  versions: readonly One[],
  shop: Pick<Shop, 'storeId'>,
  has: (Partial<Has> & { channel: string }) | null | undefined = null,
): One[] {
  const offered = versions.filter(
    (one) =>
      one.published &&
      one.fits !== null &&
      (one.id === has?.release_id || isInStage(one, shop.storeId)),
  )
  const stable = offered.filter((one) => !isPreview(one.version))
  return has?.channel === 'preview' || stable.length === 0 ? offered : stable
}

/** A rollout's share when all stores are offered it: a stage of 100 is one store in a hundred. */
export const EVERYBODY = 10_000

/** Whether the rollout of a release has reached this store. */
const isInStage = (
  { share, itemId, version }: Pick<Version, 'share' | 'itemId' | 'version'>,
  storeId: string,
): boolean => share >= EVERYBODY || (share > 0 && placeOf(storeId, itemId, version) < share)

/**
 * The place of a store among 10,000 for one version of an item: it is offered the version once the
 * share is above its place. Each version has another order. The database has the same function
 * (`rollout_place`).
 */
export const placeOf = (storeId: string, itemId: string, version: string): number =>
  createHash('sha256').update(`${storeId} ${itemId} ${version}`).digest().readUInt32BE(0) %
  EVERYBODY

export const fitsShop = (one: Pick<Version, 'fits' | 'os2'>, shop: Shop): boolean =>
  one.fits !== null &&
  fitsPlatform(one.fits, shop.platformId, shop.version) &&
  (!shop.isOs2 || one.os2 !== false)

export const fitsPlatform = (
  fits: Readonly<Record<string, string>>,
  platformId: number,
  version: string,
): boolean => {
  const range = fits[String(platformId)]
  return range !== undefined && satisfiesRange(version, range)
}

export const releaseFitsShop = (
  { manifest }: Pick<ReleaseFacts, 'manifest'>,
  shop: Shop,
): boolean =>
  fitsShop(
    {
      fits: manifest.compatibility.platforms,
      os2: manifest.kind === 'theme' ? manifest.os2 : null,
    },
    shop,
  )

const SHOP = [
  'stores.id as store_id',
  'stores.platform_id',
  'stores.platform_version',
  'stores.is_os2',
] as const

interface ShopRow {
  store_id: string
  platform_id: number
  platform_version: string | null
  is_os2: boolean
}

export const shopOf = (row: ShopRow): Shop => ({
  storeId: row.store_id,
  platformId: row.platform_id,
  version: row.platform_version ?? '',
  isOs2: row.is_os2,
})

export const findShop = async (db: Db, storeId: string): Promise<Shop> =>
  shopOf(
    await db.selectFrom('stores').select(SHOP).where('id', '=', storeId).executeTakeFirstOrThrow(),
  )

/** What of a release an owner agrees to: its version and the permissions it asks for. */
export interface AskingRelease {
  version: string
  manifest: Pick<AppManifest, 'kind' | 'permissions'> | Pick<ThemeManifest, 'kind'>
}

/**
 * A shop with the offered releases of an item, as a statement of its own or as a column of another
 * one; `releaseHere` reads either.
 */
export const selectOffer = (db: Db, itemId: Expression<string>) =>
  db
    .selectFrom('stores')
    .select(SHOP)
    .select((on) => [
      jsonArrayFrom(
        on
          .selectFrom('releases')
          .select([
            'releases.id',
            'releases.item_id as itemId',
            'releases.version',
            'releases.share',
          ])
          .select([
            sql<boolean>`true`.as('published'),
            sql<Record<string, string>>`coalesce(platforms, '{}')`.as('fits'),
            'releases.os2',
            sql<
              AskingRelease['manifest']
            >`json_build_object('kind', manifest -> 'kind', 'permissions', manifest -> 'permissions')`.as(
              'manifest',
            ),
          ])
          .where('releases.item_id', '=', itemId)
          .where('releases.status', '=', 'published')
          .where('package_sha256', 'is not', null)
          .orderBy('version_order', 'desc'),
      ).as('offered'),
    ])

/** The release that a shop would get of what `selectOffer` selected; null when none fits. */
export const releaseHere = ({
  offered,
  ...shop
}: ShopRow & { offered: (Version & AskingRelease)[] }): AskingRelease | null =>
  latestHere(offered, shopOf(shop)).latest ?? null

export const findReleaseHere = async (
  db: Db,
  storeId: string,
  itemId: string,
): Promise<AskingRelease | null> =>
  releaseHere(
    await selectOffer(db, sql.val(itemId))
      .where('stores.id', '=', storeId)
      .executeTakeFirstOrThrow(),
  )

/** The versions of these items by item id, newest first. */
export async function listVersions(
  { db }: Pick<Services, 'db'>,
  itemIds: readonly string[],
): Promise<Map<string, ItemVersion[]>> {
  if (itemIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('releases')
    .select(['id', 'item_id', 'version', 'notes', 'published_at', 'status', 'share'])
    .select(['package_sha256', 'platforms', 'os2'])
    .where('item_id', '=', sql<string>`any(${itemIds})`)
    .orderBy('item_id')
    .orderBy('version_order', 'desc')
    .execute()
  const versions = rows.map((row): ItemVersion => ({
    id: row.id,
    itemId: row.item_id,
    version: row.version,
    notes: row.notes as Text,
    publishedAt: row.published_at,
    published: row.status === 'published',
    share: row.share,
    fits: row.package_sha256 === null ? null : ((row.platforms ?? {}) as Record<string, string>),
    os2: row.os2,
  }))
  return Map.groupBy(versions, (one) => one.itemId)
}

const FITS = prepared<Omit<Version, 'itemId'> & { item_id: string }>(`
  select id, item_id, version, status = 'published' as published, share, case when package_sha256 is not null then coalesce(platforms, '{}') end as fits, os2
  from releases where item_id = any($1) order by item_id, version_order desc`)

/** What `latestHere` needs of these items' versions: without their notes, which are long. */
export async function listFits(
  db: Db,
  itemIds: readonly string[],
): Promise<Map<string, Version[]>> {
  if (itemIds.length === 0) return new Map()
  const rows = await FITS(db, [itemIds])
  return Map.groupBy(
    rows.map(({ item_id: itemId, ...row }) => ({ ...row, itemId })),
    (one) => one.itemId,
  )
}
