import { sql, type ShallowDehydrateObject, type SqlBool } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/client.ts'
import { pickText, type Locale, type Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { Services } from '#kernel/context.ts'
import { refuse } from './errors.ts'
import type { PlanKind } from './listing.ts'
import type { Manifest } from './packages/manifest.ts'

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
  plans: { id: string; kind: PlanKind; priceMinor: number; currency: string }[]
  /** URLs by name: support, contact, document, go_to_app, connect … */
  links: Record<string, string>
  /** Null while the item is only listed, without a package (D9). */
  latest: ReleaseFacts | null
}

/** An item that may no longer be published. */
export type ListedItem = SaleItem & { status: string }

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

/** A published item of this market. Refuses with `catalog.item_not_found`. */
export async function requireItem(
  services: Pick<Services, 'db'>,
  market: Market,
  key: Key,
  locale: Locale,
): Promise<SaleItem> {
  const item = await findItem(services, key, locale)
  if (item?.status !== 'published' || item.market !== market) throw refuse('catalog.item_not_found')
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
          .select(['plans.id', 'kind', 'plans.price_minor', 'plans.currency'])
          .whereRef('item_id', '=', 'items.id')
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
    priceMinor: plan.price_minor,
    currency: plan.currency,
  })),
  links: row.links as Record<string, string>,
  latest: releaseFacts(row.latest),
})

/** D9: recurring plans are shown, but cannot be bought before there is billing for them. */
export const isBuyable = (kind: PlanKind): boolean => kind === 'free' || kind === 'one_time'
