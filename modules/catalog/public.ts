import { sql, type SqlBool } from 'kysely'
import type { Locale, Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { Services } from '#kernel/context.ts'
import { findCard } from './data.ts'
import { refuse } from './errors.ts'
import {
  type ListedItem,
  releaseFacts,
  type ReleaseFacts,
  type SaleItem,
  saleItemOf,
  selectReleases,
  selectSaleItem,
} from './sale-item.ts'

export { listFileHashes } from './packages/file-hashes.ts'
export { servedMediaType } from './packages/file-types.ts'
export { readPackageFile, readPackageText } from './packages/read-file.ts'
export {
  findTaken,
  insertDraftItem,
  isReservedSlug,
  listCategoryNames,
  MOST_SLUG,
  PREFIX,
  SLUG,
} from './draft-items.ts'
export { findListedRow, readListing, type ListedRow } from './read-listing.ts'
export type { ItemFacts } from './get-item.ts'
export type { Listing, ListingPicture, ListingPlan, ListingPrice, ListingText } from './listing.ts'
export { finding } from './rule-pack/rule.ts'
export { turnMarketDay } from './market-day.ts'
export { listSitemapFiles, listSitemapItems } from './data.ts'
export { isBuyable } from './plans.ts'
export { compareVersions, satisfiesRange } from './packages/versions.ts'
export { outcomeOf, type Ranged } from './coming-version.ts'
export {
  currentHead,
  listEntries,
  MAX_ENTRIES as MAX_LOG_ENTRIES,
  proveConsistency,
  proveInclusion,
  proveRelease,
} from './release-log/read-log.ts'
export {
  changeReleaseState,
  changeReleaseStateIn,
  type StateChange,
} from './change-release-state.ts'
export { findItemsBySlug } from './merchandising-data.ts'
export {
  addressOf,
  findOrigins,
  forgetFile,
  listLeft,
  listRemoving,
  listUnlooked,
  markRemoving,
  noteLook,
} from './pictures/file-data.ts'
export { keepPicture } from './pictures/keep-picture.ts'
export { findShownPictures } from './named-pictures.ts'
export {
  findStop,
  findStopFirmly,
  liftStop,
  publishItemAgain,
  stopItem,
  unpublishItem,
} from './stop-item.ts'
export type { ReleaseState } from './release-log/entry.ts'
export { beginUpload, dropHold, endHold, holdPackage, sweepUploads } from './uploads.ts'
export { listPrepared, prepareRelease, type PreparedRelease } from './publish-release.ts'
export { writeListings } from './write-listings.ts'
export { readIsolated, type ReadPackage } from './packages/read-isolated.ts'
export { sayPackageRefusal } from './packages/say-refusal.ts'
export { keySet, validKeys } from './packages/market-keys.ts'
export { signPackage } from './packages/sign-package.ts'
export { addressOn, productsOf } from './packages/manifest.ts'
export type { Manifest, AppProduct, InputProperty, Inputs } from './packages/manifest.ts'
export { isHonestName, skeleton as nameSkeleton } from './rule-pack/name-rules.ts'
export { developerItems } from './developer-items.ts'
export { presentVerified } from './present.ts'
export { RULES, rulesThatLookAt } from './rule-pack/pack.ts'
export { readContents } from './packages/read-package.ts'
export { styleRules } from './style-sheet.ts'
export { LOOK_LIMITS, readCandidate } from './rule-pack/read-candidate.ts'
export { isQuarantined, overallVerdict, runRules, type RuleReport } from './rule-pack/run-rules.ts'
export { ownTokensIn } from './rule-pack/secrets.ts'
export { sayFinding, type SaidFinding } from './rule-pack/say.ts'
export type {
  CandidateFile,
  Finding,
  KnownName,
  ListingCandidate,
  Rule,
  Verdict,
} from './rule-pack/rule.ts'
export { answersSchema, defaultAnswers } from './packages/inputs.ts'
export type { SettingValue } from './packages/placeholders.ts'
export type { ReleaseFacts, ListedItem, SaleItem } from './sale-item.ts'
export {
  findShop,
  fitsPlatform,
  fitsShop,
  latestHere,
  offeredHere,
  releaseFitsShop,
  releaseHere,
  selectOffer,
  shopOf,
  type AskingRelease,
  type Has,
  type Shop,
} from './latest-here.ts'
export { saleItemOf, selectSaleItem } from './sale-item.ts'
export { EVERYBODY, type RolloutPlan } from './rollout-rules.ts'
export {
  advanceRollout,
  beginRollout,
  isWatched,
  LOOK_SECONDS,
  lockRunning,
  noteHaltedFor,
  setLookAt,
} from './rollouts.ts'

export async function itemName(
  { db, market, locale }: Pick<Services, 'db'> & { market: Market; locale: Locale },
  id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('items')
    .leftJoin('item_texts', (join) =>
      join.onRef('item_texts.item_id', '=', 'items.id').on('item_texts.locale', '=', locale),
    )
    .select(['items.name', 'item_texts.name as translated'])
    .where('items.id', '=', id)
    .where('market', '=', market)
    .where('status', '=', 'published')
    .executeTakeFirst()
  return row ? row.translated || row.name : null
}

type Key = { slug: string } | { id: string } | { prefix: string }

/** A published item of this market; others are not found. */
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

/** An item of either market, listed still or not: what a store has it keeps. */
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

/** Releases that are on a store already: also those that were withdrawn since. */
export async function findInstalledReleases(
  { db }: Pick<Services, 'db'>,
  ids: readonly string[],
): Promise<Map<string, ReleaseFacts>> {
  const rows =
    ids.length === 0 ? [] : await selectReleases(db).where('releases.id', 'in', ids).execute()
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

/** A version of an item, for the choice among them. */
export interface ItemVersion {
  id: string
  itemId: string
  version: string
  notes: Text
  publishedAt: Date | null
  /** Withdrawn ones are there too: a store may have one. */
  published: boolean
  /** Of 10,000 stores how many are offered it by now. */
  share: number
  /**
   * Platform id → the range of its versions that it fits; null for a release that is only listed.
   */
  fits: Record<string, string> | null
  /** Of a theme: whether there is a build for second-generation storefronts (D19). */
  os2: boolean | null
}

/** The versions of these items, newest first. */
export async function listVersions(
  { db }: Pick<Services, 'db'>,
  itemIds: readonly string[],
): Promise<Map<string, ItemVersion[]>> {
  const rows =
    itemIds.length === 0
      ? []
      : await db
          .selectFrom('releases')
          .select([
            'id',
            'item_id',
            'version',
            'notes',
            'published_at',
            'status',
            'share',
            'package_sha256',
          ])
          .select(
            sql<Record<string, string> | null>`manifest -> 'compatibility' -> 'platforms'`.as(
              'platforms',
            ),
          )
          .select(sql<boolean | null>`(manifest ->> 'os2')::boolean`.as('os2'))
          .where('item_id', 'in', itemIds)
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
    fits: row.package_sha256 === null ? null : (row.platforms ?? {}),
    os2: row.os2,
  }))
  return Map.groupBy(versions, (one) => one.itemId)
}

/**
 * What an item looks like: paths of its pictures below `/pictures/`, and the colour behind them.
 */
export interface ItemLook {
  ground: string
  desktop: string | null
  phone: string | null
  icon: string | null
}

/** Null for what is not published in this market. */
export async function findItemLook(
  { db }: Pick<Services, 'db'>,
  market: Market,
  slug: string,
  locale: Locale,
): Promise<ItemLook | null> {
  const card = await findCard(db, locale, market, slug)
  const widest = (picture: NonNullable<typeof card>['cover_desktop']) =>
    picture?.sources.toSorted((a, b) => b.width - a.width)[0]?.path ?? null
  const colour = [card?.ground, card?.swatches[0]].find((one) => /^#[0-9a-f]{6}$/i.test(one ?? ''))
  return (
    card && {
      ground: colour ?? '#0b737e',
      desktop: widest(card.cover_desktop),
      phone: widest(card.cover_phone),
      icon: card.icon,
    }
  )
}

export interface RatedItem {
  id: string
  partnerId: string
  developer: string
  ownRatings: number[]
}

/** A published item of this market as far as reviews need it. */
export async function requireRated(
  { db }: Pick<Services, 'db'>,
  market: Market,
  itemId: string,
): Promise<RatedItem> {
  const row = await db
    .selectFrom('items')
    .innerJoin('partners', 'partners.id', 'items.partner_id')
    .select(['items.id', 'partner_id', 'partners.name', 'own_ratings'])
    .where('items.id', '=', itemId)
    .where('market', '=', market)
    .where('status', '=', 'published')
    .executeTakeFirst()
  if (!row) throw refuse('catalog.item_not_found')
  return { id: row.id, partnerId: row.partner_id, developer: row.name, ownRatings: row.own_ratings }
}

/**
 * The one place where a store's stars come to an item or go: `given` in place of `taken`, null for
 * none. Rating, count and histogram follow in the same statement (the trigger `sum_ratings`),
 * shelves and pages at the commit.
 */
export async function countStars(
  trx: Services['db'],
  itemId: string,
  { given, taken }: { given: number | null; taken: number | null },
): Promise<void> {
  if (given === taken) return
  const change = [1, 2, 3, 4, 5].map((stars) => Number(stars === given) - Number(stars === taken))
  await trx
    .updateTable('items')
    .set({
      own_ratings: sql<
        number[]
      >`(select array_agg(had + more order by stars) from unnest(own_ratings, ${change}::integer[]) with ordinality as both_kinds (had, more, stars))`,
    })
    .where('id', '=', itemId)
    .execute()
}

/** One more, or one fewer, store has the item. */
export const countInstall = (db: Services['db'], itemId: string, change: 1 | -1) =>
  db
    .updateTable('items')
    .set({ install_count: sql<number>`greatest(0, install_count + ${change})` })
    .where('id', '=', itemId)
    .execute()
